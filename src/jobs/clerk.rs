//! The tasks of the workers that read and write records.

use crate::export::{Export, Format};
use crate::jobs::registers::registers;
use crate::jobs::standing::standing;
use crate::jobs::{News, Tell, Work, count, dialect_of, find, games, grades, judge, order, step};
use crate::language::say;
use crate::protocol::{Lines, Outcome, Part, Task, WordedStep, decode};
use crate::recipe::{Recipe, Step};
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
            Task::Engine(_) | Task::Report { .. } => Err("why.no-search-here".to_owned()),
            Task::Games { positions, text, is_end } => {
                Ok(Outcome::Games(games::records(positions, &text, is_end)))
            }
            Task::Rewrite { step, first, lines } => {
                Ok(Outcome::Rewrite(rewrite(&Step::from_text(&step)?, first, &lines)))
            }
            Task::Recipe { text } => {
                let Recipe { name, steps, .. } = Recipe::from_json(text.as_bytes())?;
                let steps = steps.iter().map(|step| worded(step.to_text(), step)).collect();
                Ok(Outcome::Recipe { name, steps })
            }
            Task::Registers { dialect, first, lines } => {
                Ok(Outcome::Registers(registers(dialect_of(dialect), first, &lines)))
            }
            Task::Standings { lines } => Ok(Outcome::Standings(lines.iter().map(standing).collect())),
            Task::Words { step } => {
                let read = Step::from_text(&step)?;
                read.check().map(|()| Outcome::Words(worded(step, &read)))
            }
            Task::Ask { step, lines } => {
                let step = Step::from_text(&step)?;
                step.check()?;
                Ok(Outcome::Ask(lines.iter().map(|line| step::ask(&step, line)).collect()))
            }
            Task::Write { step, line, found } => {
                let found = decode(&found).map_err(|_| "why.bad-message")?;
                Ok(Outcome::Written(step::write(&Step::from_text(&step)?, &line, found)))
            }
            Task::Grade { numbers, lines, by } => grades::grade(&numbers, &lines, by.as_deref()),
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

/// A step as the page keeps it, which looks into none.
fn worded(text: String, step: &Step) -> WordedStep {
    let (words, is_searched, source) = (step.words().into(), step.is_searched(), step.source());
    WordedStep { step: text, words, is_searched, source }
}

fn rewrite(step: &Step, first: u32, lines: &Lines) -> Vec<(u32, Vec<u8>)> {
    let rewrite = step::rewrite_of(step);
    let new =
        |(at, line)| Some((at, step::rewritten(step, rewrite.as_ref(), line, first.saturating_add(at))?));
    (0..).zip(lines.iter()).filter_map(new).collect()
}

fn export(format: &str, columns: Vec<String>, part: &Part) -> Result<Vec<u8>, String> {
    let format =
        Format::of_name(format).ok_or_else(|| String::from(say("why.no-format", [format.to_owned()])))?;
    let export = Export::new(format, columns);
    Ok(match part {
        Part::Head => export.head(),
        Part::Foot => export.foot(),
        Part::Lines { numbers, lines } => {
            let mut out = Vec::new();
            for (line, &number) in lines.iter().zip(numbers) {
                export.line(number, line, &mut out);
            }
            out
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rewrites_only_what_changes() {
        let lines = [b"8/8/8/8/8/8/8/8 w - -  id \"x\"".to_vec(), b"# note".to_vec()];
        let task = Task::Rewrite { step: Step::Normalize.to_text(), first: 1, lines: lines.iter().collect() };
        let outcome = Clerk::run(task);
        let expect = b"8/8/8/8/8/8/8/8 w - - id \"x\";".to_vec();
        assert_eq!(outcome, Ok(Outcome::Rewrite(vec![(0, expect)])));
    }
}
