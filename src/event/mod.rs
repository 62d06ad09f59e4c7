//! What an event of games is, without playing any: who meets whom, from which openings, when a game is
//! adjudicated, what the results say, and how they are written down.
//!
//! Nothing here does I/O, reads a clock or has global state: the referee plays the games, and asks.

pub mod adjudication;
#[cfg(feature = "cli")]
pub mod config;
pub mod games_file;
pub mod json;
pub mod lease;
pub mod openings;
mod outcome;
pub mod pgn_writer;
pub mod record;
pub mod schedule;
#[cfg(feature = "cli")]
pub mod standings;
pub mod statistics;

pub use outcome::Outcome;
