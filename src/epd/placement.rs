//! The piece placement field (§4.1).

use crate::chess::{Bitboard, Board, ByColor, ByRole};

/// What is wrong with the piece placement field (§4.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlacementFault {
    /// A character that is no piece letter, digit 1 to 8 or `/`.
    Character,
    /// A rank whose squares are not eight.
    RankWidth {
        /// Rank number, 8 down to 1.
        rank: u8,
        /// Its squares.
        squares: u32,
    },
    /// Not eight ranks.
    RankCount(usize),
    /// Two digits side by side: a run of empty squares is one digit.
    SplitDigits,
}

/// A fault and the bytes of the field it concerns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlacementFinding {
    /// What.
    pub fault: PlacementFault,
    /// First byte in the field.
    pub start: usize,
    /// One past the last byte in the field.
    pub end: usize,
}

/// The pieces in the order of `board_of`, for each letter; for any other sign none.
static PIECES: [usize; 256] = {
    let letters = b"PNBRQKpnbrqk";
    let mut pieces = [letters.len(); 256];
    let mut piece = 0;
    while piece < letters.len() {
        pieces[letters[piece] as usize] = piece;
        piece += 1;
    }
    pieces
};

fn board_of(pieces: [Bitboard; 12]) -> Board {
    let [pawn, knight, bishop, rook, queen, king] =
        std::array::from_fn(|role| pieces[role] | pieces[role + 6]);
    let side = |side: &[Bitboard]| side.iter().fold(Bitboard::EMPTY, |all, &pieces| all | pieces);
    let colors = ByColor { white: side(&pieces[..6]), black: side(&pieces[6..]) };
    // No square was written to twice, so that the sets fit each other.
    Board::try_from_bitboards(ByRole { pawn, knight, bishop, rook, queen, king }, colors)
        .unwrap_or(Board::empty())
}

/// Reads the field: the pieces, and what is wrong with it.
pub(super) fn read_placement(text: &[u8]) -> (Board, Vec<PlacementFinding>) {
    let mut pieces = [Bitboard::EMPTY; 12];
    let mut findings = Vec::new();
    let ranks = memchr::memchr_iter(b'/', text).count() + 1;
    if ranks != 8 {
        let fault = PlacementFault::RankCount(ranks);
        findings.push(PlacementFinding { fault, start: 0, end: text.len() });
    }
    let mut start = 0;
    for (index, rank_text) in text.split(|&byte| byte == b'/').enumerate() {
        let row = 7_usize.checked_sub(index);
        let mut column = 0;
        let mut after_digit = false;
        let mut readable = true;
        for (offset, &byte) in rank_text.iter().enumerate() {
            let at = start + offset;
            let digit = matches!(byte, b'1'..=b'8');
            if digit {
                if after_digit {
                    let fault = PlacementFault::SplitDigits;
                    findings.push(PlacementFinding { fault, start: at - 1, end: at + 1 });
                }
                column += usize::from(byte - b'0');
            } else if let Some(piece) = pieces.get_mut(PIECES[usize::from(byte)]) {
                if let (Some(row), true) = (row, column < 8) {
                    *piece = piece.with(Bitboard(1 << (8 * row + column)));
                }
                column += 1;
            } else {
                readable = false;
                column += 1;
                findings.push(PlacementFinding { fault: PlacementFault::Character, start: at, end: at + 1 });
            }
            after_digit = digit;
        }
        let end = start + rank_text.len();
        if let (Some(row), true, true) = (row, readable, column != 8 && ranks == 8) {
            #[expect(clippy::cast_possible_truncation, reason = "no longer than the line")]
            let fault = PlacementFault::RankWidth { rank: row as u8 + 1, squares: column as u32 };
            findings.push(PlacementFinding { fault, start, end });
        }
        start = end + 1;
    }
    (board_of(pieces), findings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_placement(field: &str, expect: &[PlacementFault]) {
        let faults: Vec<_> = read_placement(field.as_bytes()).1.iter().map(|f| f.fault).collect();
        assert_eq!(faults, expect, "{field}");
    }

    #[test]
    fn finds_faults_of_the_placement() {
        check_placement("8/8/8/8/8/8/8/8", &[]);
        check_placement("44/8/8/8/8/8/8/8", &[PlacementFault::SplitDigits]);
        check_placement("/8/8/8/8/8/8/8/8", &[PlacementFault::RankCount(9)]);
        check_placement("8/8/8/8/8/8/8", &[PlacementFault::RankCount(7)]);
        check_placement("8/8/8/3X4/8/8/8/8", &[PlacementFault::Character]);
        check_placement("8/8/8/8/8/8/8/7", &[PlacementFault::RankWidth { rank: 1, squares: 7 }]);
        check_placement("8/9/8/8/8/8/8/8", &[PlacementFault::Character]);
        check_placement("ppppppppp/8/8/8/8/8/8/8", &[PlacementFault::RankWidth { rank: 8, squares: 9 }]);
    }
}
