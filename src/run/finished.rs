//! Records that a run has finished: they are written into the document, and counted.

use crate::document::{Document, ExtendedLine, MergeKey, RecordId};
use crate::language::Text;
use crate::verb::{Ended, Reasons, Written, rebase};

/// A finished record.
#[derive(Debug, Clone, PartialEq)]
pub struct Finished {
    /// The record.
    pub id: RecordId,
    /// Its line when work on it began; empty if the record was gone.
    pub asked: Vec<u8>,
    /// Whether the line differed from the file then.
    pub was_edited: bool,
    /// What became of it.
    pub written: Written,
}

/// Why a result has no place any more.
#[derive(Debug, Clone, Copy)]
enum Lost {
    /// The record was removed.
    Removed,
    /// It has another position now.
    OtherPosition,
}

impl Lost {
    fn text(self) -> Text {
        match self {
            Self::Removed => "why.removed".into(),
            Self::OtherPosition => "why.position-changed".into(),
        }
    }
}

/// Writes records, as one change, and returns how many of them changed. What the user edited in the meantime
/// is kept, and the result is added to it. If the position has changed or the record is gone, the record counts
/// as failed.
pub fn write_all(
    finished: &mut [Finished],
    document: &mut Document,
    label: &Text,
    serial: u64,
    is_noted: bool,
) -> usize {
    let ids: Vec<RecordId> = finished.iter().map(|done| done.id).collect();
    let is_there: Vec<bool> = document.positions_of(&ids).iter().map(Option::is_some).collect();
    let mut changed = Vec::new();
    for (done, is_there) in finished.iter_mut().zip(is_there) {
        if done.written.text.is_none() && done.written.more.is_empty() {
            if is_noted && is_there {
                document.run_did(done.id);
            }
            continue;
        }
        let now = if !is_there {
            Err(Lost::Removed)
        } else if document.still_has(done.id, &done.asked, done.was_edited) {
            Ok(None)
        } else {
            document.text(done.id).map(|now| Some(now.into_owned())).ok_or(Lost::OtherPosition)
        };
        changed.extend(done.take_line(now));
    }
    // A search may find what the record says already.
    let is_new = |line: &&ExtendedLine| {
        !line.behind.is_empty() || document.text(line.id).as_deref() != Some(&line.text[..])
    };
    let count = changed.iter().filter(is_new).count();
    document.extend_lines(changed, label.clone(), Some(MergeKey::Run(serial)));
    count
}

impl Finished {
    /// The new line. `now` is what the line is now, if it is another one than when it was asked about.
    fn take_line(&mut self, now: Result<Option<Vec<u8>>, Lost>) -> Option<ExtendedLine> {
        let Self { id, asked, written, .. } = self;
        let (text, behind) = (written.text.take(), std::mem::take(&mut written.more));
        let result = now.and_then(|now| match now {
            None => Ok(text.unwrap_or_else(|| asked.clone())),
            Some(now) => rebase(asked, text.as_deref().unwrap_or(asked), &now).ok_or(Lost::OtherPosition),
        });
        match result {
            Ok(text) => Some(ExtendedLine { id: *id, text, behind }),
            Err(reason) => {
                written.ended = Ended::Failed(reason.text());
                written.is_solved = None;
                written.is_mate = false;
                written.solution = None;
                written.time_ms = None;
                written.claims.clear();
                None
            }
        }
    }
}

/// The results of a run, added up.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Tally {
    /// Why records were not changed.
    pub reasons: Reasons,
    /// Number of records that failed.
    pub failed: usize,
    /// The records that failed, and why; the first [`Self::MOST_FAILURES`] of them.
    pub failures: Vec<(RecordId, Text)>,
    /// Numbers of solved and of missed records, among those where that can be decided.
    pub solved: (usize, usize),
    /// Number of records with a forced mate, of either side.
    pub mates: usize,
    /// Whether only the rest of a run is counted, because an earlier page had begun it.
    pub is_of_rest: bool,
}

impl Tally {
    /// The most records that are named: as many as one goes through by hand.
    pub const MOST_FAILURES: usize = 50;

    /// Counts a record.
    pub fn count(&mut self, id: RecordId, written: Written) {
        match written.is_solved {
            Some(true) => self.solved.0 += 1,
            Some(false) => self.solved.1 += 1,
            None => {}
        }
        self.mates += usize::from(written.is_mate);
        match written.ended {
            Ended::NoRecord | Ended::Written => {}
            Ended::Unchanged(reason) | Ended::Noted(reason) => self.reasons.add(reason),
            Ended::Failed(reason) => {
                self.failed += 1;
                if self.failures.len() < Self::MOST_FAILURES {
                    self.failures.push((id, reason));
                }
            }
        }
    }
}
