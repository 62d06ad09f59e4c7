//! Moves without an alternative.
//!
//! In some positions one move is much better than all others: the only way out, or the only way to win. If it
//! turns out worse than thought, everything does, so it deserves a deeper search. To find such moves, the
//! others are searched less deeply, without the best one of the table, and against a value somewhat below its
//! value. If none of them reaches that, the move is singular and is searched a ply deeper.
//!
//! The same search sometimes shows something else: if the position is too good for the opponent even without
//! the best move, it need not be searched at all.

use super::entry::{Bound, Entry};
use super::moves::key;
use super::parameters::{EXTENDED_LINE, EXTENSION, SINGULAR_DIVISOR, SINGULAR_SHALLOWER};
use super::value::{Value, from_table, is_mate};
use super::worker::Worker;
use cozy_chess::{Board, Move};

/// The result of searching the other moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Others {
    /// They may be as good, or nothing was searched.
    Similar,
    /// All of them are worse: the best move is singular.
    Worse,
    /// One of them refutes the opponent's play as well: the position is worth at least this.
    Refute(Value),
}

/// A position `ply` plies from the root that is to be searched `depth` plies deep.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) ply: usize,
    pub(super) depth: i32,
    pub(super) beta: Value,
    pub(super) is_line: bool,
}

impl Worker<'_> {
    /// Searches the moves other than `first`, the best one according to `known`.
    pub(super) fn others(
        &mut self,
        board: &Board,
        place: Place,
        first: Option<Move>,
        known: Option<Entry>,
    ) -> Option<Others> {
        let Place { ply, depth, beta, is_line } = place;
        let (Some(first), Some(known)) = (first, known) else { return Some(Others::Similar) };
        if depth < self.memory.tuning.singular_depth
            || ply >= EXTENDED_LINE * self.root_depth
            || known.depth < depth - SINGULAR_SHALLOWER
            || known.bound == Bound::Upper
            || is_mate(known.value)
        {
            return Some(Others::Similar);
        }
        let goal = from_table(known.value, ply) - self.memory.tuning.singular_margin * depth;
        let (list, tried) = (self.list.len(), self.tried.len());
        let after_pass = self.last_move(ply).is_none();
        self.frames[ply].excluded = Some(first);
        // A check is searched more deeply anyway.
        let extended = if board.checkers().is_empty() { 0 } else { EXTENSION };
        let value = self.search(board, (depth - 1) / SINGULAR_DIVISOR - extended, ply, goal - 1, goal);
        self.frames[ply].excluded = None;
        let value = value?;
        // What this search left behind belongs to it alone.
        self.list.truncate(list);
        self.tried.truncate(tried);
        self.path.set(ply, board, key(board), after_pass);
        self.lines.begin(ply);
        Some(if value < goal {
            Others::Worse
        } else if !is_line && goal >= beta {
            Others::Refute(goal)
        } else {
            Others::Similar
        })
    }
}
