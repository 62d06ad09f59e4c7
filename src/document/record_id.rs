//! The id of a line, which stays the same while lines around it come and go.

/// Names a line of one document for as long as the document is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RecordId(u32);

/// Ids from here on name added lines.
const FIRST_NEW: u32 = 1 << 31;

/// The most lines of a file: ids below [`FIRST_NEW`] are line numbers.
pub(super) const MOST_LINES: usize = FIRST_NEW as usize;

impl RecordId {
    /// The id of a line of the source, from 0.
    pub(super) fn of_source(line: usize) -> Option<Self> {
        u32::try_from(line).ok().filter(|&line| line < FIRST_NEW).map(Self)
    }

    /// The id of added line number `serial`.
    pub(super) fn new_line(serial: u32) -> Option<Self> {
        FIRST_NEW.checked_add(serial).map(Self)
    }

    /// The number of the line in the source, from 0; `None` for an added line.
    pub fn source_line(self) -> Option<usize> {
        (self.0 < FIRST_NEW).then_some(self.0 as usize)
    }

    /// The number of an added line, from 0 (see [`super::Document::lines_added`]); `None` for a line of the source.
    pub fn new_serial(self) -> Option<u32> {
        self.0.checked_sub(FIRST_NEW)
    }

    /// The id with this key.
    pub(super) fn of_key(key: u32) -> Self {
        Self(key)
    }

    /// A number to be used as a key.
    pub fn key(self) -> u32 {
        self.0
    }
}
