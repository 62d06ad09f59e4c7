//! What workers are asked to do.

use serde::{Deserialize, Serialize};

use crate::epd::conventions::Conventions;
use crate::epd::dialect::Dialect;
use crate::export::Format;
use crate::protocol::{Lines, Making};
use crate::report::{Solution, View};
use crate::verb::{Claims, EngineName, EngineTask, Found, Step};

/// What a worker can do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Task {
    /// Ask an engine.
    Engine(EngineTask),
    /// Do a step that needs an engine with lines, one after another: always with the first one, and with
    /// others until the time is up.
    Step {
        /// The verb, with its settings.
        step: Step,
        /// How the lines are read.
        conventions: Conventions,
        /// The lines to work on, in the order of the file.
        lines: Lines,
        /// Milliseconds after which no further line is begun.
        budget_ms: u32,
    },
    /// Write what an engine found into a record.
    Write {
        /// The step that asked.
        step: Step,
        /// How the lines are read.
        conventions: Conventions,
        /// The record.
        #[serde(with = "serde_bytes")]
        line: Vec<u8>,
        /// What was found.
        found: Found,
    },
    /// Find out what the file holds that the worker was handed.
    LookInto,
    /// Give a piece of what is made of that file.
    Import {
        /// The number of the piece, from 0. Each is given once, in order.
        number: u32,
        /// What is made of it.
        making: Making,
    },
    /// Do a step that needs no engine with lines.
    Rewrite {
        /// The verb, with its settings.
        step: Step,
        /// How the lines are read.
        conventions: Conventions,
        /// The number of the first line among those of the run, from 1.
        first: u32,
        /// The lines to rewrite.
        lines: Lines,
    },
    /// Find out what a step would do with lines.
    Foresee {
        /// The verb, with its settings.
        step: Step,
        /// How the lines are read.
        conventions: Conventions,
        /// The number of the first line among those of the run, from 1.
        first: u32,
        /// The lines whose new text is wanted.
        lines: Lines,
    },
    /// Grade lines.
    Grade {
        /// The conventions of the file.
        conventions: Conventions,
        /// The number of each line in the file, from 1.
        #[serde(with = "super::packed")]
        numbers: Vec<u32>,
        /// The lines to grade.
        lines: Lines,
        /// The opcode that names the groups; without one, the beginning of `id`.
        by: Option<String>,
    },
    /// Write a report on graded lines. Workers with engines do it, because the clerks are loaded with the
    /// page and reports are rare.
    Report {
        /// The runs, each with its name, its source, and its parts as they were graded.
        runs: Vec<GradedRun>,
        /// How it is written.
        format: ReportFormat,
        /// The code of the language, and its texts for reports: workers have none.
        texts: (String, String),
    },
    /// Find the records of a bar in the charts of such a report.
    Bar {
        /// The runs, as for the report.
        runs: Vec<GradedRun>,
        /// The number of the bar in all charts, from 0.
        bar: usize,
    },
    /// Run a query over lines.
    Find {
        /// The query as the user typed it.
        query: String,
        /// How lines are read.
        conventions: Conventions,
        /// The number of the first line in the file, from 1.
        first: u32,
        /// The lines to match.
        lines: Lines,
        /// What these lines repeat from earlier lines.
        repeats: Repeats,
        /// The places of the lines that were changed since the file was opened, from 0, in order.
        changed: Vec<u32>,
    },
    /// Make keys that tell records apart.
    Keys {
        /// The senses in which records can be the same, one or several.
        same: Vec<Same>,
        /// The lines whose keys are wanted.
        lines: Lines,
    },
    /// Make keys to sort lines by.
    SortKeys {
        /// What to sort by: `position`, `men`, `length`, a column of the list, or an opcode.
        by: String,
        /// How lines are read.
        conventions: Conventions,
        /// The lines whose keys are wanted.
        lines: Lines,
    },
    /// Sort keys.
    Sort {
        /// One key for each line to sort.
        keys: Lines,
        /// Whether the greatest comes first.
        descending: bool,
    },
    /// Put places into a random order that is the same for the same seed.
    Shuffle {
        /// Number of places.
        count: u32,
        /// The seed of the random order.
        seed: u64,
    },
    /// Find the places that have the same key.
    Group {
        /// The keys; 0 means none.
        #[serde(with = "super::packed")]
        keys: Vec<u64>,
        /// Whether the last place is kept, not the first.
        keep_last: bool,
    },
    /// Merge lines of the same position.
    Merge {
        /// The number of lines in each group; the groups follow one another.
        groups: Vec<u32>,
        /// The lines of all groups.
        lines: Lines,
        /// The conventions of the file.
        conventions: Conventions,
    },
    /// Write a part of a file in another format.
    Export {
        /// The format.
        format: Format,
        /// The opcodes that get a column, for a table.
        columns: Vec<String>,
        /// The conventions of the file.
        conventions: Conventions,
        /// The usual line end of the file, for EPD.
        #[serde(with = "serde_bytes")]
        end: Vec<u8>,
        /// The head, the foot, or some records.
        part: Part,
    },
    /// Count what lines contain.
    Count {
        /// The lines to count.
        lines: Lines,
    },
    /// Find what lines say about the registers for comments and names.
    Registers {
        /// How lines are read.
        dialect: Dialect,
        /// The place of the first line in the file, from 0.
        first: u32,
        /// The lines to read.
        lines: Lines,
    },
    /// Evaluate the positions of lines for White, by `ce`.
    Evaluations {
        /// The lines to evaluate.
        lines: Lines,
    },
    /// Find what is wrong with a line.
    Findings {
        /// How the line is read.
        conventions: Conventions,
        /// The line to check.
        #[serde(with = "serde_bytes")]
        line: Vec<u8>,
    },
    /// Find the severity of the findings of lines.
    Verdicts {
        /// How lines are read.
        conventions: Conventions,
        /// The lines to check.
        lines: Lines,
    },
    /// Find out which rules find something in which lines.
    Check {
        /// How lines are read.
        conventions: Conventions,
        /// The lines to check.
        lines: Lines,
        /// What these lines repeat from earlier lines.
        repeats: Repeats,
    },
}

