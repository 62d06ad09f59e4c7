//! Selects, adds and removes records, and undoes changes.

use leptos::prelude::*;

use crate::app::board::Board;
use crate::app::documents::Documents;
use crate::app::editing::Editing;
use crate::chess::START;
use crate::document::workspace::DocumentId;
use crate::document::{Document, Picks, RecordId};
use crate::language::Text;

/// The records of the active file.
#[derive(Debug, Clone, Copy)]
pub struct Records {
    documents: &'static Documents,
    editing: &'static Editing,
    board: &'static Board,
}

impl Records {
    /// The records of these files.
    pub fn new(documents: &'static Documents, editing: &'static Editing, board: &'static Board) -> Self {
        Self { documents, editing, board }
    }

    /// Undoes the last step in the active file.
    pub fn undo(&'static self) {
        self.go_in_history(Document::undo);
    }

    /// Redoes the last undone step in the active file.
    pub fn redo(&'static self) {
        self.go_in_history(Document::redo);
    }

    /// Goes one step through the history of the active file, to a line that the step concerned.
    fn go_in_history(&'static self, step: fn(&mut Document) -> Option<RecordId>) {
        if self.editing.is_locked() {
            return;
        }
        self.leave_record();
        self.documents.update_active(|open| {
            if let Some(id) = step(&mut open.document) {
                open.selected = Some(id);
            } else if open.position().is_none() {
                open.select_position(0);
            }
        });
    }

    /// Adds a record with the starting position after the selected one and selects it.
    pub fn add_record(&'static self) {
        if self.editing.is_locked() {
            return;
        }
        self.leave_record();
        self.documents.update_active(|open| {
            let at = open.position().map_or(open.document.len(), |position| position + 1);
            if let Some(id) = open.document.insert_lines(at, vec![START.into()], "step.add-record") {
                open.selected = Some(id);
            }
        });
    }

    /// Removes records, in one step of undo, and selects the one that follows the first of them.
    pub fn remove_records(&'static self, ids: &[RecordId], label: impl Into<Text>) {
        if self.editing.is_locked() {
            return;
        }
        self.leave_record();
        self.documents.update_active(|open| {
            let first = open.document.positions_of(ids).into_iter().flatten().min();
            if let Some(position) = first {
                open.document.drop_lines(ids, Vec::new(), label);
                open.select_position(position);
                open.picks = Picks::default();
            }
        });
    }

    /// Selects a record of a file, of which another one may be active.
    pub fn go_to(&'static self, document: DocumentId, id: RecordId) {
        self.documents.workspace.update(|workspace| workspace.activate(document));
        self.select(id);
    }

    /// Selects a record.
    pub fn select(&'static self, id: RecordId) {
        self.select_and(id, None);
    }

    /// Selects a record, and picks these ones.
    pub(super) fn select_with(&'static self, id: RecordId, picks: Picks) {
        self.select_and(id, Some(picks));
    }

    fn select_and(&'static self, id: RecordId, picks: Option<Picks>) {
        self.leave_record();
        self.documents.update_active(|open| {
            open.selected = Some(id);
            if let Some(picks) = picks {
                open.picks = picks;
            }
            open.document.seal_history();
        });
    }

    /// Selects the line at a position; beyond the end, the last line.
    pub fn select_position(&'static self, position: usize) {
        self.leave_record();
        self.documents.update_active(|open| open.select_position(position));
    }

    /// Drops what the user began at the old record, because the selection moves.
    fn leave_record(&'static self) {
        self.board.drop_piece();
        self.board.shapes.set(Vec::new());
        self.editing.problem.set(None);
    }
}
