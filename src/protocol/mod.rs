//! What the page and its workers say to each other.
//!
//! Closed enums, each message about work with the number of its job. A worker says `Ready`
//! first, then answers every task exactly once, with `Done` or `Failed`, and with any number of
//! `Progress` before. Serialization lives here and nowhere else; the types are mirrors of those
//! of the search, so that these may change freely.

mod lines;

use serde::{Deserialize, Serialize};

pub use lines::Lines;

/// Grows whenever the messages change. Worker file names are not hashed, so an old worker can
/// meet a new page.
pub const VERSION: u32 = 2;

/// The build both sides must share.
pub const BUILD: &str = env!("CARGO_PKG_VERSION");

/// Numbers a job for the life of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct JobId(pub u64);

/// From the page to a worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ToWorker {
    /// Do this.
    Run {
        /// The job.
        job: JobId,
        /// What to do.
        task: Task,
    },
}

/// What a worker can do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Task {
    /// Search a position.
    Search {
        /// The four fields.
        fields: String,
        /// `hmvc` of the record, 0 without one.
        halfmove_clock: u32,
        /// When to stop.
        limits: Limits,
    },
    /// Run a verb over lines.
    Rewrite {
        /// The verb.
        verb: Verb,
        /// The lines.
        lines: Lines,
    },
    /// Ask a query about lines.
    Find {
        /// The query.
        query: String,
        /// How lines are read.
        dialect: Dialect,
        /// The number of the first line in the file, 1 first.
        first: u32,
        /// The lines.
        lines: Lines,
        /// The places of the lines, 0 first, whose position stands in an earlier line.
        repeated: Vec<u32>,
    },
    /// Tell positions apart.
    Keys {
        /// The lines.
        lines: Lines,
    },
    /// Count the findings of lines.
    Check {
        /// How lines are read.
        dialect: Dialect,
        /// The lines.
        lines: Lines,
    },
}

/// Verbs that rewrite lines one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verb {
    /// The normal form, pfdn.
    Normalize,
    /// All safe fixes.
    Repair {
        /// How lines are read.
        dialect: Dialect,
        /// The rule whose fixes are meant, by its place in the list of rules; all without one.
        only: Option<u16>,
    },
    /// `ce` from tenths of a pawn to centipawns.
    TenthsToCentipawns,
}

/// Which description of EPD lines follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Dialect {
    /// The text of 1995.
    Edwards,
    /// Kvetka's description.
    Kvetka,
}

/// When a search stops: at whatever is reached first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Limits {
    /// Nodes.
    pub nodes: Option<u64>,
    /// Plies.
    pub depth: Option<u32>,
    /// Milliseconds.
    pub time_ms: Option<u64>,
}

/// A score for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mates in this many plies.
    Mate(u32),
    /// Is mated in this many plies.
    Mated(u32),
}

/// What a search found so far.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
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

/// What a task gave.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// Of a search.
    Search(Report),
    /// Of a verb: the lines that changed, by their place in the task.
    Rewrite(Vec<(u32, Vec<u8>)>),
    /// Of a query: the places of the lines it is true of, 0 first, or what is wrong with it.
    Find(Result<Vec<u32>, BadQuery>),
    /// For each line a number that is the same for the same four fields; 0 without a record.
    Keys(Vec<u64>),
    /// For each rule that found something: its place in the list of rules, and the lines with a
    /// finding of it.
    Check(Vec<(u16, u32)>),
}

/// Why a query is none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BadQuery {
    /// First byte of the place in the query.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// The entry of the language files that says why.
    pub key: String,
    /// What stands in the place of its arguments.
    pub args: Vec<String>,
}

/// From a worker to the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum FromWorker {
    /// The worker can take work. What is sent before is lost.
    Ready {
        /// [`VERSION`] of the worker.
        protocol: u32,
        /// [`BUILD`] of the worker.
        build: String,
    },
    /// A search got further.
    Progress {
        /// The job.
        job: JobId,
        /// What it found so far.
        report: Report,
    },
    /// The job is finished.
    Done {
        /// The job.
        job: JobId,
        /// Its result.
        outcome: Outcome,
    },
    /// The job cannot be done; the worker goes on.
    Failed {
        /// The job.
        job: JobId,
        /// Why, for the user.
        reason: String,
    },
    /// The worker panicked and takes no more work.
    Crashed {
        /// What it said.
        reason: String,
    },
}

/// Bytes that are no message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WireError;

impl std::fmt::Display for WireError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the message cannot be read")
    }
}

/// A message as bytes.
///
/// # Errors
/// None of the types here can fail; the encoder's signature can.
pub fn encode<M: Serialize>(message: &M) -> Result<Vec<u8>, WireError> {
    postcard::to_allocvec(message).map_err(|_| WireError)
}

/// A message from bytes.
///
/// # Errors
/// Bytes of another version, or damaged ones.
pub fn decode<'a, M: Deserialize<'a>>(bytes: &'a [u8]) -> Result<M, WireError> {
    postcard::from_bytes(bytes).map_err(|_| WireError)
}

impl From<crate::chess::score::Score> for Score {
    fn from(score: crate::chess::score::Score) -> Self {
        match score {
            crate::chess::score::Score::Centipawns(value) => Self::Centipawns(value),
            crate::chess::score::Score::Mate(plies) => Self::Mate(plies),
            crate::chess::score::Score::Mated(plies) => Self::Mated(plies),
        }
    }
}

impl From<Score> for crate::chess::score::Score {
    fn from(score: Score) -> Self {
        match score {
            Score::Centipawns(value) => Self::Centipawns(value),
            Score::Mate(plies) => Self::Mate(plies),
            Score::Mated(plies) => Self::Mated(plies),
        }
    }
}

impl From<Limits> for crate::search::Limits {
    fn from(limits: Limits) -> Self {
        Self { nodes: limits.nodes, depth: limits.depth, time_ms: limits.time_ms }
    }
}

impl From<&crate::search::Report> for Report {
    fn from(report: &crate::search::Report) -> Self {
        Self {
            depth: report.depth,
            selective_depth: report.selective_depth,
            score: report.score.into(),
            line: report.pv.iter().map(ToString::to_string).collect(),
            nodes: report.nodes,
            time_ms: report.time_ms,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn messages_survive_the_wire() {
        let report = Report {
            depth: 12,
            selective_depth: 20,
            score: Score::Mate(3),
            line: vec!["e2e4".into(), "e7e8q".into()],
            nodes: 1 << 40,
            time_ms: 5,
        };
        let messages = [
            FromWorker::Ready { protocol: VERSION, build: BUILD.into() },
            FromWorker::Progress { job: JobId(7), report: report.clone() },
            FromWorker::Done { job: JobId(7), outcome: Outcome::Search(report) },
            FromWorker::Done { job: JobId(8), outcome: Outcome::Rewrite(vec![(3, b"\xff\0".to_vec())]) },
            FromWorker::Failed { job: JobId(9), reason: "no".into() },
        ];
        for message in messages {
            let bytes = encode(&message).unwrap();
            assert_eq!(decode(&bytes), Ok(message));
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_answered(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
            let _ = decode::<FromWorker>(&bytes);
            let _ = decode::<ToWorker>(&bytes);
        }
    }
}
