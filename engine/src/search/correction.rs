//! Learning where the evaluation errs.
//!
//! The net judges a position at a glance. A few plies deeper the search often finds that the judgement was
//! too high or too low, and the error is rarely that of one position alone: others with the same pawns, or
//! with the same pieces of one side on the same squares, are misjudged in the same way. So each time a
//! position has been searched, the difference is noted under its pawns, under the pieces of either side, and
//! under the move that led to it; the evaluations of later positions are corrected by these notes.
//!
//! A note is a mean in which deeper searches weigh more and old ones fade.

use super::history::PieceTo;
use super::parameters::{ERROR_LIMIT, NOTE_DEEPEST, NOTE_DIVISOR, NOTE_GRAIN, NOTE_LIMIT, NOTE_WHOLE, NOTES};
use super::value::Value;
use cozy_chess::{Board, Color, Piece};

/// The kinds of notes: by pawns, by the pieces of White, by those of Black, by the previous move.
const KINDS: usize = 4;

/// The notes on errors of the evaluation.
#[derive(Debug)]
pub(super) struct Corrections {
    notes: Vec<[i32; KINDS]>,
}

/// The indices of the notes on a position.
pub(super) type Places = [usize; KINDS];

impl Corrections {
    pub(super) fn new() -> Self {
        Self { notes: vec![[0; KINDS]; 2 * NOTES] }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.notes.fill([0; KINDS]);
    }

    /// The correction of the evaluation of a position, in centipawns.
    pub(super) fn of(&self, places: Places) -> Value {
        let sum: i32 = places.iter().enumerate().map(|(kind, &at)| self.notes[at][kind]).sum();
        sum / (NOTE_DIVISOR * NOTE_GRAIN)
    }

    /// Learns that a position is worth `error` more than its evaluation, as found by a search `depth` plies
    /// deep.
    pub(super) fn learn(&mut self, places: Places, error: Value, depth: i32) {
        let weight = depth.clamp(0, NOTE_DEEPEST) + 1;
        for (kind, &at) in places.iter().enumerate() {
            let note = &mut self.notes[at][kind];
            let mean = (*note * (NOTE_WHOLE - weight)
                + error.clamp(-ERROR_LIMIT, ERROR_LIMIT) * NOTE_GRAIN * weight)
                / NOTE_WHOLE;
            *note = mean.clamp(-NOTE_LIMIT * NOTE_GRAIN, NOTE_LIMIT * NOTE_GRAIN);
        }
    }
}

/// The indices of the notes on a position. `last` is the move that led to it.
pub(super) fn places(board: &Board, last: Option<PieceTo>) -> Places {
    let side = board.side_to_move() as usize * NOTES;
    let by_pawns = mixed(0, [Color::White, Color::Black].map(|c| board.colored_pieces(c, Piece::Pawn).0));
    let by_pieces = |color| {
        let pieces = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];
        mixed(1, pieces.map(|piece| board.colored_pieces(color, piece).0))
    };
    let by_move = last.map_or(0, |last| last.index() + 1);
    [by_pawns, by_pieces(Color::White), by_pieces(Color::Black), by_move].map(|at| side + at)
}

/// A number below `NOTES` for some sets of squares.
fn mixed<const N: usize>(start: u64, sets: [u64; N]) -> usize {
    let mix = |sum: u64, set: u64| (sum ^ set).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    let sum = sets.into_iter().fold(start, mix).wrapping_mul(0xd6e8_feb8_6659_fd93);
    (sum >> 40) as usize % NOTES
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
        assert_eq!(often, 30 * 4 / NOTE_DIVISOR - 1, "whole numbers are cut towards zero on the way");
        for _ in 0..2_000 {
            corrections.learn(here, -31_000, 100);
        }
        assert_eq!(corrections.of(here), -NOTE_LIMIT * 4 / NOTE_DIVISOR);
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
        assert!(start.iter().zip(black).all(|(&white, black)| white < NOTES && black >= NOTES));
        let after = places(&Board::default(), Some(PieceTo::new(Piece::King, cozy_chess::Square::H8)));
        assert_ne!(start[3], after[3]);
        assert!(after[3] < NOTES);
    }
}
