//! Follows the links of a report: to a record, to the records of a bar, or to a table in another order.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use super::Reports;
use crate::browser::page;
use crate::document::RecordId;
use crate::document::workspace::DocumentId;
use crate::protocol::{Outcome, ReportFormat, Task};
use crate::report::View;

impl Reports {
    /// Follows a link in the report: to a record, to the records of a bar, or to a table in another order.
    pub fn follow_report(&'static self, event: &leptos::ev::MouseEvent) {
        let Some(address) = page::link_of(event) else { return };
        let Some((what, number)) = address.strip_prefix("#report-").and_then(|rest| rest.split_once('-'))
        else {
            return;
        };
        event.prevent_default();
        let numbers: Vec<usize> = number.split('-').filter_map(|word| word.parse().ok()).collect();
        match (what, &numbers[..]) {
            ("sort", &[table, column]) => self.sort_table(table, column, address),
            ("bar", &[bar]) => self.list_bar(bar),
            (run, &[line]) => {
                if let (Ok(run), Ok(line)) = (run.parse(), u32::try_from(line)) {
                    self.go_to(run, line);
                }
            }
            _ => {}
        }
    }

    /// Closes the report for what a link of it leads to; "Back" of the browser shows it again.
    fn go_on(&'static self) {
        self.is_left_by_link.set_value(true);
        self.is_open.set(false);
    }

    /// Whether the page hears already that the browser comes back to the report; it does after this.
    pub fn is_heard(&'static self) -> bool {
        self.is_heard.try_update_value(|is_heard| std::mem::replace(is_heard, true)) == Some(true)
    }

    /// Whether it was closed by one of its links just now.
    pub fn take_left_by_link(&'static self) -> bool {
        self.is_left_by_link.try_update_value(std::mem::take) == Some(true)
    }

    /// Shows the report again that one of its links has left.
    pub fn come_back(&'static self) {
        if self.html.with_untracked(String::is_empty) {
            return;
        }
        self.is_open.set(true);
        if self.of.with_untracked(|of| self.revisions_of(of)) != self.revisions.get_value() {
            self.notices.note("report.outdated");
        }
    }

    /// Selects a record of the report.
    fn go_to(&'static self, run: usize, line: u32) {
        let Some((document, ids)) = self.records_of(run, &[line]) else {
            return self.notices.note("toast.no-records");
        };
        self.go_on();
        if let Some(&id) = ids.first() {
            self.records.go_to(document, id);
        }
    }

    /// The file of a run, and its records that these lines had and that are still there.
    fn records_of(&'static self, run: usize, lines: &[u32]) -> Option<(DocumentId, Vec<RecordId>)> {
        let document = self.of.with_untracked(|documents| documents.get(run).copied())?;
        let ids = self.lines.with_value(|runs| {
            let known = runs.get(run)?;
            let id = |&line: &u32| {
                let at = known.binary_search_by_key(&line, |(number, _)| *number).ok()?;
                Some(known[at].1)
            };
            Some(lines.iter().filter_map(id).collect::<Vec<_>>())
        })?;
        self.documents.workspace.with_untracked(|workspace| {
            let file = &workspace.get(document)?.document;
            let there: Vec<RecordId> = ids.into_iter().filter(|&id| file.position_of(id).is_some()).collect();
            (!there.is_empty()).then_some((document, there))
        })
    }

    /// Sorts a table by a column; the other way round, if it is sorted by it.
    fn sort_table(&'static self, table: usize, column: usize, link: String) {
        let descending = self.sorted.get_value() == Some((table, column, false));
        let question = self.next_question();
        spawn_local(async move {
            let sorted = Some((table, column, descending));
            let Some(html) = self.rewritten(ReportFormat::Fragment(View { sorted })).await else { return };
            if self.asked.get_value() != question {
                return;
            }
            self.sorted.set_value(sorted);
            self.html.set(html);
            // The link that was followed is another one now.
            page::later(0, move || page::focus_link(&link));
        });
    }

    /// Lists the records of a bar.
    fn list_bar(&'static self, bar: usize) {
        let question = self.next_question();
        spawn_local(async move {
            let answer = self.ask(Task::Bar { runs: self.graded.get_value(), bar }).await;
            // The report may have been closed meanwhile.
            let is_wanted = self.asked.get_value() == question && self.is_open.get_untracked();
            let Some(Outcome::Bar(run, lines)) = answer.filter(|_| is_wanted) else {
                return;
            };
            let Some((document, ids)) = self.records_of(run, &lines) else {
                return self.notices.note("toast.no-records");
            };
            self.go_on();
            self.documents.workspace.update(|workspace| workspace.activate(document));
            // A file that comes to the front lists all its records at first.
            page::later(0, move || self.list.list_records(ids));
        });
    }
}
