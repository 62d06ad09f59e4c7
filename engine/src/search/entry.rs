//! What the table of positions knows about one of them.
//!
//! The search cuts branches off, so it often learns only that a value is "at least" or "at most" some number.
//! The bound says which.

use super::best::Best;
use super::moves::{NO_MOVE, pack, unpack};
use super::value::{Value, from_table, is_mate, to_table};
use cozy_chess::{Board, Move};

/// What a stored value says about the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true value is this or less.
    Upper,
    /// The true value is this or more.
    Lower,
    /// It is the true value.
    Exact,
}

impl Bound {
    /// Returns whether a value with this bound says more about a position than its evaluation.
    pub(super) fn says_more(self, value: Value, eval: Value) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => value > eval,
            Self::Upper => value < eval,
        }
    }
}

/// What the table knows about a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    /// The best move, packed; `NO_MOVE` if unknown.
    pub(super) mv: u16,
    /// The value, mates counted from this position.
    pub(super) value: Value,
    /// The static evaluation; `None` if the side to move was in check.
    pub(super) eval: Option<Value>,
    /// How many plies deep the value was searched.
    pub(super) depth: i32,
    pub(super) bound: Bound,
}

impl Entry {
    /// What is kept of a position `ply` plies from the root whose moves were tried `depth` plies deep.
    pub(super) fn of(best: &Best, ply: usize, eval: Option<Value>, depth: i32) -> Self {
        let (mv, value) = (best.mv.map_or(NO_MOVE, pack), to_table(best.value, ply));
        Self { mv, value, eval, depth, bound: best.bound() }
    }

    /// The value of the position `ply` plies from the root, if it tells all that the window asks for.
    pub(super) fn settles(&self, ply: usize, alpha: Value, beta: Value) -> Option<Value> {
        let value = from_table(self.value, ply);
        let settled = match self.bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        };
        settled.then_some(value)
    }

    /// The best move, unless the entry is that of another position, where it is not legal.
    pub(super) fn legal_move(&self, board: &Board) -> Option<Move> {
        unpack(self.mv).filter(|&mv| board.is_legal(mv))
    }

    /// The evaluation, or the value of the entry if that says more. A mate is not taken over: there would
    /// be no line leading to it.
    pub(super) fn sharpen(&self, eval: Value, ply: usize) -> Value {
        let value = from_table(self.value, ply);
        if self.bound.says_more(value, eval) && !is_mate(value) { value } else { eval }
    }
}
