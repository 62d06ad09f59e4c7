//! The heart of the search: alpha-beta with its shortcuts.
//!
//! Suppose one move is already known to keep us at +1. Any other move is refuted as soon as one reply is
//! found that leaves us below +1; how bad it really is does not matter. So each position is searched with a
//! window: `alpha`, what the side to move already has, and `beta`, what the opponent will not let it exceed.
//! Values outside the window need no precision.
//!
//! *Principal variation search*: after the first move, the others are only asked "are you better than
//! `alpha`?", with a window of width one. That is cheap. Only a move that says yes is searched again with the
//! real window. A position with a real window lies on the best line; shortcuts that could cut the line short
//! are not taken there.
//!
//! Other things save work: the table of positions; not searching for mates longer than one already found;
//! passing the turn (if the position is still too good for the opponent even then, it is cut off); an
//! evaluation so far above `beta` that nothing will change it; searching late moves less deeply; leaving out
//! quiet moves that cannot reach `alpha`. Checks, and moves without an alternative, are searched more deeply.

use super::best::Best;
use super::checks::Checks;
use super::correction::places;
use super::draw;
use super::history::PieceTo;
use super::moves::{has_pieces, is_noisy, key};
use super::order::{Hints, Kind, Picker, Wanted};
use super::parameters::{
    BLIND_DEPTH, EXTENDED_LINE, FALL_BASE, FALL_SLOPE, HISTORY_REDUCTION, LEFT_OUT_DEPTH,
    LOSING_CAPTURE_DEPTH, LOSING_CAPTURE_MARGIN, LOSING_QUIET_DEPTH, LOSING_QUIET_MARGIN, PASS_DEPTH,
    PASS_REDUCTION, PASS_REDUCTION_DEPTH, PASS_REDUCTION_MARGIN, PASS_REDUCTION_MOST, PLY, REDUCED_DEPTH,
    REDUCED_FROM, RISE_DEPTH, RISE_MARGIN, SACRIFICE_REDUCTION, SPECIAL_REDUCTION, TRIED_LEAST,
    TRUSTED_CLOCK, VERIFIED_DEPTH, VERIFIED_PART, WORSENING_REDUCTION,
};
use super::see;
use super::singular::{Others, Place};
use super::table::Entry;
use super::value::{MATE_BOUND, MAX_PLY, Value, is_mate, mated_in};
use super::worker::Worker;
use cozy_chess::{Board, Move};
use std::ops::ControlFlow;

/// What is known about a position when its moves are tried.
struct Node {
    ply: usize,
    depth: i32,
    alpha: Value,
    beta: Value,
    /// Whether the window is real: the position may be on the best line.
    is_line: bool,
    in_check: bool,
    /// The evaluation, improved by the table where possible; 0 in check.
    eval: Value,
    /// Whether the evaluation is better than at the side's last turn.
    improving: bool,
    key: u64,
    hints: Hints,
    /// By how many plies the first hint is searched more deeply.
    extension: i32,
}

/// A move being tried.
struct Attempt {
    mv: Move,
    kind: Kind,
    /// Its number in the order, from 1.
    number: usize,
    gives_check: bool,
    /// The history score of a quiet move.
    history: i32,
}

