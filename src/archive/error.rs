//! Why an archive, or a file in it, cannot be read.

use std::fmt;

use crate::archive::{MOST_MEMBERS, Method};
use crate::language::{Text, say, word};

/// Why an archive, or a file in it, cannot be read. Names are names of members.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ZipError {
    /// The file does not have the end of an archive.
    NoEnd,
    /// The archive continues in other files.
    Split,
    /// The directory contradicts itself or the file; a key of the language files says how.
    Damaged(&'static str),
    /// More than [`MOST_MEMBERS`].
    TooManyMembers,
    /// The members unpack to more bytes than the caller allows.
    TooLarge {
        /// The limit of the caller.
        limit: u64,
    },
    /// Two members claim the same bytes.
    Overlap(String),
    /// The bytes of a member are not before the directory.
    OutOfFile(String),
    /// Something else is where the member should begin.
    NoHeader(String),
    /// A password is needed.
    Encrypted(String),
    /// A member is packed by an unsupported method.
    UnknownMethod {
        /// The name of the member.
        name: String,
        /// The method by which it is packed.
        method: Method,
    },
}

impl ZipError {
    /// What is wrong.
    pub fn text(&self) -> Text {
        match self {
            Self::NoEnd => "why.zip-end".into(),
            Self::Split => "why.zip-split".into(),
            Self::Damaged(how) => say("why.zip-damaged", [word(how)]),
            Self::TooManyMembers => say("why.zip-members", [MOST_MEMBERS.to_string()]),
            Self::TooLarge { limit } => say("why.zip-large", [limit.to_string()]),
            Self::Overlap(name) => say("why.zip-overlap", [name.clone()]),
            Self::OutOfFile(name) => say("why.zip-outside", [name.clone()]),
            Self::NoHeader(name) => say("why.zip-header", [name.clone()]),
            Self::Encrypted(name) => say("why.zip-encrypted", [name.clone()]),
            Self::UnknownMethod { name, method } => say("why.zip-method", [name.clone(), method.to_string()]),
        }
    }
}

impl std::error::Error for ZipError {}

impl fmt::Display for ZipError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text().english())
    }
}
