//! How the records of files are read and checked: the dialect, the game and the rules of each file, and the code
//! page. The user chooses them, and they are remembered.

use leptos::prelude::*;

use crate::app::documents::Documents;
use crate::browser::page;
use crate::document::Document;
use crate::document::workspace::{DocumentId, OpenDocument};
use crate::epd::conventions::FileSettings;
use crate::epd::dialect::Dialect;
use crate::epd::game::{Game, is_chess960};
use crate::epd::lint::{Level, RuleCode};
use crate::logic::file_settings::{self, Choices};
use crate::text::encoding::CodePage;
use crate::view::RecordView;

/// The names of the settings.
pub(crate) const SETTING: &str = "dialect";
pub(crate) const CODE_PAGE: &str = "code-page";
pub(crate) const FILES: &str = "files";

/// Gives a file what was chosen for one of this name, or else the code page and the dialect chosen last.
pub(crate) fn recall(document: &mut Document) {
    recall_usual(document);
    let known = page::setting(FILES).and_then(|text| file_settings::find(&text, &document.name));
    if let Some(choices) = known {
        choices.apply(document);
    }
}

/// Gives a text that is in no file the code page and the dialect chosen last. Its name says nothing: every pasted
/// text has the same one.
pub(crate) fn recall_usual(document: &mut Document) {
    document.code_page = remembered_page();
    document.settings = usual();
}

/// The settings of a file for which none were chosen.
fn usual() -> FileSettings {
    FileSettings { dialect: remembered(), ..FileSettings::default() }
}

fn named_settings(open: &OpenDocument) -> (DocumentId, String, FileSettings) {
    (open.id, open.document.name.clone(), open.document.settings.clone())
}

/// The settings of a document, whose code page the user has not chosen.
fn of_settings(settings: FileSettings) -> Choices {
    Choices { settings, code_page: None }
}

/// Adds the settings of files in a text to those that are remembered.
pub(crate) fn take_files(text: &str) {
    page::keep_setting(FILES, &file_settings::merged(&page::setting(FILES).unwrap_or_default(), text));
}

/// The dialect chosen last, in which files are read that have no settings.
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
            self.remember(|choices| choices.code_page = Some(code_page));
        }
    }

    /// Whether the selected record is of Chess960, and the user has not chosen yet what the file is.
    pub fn offers_chess960(&'static self) -> bool {
        let is_open =
            self.workspace.with(|w| w.active().is_some_and(|open| open.document.settings.game.is_none()));
        let is_960 = |record: &RecordView| record.chess.as_ref().is_some_and(is_chess960);
        is_open && self.record.with(|record| record.as_ref().is_some_and(is_960))
    }

    /// Changes the settings of the active file from now on, also when it is opened again.
    fn change_settings(&'static self, change: impl Fn(&mut FileSettings)) {
        self.update_active(|open| change(&mut open.document.settings));
        self.remember(|choices| change(&mut choices.settings));
    }

    /// Remembers a choice for the active file. A text that is in no file yet has no name to remember it by.
    fn remember(&'static self, choose: impl FnOnce(&mut Choices)) {
        let Some((id, name, settings)) = self.with_active(named_settings) else { return };
        if self.given.with_value(|given| given.contains_key(&id)) {
            let files = page::setting(FILES).unwrap_or_default();
            // Another tab may have chosen something else.
            let mut kept = file_settings::find(&files, &name).unwrap_or_else(|| of_settings(settings));
            choose(&mut kept);
            page::keep_setting(FILES, &file_settings::keep(&files, &name, &kept));
        }
    }

    /// Remembers the settings of a file by the name under which it was saved, unless they are the usual ones.
    pub(crate) fn take_settings_along(&'static self, id: DocumentId) {
        let named = self.workspace.with_untracked(|w| w.get(id).map(named_settings));
        let Some((_, name, settings)) = named else { return };
        if settings != usual() {
            let files = page::setting(FILES).unwrap_or_default();
            let mut choices = file_settings::find(&files, &name).unwrap_or_default();
            choices.settings = settings;
            page::keep_setting(FILES, &file_settings::keep(&files, &name, &choices));
        }
    }

    /// Reads the active file as this game.
    pub fn choose_game(&'static self, game: Game) {
        self.change_settings(|settings| settings.game = Some(game));
    }

    /// Reads the active file as the other game.
    pub fn change_game(&'static self) {
        self.choose_game(match self.conventions.with_untracked(|conventions| conventions.game) {
            Game::Chess => Game::Chess960,
            Game::Chess960 => Game::Chess,
        });
    }

    /// Reads the active file in the other dialect, and files without settings that are opened later.
    pub fn change_dialect(&'static self) {
        let dialect = match self.conventions.with_untracked(|conventions| conventions.dialect) {
            Dialect::Edwards => Dialect::Kvetka,
            Dialect::Kvetka => Dialect::Edwards,
        };
        page::keep_setting(SETTING, dialect.name());
        self.change_settings(|settings| settings.dialect = dialect);
    }

    /// Gives the rule with this code a level in the active file; `None` gives it its own severity back.
    pub fn set_level(&'static self, code: &str, level: Option<Level>) {
        if let Some(code) = RuleCode::new(code) {
            self.change_settings(|settings| settings.levels.set(code, level));
        }
    }
}
