//! The journal of an event on a second machine, whose referee takes over when the first one is gone.
//!
//! The referee ([`Primary`]) sends its journal to one observer ([`observe`]) as it grows, with beats between; the
//! observer answers. See [`crate::event::lease`] for why the two never both send, and docs/referee.md for what the user
//! sees.

mod observer;
mod primary;
mod wire;

use crate::referee::board::Us;

/// Microseconds on the clock of a lease, which goes on while the machine sleeps: a referee that wakes up must know that
/// its lease is over.
fn lease_now() -> Us {
    use rustix::time::{ClockId, clock_gettime};
    #[cfg(any(target_os = "linux", target_os = "android"))]
    let clock = ClockId::Boottime;
    // That of macOS goes on too.
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    let clock = ClockId::Monotonic;
    let time = clock_gettime(clock);
    let (seconds, nanoseconds) = (u64::try_from(time.tv_sec), u64::try_from(time.tv_nsec));
    seconds.unwrap_or(0).saturating_mul(1_000_000).saturating_add(nanoseconds.unwrap_or(0) / 1000)
}

pub(super) use observer::{Followed, ObserveError, observe};
pub(super) use primary::{Primary, Standing};
