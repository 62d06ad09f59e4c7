//! The inputs of the net: the men of a position, each as one number.
//!
//! A position is seen from both sides. A side sees its own men and those of the other side from its own end
//! of the board, mirrored so that its king is on the files a to d: anything learned on one wing is then known
//! on the other. There are 768 features: 2 sides × 6 pieces × 64 squares.
//!
//! The evaluation in `engine/src/search/eval/net.rs` uses the same features.

use cozy_chess::{Color, Piece};

use crate::sample::Sample;

/// Number of features.
pub const FEATURES: usize = 768;

/// Outputs, one for each range of the number of men.
pub const BUCKETS: usize = 8;

/// The features of both sides, the side to move first.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    /// Features for the side to move, and for the other side.
    pub sides: [Vec<u16>; 2],
    /// The output to use.
    pub bucket: usize,
}

impl Seen {
    /// Finds the features of a position.
    pub fn look(&mut self, sample: &Sample) {
        for side in &mut self.sides {
            side.clear();
        }
        let to_move = if sample.is_black { Color::Black } else { Color::White };
        // The mask that turns the squares for each side.
        let mut turns = [0, 56];
        for (square, piece, color) in sample.men() {
            if piece == Piece::King && square as usize % 8 >= 4 {
                turns[color as usize] ^= 7;
            }
        }
        let mut count = 0;
        for (square, piece, color) in sample.men() {
            count += 1;
            for (seen, side) in self.sides.iter_mut().zip([to_move, !to_move]) {
                let other = usize::from(color != side);
                let square = square as usize ^ turns[side as usize];
                seen.push((((other * 6) + piece as usize) * 64 + square) as u16);
            }
        }
        self.bucket = bucket(count);
    }
}

/// The output for this number of men, 2 to 32.
pub fn bucket(men: usize) -> usize {
    (men.saturating_sub(2) / 4).min(BUCKETS - 1)
}
