//! What the user chose for files, by their names, as it is remembered: a line for each file.

use crate::document::Document;
use crate::epd::conventions::FileSettings;
use crate::epd::dialect::Dialect;
use crate::epd::game::Game;
use crate::epd::lint::{Level, RuleCode};
use crate::text::encoding::CodePage;

/// Most files of which something is kept.
const MOST: usize = 200;

/// The word for what was not chosen.
const NONE: &str = "-";

/// The code page stands among the levels of rules.
const CODE_PAGE: &str = "code-page";

/// What the user chose for a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Choices {
    /// How its records are read and checked.
    pub settings: FileSettings,
    /// How its lines are decoded that are not UTF-8; `None` if that was not chosen.
    pub code_page: Option<CodePage>,
}

impl Choices {
    /// What is valid for a document now.
    pub fn of(document: &Document) -> Self {
        Self { settings: document.settings.clone(), code_page: Some(document.code_page) }
    }

    /// Whether they are valid for a document now.
    pub fn are_of(&self, document: &Document) -> bool {
        self.code_page == Some(document.code_page) && self.settings == document.settings
    }

    /// Reads a document in this way from now on.
    pub fn apply(self, document: &mut Document) {
        document.settings = self.settings;
        if let Some(code_page) = self.code_page {
            document.code_page = code_page;
        }
    }

    /// Three words: the dialect, the game, and the levels of rules with the code page.
    pub fn to_text(&self) -> String {
        let Self { settings: FileSettings { dialect, game, levels }, code_page } = self;
        let mut more: Vec<String> =
            levels.changed().iter().map(|(code, level)| format!("{code}={}", level.name())).collect();
        more.extend(code_page.map(|page| format!("{CODE_PAGE}={}", page.name())));
        let more = if more.is_empty() { NONE.to_owned() } else { more.join(",") };
        [dialect.name(), game.map_or(NONE, Game::name), &more].join(" ")
    }

    /// Reads what [`Choices::to_text`] wrote; `None` if it is damaged.
    pub fn read(text: &str) -> Option<Self> {
        let mut words = text.split(' ');
        let (dialect, game, more) = (words.next()?, words.next()?, words.next()?);
        let settings = FileSettings {
            dialect: Dialect::ALL.into_iter().find(|known| known.name() == dialect)?,
            game: Game::ALL.into_iter().find(|known| known.name() == game),
            ..FileSettings::default()
        };
        let mut choices = Self { settings, code_page: None };
        for (name, word) in more.split(',').filter_map(|word| word.split_once('=')) {
            if name == CODE_PAGE {
                choices.code_page = CodePage::named(word);
            } else {
                let level = Level::ALL.into_iter().find(|level| level.name() == word);
                choices.settings.levels.set(RuleCode::new(name)?, level);
            }
        }
        Some(choices)
    }
}

/// What was chosen for the file with this name, by a text that [`keep`] made; `None` also if the line is damaged.
pub fn find(text: &str, name: &str) -> Option<Choices> {
    let name = one_line(name);
    text.lines().find_map(|line| read(line).filter(|(known, _)| *known == name)).map(|(_, choices)| choices)
}

/// The text with what was chosen for a file, as its last line. What was not changed for the longest time goes if
/// there is too much.
pub fn keep(text: &str, name: &str, choices: &Choices) -> String {
    let name = one_line(name);
    let others = text.lines().filter(|line| read(line).is_some_and(|(known, _)| known != name));
    let mut lines: Vec<String> = others.map(str::to_owned).collect();
    // The name is at the end, since it may have blanks.
    lines.push(format!("{} {name}", choices.to_text()));
    lines.drain(..lines.len().saturating_sub(MOST));
    lines.join("\n")
}

/// The text with what another text has of all files; where both have a file, that of the other.
pub fn merged(text: &str, other: &str) -> String {
    other.lines().filter_map(read).fold(text.to_owned(), |all, (name, choices)| keep(&all, name, &choices))
}

fn read(line: &str) -> Option<(&str, Choices)> {
    let (at, _) = line.match_indices(' ').nth(2)?;
    Some((&line[at + 1..], Choices::read(&line[..at])?))
}

/// A name as it is written in a line.
fn one_line(name: &str) -> String {
    name.replace(['\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_come_back() {
        let mut one = Choices::default();
        one.settings.game = Some(Game::Chess960);
        one.settings.levels.set(RuleCode::new("W102").unwrap(), Some(Level::Error));
        one.settings.levels.set(RuleCode::new("E303").unwrap(), Some(Level::Off));
        let mut two = Choices::default();
        two.settings.dialect = Dialect::Kvetka;
        let text = keep(&keep("", "a  file\n.epd", &one), "b.epd", &two);
        assert_eq!(text, "edwards chess960 E303=off,W102=error a  file .epd\nkvetka - - b.epd");
        assert_eq!((find(&text, "a  file\n.epd"), find(&text, "b.epd")), (Some(one), Some(two.clone())));
        assert_eq!((find(&text, "c.epd"), find("", "")), (None, None));
        // One file has one line.
        let again = keep(&text, "a  file\n.epd", &two);
        assert_eq!(again, "kvetka - - b.epd\nkvetka - - a  file .epd");
    }

    #[test]
    fn a_code_page_comes_back_too() {
        for (levels, text) in [
            (false, "edwards - code-page=Windows-1251"),
            (true, "edwards - W102=error,code-page=Windows-1251"),
        ] {
            let mut choices = Choices { code_page: Some(CodePage::Windows1251), ..Choices::default() };
            if levels {
                choices.settings.levels.set(RuleCode::new("W102").unwrap(), Some(Level::Error));
            }
            assert_eq!(choices.to_text(), text);
            assert_eq!(Choices::read(text), Some(choices.clone()));
            assert_eq!(find(&keep("", "a b.epd", &choices), "a b.epd"), Some(choices));
        }
        // One that is not known is not chosen.
        assert_eq!(Choices::read("edwards - code-page=KOI8-R"), Some(Choices::default()));
    }

    #[test]
    fn texts_are_merged() {
        let merged =
            merged("edwards - - a.epd\nkvetka - - b.epd", "edwards chess960 - b.epd\nx\nkvetka - - c.epd");
        assert_eq!(merged, "edwards - - a.epd\nedwards chess960 - b.epd\nkvetka - - c.epd");
    }

    #[test]
    fn damaged_lines_are_left_out() {
        for line in
            ["edwards", "edwards - a.epd", "other - - a.epd", "edwards - 303=off a.epd", "{\"a.epd\":1}"]
        {
            assert_eq!(find(line, "a.epd"), None, "{line}");
            assert_eq!(keep(line, "b.epd", &Choices::default()), "edwards - - b.epd");
        }
    }

    #[test]
    fn the_oldest_are_forgotten() {
        let usual = Choices::default();
        let text = (0..MOST).fold(String::new(), |text, at| keep(&text, &at.to_string(), &usual));
        // The first one is no longer the oldest.
        let text = keep(&keep(&text, "0", &usual), "new", &usual);
        assert_eq!((find(&text, "0"), find(&text, "1")), (Some(usual), None));
        assert_eq!(text.lines().count(), MOST);
    }
}
