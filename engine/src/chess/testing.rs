//! Positions for tests.
#![allow(clippy::expect_used, reason = "a test that asks for no position is wrong")]

use proptest::prelude::*;
use proptest::sample::Index;

use crate::chess::{Board, CastlingMode, Chess, Fen, FromSetup as _, Position as _, Setup};

/// The position of the four fields of a FEN.
///
/// # Panics
///
/// If they are not those of a legal position.
#[track_caller]
pub fn position(fields: &str) -> Chess {
    let fen: Fen = fields.parse().expect("a FEN");
    fen.into_position(CastlingMode::Chess960).expect("a legal position")
}

/// The positions of any game of Chess960, up to `most` moves long.
///
/// # Panics
///
/// If an array of Chess960 is not legal, which would be a mistake of the board.
pub fn any_game(most: usize) -> impl Strategy<Value = Vec<Chess>> {
    (0_u32..960, proptest::collection::vec(any::<Index>(), 0..=most)).prop_map(|(array, choices)| {
        let mut setup = Setup::empty();
        setup.board = Board::chess960(array);
        setup.castling_rights = setup.board.rooks();
        let mut last = Chess::from_setup(setup, CastlingMode::Chess960).expect("a legal position");
        let mut game = vec![last.clone()];
        for choice in choices {
            let moves = last.legal_moves();
            if moves.is_empty() {
                break;
            }
            last.play_unchecked(moves[choice.index(moves.len())]);
            game.push(last.clone());
        }
        game
    })
}
