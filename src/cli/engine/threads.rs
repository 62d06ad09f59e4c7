//! Steps on one record, in a thread that has its own engine, until the user stops them.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::{native, tablebases};
use crate::cli::interrupts::is_stopped;
use crate::cli::now;
use crate::epd::conventions::Conventions;
use crate::epd::parse;
use crate::jobs::{Performer, of_other_game, rewritten};
use crate::report::Solution;
use crate::search::Clock;
use crate::verb::{Claims, Ended, Step, Written};

/// The time since the program began; infinite once the user has stopped the run, which ends any search.
pub(super) struct Wall(pub(super) Instant);

impl Clock for Wall {
    fn now_ms(&self) -> f64 {
        if is_stopped() { f64::INFINITY } else { self.0.elapsed().as_secs_f64() * 1000.0 }
    }
}

thread_local! {
    /// The engine of this thread, and its clock.
    static PERFORMER: RefCell<(Performer, Rc<dyn Clock>)> =
        RefCell::new((
            Performer::new(native::engine()).with_endgames(tablebases::endgames()),
            Rc::new(Wall(now())),
        ));
}

/// A record after all steps.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct FinishedRecord {
    /// Its text, if it changed.
    #[serde(with = "serde_bytes")]
    pub(super) text: Option<Vec<u8>>,
    /// Records inserted after it.
    pub(super) behind: Vec<serde_bytes::ByteBuf>,
    /// How each step ended, and whether the record is solved, if the step found that out.
    pub(super) ends: Vec<(Ended, Option<bool>)>,
    /// Since when a search had its solution.
    pub(super) solution: Option<Solution>,
    /// How long engines searched, in milliseconds.
    pub(super) time_ms: Option<u64>,
    /// Depths of its claims about counts of positions, and whether they are right.
    pub(super) claims: Claims,
}

impl FinishedRecord {
    /// Whether the line is a record at all.
    pub(super) fn is_record(&self) -> bool {
        self.ends.iter().any(|(ended, _)| *ended != Ended::NoRecord)
    }
}

/// Does steps with a line of this number in a file that is read like this. `None` if the user stopped the run
/// meanwhile.
pub(super) fn work_on(
    steps: &[Step],
    conventions: &Conventions,
    line: &[u8],
    number: usize,
) -> Option<FinishedRecord> {
    let number = u32::try_from(number).unwrap_or(u32::MAX);
    let mut finished = FinishedRecord::default();
    for step in steps {
        let text = finished.text.as_deref().unwrap_or(line);
        let written = if step.is_searched() {
            if is_stopped() {
                return None;
            }
            let written = PERFORMER.with_borrow_mut(|(performer, clock)| {
                performer.perform(step, conventions, text, Rc::clone(clock))
            });
            // The result of a search that was broken off does not meet the limits asked for.
            if is_stopped() {
                return None;
            }
            written
        } else {
            match rewritten(step, conventions, text, number) {
                Some(text) => Written::text(text),
                None => of_other_game(step, conventions, &parse(text)).unwrap_or(Ended::NoRecord).into(),
            }
        };
        let Written { ended, text, more, is_solved, solution, time_ms, claims, .. } = written;
        if text.is_some() {
            finished.text = text;
        }
        finished.behind.splice(0..0, more.into_iter().map(serde_bytes::ByteBuf::from));
        finished.ends.push((ended, is_solved));
        finished.solution = solution.or(finished.solution);
        finished.time_ms = time_ms.or(finished.time_ms);
        finished.claims.extend(claims);
    }
    Some(finished)
}
