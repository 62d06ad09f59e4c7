//! Which moves give check, found before they are made.

use cozy_chess::{
    BitBoard, Board, Move, Piece, get_between_rays, get_bishop_moves, get_bishop_rays, get_knight_moves,
    get_pawn_attacks, get_rook_moves, get_rook_rays,
};

/// The squares from which the enemy king can be attacked.
#[derive(Debug)]
pub(super) struct Checks {
    squares: [BitBoard; Piece::NUM],
    unmasking: BitBoard,
}

impl Checks {
    pub(super) fn of(board: &Board) -> Self {
        Self { squares: checking_squares(board), unmasking: unmasking(board) }
    }

    /// Returns whether a move may give check; a "no" is certain. The answer is always yes for castling,
    /// promotions and en passant captures, which change more than two squares, or the piece.
    pub(super) fn may_give(&self, board: &Board, mv: Move) -> bool {
        let Some(piece) = board.piece_on(mv.from) else { return true };
        let is_special = match piece {
            Piece::Pawn => {
                mv.promotion.is_some() || (mv.from.file() != mv.to.file() && !board.occupied().has(mv.to))
            }
            Piece::King => board.colors(board.side_to_move()).has(mv.to),
            _ => false,
        };
        is_special || self.unmasking.has(mv.from) || self.squares[piece as usize].has(mv.to)
    }
}

/// For each kind of piece, the squares from which it attacks the enemy king.
pub(crate) fn checking_squares(board: &Board) -> [BitBoard; Piece::NUM] {
    let side = board.side_to_move();
    let king = board.king(!side);
    let diagonal = get_bishop_moves(king, board.occupied());
    let straight = get_rook_moves(king, board.occupied());
    let mut squares = [BitBoard::EMPTY; Piece::NUM];
    squares[Piece::Pawn as usize] = get_pawn_attacks(king, !side);
    squares[Piece::Knight as usize] = get_knight_moves(king);
    squares[Piece::Bishop as usize] = diagonal;
    squares[Piece::Rook as usize] = straight;
    squares[Piece::Queen as usize] = diagonal | straight;
    squares
}

/// The pieces of the side to move that are between the enemy king and another piece of that side: any move of
/// theirs may give check.
pub(crate) fn unmasking(board: &Board) -> BitBoard {
    let side = board.side_to_move();
    let king = board.king(!side);
    let own = board.colors(side);
    let queens = board.pieces(Piece::Queen);
    let lines = (get_bishop_rays(king) & (board.pieces(Piece::Bishop) | queens))
        | (get_rook_rays(king) & (board.pieces(Piece::Rook) | queens));
    let mut found = BitBoard::EMPTY;
    for slider in lines & own {
        let between = get_between_rays(king, slider) & board.occupied();
        if between.len() == 1 {
            found |= between & own;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::tests::random::random_position;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_may_give_no_check_gives_none(
            number in 0..960_u32,
            choices in prop::collection::vec(any::<u16>(), 0..120),
        ) {
            let board = random_position(number, &choices);
            let checks = Checks::of(&board);
            let mut moves = Vec::new();
            board.generate_moves(|some| {
                moves.extend(some);
                false
            });
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                prop_assert!(checks.may_give(&board, mv) || next.checkers().is_empty(), "{board:#} {mv}");
            }
        }
    }

    #[test]
    fn most_quiet_moves_are_known_to_give_none() {
        let board = Board::default();
        let checks = Checks::of(&board);
        let mut count = 0;
        board.generate_moves(|moves| {
            count += moves.into_iter().filter(|&mv| checks.may_give(&board, mv)).count();
            false
        });
        assert_eq!(count, 0);
    }
}
