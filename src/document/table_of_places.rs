//! The places of all lines of a document, to look up many at once.

use super::order::Order;
use super::record_id::RecordId;

/// The place of every line: first those of the source, then the added ones.
#[derive(Debug, Clone, Default)]
pub(super) struct Places([Vec<u32>; 2]);

impl Places {
    /// The line has no place.
    const NOWHERE: u32 = u32::MAX;

    fn key(id: RecordId) -> (usize, usize) {
        match id.new_serial() {
            None => (0, id.key() as usize),
            Some(serial) => (1, serial as usize),
        }
    }

    pub(super) fn of(order: &Order) -> Self {
        let mut places = Self::default();
        for (id, place) in order.to_vec().into_iter().zip(0..) {
            let (table, at) = Self::key(id);
            let table = &mut places.0[table];
            if table.len() <= at {
                table.resize(at + 1, Self::NOWHERE);
            }
            table[at] = place;
        }
        places
    }

    pub(super) fn get(&self, id: RecordId) -> Option<usize> {
        let (table, at) = Self::key(id);
        self.0[table].get(at).filter(|&&place| place != Self::NOWHERE).map(|&place| place as usize)
    }
}
