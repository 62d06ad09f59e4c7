//! Does a step that needs an engine with lines, one after another. The page and the command line both use it,
//! so that they write the same files.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;

use crate::jobs::engine::Hears;
use crate::jobs::engines::Engines;
use crate::jobs::{News, Tell};
use crate::language::Text;
use crate::protocol::{Foreseen, Lines, Outcome, Progress};
use crate::search::Clock;
use crate::verb::{Ask, Ended, Found, Record, Step, Written};

/// The lines of a task, and how far the work on them has come.
///
/// Our engine answers before the call returns, Stockfish later. Either way the next line begins where the
/// last one ended, without recursion.
pub(super) struct StepRun {
    step: Step,
    lines: Lines,
    engines: Rc<RefCell<Engines>>,
    clock: Rc<dyn Clock>,
    tell: RefCell<Tell>,
    /// The time by the clock after which no further line is begun.
    end_ms: f64,
    next: Cell<usize>,
    /// Whether the call that asked the engine has returned, so that the answer comes later.
    is_waiting: Cell<bool>,
    answer: RefCell<Option<Result<Found, Text>>>,
}

impl fmt::Debug for StepRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StepRun").field("step", &self.step).field("next", &self.next).finish_non_exhaustive()
    }
}

impl StepRun {
    /// Begins with the first line.
    pub(super) fn begin(
        step: Step,
        lines: Lines,
        budget_ms: u32,
        engines: &Rc<RefCell<Engines>>,
        clock: Rc<dyn Clock>,
        mut tell: Tell,
    ) {
        if let Err(error) = step.check() {
            return tell(News::End(Err(error.text())));
        }
        let end_ms = clock.now_ms() + f64::from(budget_ms);
        let run = Self {
            step,
            lines,
            engines: Rc::clone(engines),
            clock,
            tell: RefCell::new(tell),
            end_ms,
            next: Cell::new(0),
            is_waiting: Cell::new(false),
            answer: RefCell::new(None),
        };
        Rc::new(run).go_on();
    }

    /// Works on lines until an engine does not answer at once, until none is left, or until the time is up.
    fn go_on(self: Rc<Self>) {
        while let Some(line) = self.lines.get(self.next.get()) {
            if self.next.get() > 0 && self.clock.now_ms() >= self.end_ms {
                break;
            }
            let written = match Record::read(line) {
                Err(ended) => ended.into(),
                Ok(record) => match self.step.ask(&record) {
                    Ask::Nothing(ended) => ended.into(),
                    Ask::Engine(task) => {
                        self.is_waiting.set(false);
                        let hears = self.hears();
                        self.engines.borrow_mut().answer(task, self.clock.as_ref(), hears);
                        match self.answer.take() {
                            Some(Ok(found)) => self.written(&record, found),
                            Some(Err(reason)) => return self.tell(News::End(Err(reason))),
                            None => return self.is_waiting.set(true),
                        }
                    }
                },
            };
            self.end_line(written);
        }
        self.tell(News::End(Ok(Outcome::Finished)));
    }

    fn hears(self: &Rc<Self>) -> Hears {
        let (progress, end) = (Rc::clone(self), Rc::clone(self));
        Hears {
            progress: Box::new(move |news| progress.tell(News::Progress(news))),
            end: Box::new(move |found| {
                if end.is_waiting.get() {
                    Rc::clone(&end).answered(found);
                } else {
                    end.answer.replace(Some(found));
                }
            }),
        }
    }

    /// Handles an answer that comes after the call.
    fn answered(self: Rc<Self>, found: Result<Found, Text>) {
        let found = match found {
            Ok(found) => found,
            Err(reason) => return self.tell(News::End(Err(reason))),
        };
        if let Some(line) = self.lines.get(self.next.get()) {
            let written = match Record::read(line) {
                Ok(record) => self.written(&record, found),
                Err(ended) => ended.into(),
            };
            self.end_line(written);
        }
        self.go_on();
    }

    fn written(&self, record: &Record<'_>, found: Found) -> Written {
        if let Some(words) = found.words() {
            self.tell(News::Progress(Progress::Said(words)));
        }
        self.step.write(record, found)
    }

    fn end_line(&self, written: Written) {
        let at = self.next.get();
        self.next.set(at + 1);
        // No message holds that many lines.
        let at = u32::try_from(at).unwrap_or(u32::MAX);
        self.tell(News::Progress(Progress::Written(at, Box::new(written))));
    }

    fn tell(&self, news: News) {
        (self.tell.borrow_mut())(news);
    }
}

/// What a step would do with a line.
pub(super) fn foresee(step: &Step, line: &[u8], number: u32) -> Foreseen {
    if !step.is_searched() {
        return match step.rewrite(line, number) {
            Some(line) => Foreseen::Line(line),
            None => Foreseen::Nothing(Ended::NoRecord),
        };
    }
    match Record::read(line).map(|record| step.ask(&record)) {
        Ok(Ask::Engine(_)) => Foreseen::Search,
        Ok(Ask::Nothing(ended)) | Err(ended) => Foreseen::Nothing(ended),
    }
}
