//! A small chess engine: which move is best here, and how good is it?
//!
//! A chess program looks ahead. It tries a move, then each reply, then each
//! reply to that, and judges the positions at the ends of these lines. Assuming
//! that both sides always choose what is best for them, the judgements travel
//! back to the position asked about. Most of the work lies in *not* looking at
//! lines that cannot matter.
//!
//! The parts, each in its own file:
//!
//! * `position`: from the text of an EPD record to a board;
//! * `root`: deeper and deeper searches of one position, until a limit is hit;
//! * `alphabeta`: the search of one line's next move, with all its shortcuts;
//! * `quiesce`: captures at the end of a line, so that it ends in peace;
//! * `order`, `history`, `see`, `checks`: which moves to try first;
//! * `correction`: learning where the evaluation errs;
//! * `reduction`: which moves to look at less deeply;
//! * `singular`: which to look at more deeply;
//! * `table`: remembering positions seen before;
//! * `draw`, `line`, `value`: draws by rule, the best line, the numbers;
//! * `eval`: judging a position without looking ahead, by a net;
//! * `perft`: counting lines, to prove that the moves are right;
//! * `bench`: a fixed amount of work, to see whether anything has changed.
//!
//! The same call gives the same answer on every machine, as long as no time
//! limit is set: only whole numbers are used, nothing is random, and every
//! search starts knowing nothing.

mod alphabeta;
pub mod bench;
mod checks;
mod correction;
mod draw;
mod eval;
mod history;
mod line;
mod moves;
mod order;
pub mod perft;
mod position;
mod quiesce;
mod reduction;
mod root;
mod see;
mod singular;
mod table;
#[cfg(test)]
mod tests;
mod value;
mod worker;

use crate::chess::score::Score;
pub use position::PvMove;
// For the proof of mates.
pub(crate) use checks::{checking_squares as squares_of_check, unmasking};
pub(crate) use moves::{NO_MOVE, key, pack, pawn_attacks, unpack};
pub(crate) use position::{Asked, written};
use std::fmt;
use std::ops::ControlFlow;
pub use value::own_centipawns;

/// A clock. It is handed in because a program in the browser has no other.
pub trait Clock {
    /// Milliseconds since some fixed moment. To break off a search under a
    /// time limit, let it return [`f64::INFINITY`].
    fn now_ms(&self) -> f64;
}

/// When to stop. The first limit reached counts; with none at all the search
/// goes on through every depth (1 to 127), which may take for ever.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// Positions to visit; never exceeded, not even by one.
    pub nodes: Option<u64>,
    /// Plies to look ahead, at least 1. Important lines go deeper.
    pub depth: Option<u32>,
    /// Milliseconds. Looked at every 1024 positions, once the first ply is
    /// finished or 65536 positions have been visited.
    pub time_ms: Option<u64>,
    /// Milliseconds after which no further depth is begun.
    pub soft_ms: Option<u64>,
    /// Moves: enough is known once a mate in so many, or fewer, is found.
    pub mate: Option<u32>,
}

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question<'a> {
    /// The first four fields of an EPD record; castling may be written `KQkq`
    /// or with the rooks' files (`HAha`). An impossible en passant square is
    /// ignored.
    pub fields: &'a str,
    /// The operand of `hmvc`: plies since the last capture or pawn move, 0
    /// when it is not known.
    pub halfmove_clock: u32,
    /// Moves played from there, in coordinates; what is asked about is the
    /// position after them. Positions on the way count as repeated.
    pub played: &'a [&'a str],
    /// The moves to look at, in coordinates; all of them when it is empty.
    pub only: &'a [&'a str],
    /// How many best moves are wanted, each with its line; at least 1.
    pub lines: usize,
    /// Castling is written as the king taking its rook whatever the position.
    pub is_chess960: bool,
}

impl<'a> Question<'a> {
    /// Which move is best in a position of which no more is known?
    pub fn new(fields: &'a str) -> Self {
        Self { fields, halfmove_clock: 0, played: &[], only: &[], lines: 1, is_chess960: false }
    }
}

