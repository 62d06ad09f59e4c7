//! The evaluation: how good a position looks without playing it on.
//!
//! At the end of each line the search needs a number at once. It is a sum of
//! things a player would mention: material, pieces on good squares, freedom to
//! move, pawns that are weak or have a free road, safety of the kings, pieces
//! that hang. Each has a file of its own here.
//!
//! The same thing may matter more in the opening or in the endgame; a king, for
//! one, hides first and marches later. So every term is a pair, a middlegame
//! and an endgame number, and the pairs are mixed by how many pieces are left
//! ("tapered" evaluation).
//!
//! All weights are centipawns, chosen by hand and by reasoning, not fitted to
//! games. Only whole numbers are used: the result is the same everywhere.

mod endgame;
mod king;
mod passed;
mod pawns;
mod pieces;
mod squares;
mod threats;

pub(super) use pawns::PawnCache;

use super::moves::pawn_attacks;
use super::value::{EVAL_LIMIT, Value};
use cozy_chess::{BitBoard, Board, Color, Piece, Square, get_king_moves};
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// The right to move next is worth this much.
const TEMPO: Value = 16;
/// The phase of the full set of pieces; see [`phase`].
const FULL_PHASE: Value = 24;

/// A middlegame and an endgame number, centipawns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Tapered {
    mg: Value,
    eg: Value,
}

const fn s(mg: Value, eg: Value) -> Tapered {
    Tapered { mg, eg }
}

impl Add for Tapered {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        s(self.mg + other.mg, self.eg + other.eg)
    }
}

impl Sub for Tapered {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        s(self.mg - other.mg, self.eg - other.eg)
    }
}

impl Neg for Tapered {
    type Output = Self;
    fn neg(self) -> Self {
        s(-self.mg, -self.eg)
    }
}

impl Mul<Value> for Tapered {
    type Output = Self;
    fn mul(self, times: Value) -> Self {
        s(self.mg * times, self.eg * times)
    }
}

impl AddAssign for Tapered {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Tapered {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

/// What one side's pieces attack, filled in as the terms are computed.
#[derive(Debug, Clone, Copy)]
struct Attacks {
    by_pawns: BitBoard,
    by_knights: BitBoard,
    by_bishops: BitBoard,
    by_rooks: BitBoard,
    by_queens: BitBoard,
    by_king: BitBoard,
    /// By any piece, and by at least two.
    all: BitBoard,
    twice: BitBoard,
    /// Danger to the enemy king from the pieces that reach its surroundings.
    on_king: Value,
}

impl Attacks {
    /// Begins with the pawns and the king.
    fn new(board: &Board, color: Color) -> Self {
        let pawns = board.colored_pieces(color, Piece::Pawn);
        let by_pawns = pawn_attacks(pawns, color);
        let by_king = get_king_moves(board.king(color));
        Self {
            by_pawns,
            by_knights: BitBoard::EMPTY,
            by_bishops: BitBoard::EMPTY,
            by_rooks: BitBoard::EMPTY,
            by_queens: BitBoard::EMPTY,
            by_king,
            all: by_pawns | by_king,
            twice: by_pawns & by_king,
            on_king: 0,
        }
    }

