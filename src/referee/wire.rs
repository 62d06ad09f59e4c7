//! Turns records of EPD into the words of referee and client, and back (§8).
//!
//! What is written is in normal form: operations in ASCII order, one space between tokens. What is read may
//! be any record that `epd::parse` understands.

mod read;
#[cfg(test)]
mod tests;
mod write;

use std::fmt;

pub use read::{read_directive, read_request};
pub use write::{write_directive, write_request};

/// Why a line does not belong to the dialogue with a referee.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WireFault {
    /// Not all four fields are there (§4).
    Fields,
    /// No `refcom`, or no `refreq`: each record has one (§8).
    NoWord(&'static str),
    /// The operand of `refcom` or `refreq` is not a known word (§6.23, §6.24).
    UnknownWord(&'static str, String),
    /// Two operations contradict each other, or one is there twice (§6.9 to §6.12, §6.25, §5.1).
    Contradiction(String),
    /// An operation has operands that it cannot have.
    Operand(&'static str),
    /// The operation needs `sm` beside it (§6.10, §6.11).
    NeedsMove(&'static str),
}

impl fmt::Display for WireFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fields => write!(f, "the line does not have the four fields of a position (§4)"),
            Self::NoWord(opcode) => write!(f, "the record has no {opcode}, which each one must have (§8)"),
            Self::UnknownWord(opcode, word) => write!(f, "{opcode} does not know {word:?} (§8.1, §8.2)"),
            Self::Contradiction(what) => write!(f, "{what} cannot be on one record (§6.9 to §6.12, §6.25)"),
            Self::Operand(opcode) => write!(f, "{opcode} has the wrong operands (§6)"),
            Self::NeedsMove(opcode) => write!(f, "{opcode} needs sm (§6.10, §6.11)"),
        }
    }
}

impl std::error::Error for WireFault {}
