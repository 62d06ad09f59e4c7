//! Verbs that rewrite every line of a file, in all workers, as one step of undo.

use leptos::prelude::WithUntracked as _;
use wasm_bindgen_futures::spawn_local;

use crate::app::runs::{CHECKED, CONVERTED, DONE, DoneWords, NORMALIZED, Runs};
use crate::app::sweep::{Batch, Sweep};
use crate::browser::page;
use crate::document::workspace::DocumentId;
use crate::document::{MergeKey, RecordId};
use crate::epd::conventions::Conventions;
use crate::language::Text;
use crate::protocol::{Lines, Outcome, Task};
use crate::run::Rewritten;
use crate::verb::{Purge, Repair, Step};

/// Makes the tasks of a verb.
fn make_rewrite(step: Step, conventions: Conventions) -> Box<dyn Fn(usize, Lines) -> Task> {
    Box::new(move |from, lines| {
        let first = u32::try_from(from + 1).unwrap_or(u32::MAX);
        Task::Rewrite { step: step.clone(), conventions: conventions.clone(), first, lines }
    })
}

impl Runs {
    /// Normalises all records of the active file, in one step of undo.
    pub fn normalize_file(&'static self) {
        self.rewrite_file(Step::Normalize, "command.normalize-file", "run.normalizing", NORMALIZED);
    }

    /// Normalises records, in one step of undo.
    pub fn normalize_records(&'static self, document: DocumentId, ids: Vec<RecordId>, label: Text) {
        self.rewrite_records(document, ids, Step::Normalize, label, "run.normalizing".into(), NORMALIZED);
    }

    /// Applies all safe fixes to all records of the active file, in one step of undo.
    pub fn repair_file(&'static self) {
        self.rewrite_file(Repair::default().into(), "command.repair-file", "run.repairing", CHECKED);
    }

    /// Applies all safe fixes to records, in one step of undo.
    pub fn repair_records(&'static self, document: DocumentId, ids: Vec<RecordId>, label: Text) {
        self.rewrite_records(document, ids, Repair::default().into(), label, "run.repairing".into(), CHECKED);
    }

    /// Removes the operations with an opcode from records, in one step of undo.
    pub fn remove_from_records(
        &'static self,
        document: DocumentId,
        ids: Vec<RecordId>,
        opcode: String,
        label: Text,
    ) {
        let step = Purge { opcodes: vec![opcode] }.into();
        self.rewrite_records(document, ids, step, label.clone(), label, DONE);
    }

    /// Applies all safe fixes of one rule, given by its code, to all records of the active file, in one step
    /// of undo.
    pub fn repair_rule(&'static self, code: String) {
        self.rewrite_file(
            Repair { only: Some(code), ..Repair::default() }.into(),
            "step.repair-rule",
            "run.repairing-rule",
            CHECKED,
        );
    }

    /// Multiplies every ordinary `ce` of the active file by ten, in one step of undo.
    pub fn convert_tenths(&'static self) {
        self.rewrite_file(Step::Tenths, "step.tenths", "run.converting", CONVERTED);
    }

    fn rewrite_file(
        &'static self,
        step: Step,
        label: &'static str,
        title: &'static str,
        done_words: DoneWords,
    ) {
        if let Some(document) = self.documents.with_active(|open| open.id) {
            self.rewrite_records(
                document,
                self.documents.all_ids(),
                step,
                label.into(),
                title.into(),
                done_words,
            );
        }
    }

    /// Runs a verb over records of a file, as one step of undo. Returns whether it has begun.
    pub(in crate::app) fn rewrite_records(
        &'static self,
        document: DocumentId,
        ids: Vec<RecordId>,
        step: Step,
        label: Text,
        title: Text,
        done_words: DoneWords,
    ) -> bool {
        let Some(serial) = self.begin_run(document, title, ids.len()) else { return false };
        let step = step.begun(page::now_seconds().into());
        let sweep = Sweep::of_run();
        let end = sweep.clone();
        let take = move |batch: Batch<'_>, outcome: Result<Outcome, Text>| {
            let texts = outcome.and_then(|outcome| match outcome {
                Outcome::Rewrite(texts) => Ok(texts),
                _ => Err("why.answered-otherwise".into()),
            });
            let still_as_asked = |texts| {
                let Batch { ids, lines, edited, .. } = batch;
                let asked = |at| Some((*ids.get(at)?, lines.get(at)?, *edited.get(at)?));
                self.documents.workspace.with_untracked(|workspace| {
                    let open = workspace.get(document);
                    open.map(|open| open.document.still_as_asked(asked, texts)).unwrap_or_default()
                })
            };
            match Rewritten::of(self.analysis.is_stopping(), batch.ids, texts, still_as_asked) {
                Rewritten::Stopped => end.stop(),
                Rewritten::Lines(changed) => {
                    self.analysis.count(batch.ids.len(), changed.len());
                    let merge = Some(MergeKey::Run(serial));
                    self.documents
                        .update_document(document, |document| document.set_lines(changed, &label, merge));
                }
                Rewritten::Failed(ends) => self.analysis.count_ends(ends, 0),
            }
        };
        spawn_local(async move {
            sweep
                .run(
                    self.sweeps,
                    document,
                    ids,
                    make_rewrite(step, self.documents.conventions_of(document)),
                    Box::new(take),
                )
                .await;
            self.finish_run(done_words);
        });
        true
    }
}
