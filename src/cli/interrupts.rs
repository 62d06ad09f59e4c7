//! What the user's wish to end does: the first one lets the program end cleanly, the second one ends it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// Whether the user wants no more.
static IS_STOPPED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// From now on an interrupt or a request to end lets the program write what is done; the second one ends it.
/// That a terminal is gone is not heard of: who wants the program to outlive that says so (`nohup`).
pub(super) fn hear_interrupts() {
    for signal in [SIGINT, SIGTERM] {
        // A system that cannot tell of them ends the program by itself. The second one comes first: it ends
        // the program only once the first one is known.
        let _ = flag::register_conditional_shutdown(signal, 130, Arc::clone(&IS_STOPPED));
        let _ = flag::register(signal, Arc::clone(&IS_STOPPED));
    }
}

/// Whether the user wants no more.
pub(super) fn is_stopped() -> bool {
    IS_STOPPED.load(Ordering::SeqCst)
}
