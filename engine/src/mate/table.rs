//! What is known about positions: in how many moves there is a mate, and in how many there is none.
//!
//! "Mate in three" implies "mate in four"; "none in three" implies "none in two". So two numbers are enough
//! for each position: the most moves refuted and the fewest proved.

use crate::search::NO_MOVE;

/// What is known about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Known {
    /// There is no mate in this many moves.
    pub(super) refuted: u8,
    /// There is a mate in this many moves; 255 if none is known.
    pub(super) proved: u8,
    /// The move that showed it, packed.
    pub(super) mv: u16,
}

impl Known {
    const NOTHING: Self = Self { refuted: 0, proved: u8::MAX, mv: NO_MOVE };

    /// Returns whether there is a mate in `moves` moves, if that is known.
    pub(super) fn says(self, moves: u8) -> Option<bool> {
        if self.proved <= moves {
            Some(true)
        } else if self.refuted >= moves {
            Some(false)
        } else {
            None
        }
    }
}

#[derive(Debug, Clone, Copy)]
struct Slot {
    key: u64,
    known: Known,
    /// The number of the question it was stored for.
    generation: u32,
}

const EMPTY: Slot = Slot { key: 0, known: Known::NOTHING, generation: 0 };

/// The number of slots for a position.
const WAYS: usize = 4;

/// A table of fixed size: of positions competing for a place, those that took the most work stay.
#[derive(Debug)]
pub(super) struct Table {
    slots: Vec<[Slot; WAYS]>,
    generation: u32,
}

impl Table {
    pub(super) fn new(mib: usize) -> Self {
        let mut count = (mib.clamp(1, 4096) << 20) / size_of::<[Slot; WAYS]>();
        let mut slots = Vec::new();
        while count > 1 && slots.try_reserve_exact(count).is_err() {
            count /= 2;
        }
        slots.resize(count, [EMPTY; WAYS]);
        Self { slots, generation: 1 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.slots.fill([EMPTY; WAYS]);
            self.generation = 1;
        }
    }

    fn index(&self, key: u64) -> usize {
        // The high half of the product of the key and the size: any size will do.
        usize::try_from((u128::from(key) * self.slots.len() as u128) >> 64).unwrap_or(0)
    }

    /// What is known about a position.
    pub(super) fn get(&self, key: u64) -> Known {
        let slots = self.slots.get(self.index(key));
        let slot = slots.and_then(|slots| {
            slots.iter().find(|slot| slot.key == key && slot.generation == self.generation)
        });
        slot.map_or(Known::NOTHING, |slot| slot.known)
    }

    /// Notes that there is a mate in `moves` moves, or that there is none.
    pub(super) fn set(&mut self, key: u64, moves: u8, is_mate: bool, mv: u16) {
        let index = self.index(key);
        let generation = self.generation;
        let Some(slots) = self.slots.get_mut(index) else { return };
        let is_own = |slot: &Slot| slot.key == key && slot.generation == generation;
        let place = slots.iter().position(is_own).unwrap_or_else(|| {
            // A slot of an earlier question, or the one that took the least work.
            let worth = |at: &usize| {
                let slot = &slots[*at];
                if slot.generation == generation { u16::from(work(slot.known)) + 1 } else { 0 }
            };
            (0..WAYS).min_by_key(worth).unwrap_or(0)
        });
        let slot = &mut slots[place];
        if !is_own(slot) {
            *slot = Slot { key, known: Known::NOTHING, generation };
        }
        if is_mate {
            slot.known.proved = slot.known.proved.min(moves);
        } else {
            slot.known.refuted = slot.known.refuted.max(moves);
        }
        if mv != NO_MOVE {
            slot.known.mv = mv;
        }
    }
}

/// The number of moves searched for what is known.
fn work(known: Known) -> u8 {
    if known.proved == u8::MAX { known.refuted } else { known.refuted.max(known.proved) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_noted_is_known_until_cleared() {
        let mut table = Table::new(1);
        assert_eq!(table.get(7), Known::NOTHING);
        table.set(7, 3, false, 9);
        table.set(7, 2, false, NO_MOVE);
        assert_eq!(table.get(7), Known { refuted: 3, proved: u8::MAX, mv: 9 });
        assert_eq!([2, 3, 4].map(|moves| table.get(7).says(moves)), [Some(false), Some(false), None]);
        table.set(7, 5, true, 4);
        assert_eq!([4, 5, 6].map(|moves| table.get(7).says(moves)), [None, Some(true), Some(true)]);
        assert_eq!(table.get(7).mv, 4);
        table.clear();
        assert_eq!(table.get(7), Known::NOTHING);
    }

    #[test]
    fn a_full_table_keeps_what_took_most_work() {
        let mut table = Table { slots: vec![[EMPTY; WAYS]], generation: 1 };
        for key in 1..=5 {
            table.set(key, u8::try_from(key).unwrap(), false, NO_MOVE);
        }
        assert_eq!(table.get(1), Known::NOTHING);
        assert!((2..=5).all(|key| table.get(key) != Known::NOTHING));
    }
}
