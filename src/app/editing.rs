//! Commands that change the selected record.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::documents::Documents;
use crate::app::notices::Notices;
use crate::app::workers::Workers;
use crate::document::workspace::DocumentId;
use crate::document::{ExtendedLine, LinePart, MergeKey, RecordId};
use crate::epd::lint::Fix;
use crate::epd::opcode::Operands;
use crate::epd::verbs::play::reordered;
use crate::epd::write::{
    WriteError, check_operands, counter_of, quote, remove_operation, set_operands, set_operation,
};
use crate::epd::{Parse, parse};
use crate::language::{Text, args, say, word};
use crate::logic::operands::{least_operands, one_line};
use crate::logic::pasted::{Old, records_in};
use crate::logic::stepping::Line;
use crate::protocol::{Outcome, Task};
use crate::text::edit::TextEdit;
use crate::text::encoding::Encoding;
use crate::verb::{Repair, Step};
use crate::view::OperationRow;

/// A file and a record in it, the index of an operation there, and its opcode.
type OperationAt = ((DocumentId, RecordId), usize, String);

/// Puts operands into a record.
type Put<'p> = &'p dyn Fn(&Parse<'_>, &[u8]) -> Result<TextEdit, WriteError>;

/// Edits of the selected record.
#[derive(Debug, Clone, Copy)]
pub struct Editing {
    /// The problem selected with F8, by its number in the record.
    pub problem: RwSignal<Option<usize>>,
    /// The operation that the focus or the caret is at: the file and the record, its index there, and its opcode.
    operation: RwSignal<Option<OperationAt>>,
    documents: &'static Documents,
    notices: Notices,
    workers: Workers,
}

impl Editing {
    /// Edits records of these files.
    pub fn new(documents: &'static Documents, notices: Notices, workers: Workers) -> Self {
        Self { problem: RwSignal::new(None), operation: RwSignal::new(None), documents, notices, workers }
    }

    /// Changes the selected line by `f` and returns whether it did. Nothing happens when `f` returns `None`.
    pub(crate) fn change_selected(
        &'static self,
        label: impl Into<Text>,
        part: Option<LinePart>,
        f: impl FnOnce(&Parse<'_>) -> Option<Vec<u8>>,
    ) -> bool {
        let Some((document, id)) = self.documents.selection().filter(|_| !self.is_locked()) else {
            return false;
        };
        let text = self
            .documents
            .with_active(|open| open.document.text(id).and_then(|text| f(&parse(&text))))
            .flatten();
        let Some(text) = text else { return false };
        let merge = part.map(|part| MergeKey::Field { id, part });
        self.documents.update_document(document, |document| document.set_line(id, text, label, merge));
        self.problem.set(None);
        true
    }

    /// The encoding for text typed into a line of the active file.
    fn encoding_of(&'static self, line: &[u8]) -> Encoding {
        self.documents.with_active(|open| open.document.encoding_of(line)).unwrap_or_default()
    }

    /// Whether the active file must not change now: it is being read or saved, or another tab may change it.
    /// Tells the user why, except while it is being read.
    pub(crate) fn is_locked(&'static self) -> bool {
        if untrack(|| self.documents.is_reading()) {
            return true;
        }
        let locked = self.documents.with_active(|open| self.is_being_saved(open.id)).unwrap_or(false);
        if locked {
            self.notices.note("toast.being-saved");
        }
        let following = untrack(|| self.documents.is_following());
        if following {
            self.notices.note("toast.in-other-tab");
        }
        locked || following
    }

    /// Whether the file is large and must not change until it is saved.
    fn is_being_saved(&'static self, id: DocumentId) -> bool {
        untrack(|| self.documents.locked.with(|locked| locked.contains(&id)))
    }

    /// Whether the active file cannot be changed now. A view that asks follows the answer.
    pub fn is_frozen(&'static self) -> bool {
        let front = self.documents.workspace.with(|w| w.active().map(|open| (open.id, open.is_reading)));
        front.is_some_and(|(id, is_reading)| {
            is_reading || self.documents.locked.with(|locked| locked.contains(&id))
        }) || self.documents.is_following()
    }

    /// Applies a fix to the selected record.
    pub(crate) fn apply_fix(&'static self, fix: &Fix) {
        self.change_selected(&fix.title, None, |parsed| Some(fix.edit.apply(parsed.text())));
    }

    /// Replaces the selected line with the typed text. Line ends become blanks, because a record is one line.
    pub fn edit_line(&'static self, typed: &str) {
        let typed = one_line(typed);
        self.change_selected("step.edit-record", Some(LinePart::Whole), |parsed| {
            Some(self.encoding_of(parsed.text()).encode(&typed))
        });
    }

    /// Puts several lines in the place of the selected one, or around it, in one step of undo. The first one is selected.
    #[inline(never)]
    pub fn put_lines(&'static self, lines: &[String], stays: Old) {
        let Some((document, id)) = self.documents.selection().filter(|_| !self.is_locked()) else { return };
        let Some(old) = self.documents.text_of(document, id) else { return };
        let encoding = self.encoding_of(&old);
        let count = records_in(lines);
        let mut lines: Vec<Vec<u8>> = lines.iter().map(|line| encoding.encode(line)).collect();
        match stays {
            Old::Gone => {}
            Old::Before => lines.insert(0, old),
            Old::Behind => lines.push(old),
        }
        let mut lines = lines.into_iter();
        let text = lines.next().unwrap_or_default();
        let line = ExtendedLine { id, text, behind: lines.collect() };
        let label = say("step.put-records", args![count]);
        self.documents
            .update_document(document, |document| document.extend_lines(vec![line], label.clone(), None));
        self.problem.set(None);
        self.notices.note(say("toast.put-records", args![count]));
    }

    /// Moves a move of `pv` or `sv` to another place in its line, both counted from 0. Moves that become
    /// illegal stay, and are reported as findings.
    pub fn reorder_line(&'static self, line: Line, from: usize, to: usize) {
        if line == Line::Tried || from == to {
            return;
        }
        let Some((document, id)) = self.documents.selection().filter(|_| !self.is_locked()) else { return };
        let Some(text) = self.documents.text_of(document, id) else { return };
        match reordered(&text, line.label(), from, to) {
            Ok(changed) if changed != text => {
                let label = say("step.reorder-line", [line.label().to_owned()]);
                self.documents
                    .update_document(document, |document| document.set_line(id, changed, label, None));
            }
            Ok(_) => {}
            Err(error) => self.notices.failed("toast.move-not-written", error.text()),
        }
    }

    /// Sets the operation `opcode` of the selected record to operands, as they are written in the line, and adds it if
    /// it is not there. Typing into one field is one step of undo.
    pub fn set_operation(&'static self, opcode: &str, operands: &str) {
        self.change_operands(opcode, Some(opcode), operands, &|parsed, operands| {
            set_operation(parsed, opcode, operands)
        });
    }

    /// Sets the operands of one operation of the selected record, also if there are others with its opcode, as a step of
    /// undo of its own. A record that no longer has it there stays.
    pub fn set_operands(&'static self, row: &OperationRow, operands: &str) {
        self.set_row(row, operands, false);
    }

    /// The same for operands that are being typed: those typed into one field are one step.
    pub fn type_operands(&'static self, row: &OperationRow, operands: &str) {
        self.set_row(row, operands, true);
    }

    fn set_row(&'static self, row: &OperationRow, operands: &str, is_typed: bool) {
        let is_there = self.documents.record.with_untracked(|record| {
            let now = record.as_ref().and_then(|record| record.operations.get(row.index));
            now.is_some_and(|now| now.opcode == row.opcode)
        });
        if is_there {
            // Two operations with one opcode are two fields.
            let part = is_typed.then(|| format!("{} {}", row.opcode, row.index));
            self.change_operands(&row.opcode, part.as_deref(), operands, &|parsed, operands| {
                set_operands(parsed, row.index, operands)
            });
        }
    }

    fn change_operands(&'static self, opcode: &str, part: Option<&str>, operands: &str, edit: Put<'_>) {
        self.change_selected(say("step.edit", [opcode]), part.map(LinePart::operation), |parsed| {
            let (line, operands) = self.encoding_of(parsed.text()).unite(parsed.text(), operands);
            self.report(opcode, edit(&parse(&line), &operands).map(|edit| edit.apply(&line)))
        });
    }

    /// As [`Self::set_operands`], for a text that is still being typed.
    ///
    /// # Errors
    /// The text is not yet a complete list of operands; the error says why. The record does not change.
    pub fn set_whole_operands(&'static self, row: &OperationRow, operands: &str) -> Result<(), WriteError> {
        check_operands(operands.as_bytes())?;
        self.type_operands(row, operands);
        Ok(())
    }

    /// Sets a string operation of the selected record.
    ///
    /// # Errors
    /// The text cannot be written as a string; the error says why. The record does not change.
    pub fn set_string(&'static self, row: &OperationRow, text: &str) -> Result<(), WriteError> {
        let empty_allowed = row.spec.is_some_and(|spec| spec.operands == Operands::OptionalString);
        if text.is_empty() && empty_allowed {
            self.type_operands(row, "");
            return Ok(());
        }
        let quoted = quote(text.as_bytes())?;
        self.type_operands(row, &String::from_utf8_lossy(&quoted));
        Ok(())
    }

    /// Adds an operation, with an empty operand if one is required.
    pub fn add_operation(&'static self, opcode: &str) {
        let operands = least_operands(opcode);
        self.change_selected(say("step.add", [opcode]), None, |parsed| {
            if counter_of(parsed, opcode).is_some() {
                self.notices.note(say("toast.has-counter", [opcode]));
                return None;
            }
            let edit = set_operation(parsed, opcode, operands.as_bytes());
            self.report(opcode, edit.map(|edit| edit.apply(parsed.text())))
        });
    }

    fn report(&'static self, opcode: &str, result: Result<Vec<u8>, WriteError>) -> Option<Vec<u8>> {
        result.map_err(|error| self.notices.failed_of("toast.not-written", opcode, error.text())).ok()
    }

    /// Removes the operation with this index from the selected record.
    pub fn remove_operation(&'static self, index: usize) {
        self.change_selected("step.remove-operation", None, |parsed| {
            Some(remove_operation(parsed, index).apply(parsed.text()))
        });
    }

    /// The operation of the selected record with this index has the focus or the caret. Returns whether it was another one
    /// before.
    pub fn be_at(&'static self, index: usize, opcode: String) -> bool {
        let now = self.documents.selection().map(|of| (of, index, opcode));
        // The caret says so at every key.
        let is_new = self.operation.with_untracked(|before| *before != now);
        if is_new {
            self.operation.set(now);
        }
        is_new
    }

    /// The index of the operation that has the focus or the caret, or had it last. A view that asks follows the answer.
    pub fn operation_at_hand(&'static self) -> Option<usize> {
        let (of, index, opcode) = self.operation.get()?;
        let is_selected = self.documents.shows(Some(of));
        let is_there = self.documents.record.with(|record| {
            let row = record.as_ref().and_then(|record| record.operations.get(index));
            row.is_some_and(|row| row.opcode == opcode)
        });
        (is_selected && is_there).then_some(index)
    }

    /// The opcode of the operation that has the focus or the caret.
    pub(crate) fn opcode_at_hand(&'static self) -> Option<String> {
        untrack(|| self.operation_at_hand()).and(self.operation.get_untracked()).map(|(.., opcode)| opcode)
    }

    /// Removes the operation that has the focus or the caret.
    pub(crate) fn remove_operation_at_hand(&'static self) {
        if let Some(index) = untrack(|| self.operation_at_hand()) {
            self.remove_operation(index);
            self.operation.set(None);
        }
    }

    /// Puts the selected record into normal form.
    pub fn normalize_record(&'static self) {
        self.rewrite_record(Step::Normalize, "step.normalize-record");
    }

    /// Applies all safe fixes to the selected record.
    pub fn repair_record(&'static self) {
        self.rewrite_record(Repair::default().into(), "step.repair-record");
    }

    /// Swaps White and Black in the selected record.
    pub fn reverse_record(&'static self) {
        self.rewrite_record(Step::Reverse, "tool.reverse");
    }

    /// Runs a verb over the selected record in a worker, because the page does not contain the verbs.
    fn rewrite_record(&'static self, step: Step, label: &'static str) {
        let Some((document, id)) = self.documents.selection().filter(|_| !self.is_locked()) else { return };
        let Some(text) = self.documents.text_of(document, id) else { return };
        let is_normal = step == Step::Normalize;
        let conventions = self.documents.conventions_of(document);
        let task = Task::Rewrite { step, conventions, first: 1, lines: [&text].into_iter().collect() };
        spawn_local(async move {
            match self.workers.ask_desk(task).await {
                Ok(Outcome::Rewrite(changed)) => {
                    let Some((_, new)) = changed.into_iter().next() else {
                        self.notices.note(if is_normal { "toast.no-normal-form" } else { "toast.no-repair" });
                        return;
                    };
                    // A record that was edited in the meantime keeps the user's text.
                    if self.documents.text_of(document, id).as_ref() == Some(&text) && !self.is_locked() {
                        self.documents
                            .update_document(document, |document| document.set_line(id, new, label, None));
                        self.problem.set(None);
                    }
                }
                Ok(_) => {}
                Err(reason) => self.notices.failed_of("toast.failed", word(label), reason),
            }
        });
    }
}
