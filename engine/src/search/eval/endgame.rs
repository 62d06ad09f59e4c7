//! Endgames: what can still be won, and how to win it.
//!
//! More material does not always win. A lone bishop cannot mate; bishops on different colours rarely let a
//! pawn through; a rook pawn with the bishop of the wrong colour is a draw if the king is in the corner. In
//! such cases the evaluation is scaled down.
//!
//! With king and rook against a bare king, on the other hand, every position is won and looks alike, and the
//! search alone may wander about. A special evaluation shows the way: drive the bare king to the edge and
//! bring one's own king near.

use super::{count, distance};
use crate::search::draw::is_bare;
use crate::search::parameters::{
    FULL_SCALE, HUNT, HUNT_CORNER, HUNT_EDGE, HUNT_KINGS, HUNT_MATERIAL, NO_PAWNS, OPPOSITE_BISHOPS,
    OPPOSITE_BISHOPS_AND_MORE, PAWN_SCALE_BASE, PAWN_SCALE_SLOPE, ROUGH_MINOR, ROUGH_QUEEN, ROUGH_ROOK,
};
use crate::search::value::Value;
use cozy_chess::{BitBoard, Board, Color, File, Piece, Rank, Square};

/// Steps from one corner to the opposite one, along files and along ranks.
const MOST_STEPS: Value = 14;

/// How much of the stronger side's evaluation remains, in parts of [`FULL_SCALE`].
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
    (PAWN_SCALE_BASE + PAWN_SCALE_SLOPE * count(pawns)).min(FULL_SCALE)
}

/// A rough count of the pieces, in pawns.
fn rough_count(board: &Board, color: Color) -> Value {
    let own = |piece| count(board.colored_pieces(color, piece));
    ROUGH_MINOR * (own(Piece::Knight) + own(Piece::Bishop))
        + ROUGH_ROOK * own(Piece::Rook)
        + ROUGH_QUEEN * own(Piece::Queen)
}

fn without_pawns(board: &Board, strong: Color) -> Value {
    let (more, less) = (rough_count(board, strong), rough_count(board, !strong));
    let only_knights = ROUGH_MINOR * count(board.colored_pieces(strong, Piece::Knight)) == more;
    // A minor piece alone, or two knights, cannot force mate.
    if more < ROUGH_ROOK || (only_knights && more == 2 * ROUGH_MINOR) {
        return 0;
    }
    if more - less <= ROUGH_MINOR { NO_PAWNS } else { FULL_SCALE }
}

/// Returns whether there is one bishop each, on squares of different colour.
fn are_bishops_opposite(board: &Board) -> bool {
    let bishops = board.pieces(Piece::Bishop);
    bishops.len() == 2
        && (bishops & board.colors(Color::White)).len() == 1
        && (bishops & BitBoard::DARK_SQUARES).len() == 1
}

/// Returns whether all pawns are on one rook file, with no bishop to guard the corner they go to, and the
/// enemy king in it or next to it.
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

/// The whole evaluation if one side has a bare king and the other can mate it with pieces; from White's view,
/// in centipawns. Nothing else counts then.
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
    let mut guide = HUNT_KINGS * (MOST_STEPS - steps(king, prey)) + HUNT_EDGE * edge;
    if !heavy && !pair {
        // Bishop and knight mate only in a corner of the bishop's colour.
        let corners = if (bishops & BitBoard::DARK_SQUARES).is_empty() {
            [Square::A8, Square::H1]
        } else {
            [Square::A1, Square::H8]
        };
        let away = corners.iter().map(|&corner| steps(prey, corner)).min().unwrap_or(MOST_STEPS);
        guide += HUNT_CORNER * (MOST_STEPS - away);
    }
    Some(sign * (guide + HUNT + HUNT_MATERIAL * rough_count(board, strong)))
}

/// Steps along files plus steps along ranks, 0 to [`MOST_STEPS`].
fn steps(a: Square, b: Square) -> Value {
    (a.file() as Value - b.file() as Value).abs() + (a.rank() as Value - b.rank() as Value).abs()
}
