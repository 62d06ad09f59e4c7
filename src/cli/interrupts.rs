//! Interrupts by the user: the first one lets the program end cleanly, the second one ends it at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// Whether the user has interrupted the program.
static IS_STOPPED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// From now on the first interrupt or request to terminate lets the program write what is done, and the
/// second one ends it. The loss of the terminal is not handled: a user who wants the program to outlive it
/// uses `nohup`.
pub(super) fn hear_interrupts() {
    for signal in [SIGINT, SIGTERM] {
        // If the system does not support this, it ends the program itself. The handler for the second signal
        // is registered first, because it acts only if the flag was already set.
        let _ = flag::register_conditional_shutdown(signal, 130, Arc::clone(&IS_STOPPED));
        let _ = flag::register(signal, Arc::clone(&IS_STOPPED));
    }
}

/// Whether the user has interrupted the program.
pub(super) fn is_stopped() -> bool {
    IS_STOPPED.load(Ordering::SeqCst)
}
