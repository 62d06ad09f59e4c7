//! The order in which moves are tried.
//!
//! The search can leave out most of the tree, provided it tries good moves first: once one reply refutes a
//! move, the other replies need not be searched. The order is:
//!
//! 1. the best move of an earlier search of the same position, from the table;
//! 2. captures that do not lose material, the most valuable victim first and,
//!    among equals, the cheapest taker first;
//! 3. the killers and the countermove (see `history.rs`);
//! 4. the other quiet moves by their history;
//! 5. captures that lose material, and promotions to less than a queen.
//!
//! Often the first move is already enough. Hence the table's move is returned before any other is even
//! generated, quiet moves are generated when the captures have failed, moves are sorted one at a time, and
//! whether a capture loses material is computed only when its turn comes.
//!
//! The moves of all positions on the current line are in one shared list; each position uses the end of it.

use super::checks::checking_squares;
use super::history::{Before, History, PieceTo};
use super::moves::victim;
use super::parameters::GAIN_FACTOR;
use super::see;
use cozy_chess::{BitBoard, Board, Color, Move, Piece};
use std::ops::Range;

/// A move in the list, with its place in the order.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ranked {
    mv: Move,
    kind: Kind,
    score: i32,
}

/// The kind of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Neither a capture nor a promotion.
    Quiet,
    /// A capture or promotion to a queen that loses no material (or, in the list, one not yet checked for
    /// that).
    Good,
    /// One that loses material, or a promotion to a lesser piece.
    Bad,
}

// Scores that keep the kinds of moves apart. They have no unit; they are powers of two far beyond the scores
// within a kind, which are at most three times `HISTORY_LIMIT` or `GAIN_FACTOR` times the worth of two queens.

/// Added to the gain of a capture or promotion.
const GOOD: i32 = 1 << 24;
/// The score of the latest killer, …
const FIRST_KILLER: i32 = COUNTERMOVE + 2;
/// … of the one before, …
const SECOND_KILLER: i32 = COUNTERMOVE + 1;
/// … and of the countermove: all other quiet moves come after it.
const COUNTERMOVE: i32 = 1 << 22;
/// Added to the gain of a capture that turns out to lose material.
const BAD: i32 = -(1 << 24);
/// Added to the worth of a pawn that is promoted to a lesser piece: such moves come last.
const LESSER_PROMOTION: i32 = -(1 << 25);

/// Which moves a picker returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Every legal move.
    All,
    /// Captures and promotions to a queen.
    Noisy,
    /// These, and quiet moves with which the moved piece itself gives check.
    NoisyAndChecks,
}

/// What the order of a position's moves depends on besides the position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hints {
    /// The move to try first; must be legal.
    pub(super) first: Option<Move>,
    pub(super) killers: [Option<Move>; 2],
    pub(super) counter: Option<Move>,
    /// The moves that led here.
    pub(super) before: Before,
}

impl Hints {
    pub(super) const NONE: Self = Self { first: None, killers: [None; 2], counter: None, before: [None; 2] };
}

/// What a picker returns next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The hint, if there is one.
    First,
    /// Moves that change the material and lose none, and whatever else was generated with them.
    Good,
    /// Quiet moves.
    Quiet,
    /// The rest of the first list: moves that lose material.
    Bad,
}

/// Returns the moves of one position, best first.
#[derive(Debug)]
pub(super) struct Picker {
    hints: Hints,
    wanted: Wanted,
    stage: Stage,
    generated: bool,
    /// The remaining moves that change the material, in the shared list.
    noisy: Range<usize>,
    /// The remaining quiet moves, which follow them.
    quiet: Range<usize>,
}

impl Picker {
    pub(super) fn new(hints: Hints, wanted: Wanted) -> Self {
        Self { hints, wanted, stage: Stage::First, generated: false, noisy: 0..0, quiet: 0..0 }
    }

    /// Generates the first list of moves now, and not when it is first needed. Returns whether the position
    /// has any legal move, wanted or not.
    pub(super) fn generate(&mut self, board: &Board, list: &mut Vec<Ranked>, history: &History) -> bool {
        self.generated = true;
        let start = list.len();
        let side = board.side_to_move();
        let enemies = board.colors(!side);
        let checks = match self.wanted {
            Wanted::NoisyAndChecks => checking_squares(board),
            _ => [BitBoard::EMPTY; Piece::NUM],
        };
        let mut any = false;
        board.generate_moves(|mut moves| {
            any = true;
            let pawn = moves.piece == Piece::Pawn;
            let quiet_targets = checks[moves.piece as usize] & !board.occupied();
            if !pawn {
                moves.to &= enemies | quiet_targets;
            }
            for mv in moves {
                let taken = if pawn || enemies.has(mv.to) { victim(board, mv) } else { None };
                let ranked = if matches!(mv.promotion, Some(piece) if piece != Piece::Queen) {
                    if self.wanted != Wanted::All {
                        continue;
                    }
                    Ranked { mv, kind: Kind::Bad, score: LESSER_PROMOTION + see::worth(moves.piece) }
                } else if taken.is_some() || mv.promotion.is_some() {
                    let gain = taken.map_or(0, see::worth) + mv.promotion.map_or(0, see::worth);
                    Ranked { mv, kind: Kind::Good, score: GOOD + GAIN_FACTOR * gain - moves.piece as i32 }
                } else if quiet_targets.has(mv.to) {
                    let score = self.quiet_score(side, mv, moves.piece, history);
                    Ranked { mv, kind: Kind::Quiet, score }
                } else {
                    continue;
                };
                list.push(ranked);
            }
            false
        });
        self.noisy = start..list.len();
        any
    }

