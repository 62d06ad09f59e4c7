//! Static exchange evaluation: is a capture worthwhile?
//!
//! When a piece captures on a guarded square, it may be recaptured, the captor may be captured in turn, and
//! so on. On that one square alone, the outcome can be computed without searching: both sides always capture
//! with their cheapest piece, and either may stop when continuing would lose. The search uses the answer to
//! try sound captures first and to leave out hopeless ones.
//!
//! The question is never "how much?", only "at least this much?". That allows stopping as soon as the answer
//! is certain.

use super::moves::victim;
use super::parameters::WORTH;
use super::value::Value;
use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

/// What a piece counts in an exchange, in centipawns.
pub(super) fn worth(piece: Piece) -> Value {
    WORTH[piece as usize]
}

/// Returns whether the exchange that `mv` begins gains at least `threshold` centipawns for the side to move.
pub(super) fn gains(board: &Board, mv: Move, threshold: Value) -> bool {
    let mut side = board.side_to_move();
    if board.colors(side).has(mv.to) {
        // Castling takes nothing and cannot be taken.
        return threshold <= 0;
    }
    let Some(moved) = board.piece_on(mv.from) else { return false };
    let taken = victim(board, mv);
    let mut on_square = moved;
    // `balance` is what the player who just moved has won beyond the threshold.
    let mut balance = taken.map_or(0, worth) - threshold;
    if let Some(promoted) = mv.promotion {
        balance += worth(promoted) - worth(Piece::Pawn);
        on_square = promoted;
    }
    if balance < 0 {
        return false;
    }
    // Even if the piece is lost for nothing, is it enough?
    balance -= worth(on_square);
    if balance >= 0 {
        return true;
    }
    let mut occupied = (board.occupied() & !mv.from.bitboard()) | mv.to.bitboard();
    if taken.is_some() && !board.colors(!side).has(mv.to) {
        // En passant: the captured pawn is next to the target square.
        occupied &= !Square::new(mv.to.file(), mv.from.rank()).bitboard();
    }
    let diagonal = board.pieces(Piece::Bishop) | board.pieces(Piece::Queen);
    let straight = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    let mut attackers = attackers_of(board, mv.to, occupied);
    side = !side;
    // In each turn the player to move captures with the cheapest attacker. The side that has to stop first
    // while still behind has lost the exchange.
    loop {
        attackers &= occupied;
        let Some((piece, square)) = cheapest(board, attackers & board.colors(side)) else { break };
        if piece == Piece::King && !(attackers & board.colors(!side)).is_empty() {
            // A king may not capture on a guarded square.
            break;
        }
        occupied &= !square.bitboard();
        side = !side;
        balance = -balance - 1 - worth(piece);
        if balance >= 0 {
            break;
        }
        // A capture may open a line for a piece behind.
        if matches!(piece, Piece::Pawn | Piece::Bishop | Piece::Queen) {
            attackers |= get_bishop_moves(mv.to, occupied) & diagonal;
        }
        if matches!(piece, Piece::Rook | Piece::Queen) {
            attackers |= get_rook_moves(mv.to, occupied) & straight;
        }
    }
    side != board.side_to_move()
}

/// The pieces of both sides that attack a square, given the occupied squares.
fn attackers_of(board: &Board, square: Square, occupied: BitBoard) -> BitBoard {
    let queens = board.pieces(Piece::Queen);
    let pawns = |color: Color| get_pawn_attacks(square, !color) & board.colored_pieces(color, Piece::Pawn);
    pawns(Color::White)
        | pawns(Color::Black)
        | get_knight_moves(square) & board.pieces(Piece::Knight)
        | get_king_moves(square) & board.pieces(Piece::King)
        | get_bishop_moves(square, occupied) & (board.pieces(Piece::Bishop) | queens)
        | get_rook_moves(square, occupied) & (board.pieces(Piece::Rook) | queens)
}

/// The least valuable of some pieces.
fn cheapest(board: &Board, among: BitBoard) -> Option<(Piece, Square)> {
    if among.is_empty() {
        return None;
    }
    Piece::ALL.iter().find_map(|&piece| Some((piece, (among & board.pieces(piece)).next_square()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The exact outcome, found by asking for every threshold.
    fn outcome(fen: &str, mv: &str) -> Value {
        let board: Board = fen.parse().unwrap();
        let mv: Move = mv.parse().unwrap();
        assert!(board.is_legal(mv));
        (-2000..=2000).rev().find(|&t| gains(&board, mv, t)).unwrap()
    }

    #[test]
    fn exchanges() {
        // An undefended pawn; a pawn guarded by a pawn.
        assert_eq!(outcome("4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1", "e3d5"), 100);
        assert_eq!(outcome("4k3/8/4p3/3p4/8/4N3/8/4K3 w - - 0 1", "e3d5"), -225);
        // The rook behind the rook counts.
        assert_eq!(outcome("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), 100);
        assert_eq!(outcome("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), -400);
        // En passant, a quiet move to a bad square, castling.
        assert_eq!(outcome("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), 100);
        assert_eq!(outcome("4k3/8/4p3/8/8/4N3/8/4K3 w - - 0 1", "e3d5"), -325);
        assert_eq!(outcome("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1"), 0);
        // A king may capture a loose piece, not a guarded one.
        assert_eq!(outcome("8/8/4k3/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5"), -400);
        assert_eq!(outcome("8/8/4k3/3p4/8/2N5/3R4/4K3 w - - 0 1", "d2d5"), 100);
        // A new queen that is lost at once, and one that stays.
        assert_eq!(outcome("3r1k2/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7c8q"), -100);
        assert_eq!(outcome("3r1k2/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7d8q"), 1400);
    }
}
