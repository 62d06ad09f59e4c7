//! What workers are asked to do.

use serde::{Deserialize, Serialize};

use crate::epd::dialect::Dialect;
use crate::protocol::Lines;
use crate::report::Solution;
use crate::verb::{Claims, EngineTask, Found, Step};

/// What a worker can do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Task {
    /// Ask an engine.
    Engine(EngineTask),
    /// Do a step that needs an engine with lines, one after the other: with the first one, and with others
    /// until the time is up.
    Step {
        /// The step.
        step: Step,
        /// The lines.
        lines: Lines,
        /// Milliseconds after which no further line is begun.
        budget_ms: u32,
    },
    /// Write what an engine found into a record.
    Write {
        /// The step that asked.
        step: Step,
        /// The record.
        #[serde(with = "serde_bytes")]
        line: Vec<u8>,
        /// What was found.
        found: Found,
    },
    /// Read games and write their positions as records.
    Games {
        /// Which positions.
        positions: Positions,
        /// The games.
        #[serde(with = "serde_bytes")]
        text: Vec<u8>,
        /// Whether the text ends with them; the last game may be cut off otherwise, and is not read.
        is_end: bool,
    },
    /// Do a step that needs no engine with lines.
    Rewrite {
        /// The step.
        step: Step,
        /// The number of the first line among those of the run, 1 first.
        first: u32,
        /// The lines.
        lines: Lines,
    },
    /// Tell what a step would do with lines.
    Foresee {
        /// The step.
        step: Step,
        /// The number of the first line among those of the run, 1 first.
        first: u32,
        /// The lines.
        lines: Lines,
    },
    /// Grade lines.
    Grade {
        /// The number of each line in the file, 1 first.
        #[serde(with = "super::packed")]
        numbers: Vec<u32>,
        /// The lines.
        lines: Lines,
        /// The opcode that names the groups; without one the beginning of `id` does.
        by: Option<String>,
    },
    /// Write a report on graded lines: the task of an engine's worker, for the clerks are loaded with the
    /// page and reports are seldom.
    Report {
        /// The runs: each with its name, where it comes from, and its parts as they were graded.
        runs: Vec<GradedRun>,
        /// The format: `fragment`, `html`, `markdown`, `csv` or `json`.
        format: String,
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
        /// What stands in earlier lines.
        repeats: Repeats,
    },
    /// Tell records apart.
    Keys {
        /// Which of them are the same, in one sense or in several.
        same: Vec<Same>,
        /// The lines.
        lines: Lines,
    },
    /// Give keys to sort lines by.
    SortKeys {
        /// By what: `position`, `men`, `length`, a column of the list, or an opcode.
        by: String,
        /// How lines are read.
        dialect: Dialect,
        /// The lines.
        lines: Lines,
    },
    /// Put keys into order.
    Sort {
        /// The keys.
        keys: Lines,
        /// The greatest first.
        descending: bool,
    },
    /// Put places into an order that looks like chance and is the same for the same seed.
    Shuffle {
        /// Number of places.
        count: u32,
        /// The seed.
        seed: u64,
    },
    /// Find the places that have the same key.
    Group {
        /// The keys; 0 is none.
        #[serde(with = "super::packed")]
        keys: Vec<u64>,
        /// The last place stays, not the first.
        keep_last: bool,
    },
    /// Put together lines of the same position.
    Merge {
        /// How many lines are put together each time, one group behind the other.
        groups: Vec<u32>,
        /// The lines of all groups.
        lines: Lines,
    },
    /// Write a part of a file in another format.
    Export {
        /// The name of the format.
        format: String,
        /// The opcodes that have a column, for a table.
        columns: Vec<String>,
        /// The part.
        part: Part,
    },
    /// Count what lines hold.
    Count {
        /// The lines.
        lines: Lines,
    },
    /// Tell what lines say of the registers of comments and names.
    Registers {
        /// How lines are read.
        dialect: Dialect,
        /// The place of the first line in the file, 0 first.
        first: u32,
        /// The lines.
        lines: Lines,
    },
    /// Tell how the positions of lines stand for White, by `ce`.
    Standings {
        /// The lines.
        lines: Lines,
    },
    /// Find what is wrong with a line.
    Findings {
        /// How the line is read.
        dialect: Dialect,
        /// The line.
        #[serde(with = "serde_bytes")]
        line: Vec<u8>,
    },
    /// Tell how bad the findings of lines are.
    Verdicts {
        /// How lines are read.
        dialect: Dialect,
        /// The lines.
        lines: Lines,
    },
    /// Tell which rules find something in which lines.
    Check {
        /// How lines are read.
        dialect: Dialect,
        /// The lines.
        lines: Lines,
        /// What stands in earlier lines.
        repeats: Repeats,
    },
}

impl Task {
    /// Whether a worker with engines does it; the others are done by a worker that reads and writes records.
    pub fn is_for_engines(&self) -> bool {
        matches!(self, Self::Engine(_) | Self::Step { .. } | Self::Write { .. } | Self::Report { .. })
    }
}

/// The places of lines, 0 first and in ascending order, which have something that stands in an
/// earlier line of the file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Repeats {
    /// Their position.
    pub positions: Vec<u32>,
    /// Their label, the operation `id`.
    pub labels: Vec<u32>,
}

impl Repeats {
    /// Those of some lines, counted from the first of these.
    #[must_use]
    pub fn part(&self, first: usize, count: usize) -> Self {
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let (first, end) = (place(first), place(first + count));
        let part = |places: &[u32]| {
            let from = places.partition_point(|&at| at < first);
            let to = places.partition_point(|&at| at < end);
            places.get(from..to).unwrap_or_default().iter().map(|at| at - first).collect()
        };
        Self { positions: part(&self.positions), labels: part(&self.labels) }
    }
}

/// Which positions of a game become records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Positions {
    /// All.
    Every,
    /// The last.
    Final,
    /// The one behind so many plies.
    AtPly(u32),
}

/// A part of an export.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Part {
    /// What stands before all records.
    Head,
    /// Records.
    Lines {
        /// The number of each line in the file, 1 first.
        #[serde(with = "super::packed")]
        numbers: Vec<u32>,
        /// The lines.
        lines: Lines,
    },
    /// What stands behind all records.
    Foot,
}

/// Which positions are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Same {
    /// Those with the same text in the four fields.
    Fields,
    /// Those of records with the same label, the operation `id`.
    Label,
    /// Those with the same men, side, castling rights and en passant captures that are legal.
    Game,
}

/// A run whose lines were graded.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct GradedRun {
    /// Its name.
    pub name: String,
    /// The engine that searched last, and its limit; empty when not known.
    pub source: (String, String),
    /// When it did.
    pub date: String,
    /// On what.
    pub machine: String,
    /// Records searched at the same time; 0 when not known.
    pub workers: u32,
    /// What `Task::Grade` gave, in order.
    pub parts: Vec<serde_bytes::ByteBuf>,
    /// By line, when the solution was found.
    pub solutions: Vec<(u32, Solution)>,
    /// By line, whether its claims on counts of positions are right.
    pub claims: Vec<(u32, Claims)>,
}
