//! The next referee: it waits until nobody writes a journal any more, and continues its event.
//!
//! Whoever writes a journal holds the lock of its file. When a process ends, in whatever way, the system
//! gives the lock to one other; so two referees never send at the same time. A referee that hangs keeps its
//! lock until somebody ends it.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::time::Duration;

use super::journal::entries;
use super::screen::print;

/// The word of a journal whose referee left in good order.
pub(in crate::cli) const LEAVE: &str = "leave";

/// The lines in front of the first game: the name, the clock, the settings.
const FIRST_LINES: usize = 3;

/// Time between two looks at a journal that is not there yet.
const LOOK: Duration = Duration::from_millis(50);

/// Waits until an event has begun.
pub(super) fn wait_for_event(path: &Path) {
    let has_begun = || {
        let file = File::open(path).ok()?;
        (BufReader::new(file).split(b'\n').take(FIRST_LINES).count() == FIRST_LINES).then_some(())
    };
    if has_begun().is_none() {
        print(&format!("Waiting for an event in {}", path.display()));
    }
    while has_begun().is_none() {
        std::thread::sleep(LOOK);
    }
}

/// The word of a journal whose referee took over on another machine.
pub(in crate::cli) const TERM: &str = "term";

/// The number of the last referee that wrote a journal: 1 for the one that began the event, 0 if nobody did.
pub(super) fn term(text: &[u8]) -> u64 {
    let taken =
        entries(text).filter(|entry| entry.word == TERM).last().and_then(|entry| entry.rest.parse().ok());
    taken.unwrap_or_else(|| u64::from(!text.is_empty()))
}

/// Whether the event was over when the referee of a journal left. `None` if it did not leave in good order.
pub(super) fn left(text: &[u8]) -> Option<bool> {
    entries(text).last().filter(|entry| entry.word == LEAVE).map(|entry| entry.rest == "over")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_word_tells_that_a_referee_left() {
        let check = |text: &str, expect| assert_eq!(left(text.as_bytes()), expect, "{text}");
        check("", None);
        check("0 # epidote\n5 end 1|1-0|normal|mate\n", None);
        check("0 # epidote\n5 leave over\n", Some(true));
        check("0 # epidote\n5 leave early\n", Some(false));
        check("0 # epidote\n5 leave early\n9 note resumed on 2026.11.24\n", None);
        // A line of a connection is not one of the referee.
        check("0 # epidote\n5 < 1 leave over\n", None);
    }
}
