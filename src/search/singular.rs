//! Moves without an alternative.
//!
//! In some positions one move is much better than all others: the only way out, or the only way to win.
//! If it turns out worse than thought, everything does, so it deserves a deeper look. To find such moves,
//! the others are searched less deeply, without the one that the table holds for best, and against a
//! value somewhat below its own. If none of them reaches that, the move is singular and is searched a ply
//! deeper.
//!
//! The same look sometimes tells something else: if even without the best move the position is too good
//! for the opponent, it need not be searched at all.

use super::moves::key;
use super::table::{Bound, Entry};
use super::value::{Value, from_table, is_mate};
use super::worker::Worker;
use cozy_chess::{Board, Move};

/// The least depth at which it pays to look.
const LEAST_DEPTH: i32 = 7;
/// How much shallower than the search the table's entry may be.
const SHALLOWER: i32 = 3;
/// How far below the value of the best move the others must stay, centipawns for each ply.
const MARGIN: Value = 2;

/// What the look at the other moves says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Others {
    /// They may be as good, or nothing was looked at.
    Similar,
    /// All of them are worse: the best move is singular.
    Worse,
    /// One of them, too, refutes the opponent's play: the position is worth at least this.
    Refute(Value),
}

/// The place of a look: a position `ply` plies from the root that is to be searched `depth` plies deep.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) ply: usize,
    pub(super) depth: i32,
    pub(super) beta: Value,
    pub(super) is_line: bool,
}

impl Worker<'_> {
    /// Looks at the moves beside `first`, the one that `known` holds for best.
    pub(super) fn others(
        &mut self,
        board: &Board,
        place: Place,
        first: Option<Move>,
        known: Option<Entry>,
    ) -> Option<Others> {
        let Place { ply, depth, beta, is_line } = place;
        let (Some(first), Some(known)) = (first, known) else { return Some(Others::Similar) };
        if depth < LEAST_DEPTH
            // Else a forced line could go on for ever.
            || ply >= 2 * self.root_depth
            || known.depth < depth - SHALLOWER
            || known.bound == Bound::Upper
            || is_mate(known.value)
        {
            return Some(Others::Similar);
        }
        let goal = from_table(known.value, ply) - MARGIN * depth;
        let (list, tried) = (self.list.len(), self.tried.len());
        let after_pass = self.last_move(ply).is_none();
        self.frames[ply].excluded = Some(first);
        let in_check = i32::from(!board.checkers().is_empty());
        // A check would be searched a ply deeper.
        let value = self.search(board, (depth - 1) / 2 - in_check, ply, goal - 1, goal);
        self.frames[ply].excluded = None;
        let value = value?;
        // What it left behind belongs to it alone.
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
