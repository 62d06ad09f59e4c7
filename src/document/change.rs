//! The changes that undo knows, each with its way back.

use std::sync::Arc;

use super::LineSet;
use super::record_id::RecordId;
use crate::language::Text;

/// The text of one line before and after. `None` is the text of the source, or no line at all if the line was
/// added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineEdit {
    /// The line.
    pub id: RecordId,
    /// The text before.
    pub before: Option<Arc<[u8]>>,
    /// The text after.
    pub after: Option<Arc<[u8]>>,
}

/// Lines that replace others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Splice {
    /// The position of the first one.
    pub at: usize,
    /// The removed lines.
    pub removed: Vec<RecordId>,
    /// The inserted lines.
    pub inserted: Vec<RecordId>,
}

/// What of a line is edited, for edits that follow each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinePart {
    /// The whole line, as text.
    Whole,
    /// The four fields, by setting a position up.
    Fields,
    /// The operation with this opcode, and its number in the line where it is about that one only.
    Operation(Arc<str>),
}

impl LinePart {
    /// The operation with an opcode.
    pub fn operation(opcode: &str) -> Self {
        Self::Operation(opcode.into())
    }
}

/// Which edits belong to one step of undo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MergeKey {
    /// The same field of the same record, edited in one go.
    Field {
        /// The line.
        id: RecordId,
        /// The part edited.
        part: LinePart,
    },
    /// The results of one run over many records, as they arrive.
    Run(u64),
}

/// One step of undo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// A description for the menu: "Edit record".
    pub label: Text,
    /// Lines whose text changes.
    pub edits: Vec<LineEdit>,
    /// Splices of lines, in the order they are to be made.
    pub splices: Vec<Splice>,
    /// Set if later edits with the same key join this step.
    pub merge: Option<MergeKey>,
}

impl Change {
    /// Returns whether nothing changes.
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty() && self.splices.is_empty()
    }

    fn inverse(&self) -> Self {
        let edits = self
            .edits
            .iter()
            .rev()
            .map(|edit| LineEdit { id: edit.id, before: edit.after.clone(), after: edit.before.clone() })
            .collect();
        let splices = self
            .splices
            .iter()
            .rev()
            .map(|splice| Splice {
                at: splice.at,
                removed: splice.inserted.clone(),
                inserted: splice.removed.clone(),
            })
            .collect();
        Self { label: self.label.clone(), edits, splices, merge: None }
    }
}

/// The steps done and undone, each with the number of the state it leads to, and which state is on disk.
#[derive(Debug, Default)]
pub(super) struct History {
    done: Vec<(u64, Change)>,
    undone: Vec<(u64, Change)>,
    /// How many of them were undone before the run in progress was asked for.
    outdated: usize,
    serial: u64,
    saved: u64,
    sealed: bool,
}

impl History {
    /// The number of the document's state; 0 is the one it was opened in.
    fn state(&self) -> u64 {
        self.done.last().map_or(0, |&(state, _)| state)
    }

    pub(super) fn is_dirty(&self) -> bool {
        self.state() != self.saved
    }

    pub(super) fn mark_saved(&mut self) {
        self.saved = self.state();
        self.sealed = true;
    }

    pub(super) fn mark_unsaved(&mut self) {
        self.saved = u64::MAX;
    }

    pub(super) fn is_unsaved(&self) -> bool {
        self.saved == u64::MAX
    }

    pub(super) fn is_sealed(&self) -> bool {
        self.sealed
    }

    /// The steps that can be undone, the first one first.
    pub(super) fn steps(&self) -> impl Iterator<Item = &Change> {
        self.done.iter().map(|(_, change)| change)
    }

    /// Keeps later changes from joining an existing step, except those with the key `kept`.
    pub(super) fn forget_merges(&mut self, kept: Option<&MergeKey>) {
        for (_, change) in &mut self.done {
            change.merge.take_if(|merge| Some(&*merge) != kept);
        }
    }

