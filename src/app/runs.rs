//! What runs over records share.

use crate::app::state::AppState;
use crate::document::RecordId;
use crate::document::workspace::DocumentId;

impl AppState {
    /// All lines of the file in front.
    pub(super) fn all_ids(self) -> Vec<RecordId> {
        self.with_active(|open| open.document.ids().collect()).unwrap_or_default()
    }

    /// Begins a run that changes a file and gives its number. `None`, told to the user, while another
    /// one goes on or the file must not change.
    pub(super) fn begin_run(self, document: DocumentId, title: &str, total: usize) -> Option<u64> {
        if self.is_locked() { None } else { self.begin_reading(document, title, total) }
    }

    /// Begins a run that changes nothing.
    pub(super) fn begin_reading(self, document: DocumentId, title: &str, total: usize) -> Option<u64> {
        if self.is_reading() {
            return None;
        }
        let serial = self.analysis.begin(document, title, total);
        if serial.is_none() {
            self.toasts.note("Another run is not finished. Stop it first, or wait for its end.");
        }
        serial
    }

    /// Ends the run and tells the user how it went.
    pub(super) fn finish_run(self, done_word: &str, failures: &[(RecordId, String)]) {
        let Some(run) = self.analysis.run.get_untracked() else { return };
        self.analysis.run.set(None);
        let stopped = if run.stopping { "Stopped. " } else { "" };
        self.toasts.note(format!(
            "{stopped}{} of {} lines {done_word}, {} changed.",
            run.done, run.total, run.changed
        ));
        if let Some((id, reason)) = failures.first() {
            let line =
                self.with_active(|open| open.document.position_of(*id)).flatten().map_or(0, |at| at + 1);
            self.toasts.problem(format!(
                "{} lines could not be {done_word} and are as they were; the first is line {line}: {reason}.",
                failures.len()
            ));
        }
        self.run_next_step(run.stopping);
    }

    /// Ends a run with an engine and tells the user how it went.
    pub(super) fn finish_step(self, is_single: bool) {
        let Some(run) = self.analysis.run.get_untracked() else { return };
        let tally = self.analysis.tally.get_untracked();
        self.analysis.run.set(None);
        let first = tally.failures.first();
        if is_single {
            if let Some((_, reason)) = first {
                self.toasts.problem(format!("The record was not analysed: {reason}."));
            } else if let Some((reason, _)) = tally.reasons.first() {
                self.toasts.note(format!("The record stays as it is: it is {reason}."));
            }
            return;
        }
        let stopped = if run.stopping { "Stopped. " } else { "" };
        let done = format!("{stopped}{} of {} lines done, {} changed", run.done, run.total, run.changed);
        let reasons = tally.reasons.iter().map(|(reason, count)| format!("{count} {reason}"));
        let words: Vec<String> = std::iter::once(done).chain(reasons).collect();
        self.toasts.note(words.join(", ") + ".");
        if let Some((id, reason)) = first {
            let line =
                self.with_active(|open| open.document.position_of(*id)).flatten().map_or(0, |at| at + 1);
            self.toasts.problem(format!(
                "{} records could not be done and are as they were; the first is line {line}: {reason}.",
                tally.failures.len()
            ));
        }
        self.run_next_step(run.stopping);
    }

    /// The bytes of a line that still stands in its file, if they are at hand.
    pub(super) fn text_of(self, document: DocumentId, id: RecordId) -> Option<Vec<u8>> {
        self.workspace.with_untracked(|w| {
            let document = &w.get(document)?.document;
            document.position_of(id)?;
            Some(document.text(id)?.into_owned())
        })
    }
}
