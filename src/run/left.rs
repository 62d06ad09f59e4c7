//! A run that an earlier page left, or that is paused in the document's journal: what it does, and what is left
//! of it.

use crate::document::{Document, PendingRun, RecordId};
use crate::language::Text;
use crate::run::Scope;
use crate::verb::Step;

/// What is left of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Left {
    /// The number that its changes are merged by.
    pub serial: u64,
    /// What it does.
    pub step: Step,
    /// The records that the run was to work on.
    pub scope: Scope,
    /// The records that it still has to do.
    pub records: Vec<RecordId>,
    /// How many of its records were done before, or are gone.
    pub done: usize,
    /// How many of them changed.
    pub changed: usize,
}

impl Left {
    /// What is left of the unfinished run of a document; `None` without one, and for a step of a version that
    /// had other steps.
    pub fn of(document: &Document) -> Option<Self> {
        let run = document.pending_run()?;
        let step = Self::step_of(run)?;
        let scope = if run.scope.is_none() { Scope::Whole } else { Scope::Some };
        let records = document.left_of_run();
        let all = run.scope.as_ref().map_or(document.len(), Vec::len);
        let (done, changed) = (all - records.len().min(all), document.changed_by_run(run.serial));
        Some(Self { serial: run.serial, step, scope, records, done, changed })
    }

    /// The key of the title of what a run does; `None` for a step of a version that had other steps.
    pub fn title_of(run: &PendingRun) -> Option<&'static str> {
        Some(Self::step_of(run)?.title())
    }

    fn step_of(run: &PendingRun) -> Option<Step> {
        Step::from_json(std::str::from_utf8(&run.step).ok()?).ok()
    }

    /// The title of its changes.
    pub fn label(&self) -> Text {
        self.step.title().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::MergeKey;

    #[test]
    fn what_is_left_is_read_from_the_document() {
        let mut document = Document::from_bytes("a", b"1\n2\n3\n".to_vec());
        assert_eq!(Left::of(&document), None);
        let ids = document.all_ids();
        document.begin_run(7, br#"{"mate":{"moves":2}}"#.to_vec(), None);
        document.run_did(ids[1]);
        document.set_line(ids[0], b"one".to_vec(), "", Some(MergeKey::Run(7)));
        let left = Left::of(&document).expect("a run");
        assert_eq!((left.serial, left.scope, left.label()), (7, Scope::Whole, "tool.mate".into()));
        let step = Step::from_json(r#"{"mate":{"moves":2}}"#).expect("a step");
        assert_eq!((left.step, left.records, left.done, left.changed), (step, vec![ids[2]], 2, 1));
        document.begin_run(8, br#"{"mate":{"moves":2}}"#.to_vec(), Some(vec![ids[2]]));
        let left = Left::of(&document).expect("a run");
        assert_eq!((left.scope, left.records, left.done, left.changed), (Scope::Some, vec![ids[2]], 0, 0));
        for unknown in [&b"{\"dance\":{}}"[..], b"\xff"] {
            document.begin_run(9, unknown.to_vec(), None);
            assert_eq!(Left::of(&document), None);
        }
    }
}
