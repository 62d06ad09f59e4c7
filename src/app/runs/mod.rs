//! Runs over records: begins, pauses and ends them, and reports their results.

mod driver;
mod rewrite;

use leptos::prelude::*;

use crate::app::analysis::AnalysisState;
use crate::app::announcements::Announcements;
use crate::app::documents::Documents;
use crate::app::editing::Editing;
use crate::app::notices::Notices;
use crate::app::sweep::Sweeps;
use crate::document::RecordId;
use crate::document::workspace::DocumentId;
use crate::language::{Text, args, list, say};
use crate::run::{Errand, Tally};

/// The messages at the end of a run: the entry for its lines, and the entry for those that failed.
pub(super) type DoneWords = (&'static str, &'static str);

const DONE: DoneWords = ("toast.done", "toast.not-done");
pub(super) const LOOKED_AT: DoneWords = ("toast.looked-at", "toast.not-looked-at");
const NORMALIZED: DoneWords = ("toast.normalized", "toast.not-normalized");
const CHECKED: DoneWords = ("toast.checked", "toast.not-checked");
const CONVERTED: DoneWords = ("toast.converted", "toast.not-converted");

/// Called at the end of a run with whether the user stopped it.
type AfterRun = Box<dyn Fn(bool)>;

/// Called when a run may have added lines to a file, with how many had been added before.
type WhenAdded = Box<dyn Fn(DocumentId, u32)>;

/// Called when a run that an earlier page left is resumed, with the records that it is about and what it does.
type WhenResumed = Box<dyn Fn(DocumentId, Vec<RecordId>, &Errand)>;

/// Runs over records.
#[derive(Debug, Clone, Copy)]
pub struct Runs {
    after: StoredValue<Option<AfterRun>, LocalStorage>,
    added: StoredValue<Option<WhenAdded>, LocalStorage>,
    resumed: StoredValue<Option<WhenResumed>, LocalStorage>,
    documents: &'static Documents,
    editing: &'static Editing,
    analysis: &'static AnalysisState,
    sweeps: &'static Sweeps,
    announcements: Announcements,
    notices: Notices,
}

/// The parts that runs need.
pub(super) struct RunsParts {
    pub(super) documents: &'static Documents,
    pub(super) editing: &'static Editing,
    pub(super) analysis: &'static AnalysisState,
    pub(super) sweeps: &'static Sweeps,
    pub(super) announcements: Announcements,
    pub(super) notices: Notices,
}

impl Runs {
    /// Starts without a run.
    pub(super) fn new(parts: RunsParts) -> Self {
        let RunsParts { documents, editing, analysis, sweeps, announcements, notices } = parts;
        let (after, added) = (StoredValue::new_local(None), StoredValue::new_local(None));
        let resumed = StoredValue::new_local(None);
        Self { after, added, resumed, documents, editing, analysis, sweeps, announcements, notices }
    }

    /// Sets the function that is called at the end of a run over records, with whether the user stopped it.
    pub(super) fn when_ended(&self, after: impl Fn(bool) + 'static) {
        self.after.set_value(Some(Box::new(after)));
    }

    /// Sets the function that is called when a run may have added lines to a file, with how many had been added to it
    /// before the run.
    pub(super) fn when_added(&self, added: impl Fn(DocumentId, u32) + 'static) {
        self.added.set_value(Some(Box::new(added)));
    }

    /// Sets the function that is called when a run that an earlier page left is resumed, with the records that it is
    /// about and what it does.
    pub(super) fn when_resumed(&self, resumed: impl Fn(DocumentId, Vec<RecordId>, &Errand) + 'static) {
        self.resumed.set_value(Some(Box::new(resumed)));
    }

    /// Begins a run that changes a file and returns its serial number; `None` if another run is in progress
    /// or the file must not change, of which the user is notified.
    pub(super) fn begin_run(&'static self, document: DocumentId, title: Text, total: usize) -> Option<u64> {
        self.go_on_with_run(document, title, [0; 2], total).then(|| self.analysis.next_serial())
    }

    /// As [`Runs::begin_run`], for a run that has a serial number already, and may have finished and changed some of
    /// its records before. Returns whether it begins.
    pub(super) fn go_on_with_run(
        &'static self,
        document: DocumentId,
        title: Text,
        before: [usize; 2],
        total: usize,
    ) -> bool {
        let goes_on = !self.editing.is_locked() && self.begin_counted(document, title, before, total);
        if goes_on {
            self.analysis.tally.set(Tally::default());
            self.analysis.tallied.set(Some(document));
            self.documents.workspace.update_untracked(|workspace| {
                if let Some(open) = workspace.get_mut(document) {
                    open.document.ask_for_run();
                }
            });
        }
        goes_on
    }

    /// Begins a run that changes nothing, and returns whether it did.
    pub(super) fn begin_reading(&'static self, document: DocumentId, title: Text, total: usize) -> bool {
        self.begin_counted(document, title, [0; 2], total)
    }

    fn begin_counted(
        &'static self,
        document: DocumentId,
        title: Text,
        before: [usize; 2],
        total: usize,
    ) -> bool {
        if self.documents.is_reading() {
            return false;
        }
        let has_begun = self.analysis.begin(document, title, before, total);
        if !has_begun {
            self.notices.note("toast.other-run");
        }
        has_begun
    }

    /// Ends a run over records and reports the result.
    pub(super) fn finish_run(&'static self, (done, failed): DoneWords) {
        let Some(run) = self.analysis.run.get_untracked() else { return };
        self.analysis.run.set(None);
        let tally = self.analysis.tally.get_untracked();
        let mut words = say(done, [run.done, run.total, run.changed]);
        if run.stopping {
            words = say("toast.stopped-early", [words]);
        }
        if let Some(reasons) = list(tally.reasons.texts()) {
            words = say("toast.with-remarks", [words, reasons]);
        }
        self.notices.note(words);
        // A line that the user has removed has no number to be found by.
        let mut failures = tally.failures.into_iter();
        let first = failures.find_map(|(id, reason)| {
            let line = self.documents.line_number(run.document, id);
            (line > 0).then_some((line, reason))
        });
        if let Some((line, reason)) = first {
            self.notices.problem(say(failed, args![tally.failed, line, reason]));
        }
        self.after.with_value(|after| {
            if let Some(after) = after {
                after(run.stopping);
            }
        });
    }

    /// Ends the search of one record, and reports why nothing was written.
    pub(super) fn finish_record(&'static self, document: DocumentId, one: Option<RecordId>) {
        let is_written =
            self.analysis.run.with_untracked(|run| run.as_ref().is_some_and(|run| run.changed > 0));
        self.analysis.run.set(None);
        let tally = self.analysis.tally.get_untracked();
        // A message tells it; the card is for runs over many records.
        self.analysis.tally.set(Tally::default());
        if let Some((_, reason)) = tally.failures.into_iter().next() {
            self.notices.failed("toast.not-analyzed", reason);
        } else if let Some(reason) = tally.reasons.first() {
            let done = if is_written { "toast.record-written" } else { "toast.record-stays" };
            self.notices.note(say(done, [reason]));
        } else if is_written && self.documents.selection() == one.map(|id| (document, id)) {
            self.announcements.announce_operations(&["dm", "ce", "pv"]);
        }
    }
}
