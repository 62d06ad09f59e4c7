//! Endgames: what can still be won, and how to win it.
//!
//! More material does not always win. A lone bishop cannot mate; bishops on
//! different colours rarely let a pawn through; a rook pawn with the bishop of
//! the wrong colour is a draw if the king is in the corner. In such cases the
//! endgame part of the evaluation is scaled down.
//!
//! The other way round, with king and rook against a bare king every position
//! is won and looks alike, and the search alone may wander about. There a
//! special evaluation shows the way: drive the bare king to the edge and bring
//! one's own king near.

use super::{count, distance};
use crate::search::draw::is_bare;
use crate::search::value::Value;
use cozy_chess::{BitBoard, Board, Color, File, Piece, Rank, Square};

/// The scale that changes nothing.
pub(super) const FULL_SCALE: Value = 64;
/// Opposite bishops and nothing else but pawns.
const OPPOSITE_BISHOPS: Value = 26;
/// Opposite bishops with other pieces on the board.
const OPPOSITE_BISHOPS_AND_MORE: Value = 50;
/// Without pawns and no more than a minor piece ahead.
const NO_PAWNS: Value = 10;

/// How much of the endgame score of the stronger side remains, of 64.
pub(super) fn scale(board: &Board, strong: Color) -> Value {
    let own = |piece| board.colored_pieces(strong, piece);
    let pawns = own(Piece::Pawn);
    if pawns.is_empty() {
        return without_pawns(board, strong);
    }
    let minors_only = (board.pieces(Piece::Rook) | board.pieces(Piece::Queen)).is_empty();
    if minors_only && own(Piece::Knight).is_empty() && is_wrong_corner(board, strong, pawns) {
        return 0;
    }
    if are_bishops_opposite(board) {
        let others = board.pieces(Piece::Knight) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
        return if others.is_empty() { OPPOSITE_BISHOPS } else { OPPOSITE_BISHOPS_AND_MORE };
    }
    // Each pawn less makes a draw more likely.
    (46 + 5 * count(pawns)).min(FULL_SCALE)
}

/// A usual rough count of the pieces: minors 3, rooks 5, queens 9.
fn rough_count(board: &Board, color: Color) -> Value {
    let own = |piece| count(board.colored_pieces(color, piece));
    3 * (own(Piece::Knight) + own(Piece::Bishop)) + 5 * own(Piece::Rook) + 9 * own(Piece::Queen)
}

fn without_pawns(board: &Board, strong: Color) -> Value {
    let (more, less) = (rough_count(board, strong), rough_count(board, !strong));
    let only_knights = count(board.colored_pieces(strong, Piece::Knight)) * 3 == more;
    if more < 5 || (only_knights && more == 6) {
        return 0;
    }
    if more - less <= 3 { NO_PAWNS } else { FULL_SCALE }
}

/// One bishop each, on squares of different colour.
fn are_bishops_opposite(board: &Board) -> bool {
    let bishops = board.pieces(Piece::Bishop);
    bishops.len() == 2
        && (bishops & board.colors(Color::White)).len() == 1
        && (bishops & BitBoard::DARK_SQUARES).len() == 1
}

/// All pawns on one rook file, no bishop that guards the corner they go to,
/// and the enemy king in it or beside it.
fn is_wrong_corner(board: &Board, strong: Color, pawns: BitBoard) -> bool {
    let file = if pawns.is_subset(File::A.bitboard()) {
        File::A
    } else if pawns.is_subset(File::H.bitboard()) {
        File::H
    } else {
        return false;
    };
    let corner = Square::new(file, Rank::Eighth.relative_to(strong));
    let shade =
        if BitBoard::DARK_SQUARES.has(corner) { BitBoard::DARK_SQUARES } else { BitBoard::LIGHT_SQUARES };
    (board.colored_pieces(strong, Piece::Bishop) & shade).is_empty()
        && distance(board.king(!strong), corner) <= 1
        && distance(board.king(!strong), corner) <= distance(board.king(strong), corner)
}

/// The whole evaluation when one side has a bare king and the other can mate
/// it with pieces; from White's view, centipawns. Nothing else counts then.
pub(super) fn hunt(board: &Board) -> Option<Value> {
    let (strong, sign) = match (is_bare(board, Color::White), is_bare(board, Color::Black)) {
        (false, true) => (Color::White, 1),
        (true, false) => (Color::Black, -1),
        _ => return None,
    };
    let own = |piece| board.colored_pieces(strong, piece);
    let bishops = own(Piece::Bishop);
    let heavy = !(own(Piece::Rook) | own(Piece::Queen)).is_empty();
    let pair =
        !(bishops & BitBoard::DARK_SQUARES).is_empty() && !(bishops & BitBoard::LIGHT_SQUARES).is_empty();
    let bishop_and_knight = !bishops.is_empty() && !own(Piece::Knight).is_empty();
    if !own(Piece::Pawn).is_empty() || !(heavy || pair || bishop_and_knight) {
        return None;
    }
    let (king, prey) = (board.king(strong), board.king(!strong));
    let off_centre = |line: Value| (2 * line - 7).abs();
    let edge = off_centre(prey.file() as Value) + off_centre(prey.rank() as Value);
    let mut guide = 8 * (14 - steps(king, prey)) + 10 * edge;
    if !heavy && !pair {
        // Bishop and knight mate only in a corner of the bishop's colour.
        let corners = if (bishops & BitBoard::DARK_SQUARES).is_empty() {
            [Square::A8, Square::H1]
        } else {
            [Square::A1, Square::H8]
        };
        let away = corners.iter().map(|&corner| steps(prey, corner)).min().unwrap_or(14);
        guide += 25 * (14 - away);
    }
    Some(sign * (guide + 200 + 100 * rough_count(board, strong)))
}

/// Steps along files plus steps along ranks, 0 to 14.
fn steps(a: Square, b: Square) -> Value {
    (a.file() as Value - b.file() as Value).abs() + (a.rank() as Value - b.rank() as Value).abs()
}
