//! The heart of the search: alpha-beta with its shortcuts.
//!
//! Suppose one move is already known to keep us at +1. For any other move, as
//! soon as one reply is found that leaves us below +1, the move is refuted; how
//! bad it really is does not matter. So each position is searched with a
//! window: `alpha`, what the side to move has already, and `beta`, what the
//! opponent will not let it exceed. Values outside the window need no
//! precision.
//!
//! *Principal variation search*: after the first move, the others are only
//! asked "are you better than `alpha`?", with a window of width one. That is
//! cheap. Only a move that says yes is searched again with the real window.
//! A position with a real window lies on the best line; there the shortcuts
//! that could cut the line short are not taken.
//!
//! What else saves work: the table of positions; not looking for mates longer
//! than one already found; passing the turn (if the position is still too good
//! for the opponent even then, it is cut off); standing so far above `beta`
//! that nothing will change it; looking less deeply at late moves; leaving out
//! quiet moves that cannot reach `alpha`. Checks, and moves without an
//! alternative, are looked at more deeply.

use super::checks::Checks;
use super::correction::places;
use super::draw;
use super::history::PieceTo;
use super::moves::{NO_MOVE, has_pieces, is_noisy, key, pack, unpack};
use super::order::{Hints, Kind, Picker, Wanted};
use super::quiesce::sharpened;
use super::reduction::PLY;
use super::see;
use super::singular::{Others, Place};
use super::table::{Bound, Entry};
use super::value::{MATE_BOUND, MAX_PLY, Value, from_table, is_mate, mated_in, to_table};
use super::worker::Worker;
use cozy_chess::{Board, Move};
use std::ops::ControlFlow;

