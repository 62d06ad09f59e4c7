//! The evaluation: how good a position looks without playing on.
//!
//! At the end of each line the search needs a number at once. A small net that learned from games of this
//! engine supplies it (`net`), from the pieces and from the threats of both sides (`threats`). What the rules of chess
//! say for certain is not left to the net: some endgames cannot be won whatever the material, and some are won but need
//! guidance (`endgame`).
//!
//! Only whole numbers are used: the result is the same everywhere.

mod endgame;
mod net;
pub(super) mod threats;

pub(super) use net::{Net, Sums};

use super::parameters::FULL_SCALE;
use super::value::{EVAL_LIMIT, Value};
use cozy_chess::{BitBoard, Board, Color, Square};

/// The value of a position for the side to move in centipawns, within `-EVAL_LIMIT..=EVAL_LIMIT`. `near` has
/// sums of nearby positions; the last of them become those of this one.
pub(super) fn evaluate(board: &Board, net: &Net, near: &mut [Sums]) -> Value {
    let to_move = board.side_to_move();
    if let Some(white_view) = endgame::hunt(board) {
        return if to_move == Color::White { white_view } else { -white_view };
    }
    let value = net::value(net, board, near);
    let strong = if value >= 0 { to_move } else { !to_move };
    let value = value * endgame::scale(board, strong) / FULL_SCALE;
    value.clamp(-EVAL_LIMIT, EVAL_LIMIT)
}

/// The number of squares in a set.
fn count(squares: BitBoard) -> Value {
    squares.len().cast_signed()
}

/// The number of king steps between two squares, 0 to 7.
fn distance(a: Square, b: Square) -> Value {
    let files = (a.file() as Value - b.file() as Value).abs();
    let ranks = (a.rank() as Value - b.rank() as Value).abs();
    files.max(ranks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::bench::POSITIONS;

    fn anew(board: &Board) -> Value {
        evaluate(board, &Net::new(), &mut [Sums::NONE])
    }

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
        for fields in POSITIONS {
            let board: Board = format!("{fields} 0 1").parse().unwrap();
            assert_eq!(anew(&board), anew(&mirrored(&board)), "{fields}");
        }
    }

    #[test]
    fn the_start_is_about_even() {
        assert!((0..60).contains(&anew(&Board::default())));
    }

    #[test]
    fn a_piece_more_is_better() {
        let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R b KQkq - 0 1".parse().unwrap();
        assert!(anew(&board) > 150);
    }
}
