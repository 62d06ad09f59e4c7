//! New orders for the records of a file.

use crate::document::RecordId;
use crate::protocol::Same;

/// A new order for some records of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reorder {
    /// By a key.
    Sort {
        /// The key: `position`, `men`, `length`, or an opcode.
        by: String,
        /// Whether the greatest come first.
        descending: bool,
    },
    /// By chance.
    Shuffle {
        /// The same seed gives the same order.
        seed: u64,
    },
    /// Keep one record of each position.
    Deduplicate {
        /// Which positions are the same.
        same: Same,
        /// Whether the last one is kept, not the first.
        keep_last: bool,
        /// Whether it gets the operations that only the others have.
        merge: bool,
    },
}

/// The result.
#[derive(Debug, Default)]
pub struct Reordered {
    /// The records in their new order. It is empty if records are only removed.
    pub ids: Vec<RecordId>,
    /// The records to remove.
    pub removed: Vec<RecordId>,
    /// New texts for records that stay.
    pub edits: Vec<(RecordId, Vec<u8>)>,
    /// The number of duplicates that stay, because they have something that cannot be merged.
    pub left: usize,
}
