//! The pieces of a position as sets of squares, the form in which the search keeps them.

use super::{Bitboard, Board, ByColor, ByRole, CastlingMode, Chess, Color, Setup, Square};

/// A position without castling rights. In a set of squares a1 is the lowest bit, b1 the next, and h8 the highest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pieces {
    /// The squares of White's pieces, and of Black's.
    pub colors: [u64; 2],
    /// The squares of pawns, knights, bishops, rooks, queens and kings of both sides.
    pub kinds: [u64; 6],
    /// Whether White is to move.
    pub is_white_to_move: bool,
    /// The square behind a pawn that can be captured en passant, 0..=63.
    pub en_passant: Option<u8>,
}

impl Pieces {
    /// The position; `None` if it is none of chess.
    pub fn position(&self) -> Option<Chess> {
        let [pawn, knight, bishop, rook, queen, king] = self.kinds.map(Bitboard);
        let [white, black] = self.colors.map(Bitboard);
        let board = Board::try_from_bitboards(
            ByRole { pawn, knight, bishop, rook, queen, king },
            ByColor { black, white },
        );
        let setup = Setup {
            board: board.ok()?,
            turn: if self.is_white_to_move { Color::White } else { Color::Black },
            ep_square: self.en_passant.and_then(|square| Square::try_from(square).ok()),
            ..Setup::empty()
        };
        setup.position(CastlingMode::Standard).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{EnPassantMode, Fen};

    #[test]
    fn sets_of_squares_are_the_position_that_they_describe() {
        let pieces = Pieces {
            colors: [1 << 4 | 1 << 36, 1 << 60 | 1 << 35],
            kinds: [1 << 36 | 1 << 35, 0, 0, 0, 0, 1 << 4 | 1 << 60],
            is_white_to_move: true,
            en_passant: Some(43),
        };
        let position = pieces.position().unwrap();
        let fen = Fen::from_position(&position, EnPassantMode::Legal).to_string();
        assert_eq!(fen, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
        // Two pieces on a square, and no kings.
        assert_eq!(Pieces { colors: [1, 1], ..pieces }.position(), None);
        assert_eq!(Pieces { kinds: [0; 6], colors: [0; 2], ..pieces }.position(), None);
    }
}
