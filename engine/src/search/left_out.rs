//! Leaving out moves that will hardly reach the window.
//!
//! Each function is one technique, about a move that gives no check, in a position that is not in check and
//! near the end of a line.

use super::node::Node;
use super::order::Kind;
use super::parameters::{LEFT_OUT_DEPTH, LOSING_CAPTURE_DEPTH, LOSING_QUIET_DEPTH, WORSENING_DIVISOR};
use super::see;
use super::tuning::Tuning;
use super::value::Value;
use cozy_chess::{Board, Move};

/// A move that might be left out.
pub(super) struct Late<'a> {
    pub(super) board: &'a Board,
    pub(super) node: &'a Node,
    /// What the side to move already has.
    pub(super) alpha: Value,
    pub(super) mv: Move,
    pub(super) kind: Kind,
    /// Its number in the order, from 1.
    pub(super) number: usize,
}

impl Late<'_> {
    /// Whether any of the techniques leaves it out.
    pub(super) fn is_hopeless(&self, tuning: &Tuning) -> bool {
        if self.node.depth > LEFT_OUT_DEPTH || self.node.in_check {
            return false;
        }
        if self.kind == Kind::Quiet {
            return self.comes_too_late(tuning) || self.is_too_far_below(tuning) || self.loses_itself(tuning);
        }
        self.kind == Kind::Bad && self.loses_material(tuning)
    }

    /// After this many moves in vain the remaining quiet ones are left out (late move pruning).
    fn comes_too_late(&self, tuning: &Tuning) -> bool {
        let Node { depth, improving, is_line, .. } = *self.node;
        let enough = usize::try_from(tuning.tried_least + depth * depth).unwrap_or(usize::MAX);
        self.number > enough / if improving { 1 } else { WORSENING_DIVISOR } && !is_line
    }

    /// The evaluation is too far below the window for a quiet move (futility pruning).
    fn is_too_far_below(&self, tuning: &Tuning) -> bool {
        self.node.eval + tuning.fall_base + tuning.fall_slope * self.node.depth <= self.alpha
    }

    /// The quiet move puts material where it is taken.
    fn loses_itself(&self, tuning: &Tuning) -> bool {
        let depth = self.node.depth;
        depth <= LOSING_QUIET_DEPTH && !see::gains(self.board, self.mv, -tuning.losing_quiet_margin * depth)
    }

    /// The capture loses more than it takes.
    fn loses_material(&self, tuning: &Tuning) -> bool {
        let depth = self.node.depth;
        depth <= LOSING_CAPTURE_DEPTH
            && !see::gains(self.board, self.mv, -tuning.losing_capture_margin * depth)
    }
}
