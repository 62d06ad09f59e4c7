//! Learning where the evaluation errs.
//!
//! The net judges a position at a glance. Some plies deeper the search often finds that the judgement was
//! too high or too low, and the error is rarely that of one position alone: others with the same pawns, or
//! with the same pieces of a side on the same squares, are judged wrongly in the same way. So each time a
//! position was searched, the difference is noted under its pawns, under the pieces of either side, and
//! under the move that led to it; the evaluation of the positions that follow is corrected by what is
//! noted there.
//!
//! A note is a mean in which deeper searches weigh more and old ones fade.

use super::history::PieceTo;
use super::value::Value;
use cozy_chess::{Board, Color, Piece};

/// Notes of each kind and side to move; a power of two.
const SIZE: usize = 1 << 13;
/// Notes are kept in this many parts of a centipawn.
const GRAIN: i32 = 256;
/// A note counts no more than this, centipawns.
const MOST: i32 = 64;
/// Of what a note is made up; a search as deep as `DEEPEST` counts `DEEPEST + 1` of it.
const WHOLE: i32 = 256;
const DEEPEST: i32 = 15;
/// The notes on a position count together as one part of this many of their sum. Hand-chosen: half the sum
/// lost games, a fifth won them.
const PARTS: i32 = 5;
/// The kinds of notes: by pawns, by the pieces of White, by those of Black, by the move before.
const KINDS: usize = 4;

/// What is noted of the evaluation's errors.
#[derive(Debug)]
pub(super) struct Corrections {
    notes: Vec<[i32; KINDS]>,
}

/// Where the notes on a position are.
pub(super) type Places = [usize; KINDS];

impl Corrections {
    pub(super) fn new() -> Self {
        Self { notes: vec![[0; KINDS]; 2 * SIZE] }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.notes.fill([0; KINDS]);
    }

    /// What is to be added to the evaluation of a position, centipawns.
    pub(super) fn of(&self, places: Places) -> Value {
        let sum: i32 = places.iter().enumerate().map(|(kind, &at)| self.notes[at][kind]).sum();
        sum / (PARTS * GRAIN)
    }

    /// Learns that a position is worth `error` more than its evaluation, as found by a search `depth` plies
    /// deep.
    pub(super) fn learn(&mut self, places: Places, error: Value, depth: i32) {
        let weight = depth.clamp(0, DEEPEST) + 1;
        for (kind, &at) in places.iter().enumerate() {
            let note = &mut self.notes[at][kind];
            let mean = (*note * (WHOLE - weight) + error.clamp(-1000, 1000) * GRAIN * weight) / WHOLE;
            *note = mean.clamp(-MOST * GRAIN, MOST * GRAIN);
        }
    }
}

/// Where a position's notes are. `last`: the move that led to it.
pub(super) fn places(board: &Board, last: Option<PieceTo>) -> Places {
    let side = board.side_to_move() as usize * SIZE;
    let by_pawns = mixed(0, [Color::White, Color::Black].map(|c| board.colored_pieces(c, Piece::Pawn).0));
    let by_pieces = |color| {
        let men = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];
        mixed(1, men.map(|piece| board.colored_pieces(color, piece).0))
    };
    let by_move = last.map_or(0, |last| last.index() + 1);
    [by_pawns, by_pieces(Color::White), by_pieces(Color::Black), by_move].map(|at| side + at)
}

/// A number below `SIZE` for some sets of squares.
fn mixed<const N: usize>(start: u64, sets: [u64; N]) -> usize {
    let mix = |sum: u64, set: u64| (sum ^ set).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    let sum = sets.into_iter().fold(start, mix).wrapping_mul(0xd6e8_feb8_6659_fd93);
    (sum >> 40) as usize % SIZE
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(fen: &str) -> Board {
        fen.parse().unwrap()
    }

    #[test]
    fn notes_move_towards_what_is_found_and_no_further_than_the_limit() {
        let mut corrections = Corrections::new();
        let here = places(&Board::default(), None);
        assert_eq!(corrections.of(here), 0);
        corrections.learn(here, 30, 4);
        let once = corrections.of(here);
        for _ in 0..2_000 {
            corrections.learn(here, 30, 15);
        }
        let often = corrections.of(here);
        assert!((0..often).contains(&once), "{once} {often}");
        assert_eq!(often, 30 * 4 / PARTS - 1, "whole numbers are cut towards zero on the way");
        for _ in 0..2_000 {
            corrections.learn(here, -31_000, 100);
        }
        assert_eq!(corrections.of(here), -MOST * 4 / PARTS);
        corrections.clear();
        assert_eq!(corrections.of(here), 0);
    }

    #[test]
    fn what_is_alike_shares_notes() {
        let start = places(&Board::default(), None);
        let knight_out = places(&board("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1"), None);
        assert_eq!(start[0], knight_out[0], "the same pawns");
        assert_ne!(start[1], knight_out[1], "other pieces of White");
        assert_eq!(start[2], knight_out[2], "the same pieces of Black");
        let black = places(&board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"), None);
        assert!(start.iter().zip(black).all(|(&white, black)| white < SIZE && black >= SIZE));
        let after = places(&Board::default(), Some(PieceTo::new(Piece::King, cozy_chess::Square::H8)));
        assert_ne!(start[3], after[3]);
        assert!(after[3] < SIZE);
    }
}
