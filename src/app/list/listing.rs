//! The list of records: what stands in it, in which order, and the selection in it.

use std::sync::Arc;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::list::find::Found;
use crate::app::reorder::{Reorder, permuted};
use crate::app::state::AppState;
use crate::app::sweep::Sweep;
use crate::document::workspace::{DocumentId, OpenDocument};
use crate::document::{LineSet, RecordId};
use crate::language::{Text, say};
use crate::protocol::Same;
use crate::view::Column;

/// Another list that is worked out, and the column that it is sorted by; `None` when it was stopped.
type Arranged = Result<Option<(Found, Option<(Column, bool)>)>, Text>;

impl AppState {
    /// Number of records in the list.
    pub fn listed_len(self, open: &OpenDocument) -> usize {
        self.find.found.with(|found| match found {
            Some(found) if found.document == open.id => found.ids.len(),
            _ => open.document.len(),
        })
    }

    /// The records that are listed and stand in the file, in its order: what tools work on.
    pub fn listed_ids(self) -> Vec<RecordId> {
        let listed = self.documents.with_active(|open| {
            self.find.found.with_untracked(|found| match found {
                Some(found) if found.document == open.id => {
                    let found = LineSet::of(&found.ids);
                    open.document.ids().filter(|&id| found.has(id)).collect()
                }
                _ => open.document.all_ids(),
            })
        });
        listed.unwrap_or_default()
    }

    /// The record in a row of the list, and its line in the file, both 0 first. A record that was
    /// removed has no line and stays in the list until the query is asked again.
    pub fn listed_at(self, open: &OpenDocument, row: usize) -> Option<(RecordId, Option<usize>)> {
        self.find.found.with(|found| match found {
            Some(found) if found.document == open.id => {
                let id = *found.ids.get(row)?;
                Some((id, open.document.position_of(id)))
            }
            _ => Some((open.document.id_at(row)?, Some(row))),
        })
    }

    /// The row of the selected record; `None` if it is not in the list.
    pub fn selected_row(self, open: &OpenDocument) -> Option<usize> {
        let position = open.position()?;
        self.find.found.with(|found| match found {
            Some(found) if found.document == open.id => {
                found.ids.iter().position(|&id| Some(id) == open.selected)
            }
            _ => Some(position),
        })
    }

    /// Selects the record in a row of the list, or the last one.
    pub fn select_row(self, row: usize) {
        let id = self.documents.with_active(|open| {
            let last = untrack(|| self.listed_len(open)).checked_sub(1)?;
            untrack(|| self.listed_at(open, row.min(last))).map(|(id, _)| id)
        });
        if let Some(id) = id.flatten() {
            self.select(id);
        }
    }

    /// Selects the first record of the list, unless one of it is selected.
    pub fn select_listed(self) {
        if self.documents.with_active(|open| untrack(|| self.selected_row(open))).flatten().is_none() {
            self.select_row(0);
        }
    }

    /// Selects a record `by` rows away; from a record that is not listed, the first one listed.
    pub fn select_by(self, by: isize) {
        let row = self.documents.with_active(|open| untrack(|| self.selected_row(open))).flatten();
        self.select_row(row.map_or(0, |row| row.saturating_add_signed(by)));
    }

    /// Lists the records by a column; by the same one again in the opposite order, and then in that
    /// of the file again. The file stays as it is.
    pub fn sort_list(self, column: Column) {
        let descending = match self.find.sorted.get_untracked() {
            Some((before, false)) if before == column => Some(true),
            Some((before, true)) if before == column => None,
            _ => Some(false),
        };
        let descending = descending.filter(|_| column != Column::Number);
        if self.is_finding() {
            return;
        }
        let ids = self.listed_ids();
        let Some(descending) = descending else {
            self.find(&self.find.query.get_untracked());
            return;
        };
        let what = Reorder::Sort { by: column.name().to_owned(), descending };
        self.arrange("find.sorting", async move |sweep, document| {
            let new = self.reorder(&sweep, document, ids, &what).await?;
            Ok(new.map(|new| (Found::whole(document, new.ids), Some((column, descending)))))
        });
    }

    /// Lists the records whose position stands more than once, those of each position together.
    pub fn group_list(self, same: Same) {
        if self.is_finding() {
            return;
        }
        let ids = self.listed_ids();
        self.arrange("find.comparing", async move |sweep, document| {
            let groups = self.same_positions(&sweep, document, &ids, same, false).await?;
            Ok(groups.map(|(groups, _)| {
                let firsts: Vec<RecordId> =
                    groups.iter().flat_map(|group| permuted(&ids, &group[..1])).collect();
                let listed = groups.iter().flat_map(|group| permuted(&ids, group)).collect();
                let groups = Some((groups.len(), Arc::new(LineSet::of(&firsts))));
                (Found { groups, ..Found::whole(document, listed) }, None)
            }))
        });
    }

    /// Whether a query goes on, told to the user: what it has found so far is no list to arrange.
    fn is_finding(self) -> bool {
        let is_finding = self
            .find
            .found
            .with_untracked(|found| found.as_ref().is_some_and(|found| found.done < found.total));
        if is_finding {
            self.notices.note("toast.finding");
        }
        is_finding
    }

    /// Makes another list of the file in front.
    fn arrange(self, what: &'static str, make: impl AsyncFnOnce(Sweep, DocumentId) -> Arranged + 'static) {
        let Some(document) =
            self.documents.with_active(|open| open.id).filter(|_| !self.documents.is_reading())
        else {
            return;
        };
        self.find.sweep.with_value(Sweep::stop);
        self.find.arranging.set(Some((what, 0)));
        let sweep = Sweep::telling(move |count| {
            self.find.arranging.update(|state| {
                if let Some((_, done)) = state {
                    *done += count;
                }
            });
        });
        self.find.sweep.set_value(sweep.clone());
        spawn_local(async move {
            let answer = make(sweep.clone(), document).await;
            if sweep.is_stopped() {
                return;
            }
            self.find.arranging.set(None);
            match answer {
                Ok(Some((found, sorted))) => {
                    self.find.found.set(Some(found));
                    self.find.sorted.set(sorted);
                }
                Ok(None) => {}
                Err(reason) => self.notices.failed("toast.list-stays", &reason),
            }
        });
    }

    /// Gives the file the order of the list, as one step of undo.
    pub fn keep_order(self) {
        if self.is_locked() {
            return;
        }
        let Some((column, _)) = self.find.sorted.get_untracked() else { return };
        let listed = self
            .find
            .found
            .with_untracked(|found| Some((found.as_ref()?.document, found.as_ref()?.ids.clone())));
        let Some((document, ids)) = listed else { return };
        if self.documents.with_active(|open| open.id) != Some(document) {
            self.notices.note("toast.other-list");
            return;
        }
        let label = say("step.sort", [column.name().to_owned()]);
        self.documents.update_document(document, |document| document.permute(&ids, &label));
        self.find.sorted.set(None);
        if self.find.query.with_untracked(|query| query.trim().is_empty()) {
            self.find.found.set(None);
        }
    }
}
