//! The vocabulary of chess: shakmaty's types in one place, move notation, and scores.

pub mod legal;
pub mod notation;
pub mod pieces;
pub mod score;
#[cfg(any(test, feature = "testing"))]
pub mod testing;

/// The four fields of the position that a game begins with.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

pub use shakmaty::{
    Bitboard, Board, ByColor, ByRole, CastlingMode, CastlingSide, Chess, Color, EnPassantMode, File,
    FromSetup, Move, Piece, Position, PositionErrorKinds, Rank, Role, Setup, Square,
    fen::{Epd, Fen},
};
