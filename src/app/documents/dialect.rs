//! The dialect of EPD and the code page in which records are read. The user chooses both, and they are
//! remembered.

use leptos::prelude::*;

use crate::app::documents::Documents;
use crate::browser::page;
use crate::document::Document;
use crate::epd::dialect::Dialect;
use crate::epd::game::{Game, is_chess960};
use crate::text::encoding::CodePage;
use crate::view::RecordView;

/// The names of the settings.
pub(crate) const SETTING: &str = "dialect";
pub(crate) const CODE_PAGE: &str = "code-page";
pub(crate) const GAMES: &str = "games";

/// Most files whose game is remembered.
const MOST_GAMES: usize = 200;

/// The files whose game was chosen, by their names: a line each, the latest last.
fn remembered_games() -> Vec<(String, Game)> {
    let setting = page::setting(GAMES).unwrap_or_default();
    let of_line = |line: &str| {
        let (game, name) = line.split_once(' ')?;
        Some((name.to_owned(), Game::ALL.into_iter().find(|known| known.name() == game)?))
    };
    setting.lines().filter_map(of_line).collect()
}

/// Gives a file what was chosen last time: its code page, and its game if it has this name.
pub(crate) fn recall(document: &mut Document) {
    document.code_page = remembered_page();
    let known = remembered_games().into_iter().find(|(name, _)| *name == document.name);
    document.game = known.map(|(_, game)| game);
}

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

    /// Whether the selected record is of Chess960, and the user has not said yet what the file is.
    pub fn offers_chess960(&'static self) -> bool {
        let is_open = self.workspace.with(|w| w.active().is_some_and(|open| open.document.game.is_none()));
        let is_960 = |record: &RecordView| record.chess.as_ref().is_some_and(is_chess960);
        is_open && self.record.with(|record| record.as_ref().is_some_and(is_960))
    }

    /// Reads the active file as this game from now on, also when it is opened again.
    pub fn choose_game(&'static self, game: Game) {
        let Some(name) = self.with_active(|open| open.document.name.replace('\n', " ")) else { return };
        let mut games = remembered_games();
        games.retain(|(known, _)| *known != name);
        games.push((name, game));
        let first = games.len().saturating_sub(MOST_GAMES);
        let lines: Vec<String> =
            games[first..].iter().map(|(name, game)| format!("{} {name}\n", game.name())).collect();
        page::keep_setting(GAMES, &lines.concat());
        self.update_active(|open| open.document.game = Some(game));
    }

    /// Reads the active file as the other game from now on.
    pub fn change_game(&'static self) {
        self.choose_game(match self.conventions.get_untracked().game {
            Game::Chess => Game::Chess960,
            Game::Chess960 => Game::Chess,
        });
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
