//! Games of the engine against itself, and a net that learns from them.
//!
//! `selfplay` writes positions from games with the score of a short search and the result of the game; it can
//! also let another engine play. `opinions` adds what another engine thinks of them. `train` uses them to train
//! the weights of the evaluation. The first and the last work from a seed: the same numbers give the same games
//! and the same net.

#![forbid(unsafe_code)]

pub mod features;
pub mod game;
pub mod lesson;
pub mod net;
pub mod pieces;
pub mod player;
pub mod random;
pub mod sample;
pub mod spsa;