impl Task {
    /// Whether a worker with engines does it. The other tasks are done by a worker that reads and writes
    /// records.
    pub fn is_for_engines(&self) -> bool {
        matches!(
            self,
            Self::Engine(_) | Self::Step { .. } | Self::Write { .. } | Self::Report { .. } | Self::Bar { .. }
        )
    }

    /// Whether its worker waits for a file of the user, and says nothing meanwhile.
    pub fn waits_for_file(&self) -> bool {
        matches!(self, Self::LookInto | Self::Import { .. })
    }

    /// Whether another worker can do it. One that takes over a file begins anew, and would give pieces twice.
    pub fn can_be_repeated(&self) -> bool {
        !matches!(self, Self::Import { number: 1.., .. })
    }

    /// Whether its worker hears [`super::ToWorker::Stop`] meanwhile. Our own engine takes no message before it
    /// has answered; while another one searches, the worker around it only waits.
    pub fn is_stopped_by_message(&self) -> bool {
        matches!(
            self,
            Self::Engine(EngineTask::Search { engine: EngineName::Stockfish | EngineName::Native, .. })
        )
    }
}

/// The places of lines, from 0 and in ascending order, which repeat something from an earlier line of the
/// file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Repeats {
    /// Lines whose position occurred before.
    pub positions: Vec<u32>,
    /// Lines whose label, the operation `id`, occurred before.
    pub labels: Vec<u32>,
}

impl Repeats {
    /// Those of some of the lines, counted from the first of these.
    #[must_use]
    pub fn part(&self, first: usize, count: usize) -> Self {
        let part = |places: &[u32]| places_of_part(places, first, count);
        Self { positions: part(&self.positions), labels: part(&self.labels) }
    }
}

/// Of places in ascending order those from `first` on, of `count` lines, counted from the first of these.
pub fn places_of_part(places: &[u32], first: usize, count: usize) -> Vec<u32> {
    let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let (first, end) = (place(first), place(first + count));
    let from = places.partition_point(|&at| at < first);
    let to = places.partition_point(|&at| at < end);
    places.get(from..to).unwrap_or_default().iter().map(|at| at - first).collect()
}

/// A part of an export.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Part {
    /// The text before all records.
    Head,
    /// Records.
    Lines {
        /// The number of each line in the file, from 1.
        #[serde(with = "super::packed")]
        numbers: Vec<u32>,
        /// The records to export.
        lines: Lines,
    },
    /// The text after all records.
    Foot,
}

/// When two positions are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Same {
    /// They have the same text in the four fields.
    Fields,
    /// Their records have the same label, the operation `id`.
    Label,
    /// They have the same men, side to move, castling rights and legal en passant captures.
    Game,
}

/// How a report is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReportFormat {
    /// A part of the page.
    Fragment(View),
    /// A file of HTML.
    Html,
    /// Markdown.
    Markdown,
    /// A row for each record.
    Csv,
    /// For programs.
    Json,
}

/// A run whose lines were graded.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct GradedRun {
    /// The name of the file that was graded.
    pub name: String,
    /// The engine that searched last; empty when not known.
    pub engine: String,
    /// Its limit, in the language of the user and in English; empty when not known.
    pub limit: (String, String),
    /// The date of that search.
    pub date: String,
    /// The machine it ran on.
    pub machine: String,
    /// Records searched at the same time; 0 when not known.
    pub workers: u32,
    /// The results of `Task::Grade`, in order.
    pub parts: Vec<serde_bytes::ByteBuf>,
    /// When the solution was found, by line.
    pub solutions: Vec<(u32, Solution)>,
    /// How long each record was searched in milliseconds, by line.
    pub times: Vec<(u32, u64)>,
    /// Whether the claims about counts of positions are right, by line.
    pub claims: Vec<(u32, Claims)>,
}
