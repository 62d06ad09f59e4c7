//! Which description of EPD records are read by: chosen by the user, remembered.

use leptos::prelude::*;

use crate::app::state::AppState;
use crate::browser::page;
use crate::epd::dialect::Dialect;
use crate::protocol;

/// The dialect chosen last time.
pub(super) fn remembered() -> Dialect {
    let name = page::setting("dialect").unwrap_or_default();
    Dialect::ALL.into_iter().find(|dialect| dialect.name() == name).unwrap_or_default()
}

impl AppState {
    /// The dialect as it is told to workers.
    pub(super) fn dialect_of_messages(self) -> protocol::Dialect {
        match self.dialect.get_untracked() {
            Dialect::Edwards => protocol::Dialect::Edwards,
            Dialect::Kvetka => protocol::Dialect::Kvetka,
        }
    }

    /// Reads by the other dialect from now on.
    pub fn change_dialect(self) {
        let dialect = match self.dialect.get_untracked() {
            Dialect::Edwards => Dialect::Kvetka,
            Dialect::Kvetka => Dialect::Edwards,
        };
        page::keep_setting("dialect", dialect.name());
        self.dialect.set(dialect);
    }
}
