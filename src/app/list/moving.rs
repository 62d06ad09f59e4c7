//! Moves records of the list to another place in the file.

use leptos::prelude::*;

use crate::app::list::List;
use crate::language::{args, say};

impl List {
    /// Moves the records that a command for a record works on by one row.
    pub fn move_by_row(&'static self, down: bool) {
        let ids = self.meant_ids();
        if let Some(gap) = self.with_listed(|list| list.gap_by(&ids, down)).flatten() {
            self.move_to_gap(gap);
        }
    }

    /// Moves the records that a command for a record works on above a row, or, with the number of rows, below the last
    /// one, in one step of undo.
    pub fn move_to_gap(&'static self, gap: usize) {
        if self.editing.is_locked() || self.is_finding() {
            return;
        }
        let before = self.with_listed(|list| list.before_gap(gap)).flatten();
        let is_grouped =
            self.found.with_untracked(|found| found.as_ref().is_some_and(|found| found.groups.is_some()));
        let is_sorted = self.sorted.with_untracked(Option::is_some);
        let Some(before) = before.filter(|_| !is_sorted && !is_grouped) else {
            self.notices.note("toast.other-order");
            return;
        };
        let ids = self.meant_ids();
        let label = say("step.move-records", args![ids.len()]);
        self.documents.update_active(|open| {
            open.document.seal_history();
            open.document.move_lines(&ids, before, label);
        });
        self.follow_order();
    }

    /// Brings a list of what was found into the order of the file again, after records have moved there.
    pub(in crate::app) fn follow_order(&'static self) {
        let has_own = self.sorted.with_untracked(Option::is_some)
            || self.found.with_untracked(|found| found.as_ref().is_none_or(|found| found.groups.is_some()));
        if !has_own && self.with_listed(|list| !list.is_in_order()).unwrap_or(false) {
            let ids = self.listed_ids();
            self.found.update(|found| {
                if let Some(found) = found {
                    found.ids = ids;
                }
            });
        }
    }
}
