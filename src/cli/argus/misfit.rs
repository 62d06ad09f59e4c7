//! Journals that contradict their event.

use std::fmt;

use crate::event::schedule::FinishError;

/// An entry of a journal that contradicts the event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Misfit {
    /// The entry, without its time.
    pub(super) entry: String,
    /// What is wrong with it.
    pub(super) fault: Fault,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the journal does not fit the event: {}: {}", self.entry, self.fault)
    }
}

/// What is wrong with an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fault {
    /// It does not have the words that it needs.
    Unreadable,
    /// The schedule does not have the game.
    NoGame,
    /// A game is not named.
    NoName,
    /// A result is not valid.
    NoResult,
    /// The way that a game ended is unknown.
    UnknownWord,
    /// The move cannot be played.
    Unplayable(String),
    /// The result does not count.
    Finish(FinishError),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable => f.write_str("unreadable"),
            Self::NoGame => f.write_str("no such game"),
            Self::NoName => f.write_str("no name of a game"),
            Self::NoResult => f.write_str("no result"),
            Self::UnknownWord => f.write_str("unknown word"),
            Self::Unplayable(san) => write!(f, "{san} cannot be played"),
            Self::Finish(error) => error.fmt(f),
        }
    }
}
