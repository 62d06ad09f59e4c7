//! Verbs that rewrite every line of a file, batch by batch, in a worker.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::state::AppState;
use crate::browser::page;
use crate::document::workspace::DocumentId;
use crate::document::{MergeKey, RecordId};
use crate::epd::dialect;
use crate::pool::Answer;
use crate::protocol::{Dialect, Outcome, Task, Verb};

impl AppState {
    /// Puts all records of the file in front into normal form, one step of undo.
    pub fn normalize_file(self) {
        self.rewrite_file(Verb::Normalize, "Normalise file", "Normalising the file", "normalised");
    }

    /// Applies all safe fixes to all records of the file in front, one step of undo.
    pub fn repair_file(self) {
        let dialect = match self.dialect.get_untracked() {
            dialect::Dialect::Edwards => Dialect::Edwards,
            dialect::Dialect::Kvetka => Dialect::Kvetka,
        };
        self.rewrite_file(Verb::Repair { dialect }, "Repair file", "Repairing the file", "checked");
    }

    /// Multiplies every ordinary `ce` of the file in front by ten, one step of undo.
    pub fn convert_tenths(self) {
        self.rewrite_file(Verb::TenthsToCentipawns, "Tenths to centipawns", "Converting scores", "converted");
    }

    fn rewrite_file(self, verb: Verb, label: &'static str, title: &str, done_word: &'static str) {
        /// Lines per task: some tens of milliseconds of work.
        const BATCH: usize = 2_000;
        let Some(document) = self.with_active(|open| open.id) else { return };
        let ids = self.all_ids();
        let Some(serial) = self.analysis.begin(document, title, ids.len()) else { return };
        spawn_local(async move {
            let mut failures = Vec::new();
            let mut from = 0;
            while from < ids.len() && !self.analysis.is_stopping() {
                let end = self.batch_end(document, &ids, from, BATCH);
                let batch = &ids[from..end];
                from = end;
                match self.rewrite_batch(document, batch, verb).await {
                    Ok(Some(changed)) => {
                        self.analysis.count(batch.len(), changed.len(), 0);
                        let merge = Some(MergeKey::Run(serial));
                        self.update_document(document, |document| document.set_lines(changed, label, merge));
                    }
                    Ok(None) => break,
                    Err(reason) => {
                        failures.extend(batch.iter().map(|&id| (id, reason.clone())));
                        self.analysis.count(batch.len(), 0, batch.len());
                    }
                }
                page::breathe().await;
            }
            self.finish_run(done_word, &failures);
        });
    }

    /// The lines of a batch that change; `None` when the run was stopped.
    async fn rewrite_batch(
        self,
        document: DocumentId,
        batch: &[RecordId],
        verb: Verb,
    ) -> Result<Option<Vec<(RecordId, Vec<u8>)>>, String> {
        self.ensure(document, batch.to_vec()).await.map_err(|error| error.to_string())?;
        if self.analysis.is_stopping() {
            return Ok(None);
        }
        let lines: Option<Vec<Vec<u8>>> = batch.iter().map(|&id| self.text_of(document, id)).collect();
        let lines = lines.ok_or("some of these lines were removed or cannot be read")?;
        let before = lines.clone();
        let handed = self.analysis.jobs().submit(Task::Rewrite { verb, lines }, |_| ());
        let job = handed.job;
        self.analysis.add_job(job);
        let answer = handed.end.await.unwrap_or(Answer::Cancelled);
        self.analysis.remove_job(job);
        match answer {
            Answer::Done(Outcome::Rewrite(changed)) => Ok(Some(
                changed
                    .into_iter()
                    .filter_map(|(at, text)| {
                        let at = at as usize;
                        let id = *batch.get(at)?;
                        // A line that was edited meanwhile keeps the user's text.
                        (self.text_of(document, id).as_ref() == before.get(at)).then_some((id, text))
                    })
                    .collect(),
            )),
            Answer::Failed(reason) => Err(reason),
            Answer::Cancelled => Ok(None),
            Answer::Done(Outcome::Search(_)) | Answer::Progress(_) => {
                Err("an answer to another question".to_owned())
            }
        }
    }
}
