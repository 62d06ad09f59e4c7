//! What workers answer.

use serde::{Deserialize, Serialize};

use crate::epd::lint::Severity;
use crate::language::Text;
use crate::protocol::{Finding, Lines, RuleName};
use crate::verb::{Ended, Found, Report, Written};

/// How far a task is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Progress {
    /// So many of 100 parts of the engine are loaded.
    Loading(u8),
    /// What a search found so far.
    Found(Report),
    /// There is no mate in this number of moves.
    Refuted(u32),
    /// What was found, where it is no line of moves.
    Said(Text),
    /// A record of a step is done: its place among the lines of the task, 0 first, and what became of it.
    Written(u32, Box<Written>),
}

/// What a task gave.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// Of an engine.
    Found(Found),
    /// A step was done with its lines, or with the first of them; [`Progress::Written`] told of each.
    Finished,
    /// What a step would do with each line.
    Foreseen(Vec<Foreseen>),
    /// What a step made of a record.
    Written(Box<Written>),
    /// The grades of lines, for a report: `report::Run` as bytes.
    Grades(#[serde(with = "serde_bytes")] Vec<u8>),
    /// A report.
    Report(String),
    /// Of games.
    Games(GameRecords),
    /// Of a verb: the lines that changed, by their place in the task.
    Rewrite(Vec<(u32, Vec<u8>)>),
    /// Of a query: the places of the lines it is true of, 0 first, or what is wrong with it.
    Find(Result<Vec<u32>, BadQuery>),
    /// For each sense that was asked for, and each line in it, a number that is the same for what is
    /// the same; 0 without a record.
    Keys(Vec<Vec<u64>>),
    /// For each line the key to sort it by.
    SortKeys(Lines),
    /// The places in their order.
    Order(#[serde(with = "super::packed")] Vec<u32>),
    /// The places of each key that stands more than once.
    Groups {
        /// One group for each key, the place that stays first.
        groups: Vec<Vec<u32>>,
        /// The other places of all groups, in ascending order.
        #[serde(with = "super::packed")]
        others: Vec<u32>,
    },
    /// A part of an export.
    Export(#[serde(with = "serde_bytes")] Vec<u8>),
    /// What lines hold.
    Count(Counts),
    /// Of the registers of which something was said: the opcode, the place of the line that did, and the text
    /// it put there.
    Registers(Vec<(String, u32, Option<Vec<u8>>)>),
    /// For each line the score of its `ce` for White, as `ce` has it; `None` without one.
    Standings(Vec<Option<i32>>),
    /// For each rule that found something, the places of the lines with a finding of it, in order.
    Check(Vec<(RuleName, Vec<u32>)>),
    /// The findings of a line.
    Findings(Vec<Finding>),
    /// For each line the gravest finding.
    Verdicts(Vec<Option<Severity>>),
}

/// What a step would do with a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Foreseen {
    /// It would write this line.
    Line(#[serde(with = "serde_bytes")] Vec<u8>),
    /// It would ask an engine.
    Search,
    /// It would not change the line.
    Nothing(Ended),
}

/// The records of games.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct GameRecords {
    /// Bytes of the text that were read.
    pub taken: u32,
    /// The lines, LF included.
    #[serde(with = "serde_bytes")]
    pub lines: Vec<u8>,
    /// Games, the failed ones included.
    pub games: u32,
    /// Records written.
    pub records: u32,
    /// Games that could not be read to their end.
    pub failed: u32,
    /// The number of the first of them, 1 first, and why.
    pub first_failure: Option<(u32, Text)>,
}

/// What lines hold. Counts of several messages add up.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Records.
    pub records: u32,
    /// Comments and blank lines.
    pub others: u32,
    /// Records with Black to move.
    pub black: u32,
    /// Records with an ordinary `ce`, and the smallest, the greatest and the sum of these.
    pub scores: (u32, i32, i32, i64),
    /// Records with each opcode, in ASCII order.
    pub opcodes: Vec<(String, u32)>,
}

impl Counts {
    /// Adds those of other lines.
    pub fn add(&mut self, other: &Self) {
        self.records += other.records;
        self.others += other.others;
        self.black += other.black;
        let (count, least, most, sum) = other.scores;
        self.scores = match self.scores {
            _ if count == 0 => self.scores,
            (0, ..) => other.scores,
            (known, low, high, total) => (known + count, low.min(least), high.max(most), total + sum),
        };
        for (opcode, count) in &other.opcodes {
            match self.opcodes.binary_search_by(|(known, _)| known.cmp(opcode)) {
                Ok(at) => self.opcodes[at].1 += count,
                Err(at) => self.opcodes.insert(at, (opcode.clone(), *count)),
            }
        }
    }
}

/// Why a query is none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BadQuery {
    /// First byte of the place in the query.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// What is wrong there.
    pub reason: Text,
}
