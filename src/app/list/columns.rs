//! The columns of the list: chosen by the user and remembered.

use leptos::prelude::*;

use crate::app::state::AppState;
use crate::browser::page;
use crate::view::Column;

/// The setting that keeps them.
pub(crate) const SETTING: &str = "columns";

/// The columns chosen last time.
pub(crate) fn remembered() -> Vec<Column> {
    let columns = page::setting(SETTING).map(|words| Column::list(&words)).unwrap_or_default();
    if columns.is_empty() { Column::usual() } else { columns }
}

impl AppState {
    /// Shows or hides a column.
    pub fn toggle_column(self, column: &Column) {
        let mut words = self.columns.with_untracked(|columns| words_of(columns));
        if self.columns.with_untracked(|columns| columns.contains(column)) {
            let others = words.split(' ').filter(|word| *word != column.name());
            words = others.collect::<Vec<_>>().join(" ");
        } else {
            words = format!("{words} {}", column.name());
        }
        self.set_columns(&words);
    }

    /// Shows these opcodes, and the columns that are none.
    pub fn choose_opcodes(self, opcodes: &str) {
        let fixed = self.columns.with_untracked(|columns| {
            let fixed = columns.iter().filter(|column| !matches!(column, Column::Opcode(_)));
            words_of(&fixed.cloned().collect::<Vec<_>>())
        });
        self.set_columns(&format!("{fixed} {}", opcodes.replace(',', " ")));
    }

    fn set_columns(self, words: &str) {
        let columns = Column::list(words);
        page::keep_setting(SETTING, &words_of(&columns));
        self.columns.set(columns);
    }
}

/// The names of columns, as the settings have them.
pub fn words_of(columns: &[Column]) -> String {
    columns.iter().map(Column::name).collect::<Vec<_>>().join(" ")
}