/// What is known about a position when its moves are tried.
struct Node {
    ply: usize,
    depth: i32,
    alpha: Value,
    beta: Value,
    /// The window is real: the position may be on the best line.
    is_line: bool,
    in_check: bool,
    /// The judgement, made better by the table where possible; 0 in check.
    eval: Value,
    /// The side to move stands better than at its last turn.
    improving: bool,
    key: u64,
    hints: Hints,
    /// Plies that the first of the hints is searched more deeply.
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
        let depth = depth + i32::from(in_check && ply < 2 * self.root_depth);
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
            return Some(if in_check { 0 } else { self.evaluate(board, ply) });
        }
        let is_line = beta - alpha > 1;
        // At worst we are mated here, at best we mate with the next move.
        let alpha = alpha.max(mated_in(ply));
        let beta = beta.min(-mated_in(ply + 1));
        if alpha >= beta {
            return Some(alpha);
        }
        let known = self.memory.table.probe(key);
        // A look at the other moves only is no search of the position.
        let is_whole = self.frames[ply].excluded.is_none();
        // Near the fifty-move draw an old value may be wrong.
        if !is_line
            && is_whole
            && board.halfmove_clock() < 90
            && let Some(value) = known
                .filter(|entry| entry.depth >= depth)
                .and_then(|entry| entry.settles(from_table(entry.value, ply), alpha, beta))
        {
            return Some(value);
        }
        let first = known.and_then(|entry| unpack(entry.mv)).filter(|&mv| board.is_legal(mv));
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
        let depth = if first.is_none() && depth >= 7 { depth - 1 } else { depth };
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

    /// The static evaluation, noted for the line; sharpened by the table.
    fn judge(&mut self, board: &Board, ply: usize, in_check: bool, known: Option<Entry>) -> Value {
        if in_check {
            self.frames[ply].eval = None;
            self.frames[ply].raw = None;
            return 0;
        }
        let eval = known.and_then(|entry| entry.eval).unwrap_or_else(|| self.evaluate(board, ply));
        self.frames[ply].raw = Some(eval);
        let eval = self.corrected(board, ply, eval);
        self.frames[ply].eval = Some(eval);
        sharpened(eval, known, ply)
    }

    fn is_improving(&self, ply: usize) -> bool {
        let before = ply.checked_sub(2).and_then(|ply| self.frames[ply].eval);
        match (self.frames[ply].eval, before) {
            (Some(now), Some(before)) => now > before,
            _ => true,
        }
    }

    /// Tries to settle a position without trying its moves one by one.
    /// `Break` with its value, or `Continue`: it has to be searched.
    fn cut_whole(&mut self, board: &Board, node: &Node) -> Option<ControlFlow<Value>> {
        let Node { ply, depth, beta, eval, .. } = *node;
        // So far above the window that a few plies will not bring it down.
        // Only near the end of a line: a quiet move may still threaten mate.
        if depth <= 5 && eval - 70 * (depth - i32::from(node.improving)) >= beta && !is_mate(eval) {
            return Some(ControlFlow::Break(eval));
        }
        // Pass the turn. Not twice in a row, and not with pawns alone: there
        // having to move may be the trouble (zugzwang).
        let may_pass = node.hints.before[0].is_some() && ply >= self.pass_from && has_pieces(board);
        if depth >= 3
            && eval >= beta
            && may_pass
            && let Some(next) = board.null_move()
        {
            let less = 3 + depth / 3 + ((eval - beta) / 200).min(3);
            self.frames[ply].playing = None;
            let value = -self.search(&next, depth - less, ply + 1, -beta, 1 - beta)?;
            if value >= beta {
                let value = if is_mate(value) { beta } else { value };
                if depth < 11 {
                    return Some(ControlFlow::Break(value));
                }
                // So much is at stake here that it is checked by a search
                // that may not pass for a while.
                let before = self.pass_from;
                self.pass_from = ply + usize::try_from((depth - less) * 3 / 4).unwrap_or(0).max(1);
                let proof = self.search(board, depth - less, ply, beta - 1, beta)?;
                self.pass_from = before;
                if proof >= beta {
                    return Some(ControlFlow::Break(value));
                }
            }
        }
        Some(ControlFlow::Continue(()))
    }

    /// Tries the moves one after the other.
    fn try_moves(&mut self, board: &Board, node: &Node) -> Option<Value> {
        let &Node { ply, depth, beta, is_line, hints, .. } = node;
        let list_start = self.list.len();
        let tried_start = self.tried.len();
        let mut picker = Picker::new(hints, Wanted::All);
        if hints.first.is_none() && !picker.generate(board, &mut self.list, &self.memory.history) {
            return Some(if node.in_check { mated_in(ply) } else { 0 });
        }
        let mut alpha = node.alpha;
        let mut best = mated_in(ply);
        let mut best_move = None;
        let mut number = 0;
        let mut checks = None;
        while let Some((mv, kind)) = picker.next(board, &mut self.list, &self.memory.history) {
            if self.frames[ply].excluded == Some(mv) {
                continue;
            }
            number += 1;
            // As long as nothing better than being mated is known, all moves
            // are looked at, so that a mate is never claimed wrongly.
            let is_hopeless = best > -MATE_BOUND && is_hopeless(board, node, alpha, mv, kind, number);
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
            let value = self.try_move(&next, node, alpha, &attempt)?;
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(mv);
                    if is_line {
                        self.lines.extend(ply, mv);
                    }
                    if value >= beta {
                        break;
                    }
                }
            }
            if kind == Kind::Quiet {
                self.tried.push(mv);
            }
        }
        self.list.truncate(list_start);
        if let Some(mv) = best_move.filter(|&mv| best >= beta && !is_noisy(board, mv)) {
            let tried = &self.tried[tried_start..];
            self.memory.history.learn(board, mv, tried, hints.before, depth, ply);
        }
        self.tried.truncate(tried_start);
        if self.frames[ply].excluded.is_some() {
            return Some(best);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.note_error(board, ply, depth, best, best_move, bound);
        let (mv, value, eval) = (best_move.map_or(NO_MOVE, pack), to_table(best, ply), self.frames[ply].raw);
        self.memory.table.store(node.key, Entry { mv, value, eval, depth, bound });
        Some(best)
    }

    /// Learns how far the evaluation was off, where that is its fault: not if a capture decided, and not
    /// if the value is a bound on the side of the evaluation.
    fn note_error(
        &mut self,
        board: &Board,
        ply: usize,
        depth: i32,
        best: Value,
        mv: Option<Move>,
        bound: Bound,
    ) {
        let Some(eval) = self.frames[ply].raw else { return };
        let tells = match bound {
            Bound::Exact => true,
            Bound::Lower => best > eval,
            Bound::Upper => best < eval,
        };
        if tells && !is_mate(best) && !mv.is_some_and(|mv| is_noisy(board, mv)) {
            let places = places(board, self.last_move(ply));
            self.memory.corrections.learn(places, best - eval, depth);
        }
    }

    /// Notes the move as the one being played, and what is known of it.
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

    /// The value of a move, for the side that makes it.
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
        if node.depth < 3 || attempt.number < 2 + usize::from(node.is_line) || attempt.kind == Kind::Good {
            return 0;
        }
        let mv = Some(attempt.mv);
        let is_special = node.hints.killers.contains(&mv) || node.hints.counter == mv;
        let mut parts = self.memory.reductions.get(node.depth, attempt.number);
        // A sacrifice stands late in the order whether it is sound or not.
        parts -= if attempt.kind == Kind::Bad { 2 * PLY } else { 0 };
        parts -= attempt.history * PLY / 12_000;
        parts += if node.improving { 0 } else { PLY / 2 };
        for slower in [node.is_line, attempt.gives_check, node.in_check, is_special] {
            parts -= if slower { PLY } else { 0 };
        }
        (parts / PLY).clamp(0, node.depth - 2)
    }
}

/// Whether a move that gives no check can be left out because it will hardly
/// reach the window.
fn is_hopeless(board: &Board, node: &Node, alpha: Value, mv: Move, kind: Kind, number: usize) -> bool {
    let depth = node.depth;
    if depth > 8 || node.in_check {
        return false;
    }
    if kind == Kind::Quiet {
        // After so many quiet moves in vain the rest are left out.
        let enough = usize::try_from(4 + depth * depth).unwrap_or(usize::MAX);
        if number > enough / (2 - usize::from(node.improving)) && !node.is_line {
            return true;
        }
        // Too far below the window for a quiet move.
        if node.eval + 70 + 65 * depth <= alpha {
            return true;
        }
        return depth <= 6 && !see::gains(board, mv, -35 * depth);
    }
    kind == Kind::Bad && depth <= 5 && !see::gains(board, mv, -90 * depth)
}
