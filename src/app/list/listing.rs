//! The list of records: its contents, order and selection.

use std::sync::Arc;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::list::List;
use crate::app::sweep::Sweep;
use crate::document::workspace::{DocumentId, OpenDocument};
use crate::document::{LineSet, RecordId, permuted};
use crate::language::{Text, say};
use crate::logic::listing::{Found, Listed, next_order};
use crate::logic::picking::Way;
use crate::logic::reordering::Reorder;
use crate::protocol::Same;
use crate::view::Column;

/// A rearranged list, and the column by which it is sorted; `None` if it was stopped.
type Arranged = Result<Option<(Found, Option<(Column, bool)>)>, Text>;

impl List {
    /// The number of records in the list.
    pub fn listed_len(&'static self, open: &OpenDocument) -> usize {
        self.found.with(|found| Listed::of(open, found.as_ref()).rows())
    }

    /// The listed records that are still in the file, in its order.
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

    pub(super) fn with_listed<T>(&'static self, f: impl FnOnce(Listed<'_>) -> T) -> Option<T> {
        // What needs the signals is compiled once, and not for each function.
        let (mut f, mut answer) = (Some(f), None);
        self.look(&mut |list| answer = f.take().map(|f| f(list)));
        answer
    }

    fn look(&'static self, look: &mut dyn FnMut(Listed<'_>)) {
        self.documents.with_active(|open| {
            self.found.with_untracked(|found| look(Listed::of(open, found.as_ref())));
        });
    }

    /// Selects the first record of the list, unless a listed one is selected.
    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "the method itself is not general over lifetimes"
    )]
    pub fn select_listed(&'static self) {
        if self.with_listed(|list| list.selected()).flatten().is_none() {
            self.go(0, Way::Past);
        }
    }

    /// Sorts the list by a column. A second call with the same column reverses the order, and a third one
    /// restores the order of the file. The file itself does not change.
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

    /// Lists the records whose position occurs more than once, grouped by position.
    pub fn group_list(&'static self, same: Same) {
        if self.is_finding() {
            return;
        }
        let ids = self.listed_ids();
        self.clear_picks();
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

    /// Lists these records of the active file, in place of those that a query found.
    pub fn list_records(&'static self, ids: Vec<RecordId>) {
        self.clear_find();
        self.clear_picks();
        let Some((document, total)) = self.documents.with_active(|open| (open.id, open.document.len()))
        else {
            return;
        };
        self.found.set(Some(Found { done: total, total, ..Found::whole(document, ids) }));
        self.select_listed();
    }

    /// Lists the lines of a file that were added since there were `before` of them; see [`Found::take_added`].
    #[inline(never)]
    pub(in crate::app) fn list_added(&'static self, document: DocumentId, before: u32) {
        if self.found.with_untracked(|found| found.as_ref().is_none_or(|found| found.document != document)) {
            return;
        }
        self.documents.workspace.with_untracked(|workspace| {
            let Some(open) = workspace.get(document) else { return };
            self.found.update(|found| {
                if let Some(found) = found {
                    found.take_added(&open.document, before);
                }
            });
        });
    }

    /// Whether only a part of the file is listed although there is no query, as after a press on a bar.
    pub fn is_part_without_query(&'static self) -> bool {
        let is_part =
            self.found.with(|found| found.as_ref().is_some_and(|found| found.ids.len() < found.total));
        is_part && self.query.with(|query| query.trim().is_empty())
    }

    /// Whether a query is in progress. If it is, the user is notified: an incomplete result cannot be
    /// rearranged, and what works on the listed records would miss some.
    pub(super) fn is_finding(&'static self) -> bool {
        let front = self.documents.with_active(|open| open.id);
        let is_open = |found: &Found| Some(found.document) == front && found.done < found.total;
        let is_finding = self.found.with_untracked(|found| found.as_ref().is_some_and(is_open));
        if is_finding {
            self.notices.note("toast.finding");
        }
        is_finding
    }

    /// Replaces the list of the active file by a new arrangement.
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

    /// Sorts the file into the order of the list, as one step of undo.
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
        self.documents.update_document(document, |document| {
            // Comments about the whole file stay before its records.
            let head: LineSet = document.ids().take(document.head_of(document.ids())).collect();
            let order: Vec<RecordId> = ids.iter().copied().filter(|id| !head.has(*id)).collect();
            document.permute(&order, &label);
        });
        self.sorted.set(None);
        if self.query.with_untracked(|query| query.trim().is_empty()) {
            self.found.set(None);
        }
    }
}
