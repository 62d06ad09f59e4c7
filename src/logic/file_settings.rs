//! The settings of files by their names, as they are remembered: a line for each file.

use crate::epd::conventions::FileSettings;
use crate::epd::dialect::Dialect;
use crate::epd::game::Game;
use crate::epd::lint::{Level, RuleCode};

/// Most files whose settings are kept.
const MOST: usize = 200;

/// The word for what was not chosen.
const NONE: &str = "-";

/// The settings of the file with this name in a text that [`keep`] made; `None` also if the line is damaged.
pub fn find(text: &str, name: &str) -> Option<FileSettings> {
    let name = one_line(name);
    text.lines().find_map(|line| read(line).filter(|(known, _)| *known == name)).map(|(_, settings)| settings)
}

/// The text with the settings of a file, as its last line. The settings that were not changed for the longest
/// time go if there are too many.
pub fn keep(text: &str, name: &str, settings: &FileSettings) -> String {
    let name = one_line(name);
    let others = text.lines().filter(|line| read(line).is_some_and(|(known, _)| known != name));
    let mut lines: Vec<String> = others.map(str::to_owned).collect();
    lines.push(write(&name, settings));
    lines.drain(..lines.len().saturating_sub(MOST));
    lines.join("\n")
}

/// The text with the settings of all files in another text; where both have a file, those of the other.
pub fn merged(text: &str, other: &str) -> String {
    other.lines().filter_map(read).fold(text.to_owned(), |all, (name, settings)| keep(&all, name, &settings))
}

/// The dialect, the game, the levels of rules, and at the end the name, which may have blanks.
fn write(name: &str, settings: &FileSettings) -> String {
    let FileSettings { dialect, game, levels } = settings;
    let levels: Vec<String> =
        levels.changed().iter().map(|(code, level)| format!("{code}={}", level.name())).collect();
    let levels = if levels.is_empty() { NONE.to_owned() } else { levels.join(",") };
    [dialect.name(), game.map_or(NONE, Game::name), &levels, name].join(" ")
}

fn read(line: &str) -> Option<(&str, FileSettings)> {
    let mut words = line.splitn(4, ' ');
    let (dialect, game, levels, name) = (words.next()?, words.next()?, words.next()?, words.next()?);
    let mut settings = FileSettings {
        dialect: Dialect::ALL.into_iter().find(|known| known.name() == dialect)?,
        game: Game::ALL.into_iter().find(|known| known.name() == game),
        ..FileSettings::default()
    };
    for (code, word) in levels.split(',').filter_map(|word| word.split_once('=')) {
        let level = Level::ALL.into_iter().find(|level| level.name() == word);
        settings.levels.set(RuleCode::new(code)?, level);
    }
    Some((name, settings))
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
        let mut one = FileSettings { game: Some(Game::Chess960), ..FileSettings::default() };
        one.levels.set(RuleCode::new("W102").unwrap(), Some(Level::Error));
        one.levels.set(RuleCode::new("E303").unwrap(), Some(Level::Off));
        let two = FileSettings { dialect: Dialect::Kvetka, ..FileSettings::default() };
        let text = keep(&keep("", "a  file\n.epd", &one), "b.epd", &two);
        assert_eq!(text, "edwards chess960 E303=off,W102=error a  file .epd\nkvetka - - b.epd");
        assert_eq!((find(&text, "a  file\n.epd"), find(&text, "b.epd")), (Some(one), Some(two.clone())));
        assert_eq!((find(&text, "c.epd"), find("", "")), (None, None));
        // One file has one line.
        let again = keep(&text, "a  file\n.epd", &two);
        assert_eq!(again, "kvetka - - b.epd\nkvetka - - a  file .epd");
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
            assert_eq!(keep(line, "b.epd", &FileSettings::default()), "edwards - - b.epd");
        }
    }

    #[test]
    fn the_oldest_are_forgotten() {
        let usual = FileSettings::default();
        let text = (0..MOST).fold(String::new(), |text, at| keep(&text, &at.to_string(), &usual));
        // The first one is no longer the oldest.
        let text = keep(&keep(&text, "0", &usual), "new", &usual);
        assert_eq!((find(&text, "0"), find(&text, "1")), (Some(usual), None));
        assert_eq!(text.lines().count(), MOST);
    }
}
