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
//! evaluation so far above `beta` that nothing will change it, or so far below `alpha` that captures will
//! not; searching late moves less deeply; leaving out quiet moves that cannot reach `alpha`. Checks, and
//! moves without an alternative, are searched more deeply.

use super::best::Best;
use super::checks::Checks;
use super::correction::places;
use super::draw;
use super::endgames::Range;
use super::entry::Entry;
use super::history::PieceTo;
use super::left_out::Late;
use super::moves::{is_noisy, key};
use super::node::{Attempt, Node};
use super::order::{Hints, Kind, Picker, Sight, Wanted};
use super::parameters::{BLIND_REDUCTION, EXTENDED_LINE, EXTENSION, TRUSTED_CLOCK};
use super::shortcuts::Lookup;
use super::singular::{Others, Place};
use super::value::{MATE_BOUND, MAX_PLY, Value, is_decided, is_mate, mated_in};
use super::worker::Worker;
use cozy_chess::{Board, Move};
use std::ops::ControlFlow;

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
        let is_extended = in_check && ply < EXTENDED_LINE * self.root_depth;
        let depth = if is_extended { depth + EXTENSION } else { depth };
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
            if value >= beta {
                self.credit_known(board, ply, depth, known);
            }
            return Some(value);
        }
        let mut range = Range::ALL;
        if is_whole {
            match self.by_endgames(board, key, Lookup { ply, depth, in_check }, (alpha, beta)) {
                ControlFlow::Break(value) => return Some(value),
                ControlFlow::Continue(known) => range = known,
            }
        }
        let first = known.and_then(|entry| entry.legal_move(board));
        let eval = self.judge(board, ply, in_check, known);
        if is_whole {
            self.credit_swing(board, ply);
        }
        self.memory.history.forget_killers(ply + 2);
        if let Some(frame) = self.frames.get_mut(ply + 2) {
            frame.cutoffs = 0;
        }
        let hints = Hints {
            first,
            killers: self.memory.history.killers(ply),
            counter: self.memory.history.counter(board.side_to_move(), before[0]),
            before,
            sight: Some(Sight::of(&self.memory.tuning)),
        };
        let improving = !in_check && self.is_improving(ply);
        // Without a move to try first it pays to search less deeply and find one.
        let is_blind = first.is_none() && depth >= self.memory.tuning.blind_depth;
        let depth = if is_blind { depth - BLIND_REDUCTION } else { depth };
        let mut node = Node {
            ply,
            depth,
            alpha,
            beta,
            is_line,
            in_check,
            eval,
            improving,
            key,
            hints,
            extension: 0,
            range,
        };
        if !is_line
            && !in_check
            && is_whole
            && !range.is_known()
            && !is_mate(beta)
            && let ControlFlow::Break(value) = self.settle(board, &node)?
        {
            return Some(value);
        }
        // What tables know is a range, which a search of the other moves would not keep to.
        if is_whole && !range.is_known() {
            match self.others(board, Place { ply, depth, beta, is_line }, first, known)? {
                Others::Refute(value) => return Some(value),
                Others::Worse => node.extension = EXTENSION,
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

    /// Tries the moves one after another.
    fn try_moves(&mut self, board: &Board, node: &Node) -> Option<Value> {
        let &Node { ply, depth, beta, is_line, hints, .. } = node;
        let list_start = self.list.len();
        let tried_start = self.tried.len();
        let mut picker = Picker::new(hints, Wanted::All);
        if hints.first.is_none() && !picker.generate(board, &mut self.list, &self.memory.history) {
            return Some(if node.in_check { mated_in(ply) } else { 0 });
        }
        let mut best = Best::new(node.alpha.max(node.range.least), beta, node.range.least.max(mated_in(ply)));
        let mut number = 0;
        let mut checks = None;
        while let Some((mv, kind)) = picker.next(board, &mut self.list, &self.memory.history) {
            if self.frames[ply].excluded == Some(mv) {
                continue;
            }
            number += 1;
            // While nothing better than being mated is known, all moves are tried, so that a mate is never
            // claimed wrongly.
            let late = Late { board, node, alpha: best.alpha, mv, kind, number };
            let is_hopeless = best.value > -MATE_BOUND && late.is_hopeless(&self.memory.tuning);
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
        self.frames[ply].cutoffs += u32::from(best.is_cut());
        if let Some(mv) = best.mv.filter(|&mv| best.is_cut() && !is_noisy(board, mv)) {
            let tried = &self.tried[tried_start..];
            let step = self.memory.tuning.history_change(depth);
            self.memory.history.learn(board, mv, tried, hints.before, step, ply);
        }
        self.tried.truncate(tried_start);
        best.cap(node.range.most);
        if self.frames[ply].excluded.is_some() {
            return Some(best.value);
        }
        if best.mv.is_none() {
            self.credit_last(board, ply, depth);
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
        if best.bound().says_more(best.value, eval) && !is_decided(best.value) && is_quiet {
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
        self.frames[node.ply].quiet = (kind == Kind::Quiet).then_some(mv);
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
}
