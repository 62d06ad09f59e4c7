//! The words of chess: shakmaty's types under one roof, move notation, and scores.

pub mod notation;
pub mod score;

pub use shakmaty::{
    Bitboard, Board, ByColor, CastlingMode, CastlingSide, Chess, Color, EnPassantMode, File, FromSetup, Move,
    Piece, Position, PositionErrorKinds, Rank, Role, Setup, Square, fen::Fen,
};
