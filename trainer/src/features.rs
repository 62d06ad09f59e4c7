//! The inputs of the net: the men of a position, each as one number.
//!
//! A position is seen from both sides. A side sees its own men and those of the other side from its own end
//! of the board, mirrored so that its king is on the files a to d: anything learned on one wing is then known
//! on the other. There are 768 men: 2 sides × 6 pieces × 64 squares, and twice as many features, since a king on its first
//! two ranks and one that has gone out see the same men differently.
//!
//! The evaluation in `engine/src/search/eval/net.rs` uses the same features. Its threats are used here as they are.

use cozy_chess::{BitBoard, Color, Piece};
use epidote::search::threats;

use crate::sample::Sample;

/// Men that a side can see: whose, of which kind, on which square.
pub const MEN: usize = 768;
/// Sets of features, by the place of the own king.
pub const KINGS: usize = 2;
/// Number of features.
pub const FEATURES: usize = MEN * KINGS;

/// Numbers that say what threats a side has.
pub const THREATS: usize = epidote::search::THREATS;
/// The engine's numbers are in halves.
const HALF: f32 = 0.5;

/// Outputs, one for each range of the number of men.
pub const BUCKETS: usize = 8;

/// The features of both sides, the side to move first.
#[derive(Debug, Clone)]
pub struct Seen {
    /// Features for the side to move, and for the other side.
    pub sides: [Vec<u16>; 2],
    /// The threats of the side to move, and those of the other side.
    pub threats: [f32; 2 * THREATS],
    /// The output to use.
    pub bucket: usize,
}

impl Default for Seen {
    fn default() -> Self {
        Self { sides: [Vec::new(), Vec::new()], threats: [0.0; 2 * THREATS], bucket: 0 }
    }
}

impl Seen {
    /// Finds the features of a position.
    pub fn look(&mut self, sample: &Sample) {
        for side in &mut self.sides {
            side.clear();
        }
        let to_move = if sample.is_black { Color::Black } else { Color::White };
        // The mask that turns the squares for each side, and its first feature.
        let mut turns = [0, 56];
        let mut sets = [0, 0];
        for (square, piece, color) in sample.men() {
            if piece == Piece::King {
                let square = square as usize ^ turns[color as usize];
                turns[color as usize] ^= if square % 8 >= 4 { 7 } else { 0 };
                sets[color as usize] = if square / 8 >= 2 { MEN } else { 0 };
            }
        }
        let mut count = 0;
        let mut men = [[BitBoard::EMPTY; Piece::NUM]; Color::NUM];
        for (square, piece, color) in sample.men() {
            count += 1;
            men[color as usize][piece as usize] |= square.bitboard();
            for (seen, side) in self.sides.iter_mut().zip([to_move, !to_move]) {
                let other = usize::from(color != side);
                let square = square as usize ^ turns[side as usize];
                seen.push((sets[side as usize] + ((other * 6) + piece as usize) * 64 + square) as u16);
            }
        }
        let of = threats(&men);
        let numbers = [to_move, !to_move].into_iter().flat_map(|side| of[side as usize]);
        for (to, number) in self.threats.iter_mut().zip(numbers) {
            *to = f32::from(number) * HALF;
        }
        self.bucket = bucket(count);
    }
}

/// The output for this number of men, 2 to 32.
pub fn bucket(men: usize) -> usize {
    (men.saturating_sub(2) / 4).min(BUCKETS - 1)
}
