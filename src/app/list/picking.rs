//! Picks records of the list, for commands to work on.
#![expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the methods themselves are not general over lifetimes"
)]

use leptos::prelude::*;

use crate::app::list::List;
use crate::document::workspace::OpenDocument;
use crate::document::{Picks, RecordId};
use crate::logic::picking::Way;

impl List {
    /// Goes to a row of the list, or to the last one.
    pub fn go(&'static self, row: usize, way: Way) {
        if let Some((id, picks)) = self.with_listed(|list| list.go(row, way)).flatten() {
            self.records.select_with(id, picks);
        }
    }

    /// Goes to the row `by` rows away; from a record that is not listed, to the first one in the list.
    pub fn go_by(&'static self, by: isize, way: Way) {
        if let Some(row) = self.with_listed(|list| list.away(by)) {
            self.go(row, way);
        }
    }

    /// Whether the record in a row is picked.
    pub fn is_row_picked(&'static self, row: usize) -> bool {
        let has = |open: &OpenDocument| {
            let at = untrack(|| self.listed_at(open, row));
            at.is_some_and(|(id, _)| open.picks.has(id))
        };
        self.documents.with_active(has).unwrap_or(false)
    }

    /// Picks the selected record, or no longer picks it.
    pub fn pick_selected(&'static self) {
        if let Some(row) = self.with_listed(|list| list.selected()).flatten() {
            self.go(row, Way::Toggle);
        }
    }

    /// Whether the selected record is picked. A view that asks follows the answer.
    pub fn picks_selected(&'static self) -> bool {
        let has = |open: &OpenDocument| open.selected.is_some_and(|id| open.picks.has(id));
        self.documents.workspace.with(|workspace| workspace.active().is_some_and(has))
    }

    /// Picks all records of the list.
    pub fn pick_all(&'static self) {
        if let Some(picks) = self.with_listed(|list| list.all()) {
            self.set_picks(picks);
        }
    }

    /// Picks no record any more. Returns whether any was picked.
    pub fn clear_picks(&'static self) -> bool {
        let has_any = self.documents.with_active(|open| !open.picks.is_empty()).unwrap_or(false);
        if has_any {
            self.set_picks(Picks::default());
        }
        has_any
    }

    fn set_picks(&'static self, picks: Picks) {
        self.documents.update_active(|open| open.picks = picks);
    }

    /// The number of records that tools work on, in the active file. A view that asks follows the answer.
    pub fn chosen_len(&'static self, open: &OpenDocument) -> usize {
        match self.picks_len.get() {
            0 => self.listed_len(open),
            picked => picked,
        }
    }

    /// Whether records of the active file are picked.
    pub fn has_picks(&'static self) -> bool {
        self.picks_len.get_untracked() > 0
    }

    /// The records that tools work on; see [`Listed::chosen`].
    pub fn chosen_ids(&'static self) -> Vec<RecordId> {
        self.with_listed(|list| list.chosen()).unwrap_or_default()
    }

    /// The same for work that is to reach all of them; `None`, and the user is told, while a search is in progress.
    pub fn whole_choice(&'static self) -> Option<Vec<RecordId>> {
        let is_whole = self.has_picks() || !self.is_finding();
        is_whole.then(|| self.chosen_ids())
    }

    /// The records that a command for a record works on; see [`Listed::meant`].
    pub fn meant_ids(&'static self) -> Vec<RecordId> {
        self.with_listed(|list| list.meant()).unwrap_or_default()
    }

    /// The number of [`Self::meant_ids`]. A view that asks follows the answer.
    pub fn meant_len(&'static self) -> usize {
        if self.picks_selected() { self.picks_len.get() } else { 1 }
    }
}
