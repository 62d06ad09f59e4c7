//! What workers answer.

use serde::{Deserialize, Deserializer, Serialize};

use crate::epd::lint::Severity;
use crate::export::LeftOut;
use crate::language::Text;
use crate::protocol::{Contents, Finding, Imported, Lines, RuleLines};
use crate::verb::{Ended, Found, FoundLine, Written};

/// The progress of a task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Progress {
    /// The loading of the engine, in per cent.
    Loading(u8),
    /// What a search has found so far.
    Found(FoundLine),
    /// There is no mate in this number of moves.
    Refuted(u32),
    /// What was found, when it is not a line of moves.
    Message(Text),
    /// A record of a step is done: its place among the lines of the task, from 0, and the result.
    Written(u32, Box<Written>),
}

/// What came of merging groups of lines.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Merged {
    /// The first lines of groups that have changed, with their places among the lines.
    pub edits: Vec<(u32, Vec<u8>)>,
    /// The places of lines with something that could not be added to the first one, and that must stay for that.
    pub left: Vec<u32>,
}

/// The result of a task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// Of an engine.
    Found(#[serde(deserialize_with = "apart")] Found),
    /// A step was done with its lines, or with the first of them; [`Progress::Written`] reported each.
    Finished,
    /// What a step would do with each line.
    Foreseen(#[serde(deserialize_with = "apart")] Vec<Foreseen>),
    /// The result of a step for one record.
    Written(#[serde(deserialize_with = "apart")] Box<Written>),
    /// The grades of lines, for a report: `report::Run` as bytes.
    Grades(#[serde(with = "serde_bytes")] Vec<u8>),
    /// A report on a test suite, in the format that was asked for.
    Report(String),
    /// The index of the run to which a bar of a report belongs, and the lines of its records.
    Bar(usize, Vec<u32>),
    /// What a file holds.
    Contents(#[serde(deserialize_with = "apart")] Contents),
    /// A piece of what is made of a file.
    Imported(#[serde(deserialize_with = "apart")] Imported),
    /// Of a verb: the lines that changed, with their places in the task.
    Rewrite(#[serde(deserialize_with = "apart")] Vec<(u32, Vec<u8>)>),
    /// What came of merging groups of lines.
    Merged(#[serde(deserialize_with = "apart")] Merged),
    /// Of a query: the places of the lines that match, from 0, or what is wrong with the query.
    Find(#[serde(deserialize_with = "apart")] Result<Vec<u32>, BadQuery>),
    /// For each sense asked for, and for each line, a number that is equal for lines that are the same in it;
    /// 0 without a record.
    Keys(#[serde(deserialize_with = "apart")] Vec<Vec<u64>>),
    /// The sort key of each line.
    SortKeys(Lines),
    /// Places in their new order.
    Order(#[serde(with = "super::packed")] Vec<u32>),
    /// The places of each key that occurs more than once.
    Groups {
        /// One group for each key, first the place that is kept.
        groups: Vec<Vec<u32>>,
        /// The other places of all groups, in ascending order.
        #[serde(with = "super::packed")]
        others: Vec<u32>,
    },
    /// A part of an export.
    Export {
        /// What was written.
        #[serde(with = "serde_bytes")]
        text: Vec<u8>,
        /// The records that the format has no place for.
        left_out: LeftOut,
    },
    /// What the lines contain.
    Count(Counts),
    /// For each register that was mentioned: the opcode, the place of the line, and the text that the line
    /// put there.
    Registers(#[serde(deserialize_with = "apart")] Vec<(String, u32, Option<Vec<u8>>)>),
    /// For each line the score in its `ce` for White, on the scale of `ce`; `None` without one.
    Evaluations(#[serde(deserialize_with = "apart")] Vec<Option<i32>>),
    /// For each rule with findings, the places of the lines in which it found something, in order.
    Check(#[serde(deserialize_with = "apart")] Vec<RuleLines>),
    /// The findings of a line.
    Findings(Vec<Finding>),
    /// The gravest finding of each line.
    Verdicts(Vec<Option<Severity>>),
}

/// Reads what a first visit does not need by a function of its own, whose code can come late.
#[inline(never)]
fn apart<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::deserialize(deserializer)
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

/// What lines contain. The counts of several messages can be added.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Number of records among the lines.
    pub records: u32,
    /// Comments and blank lines.
    pub others: u32,
    /// Records with Black to move.
    pub black: u32,
    /// Records with an ordinary `ce`, and the smallest, the greatest and the sum of these scores.
    pub scores: (u32, i32, i32, i64),
    /// Records with the counters of FEN.
    pub counters: u32,
    /// The number of records with each opcode, in ASCII order.
    pub opcodes: Vec<(String, u32)>,
}

impl Counts {
    /// The columns of a table of the records: all opcodes, as which the counters of FEN count, in ASCII order.
    pub fn columns(self) -> Vec<String> {
        let mut columns: Vec<String> = self.opcodes.into_iter().map(|(opcode, _)| opcode).collect();
        if self.counters > 0 {
            for counter in ["fmvn", "hmvc"] {
                if let Err(at) = columns.binary_search_by(|known| known.as_str().cmp(counter)) {
                    columns.insert(at, counter.to_owned());
                }
            }
        }
        columns
    }

    /// Adds the counts of other lines.
    pub fn add(&mut self, other: &Self) {
        self.records += other.records;
        self.others += other.others;
        self.black += other.black;
        self.counters += other.counters;
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

/// Why a text is not a query.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BadQuery {
    /// First byte of the place in the query.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// What is wrong there.
    pub reason: Text,
}
