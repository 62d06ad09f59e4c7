//! What is known about positions: in how many moves there is a mate, and in how many there is none.
//!
//! "Mate in three" implies "mate in four"; "none in three" implies "none in two". So two numbers are enough
//! for each position: the most moves refuted and the fewest proved.

use super::slots::{Kept, Slots};
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

impl Kept for Known {
    const NOTHING: Self = Self { refuted: 0, proved: u8::MAX, mv: NO_MOVE };

    /// The number of moves searched for it.
    fn work(&self) -> u32 {
        if self.proved == u8::MAX { self.refuted.into() } else { self.refuted.max(self.proved).into() }
    }
}

/// What is known of positions.
#[derive(Debug)]
pub(super) struct Table(Slots<Known>);

impl Table {
    pub(super) fn new(mib: usize) -> Self {
        Self(Slots::new(mib.clamp(1, 4096) << 20))
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// What is known about a position.
    pub(super) fn get(&self, key: u64) -> Known {
        self.0.get(key).unwrap_or(Known::NOTHING)
    }

    /// Notes that there is a mate in `moves` moves, or that there is none.
    pub(super) fn set(&mut self, key: u64, moves: u8, is_mate: bool, mv: u16) {
        let known = self.0.place(key);
        if is_mate {
            known.proved = known.proved.min(moves);
        } else {
            known.refuted = known.refuted.max(moves);
        }
        if mv != NO_MOVE {
            known.mv = mv;
        }
    }
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
}
