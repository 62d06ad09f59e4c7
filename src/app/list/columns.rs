//! The columns of the list: chosen by the user and remembered.

use leptos::prelude::*;

use crate::app::list::List;
use crate::browser::page;
use crate::logic::columns::{read, toggled, with_opcodes, words_of};
use crate::view::Column;

/// The setting that keeps them.
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

    /// Shows these opcodes, and the columns that are none.
    pub fn choose_opcodes(&'static self, opcodes: &str) {
        self.set_columns(self.columns.with_untracked(|columns| with_opcodes(columns, opcodes)));
    }

    fn set_columns(&'static self, columns: Vec<Column>) {
        page::keep_setting(SETTING, &words_of(&columns));
        self.columns.set(columns);
    }
}
