//! A position while its moves are tried, and a move while it is tried.

use super::endgames::Range;
use super::order::{Hints, Kind};
use super::value::Value;
use cozy_chess::Move;

/// What is known about a position when its moves are tried.
pub(super) struct Node {
    pub(super) ply: usize,
    pub(super) depth: i32,
    pub(super) alpha: Value,
    pub(super) beta: Value,
    /// Whether the window is real: the position may be on the best line.
    pub(super) is_line: bool,
    pub(super) in_check: bool,
    /// The evaluation, improved by the table where possible; 0 in check.
    pub(super) eval: Value,
    /// Whether the evaluation is better than at the side's last turn.
    pub(super) improving: bool,
    pub(super) key: u64,
    pub(super) hints: Hints,
    /// By how many plies the first hint is searched more deeply.
    pub(super) extension: i32,
    /// What the value can be, by tables of endgames.
    pub(super) range: Range,
}

/// A move being tried.
pub(super) struct Attempt {
    pub(super) mv: Move,
    pub(super) kind: Kind,
    /// Its number in the order, from 1.
    pub(super) number: usize,
    pub(super) gives_check: bool,
    /// The history score of a quiet move.
    pub(super) history: i32,
}
