//! What a worker does with a task: no browser in here, so that it runs in native tests.

mod count;
mod find;
mod judge;
mod order;

use crate::epd::dialect::Dialect;
use crate::epd::lint::{RULES, Repair};
use crate::epd::verbs::analyze::{Analysis, analyze};
use crate::epd::verbs::rewrite::Rewrite;
use crate::export::{Export, Format};
use crate::protocol::{self, Lines, Outcome, Part, Report, Task, Verb};
use crate::search::{Clock, Searcher};

/// Size of the transposition table in MiB.
const TABLE_MIB: usize = 16;

/// A worker's tools, kept from job to job.
#[derive(Default)]
pub struct Workshop {
    searcher: Option<Searcher>,
}

impl std::fmt::Debug for Workshop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Workshop").finish_non_exhaustive()
    }
}

impl Workshop {
    /// Does one task. Every search starts from clear tables, so that a result does not depend on
    /// what was searched before.
    ///
    /// # Errors
    /// A task that cannot be done, in words for the user.
    pub fn run(
        &mut self,
        task: Task,
        clock: &dyn Clock,
        progress: &mut dyn FnMut(Report),
    ) -> Result<Outcome, String> {
        match task {
            Task::Search { fields, halfmove_clock, limits } => {
                let searcher = self.searcher.get_or_insert_with(|| Searcher::new(TABLE_MIB));
                let report = searcher
                    .go(&fields, halfmove_clock, &limits.into(), clock, &mut |report| progress(report.into()))
                    .map_err(|error| error.to_string())?;
                Ok(Outcome::Search(Report::from(&report)))
            }
            Task::Rewrite { verb, first, lines } => Ok(Outcome::Rewrite(rewrite(verb, first, &lines))),
            Task::Write { line, report, predicted_move } => {
                let new = analyze(&line, &analysis_of(report), predicted_move)
                    .map_err(|error| error.to_string())?;
                let changed = (new != line).then_some((0, new));
                Ok(Outcome::Rewrite(changed.into_iter().collect()))
            }
            Task::Find { query, dialect, first, lines, repeats } => {
                Ok(Outcome::Find(find::find(&query, dialect, first, &lines, &repeats)))
            }
            Task::Keys { same, lines } => Ok(Outcome::Keys(order::keys(same, &lines))),
            Task::SortKeys { by, dialect, lines } => {
                Ok(Outcome::SortKeys(order::sort_keys(&by, dialect, &lines)))
            }
            Task::Sort { keys, descending } => Ok(Outcome::Order(order::sorted(&keys, descending))),
            Task::Shuffle { count, seed } => Ok(Outcome::Order(order::shuffled(count, seed))),
            Task::Group { keys, keep_last } => {
                let groups = order::groups(&keys, keep_last);
                Ok(Outcome::Groups { others: order::others(&groups), groups })
            }
            Task::Merge { groups, lines } => Ok(Outcome::Rewrite(order::merged(&groups, &lines))),
            Task::Export { format, columns, part } => export(&format, columns, &part).map(Outcome::Export),
            Task::Count { lines } => Ok(Outcome::Count(count::count(&lines))),
            Task::Check { dialect, lines, repeats } => {
                Ok(Outcome::Check(judge::check(dialect, &lines, &repeats)))
            }
            Task::Findings { dialect, line } => Ok(Outcome::Findings(judge::findings(dialect, &line))),
            Task::Verdicts { dialect, lines } => Ok(Outcome::Verdicts(judge::verdicts(dialect, &lines))),
        }
    }
}

fn rewrite(verb: Verb, first: u32, lines: &Lines) -> Vec<(u32, Vec<u8>)> {
    let verb = match verb {
        Verb::Normalize => Rewrite::Normalize,
        Verb::Repair { dialect, only } => {
            let rule = only.as_ref().and_then(|code| RULES.iter().find(|rule| rule.code == *code).copied());
            if only.is_some() && rule.is_none() {
                return Vec::new();
            }
            Rewrite::Repair(Repair { dialect: dialect_of(dialect), only: rule })
        }
        Verb::TenthsToCentipawns => Rewrite::TenthsToCentipawns,
        Verb::Set { opcode, operands } => Rewrite::Set { opcode, operands },
        Verb::Remove(patterns) => Rewrite::Remove(patterns),
        Verb::Rename { from, to } => Rewrite::Rename { from, to },
        Verb::Reverse => Rewrite::Reverse,
    };
    let numbered = (0..).zip(lines.iter());
    numbered.filter_map(|(at, line)| Some((at, verb.line(line, first.saturating_add(at))?))).collect()
}

fn export(format: &str, columns: Vec<String>, part: &Part) -> Result<Vec<u8>, String> {
    let format = Format::of_name(format).ok_or_else(|| format!("there is no format {format}"))?;
    let export = Export::new(format, columns);
    Ok(match part {
        Part::Head => export.head(),
        Part::Foot => export.foot(),
        Part::Lines { first, lines } => {
            let mut out = Vec::new();
            for (line, number) in lines.iter().zip(*first..) {
                export.line(number, line, &mut out);
            }
            out
        }
    })
}

fn analysis_of(report: Report) -> Analysis {
    let Report { depth, score, line, nodes, time_ms, .. } = report;
    Analysis { score: score.into(), line, depth, nodes, time_ms }
}

fn dialect_of(dialect: protocol::Dialect) -> Dialect {
    match dialect {
        protocol::Dialect::Edwards => Dialect::Edwards,
        protocol::Dialect::Kvetka => Dialect::Kvetka,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Limits;

    struct Stopped;

    impl Clock for Stopped {
        fn now_ms(&self) -> f64 {
            0.0
        }
    }

    #[test]
    fn searches() {
        let task = Task::Search {
            fields: "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -".into(),
            halfmove_clock: 0,
            limits: Limits { nodes: Some(10_000), ..Limits::default() },
        };
        let mut reports = 0;
        let outcome = Workshop::default().run(task, &Stopped, &mut |_| reports += 1);
        let Ok(Outcome::Search(report)) = outcome else { panic!("{outcome:?}") };
        assert_eq!(report.line, ["a1a8"]);
        assert_eq!(report.score, crate::protocol::Score::Mate(1));
        assert!(reports > 0 && report.nodes <= 10_000);
    }

    #[test]
    fn rewrites_only_what_changes() {
        let lines = [b"8/8/8/8/8/8/8/8 w - -  id \"x\"".to_vec(), b"# note".to_vec()];
        let task = Task::Rewrite { verb: Verb::Normalize, first: 1, lines: lines.iter().collect() };
        let outcome = Workshop::default().run(task, &Stopped, &mut |_| ());
        let expect = b"8/8/8/8/8/8/8/8 w - - id \"x\";".to_vec();
        assert_eq!(outcome, Ok(Outcome::Rewrite(vec![(0, expect)])));
    }

    #[test]
    fn a_position_that_cannot_be_searched_fails_in_words() {
        let task = Task::Search {
            fields: "8/8/8/8/8/8/8/8 w - -".into(),
            halfmove_clock: 0,
            limits: Limits::default(),
        };
        assert!(Workshop::default().run(task, &Stopped, &mut |_| ()).is_err());
    }
}
