//! The principal variation: the line both sides would play.
//!
//! Besides the value of a position, the moves that lead to it are wanted. Each position on the current line
//! keeps the best continuation found from it: its best move, followed by the continuation of the position
//! after that move. Row `n` of the table belongs to the position `n` plies from the root, so the rows get
//! shorter with depth; hence "triangular table".
//!
//! The lines are kept here and not looked up in the table of positions, where later entries may have
//! overwritten them. A line to a mate is thus complete.

use super::value::MAX_PLY;
use cozy_chess::Move;

/// One row per distance from the root.
#[derive(Debug)]
pub(super) struct Lines {
    rows: Vec<Vec<Move>>,
}

impl Lines {
    pub(super) fn new() -> Self {
        Self { rows: vec![Vec::new(); MAX_PLY + 2] }
    }

    /// Empties the row of a position whose search begins.
    pub(super) fn begin(&mut self, ply: usize) {
        self.rows[ply].clear();
    }

    /// Sets a new best move at `ply`; the row below holds what follows it.
    pub(super) fn extend(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.rows.split_at_mut(ply + 1);
        let (row, rest) = (&mut upper[ply], &lower[0]);
        row.clear();
        row.push(mv);
        row.extend_from_slice(rest);
    }

    /// The line from the root.
    pub(super) fn best(&self) -> &[Move] {
        &self.rows[0]
    }
}
