//! The order in which moves are tried.
//!
//! The search can leave out most of the tree, provided it tries good moves first: once one reply refutes a
//! move, the other replies need not be searched. The order is:
//!
//! 1. the best move of an earlier search of the same position, from the table;
//! 2. captures that do not lose material, the most valuable victim first and,
//!    among equals, the cheapest taker first;
//! 3. the killers and the countermove (see `history.rs`);
//! 4. the other quiet moves by their history, and by what is seen at first sight;
//! 5. captures that lose material, and promotions to less than a queen.
//!
//! Often the first move is already enough. Hence the table's move is returned before any other is even
//! generated, quiet moves are generated when the captures have failed, moves are sorted one at a time, and
//! whether a capture loses material is computed only when its turn comes.
//!
//! The moves of all positions on the current line are in one shared list; each position uses the end of it.

use super::checks::checking_squares;
use super::history::{Before, History, PieceTo};
use super::moves::{pawn_attacks, victim};
use super::parameters::GAIN_FACTOR;
use super::see;
use super::tuning::Tuning;
use cozy_chess::{BitBoard, Board, Color, Move, Piece, get_bishop_moves, get_knight_moves, get_rook_moves};
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
// within a kind, which are at most three times `HISTORY_LIMIT` and what is seen at first sight, or `GAIN_FACTOR`
// times the worth of two queens.

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
    /// What counts besides history; `None` if nothing does.
    pub(super) sight: Option<Sight>,
}

/// What quiet moves are given for what is seen at first sight. History is empty when a search begins, so most moves would
/// be alike.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sight {
    /// See [`Tuning::danger_weight`].
    pub(super) danger: i32,
    /// See [`Tuning::check_weight`].
    pub(super) check: i32,
}

impl Sight {
    pub(super) fn of(tuning: &Tuning) -> Self {
        Self { danger: tuning.danger_weight, check: tuning.check_weight }
    }
}

impl Hints {
    pub(super) const NONE: Self =
        Self { first: None, killers: [None; 2], counter: None, before: [None; 2], sight: None };
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
                    let score = self.quiet_score(side, mv, moves.piece, 0, history);
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
        let sight = self.hints.sight.map(|sight| (sight, dangers(board), checking_squares(board)));
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
                let seen = sight.map_or(0, |(sight, dangers, checks)| {
                    let at = moves.piece as usize;
                    let is_safe_check = checks[at].has(mv.to) && see::gains(board, mv, 0);
                    sight.danger * danger_score(moves.piece, mv, dangers[at])
                        + if is_safe_check { sight.check } else { 0 }
                });
                let score = self.quiet_score(side, mv, moves.piece, seen, history);
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

    /// `seen` is added to what is known by history.
    fn quiet_score(&self, side: Color, mv: Move, piece: Piece, seen: i32, history: &History) -> i32 {
        if self.hints.killers[0] == Some(mv) {
            FIRST_KILLER
        } else if self.hints.killers[1] == Some(mv) {
            SECOND_KILLER
        } else if self.hints.counter == Some(mv) {
            COUNTERMOVE
        } else {
            seen + history.quiet(side, mv, PieceTo::new(piece, mv.to), self.hints.before)
        }
    }
}

/// For each kind of piece, the squares where something worth less can take it.
fn dangers(board: &Board) -> [BitBoard; Piece::NUM] {
    let other = !board.side_to_move();
    let pieces = |piece| board.colored_pieces(other, piece);
    let occupied = board.occupied();
    let by_pawns = pawn_attacks(pieces(Piece::Pawn), other);
    let mut by_minors = by_pawns;
    for square in pieces(Piece::Knight) {
        by_minors |= get_knight_moves(square);
    }
    for square in pieces(Piece::Bishop) {
        by_minors |= get_bishop_moves(square, occupied);
    }
    let mut by_rooks = by_minors;
    for square in pieces(Piece::Rook) {
        by_rooks |= get_rook_moves(square, occupied);
    }
    // Pawns are worth the least, and a king does not go where it can be taken.
    [BitBoard::EMPTY, by_pawns, by_pawns, by_minors, by_rooks, BitBoard::EMPTY]
}

/// The worth of a piece that leaves danger, or less than 0 for one that goes into it.
fn danger_score(piece: Piece, mv: Move, danger: BitBoard) -> i32 {
    match (danger.has(mv.from), danger.has(mv.to)) {
        (true, false) => see::worth(piece),
        (false, true) => -see::worth(piece),
        _ => 0,
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

    /// The first quiet moves, without history, and the last one.
    #[track_caller]
    fn check_sight(fields: &str, first: &[&str], last: Option<&str>) {
        let board: Board = format!("{fields} w - - 0 1").parse().unwrap();
        let hints = Hints { sight: Some(Sight::of(&Tuning::default())), ..Hints::NONE };
        let moves = given(&board, hints, Wanted::All).into_iter();
        let quiet: Vec<_> =
            moves.filter(|&(_, kind)| kind == Kind::Quiet).map(|(mv, _)| mv.to_string()).collect();
        let mut found = quiet[..first.len()].to_vec();
        found.sort();
        assert_eq!(found, first, "{fields}");
        assert!(last.is_none() || quiet.last().map(String::as_str) == last, "{fields}: {quiet:?}");
    }

    #[test]
    fn what_is_in_danger_moves_first_and_safe_checks_too() {
        // A pawn attacks the knight, and c6 as well.
        let knight = ["d4b3", "d4b5", "d4c2", "d4e2", "d4e6", "d4f3", "d4f5"];
        check_sight("4k3/1p6/8/4p3/3N4/8/P7/4K3", &knight, None);
        // A check that loses nothing.
        check_sight("6k1/8/8/8/8/1b6/8/R5K1", &["a1a8"], None);
        // The same where a bishop would take the rook.
        check_sight("6k1/8/8/8/8/8/8/R5Kb", &[], Some("a1a8"));
        // No check, but into the fire.
        check_sight("4k3/8/2p5/8/8/8/3R4/4K3", &[], Some("d2d5"));
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
