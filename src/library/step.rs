//! Verbs on a line, and the report on lines.

use std::error::Error;
use std::fmt;
use std::rc::Rc;

use crate::epd::conventions::Conventions;
use crate::epd::{LineKind, parse};
use crate::jobs::{Performer, of_other_game, rewritten};
use crate::language::Text;
use crate::report::{self, Report, Run};
use crate::search::Clock;
use crate::verb::{Ended, Moment, Step, Written};

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
pub struct StepFault {
    /// What is wrong, in English.
    pub reason: String,
    /// The paragraph of the 1995 text that says so, if one does.
    pub paragraph: Option<&'static str>,
}

impl StepFault {
    fn of(reason: impl ToString) -> Self {
        Self { reason: reason.to_string(), paragraph: None }
    }
}

impl fmt::Display for StepFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
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
/// looks at `clock`. `at` is when the run began, for steps that write that.
///
/// # Errors
/// The step cannot be read, a setting of it makes no sense, it writes a moment and none is known, or its search
/// failed.
pub fn run_step(
    engine: &mut impl Search,
    clock: Rc<dyn Clock>,
    step: &str,
    line: &[u8],
    number: u32,
    at: Option<Moment>,
) -> Result<Outcome, StepFault> {
    let step = Step::from_json(step).map_err(StepFault::of)?;
    step.check_work().map_err(StepFault::of)?;
    if at.is_none() && step.needs_moment() {
        return Err(StepFault::of(format!("{}: name the moment that it writes (`at`)", step.name())));
    }
    let step = match at {
        Some(at) => step.begun(at),
        None => step,
    };
    let conventions = Conventions::default();
    let written = if step.is_searched() {
        engine.search(&step, line, clock)
    } else if let Some(text) = rewritten(&step, &conventions, line, number) {
        Written::text(text)
    } else {
        of_other_game(&step, &conventions, &parse(line)).unwrap_or(Ended::NoRecord).into()
    };
    let is_record = parse(line).kind == LineKind::Record;
    if step.is_searched() && is_record && written.ended == Ended::NoRecord {
        return Err(StepFault {
            reason: "there is no position of eight ranks to search".to_owned(),
            paragraph: Some("§4.1"),
        });
    }
    let ended = match &written.ended {
        Ended::NoRecord if is_record => "unchanged".to_owned(),
        Ended::NoRecord => "no record".to_owned(),
        Ended::Written => "written".to_owned(),
        Ended::Noted(text) | Ended::Unchanged(text) => text.english(),
        Ended::Failed(text) => {
            // What the search itself says; another fault of the same record would have another paragraph, or none.
            let paragraph = if *text == Text::from("why.illegal") { Some("§4") } else { None };
            return Err(StepFault { reason: text.english(), paragraph });
        }
    };
    let Written { text, more, .. } = written;
    Ok(Outcome { line: text.unwrap_or_else(|| line.to_vec()), more, ended })
}

/// Finds out which lines are solved, and reports it.
#[derive(Debug)]
pub struct Grading {
    run: Run,
    by: Option<String>,
}

impl Grading {
    /// A report with this name; `by` is the opcode that names the groups.
    pub fn new(name: &str, by: Option<&str>) -> Self {
        Self { run: Run { name: name.to_owned(), ..Run::default() }, by: by.map(str::to_owned) }
    }

    /// Takes the next line in, with its number.
    pub fn add(&mut self, number: u32, line: &[u8]) {
        self.run.add(number, report::grade::grade(number, line, self.by.as_deref()));
    }

    /// The report as JSON.
    pub fn into_json(self) -> String {
        Report::new(vec![self.run]).to_json()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - -";

    struct Stopped;

    impl Clock for Stopped {
        fn now_ms(&self) -> f64 {
            0.0
        }
    }

    #[track_caller]
    fn check(step: &str, line: &str, at: Option<u64>, expect: Result<(&str, &str), &str>) {
        let at = at.map(Moment::from);
        let outcome = run_step(&mut NoEngine, Rc::new(Stopped), step, line.as_bytes(), 8, at);
        let outcome = outcome.map(|outcome| (String::from_utf8(outcome.line).unwrap(), outcome.ended));
        let expect = expect.map(|(line, ended)| (line.to_owned(), ended.to_owned()));
        assert_eq!(
            outcome.map_err(|fault| fault.to_string()),
            expect.map_err(str::to_owned),
            "{step} {line}"
        );
    }

    #[test]
    fn what_became_of_a_line_is_told() {
        let with = |operations: &str| format!("{KINGS} {operations}");
        let number = with("c0 \"8\";");
        let set = r#"{"set": {"opcode": "c0", "operands": "\"{n}\""}}"#;
        check(set, KINGS, None, Ok((&number, "written")));
        check(set, &number, None, Ok((&number, "unchanged")));
        check("\"tenths\"", &with("ce 5;"), None, Ok((&with("ce 50;"), "written")));
        check("\"tenths\"", KINGS, None, Ok((KINGS, "unchanged")));
        check("\"normalize\"", "# remark", None, Ok(("# remark", "no record")));
        check("\"normalize\"", "", None, Ok(("", "no record")));
    }

    #[test]
    fn a_step_that_writes_a_moment_needs_one() {
        let stamp = r#"{"stamp": {"everywhere": true}}"#;
        let stamped = format!("{KINGS} ts 1970.01.01 00:00:05;");
        check(stamp, KINGS, Some(5), Ok((&stamped, "written")));
        check(stamp, KINGS, None, Err("stamp: name the moment that it writes (`at`)"));
    }

    #[test]
    fn what_cannot_be_done_is_told() {
        check("no JSON", KINGS, None, Err(&Step::from_json("no JSON").unwrap_err().to_string()));
        let searches = r#"{"mate": {"moves": 2}}"#;
        check(searches, KINGS, None, Err(&Text::from("why.no-engine-here").english()));
        // It is not the position that is at fault.
        let fault = run_step(&mut NoEngine, Rc::new(Stopped), searches, b"8/8/8/8/8/8/8/8 w - -", 1, None);
        assert_eq!(fault.map_err(|fault| fault.paragraph), Err(None));
    }

    #[test]
    fn grades_have_the_numbers_of_their_lines() {
        let line = format!("{KINGS} bm Kd2; pv Kd2;");
        let mut grading = Grading::new("x", None);
        for (number, line) in [(7, line.as_bytes()), (9, b"# x"), (12, line.as_bytes())] {
            grading.add(number, line);
        }
        let json = grading.into_json();
        assert!(json.contains("\"line\":7,") && json.contains("\"line\":12,"), "{json}");
    }
}
