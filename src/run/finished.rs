//! Records that a run has finished: they are written into the document, and counted.

use crate::document::{Document, MergeKey, RecordId};
use crate::language::Text;
use crate::verb::{Ended, Reasons, Written, rebase};

/// A finished record.
#[derive(Debug, Clone, PartialEq)]
pub struct Finished {
    /// The record.
    pub id: RecordId,
    /// Its line when work on it began; empty if the record was gone.
    pub asked: Vec<u8>,
    /// What became of it.
    pub written: Written,
}

impl Finished {
    /// Writes the record and returns whether it changed. What the user edited in the meantime is kept, and
    /// the result is added to it. If the position has changed or the record is gone, the record counts as
    /// failed.
    pub fn write(&mut self, document: &mut Document, label: &Text, serial: u64, is_noted: bool) -> bool {
        let Self { id, asked, written } = self;
        let (text, more) = (written.text.take(), std::mem::take(&mut written.more));
        if text.is_none() && more.is_empty() {
            if is_noted && document.position_of(*id).is_some() {
                document.run_did(*id);
            }
            return false;
        }
        let now =
            document.position_of(*id).and_then(|_| document.text(*id)).map(std::borrow::Cow::into_owned);
        let result = match now {
            None => Err("why.removed"),
            Some(now) if now == *asked => Ok(text.unwrap_or(now)),
            Some(now) => rebase(asked, text.as_deref().unwrap_or(asked), &now).ok_or("why.position-changed"),
        };
        match result {
            Ok(text) => {
                document.extend_line(*id, text, more, label.clone(), Some(MergeKey::Run(serial)));
                true
            }
            Err(reason) => {
                written.ended = Ended::Failed(reason.into());
                written.is_solved = None;
                written.solution = None;
                written.claims.clear();
                false
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
    /// The first record that failed, and why.
    pub first_failure: Option<(RecordId, Text)>,
    /// Numbers of solved and of missed records, among those where that can be decided.
    pub solved: (usize, usize),
}

impl Tally {
    /// Counts a record.
    pub fn count(&mut self, id: RecordId, ended: Ended, is_solved: Option<bool>) {
        match is_solved {
            Some(true) => self.solved.0 += 1,
            Some(false) => self.solved.1 += 1,
            None => {}
        }
        match ended {
            Ended::NoRecord | Ended::Written => {}
            Ended::Unchanged(reason) | Ended::Noted(reason) => self.reasons.add(reason),
            Ended::Failed(reason) => {
                self.failed += 1;
                self.first_failure.get_or_insert((id, reason));
            }
        }
    }
}
