//! Verbs on a line, and the report on lines.

use std::error::Error;
use std::fmt;
use std::rc::Rc;

use crate::epd::conventions::Conventions;
use crate::jobs::{Performer, rewritten};
use crate::report::{self, Report, Run};
use crate::search::Clock;
use crate::verb::{Ended, Step, Written};

/// What became of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The line after the step.
    pub line: Vec<u8>,
    /// Lines to insert after it.
    pub more: Vec<Vec<u8>>,
    /// How it ended, in English.
    pub ended: String,
}

/// Why a step cannot be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepFault(String);

impl fmt::Display for StepFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for StepFault {}

/// Does what needs an engine. A library without one has none of its code.
pub trait Search {
    /// Does a step with a line, and waits for the result.
    fn search(&mut self, step: &Step, line: &[u8], clock: Rc<dyn Clock>) -> Written;
}

impl Search for Performer {
    fn search(&mut self, step: &Step, line: &[u8], clock: Rc<dyn Clock>) -> Written {
        self.perform(step, &Conventions::default(), line, clock)
    }
}

/// In place of an engine.
#[derive(Debug, Clone, Copy)]
pub struct NoEngine;

impl Search for NoEngine {
    fn search(&mut self, _: &Step, _: &[u8], _: Rc<dyn Clock>) -> Written {
        Ended::Failed("why.no-engine-here".into()).into()
    }
}

/// Does a step, in the JSON of a recipe, with a line that has this number in its file. A search uses `engine` and
/// looks at `clock`.
///
/// # Errors
/// The step cannot be read, a setting of it makes no sense, or its search failed.
pub fn run_step(
    engine: &mut impl Search,
    clock: Rc<dyn Clock>,
    step: &str,
    line: &[u8],
    number: u32,
) -> Result<Outcome, StepFault> {
    let step = Step::from_json(step).map_err(|error| StepFault(error.to_string()))?;
    step.check_work().map_err(|error| StepFault(error.to_string()))?;
    let written = if step.is_searched() {
        engine.search(&step, line, clock)
    } else {
        let text = rewritten(&step, &Conventions::default(), line, number);
        text.map_or_else(|| Ended::NoRecord.into(), Written::text)
    };
    let ended = match &written.ended {
        Ended::NoRecord => "no record".to_owned(),
        Ended::Written => "written".to_owned(),
        Ended::Noted(text) | Ended::Unchanged(text) => text.english(),
        Ended::Failed(text) => return Err(StepFault(text.english())),
    };
    let Written { text, more, .. } = written;
    Ok(Outcome { line: text.unwrap_or_else(|| line.to_vec()), more, ended })
}

/// Which lines are solved, as the JSON of a report. `by` is the opcode that names the groups.
pub fn grade<'a>(lines: impl Iterator<Item = &'a [u8]>, name: &str, by: Option<&str>) -> String {
    let mut run = Run { name: name.to_owned(), ..Run::default() };
    for (line, number) in lines.zip(1..) {
        run.add(number, report::grade::grade(number, line, by));
    }
    Report::new(vec![run]).to_json()
}
