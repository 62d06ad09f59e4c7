//! The piece placement field (§4.1).

use crate::chess::{Bitboard, Board, ByColor, ByRole, Role};

/// What is wrong with the piece placement field (§4.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlacementFault {
    /// A character other than a piece letter, a digit 1 to 8 or `/`.
    Character,
    /// A rank that does not have eight squares.
    RankWidth {
        /// Rank number, 8 down to 1.
        rank: u8,
        /// Number of squares that its letters and digits make; 8 would be right.
        squares: u32,
    },
    /// A number of ranks other than eight.
    RankCount(usize),
    /// Two digits side by side: a run of empty squares is one digit.
    SplitDigits,
}

/// A fault and the bytes of the field it concerns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlacementFinding {
    /// What is wrong there.
    pub fault: PlacementFault,
    /// First byte in the field.
    pub start: usize,
    /// One past the last byte in the field.
    pub end: usize,
}

/// What a byte of the field means.
#[derive(Clone, Copy)]
enum Sign {
    /// One of the pieces, by its place in the order of `board_of`.
    Piece(u8),
    /// A number of empty squares.
    Empty(u8),
    /// The end of a rank.
    Solidus,
    Other,
}

/// The meaning of each byte.
const SIGNS: [Sign; 256] = {
    let mut signs = [Sign::Other; 256];
    let letters = b"PNBRQKpnbrqk";
    let mut piece = 0;
    while (piece as usize) < letters.len() {
        signs[letters[piece as usize] as usize] = Sign::Piece(piece);
        piece += 1;
    }
    let mut squares = 1;
    while squares <= 8 {
        signs[(b'0' + squares) as usize] = Sign::Empty(squares);
        squares += 1;
    }
    signs[b'/' as usize] = Sign::Solidus;
    signs
};

/// The most bytes of a field without faults: 64 pieces and 7 slashes.
const LONGEST: usize = 71;

/// What a byte adds to a field that is read without a decision: the number of squares, and above it which of the
/// twelve pieces stands there, 12 for none. `OTHER` does not belong into the field.
static WEIGHTS: [u8; 256] = {
    let mut weights = [OTHER; 256];
    let mut byte = 0;
    while byte < 256 {
        weights[byte] = match SIGNS[byte] {
            Sign::Piece(piece) => (piece << 4) | 1,
            Sign::Empty(squares) => (NONE << 4) | squares,
            Sign::Solidus => NONE << 4,
            Sign::Other => OTHER,
        };
        byte += 1;
    }
    weights
};

const NONE: u8 = 12;
const OTHER: u8 = 0xff;

fn board_of(pieces: [Bitboard; 12]) -> Board {
    let [pawn, knight, bishop, rook, queen, king] =
        std::array::from_fn(|role| pieces[role] | pieces[role + 6]);
    let side = |side: &[Bitboard]| side.iter().fold(Bitboard::EMPTY, |all, &pieces| all | pieces);
    let colors = ByColor { white: side(&pieces[..6]), black: side(&pieces[6..]) };
    // No square was written twice, so the sets fit each other.
    Board::try_from_bitboards(ByRole { pawn, knight, bishop, rook, queen, king }, colors)
        .unwrap_or(Board::empty())
}

/// The rank that is being read.
struct Rank {
    /// First byte in the field.
    start: usize,
    /// The number of ranks so far; the first is the eighth rank of the board.
    count: usize,
    squares: usize,
    is_readable: bool,
}

impl Rank {
    /// What is wrong with a rank that ends here.
    fn finding(&self, end: usize) -> Option<PlacementFinding> {
        #[expect(clippy::cast_possible_truncation, reason = "no longer than the line")]
        let squares = self.squares as u32;
        let rank = 9_u8.checked_sub(u8::try_from(self.count).ok()?)?;
        let fault = PlacementFault::RankWidth { rank, squares };
        (self.is_readable && squares != 8).then_some(PlacementFinding { fault, start: self.start, end })
    }
}

/// Reads the field: the pieces, and what is wrong with it.
pub(super) fn read_placement(text: &[u8]) -> (Board, Vec<PlacementFinding>) {
    match read_faultless(text) {
        Some(board) => (board, Vec::new()),
        None => read_with_faults(text),
    }
}

/// The pieces of a field without faults. Which byte follows which is chance, so nothing here depends on it but sums.
fn read_faultless(text: &[u8]) -> Option<Board> {
    // The last ones are for what is no piece.
    let mut pieces = [0_u64; 16];
    let (mut squares, mut ranks) = (0_u32, 0_u32);
    let (mut faults, mut digit_before) = (0, 0);
    if text.len() > LONGEST {
        return None;
    }
    for &byte in text {
        let weight = WEIGHTS[usize::from(byte)];
        let (piece, width) = (weight >> 4, weight & 15);
        let solidus = u8::from(byte == b'/');
        let digit = u8::from(piece == NONE) & !solidus;
        ranks += u32::from(solidus);
        faults |= u8::from(weight == OTHER) | solidus & u8::from(squares != 8 * ranks) | digit & digit_before;
        // Squares are counted from a8, those of a board from a1.
        pieces[usize::from(piece)] |= 1_u64.wrapping_shl(squares ^ 0b11_1000);
        squares += u32::from(width);
        digit_before = digit;
    }
    let is_whole = faults == 0 && squares == 64 && ranks == 7;
    is_whole.then(|| board_of(std::array::from_fn(|piece| Bitboard(pieces[piece]))))
}

