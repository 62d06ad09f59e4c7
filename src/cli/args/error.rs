//! Values of options that cannot be read. Clap puts the option and the value before each message.

use std::error::Error;
use std::fmt;

use crate::query::QueryError;

/// What is wrong with a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::cli) enum ValueError {
    /// It is not the name of a comment register.
    Register,
    /// It is not a number of workers.
    Workers,
    /// It is not a shard.
    Shard,
    /// It does not name positions of a game.
    Positions,
    /// It cannot be the name of a column.
    Column,
    /// It is not an opcode.
    Opcode(String),
    /// This word among opcodes is none.
    Opcodes(String),
    /// It is not a file and a line.
    Place(String),
    /// It is not a query.
    Query {
        /// The text from where it goes wrong.
        rest: String,
        /// What is wrong there.
        error: QueryError,
    },
    /// It asks for changed records.
    Changed,
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Register => f.write_str("a register from `c0` to `c9`"),
            Self::Workers => f.write_str("a number from 1 to 256"),
            Self::Shard => f.write_str("a number and how many there are, such as 3/8"),
            Self::Positions => f.write_str("`every`, `final` or a number"),
            Self::Column => f.write_str("it is no column: that of an opcode is one word"),
            Self::Opcode(text) => {
                write!(
                    f,
                    "`{text}` is not an opcode: a letter, then letters, digits and `_`, at most 15 in all (§5.1)"
                )
            }
            Self::Opcodes(word) => write!(
                f,
                "`{word}` is not an opcode: give the opcodes first, with commas between them, then the files"
            ),
            Self::Place(text) => {
                write!(f, "`{text}` is not a place: give a file, a colon and a line, such as suite.epd:12")
            }
            Self::Changed => {
                f.write_str("only the page knows what was changed; \"changed\" in quotes is a text")
            }
            Self::Query { rest, error } => write!(f, "at `{rest}`: {error}"),
        }
    }
}

impl Error for ValueError {}
