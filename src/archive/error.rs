//! Why an archive, or a file in it, cannot be read.

use std::fmt;

use crate::archive::{MOST_MEMBERS, Method};

/// Why an archive, or a file in it, cannot be read. Names are those of members.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ZipError {
    /// The file does not end as an archive does.
    NoEnd,
    /// The archive goes on in other files.
    Split,
    /// The directory contradicts itself or the file; the words say how.
    Damaged(&'static str),
    /// More than [`MOST_MEMBERS`].
    TooManyMembers,
    /// The members unpack to more bytes than the caller allows.
    TooLarge {
        /// How many bytes the caller allows.
        limit: u64,
    },
    /// Two members claim the same bytes.
    Overlap(String),
    /// The bytes of a member do not lie before the directory.
    OutOfFile(String),
    /// What stands where the member should begin is something else.
    NoHeader(String),
    /// A password is needed.
    Encrypted(String),
    /// A member is packed in a way that is not read.
    UnknownMethod {
        /// Which member.
        name: String,
        /// How it is packed.
        method: Method,
    },
}

impl fmt::Display for ZipError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoEnd => f.write_str("the file is cut off, or is no zip archive"),
            Self::Split => f.write_str("the archive is split, and this file is only a part of it"),
            Self::Damaged(how) => write!(f, "the archive is damaged: {how}"),
            Self::TooManyMembers => write!(f, "the archive holds more than {MOST_MEMBERS} files"),
            Self::TooLarge { limit } => write!(f, "the archive unpacks to more than {limit} bytes"),
            Self::Overlap(name) => write!(f, "the archive is damaged: {name} shares bytes with another file"),
            Self::OutOfFile(name) => write!(f, "the archive is damaged: {name} does not lie inside it"),
            Self::NoHeader(name) => write!(f, "the archive is damaged: {name} is not where it should be"),
            Self::Encrypted(name) => write!(f, "{name} is locked by a password"),
            Self::UnknownMethod { name, method } => {
                write!(f, "{name} is packed with {method}, which cannot be unpacked")
            }
        }
    }
}
