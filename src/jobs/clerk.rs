//! The tasks of the workers that read and write records.

use crate::epd::lint::{RULES, Repair};
use crate::epd::verbs::analyze::{Analysis, AnalyzeError, analyze};
use crate::epd::verbs::mate_search::write_mate;
use crate::epd::verbs::rewrite::Rewrite;
use crate::export::{Export, Format};
use crate::jobs::{News, Tell, Work, count, dialect_of, find, games, judge, order};
use crate::protocol::{Lines, Outcome, Part, Report, Task, Verb};
use crate::search::Clock;

/// A worker that reads and writes records. It keeps nothing from task to task.
#[derive(Debug, Clone, Copy, Default)]
pub struct Clerk;

impl Work for Clerk {
    fn begin(&mut self, task: Task, _: &dyn Clock, mut tell: Tell) {
        tell(News::End(Self::run(task)));
    }
}

impl Clerk {
    fn run(task: Task) -> Result<Outcome, String> {
        match task {
            Task::Search { .. } | Task::Prove { .. } => Err("this worker does not search".to_owned()),
            Task::Games { positions, text, is_end } => {
                Ok(Outcome::Games(games::records(positions, &text, is_end)))
            }
            Task::Rewrite { verb, first, lines } => Ok(Outcome::Rewrite(rewrite(verb, first, &lines))),
            Task::Write { line, report, predicted_move } => {
                let new = analyze(&line, &analysis_of(report), predicted_move);
                written(&line, new)
            }
            Task::WriteMate { line, moves, mate } => {
                let new = write_mate(&line, moves, &mate);
                written(&line, new)
            }
            Task::Find { query, dialect, first, lines, repeats } => {
                Ok(Outcome::Find(find::find(&query, dialect, first, &lines, &repeats)))
            }
            Task::Keys { same, lines } => Ok(Outcome::Keys(order::keys(&same, &lines))),
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

/// The answer to a task that writes into one line.
fn written(line: &[u8], new: Result<Vec<u8>, AnalyzeError>) -> Result<Outcome, String> {
    let new = new.map_err(|error| error.to_string())?;
    let changed = (new != line).then_some((0, new));
    Ok(Outcome::Rewrite(changed.into_iter().collect()))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rewrites_only_what_changes() {
        let lines = [b"8/8/8/8/8/8/8/8 w - -  id \"x\"".to_vec(), b"# note".to_vec()];
        let task = Task::Rewrite { verb: Verb::Normalize, first: 1, lines: lines.iter().collect() };
        let outcome = Clerk::run(task);
        let expect = b"8/8/8/8/8/8/8/8 w - - id \"x\";".to_vec();
        assert_eq!(outcome, Ok(Outcome::Rewrite(vec![(0, expect)])));
    }
}
