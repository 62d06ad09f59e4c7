//! A small chess engine: which move is best here, and how good is it?
//!
//! A chess program looks ahead. It tries a move, then each reply, then each reply to that, and judges the
//! positions at the ends of these lines. Assuming that both sides always choose what is best for them, the
//! judgements travel back to the position in question. Most of the work lies in *not* searching lines that
//! cannot matter.
//!
//! The parts, each in its own file:
//!
//! * `position`: from the text of an EPD record to a board;
//! * `root`: deeper and deeper searches of one position, until a limit is hit;
//! * `alphabeta`: the search of one line's next move;
//! * `shortcuts`: settling a position without that; `node`: what is known of it;
//! * `quiesce`: captures at the end of a line, so that it ends in peace;
//! * `order`, `history`, `credit`, `see`, `checks`: which moves to try first;
//! * `correction`: learning where the evaluation errs;
//! * `reduction`: which moves to look at less deeply; `left_out`: which not at all;
//! * `singular`: which to look at more deeply;
//! * `best`: the best move of a position so far;
//! * `parameters`, `tuning`: the numbers that tune all this;
//! * `table`, `entry`: remembering positions seen before;
//! * `draw`, `line`, `value`: draws by rule, the best line, the numbers;
//! * `eval`: judging a position without looking ahead, by a net;
//! * `team`: several threads on one position; `shared`: several programs;
//! * `endgames`: tables of endgames, if there are any;
//! * `perft`: counting lines, to prove that the moves are right;
//! * `bench`: a fixed amount of work, to see whether anything has changed.
//!
//! The same call gives the same answer on every machine, as long as no time limit is set and one thread searches: only
//! whole numbers are used, nothing is random, and every search starts with an empty memory.

mod alphabeta;
pub mod bench;
mod best;
mod chances;
mod checks;
mod correction;
mod credit;
mod draw;
mod endgames;
mod entry;
mod eval;
mod history;
mod left_out;
mod line;
mod moves;
mod node;
mod order;
mod parameters;
pub mod perft;
mod position;
mod quiesce;
mod reduction;
mod root;
mod see;
mod shared;
mod shortcuts;
mod singular;
mod table;
mod team;
#[cfg(test)]
pub(crate) mod tests;
mod tuning;
mod value;
mod worker;

use crate::chess::score::Score;
pub use chances::Chances;
pub use endgames::{Endgames, Fifty, Known, Outcome};
pub use eval::threats::{PieceSets, THREATS, Threats, threats};
pub use position::{Asked, PvMove};
// For the proof of mates.
pub(crate) use checks::{checking_squares as squares_of_check, unmasking};
pub(crate) use moves::{NO_MOVE, key, pack, pawn_attacks, unpack};
pub(crate) use position::written;
use shared::UntilOver;
pub use shared::{Part, Shared, Together};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
pub use team::{MOST_THREADS, Team};
pub use tuning::{PARAMETERS, Parameter};
pub use value::own_centipawns;
use worker::Company;

/// A clock, supplied by the caller because a program in the browser has no other.
pub trait Clock {
    /// Milliseconds since some fixed moment. To break off a search under a time limit, return
    /// [`f64::INFINITY`].
    fn now_ms(&self) -> f64;
}

/// When to stop. The first limit reached counts; without any, the search goes through every depth (1 to 127),
/// which may take for ever.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// Positions to visit; never exceeded, not even by one.
    pub nodes: Option<u64>,
    /// Plies to look ahead, at least 1. Important lines go deeper.
    pub depth: Option<u32>,
    /// Milliseconds. Checked every 1024 positions, once the first ply is finished or 65536 positions have
    /// been visited.
    pub time_ms: Option<u64>,
    /// Milliseconds after which no further depth is begun.
    pub soft_ms: Option<u64>,
    /// The search stops once a mate in this many moves, or fewer, is found.
    pub mate: Option<u32>,
}

/// A question to the engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question<'a> {
    /// The first four fields of an EPD record; castling may be written `KQkq`
    /// or with the rooks' files (`HAha`). An impossible en passant square is
    /// ignored.
    pub fields: &'a str,
    /// The operand of `hmvc`: plies since the last capture or pawn move, 0 if unknown.
    pub halfmove_clock: u32,
    /// Moves played from there, in coordinates; the question is about the position after them. Positions on
    /// the way count as repeated.
    pub played: &'a [&'a str],
    /// The moves to search, in coordinates; all of them if empty.
    pub only: &'a [&'a str],
    /// The number of best moves wanted, each with its line; at least 1.
    pub lines: usize,
    /// Whether castling is written as the king taking its rook whatever the position.
    pub is_chess960: bool,
}

impl<'a> Question<'a> {
    /// A question about a position of which nothing else is known.
    pub fn new(fields: &'a str) -> Self {
        Self { fields, halfmove_clock: 0, played: &[], only: &[], lines: 1, is_chess960: false }
    }
}

/// What a search has found so far.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The rank among the best lines: 1 is the best.
    pub line: usize,
    /// The depth in plies of score and line; 0 if the limits did not even allow one ply (see
    /// [`Searcher::go`]).
    pub depth: u32,
    /// The length in plies of the longest line searched.
    pub selective_depth: u32,
    /// The score for the side to move.
    pub score: Score,
    /// The best line. All its moves are legal; it has at least one, unless there is no legal move. If the
    /// score is a mate, it ends in that mate.
    pub pv: Vec<PvMove>,
    /// Positions visited.
    pub nodes: u64,
    /// Milliseconds since the start.
    pub time_ms: u64,
    /// How many positions were found in tables of endgames, by the thread that reports.
    pub endgame_hits: u64,
}

