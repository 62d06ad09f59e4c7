//! Why something cannot be done with a record.

use std::error::Error;
use std::fmt;

/// Why something cannot be done with a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordError {
    /// The number of its line, if that is known.
    pub line: Option<usize>,
    /// What is wrong, in English.
    pub reason: String,
    /// The paragraph of the 1995 text that says so, if one does.
    pub paragraph: Option<&'static str>,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        f.write_str(&self.reason)?;
        self.paragraph.map_or(Ok(()), |paragraph| write!(f, " ({paragraph})"))
    }
}

impl Error for RecordError {}
