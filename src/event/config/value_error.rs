//! What is wrong with the value of an option.

use std::fmt;

use crate::time_control::TimeControlError;

/// What is wrong with a value. Texts are as they were written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ValueError {
    /// Not a number, or one that is too large.
    InvalidNumber(String),
    /// A number that must be at least 1.
    NotPositive,
    /// A number outside its range, which is given in words.
    OutOfRange(&'static str),
    /// A number that is too large.
    TooLarge,
    /// Not a time, or not a time control.
    Time(TimeControlError),
    /// A word that is not one of a few.
    Unknown {
        /// The word as it was given.
        word: String,
        /// The words that are known.
        known: &'static str,
    },
    /// A key that engines do not have.
    UnknownKey,
    /// An option of an engine without a name.
    UnnamedOption,
    /// A quote is not closed.
    OpenQuote,
    /// A line end or another control character in a name, which is shown on one line.
    ControlCharacter,
}

impl ValueError {
    pub(super) fn unknown(word: &str, known: &'static str) -> Self {
        Self::Unknown { word: word.to_owned(), known }
    }
}

impl From<TimeControlError> for ValueError {
    fn from(error: TimeControlError) -> Self {
        Self::Time(error)
    }
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidNumber(text) => write!(f, "`{text}` is not a valid number"),
            Self::NotPositive => f.write_str("at least 1 is needed"),
            Self::OutOfRange(range) => write!(f, "a number from {range} is needed"),
            Self::TooLarge => f.write_str("the number is too large"),
            Self::Time(error) => error.fmt(f),
            Self::Unknown { word, known } => write!(f, "`{word}` is not known here: use {known}"),
            Self::UnknownKey => f.write_str("there is no such key for an engine"),
            Self::UnnamedOption => f.write_str("an option without a name"),
            Self::OpenQuote => f.write_str("a quote is not closed"),
            Self::ControlCharacter => f.write_str("a name has no line end and no control character"),
        }
    }
}

impl std::error::Error for ValueError {}
