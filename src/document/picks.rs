//! The records of a file that the user picked, for commands to work on.

use super::{LineSet, RecordId};

/// The picked records of a file, and the one from which a range reaches.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Picks {
    ids: LineSet,
    /// Where the next range begins, as long as something is picked; otherwise it begins at the selected record.
    pub anchor: Option<RecordId>,
}

impl Picks {
    /// Picks these records, too.
    pub fn add(&mut self, ids: impl IntoIterator<Item = RecordId>) {
        for id in ids {
            self.ids.add(id);
        }
    }

    /// Picks a record, or no longer picks it. The next range begins there.
    pub fn toggle(&mut self, id: RecordId) {
        if !self.ids.remove(id) {
            self.ids.add(id);
        }
        self.anchor = Some(id);
    }

    /// The records, those that are gone as well.
    pub fn ids(&self) -> Vec<RecordId> {
        self.ids.to_vec()
    }

    /// Returns whether a record is picked.
    pub fn has(&self, id: RecordId) -> bool {
        self.ids.has(id)
    }

    /// Returns whether no record is picked.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }
}