/// What a search has found so far.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// Which of the best lines it is: 1 is the best.
    pub line: usize,
    /// The depth in plies that score and line come from; 0 when the limits did
    /// not even allow one ply (see [`Searcher::go`]).
    pub depth: u32,
    /// The length in plies of the longest line looked at.
    pub selective_depth: u32,
    /// The score for the side to move.
    pub score: Score,
    /// The best line. All its moves are legal; it has at least one, unless
    /// there is no legal move. When the score is a mate, it ends in that mate.
    pub pv: Vec<PvMove>,
    /// Positions visited.
    pub nodes: u64,
    /// Milliseconds since the start.
    pub time_ms: u64,
}

/// Why a search could not be made.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchError {
    /// The fields do not describe a position that can arise; says why.
    InvalidPosition(String),
    /// A move that was played, or that is to be looked at, is not legal there.
    IllegalMove(String),
}

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidPosition(why) => write!(f, "the position cannot be searched: {why}"),
            Self::IllegalMove(mv) => write!(f, "the move {mv} is not legal"),
        }
    }
}

impl std::error::Error for SearchError {}

/// The engine: its memory, and the way to set it to work.
#[derive(Debug)]
pub struct Searcher {
    memory: worker::Memory,
}

impl Searcher {
    /// An engine with a table of `table_mib` mebibytes (0 = as small as can
    /// be; at most 4096). It needs about 2 MiB besides. If there is not enough
    /// memory, the table is made smaller.
    pub fn new(table_mib: usize) -> Self {
        Self { memory: worker::Memory::new(table_mib) }
    }

    /// Forgets everything. [`Searcher::go`] does this by itself.
    pub fn clear(&mut self) {
        self.memory.clear();
    }

    /// Searches a position, from a cleared memory: the answer depends on
    /// nothing but the question and the limits.
    ///
    /// `on_report` is called after every finished depth, for each of the lines
    /// wanted, and whenever another move takes the lead. The best line of the
    /// last report is also returned.
    ///
    /// A legal move is always given if there is one. The time limit does not
    /// interrupt the first ply (unless that alone takes more than 65536
    /// positions). A node limit does; if it is so small that not even one move
    /// could be judged, the report has depth 0, the static
    /// evaluation as its score, and the first move in order as its line.
    ///
    /// Without a legal move the line is empty and the score is `Mated(0)`, or
    /// `Centipawns(0)` for stalemate.
    ///
    /// The search stops before its limits when it has found a forced mate in
    /// `n` plies on every line wanted and has finished a depth of at least
    /// `n + 2`: a depth of `n` covers every shorter mate, and the two plies
    /// more make up for moves that were looked at less deeply.
    ///
    /// # Errors
    ///
    /// [`SearchError::InvalidPosition`] when the fields are malformed, or the
    /// position is not one of chess: not one king each, the side not to move in
    /// check, pawns on the last ranks, more than sixteen pieces or eight pawns
    /// on a side, castling rights without king and rook in place.
    /// [`SearchError::IllegalMove`] when a move of the question is not legal.
    pub fn go(
        &mut self,
        question: &Question<'_>,
        limits: &Limits,
        clock: &dyn Clock,
        on_report: &mut dyn FnMut(&Report),
    ) -> Result<Report, SearchError> {
        self.clear();
        self.go_on(question, limits, clock, on_report)
    }

    /// As [`Searcher::go_on`], and stops at the end of a finished depth once `on_report` has broken off.
    ///
    /// # Errors
    ///
    /// The same.
    pub fn go_until(
        &mut self,
        question: &Question<'_>,
        limits: &Limits,
        clock: &dyn Clock,
        on_report: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) -> Result<Report, SearchError> {
        let asked = position::Asked::of(question)?;
        Ok(root::search(&mut self.memory, &asked, limits, clock, on_report))
    }

    /// Searches a position as [`Searcher::go`] does, but with what is known
    /// from earlier searches: for the next move of a game.
    ///
    /// # Errors
    ///
    /// The same.
    pub fn go_on(
        &mut self,
        question: &Question<'_>,
        limits: &Limits,
        clock: &dyn Clock,
        on_report: &mut dyn FnMut(&Report),
    ) -> Result<Report, SearchError> {
        self.go_until(question, limits, clock, &mut |report| {
            on_report(report);
            ControlFlow::Continue(())
        })
    }
}
