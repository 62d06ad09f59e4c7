//! Why an engine fails a step.

use std::fmt;
use std::io;

use crate::referee::rules::RulesError;
use crate::referee::wire::WireFault;

/// Why an engine fails a step.
#[derive(Debug)]
pub(super) enum Fault {
    /// The system cannot carry its lines.
    System(io::Error),
    /// It ended, in this way, before it wrote what it was asked for.
    EndedBefore {
        /// How it ended.
        how: String,
        /// What it was asked for.
        what: String,
    },
    /// It ended in this way, and was to go on.
    Ended(String),
    /// It did not write something in time.
    Late {
        /// What it was asked for.
        what: String,
        /// Milliseconds that it had.
        ms: u64,
    },
    /// It wrote a line when it was to be silent.
    Spoke {
        /// What that means.
        what: String,
        /// The line as it wrote it.
        line: String,
    },
    /// It did not leave in this many milliseconds.
    Stayed(u64),
    /// Its record is not one of §8.
    Record {
        /// What is wrong with it.
        fault: WireFault,
        /// The record.
        line: String,
    },
    /// Its move or position breaks the rules of chess.
    Rules(RulesError),
    /// It did something else than its protocol wants, in words.
    Wrong(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::System(error) => error.fmt(f),
            Self::EndedBefore { how, what } => write!(f, "it ended ({how}) before {what}"),
            Self::Ended(how) => write!(f, "it ended ({how})"),
            Self::Late { what, ms } => write!(f, "no {what} within {ms} ms"),
            Self::Spoke { what, line } => write!(f, "{what}: {line}"),
            Self::Stayed(ms) => write!(f, "it is still there after {ms} ms"),
            Self::Record { fault, line } => write!(f, "{fault}: {line}"),
            Self::Rules(error) => error.fmt(f),
            Self::Wrong(what) => f.write_str(what),
        }
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

impl From<RulesError> for Fault {
    fn from(error: RulesError) -> Self {
        Self::Rules(error)
    }
}

/// What a program did wrong, as the end of a step.
pub(super) fn wrong<T>(what: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::Wrong(what.into()))
}
