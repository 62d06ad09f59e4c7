//! King safety.
//!
//! A king behind its own pawns is safe; without them, or with enemy pawns
//! storming towards it, it is not. An attack needs several pieces at once: one
//! alone does nothing, four together often mate. Therefore danger is first
//! counted in units (pieces that reach the king's surroundings, squares there
//! that nobody guards well, checks that can be given safely) and the units are
//! then squared.

use super::pieces::king_zone;
use super::{Attacks, Tapered, count, rank_of, s};
use crate::search::value::Value;
use cozy_chess::{BitBoard, Board, Color, Piece, Square, get_bishop_moves, get_knight_moves, get_rook_moves};

/// Units for a square beside the king that only king or queen guard.
const WEAK_SQUARE: Value = 14;
/// Units for a safe check: knight, bishop, rook, queen.
const SAFE_CHECK: [Value; 4] = [52, 34, 62, 50];
/// Fewer units when the attacker has no queen.
const NO_QUEEN: Value = 110;
/// Danger below this is no danger: a lone piece near the king.
const HARMLESS: Value = 40;
/// The most the danger can cost, centipawns.
const MOST: Value = 700;

/// Own pawn in front of the king, by its distance in ranks (none, 1, 2, ...).
const SHELTER: [Value; 8] = [-26, 18, 8, -6, -14, -20, -24, -26];
/// Enemy pawn on a file near the king, by its distance in ranks.
const STORM: [Value; 8] = [0, -4, -28, -18, -6, 0, 0, 0];

/// How safe the king of `color` is; mostly negative.
pub(super) fn safety(board: &Board, color: Color, own: &Attacks, enemy: &Attacks) -> Tapered {
    let king = board.king(color);
    let shelter = shelter(board, color, king);
    let mut units = enemy.on_king - HARMLESS;
    let badly_guarded = !own.all | ((own.by_king | own.by_queens) & !own.twice);
    let weak = enemy.all & badly_guarded & king_zone(king);
    units += WEAK_SQUARE * count(weak);
    units += checks(board, color, king, own, enemy);
    units -= shelter / 2;
    if board.colored_pieces(!color, Piece::Queen).is_empty() {
        units -= NO_QUEEN;
    }
    let units = units.max(0);
    s(shelter - (units * units / 420).min(MOST), -units / 6)
}

/// Units for the checks that the enemy can give without losing the piece.
fn checks(board: &Board, color: Color, king: Square, own: &Attacks, enemy: &Attacks) -> Value {
    // Safe: not held by its own pieces, and not guarded, or only by the king
    // while another piece supports the check.
    let loose = !own.all | (own.by_king & !own.twice & enemy.twice);
    let safe = !board.colors(!color) & loose;
    let blockers = board.occupied() & !board.colored_pieces(color, Piece::Queen);
    let diagonal = get_bishop_moves(king, blockers) & safe;
    let straight = get_rook_moves(king, blockers) & safe;
    let knight = get_knight_moves(king) & safe;
    let [by_knight, by_bishop, by_rook, by_queen] = SAFE_CHECK;
    let can = |squares: BitBoard, units: Value| if squares.is_empty() { 0 } else { units };
    can(knight & enemy.by_knights, by_knight)
        + can(diagonal & enemy.by_bishops, by_bishop)
        + can(straight & enemy.by_rooks, by_rook)
        + can((straight | diagonal) & enemy.by_queens, by_queen)
}

/// The pawns in front of the king and those coming at it, middlegame only.
fn shelter(board: &Board, color: Color, king: Square) -> Value {
    let king_rank = rank_of(king, color);
    let in_front = |pawns: BitBoard| {
        let ranks = pawns.iter().map(|pawn| rank_of(pawn, color) - king_rank);
        ranks.filter(|&steps| steps >= 0).min()
    };
    let mut score = 0;
    for file in (king.file().adjacent() | king.file().bitboard()) & king.rank().bitboard() {
        let file = file.file().bitboard();
        let own = in_front(board.colored_pieces(color, Piece::Pawn) & file);
        let enemy = in_front(board.colored_pieces(!color, Piece::Pawn) & file);
        score += own.map_or(SHELTER[0], |steps| pick(&SHELTER, steps.max(1)));
        let stopped = matches!((own, enemy), (Some(a), Some(b)) if a + 1 == b);
        if !stopped {
            score += enemy.map_or(0, |steps| pick(&STORM, steps));
        }
    }
    score
}

fn pick(table: &[Value; 8], index: Value) -> Value {
    usize::try_from(index).ok().and_then(|index| table.get(index).copied()).unwrap_or(0)
}
