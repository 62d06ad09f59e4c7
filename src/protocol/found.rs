//! What engines find, and what becomes of a record.

use serde::{Deserialize, Serialize};

use crate::language::{Text, inside, say};
use crate::protocol::{Lines, Outcome, Score, Solution, encode};

/// What a search found so far.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// Which of the best lines it is, 1 first.
    pub rank: u32,
    /// Plies of the last finished iteration.
    pub depth: u32,
    /// Longest line looked at, in plies.
    pub selective_depth: u32,
    /// The score.
    pub score: Score,
    /// The best line in coordinates.
    pub line: Vec<String>,
    /// Nodes.
    pub nodes: u64,
    /// Milliseconds.
    pub time_ms: u64,
}

/// What an engine found in the end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Found {
    /// By a search.
    Search(Searched),
    /// By a proof.
    Proof(Proof),
    /// Positions after one ply, after two, and so on.
    Perft(Vec<u64>),
}

impl From<Found> for Outcome {
    fn from(found: Found) -> Self {
        let (solution, words) = match &found {
            Found::Search(searched) => (searched.solution, String::new()),
            Found::Proof(proof) => (None, proof.verdict.words()),
            Found::Perft(counts) => {
                let count = counts.last().copied().unwrap_or(1);
                (None, say("run.positions", [count.to_string()]).into())
            }
        };
        // No part of it can fail to be encoded; nothing can be decoded from nothing.
        Self::Found { bytes: encode(&found).unwrap_or_default(), solution, words }
    }
}

impl Verdict {
    fn words(&self) -> String {
        match self {
            Self::Mate(moves, _) => say("run.mate-proved", [moves.to_string()]).into(),
            Self::NoMate => "run.mate-refuted".to_owned(),
            Self::GaveUp(refuted) => say("run.mate-unknown", [refuted.to_string()]).into(),
        }
    }
}

/// The end of a search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Searched {
    /// The best line.
    pub best: Report,
    /// The lines after it, the better ones first, when more than one was wanted.
    pub others: Vec<Report>,
    /// From when on the search held the solution to its end, when it was told the solution and ended on
    /// it.
    pub solution: Option<Solution>,
}

impl From<Report> for Searched {
    fn from(best: Report) -> Self {
        Self { best, others: Vec::new(), solution: None }
    }
}

/// The end of a proof.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proof {
    /// What is known.
    pub verdict: Verdict,
    /// First moves that mate as soon, in coordinates: one, or all when they were wanted.
    pub keys: Vec<String>,
    /// Moves made on the board.
    pub nodes: u64,
    /// Milliseconds.
    pub time_ms: u64,
}

/// What is known of a mate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// The shortest one, in so many moves, and its line in coordinates.
    Mate(u32, Vec<String>),
    /// There is none in as many moves as were asked for.
    NoMate,
    /// There is none in so many moves; of longer ones nothing is known.
    GaveUp(u32),
}

/// What a step needs before it can write into a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ask {
    /// Nothing: the record stays as it is.
    Nothing(Ended),
    /// The end of this task, which is [`EngineTask`](crate::protocol::EngineTask) as bytes.
    Engine(#[serde(with = "serde_bytes")] Vec<u8>),
}

/// What became of a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ended {
    /// It is no record.
    NoRecord,
    /// Something was written, or what stands there is what would be.
    Written,
    /// As `Written`, and this is to be said of it, behind a number: "with an sm that is not the best move".
    Noted(String),
    /// It stays as it is, for a reason that follows its number: "with a mate as short already".
    Same(String),
    /// It stays as it is because this went wrong.
    Failed(String),
}

/// A record after a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Written {
    /// What became of it.
    pub ended: Ended,
    /// Its text, if that changed.
    #[serde(with = "serde_bytes")]
    pub text: Option<Vec<u8>>,
    /// Records that come behind it.
    pub more: Lines,
    /// Whether it is solved, where that can be said.
    pub is_solved: Option<bool>,
    /// By depth in plies, whether the count of positions that it claims is right: [`Claims`] as bytes, by
    /// way of a page that does not look at them.
    #[serde(with = "serde_bytes")]
    pub claims: Vec<u8>,
}

/// Depths in plies, and whether what is claimed of each is right.
pub type Claims = Vec<(u32, bool)>;

impl From<Ended> for Written {
    /// A record that stays as it is.
    fn from(ended: Ended) -> Self {
        Self { ended, text: None, more: Lines::default(), is_solved: None, claims: Vec::new() }
    }
}

/// Why records stay as they are, and how many do, in the order in which it was told.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reasons(Vec<(String, usize)>);

impl Reasons {
    /// Counts a record.
    pub fn add(&mut self, reason: String) {
        match self.0.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, count)) => *count += 1,
            None => self.0.push((reason, 1)),
        }
    }

    /// The reasons, each with its number: "3 with a mate as short already".
    pub fn texts(&self) -> impl Iterator<Item = Text> {
        self.0.iter().map(|(reason, count)| say("run.reason", [count.to_string(), inside(reason)]))
    }

    /// The first reason.
    pub fn first(&self) -> Option<&str> {
        self.0.first().map(|(reason, _)| reason.as_str())
    }
}

impl From<&crate::search::Report> for Report {
    fn from(report: &crate::search::Report) -> Self {
        Self {
            rank: u32::try_from(report.line).unwrap_or(u32::MAX),
            depth: report.depth,
            selective_depth: report.selective_depth,
            score: report.score.into(),
            line: report.pv.iter().map(ToString::to_string).collect(),
            nodes: report.nodes,
            time_ms: report.time_ms,
        }
    }
}

impl From<crate::mate::Proof> for Proof {
    fn from(proof: crate::mate::Proof) -> Self {
        let crate::mate::Proof { verdict, nodes, time_ms } = proof;
        let moves = |moves: &[crate::search::PvMove]| moves.iter().map(ToString::to_string).collect();
        let (verdict, keys) = match verdict {
            crate::mate::Verdict::Mate(mate) => {
                (Verdict::Mate(mate.moves, moves(&mate.line)), moves(&mate.keys))
            }
            crate::mate::Verdict::NoMate => (Verdict::NoMate, Vec::new()),
            crate::mate::Verdict::GaveUp { refuted } => (Verdict::GaveUp(refuted), Vec::new()),
        };
        Self { verdict, keys, nodes, time_ms }
    }
}
