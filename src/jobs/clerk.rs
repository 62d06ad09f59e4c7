//! The tasks of the workers that read and write records.

use std::rc::Rc;

use crate::epd::conventions::Conventions;
use crate::export::{Export, LeftOut};
use crate::jobs::evaluations::evaluation;
use crate::jobs::pulse::Pulse;
use crate::jobs::registers::registers;
use crate::jobs::{News, Tell, Work, count, find, grades, order, step, verdicts};
use crate::language::Text;
use crate::protocol::{Lines, Outcome, Part, Task};
use crate::search::Clock;
use crate::verb::Step;

/// A worker that reads and writes records. It keeps no state between tasks.
#[derive(Debug, Clone, Copy, Default)]
pub struct Clerk;

impl Work for Clerk {
    fn begin(&mut self, task: Task, clock: Rc<dyn Clock>, mut tell: Tell) {
        tell(News::End(Self::run(task, &Pulse::new(clock.as_ref()))));
    }
}

impl Clerk {
    fn run(task: Task, pulse: &Pulse<'_>) -> Result<Outcome, Text> {
        match task {
            Task::Engine(_)
            | Task::Step { .. }
            | Task::Write { .. }
            | Task::Report { .. }
            | Task::Bar { .. }
            | Task::LookInto
            | Task::Import { .. } => Err("why.other-worker".into()),
            Task::Rewrite { step, conventions, first, lines } => {
                step.check_work().map_err(|error| error.text())?;
                Ok(Outcome::Rewrite(rewrite(&step, &conventions, first, &lines)))
            }
            Task::Foresee { step, conventions, first, lines } => {
                step.check_work().map_err(|error| error.text())?;
                let foresee = |(line, at)| step::foresee(&step, &conventions, line, first.saturating_add(at));
                Ok(Outcome::Foreseen(lines.iter().zip(0..).map(foresee).collect()))
            }
            Task::Registers { dialect, first, lines } => {
                Ok(Outcome::Registers(registers(dialect, first, &lines)))
            }
            Task::Evaluations { lines } => Ok(Outcome::Evaluations(lines.iter().map(evaluation).collect())),
            Task::Grade { conventions, numbers, lines, by } => {
                grades::grade(&conventions, &numbers, &lines, by.as_deref())
            }
            Task::Find { query, conventions, first, lines, repeats, changed } => {
                Ok(Outcome::Find(find::find(&query, &conventions, first, &lines, &repeats, &changed)))
            }
            Task::Keys { same, lines } => Ok(Outcome::Keys(order::keys(&same, &lines))),
            Task::SortKeys { by, conventions, lines } => {
                Ok(Outcome::SortKeys(order::sort_keys(&by, conventions, &lines)))
            }
            Task::Sort { keys, descending } => {
                Ok(Outcome::Order(order::sorted(&keys, descending, || pulse.beat())))
            }
            Task::Shuffle { count, seed } => {
                Ok(Outcome::Order(order::shuffled(count, seed, || pulse.beat())))
            }
            Task::Group { keys, keep_last } => {
                let groups = order::groups(&keys, keep_last, || pulse.beat());
                Ok(Outcome::Groups { others: order::others(&groups), groups })
            }
            Task::Merge { groups, lines, conventions } => {
                Ok(Outcome::Merged(order::merged(&groups, &lines, &conventions, || pulse.beat())))
            }
            Task::Export { format, columns, conventions, end, part } => {
                let (text, left_out) = export(&Export::new(format, columns), &conventions, &end, &part);
                Ok(Outcome::Export { text, left_out })
            }
            Task::Count { lines } => Ok(Outcome::Count(count::count(&lines))),
            Task::Check { conventions, lines, repeats } => {
                Ok(Outcome::Check(verdicts::check(&conventions, &lines, &repeats)))
            }
            Task::Findings { conventions, line } => {
                Ok(Outcome::Findings(verdicts::findings(&conventions, &line)))
            }
            Task::Verdicts { conventions, lines } => {
                Ok(Outcome::Verdicts(verdicts::verdicts(&conventions, &lines)))
            }
        }
    }
}

fn rewrite(step: &Step, conventions: &Conventions, first: u32, lines: &Lines) -> Vec<(u32, Vec<u8>)> {
    let new = |(at, line)| Some((at, step::rewritten(step, conventions, line, first.saturating_add(at))?));
    (0..).zip(lines.iter()).filter_map(new).collect()
}

fn export(export: &Export, conventions: &Conventions, end: &[u8], part: &Part) -> (Vec<u8>, LeftOut) {
    let (mut out, mut left_out) = (Vec::new(), LeftOut::default());
    match part {
        Part::Head => out = export.head(),
        Part::Foot => out = export.foot(),
        Part::Lines { numbers, lines } => {
            for (line, &number) in lines.iter().zip(numbers) {
                let written = export.line(conventions, number, line, end, &mut out);
                left_out.add(LeftOut::of_line(written, line, number as usize));
            }
        }
    }
    (out, left_out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jobs::testing::Stopped;
    use std::cell::RefCell;

    #[test]
    fn rewrites_only_what_changes() {
        let lines = [b"8/8/8/8/8/8/8/8 w - -  id \"x\"".to_vec(), b"# note".to_vec()];
        let task = Task::Rewrite {
            step: Step::Normalize,
            conventions: Conventions::default(),
            first: 1,
            lines: lines.iter().collect(),
        };
        let outcome = Rc::new(RefCell::new(None));
        let hear = Rc::clone(&outcome);
        Clerk.begin(task, Rc::new(Stopped), Box::new(move |news| drop(hear.replace(Some(news)))));
        let expect = b"8/8/8/8/8/8/8/8 w - - id \"x\";".to_vec();
        assert_eq!(outcome.take(), Some(News::End(Ok(Outcome::Rewrite(vec![(0, expect)])))));
    }
}