    pub(super) fn seal(&mut self) {
        self.sealed = true;
    }

    pub(super) fn push(&mut self, change: Change) {
        self.keep_undone_beside(&change);
        let sealed = std::mem::take(&mut self.sealed);
        let Some((at, step)) = self.step_for(&change, sealed) else {
            self.serial += 1;
            self.done.push((self.serial, change));
            return;
        };
        for edit in change.edits {
            // A field is one line; the lines of a run are many, and each comes once.
            match step.edits.last_mut() {
                Some(known) if known.id == edit.id => known.after = edit.after,
                _ => step.edits.push(edit),
            }
        }
        step.splices.extend(change.splices);
        // The steps after the one that grew lead to other states than before.
        for (state, _) in &mut self.done[at..] {
            self.serial += 1;
            *state = self.serial;
        }
    }

    /// Notes that the user asks for a run: its first change is something new, for which what was undone before goes.
    pub(super) fn outdate_undone(&mut self) {
        self.outdated = self.undone.len();
    }

    /// Keeps what was undone only beside a result of a run about other lines, if it was undone during the run: the user asked
    /// for nothing new.
    fn keep_undone_beside(&mut self, change: &Change) {
        let is_of_run = matches!(change.merge, Some(MergeKey::Run(_)));
        if is_of_run {
            // They lie below what was undone later.
            self.undone.drain(..self.outdated.min(self.undone.len()));
        }
        self.outdated = 0;
        let is_beside = is_of_run && change.splices.is_empty() && {
            let lines: LineSet = change.edits.iter().map(|edit| edit.id).collect();
            self.undone.iter().all(|(_, step)| step.edits.iter().all(|edit| !lines.has(edit.id)))
        };
        if !is_beside {
            self.undone.clear();
        }
        // They lead to other states than before.
        for (state, _) in &mut self.undone {
            self.serial += 1;
            *state = self.serial;
        }
    }

    /// The step that a change joins: the last one, if it is about the same field and was not sealed; for a
    /// result of a run the step of that run, even after edits of other lines.
    fn step_for(&mut self, change: &Change, sealed: bool) -> Option<(usize, &mut Change)> {
        let key = change.merge.as_ref()?;
        let at = match key {
            MergeKey::Field { .. } => self.done.len().checked_sub(1).filter(|_| !sealed)?,
            MergeKey::Run(_) => self.done.iter().rposition(|(_, step)| step.merge.as_ref() == Some(key))?,
        };
        let touched = |id: RecordId| {
            let later = self.done.get(at + 1..).unwrap_or_default();
            later
                .iter()
                .any(|(_, step)| step.edits.iter().any(|edit| edit.id == id) || !step.splices.is_empty())
        };
        if change.edits.iter().any(|edit| touched(edit.id)) {
            return None;
        }
        let (_, step) = self.done.get_mut(at)?;
        (step.merge.as_ref() == Some(key)).then_some((at, step))
    }

    pub(super) fn undo(&mut self) -> Option<Change> {
        let (serial, change) = self.done.pop()?;
        let inverse = change.inverse();
        self.undone.push((serial, change));
        self.sealed = true;
        Some(inverse)
    }

    pub(super) fn redo(&mut self) -> Option<Change> {
        let (serial, change) = self.undone.pop()?;
        self.outdated = self.outdated.min(self.undone.len());
        self.done.push((serial, change.clone()));
        self.sealed = true;
        Some(change)
    }

    /// The step that undo would take back.
    pub(super) fn last(&self) -> Option<&Change> {
        self.done.last().map(|(_, change)| change)
    }

    pub(super) fn undo_label(&self) -> Option<&Text> {
        self.last().map(|change| &change.label)
    }

    pub(super) fn redo_label(&self) -> Option<&Text> {
        self.undone.last().map(|(_, change)| &change.label)
    }
}
