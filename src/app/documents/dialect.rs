//! The dialect of EPD and the code page in which records are read. The user chooses both, and they are
//! remembered.

use leptos::prelude::*;

use crate::app::documents::Documents;
use crate::browser::page;
use crate::epd::dialect::Dialect;
use crate::text::encoding::CodePage;

/// The names of the settings.
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
    /// Decodes lines of the active file that are not UTF-8 by the code page with this name.
    pub fn choose_code_page(&'static self, name: &str) {
        if let Some(code_page) = CodePage::named(name) {
            page::keep_setting(CODE_PAGE, name);
            self.update_active(|open| open.document.code_page = code_page);
        }
    }

    /// Changes to the dialect in the settings.
    pub(crate) fn recall_dialect(&'static self) {
        self.dialect.set(remembered());
    }

    /// Changes to the other dialect.
    pub fn change_dialect(&'static self) {
        let dialect = match self.dialect.get_untracked() {
            Dialect::Edwards => Dialect::Kvetka,
            Dialect::Kvetka => Dialect::Edwards,
        };
        page::keep_setting(SETTING, dialect.name());
        self.recall_dialect();
    }
}
