//! Draws that follow from the rules.
//!
//! * **Repetition.** The rules call a position drawn when it occurs for the third time. In the search the
//!   second time is enough: a side that could do better would have done so the first time.
//! * **Fifty moves.** After 100 plies with no capture and no pawn move the game
//!   is drawn, unless the last of them gave checkmate.
//! * **Dead positions.** With so little material that no mate can ever arise
//!   (king alone, a single knight or bishop, bishops all on one colour) the
//!   game is drawn at once.
//!
//! An EPD record does not say what was played before it: repetitions are then looked for only among the
//! positions of the search itself. In a game, those before the search count too.

use super::moves::{has_legal_move, key};
use cozy_chess::{BitBoard, Board, Color, Piece};

/// The plies without a capture or a pawn move after which a game is drawn.
const FIFTY_MOVES: u8 = 100;

/// The positions on the current line: those played before the root, the root,
/// and so on.
#[derive(Debug, Default)]
pub(super) struct Path {
    steps: Vec<Step>,
    /// The number of positions played before the root.
    played: usize,
}

#[derive(Debug, Clone, Copy)]
struct Step {
    key: u64,
    /// How many plies back a position could equal this one.
    reversible: usize,
}

impl Path {
    /// The positions of a game before the root, the first one first.
    pub(super) fn of_game(before: &[Board]) -> Self {
        let mut path = Self::default();
        for (at, board) in before.iter().enumerate() {
            path.set(at, board, key(board), false);
        }
        path.played = before.len();
        path
    }

    /// Notes the position `ply` plies from the root; later ones are forgotten. `after_pass` says that it
    /// arose by passing the turn, which cannot happen in a game.
    pub(super) fn set(&mut self, ply: usize, board: &Board, key: u64, after_pass: bool) {
        self.steps.truncate(self.played + ply);
        let reversible = match self.steps.last() {
            Some(before) if !after_pass && board.halfmove_clock() > 0 => before.reversible + 1,
            _ => 0,
        };
        self.steps.push(Step { key, reversible });
    }

    /// Returns whether the last position noted has been on the line before.
    pub(super) fn repeats(&self) -> bool {
        let Some((last, before)) = self.steps.split_last() else { return false };
        // The same side is to move every second ply; a repetition takes at least four plies.
        let candidates = before.iter().rev().take(last.reversible).skip(3).step_by(2);
        candidates.into_iter().any(|step| step.key == last.key)
    }
}

/// Returns whether the fifty-move rule ends the game in this position.
pub(super) fn by_fifty_moves(board: &Board) -> bool {
    board.halfmove_clock() >= FIFTY_MOVES && (board.checkers().is_empty() || has_legal_move(board))
}

/// Returns whether neither side can ever give mate.
pub(super) fn by_material(board: &Board) -> bool {
    let mating = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    if !mating.is_empty() {
        return false;
    }
    let knights = board.pieces(Piece::Knight);
    let bishops = board.pieces(Piece::Bishop);
    if knights.is_empty() {
        return (bishops & BitBoard::DARK_SQUARES).is_empty()
            || (bishops & BitBoard::LIGHT_SQUARES).is_empty();
    }
    (knights | bishops).len() == 1
}

/// Returns whether a side has nothing but its king.
pub(super) fn is_bare(board: &Board, color: Color) -> bool {
    board.colors(color).len() == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dead_positions() {
        let dead = |fen: &str| by_material(&fen.parse().unwrap());
        assert!(dead("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
        assert!(dead("4k3/8/8/8/8/8/8/4KN2 w - - 0 1"));
        assert!(dead("4kb2/8/8/8/8/8/8/4K3 w - - 0 1"));
        assert!(dead("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1"));
        assert!(!dead("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1"));
        assert!(!dead("4k3/8/8/8/8/8/8/4KNN1 w - - 0 1"));
        assert!(!dead("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1"));
        assert!(!dead("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
    }

    #[test]
    fn knights_going_there_and_back_repeat() {
        let mut board = Board::default();
        let mut path = Path::default();
        path.set(0, &board, board.hash(), false);
        for (ply, mv) in ["g1f3", "g8f6", "f3g1", "f6g8"].iter().enumerate() {
            assert!(!path.repeats());
            board.play(mv.parse().unwrap());
            path.set(ply + 1, &board, board.hash(), false);
        }
        assert!(path.repeats());
    }

    #[test]
    fn mate_comes_before_the_fifty_move_rule() {
        assert!(by_fifty_moves(&"4k3/8/8/8/8/8/4R3/4K3 b - - 100 90".parse().unwrap()));
        assert!(!by_fifty_moves(&"R3k3/8/4K3/8/8/8/8/8 b - - 100 90".parse().unwrap()));
        assert!(!by_fifty_moves(&"4k3/8/8/8/8/8/4R3/4K3 b - - 99 90".parse().unwrap()));
    }
}
