//! The list of records: what stands in it, in which order, and the selection in it.

use std::sync::Arc;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::list::List;
use crate::app::reorder::{Reorder, permuted};
use crate::app::sweep::Sweep;
use crate::document::workspace::{DocumentId, OpenDocument};
use crate::document::{LineSet, RecordId};
use crate::language::{Text, say};
use crate::logic::listing::{Found, Listed, next_order};
use crate::protocol::Same;
use crate::view::Column;

/// Another list that is worked out, and the column that it is sorted by; `None` when it was stopped.
type Arranged = Result<Option<(Found, Option<(Column, bool)>)>, Text>;

impl List {
    /// Number of records in the list.
    pub fn listed_len(&'static self, open: &OpenDocument) -> usize {
        self.found.with(|found| Listed::of(open, found.as_ref()).rows())
    }

    /// The records that are listed and stand in the file, in its order: what tools work on.
    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "the method itself is not general over lifetimes"
    )]
    pub fn listed_ids(&'static self) -> Vec<RecordId> {
        self.with_listed(|list| list.ids()).unwrap_or_default()
    }

    /// The record in a row of the list, and its line in the file; see [`Listed::at`].
    pub fn listed_at(&'static self, open: &OpenDocument, row: usize) -> Option<(RecordId, Option<usize>)> {
        self.found.with(|found| Listed::of(open, found.as_ref()).at(row))
    }

    /// The row of the selected record; `None` if it is not in the list.
    pub fn selected_row(&'static self, open: &OpenDocument) -> Option<usize> {
        self.found.with(|found| Listed::of(open, found.as_ref()).selected())
    }

    fn with_listed<T>(&'static self, f: impl FnOnce(Listed<'_>) -> T) -> Option<T> {
        self.documents
            .with_active(|open| self.found.with_untracked(|found| f(Listed::of(open, found.as_ref()))))
    }

    fn select_found(&'static self, id: Option<RecordId>) {
        if let Some(id) = id {
            self.records.select(id);
        }
    }

    /// Selects the record in a row of the list, or the last one.
    pub fn select_row(&'static self, row: usize) {
        self.select_found(self.with_listed(|list| list.nearest(row)).flatten());
    }

    /// Selects the first record of the list, unless one of it is selected.
    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "the method itself is not general over lifetimes"
    )]
    pub fn select_listed(&'static self) {
        if self.with_listed(|list| list.selected()).flatten().is_none() {
            self.select_row(0);
        }
    }

    /// Selects a record `by` rows away; from a record that is not listed, the first one listed.
    pub fn select_by(&'static self, by: isize) {
        self.select_found(self.with_listed(|list| list.away(by)).flatten());
    }

    /// Lists the records by a column; by the same one again in the opposite order, and then in that
    /// of the file again. The file stays as it is.
    pub fn sort_list(&'static self, column: Column) {
        let descending = self.sorted.with_untracked(|before| next_order(before.as_ref(), &column));
        if self.is_finding() {
            return;
        }
        let ids = self.listed_ids();
        let Some(descending) = descending else {
            self.find(&self.query.get_untracked());
            return;
        };
        let what = Reorder::Sort { by: column.name().to_owned(), descending };
        self.arrange("find.sorting", async move |sweep, document| {
            let new = self.sweeps.reorder(&sweep, document, ids, &what).await?;
            Ok(new.map(|new| (Found::whole(document, new.ids), Some((column, descending)))))
        });
    }

    /// Lists the records whose position stands more than once, those of each position together.
    pub fn group_list(&'static self, same: Same) {
        if self.is_finding() {
            return;
        }
        let ids = self.listed_ids();
        self.arrange("find.comparing", async move |sweep, document| {
            let groups = self.sweeps.same_positions(&sweep, document, &ids, same, false).await?;
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
    fn is_finding(&'static self) -> bool {
        let is_finding =
            self.found.with_untracked(|found| found.as_ref().is_some_and(|found| found.done < found.total));
        if is_finding {
            self.notices.note("toast.finding");
        }
        is_finding
    }

    /// Makes another list of the file in front.
    fn arrange(
        &'static self,
        what: &'static str,
        make: impl AsyncFnOnce(Sweep, DocumentId) -> Arranged + 'static,
    ) {
        let Some(document) =
            self.documents.with_active(|open| open.id).filter(|_| !self.documents.is_reading())
        else {
            return;
        };
        self.sweep.with_value(Sweep::stop);
        self.arranging.set(Some((what, 0)));
        let sweep = Sweep::telling(move |count| {
            self.arranging.update(|state| {
                if let Some((_, done)) = state {
                    *done += count;
                }
            });
        });
        self.sweep.set_value(sweep.clone());
        spawn_local(async move {
            let answer = make(sweep.clone(), document).await;
            if sweep.is_stopped() {
                return;
            }
            self.arranging.set(None);
            match answer {
                Ok(Some((found, sorted))) => {
                    self.found.set(Some(found));
                    self.sorted.set(sorted);
                }
                Ok(None) => {}
                Err(reason) => self.notices.failed("toast.list-stays", &reason),
            }
        });
    }

    /// Gives the file the order of the list, as one step of undo.
    pub fn keep_order(&'static self) {
        if self.editing.is_locked() {
            return;
        }
        let Some((column, _)) = self.sorted.get_untracked() else { return };
        let listed =
            self.found.with_untracked(|found| Some((found.as_ref()?.document, found.as_ref()?.ids.clone())));
        let Some((document, ids)) = listed else { return };
        if self.documents.with_active(|open| open.id) != Some(document) {
            self.notices.note("toast.other-list");
            return;
        }
        let label = say("step.sort", [column.name().to_owned()]);
        self.documents.update_document(document, |document| document.permute(&ids, &label));
        self.sorted.set(None);
        if self.query.with_untracked(|query| query.trim().is_empty()) {
            self.found.set(None);
        }
    }
}
