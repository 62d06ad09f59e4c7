//! The columns of the list, which the user chooses and the page remembers.

use leptos::prelude::*;

use crate::app::list::List;
use crate::browser::page;
use crate::logic::columns::{Density, moved, read, toggled, with_opcodes, words_of};
use crate::view::Column;

/// The name of the setting.
pub(crate) const SETTING: &str = "columns";

/// The columns chosen last time.
pub(crate) fn remembered() -> Vec<Column> {
    read(&page::setting(SETTING).unwrap_or_default())
}

impl List {
    /// Shows or hides a column.
    pub fn toggle_column(&'static self, column: &Column) {
        self.set_columns(self.columns.with_untracked(|columns| toggled(columns, column)));
    }

    /// Shows these opcodes, and keeps the columns that are not opcodes.
    pub fn choose_opcodes(&'static self, opcodes: &str) {
        self.set_columns(self.columns.with_untracked(|columns| with_opcodes(columns, opcodes)));
    }

    /// Moves the column at a place to another one, both from 0.
    pub fn move_column(&'static self, from: usize, to: usize) {
        self.set_columns(self.columns.with_untracked(|columns| moved(columns, from, to)));
    }

    /// How much of the screen a record takes. A view that asks follows the answer.
    pub fn density(&'static self) -> Density {
        self.columns.with(|columns| Density::of(columns))
    }

    /// Shows text, or text and diagrams.
    pub fn set_density(&'static self, density: Density) {
        self.set_columns(self.columns.with_untracked(|columns| density.set(columns)));
    }

    fn set_columns(&'static self, columns: Vec<Column>) {
        page::keep_setting(SETTING, &words_of(&columns));
        self.columns.set(columns);
    }
}
