//! Games of the engine against itself, and what is learned from them.
//!
//! Two programs: `selfplay` writes positions of games with what a short search thought of each and how
//! the game ended; `train` learns from them the weights of the evaluation. Both are made from a seed: the
//! same numbers give the same games.

#![forbid(unsafe_code)]

pub mod features;
pub mod lesson;
pub mod net;
pub mod random;
pub mod sample;
