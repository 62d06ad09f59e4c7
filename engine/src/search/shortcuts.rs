//! Settling a position without trying its moves one by one.
//!
//! Each function is one technique: it breaks with the value of the position, or continues if the position has
//! to be searched. They are tried only where the window has no width and the side to move is not in check.

use super::endgames::{Outcome, Range, may_know, pieces_of, value_of};
use super::entry::{Bound, Entry};
use super::moves::{NO_MOVE, has_legal_move, has_pieces};
use super::node::Node;
use super::order::Wanted;
use super::parameters::{KNOWN_DEPTH, PASS_DEPTH, PASS_REDUCTION_MOST, VERIFIED_DEPTH, VERIFIED_PART};
use super::value::{MAX_DEPTH, Value, is_decided, is_mate, to_table};
use super::worker::Worker;
use cozy_chess::Board;
use std::ops::ControlFlow;

/// A position that is looked up in tables of endgames.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lookup {
    pub(super) ply: usize,
    pub(super) depth: i32,
    pub(super) in_check: bool,
}

impl Worker<'_> {
    /// What tables of endgames know of the position: right after a capture or a move of a pawn, when the fifty-move rule
    /// begins anew. A win may also be a mate and a loss may be one, so each is a bound only, and does not end a search
    /// for mates. Not if it is mate already.
    #[inline]
    pub(super) fn by_endgames(
        &mut self,
        board: &Board,
        key: u64,
        place: Lookup,
        window: (Value, Value),
    ) -> ControlFlow<Value, Range> {
        if self.endgames.is_none() || board.halfmove_clock() > 0 {
            return ControlFlow::Continue(Range::ALL);
        }
        self.look_up(board, key, place, window)
    }

    /// The same where tables may know the position.
    #[inline(never)]
    fn look_up(
        &mut self,
        board: &Board,
        key: u64,
        Lookup { ply, depth, in_check }: Lookup,
        (alpha, beta): (Value, Value),
    ) -> ControlFlow<Value, Range> {
        let outcome = self.endgames.as_deref().and_then(|tables| {
            let may_know = may_know(tables.most_pieces(), board) && (!in_check || has_legal_move(board));
            if may_know { tables.outcome(&pieces_of(board)) } else { None }
        });
        let Some(outcome) = outcome else { return ControlFlow::Continue(Range::ALL) };
        self.endgame_hits += 1;
        let value = value_of(outcome, ply);
        let (bound, range) = match outcome {
            Outcome::Win => (Bound::Lower, Range { least: value, ..Range::ALL }),
            Outcome::Draw => (Bound::Exact, Range { least: value, most: value }),
            Outcome::Loss => (Bound::Upper, Range { most: value, ..Range::ALL }),
        };
        if range.least < beta && range.most > alpha && outcome != Outcome::Draw {
            return ControlFlow::Continue(range);
        }
        // It is remembered like what was searched more deeply, since files are slower than memory.
        let depth = (depth + KNOWN_DEPTH).min(MAX_DEPTH);
        let entry = Entry { mv: NO_MOVE, value: to_table(value, ply), eval: None, depth, bound };
        self.memory.table.store(key, entry);
        ControlFlow::Break(value)
    }

    /// Tries all of them. `None` if a limit was reached.
    pub(super) fn settle(&mut self, board: &Board, node: &Node) -> Option<ControlFlow<Value>> {
        let mut settled = self.by_evaluation(node);
        if settled.is_continue() {
            settled = self.by_captures(board, node)?;
        }
        if settled.is_continue() {
            settled = self.by_passing(board, node)?;
        }
        Some(settled)
    }

    /// The evaluation is so far above the window that a few plies will not bring it down (reverse futility
    /// pruning). Only near the end of a line: a quiet move may still threaten mate.
    fn by_evaluation(&self, node: &Node) -> ControlFlow<Value> {
        let tuning = &self.memory.tuning;
        let margin = tuning.rise_margin * (node.depth - i32::from(node.improving));
        if node.depth <= tuning.rise_depth && node.eval - margin >= node.beta && !is_mate(node.eval) {
            return ControlFlow::Break(node.eval);
        }
        ControlFlow::Continue(())
    }

    /// The evaluation is so far below the window that only captures could help, and they do not (razoring). Only near
    /// the end of a line: a quiet move may prepare something. And not with pawns alone, where a step of the king may
    /// hold a fortress.
    fn by_captures(&mut self, board: &Board, node: &Node) -> Option<ControlFlow<Value>> {
        let Node { ply, depth, alpha, beta, eval, .. } = *node;
        let tuning = &self.memory.tuning;
        let margin = tuning.razor_base + tuning.razor_slope * depth * depth;
        if depth > tuning.razor_depth || eval + margin > alpha || !has_pieces(board) {
            return Some(ControlFlow::Continue(()));
        }
        let value = self.quiesce(board, ply, alpha, beta, Wanted::NoisyAndChecks)?;
        Some(if value <= alpha { ControlFlow::Break(value) } else { ControlFlow::Continue(()) })
    }

    /// The position is too good for the opponent even if the turn is passed (null move pruning). Not twice in
    /// a row, and not with pawns alone, where having to move may be the trouble (zugzwang).
    fn by_passing(&mut self, board: &Board, node: &Node) -> Option<ControlFlow<Value>> {
        let Node { ply, depth, beta, eval, .. } = *node;
        let may_pass = node.hints.before[0].is_some() && ply >= self.pass_from && has_pieces(board);
        if depth < PASS_DEPTH || eval < beta || !may_pass {
            return Some(ControlFlow::Continue(()));
        }
        let Some(next) = board.null_move() else { return Some(ControlFlow::Continue(())) };
        let tuning = &self.memory.tuning;
        let by_margin = ((eval - beta) / tuning.pass_reduction_margin).min(PASS_REDUCTION_MOST);
        let less = tuning.pass_reduction + depth / tuning.pass_reduction_depth + by_margin;
        self.frames[ply].playing = None;
        self.frames[ply].quiet = None;
        let value = -self.search(&next, depth - less, ply + 1, -beta, 1 - beta)?;
        if value < beta {
            return Some(ControlFlow::Continue(()));
        }
        // What is decided after a passed turn is not proved.
        let value = if is_decided(value) { beta } else { value };
        if depth < VERIFIED_DEPTH {
            return Some(ControlFlow::Break(value));
        }
        // So much is at stake here that a search that may not pass for a while verifies it.
        let before = self.pass_from;
        let without = (depth - less) * VERIFIED_PART.0 / VERIFIED_PART.1;
        self.pass_from = ply + usize::try_from(without).unwrap_or(0).max(1);
        let proof = self.search(board, depth - less, ply, beta - 1, beta)?;
        self.pass_from = before;
        Some(if proof >= beta { ControlFlow::Break(value) } else { ControlFlow::Continue(()) })
    }
}