impl Worker<'_> {
    /// The value of a position, searched `depth` plies deep, between `alpha`
    /// and `beta`, or a bound if it lies outside. Not for the root.
    pub(super) fn search(
        &mut self,
        board: &Board,
        depth: i32,
        ply: usize,
        alpha: Value,
        beta: Value,
    ) -> Option<Value> {
        let in_check = !board.checkers().is_empty();
        let depth = depth + i32::from(in_check && ply < EXTENDED_LINE * self.root_depth);
        if depth <= 0 {
            return self.quiesce(board, ply, alpha, beta, Wanted::NoisyAndChecks);
        }
        self.visit(ply)?;
        self.lines.begin(ply);
        let key = key(board);
        let before = self.moves_before(ply);
        self.path.set(ply, board, key, before[0].is_none());
        if draw::by_fifty_moves(board) || draw::by_material(board) || self.path.repeats() {
            return Some(0);
        }
        if ply >= MAX_PLY {
            return Some(self.value_at_the_end(board, ply, in_check));
        }
        let is_line = beta - alpha > 1;
        // At worst we are mated here, at best we mate with the next move.
        let alpha = alpha.max(mated_in(ply));
        let beta = beta.min(-mated_in(ply + 1));
        if alpha >= beta {
            return Some(alpha);
        }
        let known = self.memory.table.probe(key);
        // A search of the other moves only is not a search of the position.
        let is_whole = self.frames[ply].excluded.is_none();
        // Near the fifty-move draw an old value may be wrong.
        if !is_line
            && is_whole
            && board.halfmove_clock() < TRUSTED_CLOCK
            && let Some(value) =
                known.filter(|entry| entry.depth >= depth).and_then(|entry| entry.settles(ply, alpha, beta))
        {
            return Some(value);
        }
        let first = known.and_then(|entry| entry.legal_move(board));
        let eval = self.judge(board, ply, in_check, known);
        self.memory.history.forget_killers(ply + 2);
        let hints = Hints {
            first,
            killers: self.memory.history.killers(ply),
            counter: self.memory.history.counter(board.side_to_move(), before[0]),
            before,
        };
        let improving = !in_check && self.is_improving(ply);
        // Without a move to try first it pays to search less deeply and find one.
        let depth = if first.is_none() && depth >= BLIND_DEPTH { depth - 1 } else { depth };
        let mut node =
            Node { ply, depth, alpha, beta, is_line, in_check, eval, improving, key, hints, extension: 0 };
        if !is_line
            && !in_check
            && is_whole
            && !is_mate(beta)
            && let ControlFlow::Break(value) = self.cut_whole(board, &node)?
        {
            return Some(value);
        }
        if is_whole {
            match self.others(board, Place { ply, depth, beta, is_line }, first, known)? {
                Others::Refute(value) => return Some(value),
                Others::Worse => node.extension = 1,
                Others::Similar => {}
            }
        }
        self.try_moves(board, &node)
    }

    /// The static evaluation, noted for the line and improved by the table.
    fn judge(&mut self, board: &Board, ply: usize, in_check: bool, known: Option<Entry>) -> Value {
        if in_check {
            self.frames[ply].eval = None;
            self.frames[ply].raw = None;
            return 0;
        }
        let eval = self.known_eval(board, ply, known);
        self.frames[ply].raw = Some(eval);
        let eval = self.corrected(board, ply, eval);
        self.frames[ply].eval = Some(eval);
        known.map_or(eval, |entry| entry.sharpen(eval, ply))
    }

    fn is_improving(&self, ply: usize) -> bool {
        let before = ply.checked_sub(2).and_then(|ply| self.frames[ply].eval);
        match (self.frames[ply].eval, before) {
            (Some(now), Some(before)) => now > before,
            _ => true,
        }
    }

    /// Tries to settle a position without trying its moves one by one. `Break` with its value, or `Continue`
    /// if it has to be searched.
    fn cut_whole(&mut self, board: &Board, node: &Node) -> Option<ControlFlow<Value>> {
        let Node { ply, depth, beta, eval, .. } = *node;
        // So far above the window that a few plies will not bring it down. Only near the end of a line: a
        // quiet move may still threaten mate.
        let margin = RISE_MARGIN * (depth - i32::from(node.improving));
        if depth <= RISE_DEPTH && eval - margin >= beta && !is_mate(eval) {
            return Some(ControlFlow::Break(eval));
        }
        // Pass the turn. Not twice in a row, and not with pawns alone, where having to move may be the
        // trouble (zugzwang).
        let may_pass = node.hints.before[0].is_some() && ply >= self.pass_from && has_pieces(board);
        if depth >= PASS_DEPTH
            && eval >= beta
            && may_pass
            && let Some(next) = board.null_move()
        {
            let by_margin = ((eval - beta) / PASS_REDUCTION_MARGIN).min(PASS_REDUCTION_MOST);
            let less = PASS_REDUCTION + depth / PASS_REDUCTION_DEPTH + by_margin;
            self.frames[ply].playing = None;
            let value = -self.search(&next, depth - less, ply + 1, -beta, 1 - beta)?;
            if value >= beta {
                let value = if is_mate(value) { beta } else { value };
                if depth < VERIFIED_DEPTH {
                    return Some(ControlFlow::Break(value));
                }
                // So much is at stake here that a search that may not pass for a while verifies it.
                let before = self.pass_from;
                let without = (depth - less) * VERIFIED_PART.0 / VERIFIED_PART.1;
                self.pass_from = ply + usize::try_from(without).unwrap_or(0).max(1);
                let proof = self.search(board, depth - less, ply, beta - 1, beta)?;
                self.pass_from = before;
                if proof >= beta {
                    return Some(ControlFlow::Break(value));
                }
            }
        }
        Some(ControlFlow::Continue(()))
    }

    /// Tries the moves one after another.
    fn try_moves(&mut self, board: &Board, node: &Node) -> Option<Value> {
        let &Node { ply, depth, beta, is_line, hints, .. } = node;
        let list_start = self.list.len();
        let tried_start = self.tried.len();
        let mut picker = Picker::new(hints, Wanted::All);
        if hints.first.is_none() && !picker.generate(board, &mut self.list, &self.memory.history) {
            return Some(if node.in_check { mated_in(ply) } else { 0 });
        }
        let mut best = Best::new(node.alpha, beta, mated_in(ply));
        let mut number = 0;
        let mut checks = None;
        while let Some((mv, kind)) = picker.next(board, &mut self.list, &self.memory.history) {
            if self.frames[ply].excluded == Some(mv) {
                continue;
            }
            number += 1;
            // While nothing better than being mated is known, all moves are tried, so that a mate is never
            // claimed wrongly.
            let is_hopeless =
                best.value > -MATE_BOUND && is_hopeless(board, node, best.alpha, mv, kind, number);
            // Most moves that are left out need not even be made.
            if is_hopeless && !checks.get_or_insert_with(|| Checks::of(board)).may_give(board, mv) {
                continue;
            }
            let mut next = board.clone();
            next.play_unchecked(mv);
            let attempt = self.attempt(board, &next, node, mv, kind, number);
            if is_hopeless && !attempt.gives_check {
                continue;
            }
            let value = self.try_move(&next, node, best.alpha, &attempt)?;
            if self.take(&mut best, ply, mv, value, is_line).is_break() {
                break;
            }
            if kind == Kind::Quiet {
                self.tried.push(mv);
            }
        }
        self.list.truncate(list_start);
        if let Some(mv) = best.mv.filter(|&mv| best.is_cut() && !is_noisy(board, mv)) {
            let tried = &self.tried[tried_start..];
            self.memory.history.learn(board, mv, tried, hints.before, depth, ply);
        }
        self.tried.truncate(tried_start);
        if self.frames[ply].excluded.is_some() {
            return Some(best.value);
        }
        self.note_error(board, ply, depth, &best);
        self.memory.table.store(node.key, Entry::of(&best, ply, self.frames[ply].raw, depth));
        Some(best.value)
    }

    /// Learns how far the evaluation was off, if that is its fault: not if a capture decided, and not if the
    /// value is a bound on the side of the evaluation.
    fn note_error(&mut self, board: &Board, ply: usize, depth: i32, best: &Best) {
        let Some(eval) = self.frames[ply].raw else { return };
        let is_quiet = !best.mv.is_some_and(|mv| is_noisy(board, mv));
        if best.bound().says_more(best.value, eval) && !is_mate(best.value) && is_quiet {
            let places = places(board, self.last_move(ply));
            self.memory.corrections.learn(places, best.value - eval, depth);
        }
    }

    /// Notes the move as the one being played, and collects what is known about it.
    fn attempt(
        &mut self,
        board: &Board,
        next: &Board,
        node: &Node,
        mv: Move,
        kind: Kind,
        number: usize,
    ) -> Attempt {
        let place = PieceTo::of(board, mv);
        self.frames[node.ply].playing = Some(place);
        let history = if kind == Kind::Quiet {
            self.memory.history.quiet(board.side_to_move(), mv, place, node.hints.before)
        } else {
            0
        };
        Attempt { mv, kind, number, gives_check: !next.checkers().is_empty(), history }
    }

    /// The value of a move for the side that makes it.
    fn try_move(&mut self, next: &Board, node: &Node, alpha: Value, attempt: &Attempt) -> Option<Value> {
        let (depth, ply, beta) = (node.depth - 1, node.ply + 1, node.beta);
        if attempt.number == 1 {
            let depth = depth + node.extension;
            return Some(-self.search(next, depth, ply, -beta, -alpha)?);
        }
        let less = self.reduction(node, attempt);
        let mut value = -self.search(next, depth - less, ply, -alpha - 1, -alpha)?;
        if value > alpha && less > 0 {
            value = -self.search(next, depth, ply, -alpha - 1, -alpha)?;
        }
        if value > alpha && value < beta && node.is_line {
            value = -self.search(next, depth, ply, -beta, -alpha)?;
        }
        Some(value)
    }

    /// By how many plies a late move is searched less deeply.
    fn reduction(&self, node: &Node, attempt: &Attempt) -> i32 {
        let from = REDUCED_FROM + usize::from(node.is_line);
        if node.depth < REDUCED_DEPTH || attempt.number < from || attempt.kind == Kind::Good {
            return 0;
        }
        let mv = Some(attempt.mv);
        let is_special = node.hints.killers.contains(&mv) || node.hints.counter == mv;
        let mut parts = self.memory.reductions.get(node.depth, attempt.number);
        parts -= if attempt.kind == Kind::Bad { SACRIFICE_REDUCTION } else { 0 };
        parts -= attempt.history * PLY / HISTORY_REDUCTION;
        parts += if node.improving { 0 } else { WORSENING_REDUCTION };
        for slower in [node.is_line, attempt.gives_check, node.in_check, is_special] {
            parts -= if slower { SPECIAL_REDUCTION } else { 0 };
        }
        (parts / PLY).clamp(0, node.depth - 2)
    }
}

/// Returns whether a move that gives no check can be left out because it will hardly reach the window.
fn is_hopeless(board: &Board, node: &Node, alpha: Value, mv: Move, kind: Kind, number: usize) -> bool {
    let depth = node.depth;
    if depth > LEFT_OUT_DEPTH || node.in_check {
        return false;
    }
    if kind == Kind::Quiet {
        // After this many quiet moves in vain the rest are left out.
        let enough = usize::try_from(TRIED_LEAST + depth * depth).unwrap_or(usize::MAX);
        if number > enough / (2 - usize::from(node.improving)) && !node.is_line {
            return true;
        }
        // Too far below the window for a quiet move.
        if node.eval + FALL_BASE + FALL_SLOPE * depth <= alpha {
            return true;
        }
        return depth <= LOSING_QUIET_DEPTH && !see::gains(board, mv, -LOSING_QUIET_MARGIN * depth);
    }
    kind == Kind::Bad
        && depth <= LOSING_CAPTURE_DEPTH
        && !see::gains(board, mv, -LOSING_CAPTURE_MARGIN * depth)
}
