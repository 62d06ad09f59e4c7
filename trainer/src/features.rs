//! What the net sees of a position: the men, each as one number.
//!
//! It is looked at twice, from either side. A side sees its own men and the other's, from its own end of
//! the board, and mirrored so that its king stands on the files a to d: what is learned on one wing is
//! known on the other. There are 768 things to see: 2 sides × 6 pieces × 64 squares.
//!
//! The evaluation in `src/search/eval/net.rs` sees the same.

use cozy_chess::{Color, Piece};

use crate::sample::Sample;

/// Things that can be seen.
pub const FEATURES: usize = 768;

/// Outputs, one for each range of the number of men.
pub const BUCKETS: usize = 8;

/// What both sides see: first the side to move.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    /// By the side to move, and by the other.
    pub sides: [Vec<u16>; 2],
    /// Which output counts.
    pub bucket: usize,
}

impl Seen {
    /// Looks at a position.
    pub fn look(&mut self, sample: &Sample) {
        for side in &mut self.sides {
            side.clear();
        }
        let to_move = if sample.is_black { Color::Black } else { Color::White };
        // What a side turns its squares by.
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

/// The output for so many men, 2 to 32.
pub fn bucket(men: usize) -> usize {
    (men.saturating_sub(2) / 4).min(BUCKETS - 1)
}
