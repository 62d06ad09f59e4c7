//! A run that an earlier page left, or that is paused in the document's journal: what it does, and what is left
//! of it.

use crate::document::{Document, RecordId};
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
}

impl Left {
    /// What is left of the unfinished run of a document; `None` without one, and for a step of a version that
    /// had other steps.
    pub fn of(document: &Document) -> Option<Self> {
        let run = document.pending_run()?;
        let step = Step::from_json(std::str::from_utf8(&run.step).ok()?).ok()?;
        let scope = if run.scope.is_none() { Scope::Whole } else { Scope::Some };
        Some(Self { serial: run.serial, step, scope, records: document.left_of_run() })
    }

    /// The title of its changes.
    pub fn label(&self) -> Text {
        self.step.title().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_read_from_the_document() {
        let mut document = Document::from_bytes("a", b"1\n2\n3\n".to_vec());
        assert_eq!(Left::of(&document), None);
        let ids = document.all_ids();
        document.begin_run(7, br#"{"mate":{"moves":2}}"#.to_vec(), None);
        document.run_did(ids[1]);
        let left = Left::of(&document).expect("a run");
        assert_eq!((left.serial, left.scope, left.label()), (7, Scope::Whole, "tool.mate".into()));
        let step = Step::from_json(r#"{"mate":{"moves":2}}"#).expect("a step");
        assert_eq!((left.step, left.records), (step, vec![ids[0], ids[2]]));
        document.begin_run(8, br#"{"mate":{"moves":2}}"#.to_vec(), Some(vec![ids[2]]));
        let left = Left::of(&document).expect("a run");
        assert_eq!((left.scope, left.records), (Scope::Some, vec![ids[2]]));
        for unknown in [&b"{\"dance\":{}}"[..], b"\xff"] {
            document.begin_run(9, unknown.to_vec(), None);
            assert_eq!(Left::of(&document), None);
        }
    }
}
