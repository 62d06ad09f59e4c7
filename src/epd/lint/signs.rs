//! What the comments of a file say about the game of its records.

use serde::{Deserialize, Serialize};

use crate::epd::{LineKind, Parse, parse};

/// A game that is played with the pieces of chess by other rules, as the comments of a file name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Variant {
    /// Whoever loses all pieces wins.
    Suicide,
    /// Horde: one side has pawns only.
    Horde,
    /// Three checks win.
    Checks,
    /// Another one.
    Other,
}

impl Variant {
    /// The key of the text that tells it.
    pub fn key(self) -> &'static str {
        match self {
            Self::Suicide => "E214.suicide",
            Self::Horde => "E214.horde",
            Self::Checks => "E214.checks",
            Self::Other => "E214",
        }
    }
}

/// Names of games that are played with the pieces of chess, in small letters.
/// Those of one word that no comment on chess has need no other word beside them.
const GAMES: [(&str, bool, Variant); 11] = [
    ("antichess", true, Variant::Suicide),
    ("atomic", false, Variant::Other),
    ("crazyhouse", true, Variant::Other),
    ("giveaway", false, Variant::Suicide),
    ("horde", false, Variant::Horde),
    ("king of the hill", true, Variant::Other),
    ("losing", false, Variant::Suicide),
    ("losers", false, Variant::Suicide),
    ("racing kings", true, Variant::Other),
    ("suicide", false, Variant::Suicide),
    ("three check", true, Variant::Checks),
];

/// The lines of the beginning of a file among which comments are read.
const FIRST_LINES: usize = 1_000;

/// Words after the name of a game: `giveaway variant`, `suicide chess`.
const BEHIND: [&str; 5] = ["chess", "perft", "suite", "testsuite", "variant"];

/// The comments before the first record of a file, as far as they name another game than chess. All positions
/// of such a file may look like those of chess, and its moves would be judged by the wrong rules.
///
/// ```
/// use epidote::epd::lint::{Signs, Variant};
/// let mut signs = Signs::default();
/// assert_eq!(signs.see(b"% suicide chess"), Some(Variant::Suicide));
/// assert_eq!(signs.see(b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;"), Some(Variant::Suicide));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Signs {
    variant: Option<Variant>,
    has_records: bool,
}

/// What one line says about the game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Sign {
    /// Nothing.
    #[default]
    None,
    /// A comment names another game.
    Named(Variant),
    /// Records begin: later comments are about them.
    Record,
}

impl Sign {
    /// Reads a line.
    pub(super) fn of(parse: &Parse<'_>) -> Self {
        match parse.kind {
            LineKind::Comment => named(parse.text()).map_or(Self::None, Self::Named),
            LineKind::Record => Self::Record,
            LineKind::Blank => Self::None,
        }
    }
}

impl Signs {
    /// Reads the next line; returns the game, if it is not chess. After the
    /// first record a line costs nothing.
    pub fn see(&mut self, line: &[u8]) -> Option<Variant> {
        if self.has_records { self.variant } else { self.enter(Sign::of(&parse(line))) }
    }

    /// Reads the next lines; returns what was known before them.
    #[must_use]
    pub fn pass<'l>(&mut self, lines: impl IntoIterator<Item = &'l [u8]>) -> Self {
        let before = *self;
        for line in lines {
            if self.has_records {
                break;
            }
            self.see(line);
        }
        before
    }

    /// The game that the first comments in the beginning of a file name, if it is not chess.
    pub fn of_beginning(bytes: &[u8]) -> Option<Variant> {
        let mut signs = Self::default();
        for line in bytes.split(|&byte| byte == b'\n').take(FIRST_LINES) {
            if signs.has_records {
                break;
            }
            signs.see(line);
        }
        signs.variant
    }

    /// Takes in the next line; returns the game, if it is not chess.
    pub(super) fn enter(&mut self, sign: Sign) -> Option<Variant> {
        match sign {
            Sign::Named(variant) if !self.has_records && self.variant.is_none() => {
                self.variant = Some(variant);
            }
            Sign::Record => self.has_records = true,
            Sign::Named(_) | Sign::None => {}
        }
        self.variant
    }
}

/// The game that a comment names.
fn named(comment: &[u8]) -> Option<Variant> {
    let words: Vec<String> = String::from_utf8_lossy(comment)
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let is_named = |name: &str, is_enough: bool| {
        let name: Vec<&str> = name.split(' ').collect();
        words.windows(name.len()).enumerate().any(|(at, found)| {
            let behind = words.get(at + name.len()).is_some_and(|word| BEHIND.contains(&word.as_str()));
            found == name && (is_enough || behind)
        })
    };
    GAMES.into_iter().find(|(name, is_enough, _)| is_named(name, *is_enough)).map(|(_, _, variant)| variant)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::lint::{Seen, check_with};
    use crate::epd::parse;

    #[test]
    fn comments_name_games() {
        for (comment, expect) in [
            ("% Giveaway variant test positions", Some(Variant::Suicide)),
            ("# Suicide-Chess, by A. Author", Some(Variant::Suicide)),
            ("# perft of Horde: horde perft", Some(Variant::Horde)),
            ("# ANTICHESS", Some(Variant::Suicide)),
            ("# Racing Kings", Some(Variant::Other)),
            ("# a suicide of the queen", None),
            ("# the losing side, a horde of pawns", None),
            ("# chess", None),
        ] {
            assert_eq!(named(comment.as_bytes()), expect, "{comment}");
        }
    }

    #[test]
    fn the_beginning_of_a_file_names_its_game() {
        let check = |file: &str, expect| assert_eq!(Signs::of_beginning(file.as_bytes()), expect, "{file:?}");
        check("", None);
        check("\r\n# horde chess\r\n", Some(Variant::Horde));
        check("# a suite\n% suicide chess\n4k3/8/8/8/8/8/8/4K3 w - -", Some(Variant::Suicide));
        check("4k3/8/8/8/8/8/8/4K3 w - -\n% suicide chess\n", None);
        check(&format!("{}% suicide chess\n", "#\n".repeat(FIRST_LINES)), None);
    }

    #[test]
    fn every_record_of_such_a_file_is_told() {
        let codes = |file: &[&str]| -> Vec<String> {
            let mut seen = Seen::default();
            let codes = file.iter().enumerate().map(|(at, line)| {
                let parsed = parse(line.as_bytes());
                let found = check_with(&parsed, seen.see(&parsed, at + 1));
                found.iter().map(|found| found.rule.code).collect::<Vec<_>>().join(" ")
            });
            codes.collect()
        };
        let legal = "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;";
        assert_eq!(codes(&["% suicide chess", legal, "8/8/8/8/8/8/8/4K3 w - -"]), ["I116", "E214", "E214"]);
        // After a record, a comment is about that one or the next.
        assert_eq!(codes(&[legal, "% suicide chess", "4k3/8/8/8/8/8/8/4K3 b - -"]), ["", "I116", ""]);
    }
}
