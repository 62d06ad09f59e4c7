//! Damaged files make the crate that reads them panic now and then. That is no fault of this program, and must not
//! end it.

use std::cell::Cell;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Whether a panic of this thread would be caught here, and is to be passed over by the hook of the program.
pub fn is_guarded() -> bool {
    IS_GUARDED.get()
}

/// Acts; a panic means that the file is damaged.
pub(super) fn guarded<T>(act: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    IS_GUARDED.set(true);
    // What is left in disorder is not used again.
    let done = catch_unwind(AssertUnwindSafe(act));
    IS_GUARDED.set(false);
    done.unwrap_or_else(|_| Err(io::Error::new(io::ErrorKind::InvalidData, "the file is damaged")))
}
