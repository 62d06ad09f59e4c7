//! Steps for programs that wait for each answer: the command line and the libraries.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;

use crate::epd::conventions::Conventions;
use crate::jobs::News;
use crate::jobs::engine::{Engine, Hear, Heard, Hunt};
use crate::jobs::engines::Engines;
use crate::jobs::step::StepRun;
use crate::protocol::Progress;
use crate::search::{Clock, Endgames};
use crate::verb::{Ended, Step, Written};

/// Answers in place of a second engine where there is none.
struct Absent;

impl Engine for Absent {
    fn search(&mut self, _: Hunt, _: &dyn Clock, mut hear: Hear) {
        let _: ControlFlow<()> = hear(Heard::End(Err("why.page-only".into())));
    }
}

/// Does steps with one line at a time. It keeps its engines and their tables from line to line.
#[derive(Debug)]
pub struct Performer {
    engines: Rc<RefCell<Engines>>,
}

impl Performer {
    /// With this as its second engine, if there is one.
    pub fn new(other: Option<Box<dyn Engine>>) -> Self {
        let other = other.unwrap_or_else(|| Box::new(Absent));
        Self { engines: Rc::new(RefCell::new(Engines::new(other))) }
    }

    /// The same, with tables of endgames for the engine of this project.
    #[must_use]
    pub fn with_endgames(self, tables: Option<Arc<dyn Endgames>>) -> Self {
        self.take_endgames(tables);
        self
    }

    /// Gives the engine of this project tables of endgames in place of those it had.
    pub fn take_endgames(&self, tables: Option<Arc<dyn Endgames>>) {
        self.engines.borrow_mut().take_endgames(tables);
    }

    /// Does a step with one line and waits for the result. All engines must answer at once.
    pub fn perform(
        &mut self,
        step: &Step,
        conventions: &Conventions,
        line: &[u8],
        clock: Rc<dyn Clock>,
    ) -> Written {
        self.perform_told(step, conventions, line, clock, |_| {})
    }

    /// As [`Performer::perform`], and `told` hears what the search has found so far.
    pub fn perform_told(
        &mut self,
        step: &Step,
        conventions: &Conventions,
        line: &[u8],
        clock: Rc<dyn Clock>,
        told: impl Fn(&Progress) + 'static,
    ) -> Written {
        let end = Rc::new(RefCell::new(Written::from(Ended::Failed("why.answered-otherwise".into()))));
        let hear = Rc::clone(&end);
        let tell = Box::new(move |news| match news {
            News::Progress(Progress::Written(_, written)) => {
                hear.replace(*written);
            }
            News::End(Err(reason)) => {
                hear.replace(Ended::Failed(reason).into());
            }
            News::Progress(progress) => told(&progress),
            News::End(Ok(_)) => {}
        });
        let lines = [line].iter().collect();
        StepRun::begin(step.clone(), (conventions.clone(), lines), 0, &self.engines, clock, tell);
        end.replace(Written::from(Ended::NoRecord))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jobs::testing::Stopped;
    use crate::verb::{self, EngineName, SearchLimits};

    #[test]
    fn what_a_search_has_found_is_told() {
        let mut performer = Performer::new(None);
        let step = Step::from_json(r#"{"mate":{"moves":3}}"#).expect("a step");
        let heard = Rc::new(RefCell::new(Vec::new()));
        let list = Rc::clone(&heard);
        let told = move |progress: &Progress| list.borrow_mut().push(progress.clone());
        let line = b"k7/8/2K5/8/8/8/8/7R w - -";
        let written = performer.perform_told(&step, &Conventions::default(), line, Rc::new(Stopped), told);
        assert!(matches!(written.ended, Ended::Written), "{written:?}");
        assert!(heard.borrow().contains(&Progress::Refuted(1)), "{heard:?}");
    }

    #[test]
    fn a_line_is_answered_again_and_again() {
        let mut performer = Performer::new(None);
        let limits = SearchLimits { nodes: Some(1_000), ..SearchLimits::default() };
        let engine = EngineName::Epidote;
        let step = verb::Analyze::new(engine, limits).into();
        let mut answer = |line: &str| {
            let conventions = Conventions::default();
            performer.perform(&step, &conventions, line.as_bytes(), Rc::new(Stopped))
        };
        let first = answer("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -");
        assert!(matches!(first.ended, Ended::Written), "{first:?}");
        assert!(matches!(answer("8/8/8/8/8/8/8/8 w - -").ended, Ended::Unchanged(_) | Ended::Failed(_)));
        assert_eq!(answer("# remark").ended, Ended::NoRecord);
        assert_eq!(answer("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -"), first);
    }
}
