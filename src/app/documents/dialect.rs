//! How records are read: by which description of EPD, and by which code page. Both are chosen by
//! the user and remembered.

use leptos::prelude::*;

use crate::app::documents::Documents;
use crate::browser::page;
use crate::epd::dialect::Dialect;
use crate::text::encoding::CodePage;

/// The settings that keep them.
pub(crate) const SETTING: &str = "dialect";
pub(crate) const CODE_PAGE: &str = "code-page";

/// The dialect chosen last time.
pub(crate) fn remembered() -> Dialect {
    let name = page::setting(SETTING).unwrap_or_default();
    Dialect::ALL.into_iter().find(|dialect| dialect.name() == name).unwrap_or_default()
}

/// The code page chosen last time.
pub(crate) fn remembered_page() -> CodePage {
    page::setting(CODE_PAGE).and_then(|name| CodePage::named(&name)).unwrap_or_default()
}

impl Documents {
    /// Shows the lines of the file in front that are no UTF-8 by the code page with this name.
    pub fn choose_code_page(&'static self, name: &str) {
        if let Some(code_page) = CodePage::named(name) {
            page::keep_setting(CODE_PAGE, name);
            self.update_active(|open| open.document.code_page = code_page);
        }
    }

    /// Reads by the dialect of the settings from now on.
    pub(crate) fn recall_dialect(&'static self) {
        self.dialect.set(remembered());
    }

    /// Reads by the other dialect from now on.
    pub fn change_dialect(&'static self) {
        let dialect = match self.dialect.get_untracked() {
            Dialect::Edwards => Dialect::Kvetka,
            Dialect::Kvetka => Dialect::Edwards,
        };
        page::keep_setting(SETTING, dialect.name());
        self.recall_dialect();
    }
}
