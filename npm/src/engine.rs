//! The engine, for the package that has one.

use std::cell::RefCell;

use epidote::jobs::{Engine, Hear, Heard, Hunt, Performer};
use epidote::search::Clock;

/// Whether there is an engine.
pub(crate) const IS_THERE: bool = true;

/// Answers in place of engines that the package does not have.
struct Absent;

impl Engine for Absent {
    fn search(&mut self, _: Hunt, _: &dyn Clock, mut hear: Hear) {
        let _ = hear(Heard::End(Err("why.page-only".into())));
    }
}

thread_local! {
    static PERFORMER: RefCell<Performer> = RefCell::new(Performer::new(Box::new(Absent)));
}

pub(crate) fn with_engine<T>(f: impl FnOnce(&mut Performer) -> T) -> T {
    PERFORMER.with_borrow_mut(f)
}
