//! Steps with one record, in a thread with an engine of its own, until the user stops them.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::cli::interrupts::is_stopped;
use crate::cli::now;
use crate::jobs::{Analyst, Engine, Hear, Heard, Hunt};
use crate::report::Solution;
use crate::search::Clock;
use crate::verb::{Claims, Ended, Step, Written};

/// The time since the program began; without end once the user wants no more, which ends a search.
struct Wall(Instant);

impl Clock for Wall {
    fn now_ms(&self) -> f64 {
        if is_stopped() { f64::INFINITY } else { self.0.elapsed().as_secs_f64() * 1000.0 }
    }
}

/// In the place of the second engine, which only the page has.
struct Absent;

impl Engine for Absent {
    fn search(&mut self, _: Hunt, _: &dyn Clock, mut hear: Hear) {
        let reason = "why.page-only".into();
        let _: ControlFlow<()> = hear(Heard::End(Err(reason)));
    }
}

thread_local! {
    /// The engine of this thread, and its clock.
    static ANALYST: RefCell<(Analyst, Rc<dyn Clock>)> =
        RefCell::new((Analyst::new(Box::new(Absent)), Rc::new(Wall(now()))));
}

/// A record after all steps.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Worked {
    /// Its text, if that changed.
    #[serde(with = "serde_bytes")]
    pub(super) text: Option<Vec<u8>>,
    /// Records that come behind it.
    pub(super) behind: Vec<serde_bytes::ByteBuf>,
    /// What became of it in each step, and whether that told that it is solved.
    pub(super) ends: Vec<(Ended, Option<bool>)>,
    /// Since when a search held its solution.
    pub(super) solution: Option<Solution>,
    /// Depths of its claims on counts of positions, and whether they are right.
    pub(super) claims: Claims,
}

impl Worked {
    /// Whether it is a record at all.
    pub(super) fn is_record(&self) -> bool {
        self.ends.iter().any(|(ended, _)| *ended != Ended::NoRecord)
    }
}

/// Does steps with a line, which has this number in its file; `None` when the user stopped it under way.
pub(super) fn work_on(steps: &[Step], line: &[u8], number: usize) -> Option<Worked> {
    let number = u32::try_from(number).unwrap_or(u32::MAX);
    let mut worked = Worked::default();
    for step in steps {
        let text = worked.text.as_deref().unwrap_or(line);
        let written = if step.is_searched() {
            if is_stopped() {
                return None;
            }
            let written =
                ANALYST.with_borrow_mut(|(analyst, clock)| analyst.perform(step, text, Rc::clone(clock)));
            // What was found in a search that was broken off is worth less than was asked for.
            if is_stopped() {
                return None;
            }
            written
        } else {
            step.rewrite(text, number).map_or_else(|| Ended::NoRecord.into(), Written::text)
        };
        let Written { ended, text, more, is_solved, solution, claims } = written;
        if text.is_some() {
            worked.text = text;
        }
        worked.behind.splice(0..0, more.into_iter().map(serde_bytes::ByteBuf::from));
        worked.ends.push((ended, is_solved));
        worked.solution = solution.or(worked.solution);
        worked.claims.extend(claims);
    }
    Some(worked)
}
