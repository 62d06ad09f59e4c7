//! The results of a run: new texts of lines, and lines to insert after them.

use super::{Change, Document, MergeKey, RecordId};
use crate::language::Text;

/// A line with a new text, and lines to insert after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExtendedLine {
    /// The line.
    pub id: RecordId,
    /// The new text of the line.
    pub text: Vec<u8>,
    /// The lines after it.
    pub behind: Vec<Vec<u8>>,
}

impl Document {
    /// Changes the texts of lines and inserts others after them, in one step of undo. Lines that are gone are
    /// left out.
    pub fn extend_lines(
        &mut self,
        lines: Vec<ExtendedLine>,
        label: impl Into<Text>,
        merge: Option<MergeKey>,
    ) {
        let ids: Vec<RecordId> = lines.iter().map(|line| line.id).collect();
        let (mut edits, mut splices) = (Vec::with_capacity(lines.len()), Vec::new());
        for (position, ExtendedLine { id, text, behind }) in self.positions_of(&ids).into_iter().zip(lines) {
            let Some(position) = position else { continue };
            let Some((new, splice)) = self.new_lines(position + 1, behind) else { break };
            edits.extend(self.edits_to(vec![(id, text)]));
            edits.extend(new);
            splices.extend(Some(splice).filter(|splice| !splice.inserted.is_empty()));
        }
        // The last one first: none moves the place of another.
        splices.sort_by_key(|splice| std::cmp::Reverse(splice.at));
        let is_of_run = self.run.as_ref().is_some_and(|run| merge == Some(MergeKey::Run(run.serial)));
        self.commit(Change { label: label.into(), edits, splices, merge });
        // A record that only got others after it is done, too.
        if is_of_run {
            for id in ids {
                self.run_did(id);
            }
        }
    }
}
