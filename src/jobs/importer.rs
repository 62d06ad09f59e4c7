//! The tasks of the worker that reads a file in another format.

use std::io::Read;
use std::rc::Rc;

use crate::jobs::intake::Intake;
use crate::jobs::{News, Tell, Work};
use crate::language::Text;
use crate::protocol::{Outcome, Task};
use crate::search::Clock;

/// A worker that is handed a file and gives it back in pieces, as text or as records.
#[derive(Default)]
pub struct Importer {
    intake: Option<Result<Intake, Text>>,
}

impl std::fmt::Debug for Importer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Importer").finish_non_exhaustive()
    }
}

impl Work for Importer {
    fn begin(&mut self, task: Task, _: Rc<dyn Clock>, mut tell: Tell) {
        tell(News::End(self.run(&task)));
    }

    fn take(&mut self, file: Box<dyn Read>) {
        self.intake = Some(Intake::new(file));
    }
}

impl Importer {
    fn run(&mut self, task: &Task) -> Result<Outcome, Text> {
        let intake = match &mut self.intake {
            Some(Ok(intake)) => intake,
            Some(Err(reason)) => return Err(reason.clone()),
            None => return Err("why.other-worker".into()),
        };
        match task {
            Task::LookInto => Ok(Outcome::Contents(intake.contents()?)),
            Task::Import { number, making } => Ok(Outcome::Imported(intake.piece(*number, making)?)),
            _ => Err("why.other-worker".into()),
        }
    }
}
