//! The order in which moves are tried.
//!
//! The search can leave out most of the tree, provided it looks at good moves
//! first: once one reply refutes a move, the other replies need no look. The
//! order here is:
//!
//! 1. the best move of an earlier search of the same position, from the table;
//! 2. captures that do not lose material, the most valuable victim first and,
//!    among equals, the cheapest taker first;
//! 3. the killers and the countermove (see `history.rs`);
//! 4. the other quiet moves by their history;
//! 5. captures that lose material, and promotions to less than a queen.
//!
//! Often the first move already ends the matter. Hence the table's move is
//! given out before any other is even made, moves are sorted one at a time,
//! and whether a capture loses material is computed only when its turn comes.
//!
//! The moves of all positions on the current line lie in one shared list; each
//! position uses the end of it.

use super::history::{History, PieceTo};
use super::moves::victim;
use super::see;
use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, get_bishop_moves, get_knight_moves, get_pawn_attacks, get_rook_moves,
};

/// A move in the list, with its place in the order.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ranked {
    mv: Move,
    kind: Kind,
    score: i32,
}

/// What sort of move it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Neither a capture nor a promotion.
    Quiet,
    /// A capture or promotion to a queen that loses no material (or, in the
    /// list, one not yet looked at).
    Good,
    /// One that loses material, or a promotion to a lesser piece.
    Bad,
}

const GOOD: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;
const BAD: i32 = -(1 << 24);
const LESSER_PROMOTION: i32 = -(1 << 25);

/// Which moves a picker gives out.
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
    /// The opponent's last move.
    pub(super) last: Option<PieceTo>,
}

impl Hints {
    pub(super) const NONE: Self = Self { first: None, killers: [None; 2], counter: None, last: None };
}

/// Gives out the moves of one position, best first.
#[derive(Debug)]
pub(super) struct Picker {
    hints: Hints,
    wanted: Wanted,
    first_given: bool,
    generated: bool,
    /// Where the moves not yet given out begin in the shared list.
    next: usize,
}

impl Picker {
    pub(super) fn new(hints: Hints, wanted: Wanted) -> Self {
        Self { hints, wanted, first_given: false, generated: false, next: 0 }
    }

    /// Makes the list of moves now, rather than when it is first needed.
    /// Returns whether the position has any legal move, wanted or not.
    pub(super) fn generate(&mut self, board: &Board, list: &mut Vec<Ranked>, history: &History) -> bool {
        self.generated = true;
        self.next = list.len();
        let side = board.side_to_move();
        let enemies = board.colors(!side);
        let checks = match self.wanted {
            Wanted::NoisyAndChecks => checking_squares(board),
            _ => [BitBoard::EMPTY; Piece::NUM],
        };
        let noisy_only = self.wanted != Wanted::All;
        let mut any = false;
        board.generate_moves(|mut moves| {
            any = true;
            let pawn = moves.piece == Piece::Pawn;
            let quiet_targets = checks[moves.piece as usize] & !board.occupied();
            if noisy_only && !pawn {
                moves.to &= enemies | quiet_targets;
            }
            for mv in moves {
                let taken = if pawn || enemies.has(mv.to) { victim(board, mv) } else { None };
                let ranked = if matches!(mv.promotion, Some(piece) if piece != Piece::Queen) {
                    if noisy_only {
                        continue;
                    }
                    Ranked { mv, kind: Kind::Bad, score: LESSER_PROMOTION + see::worth(moves.piece) }
                } else if taken.is_some() || mv.promotion.is_some() {
                    let gain = taken.map_or(0, see::worth) + mv.promotion.map_or(0, see::worth);
                    Ranked { mv, kind: Kind::Good, score: GOOD + 8 * gain - moves.piece as i32 }
                } else if noisy_only && !quiet_targets.has(mv.to) {
                    continue;
                } else {
                    let score = self.quiet_score(side, mv, moves.piece, history);
                    Ranked { mv, kind: Kind::Quiet, score }
                };
                list.push(ranked);
            }
            false
        });
        any
    }

    /// The next move, or `None` when there are no more.
    pub(super) fn next(
        &mut self,
        board: &Board,
        list: &mut Vec<Ranked>,
        history: &History,
    ) -> Option<(Move, Kind)> {
        if !self.first_given {
            self.first_given = true;
            if let Some(mv) = self.hints.first {
                return Some((mv, kind_of(board, mv)));
            }
        }
        if !self.generated {
            self.generate(board, list, history);
        }
        loop {
            let open = list.get_mut(self.next..)?;
            // The first of the best: a plain loop is quicker than the iterators of the library.
            let mut place = 0;
            let mut most = open.first()?.score;
            for (at, ranked) in open.iter().enumerate().skip(1) {
                if ranked.score > most {
                    (place, most) = (at, ranked.score);
                }
            }
            let Ranked { mv, kind, score } = open[place];
            if kind == Kind::Good && score >= GOOD && !see::gains(board, mv, 0) {
                // It turns out to lose material: back into the list, at the end.
                open[place].kind = Kind::Bad;
                open[place].score = score - GOOD + BAD;
                continue;
            }
            open.swap(0, place);
            self.next += 1;
            if Some(mv) != self.hints.first {
                return Some((mv, kind));
            }
        }
    }

    fn quiet_score(&self, side: Color, mv: Move, piece: Piece, history: &History) -> i32 {
        if self.hints.killers[0] == Some(mv) {
            KILLER + 2
        } else if self.hints.killers[1] == Some(mv) {
            KILLER + 1
        } else if self.hints.counter == Some(mv) {
            KILLER
        } else {
            history.quiet(side, mv, PieceTo::new(piece, mv.to), self.hints.last)
        }
    }
}

/// For each sort of piece the squares from which it attacks the enemy king.
pub(crate) fn checking_squares(board: &Board) -> [BitBoard; Piece::NUM] {
    let side = board.side_to_move();
    let king = board.king(!side);
    let diagonal = get_bishop_moves(king, board.occupied());
    let straight = get_rook_moves(king, board.occupied());
    let mut squares = [BitBoard::EMPTY; Piece::NUM];
    squares[Piece::Pawn as usize] = get_pawn_attacks(king, !side);
    squares[Piece::Knight as usize] = get_knight_moves(king);
    squares[Piece::Bishop as usize] = diagonal;
    squares[Piece::Rook as usize] = straight;
    squares[Piece::Queen as usize] = diagonal | straight;
    squares
}

/// The sort of a move that is tried out of turn.
fn kind_of(board: &Board, mv: Move) -> Kind {
    match mv.promotion {
        Some(Piece::Queen) => Kind::Good,
        Some(_) => Kind::Bad,
        None if victim(board, mv).is_some() => Kind::Good,
        None => Kind::Quiet,
    }
}
