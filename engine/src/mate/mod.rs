//! Mate in n moves: proved or refuted, never guessed.
//!
//! An engine for play searches likely moves. It finds most mates, but it may miss the shortest, and it cannot
//! prove that there is none. Here every move counts:
//!
//! * the attacker mates in `n` moves if *some* move leaves the defender without a way out of mate in
//!   `n - 1`;
//! * the defender is lost if *all* moves let the attacker mate in what is left.
//!
//! Such a tree of "some" and "all" is searched for one move, then for two, and so on: the first number that
//! succeeds is the shortest mate, and each one before it is refuted for certain. Only work is saved: the
//! table remembers positions, and a good order finds the one refutation early.
//!
//! A mate that is too long for this may still be proved, but not to be the shortest: `numbers`.
//!
//! The parts: `prove` searches the tree, `moves` orders the attacker's moves and finds mates in one, `table`
//! remembers, `line` finds the moves of the longest resistance.
//!
//! **Draws.** A repeated position cannot help the attacker: a shortest mate gets shorter with each move, so
//! no position of it occurs twice, and a line that repeats is never needed to refute one. The fifty-move rule
//! matters if the halfmove clock ([`Question::halfmove_clock`]) can reach 100 within the remaining moves; the
//! clock is then part of what the table knows. A mate that comes too late does not count; a mate given by the
//! move that brings the clock to 100 does.

mod bounded;
mod line;
mod moves;
mod numbers;
mod prove;
mod slots;
mod table;
#[cfg(test)]
mod tests;

use crate::search::{Asked, Clock, PvMove, Question, SearchError};
use numbers::Numbers;
use prove::Search;
use table::Table;

/// Which side is to be mated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// The side to move mates.
    Mate,
    /// The side to move is mated, whatever it plays.
    Mated,
}

/// When to stop. Without limits the proof takes as long as it takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MateLimits {
    /// The number of moves that may be made on the board in total.
    pub nodes: Option<u64>,
    /// Milliseconds.
    pub time_ms: Option<u64>,
    /// Whether all first moves that mate equally fast are wanted, not only one.
    pub all_keys: bool,
}

/// A proved mate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mate {
    /// The number of the attacker's moves: there is no shorter mate. 0 if the side is already mated.
    pub moves: u32,
    /// The first moves that mate in `moves` moves: one of them, or all, in the order in which they were
    /// found. One that was asked for (`Question::only`) is among them only if it mates. None if the side to
    /// move is the one mated.
    pub keys: Vec<PvMove>,
    /// The mate against the longest resistance; it ends in mate, and begins with the first key if there is
    /// one.
    pub line: Vec<PvMove>,
}

/// The result of a proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// There is a mate.
    Mate(Mate),
    /// There is no mate in as many moves as were asked for.
    NoMate,
    /// A limit was reached. There is a mate, but not in `refuted` moves; whether one is shorter than `mate` is not known.
    AtMost {
        /// The mate that was found, with one of its first moves. Its line need not be the longest resistance.
        mate: Mate,
        /// Moves, 0 if not even one could be searched.
        refuted: u32,
    },
    /// A limit was reached. There is no mate in `refuted` moves; nothing is known about longer ones.
    GaveUp {
        /// Moves, 0 if not even one could be searched.
        refuted: u32,
    },
}

/// What was learned on the way to a verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Learned {
    /// There is no mate in this many moves.
    Refuted(u32),
    /// There is a mate in at most this many moves.
    AtMost(u32),
}

/// The result of a proof, and its cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// The result.
    pub verdict: Verdict,
    /// Moves made on the board.
    pub nodes: u64,
    /// Milliseconds.
    pub time_ms: u64,
}

/// Proves mates.
///
/// The knowledge in the table holds in every game and is kept from question to question: similar records are
/// answered sooner. Each entry names the question it answers, whether the side to move mates or is mated
/// (`prove::question_key`). The answers are the same without the table; only under a node limit, where the
/// amount of work matters, each question starts with an empty one.
#[derive(Debug)]
pub struct Prover {
    table: Table,
    numbers: Numbers,
}

impl Prover {
    /// A prover with a table of `table_mib` mebibytes, at most 4096, and half as many for proof numbers once these are
    /// used; it never takes more.
    pub fn new(table_mib: usize) -> Self {
        Self { table: Table::new(table_mib), numbers: Numbers::new(table_mib.clamp(1, 4096) << 19) }
    }

    /// Searches for a mate in at most `moves` moves, the shortest first.
    ///
    /// If a limit is reached, a longer mate may have been found meanwhile ([`Verdict::AtMost`]). `on_news` is called with
    /// what was learned on the way.
    ///
    /// # Errors
    /// As [`crate::search::Searcher::go`].
    pub fn prove(
        &mut self,
        question: &Question<'_>,
        aim: Aim,
        moves: u32,
        limits: &MateLimits,
        clock: &dyn Clock,
        on_news: &mut dyn FnMut(Learned),
    ) -> Result<Proof, SearchError> {
        let asked = Asked::of(question)?;
        if limits.nodes.is_some() {
            self.table.clear();
            self.numbers.clear();
        }
        let mut search = Search::new((&mut self.table, &mut self.numbers), limits, clock);
        let verdict = match aim {
            Aim::Mate => search.find_mate(&asked, moves, limits.all_keys, on_news),
            Aim::Mated => search.find_loss(&asked, moves, on_news),
        };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "times are short")]
        let time_ms = search.elapsed_ms() as u64;
        Ok(Proof { verdict, nodes: search.nodes, time_ms })
    }
}
