//! A run that an earlier page left, or that is paused in the document's journal: what it does, and what is left
//! of it.

use crate::document::{Document, PendingRun, RecordId};
use crate::language::Text;
use crate::run::{Errand, Scope};

/// What is left of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Left {
    /// The number that its changes are merged by.
    pub serial: u64,
    /// What it does.
    pub errand: Errand,
    /// The records that the run was to work on.
    pub scope: Scope,
    /// All records that it is about, of those that are still there. The steps after it in a recipe go over them.
    pub all: Vec<RecordId>,
    /// The records that it still has to do.
    pub records: Vec<RecordId>,
    /// How many of its records were done before.
    pub done: usize,
    /// How many of them changed.
    pub changed: usize,
}

impl Left {
    /// What is left of the unfinished run of a document; `None` without one, and for a step of a version that
    /// had other steps.
    pub fn of(document: &Document) -> Option<Self> {
        let run = document.pending_run()?;
        let errand = Errand::from_bytes(&run.errand)?;
        let scope = if run.scope.is_none() { Scope::Whole } else { Scope::Some };
        let (all, records) = (document.all_of_run(), document.left_of_run());
        let (done, changed) = (all.len() - records.len().min(all.len()), document.changed_by_run(run.serial));
        Some(Self { serial: run.serial, errand, scope, all, records, done, changed })
    }

    /// The title of what a run does; `None` for a step of a version that had other steps.
    pub fn title_of(run: &PendingRun) -> Option<Text> {
        Some(Errand::from_bytes(&run.errand)?.title())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::MergeKey;
    use crate::verb::Step;

    #[test]
    fn what_is_left_is_read_from_the_document() {
        let mut document = Document::from_bytes("a", b"1\n2\n3\n".to_vec());
        assert_eq!(Left::of(&document), None);
        let ids = document.all_ids();
        document.begin_run(7, br#"{"mate":{"moves":2}}"#.to_vec(), None);
        document.run_did(ids[1]);
        document.set_line(ids[0], b"one".to_vec(), "", Some(MergeKey::Run(7)));
        let left = Left::of(&document).expect("a run");
        assert_eq!((left.serial, left.scope, left.errand.title()), (7, Scope::Whole, "tool.mate".into()));
        let errand = Errand::from(Step::from_json(r#"{"mate":{"moves":2}}"#).expect("a step"));
        assert_eq!((left.errand, left.all, left.records), (errand, ids.clone(), vec![ids[2]]));
        assert_eq!((left.done, left.changed), (2, 1));
        document.begin_run(8, br#"{"mate":{"moves":2}}"#.to_vec(), Some(vec![ids[2]]));
        let left = Left::of(&document).expect("a run");
        assert_eq!((left.scope, left.all, left.records), (Scope::Some, vec![ids[2]], vec![ids[2]]));
        assert_eq!((left.done, left.changed), (0, 0));
        for unknown in [&b"{\"dance\":{}}"[..], b"\xff"] {
            document.begin_run(9, unknown.to_vec(), None);
            assert_eq!(Left::of(&document), None);
        }
    }
}
