//! Remembering which quiet moves did well.
//!
//! A capture often shows by itself that it may be good. A quiet move does not, but what refuted the
//! opponent's play in one line often does so in the next. So the search learns as it goes:
//!
//! * **killers**: for each distance from the root, the last two quiet moves
//!   that caused a cutoff there;
//! * **countermoves**: for each move of the opponent, the quiet reply that
//!   last refuted it;
//! * **history**: for each pair of squares a score that rises when the move
//!   causes a cutoff and falls when it was tried in vain; kept for the move
//!   alone, as an answer to the one before, and as a sequel to one's own move
//!   before that.
//!
//! A score moves towards a limit: the nearer it is, the smaller the step. Old experience thus fades, and no
//! score can overflow.

use super::parameters::HISTORY_LIMIT;
use super::value::MAX_PLY;
use cozy_chess::{Board, Color, Move, Piece, Square};

/// Pieces times squares.
const PIECE_SQUARES: usize = Piece::NUM * Square::NUM;

/// A move as the history tables see it: which piece goes to which square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PieceTo(usize);

impl PieceTo {
    pub(super) fn of(board: &Board, mv: Move) -> Self {
        Self::new(board.piece_on(mv.from).unwrap_or(Piece::Pawn), mv.to)
    }

    /// Its number, below 384.
    pub(super) fn index(self) -> usize {
        self.0
    }

    pub(super) fn new(piece: Piece, to: Square) -> Self {
        Self(piece as usize * Square::NUM + to as usize)
    }
}

/// The two moves before a position: the opponent's, and one's own before that. `None` for a passed turn, and
/// before the root.
pub(super) type Before = [Option<PieceTo>; 2];

/// Everything learned about quiet moves in one search.
#[derive(Debug)]
pub(super) struct History {
    killers: Vec<[Option<Move>; 2]>,
    counters: Vec<Option<Move>>,
    from_to: Vec<i16>,
    replies: Vec<i16>,
    sequels: Vec<i16>,
}

impl History {
    pub(super) fn new() -> Self {
        Self {
            killers: vec![[None; 2]; MAX_PLY + 2],
            counters: vec![None; 2 * PIECE_SQUARES],
            from_to: vec![0; 2 * Square::NUM * Square::NUM],
            replies: vec![0; 2 * PIECE_SQUARES * PIECE_SQUARES],
            sequels: vec![0; 2 * PIECE_SQUARES * PIECE_SQUARES],
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.killers.fill([None; 2]);
        self.counters.fill(None);
        self.from_to.fill(0);
        self.replies.fill(0);
        self.sequels.fill(0);
    }

    /// The killer moves at a distance from the root, the latest first.
    pub(super) fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        self.killers[ply]
    }

    /// Forgets the killers two plies further on: they belong to another part of the tree.
    pub(super) fn forget_killers(&mut self, ply: usize) {
        if let Some(killers) = self.killers.get_mut(ply) {
            *killers = [None; 2];
        }
    }

    /// The usual refutation of the opponent's last move.
    pub(super) fn counter(&self, side: Color, last: Option<PieceTo>) -> Option<Move> {
        self.counters[counter_index(side, last?)]
    }

    /// How well a quiet move has done so far, in `-3 * HISTORY_LIMIT..=3 * HISTORY_LIMIT`.
    pub(super) fn quiet(&self, side: Color, mv: Move, place: PieceTo, before: Before) -> i32 {
        let alone = i32::from(self.from_to[from_to_index(side, mv)]);
        let after = |scores: &[i16], before: Option<PieceTo>| {
            before.map_or(0, |before| i32::from(scores[pair_index(side, before, place)]))
        };
        alone + after(&self.replies, before[0]) + after(&self.sequels, before[1])
    }

    /// Learns that the quiet move `best` caused a cutoff after the quiet moves in `tried` had not: scores
    /// change by `step`.
    pub(super) fn learn(
        &mut self,
        board: &Board,
        best: Move,
        tried: &[Move],
        before: Before,
        step: i32,
        ply: usize,
    ) {
        let side = board.side_to_move();
        let killers = &mut self.killers[ply];
        if killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
        if let Some(last) = before[0] {
            self.counters[counter_index(side, last)] = Some(best);
        }
        let mut adjust = |mv, step| self.adjust(side, mv, PieceTo::of(board, mv), before, step);
        adjust(best, step);
        for &mv in tried {
            adjust(mv, -step);
        }
    }

    /// Changes the scores of a quiet move by `step`.
    pub(super) fn adjust(&mut self, side: Color, mv: Move, place: PieceTo, before: Before, step: i32) {
        self.adjust_alone(side, mv, step);
        for (scores, before) in [&mut self.replies, &mut self.sequels].into_iter().zip(before) {
            if let Some(before) = before {
                pull(&mut scores[pair_index(side, before, place)], step);
            }
        }
    }

    /// Changes the score of a quiet move by `step`, whatever it followed.
    pub(super) fn adjust_alone(&mut self, side: Color, mv: Move, step: i32) {
        pull(&mut self.from_to[from_to_index(side, mv)], step);
    }
}

/// Moves a score by `step`, less the nearer it is to the limit on that side.
fn pull(score: &mut i16, step: i32) {
    let old = i32::from(*score);
    let new = old + step - old * step.abs() / HISTORY_LIMIT;
    *score = i16::try_from(new.clamp(-HISTORY_LIMIT, HISTORY_LIMIT)).unwrap_or(0);
}

fn from_to_index(side: Color, mv: Move) -> usize {
    (side as usize * Square::NUM + mv.from as usize) * Square::NUM + mv.to as usize
}

fn counter_index(side: Color, last: PieceTo) -> usize {
    side as usize * PIECE_SQUARES + last.0
}

fn pair_index(side: Color, before: PieceTo, place: PieceTo) -> usize {
    counter_index(side, before) * PIECE_SQUARES + place.0
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP: i32 = 1_800;

    #[test]
    fn scores_stay_within_the_limit() {
        let mut score = 0;
        for _ in 0..1000 {
            pull(&mut score, STEP);
            assert!(i32::from(score) <= HISTORY_LIMIT);
        }
        assert!(score > 14_000);
        for _ in 0..1000 {
            pull(&mut score, -STEP);
            assert!(i32::from(score) >= -HISTORY_LIMIT);
        }
        assert!(score < -14_000);
    }
}
