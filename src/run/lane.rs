//! What the lanes of a run are doing.

use crate::document::RecordId;
use crate::language::Text;
use crate::protocol::Lines;
use crate::run::Finished;
use crate::verb::{EngineName, FoundLine, Step, Written};

/// What a lane is working on.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LaneView {
    /// The record that it works on now; `None` between two records.
    pub record: Option<RecordId>,
    /// The record that the rest is about: the same one, or the one before.
    pub of: Option<RecordId>,
    /// Its line when work on it began.
    pub line: Vec<u8>,
    /// The latest report of the search.
    pub report: Option<FoundLine>,
    /// Words to show in place of a report.
    pub words: Option<Text>,
}

/// What a lane is doing.
#[derive(Debug)]
pub(super) enum State {
    /// It waits because the run is paused.
    Idle,
    /// Its lines are being read.
    Reading(Vec<RecordId>),
    /// Its lines are being worked on.
    Working(Batch),
    /// It takes no more records.
    Ended,
}

/// Records that a lane works on.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub(super) ids: Vec<RecordId>,
    pub(super) lines: Lines,
    /// Which lines differed from the file when they were read.
    pub(super) were_edited: Vec<bool>,
    pub(super) is_done: Vec<bool>,
}

impl Batch {
    /// A record of the batch that is finished.
    pub(super) fn finished(&self, at: usize, written: Written) -> Finished {
        let asked = self.lines.get(at).unwrap_or_default().to_vec();
        Finished { id: self.ids[at], asked, was_edited: self.were_edited[at], written }
    }

    /// The places of the lines that are not done.
    pub(super) fn left(&self) -> impl DoubleEndedIterator<Item = usize> {
        (0..self.ids.len()).filter(|&at| !self.is_done[at])
    }
}

/// A lane.
#[derive(Debug)]
pub(super) struct Lane {
    pub(super) state: State,
    /// Number of records to take next time. It grows while they take no time.
    pub(super) appetite: usize,
    pub(super) seen: LaneView,
}

/// Number of records that a step may search at the same time with this many workers. Each Stockfish takes
/// more than 100 MB of memory.
pub fn width_of(step: &Step, workers: usize) -> usize {
    const MOST_STOCKFISH: usize = 4;
    match step.engine() {
        Some(EngineName::Stockfish | EngineName::Native) => workers.min(MOST_STOCKFISH),
        Some(EngineName::Epidote) | None => workers,
    }
}
