//! Why an engine fails a step.

use std::fmt;
use std::io;

use crate::referee::rules::RulesError;
use crate::referee::wire::WireFault;
use crate::referee::words::Refreq;

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
    /// It does not tell its name.
    NoName,
    /// It does not tell its author.
    NoAuthor,
    /// It tells an option wrongly.
    Option {
        /// What is wrong with it.
        fault: OptionFault,
        /// The line of the option.
        line: String,
    },
    /// The line that ends its search has no move.
    NoBestMove,
    /// It plays a move that is not legal.
    Illegal(String),
    /// A line that it expects cannot be played.
    IllegalLine {
        /// The first move that is not legal.
        text: String,
        /// The line that it wrote.
        line: String,
    },
    /// It took longer than it had.
    Overdue {
        /// Milliseconds that it took.
        took_ms: u64,
        /// Milliseconds that it had.
        had_ms: u64,
    },
    /// It plays another move where one mates.
    MissesMate {
        /// The move that it plays.
        played: String,
        /// The move that mates.
        mate: &'static str,
    },
    /// It ended its search early, so as to answer.
    EndedToAnswer,
    /// It does not write what it thinks.
    NoThinking,
    /// It begins with this request and not by signing on.
    SaysFirst(Refreq),
    /// It makes this request in place of a reply.
    Says(Refreq),
    /// Its reply is about another position than that of the game.
    OtherPosition {
        /// The four fields of its reply.
        found: String,
        /// Those of the game.
        expected: String,
    },
    /// Its reply has no move.
    NoMove,
    /// It plays this move where it is mated.
    PlaysMated(String),
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
            Self::NoName => f.write_str("it does not tell its name (id name)"),
            Self::NoAuthor => f.write_str("it does not tell its author (id author)"),
            Self::Option { fault, line } => write!(f, "{fault}: {line}"),
            Self::NoBestMove => f.write_str("no bestmove"),
            Self::Illegal(text) => write!(f, "{text:?} is not a legal move"),
            Self::IllegalLine { text, line } => write!(f, "{text:?} of its line cannot be played: {line}"),
            Self::Overdue { took_ms, had_ms } => write!(f, "it took {took_ms} ms and had {had_ms}"),
            Self::MissesMate { played, mate } => write!(f, "it plays {played}, and {mate} mates"),
            Self::EndedToAnswer => f.write_str("it ended its search to answer"),
            Self::NoThinking => f.write_str("no line of depth, score, time and nodes"),
            Self::SaysFirst(refreq) => write!(f, "it says {} first", refreq.word()),
            Self::Says(refreq) => write!(f, "it says {}", refreq.word()),
            Self::OtherPosition { found, expected } => {
                write!(f, "its position is {found:?}, not {expected:?}")
            }
            Self::NoMove => f.write_str("its reply has no move"),
            Self::PlaysMated(text) => write!(f, "it plays {text}"),
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

/// What is wrong with an option of UCI.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OptionFault {
    /// It has no name, or no type.
    Unnamed,
    /// A spin has no default, or no range.
    IncompleteSpin,
    /// The default of a spin is out of its range.
    OutOfRange,
    /// The default of a combo is none of its values.
    OtherDefault,
    /// The default of a check is not true or false.
    NoTruth,
    /// There is no such type.
    UnknownType,
}

impl fmt::Display for OptionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unnamed => "no name, or no type",
            Self::IncompleteSpin => "a spin needs default, min and max",
            Self::OutOfRange => "the default is out of range",
            Self::OtherDefault => "the default is none of the values",
            Self::NoTruth => "the default of a check is true or false",
            Self::UnknownType => "the type is not one of UCI",
        })
    }
}
