//! The engine, for the package that has one.

use std::cell::RefCell;

use epidote::jobs::Performer;

/// Whether there is an engine.
pub(crate) const IS_THERE: bool = true;

thread_local! {
    static PERFORMER: RefCell<Performer> = RefCell::new(Performer::new(None));
}

pub(crate) fn with_engine<T>(f: impl FnOnce(&mut Performer) -> T) -> T {
    PERFORMER.with_borrow_mut(f)
}
