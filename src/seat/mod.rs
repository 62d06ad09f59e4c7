//! Seats: what the referee says, in the language of the program that plays, and back.
//!
//! The words inside are those of the 1995 text ([`Directive`], [`Request`]); every other protocol is a
//! translation of them. A seat takes lines in and gives lines out; others carry the lines and start the
//! program. It gives up on a program that does not answer a question; how long a move may take is for the
//! referee to decide.

pub mod epd;
pub mod human;
#[cfg(test)]
mod tests;
pub mod uci;
pub mod xboard;

use std::fmt::Debug;

use crate::referee::board::Us;
use crate::referee::chess_rules::ChessRules;
use crate::referee::client::Follower;
use crate::referee::ending::Cause;
use crate::referee::rules::Rules as _;
use crate::referee::words::{Directive, Request};

/// Milliseconds for a move where nothing limits it: the referee need not tell a client the time control
/// (§8.1.5), and a program without a limit would think for ever.
const UNTIMED_MS: u64 = 5_000;

/// What a seat wants done.
#[derive(Debug, Clone, PartialEq)]
pub enum Out {
    /// Send a line to the program.
    Say(String),
    /// Tell the referee something.
    Request(Request),
    /// The program wrote something that cannot be translated, for this reason.
    Nonsense(String),
    /// The program thinks from now on: its clock is to run.
    Begun,
    /// The program does not answer this question, and has to be ended.
    Stalled(String),
    /// The program was asked to leave, and is to be ended if it does not.
    Bye,
    /// The program cannot play a second game: a new one is wanted in its place.
    Renew,
    /// Something for the log.
    Note(String),
    /// The program has no option with this name, so it is not set.
    NoOption(String),
}

/// A translation between the referee and one program.
pub trait Seat: Debug {
    /// The program is there.
    fn open(&mut self, now: Us, out: &mut Vec<Out>);

    /// The referee says something.
    fn tell(&mut self, directive: &Directive, now: Us, out: &mut Vec<Out>);

    /// The program says a line, without its end.
    fn hear(&mut self, line: &[u8], now: Us, out: &mut Vec<Out>);

    /// Time went by.
    fn tick(&mut self, now: Us, out: &mut Vec<Out>);

    /// The next moment at which something has to be decided, even if nothing happens.
    fn wakeup(&self) -> Option<Us>;
}

/// How long a program may take to answer what needs no thought, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// To introduce itself.
    pub start_ms: u64,
    /// To tell its features, for xboard. If it tells none, it speaks version 1 of the protocol.
    pub features_ms: u64,
    /// To be ready for a new game: nets and tables are often read then.
    pub game_ms: u64,
    /// Milliseconds for its answer to a question before a move.
    pub ready_ms: u64,
    /// Milliseconds for its answer to `stop`.
    pub stop_ms: u64,
}

impl Default for Patience {
    fn default() -> Self {
        Self { start_ms: 35_000, features_ms: 8000, game_ms: 60_000, ready_ms: 15_000, stop_ms: 5000 }
    }
}

/// What a program is sent besides the game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Manners {
    /// Options by name, in the order in which they are set.
    pub options: Vec<(String, String)>,
    /// Lines that are sent before anything else.
    pub first_lines: Vec<String>,
    /// It may think while the other side does.
    pub ponders: bool,
    /// How long it may take.
    pub patience: Patience,
}

/// The message about an option that a program does not have.
pub fn no_option(name: &str) -> String {
    format!("the program has no option {name:?}; not set")
}

/// Whether the game is over by the position itself. The seat then replies without a move (§8 step 10),
/// because the program could not.
fn is_over(follower: &Follower<ChessRules>) -> bool {
    matches!(follower.course().here().end(), Some(Cause::Mate(_) | Cause::Stalemate))
}

/// The moment `ms` milliseconds later.
fn later(now: Us, ms: u64) -> Us {
    now.saturating_add(ms.saturating_mul(1000))
}

/// A line as text: without the carriage return that some programs send, and whatever is no UTF-8 replaced.
fn text_of(line: &[u8]) -> String {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    String::from_utf8_lossy(line).trim().to_owned()
}
