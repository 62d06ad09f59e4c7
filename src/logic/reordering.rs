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
}

/// The records at these places, in this order. A place that no record has is left out.
pub fn permuted(ids: &[RecordId], order: &[u32]) -> Vec<RecordId> {
    order.iter().filter_map(|&place| ids.get(place as usize).copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;

    #[test]
    fn records_take_the_places_of_an_order() {
        let ids = Document::from_bytes("three", b"a\nb\nc\n".to_vec()).all_ids();
        let [a, b, c] = ids[..] else { panic!("{ids:?}") };
        for (order, expect) in
            [(&[][..], &[][..]), (&[2, 0, 1], &[c, a, b]), (&[1, 1], &[b, b]), (&[3, 0, u32::MAX], &[a])]
        {
            assert_eq!(permuted(&ids, order), expect, "{order:?}");
        }
        assert_eq!(permuted(&[], &[0]), []);
    }
}