    fn add(&mut self, squares: BitBoard) {
        self.twice |= self.all & squares;
        self.all |= squares;
    }
}

/// What the position is worth for the side to move, centipawns, within
/// `-EVAL_LIMIT..=EVAL_LIMIT`.
pub(super) fn evaluate(board: &Board, cache: &mut PawnCache) -> Value {
    if let Some(white_view) = endgame::hunt(board) {
        return if board.side_to_move() == Color::White { white_view } else { -white_view };
    }
    let pawns = cache.get(board);
    let mut attacks = [Attacks::new(board, Color::White), Attacks::new(board, Color::Black)];
    let mut sum = squares::material_and_squares(board) + pawns.score;
    for (color, sign) in [(Color::White, 1), (Color::Black, -1)] {
        sum += pieces::activity(board, color, &mut attacks) * sign;
    }
    for (color, sign) in [(Color::White, 1), (Color::Black, -1)] {
        let (own, enemy) = (&attacks[color as usize], &attacks[!color as usize]);
        sum += king::safety(board, color, own, enemy) * sign;
        sum += threats::threats(board, color, own, enemy) * sign;
        sum += passed::passed(board, color, pawns.passed & board.colors(color), own, enemy) * sign;
    }
    let white_view = blend(board, sum);
    let value = if board.side_to_move() == Color::White { white_view } else { -white_view };
    (value + TEMPO).clamp(-EVAL_LIMIT, EVAL_LIMIT)
}

/// One number from the pair, by the pieces left and what can still be won.
fn blend(board: &Board, sum: Tapered) -> Value {
    let phase = phase(board);
    let strong = if sum.eg >= 0 { Color::White } else { Color::Black };
    let eg = sum.eg * endgame::scale(board, strong) / endgame::FULL_SCALE;
    (sum.mg * phase + eg * (FULL_PHASE - phase)) / FULL_PHASE
}

/// 24 with all pieces on the board, 0 when only kings and pawns are left.
fn phase(board: &Board) -> Value {
    let minors = board.pieces(Piece::Knight) | board.pieces(Piece::Bishop);
    let sum = count(minors) + 2 * count(board.pieces(Piece::Rook)) + 4 * count(board.pieces(Piece::Queen));
    sum.min(FULL_PHASE)
}

/// How many squares are in a set.
fn count(squares: BitBoard) -> Value {
    squares.len().cast_signed()
}

/// The rank as the owner of the pieces counts it, 0 to 7.
fn rank_of(square: Square, color: Color) -> Value {
    square.relative_to(color).rank() as Value
}

/// The number of king steps between two squares, 0 to 7.
fn distance(a: Square, b: Square) -> Value {
    let files = (a.file() as Value - b.file() as Value).abs();
    let ranks = (a.rank() as Value - b.rank() as Value).abs();
    files.max(ranks)
}

/// The square in front of a pawn; `None` only on the last rank.
fn step(pawn: Square, color: Color) -> Option<Square> {
    pawn.try_offset(0, if color == Color::White { 1 } else { -1 })
}

/// The squares in front of `square` on its file, as `color` sees it.
fn ahead(square: Square, color: Color) -> BitBoard {
    let file = square.file().bitboard().0;
    let index = square as u32;
    BitBoard(match color {
        // Two shifts: one by up to 63 and one more, since 64 at once is too far.
        Color::White => file & (u64::MAX << index << 1),
        Color::Black => file & (u64::MAX >> (63 - index) >> 1),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::bench::POSITIONS;

    /// The same position with the colours exchanged.
    fn mirrored(board: &Board) -> Board {
        let text = format!("{board:#}");
        let mut fields = text.split(' ');
        let swap =
            |c: char| if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
        let ranks: Vec<String> =
            fields.next().unwrap().split('/').rev().map(|r| r.chars().map(swap).collect()).collect();
        let side = if fields.next() == Some("w") { "b" } else { "w" };
        let rights: String = fields.next().unwrap().chars().map(swap).collect();
        format!("{} {side} {rights} - 0 1", ranks.join("/")).parse().unwrap()
    }

    #[test]
    fn both_colours_are_judged_alike() {
        let mut cache = PawnCache::new();
        for fields in POSITIONS {
            let board: Board = format!("{fields} 0 1").parse().unwrap();
            let mirror = mirrored(&board);
            assert_eq!(evaluate(&board, &mut cache), evaluate(&mirror, &mut cache), "{fields}");
        }
    }

    #[test]
    fn the_start_is_even_but_for_the_move() {
        assert_eq!(evaluate(&Board::default(), &mut PawnCache::new()), TEMPO);
    }

    #[test]
    fn files_ahead() {
        assert_eq!(ahead(Square::A1, Color::White).len(), 7);
        assert_eq!(ahead(Square::H8, Color::White).len(), 0);
        assert_eq!(ahead(Square::H8, Color::Black).len(), 7);
        assert_eq!(
            ahead(Square::E4, Color::Black),
            Square::E3.bitboard() | Square::E2.bitboard() | Square::E1.bitboard()
        );
    }
}
