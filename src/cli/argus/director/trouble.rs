//! Why an event cannot go on.

use std::fmt;
use std::io;

use crate::event::schedule::FinishError;

/// Why an event cannot go on.
#[derive(Debug)]
pub(in crate::cli::argus) enum Trouble {
    /// The system fails while games are played.
    Play(io::Error),
    /// The system fails while the players are dismissed.
    Leave(io::Error),
    /// The program of a player could not be started for the second time.
    NoStart {
        /// The player.
        name: String,
        /// What went wrong.
        how: String,
    },
    /// A result is not one of the schedule.
    Result(FinishError),
    /// The journal cannot be written.
    Journal(io::Error),
    /// Another referee may have taken over.
    Deposed {
        /// The observer.
        peer: String,
        /// The journal.
        journal: String,
    },
    /// The file of games cannot be written.
    Pgn(io::Error),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(error) => write!(f, "the event cannot go on: {error}"),
            Self::Leave(error) | Self::Journal(error) => error.fmt(f),
            Self::NoStart { name, how } => write!(f, "{name}: {how}"),
            Self::Result(error) => error.fmt(f),
            Self::Deposed { peer, journal } => write!(
                f,
                "the observer at {peer} was not heard in time and may have taken over: nothing more is sent. If it has \
                 not, resume with `epidote argus resume {journal}`"
            ),
            Self::Pgn(error) => write!(f, "the PGN file cannot be written: {error}"),
        }
    }
}
