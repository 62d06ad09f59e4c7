//! Writes what the search found into the record.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::study::Study;
use crate::pool::Answer;
use crate::protocol::{Outcome, Task};
use crate::verb::{Analyze, Found, SearchLimits, Step};

impl Study {
    /// Whether what was found belongs to the position on the board, which is that of the selected record, so that
    /// it can be written. A view that asks follows the answer.
    pub fn can_write(&'static self) -> bool {
        let selected = self
            .documents
            .workspace
            .with(|workspace| workspace.active().and_then(|open| Some((open.id, open.selected?))));
        let is_of_selected = self.found.with(|found| {
            let root = found.root.as_ref().map(|root| (root.document, root.record));
            found.result().is_some() && root == selected
        });
        // After a change of the record, the results of before are there until the next ones come.
        is_of_selected && self.is_study_of_board() && !self.editing.is_frozen()
    }

    /// Writes the best line into the record, as an analysis of the record would.
    pub fn write_found(&'static self) {
        if !untrack(|| self.can_write()) {
            return;
        }
        let Some((document, record, engine, result)) = self.found.with_untracked(|found| {
            let root = found.root.as_ref()?;
            Some((root.document, root.record, root.engine, found.result()?))
        }) else {
            return;
        };
        let Some(line) = self.documents.text_of(document, record) else { return };
        let step: Step = Analyze {
            engine,
            limits: SearchLimits::default(),
            predicted_move: self.analysis.predicted_move.get_untracked(),
            lines: 1,
            as_records: false,
        }
        .into();
        let conventions = self.documents.conventions_of(document);
        let task = Task::Write { step, conventions, line: line.clone(), found: Found::Search(result) };
        spawn_local(async move {
            let answer = self.analysis.jobs().submit(task, |_| ()).end.await;
            let written = match answer {
                Ok(Answer::Done(Outcome::Written(written))) => *written,
                Ok(Answer::Failed(reason)) => {
                    return self.notices.failed("toast.result-not-written", &reason);
                }
                _ => return,
            };
            // The user may have gone on typing, and the file may be being saved by now.
            if self.documents.text_of(document, record).as_ref() != Some(&line)
                || self.documents.locked.with_untracked(|locked| locked.contains(&document))
            {
                return self.notices.note("toast.changed-meanwhile");
            }
            if let Some(text) = written.text {
                self.documents.update_document(document, |document| {
                    document.set_line(record, text, "step.write-found", None);
                });
            }
            self.announcements.announce(self.language.say_now(&"study.written".into()));
        });
    }
}
