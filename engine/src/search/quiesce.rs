//! Quiescence: playing out the captures before judging.
//!
//! If a line ended right after "queen takes pawn", a simple judgement would count the pawn and not see that
//! the queen is lost next move. So every line is continued at its end with captures only, until the position
//! is quiet.
//!
//! The side to move is never forced to capture: it may "stand pat" and take the judgement as it is. In check
//! it may not; every move is then tried, so that a checkmate is seen. Captures that lose material are left
//! out, and so are those that gain too little to matter. At the first step quiet moves that give check are
//! tried too: an attack on the king often continues with one.

use super::best::Best;
use super::draw;
use super::entry::Entry;
use super::history::PieceTo;
use super::moves::{has_legal_move, is_noisy, key, victim};
use super::order::{Hints, Kind, Picker, Wanted};
use super::see;
use super::value::{MATE_BOUND, MAX_PLY, Value, mated_in};
use super::worker::Worker;
use cozy_chess::{Board, Move};

impl Worker<'_> {
    /// The value of a position after all sensible captures, between `alpha` and `beta`, or a bound if it lies
    /// outside. `wanted` says which moves are tried if the side to move is not in check.
    pub(super) fn quiesce(
        &mut self,
        board: &Board,
        ply: usize,
        alpha: Value,
        beta: Value,
        wanted: Wanted,
    ) -> Option<Value> {
        self.visit(ply)?;
        self.lines.begin(ply);
        if draw::by_fifty_moves(board) || draw::by_material(board) {
            return Some(0);
        }
        let in_check = !board.checkers().is_empty();
        if ply >= MAX_PLY {
            return Some(self.value_at_the_end(board, ply, in_check));
        }
        let key = key(board);
        let known = self.memory.table.probe(key);
        let is_line = beta - alpha > 1;
        if let Some(value) = known.filter(|_| !is_line).and_then(|entry| entry.settles(ply, alpha, beta)) {
            return Some(value);
        }
        let hint = known.and_then(|entry| entry.legal_move(board));
        let first = hint.filter(|&mv| in_check || is_noisy(board, mv));
        let wanted = if in_check { Wanted::All } else { wanted };
        let before = self.moves_before(ply);
        let mut picker = Picker::new(Hints { first, before, ..Hints::NONE }, wanted);
        let start = self.list.len();
        let eval = if in_check { None } else { Some(self.known_eval(board, ply, known)) };
        let stand = eval.map_or(mated_in(ply), |eval| {
            let eval = self.corrected(board, ply, eval);
            known.map_or(eval, |entry| entry.sharpen(eval, ply))
        });
        if stand >= beta {
            // Most positions end here, so no move is generated except to recognise stalemate.
            let is_stalemate = !in_check && hint.is_none() && !has_legal_move(board);
            return Some(if is_stalemate { 0 } else { stand });
        }
        if hint.is_none() && !picker.generate(board, &mut self.list, &self.memory.history) {
            return Some(if in_check { mated_in(ply) } else { 0 });
        }
        let mut best = Best::new(alpha.max(stand), beta, stand);
        while let Some((mv, kind)) = picker.next(board, &mut self.list, &self.memory.history) {
            if in_check {
                // One way out of mate is known: sacrifices need not be tried.
                if best.value > -MATE_BOUND && kind == Kind::Bad {
                    continue;
                }
            } else if !is_worth_trying(board, mv, kind, stand + self.memory.tuning.capture_margin, &mut best)
            {
                continue;
            }
            self.frames[ply].playing = Some(PieceTo::of(board, mv));
            let mut next = board.clone();
            next.play_unchecked(mv);
            let value = -self.quiesce(&next, ply + 1, -beta, -best.alpha, Wanted::Noisy)?;
            if self.take(&mut best, ply, mv, value, is_line).is_break() {
                break;
            }
        }
        self.list.truncate(start);
        self.memory.table.store(key, Entry::of(&best, ply, eval, 0));
        Some(best.value)
    }
}

/// Returns whether a capture or check may raise the `alpha` of `best`. If not, `best` learns what the move
/// could have reached at most. `base` is the value of standing pat, with a margin.
fn is_worth_trying(board: &Board, mv: Move, kind: Kind, base: Value, best: &mut Best) -> bool {
    if kind != Kind::Good {
        return kind == Kind::Quiet && see::gains(board, mv, 0);
    }
    if mv.promotion.is_some() {
        return true;
    }
    let most = base + victim(board, mv).map_or(0, see::worth);
    if most <= best.alpha {
        best.value = best.value.max(most);
        return false;
    }
    if base <= best.alpha && !see::gains(board, mv, 1) {
        best.value = best.value.max(base);
        return false;
    }
    true
}
