//! Interrupts by the user. A run that keeps what is done hears of the first one and ends cleanly; every other
//! run is ended by it, but leaves no temporary file behind.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, Once, PoisonError};

#[cfg(unix)]
use signal_hook::consts::SIGHUP;
use signal_hook::consts::{SIGINT, SIGTERM};
#[cfg(not(unix))]
use signal_hook::flag;
#[cfg(unix)]
use signal_hook::iterator::Signals;

/// The status of a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// Whether the user has interrupted the program.
static IS_STOPPED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Whether the program ends by itself when it is interrupted.
static HEARS: AtomicBool = AtomicBool::new(false);

/// Files that are being written, to be removed if they are not finished.
static TEMPORARY: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Signals that come within this time of the first one are the same request: `timeout` and terminals tell a program and
/// its group.
#[cfg(unix)]
const ONE_REQUEST: std::time::Duration = std::time::Duration::from_millis(200);

/// From now on the first interrupt or request to terminate lets the program write what is done, and the
/// second one ends it. The loss of the terminal is such a request too, unless it is ignored, as `nohup` has it.
pub(super) fn hear_interrupts() {
    // A second registration would take the first interrupt for the second one.
    if !HEARS.swap(true, Ordering::SeqCst) {
        hear();
    }
}

/// Hears signals in a thread of its own.
#[cfg(unix)]
fn hear() {
    // If the system does not support this, it ends the program itself.
    let Ok(mut signals) = Signals::new(heeded()) else { return };
    std::thread::spawn(move || {
        let mut first = None;
        for _ in signals.forever() {
            let first = *first.get_or_insert_with(super::now);
            if !IS_STOPPED.swap(true, Ordering::SeqCst) || first.elapsed() < ONE_REQUEST {
                continue;
            }
            remove_temporary(&temporary());
            std::process::exit(INTERRUPTED);
        }
    });
}

/// The signals that ask the program to end.
#[cfg(unix)]
fn heeded() -> Vec<i32> {
    let hangup = (!ignores_hangup()).then_some(SIGHUP);
    [SIGINT, SIGTERM].into_iter().chain(hangup).collect()
}

/// Whether the program was started so that the loss of its terminal means nothing.
#[cfg(unix)]
fn ignores_hangup() -> bool {
    // Where this is not told, the signal is left as it is.
    std::fs::read_to_string("/proc/self/status").map_or(true, |status| is_ignored(&status, SIGHUP))
}

/// Whether a process with this status ignores a signal.
#[cfg(unix)]
fn is_ignored(status: &str, signal: i32) -> bool {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_none_or(|mask| mask >> (signal - 1) & 1 == 1)
}

/// Elsewhere the second signal ends the program at once.
#[cfg(not(unix))]
fn hear() {
    for signal in [SIGINT, SIGTERM] {
        // The handler for the second signal is registered first, because it acts only if the flag was already set.
        let _ = flag::register_conditional_shutdown(signal, INTERRUPTED, Arc::clone(&IS_STOPPED));
        let _ = flag::register(signal, Arc::clone(&IS_STOPPED));
    }
}

fn remove_temporary(temporary: &BTreeSet<PathBuf>) {
    for path in temporary {
        // It may not be there yet.
        let _ = std::fs::remove_file(path);
    }
}

/// Whether the user has interrupted the program.
pub(super) fn is_stopped() -> bool {
    IS_STOPPED.load(Ordering::SeqCst)
}

fn temporary() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Creates a file that is removed when the program is interrupted, unless it ends by itself then. No interrupt comes
/// between.
///
/// # Errors
/// It cannot be created.
pub(super) fn begin_temporary<T>(path: &Path, create: impl FnOnce(&Path) -> io::Result<T>) -> io::Result<T> {
    static WATCH: Once = Once::new();
    WATCH.call_once(watch);
    let mut temporary = temporary();
    let created = create(path)?;
    temporary.insert(path.to_owned());
    Ok(created)
}

/// Does the last thing with a temporary file: it gets its name, or is removed. No interrupt comes between.
pub(super) fn end_temporary<T>(path: &Path, end: impl FnOnce(&Path) -> T) -> T {
    let mut temporary = temporary();
    let result = end(path);
    temporary.remove(path);
    result
}

/// Ends the program by the signal that it got, after the files that are not finished are removed.
#[cfg(unix)]
fn watch() {
    let Ok(mut signals) = Signals::new(heeded()) else { return };
    std::thread::spawn(move || {
        for signal in signals.forever() {
            if HEARS.load(Ordering::SeqCst) {
                continue;
            }
            let temporary = temporary();
            remove_temporary(&temporary);
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    });
}

/// Other systems have no such signals.
#[cfg(not(unix))]
fn watch() {}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn what_is_ignored_stays_ignored() {
        let check = |status: &str, expect| assert_eq!(is_ignored(status, SIGHUP), expect, "{status}");
        check("Name:\tx\nSigIgn:\t0000000000000001\nSigCgt:\t0", true);
        check("Name:\tx\nSigIgn:\t0000000000001000\n", false);
        check("SigIgn:\t0000000000001001\n", true);
        // What is not known is left as it is.
        for status in ["", "SigIgn: x", "SigBlk:\t0000000000000000"] {
            check(status, true);
        }
    }
}