    /// Adds the quiet moves; they are never generated if a capture refutes.
    fn generate_quiet(&mut self, board: &Board, list: &mut Vec<Ranked>, history: &History) {
        let start = list.len();
        let side = board.side_to_move();
        let empty = !board.occupied();
        board.generate_moves(|mut moves| {
            match moves.piece {
                // The king castles by taking its own rook.
                Piece::King => moves.to &= empty | board.colors(side),
                _ => moves.to &= empty,
            }
            for mv in moves {
                if moves.piece == Piece::Pawn && (mv.promotion.is_some() || mv.from.file() != mv.to.file()) {
                    continue;
                }
                let score = self.quiet_score(side, mv, moves.piece, history);
                list.push(Ranked { mv, kind: Kind::Quiet, score });
            }
            false
        });
        self.quiet = start..list.len();
    }

    /// The next move, or `None` when there are no more.
    pub(super) fn next(
        &mut self,
        board: &Board,
        list: &mut Vec<Ranked>,
        history: &History,
    ) -> Option<(Move, Kind)> {
        if self.stage == Stage::First {
            self.stage = Stage::Good;
            if let Some(mv) = self.hints.first {
                return Some((mv, kind_of(board, mv)));
            }
        }
        if !self.generated {
            self.generate(board, list, history);
        }
        loop {
            let range = if self.stage == Stage::Quiet { &mut self.quiet } else { &mut self.noisy };
            let open = list.get_mut(range.clone())?;
            let best = best_of(open).filter(|&at| self.stage != Stage::Good || is_due(open[at], self.wanted));
            let Some(place) = best else {
                match self.stage {
                    Stage::Good if self.wanted == Wanted::All => {
                        self.generate_quiet(board, list, history);
                        self.stage = Stage::Quiet;
                    }
                    Stage::Quiet => self.stage = Stage::Bad,
                    Stage::First | Stage::Good | Stage::Bad => return None,
                }
                continue;
            };
            let Ranked { mv, kind, score } = open[place];
            if kind == Kind::Good && score >= GOOD && !see::gains(board, mv, 0) {
                // It turns out to lose material: it goes back into the list, at the end.
                open[place].kind = Kind::Bad;
                open[place].score = score - GOOD + BAD;
                continue;
            }
            open.swap(0, place);
            range.start += 1;
            if Some(mv) != self.hints.first {
                return Some((mv, kind));
            }
        }
    }

    fn quiet_score(&self, side: Color, mv: Move, piece: Piece, history: &History) -> i32 {
        if self.hints.killers[0] == Some(mv) {
            FIRST_KILLER
        } else if self.hints.killers[1] == Some(mv) {
            SECOND_KILLER
        } else if self.hints.counter == Some(mv) {
            COUNTERMOVE
        } else {
            history.quiet(side, mv, PieceTo::new(piece, mv.to), self.hints.before)
        }
    }
}

/// Returns whether a move is given out before the quiet ones.
fn is_due(ranked: Ranked, wanted: Wanted) -> bool {
    ranked.kind != Kind::Bad || wanted != Wanted::All
}

/// The place of the first of the best moves. A plain loop is faster than the iterators of the library.
fn best_of(open: &[Ranked]) -> Option<usize> {
    let mut place = 0;
    let mut most = open.first()?.score;
    for (at, ranked) in open.iter().enumerate().skip(1) {
        if ranked.score > most {
            (place, most) = (at, ranked.score);
        }
    }
    Some(place)
}

/// The kind of a move that is tried out of turn.
fn kind_of(board: &Board, mv: Move) -> Kind {
    match mv.promotion {
        Some(Piece::Queen) => Kind::Good,
        Some(_) => Kind::Bad,
        None if victim(board, mv).is_some() => Kind::Good,
        None => Kind::Quiet,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::bench::POSITIONS;
    use std::collections::BTreeSet;

    fn given(board: &Board, hints: Hints, wanted: Wanted) -> Vec<(Move, Kind)> {
        let (mut picker, mut list, history) = (Picker::new(hints, wanted), Vec::new(), History::new());
        std::iter::from_fn(|| picker.next(board, &mut list, &history)).collect()
    }

    #[test]
    fn every_legal_move_is_given_once_and_losing_captures_last() {
        for fields in POSITIONS {
            let board: Board = format!("{fields} 0 1").parse().unwrap();
            let mut legal = Vec::new();
            board.generate_moves(|moves| {
                legal.extend(moves.into_iter().map(|mv| mv.to_string()));
                false
            });
            legal.sort();
            for first in [None, legal.first().and_then(|mv| mv.parse().ok())] {
                let moves = given(&board, Hints { first, ..Hints::NONE }, Wanted::All);
                let mut names: Vec<String> = moves.iter().map(|(mv, _)| mv.to_string()).collect();
                assert!(first.is_none() || first == Some(moves[0].0));
                let kinds: Vec<Kind> =
                    moves[usize::from(first.is_some())..].iter().map(|(_, kind)| *kind).collect();
                assert!(kinds.is_sorted_by_key(|kind| {
                    [Kind::Good, Kind::Quiet, Kind::Bad].iter().position(|k| k == kind)
                }));
                names.sort();
                assert_eq!(names, legal, "{fields}");
            }
            let noisy: BTreeSet<String> =
                given(&board, Hints::NONE, Wanted::Noisy).iter().map(|(mv, _)| mv.to_string()).collect();
            assert!(noisy.iter().all(|mv| legal.contains(mv)));
        }
    }
}
