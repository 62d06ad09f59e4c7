//! Moves from problem to problem, and applies fixes to them.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::announcements::Announcements;
use crate::app::documents::Documents;
use crate::app::editing::Editing;
use crate::app::findings::CheckDesk;
use crate::app::list::List;
use crate::app::notices::Notices;
use crate::app::parts::{Part, Parts};
use crate::app::records::Records;
use crate::app::workers::Workers;
use crate::browser::{caret, focus, page};
use crate::document::RecordId;
use crate::language::Text;
use crate::logic::findings::fix_of_kind;
use crate::logic::problems::{Round, first, next};
use crate::protocol::{Finding, Outcome, Task};

/// Rows checked by one task in the search for a record with a problem.
const BATCH: usize = 2_000;

/// The problems of the records.
#[derive(Debug, Clone, Copy)]
pub struct Problems {
    pub(crate) documents: &'static Documents,
    /// The findings of the selected record.
    pub(crate) findings: &'static CheckDesk,
    /// Applies fixes.
    pub(crate) editing: &'static Editing,
    /// Selects another record.
    pub(crate) records: &'static Records,
    /// The list of records to search.
    pub(crate) list: &'static List,
    /// Shows the part with the problems.
    pub(crate) parts: Parts,
    /// Announces the record with the selected problem.
    pub(crate) announcements: Announcements,
    /// Reports failures.
    pub(crate) notices: Notices,
    /// Checks the other records.
    pub(crate) workers: Workers,
}

impl Problems {
    /// Applies a fix to a problem of the selected record, both given by their numbers now.
    pub fn apply_fix_of(&'static self, problem: usize, fix: usize) {
        if let Some(fix) = self.with_findings(|found| found.get(problem)?.fixes.get(fix).cloned()) {
            self.editing.apply_fix(&fix);
        }
    }

    /// Applies the fixes of all problems of a rule in the selected record, as one step of undo.
    pub fn fix_kind(&'static self, code: &str) {
        if let Some(fix) = self.with_findings(|found| fix_of_kind(found, code)) {
            self.editing.apply_fix(&fix);
        }
    }

    /// Selects in the text what a problem of the selected record is about.
    pub fn show_in_text(&'static self, problem: usize) {
        let span = self.with_findings(|found| Some(found.get(problem)?.span));
        let part = self.documents.record.with_untracked(|record| Some(record.as_ref()?.shown_part(span?)));
        if let Some(part) = part {
            self.editing.problem.set(Some(problem));
            caret::select("record-text", &part);
        }
    }

    /// Calls `f` with the findings of the selected record, or without any if they are out of date.
    fn with_findings<T>(&'static self, f: impl FnOnce(&[Finding]) -> Option<T>) -> Option<T> {
        f(&self.findings.findings_now()?.list)
    }

    /// Selects the next problem of the record (or the previous one), and after the last one a problem of the
    /// next record in the list that has one. The list is cyclic.
    pub fn next_problem(&'static self, back: bool) {
        self.findings.when_checked(move || self.next_problem_now(back));
    }

    fn next_problem_now(&'static self, back: bool) {
        let count = self.with_findings(|found| Some(found.len())).unwrap_or(0);
        if let Some(next) = next(self.editing.problem.get_untracked(), back, count) {
            self.show_problem(next);
            return;
        }
        if self.list.arranging.with_untracked(Option::is_some) {
            self.notices.note("toast.arranging");
            return;
        }
        spawn_local(async move {
            self.list.arranging.set(Some(("find.problem", 0)));
            let front = self.documents.with_active(|open| open.id);
            let found = self.record_with_problem(back).await;
            let stopped = self.list.arranging.with_untracked(Option::is_none);
            self.list.arranging.set(None);
            // The user stopped the search, or another file is active.
            if stopped || self.documents.with_active(|open| open.id) != front {
                return;
            }
            match found {
                Ok(Some(id)) => {
                    self.records.select(id);
                    self.announcements.announce_record();
                    self.findings.when_checked(move || self.show_first_problem(back));
                }
                Ok(None) if count > 0 => self.show_first_problem(back),
                Ok(None) => self.notices.note("toast.no-problems"),
                Err(reason) => self.notices.failed("toast.unchecked", &reason),
            }
        });
    }

    fn show_first_problem(&'static self, back: bool) {
        let count = self.with_findings(|found| Some(found.len())).unwrap_or(0);
        if let Some(problem) = first(back, count) {
            self.show_problem(problem);
        }
    }

    fn show_problem(&'static self, number: usize) {
        self.editing.problem.set(Some(number));
        self.parts.show(Part::Problems);
        // The problem may be drawn only in the next frame, because its record was just selected.
        spawn_local(async move {
            page::breathe().await;
            focus::move_to(&format!("problem-{number}"));
        });
    }

    /// The nearest other record of the list that has a problem; `None` also if the user stopped the search.
    async fn record_with_problem(&'static self, back: bool) -> Result<Option<RecordId>, Text> {
        let start = self.documents.with_active(|open| {
            untrack(|| Some((open.id, self.list.listed_len(open), self.list.selected_row(open).unwrap_or(0))))
        });
        let Some((document, rows, start)) = start.flatten() else { return Ok(None) };
        let round = Round { rows, start, back };
        let mut away = 1;
        while away < rows && self.list.arranging.with_untracked(Option::is_some) {
            let end = (away + BATCH).min(rows);
            if self.documents.with_active(|open| open.id) != Some(document) {
                return Ok(None);
            }
            let ids: Vec<RecordId> = self
                .documents
                .with_active(|open| {
                    // The list may still contain removed records.
                    let listed = |away| untrack(|| self.list.listed_at(open, round.row(away)));
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
            let task = Task::Verdicts { conventions: self.documents.conventions_of(document), lines };
            if let Outcome::Verdicts(verdicts) = self.workers.ask_desk(task).await?
                && let Some(at) = verdicts.iter().position(Option::is_some)
            {
                return Ok(ids.get(at).copied());
            }
            away += count;
            self.list.arranging.update(|state| {
                if let Some((_, done)) = state {
                    *done = away;
                }
            });
        }
        Ok(None)
    }
}
