//! Writes what the search found into the record.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::study::Study;
use crate::chess::Move;
use crate::epd::verbs::play::with_line;
use crate::pool::Answer;
use crate::protocol::{Outcome, Task};
use crate::verb::{Analyze, Found, SearchLimits, Step};

impl Study {
    /// Whether a line is known of the position on the board. A view that asks follows the answer.
    pub fn has_move(&'static self) -> bool {
        self.is_study_of_board() && self.found.with(|found| found.moves_into(0, Some(0)).is_some())
    }

    /// Whether what was found belongs to the position on the board, which is that of the selected record, so that
    /// it can be written. A view that asks follows the answer.
    pub fn can_write(&'static self) -> bool {
        let has_result = self.found.with(|found| found.result().is_some());
        // After a change of the record, the results of before are there until the next ones come.
        has_result && self.is_of_selected() && self.is_study_of_board() && !self.editing.is_frozen()
    }

    /// Whether what was found is about the selected record.
    fn is_of_selected(&'static self) -> bool {
        let selected = self
            .documents
            .workspace
            .with(|workspace| workspace.active().and_then(|open| Some((open.id, open.selected?))));
        selected.is_some()
            && selected
                == self.found.with(|found| found.root.as_ref().map(|root| (root.document, root.record)))
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
        let predicted_move = self.analysis.predicted_move.get_untracked();
        let step: Step = Analyze { predicted_move, ..Analyze::new(engine, SearchLimits::default()) }.into();
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
            self.announcements.announce("study.written");
        });
    }

    /// The first move of a line, if the record's own position was searched.
    fn own_move(&'static self, line: usize) -> Option<Move> {
        match self.found.with(|found| found.moves_into(line, Some(0)))?[..] {
            [own] => Some(own),
            _ => None,
        }
    }

    /// Whether the first move of a line is in `bm`; `None` if it cannot be, since the line is about another position
    /// than the record's. A view that asks follows the answer.
    pub fn is_best(&'static self, line: usize) -> Option<bool> {
        let own = self.own_move(line).filter(|_| self.is_of_selected() && self.is_study_of_board())?;
        self.documents.record.with(|record| record.as_ref().map(|record| record.best.contains(&own)))
    }

    /// Adds the first move of a line to `bm`, or removes it.
    pub fn take_into_bm(&'static self, line: usize) {
        let Some(own) = untrack(|| self.is_best(line).and_then(|_| self.own_move(line))) else { return };
        if !self.editing.is_locked() {
            self.board.toggle_best(own);
        }
    }

    /// Writes one of the lines into `pv`, after the moves that led to its position.
    pub fn take_into_pv(&'static self, line: usize) {
        let taken = self.found.with_untracked(|found| {
            let moves = found.moves_into(line, None)?;
            let root = found.root.as_ref()?;
            Some((root.document, root.record, root.start.clone(), moves))
        });
        let Some((document, record, start, moves)) = taken else { return };
        if self.editing.is_locked() || !untrack(|| self.is_study_of_board()) {
            return;
        }
        let Some(text) = self.documents.text_of(document, record) else { return };
        match with_line(&text, "pv", &start, &moves) {
            Ok(text) => {
                self.documents.update_document(document, |document| {
                    document.set_line(record, text, "step.take-line", None);
                });
                self.announcements.announce("study.taken");
            }
            Err(error) => self.notices.failed("toast.move-not-written", error.text()),
        }
    }
}