/// Why a search is impossible.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchError {
    /// The fields do not describe a possible position; holds the reason.
    InvalidPosition(String),
    /// A move that was played, or that is to be searched, is not legal there.
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

/// The engine, with its memory.
#[derive(Debug)]
pub struct Searcher {
    memory: worker::Memory,
}

impl Searcher {
    /// An engine with a table of `table_mib` mebibytes (0 = as small as possible; at most 4096). It needs
    /// about 2 MiB more. If there is not enough memory, the table is made smaller.
    pub fn new(table_mib: usize) -> Self {
        Self { memory: worker::Memory::new(table_mib) }
    }

    /// Changes one of [`PARAMETERS`], within its range. Returns whether there is one of this name.
    pub fn set(&mut self, name: &str, value: i32) -> bool {
        self.memory.set(name, value)
    }

    /// Judges by another net of the same shape, in the file format of `trainer`. Returns `false` and changes
    /// nothing if the bytes are not one.
    #[must_use]
    pub fn take_net(&mut self, bytes: &[u8]) -> bool {
        let net = eval::Net::read(bytes);
        let is_net = net.is_some();
        if let Some(net) = net {
            self.memory.net = Arc::new(net);
        }
        is_net
    }

    /// Looks positions up in these tables from now on, or in none. Forgets everything: what is known from searches with
    /// other tables may be less.
    pub fn take_endgames(&mut self, tables: Option<Arc<dyn Endgames>>) {
        self.memory.endgames = tables;
        self.clear();
    }

    /// What the tables of endgames know of a position; `None` without them, and if it is nothing.
    pub fn known(&self, question: &Question<'_>) -> Option<Known> {
        let tables = self.memory.endgames.as_deref()?;
        endgames::known(tables, &position::Asked::of(question).ok()?.position.board)
    }

    /// Changes the size of the table, as [`Searcher::new`], and forgets everything.
    pub fn resize(&mut self, table_mib: usize) {
        self.memory.table = Arc::new(table::Table::new(table_mib));
        self.clear();
    }

    /// Forgets everything. [`Searcher::go`] does this by itself.
    pub fn clear(&mut self) {
        self.memory.clear();
    }

    /// Searches a position with cleared memory: the answer depends on nothing but the question and the
    /// limits.
    ///
    /// `on_report` is called after every finished depth, for each of the lines wanted, and whenever another
    /// move takes the lead. The best line of the last report is also returned.
    ///
    /// A legal move is always returned if there is one. The time limit does not interrupt the first ply
    /// (unless that alone takes more than 65536 positions). A node limit does; if it is so small that not
    /// even one move could be judged, the report has depth 0, the static evaluation as its score, and the
    /// first move in order as its line.
    ///
    /// Without a legal move the line is empty and the score is `Mated(0)`, or
    /// `Centipawns(0)` for stalemate.
    ///
    /// The search stops before its limits if it has found a forced mate in `n` plies on every line wanted and
    /// has finished a depth of at least `n + 2`: a depth of `n` covers every shorter mate, and the other two
    /// plies make up for moves that were searched less deeply.
    ///
    /// # Errors
    ///
    /// [`SearchError::InvalidPosition`] if the fields are malformed, or the position is not one of chess: not
    /// one king each, the side not to move in check, pawns on the last ranks, more than sixteen pieces or
    /// eight pawns on a side, castling rights without king and rook in place. [`SearchError::IllegalMove`] if
    /// a move of the question is not legal.
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

    /// Like [`Searcher::go_on`], but stops at the end of a finished depth once `on_report` has broken off.
    ///
    /// # Errors
    ///
    /// As [`Searcher::go`].
    pub fn go_until(
        &mut self,
        question: &Question<'_>,
        limits: &Limits,
        clock: &dyn Clock,
        on_report: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) -> Result<Report, SearchError> {
        self.search(question, limits, clock, Company::None, on_report)
    }

    /// Searches a position like [`Searcher::go`], but keeps what is known from earlier searches: for the next
    /// move of a game.
    ///
    /// # Errors
    ///
    /// As [`Searcher::go`].
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

    /// Searches a position like [`Searcher::go_until`], together with other programs: what is known of positions is what
    /// they have in the memory that they share. One that helps keeps no limits, and stops when the search is over.
    ///
    /// # Errors
    ///
    /// As [`Searcher::go`].
    pub fn go_together(
        &mut self,
        together: &Together<'_>,
        question: &Question<'_>,
        limits: &Limits,
        clock: &dyn Clock,
        on_report: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) -> Result<Report, SearchError> {
        let &Together { memory, number, generation, part } = together;
        let table = Arc::new(table::Table::shared(Arc::clone(memory), generation));
        let own = std::mem::replace(&mut self.memory.table, table);
        let memory = memory.as_ref();
        let found = match part {
            Part::Leads => self.search(question, limits, clock, Company::Leads(&memory), on_report),
            Part::Helps => {
                let clock = UntilOver { memory, number, clock };
                self.search(question, &Limits::default(), &clock, Company::Led(&memory), on_report)
            }
        };
        self.memory.table = own;
        found
    }

    /// An engine for another thread that shares the table.
    fn helper(&self) -> Self {
        Self { memory: self.memory.of_helper() }
    }

    /// Searches, alone or in company.
    fn search(
        &mut self,
        question: &Question<'_>,
        limits: &Limits,
        clock: &dyn Clock,
        company: Company<'_>,
        on_report: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) -> Result<Report, SearchError> {
        let asked = position::Asked::of(question)?;
        Ok(root::search(&mut self.memory, &asked, limits, clock, company, on_report))
    }
}
