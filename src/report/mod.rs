//! Statistics of test suites: what Gastric of the 1995 text (§3.3) was meant to be.
//!
//! A record that says which moves are right (`bm`) or wrong (`am`), and what a program played (`pv`, `pm`,
//! `sv` or `sm`), is *graded*. The grades of a file make a run; a report shows one run, or compares several
//! of the same suite.
//!
//! The parts: `grade` judges one record, `group` names the group of a record, `summary` adds up, `histogram` sorts
//! values into bins, `compare` compares runs. `content` has the contents of a report, made of what is in `block`, in the
//! `words` of a language; `html`, `markdown`, `text` and `csv` write it. Its JSON is that of the types of this file; `docs/report.md`
//! describes it for other programs, and [`VERSION`] grows when it changes.

mod block;
pub mod compare;
mod content;
mod csv;
pub mod grade;
mod group;
mod histogram;
mod html;
mod json;
mod markdown;
mod reason;
mod side_by_side;
mod summary;
#[cfg(test)]
mod tests;
mod text;
mod words;

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

pub use content::bar_lines;
pub use csv::csv;
pub use html::{View, fragment, page};
pub use json::NoReport;
pub use markdown::markdown;
pub use reason::Reason;
pub use summary::{Effort, Summary, wilson};
pub use text::text;

/// The version of the JSON.
pub const VERSION: u32 = 1;

/// The value of `format` in the JSON.
pub const FORMAT: &str = "epidote-report";

/// Runs of one suite.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// Always [`FORMAT`], so that readers can refuse other JSON.
    pub format: String,
    /// The version of the format, [`VERSION`] when it is written here.
    pub version: u32,
    /// The runs; the others are compared with the first.
    pub runs: Vec<Run>,
}

impl Report {
    /// A report of these runs. Of those with one name the later ones get a number behind it: `a.epd (2)`.
    pub fn new(mut runs: Vec<Run>) -> Self {
        let mut known = HashSet::new();
        for run in &mut runs {
            let mut name = run.name.clone();
            let mut number = 1_u32;
            while !known.insert(name.clone()) {
                number += 1;
                name = format!("{} ({number})", run.name);
            }
            run.name = name;
        }
        Self { format: FORMAT.to_owned(), version: VERSION, runs }
    }
}

/// The grades of one file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Run {
    /// The name of the file.
    pub name: String,
    /// Where the results come from, as far as known.
    #[serde(default)]
    pub provenance: Provenance,
    /// The records that count, in their order.
    pub entries: Vec<Entry>,
    /// The records that do not count, by reason.
    #[serde(default)]
    pub skipped: Vec<Skipped>,
    /// By depth, the counts of positions that records claim and the run checked.
    #[serde(default)]
    pub depths: Vec<Depth>,
}

/// The claims of one depth, right and wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Depth {
    /// The depth in plies.
    pub depth: u32,
    /// Claims that are right.
    pub right: u64,
    /// Claims that are wrong.
    pub wrong: u64,
    /// The lines of the first wrong ones, from 1.
    pub lines: Vec<u32>,
}

impl Run {
    /// Adds the grade of a record.
    pub fn add(&mut self, line: u32, grade: grade::Grade) {
        match grade {
            grade::Grade::NoRecord => {}
            grade::Grade::Counted(entry) => self.entries.push(*entry),
            grade::Grade::Skipped(reason) => {
                self.skip(Skipped { reason, count: 1, lines: vec![line] });
            }
        }
    }

    /// Adds a claim of a record about a count of positions.
    pub fn add_claim(&mut self, line: u32, depth: u32, is_right: bool) {
        let at = self.depths.partition_point(|known| known.depth < depth);
        if self.depths.get(at).is_none_or(|known| known.depth != depth) {
            self.depths.insert(at, Depth { depth, right: 0, wrong: 0, lines: Vec::new() });
        }
        let of = &mut self.depths[at];
        if is_right {
            of.right += 1;
            return;
        }
        of.wrong += 1;
        if of.lines.len() < MOST_LINES {
            of.lines.push(line);
        }
    }

    /// Adds the grades of later lines of the same file.
    pub fn append(&mut self, later: Self) {
        self.entries.extend(later.entries);
        for skipped in later.skipped {
            self.skip(skipped);
        }
    }

    fn skip(&mut self, skipped: Skipped) {
        match self.skipped.iter_mut().find(|known| known.reason == skipped.reason) {
            Some(known) => {
                known.count += skipped.count;
                let room = MOST_LINES.saturating_sub(known.lines.len());
                known.lines.extend(skipped.lines.into_iter().take(room));
            }
            None => self.skipped.push(skipped),
        }
    }
}

/// The most lines listed for each reason.
const MOST_LINES: usize = 20;

/// Where results come from, as texts for people; empty if unknown.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Provenance {
    /// The program that searched, with its version.
    #[serde(default)]
    pub engine: String,
    /// How far it searched.
    #[serde(default)]
    pub limit: String,
    /// Records searched at the same time.
    #[serde(default)]
    pub workers: u32,
    /// The time, as `2026-01-31 12:00`.
    #[serde(default)]
    pub date: String,
    /// The machine on which the records were searched, in words; empty when not known.
    #[serde(default)]
    pub machine: String,
}

/// A record that counts.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Entry {
    /// Its line in the file, from 1.
    pub line: u32,
    /// `id`; empty without one.
    pub id: String,
    /// The four fields.
    pub fields: String,
    /// The group it is counted in.
    #[serde(default)]
    pub group: String,
    /// The moves of `bm`.
    pub best: Vec<String>,
    /// The moves of `am`.
    pub avoid: Vec<String>,
    /// The moves to the mate that is asked for, by `bm #4`, or by `dm 4` without `bm` and `am`.
    #[serde(default)]
    pub mate: Option<u32>,
    /// The move that was played, as the record has it.
    pub result: String,
    /// Whether the move is right.
    pub solved: bool,
    /// `acd`, plies.
    pub acd: Option<u64>,
    /// `acn`, nodes.
    pub acn: Option<u64>,
    /// `acs`, seconds.
    pub acs: Option<u64>,
    /// How long the record was searched, if the run has noted it: `acs` is whole seconds.
    #[serde(default)]
    pub time_ms: Option<u64>,
    /// `ce` of the record, in centipawns from the side to move (§6.7).
    pub ce: Option<i64>,
    /// The points for the move and the most there are, if the record gives points.
    #[serde(default)]
    pub points: Option<(u32, u32)>,
    /// When the solution was found, if the run has noted it.
    #[serde(default)]
    pub solution: Option<Solution>,
}

/// The moment from which a search held the solution to its end: the first report from which on every best
/// move was right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Solution {
    /// In plies.
    pub depth: u32,
    /// Nodes searched when the solution was found.
    pub nodes: u64,
    /// In milliseconds.
    pub time_ms: u64,
}

/// Records that do not count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    /// Why the record does not count.
    pub reason: Reason,
    /// Their number.
    pub count: u64,
    /// The lines of the first of them, from 1.
    pub lines: Vec<u32>,
}
