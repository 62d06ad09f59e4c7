//! A range of bytes in one line of text.

use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

/// A half-open range of bytes, `start..end`, in the line it was made for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte; never below `start`.
    pub end: usize,
}

impl Span {
    /// The span `start..end`, or the empty span at `start` if `end` is below it.
    pub fn new(start: usize, end: usize) -> Self {
        Self { start, end: end.max(start) }
    }

    /// The empty span at `at`.
    pub fn empty(at: usize) -> Self {
        Self { start: at, end: at }
    }

    /// Number of bytes.
    pub fn len(self) -> usize {
        self.end - self.start
    }

    /// Returns whether the span is empty.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The smallest span that holds both.
    #[must_use]
    pub fn cover(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The bytes of `text` in this span, without those past the end of `text`.
    pub fn of(self, text: &[u8]) -> &[u8] {
        let end = self.end.min(text.len());
        text.get(self.start.min(end)..end).unwrap_or_default()
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Self::new(range.start, range.end)
    }
}
