//! Argus, the referee of the 1995 text (§3.2, §8): who plays whom on which connection, whose clock runs,
//! and how games end. It has no process, socket, file or clock: events come in, actions go out, and others
//! say what time it is.
//!
//! The text has two roles. The referee commands (`refcom`), a client requests (`refreq`); the words of both
//! are in [`words`], their records in [`wire`]. [`Referee`] is the first role, [`client::Follower`] what a
//! program of the second one must remember. The referee knows chess only through [`rules::Rules`].

pub mod board;
pub mod chess_rules;
pub mod client;
pub mod clock;
pub mod course;
pub mod ending;
mod hall;
pub mod pace;
pub mod rules;
pub mod wire;
pub mod words;

#[cfg(test)]
mod tests;

pub use hall::{Action, ConnId, Event, Manner, Referee, TableId};
