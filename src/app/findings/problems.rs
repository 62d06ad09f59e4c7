//! Going from problem to problem, and fixing the one at hand.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::findings::Finding;
use crate::app::state::AppState;
use crate::browser::page;
use crate::document::RecordId;
use crate::epd::lint::Fix;
use crate::language::Text;
use crate::protocol::{Outcome, Task};

/// Rows that are looked at by one task when a record with a problem is sought.
const BATCH: usize = 2_000;

impl AppState {
    /// Applies a fix of a problem of the selected record, both by number, as the record is now.
    pub fn apply_fix_of(self, problem: usize, fix: usize) {
        if let Some(fix) = self.with_findings(|found| found.get(problem)?.fixes.get(fix).cloned()) {
            self.apply_fix(&fix);
        }
    }

    pub(crate) fn apply_fix(self, fix: &Fix) {
        self.change_selected(&fix.title, None, |parsed| Some(fix.edit.apply(parsed.text())));
    }

    /// Asks the findings of the selected record; none while they are those of another text.
    fn with_findings<T>(self, f: impl FnOnce(&[Finding]) -> Option<T>) -> Option<T> {
        f(&self.findings_now()?.list)
    }

    /// Goes to the next problem (or the one before) of the record, and from its last one to the next
    /// record of the list that has one, round and round.
    pub fn next_problem(self, back: bool) {
        self.when_checked(move || self.next_problem_now(back));
    }

    fn next_problem_now(self, back: bool) {
        let count = self.with_findings(|found| Some(found.len())).unwrap_or(0);
        let next = match (self.problem.get_untracked(), back) {
            (None, false) => Some(0),
            (None, true) => count.checked_sub(1),
            (Some(at), false) => Some(at + 1),
            (Some(at), true) => at.checked_sub(1),
        };
        if let Some(next) = next.filter(|next| *next < count) {
            self.show_problem(next);
            return;
        }
        if self.find.arranging.with_untracked(Option::is_some) {
            self.notices.note("toast.arranging");
            return;
        }
        spawn_local(async move {
            self.find.arranging.set(Some(("find.problem", 0)));
            let front = self.documents.with_active(|open| open.id);
            let found = self.record_with_problem(back).await;
            let stopped = self.find.arranging.with_untracked(Option::is_none);
            self.find.arranging.set(None);
            // The user stopped it, or went to another file.
            if stopped || self.documents.with_active(|open| open.id) != front {
                return;
            }
            match found {
                Ok(Some(id)) => {
                    self.select(id);
                    self.announcements.announce_record();
                    self.when_checked(move || self.show_first_problem(back));
                }
                Ok(None) if count > 0 => self.show_first_problem(back),
                Ok(None) => self.notices.note("toast.no-problems"),
                Err(reason) => self.notices.failed("toast.unchecked", &reason),
            }
        });
    }

    fn show_first_problem(self, back: bool) {
        let count = self.with_findings(|found| Some(found.len())).unwrap_or(0);
        if let Some(last) = count.checked_sub(1) {
            self.show_problem(if back { last } else { 0 });
        }
    }

    fn show_problem(self, number: usize) {
        self.problem.set(Some(number));
        // The problem may come with the next picture only: the record was just selected.
        spawn_local(async move {
            page::breathe().await;
            page::focus(&format!("problem-{number}"));
        });
    }

    /// The nearest other record of the list that has a problem; `None` also when the user stopped the
    /// search for it.
    async fn record_with_problem(self, back: bool) -> Result<Option<RecordId>, Text> {
        let start = self.documents.with_active(|open| {
            untrack(|| Some((open.id, self.listed_len(open), self.selected_row(open).unwrap_or(0))))
        });
        let Some((document, rows, start)) = start.flatten() else { return Ok(None) };
        let mut away = 1;
        while away < rows && self.find.arranging.with_untracked(Option::is_some) {
            let end = (away + BATCH).min(rows);
            let row = |away: usize| if back { (start + rows - away) % rows } else { (start + away) % rows };
            if self.documents.with_active(|open| open.id) != Some(document) {
                return Ok(None);
            }
            let ids: Vec<RecordId> = self
                .documents
                .with_active(|open| {
                    // One that was removed may still be listed.
                    let listed = |away| untrack(|| self.listed_at(open, row(away)));
                    let id = |away| listed(away).and_then(|(id, line)| line.map(|_| id));
                    (away..end).filter_map(id).collect()
                })
                .unwrap_or_default();
            if ids.is_empty() {
                away = end;
                continue;
            }
            let count = self.documents.batch_end(document, &ids, 0, BATCH);
            let lines = self.documents.texts(document, &ids[..count]).await?;
            let task = Task::Verdicts { dialect: self.documents.dialect.get_untracked(), lines };
            if let Outcome::Verdicts(verdicts) = self.workers.ask_desk(task).await?
                && let Some(at) = verdicts.iter().position(Option::is_some)
            {
                return Ok(ids.get(at).copied());
            }
            away += count;
            self.find.arranging.update(|state| {
                if let Some((_, done)) = state {
                    *done = away;
                }
            });
        }
        Ok(None)
    }
}
