//! Whether a line is a record at all.

use crate::epd::lexed::{Solid, Token};

/// What a line is: a record, a comment, or blank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineKind {
    /// Nothing but blanks and control characters.
    Blank,
    /// A line that starts with `#` or `%`. EPD has no comments; real files do.
    Comment,
    /// Anything else: a record, however broken.
    Record,
}

impl LineKind {
    /// What a line (without its line end) is, found out without reading all of it.
    pub fn of(text: &[u8]) -> Self {
        Self::by_start(text, Solid::of(text).next())
    }

    /// What a line is that begins with this token, blanks apart.
    #[inline]
    pub(super) fn by_start(text: &[u8], first: Option<Token>) -> Self {
        match first {
            None => Self::Blank,
            Some(first) if matches!(text.get(first.span.start), Some(b'#' | b'%')) => Self::Comment,
            Some(_) => Self::Record,
        }
    }
}
