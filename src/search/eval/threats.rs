//! Threats: pieces that are attacked by something cheaper, or hang.
//!
//! The search follows captures to their end, but it stands still where nothing
//! can be taken at once. A piece attacked by a pawn, or attacked and guarded by
//! nobody, usually costs its owner something: a move, if not the piece.

use super::{Attacks, Tapered, count, s};
use crate::search::moves::pawn_attacks;
use cozy_chess::{BitBoard, Board, Color, Piece};

const PAWN_ON_MINOR: Tapered = s(44, 30);
const PAWN_ON_MAJOR: Tapered = s(56, 36);
const MINOR_ON_ROOK: Tapered = s(36, 26);
const MINOR_ON_QUEEN: Tapered = s(34, 24);
const ROOK_ON_QUEEN: Tapered = s(32, 20);
const HANGING_PIECE: Tapered = s(34, 26);
const HANGING_PAWN: Tapered = s(4, 14);
/// A pawn could step forward and attack a piece.
const PUSH: Tapered = s(12, 8);

/// What the threats of one side are worth to it.
pub(super) fn threats(board: &Board, color: Color, own: &Attacks, enemy: &Attacks) -> Tapered {
    let minors = board.pieces(Piece::Knight) | board.pieces(Piece::Bishop);
    let (rooks, queens) = (board.pieces(Piece::Rook), board.pieces(Piece::Queen));
    let by_minors = own.by_knights | own.by_bishops;
    let theirs = board.colors(!color);
    let times = |term: Tapered, squares| term * count(squares & theirs);
    let loose = own.all & !enemy.all;
    let pieces = minors | rooks | queens;
    let mut score = times(PAWN_ON_MINOR, minors & own.by_pawns)
        + times(PAWN_ON_MAJOR, (rooks | queens) & own.by_pawns)
        + times(MINOR_ON_ROOK, rooks & by_minors)
        + times(MINOR_ON_QUEEN, queens & by_minors)
        + times(ROOK_ON_QUEEN, queens & own.by_rooks)
        + times(HANGING_PIECE, pieces & loose)
        + times(HANGING_PAWN, board.pieces(Piece::Pawn) & loose);
    // Where a pawn can go next, unless it would be taken there for nothing.
    let pawns = board.colored_pieces(color, Piece::Pawn).0;
    let steps = match color {
        Color::White => pawns << 8,
        Color::Black => pawns >> 8,
    };
    let safe = BitBoard(steps) & !board.occupied() & !enemy.by_pawns & (own.all | !enemy.all);
    let pushed = pawn_attacks(safe, color);
    score += times(PUSH, pieces & pushed & !own.by_pawns);
    score
}
