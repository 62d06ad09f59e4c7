//! Pawn structure.
//!
//! Pawns move slowly and never back, so their arrangement lasts. Pawns side by
//! side or guarding each other are strong. One with no neighbour on the next
//! files (isolated), behind a pawn of its own (doubled), or left behind by its
//! neighbours (backward) is weak. A pawn that no enemy pawn can stop or take on
//! its way is "passed"; those are found here and weighed in `passed.rs`.
//!
//! As pawns rarely move, the same structures come again and again. Their
//! scores are kept in a small cache. An entry keeps the exact places of all
//! pawns, so it can never be mistaken for another.

use super::{Tapered, ahead, rank_of, s, step};
use crate::search::moves::pawn_attacks;
use cozy_chess::{BitBoard, Board, Color, Piece, Square};

const ISOLATED: Tapered = s(-11, -14);
/// On a file with no enemy pawn in front: easy to attack.
const ISOLATED_OPEN: Tapered = s(-9, -4);
const DOUBLED: Tapered = s(-7, -18);
const BACKWARD: Tapered = s(-9, -10);
/// Guarded by a pawn or beside one, by rank.
const CONNECTED: [Tapered; 8] =
    [s(0, 0), s(4, 0), s(7, 3), s(10, 6), s(20, 15), s(40, 35), s(70, 60), s(0, 0)];

/// What is known of an arrangement of pawns.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Structure {
    /// From White's view.
    pub(super) score: Tapered,
    /// Passed pawns of both sides.
    pub(super) passed: BitBoard,
}

/// Remembers arrangements. An empty entry is right for a board without pawns.
#[derive(Debug)]
pub(in crate::search) struct PawnCache {
    entries: Vec<(u64, u64, Structure)>,
}

/// A power of two.
const ENTRIES: usize = 1 << 13;

impl PawnCache {
    pub(in crate::search) fn new() -> Self {
        Self { entries: vec![(0, 0, Structure::default()); ENTRIES] }
    }

    pub(super) fn get(&mut self, board: &Board) -> Structure {
        let white = board.colored_pieces(Color::White, Piece::Pawn);
        let black = board.colored_pieces(Color::Black, Piece::Pawn);
        // Multiplying by large odd numbers spreads the bits; the top ones count.
        let hash = white.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ black.0.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let index = usize::try_from(hash.wrapping_mul(0xA24B_AED4_963E_E407) >> 51).unwrap_or(0);
        let entry = &mut self.entries[index % ENTRIES];
        if (entry.0, entry.1) != (white.0, black.0) {
            *entry = (white.0, black.0, structure(white, black));
        }
        entry.2
    }
}

fn structure(white: BitBoard, black: BitBoard) -> Structure {
    let (white_score, white_passed) = one_side(white, black, Color::White);
    let (black_score, black_passed) = one_side(black, white, Color::Black);
    Structure { score: white_score - black_score, passed: white_passed | black_passed }
}

fn one_side(own: BitBoard, enemy: BitBoard, color: Color) -> (Tapered, BitBoard) {
    let mut score = s(0, 0);
    let mut passed = BitBoard::EMPTY;
    let guarded = pawn_attacks(own, color);
    let enemy_guarded = pawn_attacks(enemy, !color);
    for pawn in own {
        let front = ahead(pawn, color);
        let sides = pawn.file().adjacent();
        let neighbours = own & sides;
        // The squares ahead on the next files: shift the file ahead sideways.
        let front_sides = pawn_attacks(front | pawn.bitboard(), color);
        let open = (front & enemy).is_empty();
        let doubled = !(front & own).is_empty();
        if doubled {
            score += DOUBLED;
        }
        if open && !doubled && (front_sides & enemy).is_empty() {
            passed |= pawn.bitboard();
        }
        let beside = neighbours & pawn.rank().bitboard();
        if guarded.has(pawn) || !beside.is_empty() {
            score += CONNECTED[pawn.relative_to(color).rank() as usize];
        } else if neighbours.is_empty() {
            score += ISOLATED;
            if open {
                score += ISOLATED_OPEN;
            }
        } else if is_backward(pawn, neighbours, enemy, enemy_guarded, color) {
            score += BACKWARD;
        }
    }
    (score, passed)
}

/// Whether all neighbours have gone past and the next step is not safe.
fn is_backward(
    pawn: Square,
    neighbours: BitBoard,
    enemy: BitBoard,
    enemy_guarded: BitBoard,
    color: Color,
) -> bool {
    let rank = rank_of(pawn, color);
    neighbours.iter().all(|other| rank_of(other, color) > rank)
        && step(pawn, color).is_some_and(|next| (enemy_guarded | enemy).has(next))
}