fn read_with_faults(text: &[u8]) -> (Board, Vec<PlacementFinding>) {
    let mut pieces = [Bitboard::EMPTY; 12];
    let mut findings = Vec::new();
    let mut rank = Rank { start: 0, count: 1, squares: 0, is_readable: true };
    let mut after_digit = false;
    for (at, &byte) in text.iter().enumerate() {
        let sign = SIGNS[usize::from(byte)];
        match sign {
            Sign::Piece(piece) => {
                if let (1..=8, 0..8, Some(set)) =
                    (rank.count, rank.squares, pieces.get_mut(usize::from(piece)))
                {
                    set.0 |= 1 << (64 - 8 * rank.count + rank.squares);
                }
                rank.squares += 1;
            }
            Sign::Empty(squares) => {
                if after_digit {
                    let fault = PlacementFault::SplitDigits;
                    findings.push(PlacementFinding { fault, start: at - 1, end: at + 1 });
                }
                rank.squares += usize::from(squares);
            }
            Sign::Solidus => {
                findings.extend(rank.finding(at));
                rank = Rank { start: at + 1, count: rank.count + 1, squares: 0, is_readable: true };
            }
            Sign::Other => {
                rank.is_readable = false;
                rank.squares += 1;
                findings.push(PlacementFinding { fault: PlacementFault::Character, start: at, end: at + 1 });
            }
        }
        after_digit = matches!(sign, Sign::Empty(_));
    }
    findings.extend(rank.finding(text.len()));
    if rank.count != 8 {
        // The widths mean nothing if there are not eight ranks.
        findings.retain(|finding| !matches!(finding.fault, PlacementFault::RankWidth { .. }));
        let fault = PlacementFault::RankCount(rank.count);
        findings.insert(0, PlacementFinding { fault, start: 0, end: text.len() });
    }
    (board_of(pieces), findings)
}

/// Writes the field (§4.1): ranks from the eighth down, runs of empty squares as one digit.
pub(super) fn write_placement(board: &Board) -> Vec<u8> {
    let mut out = Vec::with_capacity(LONGEST);
    append_placement(board, &mut out);
    out
}

/// Appends the field.
pub(super) fn append_placement(board: &Board, out: &mut Vec<u8>) {
    let mut letters = [0; 64];
    let black = board.black();
    for role in Role::ALL {
        let letter = role.upper_char() as u8;
        for square in board.by_role(role) {
            // Small letters differ from capitals by one bit.
            letters[square.to_usize()] = letter | (u8::from(black.contains(square)) << 5);
        }
    }
    let occupied = board.occupied().0.to_le_bytes();
    for rank in (0..8).rev() {
        let mut rest = occupied[rank];
        let mut next = 0;
        while rest != 0 {
            let file = rest.trailing_zeros() as usize;
            out.extend(digit(file - next));
            out.push(letters[8 * rank + file]);
            next = file + 1;
            rest &= rest - 1;
        }
        out.extend(digit(8 - next));
        if rank > 0 {
            out.push(b'/');
        }
    }
}

/// A run of empty squares; nothing if there are none.
fn digit(squares: usize) -> Option<u8> {
    (squares > 0).then(|| b"012345678"[squares])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check_placement(field: &str, expect: &[PlacementFault]) {
        let faults: Vec<_> = read_placement(field.as_bytes()).1.iter().map(|f| f.fault).collect();
        assert_eq!(faults, expect, "{field}");
    }

    #[test]
    fn writes_what_it_reads() {
        for field in [
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
            "8/8/8/8/8/8/8/8",
            "k6K/1p5P/8/3QQ3/8/8/8/R1R1R1R1",
        ] {
            let (board, findings) = read_placement(field.as_bytes());
            assert_eq!(findings, []);
            assert_eq!(String::from_utf8_lossy(&write_placement(&board)), field);
        }
    }

    proptest! {
        #[test]
        fn both_ways_of_reading_agree(
            parts in proptest::collection::vec(
                prop::sample::select(vec!["8", "p", "K", "pppppppp", "44", "1", "7", "/", "8/8/8/", "x", "9", "q6Q/"]), 0..14
            )
        ) {
            let text = parts.concat();
            let (board, faults) = read_with_faults(text.as_bytes());
            let read = read_faultless(text.as_bytes());
            prop_assert_eq!(read.is_some(), faults.is_empty(), "{}", text);
            prop_assert!(read.is_none_or(|read| read == board), "{}", text);
        }
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
