//! Quiescence: playing out the captures before judging.
//!
//! If a line ended right after "queen takes pawn", a simple judgement would
//! count the pawn and not see that the queen is lost next move. So at its end
//! every line is continued with captures only, until the position is quiet.
//!
//! The side to move is never forced to capture: it may "stand pat" and take the
//! judgement as it is. In check it may not; there every move is tried, so a
//! checkmate is seen. Captures that lose material are left out, and so are
//! those that gain too little to matter. At the first step quiet moves that
//! give check are tried too: an attack on the king often goes on with one.

use super::draw;
use super::moves::{NO_MOVE, has_legal_move, is_noisy, key, pack, unpack, victim};
use super::order::{Hints, Kind, Picker, Wanted};
use super::see;
use super::table::{Bound, Entry};
use super::value::{MATE_BOUND, MAX_PLY, Value, from_table, is_mate, mated_in, to_table};
use super::worker::Worker;
use cozy_chess::{Board, Move};

/// A capture must bring the value within this of what is needed, centipawns.
const MARGIN: Value = 160;

impl Worker<'_> {
    /// The value of a position after all sensible captures, between `alpha`
    /// and `beta`, or a bound if it lies outside. `wanted` says which moves
    /// are tried when the side to move is not in check.
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
            return Some(if in_check { 0 } else { self.evaluate(board, ply) });
        }
        let key = key(board);
        let known = self.memory.table.probe(key);
        let is_line = beta - alpha > 1;
        if let Some(value) = known
            .filter(|_| !is_line)
            .and_then(|entry| entry.settles(from_table(entry.value, ply), alpha, beta))
        {
            return Some(value);
        }
        let hint = known.and_then(|entry| unpack(entry.mv)).filter(|&mv| board.is_legal(mv));
        let first = hint.filter(|&mv| in_check || is_noisy(board, mv));
        let wanted = if in_check { Wanted::All } else { wanted };
        let mut picker = Picker::new(Hints { first, ..Hints::NONE }, wanted);
        let start = self.list.len();
        let eval = if in_check { None } else { Some(self.judge_quiet(board, ply, known)) };
        let stand =
            eval.map_or(mated_in(ply), |eval| sharpened(self.corrected(board, ply, eval), known, ply));
        if stand >= beta {
            // Most positions end here: no move is made but one, to tell stalemate.
            let is_stalemate = !in_check && hint.is_none() && !has_legal_move(board);
            return Some(if is_stalemate { 0 } else { stand });
        }
        if hint.is_none() && !picker.generate(board, &mut self.list, &self.memory.history) {
            return Some(if in_check { mated_in(ply) } else { 0 });
        }
        let mut alpha = alpha.max(stand);
        let mut best = stand;
        let mut best_move = None;
        while let Some((mv, kind)) = picker.next(board, &mut self.list, &self.memory.history) {
            if in_check {
                // One way out of mate known: sacrifices need no look.
                if best > -MATE_BOUND && kind == Kind::Bad {
                    continue;
                }
            } else if !is_worth_trying(board, mv, kind, stand + MARGIN, alpha, &mut best) {
                continue;
            }
            let mut next = board.clone();
            next.play_unchecked(mv);
            let value = -self.quiesce(&next, ply + 1, -beta, -alpha, Wanted::Noisy)?;
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
        }
        self.list.truncate(start);
        let bound = if best >= beta {
            Bound::Lower
        } else if best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let (mv, value) = (best_move.map_or(NO_MOVE, pack), to_table(best, ply));
        self.memory.table.store(key, Entry { mv, value, eval, depth: 0, bound });
        Some(best)
    }

    /// The static evaluation, from the table if it is there.
    fn judge_quiet(&mut self, board: &Board, ply: usize, known: Option<Entry>) -> Value {
        known.and_then(|entry| entry.eval).unwrap_or_else(|| self.evaluate(board, ply))
    }
}

/// The evaluation, or what the table knows if that says more. A mate is not
/// taken over: there would be no line leading to it.
pub(super) fn sharpened(eval: Value, known: Option<Entry>, ply: usize) -> Value {
    let Some(entry) = known else { return eval };
    let value = from_table(entry.value, ply);
    let says_more = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => value > eval,
        Bound::Upper => value < eval,
    };
    if says_more && !is_mate(value) { value } else { eval }
}

/// Whether a capture or check may lift the value above `alpha`. If not, `best`
/// learns what the move could have reached at most. `base`: the value of
/// standing pat, with a margin.
fn is_worth_trying(board: &Board, mv: Move, kind: Kind, base: Value, alpha: Value, best: &mut Value) -> bool {
    if kind != Kind::Good {
        return kind == Kind::Quiet && see::gains(board, mv, 0);
    }
    if mv.promotion.is_some() {
        return true;
    }
    let most = base + victim(board, mv).map_or(0, see::worth);
    if most <= alpha {
        *best = (*best).max(most);
        return false;
    }
    if base <= alpha && !see::gains(board, mv, 1) {
        *best = (*best).max(base);
        return false;
    }
    true
}
