//! Credit for quiet moves that cause no cutoff themselves.
//!
//! A search counts what refutes the opponent's play (see `history.rs`). There are other signs that a quiet move is
//! good, and some of them come much sooner: it was found before, nothing was found against it, or the evaluation
//! rose.

use super::entry::Entry;
use super::history::PieceTo;
use super::moves::is_noisy;
use super::parameters::{SWING_LEAST, SWING_MOST};
use super::worker::Worker;
use cozy_chess::Board;

impl Worker<'_> {
    /// The table has a move that refutes the opponent's play.
    pub(super) fn credit_known(&mut self, board: &Board, ply: usize, depth: i32, known: Option<Entry>) {
        let best = known.and_then(|entry| entry.legal_move(board));
        if let Some(mv) = best.filter(|&mv| !is_noisy(board, mv)) {
            let step = self.memory.tuning.history_change(depth);
            let (place, before) = (PieceTo::of(board, mv), self.moves_before(ply));
            self.memory.history.adjust(board.side_to_move(), mv, place, before, step);
        }
    }

    /// No move was found that raises `alpha`: that is to the credit of the opponent's last move.
    pub(super) fn credit_last(&mut self, board: &Board, ply: usize, depth: i32) {
        let Some(last) = ply.checked_sub(1) else { return };
        if let (Some(mv), Some(place)) = (self.frames[last].quiet, self.frames[last].playing) {
            let tuning = &self.memory.tuning;
            let step = tuning.history_change(depth) * tuning.unrefuted_credit / 100;
            let before = self.moves_before(last);
            self.memory.history.adjust(!board.side_to_move(), mv, place, before, step);
        }
    }

    /// The opponent's last move is judged by how it changed the evaluation.
    pub(super) fn credit_swing(&mut self, board: &Board, ply: usize) {
        let Some(last) = ply.checked_sub(1) else { return };
        if let (Some(mv), Some(then), Some(now)) =
            (self.frames[last].quiet, self.frames[last].eval, self.frames[ply].eval)
        {
            // Each is from the view of the side to move.
            let gain = -(now + then);
            let step = (self.memory.tuning.swing_credit * gain).clamp(SWING_LEAST, SWING_MOST);
            self.memory.history.adjust_alone(!board.side_to_move(), mv, step);
        }
    }
}
