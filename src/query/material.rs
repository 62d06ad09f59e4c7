//! All pieces of both sides, as chess players name endings: `KRPvKR`.

use crate::chess::{Board, Color, Role};

/// The number of pieces of one side, in the order pawn, knight, bishop, rook, queen, king.
type Counts = [u8; 6];

/// The pieces of two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Material {
    one: Counts,
    other: Counts,
}

impl Material {
    /// Reads `KRPvKR`, in any case and any order of the letters of a side.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (one, other) = text.split_once(['v', 'V', '-'])?;
        Some(Self { one: counts(one)?, other: counts(other)? })
    }

    /// Returns whether a board has these pieces, with either colour.
    pub(super) fn is_on(self, board: &Board) -> bool {
        let [white, black] = [Color::White, Color::Black].map(|color| counts_of(board, color));
        (self.one == white && self.other == black) || (self.one == black && self.other == white)
    }
}

fn counts(text: &str) -> Option<Counts> {
    let mut counts = [0_u8; 6];
    for letter in text.chars() {
        let role = Role::from_char(letter)?;
        counts[role as usize - 1] = counts[role as usize - 1].checked_add(1)?;
    }
    (!text.is_empty()).then_some(counts)
}

fn counts_of(board: &Board, color: Color) -> Counts {
    Role::ALL.map(|role| {
        let count = (board.by_role(role) & board.by_color(color)).count();
        u8::try_from(count).unwrap_or(u8::MAX)
    })
}
