//! What the comments of a file say about the game of its records.

use crate::epd::{LineKind, Parse, parse};

/// Names of games that are played with the pieces of chess, in small letters, and the text that tells each.
/// Those of one word that no comment on chess has need no other word beside them.
const GAMES: [(&str, bool, &str); 11] = [
    ("antichess", true, "E214.suicide"),
    ("atomic", false, "E214"),
    ("crazyhouse", true, "E214"),
    ("giveaway", false, "E214.suicide"),
    ("horde", false, "E214.horde"),
    ("king of the hill", true, "E214"),
    ("losing", false, "E214.suicide"),
    ("losers", false, "E214.suicide"),
    ("racing kings", true, "E214"),
    ("suicide", false, "E214.suicide"),
    ("three check", true, "E214.checks"),
];

/// Words after the name of a game: `giveaway variant`, `suicide chess`.
const BEHIND: [&str; 5] = ["chess", "perft", "suite", "testsuite", "variant"];

/// The comments before the first record of a file, as far as they name another game than chess. All positions
/// of such a file may look like those of chess, and its moves would be judged by the wrong rules.
///
/// ```
/// use epidote::epd::lint::Signs;
/// let mut signs = Signs::default();
/// assert_eq!(signs.see(b"% suicide chess"), Some("E214.suicide"));
/// assert_eq!(signs.see(b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;"), Some("E214.suicide"));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Signs {
    variant: Option<&'static str>,
    has_records: bool,
}

/// What one line says about the game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Sign {
    /// Nothing.
    #[default]
    None,
    /// A comment names another game.
    Named(&'static str),
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
    /// Reads the next line; returns the key of the text that names the game, if it is not chess. After the
    /// first record a line costs nothing.
    pub fn see(&mut self, line: &[u8]) -> Option<&'static str> {
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

    /// Takes in the next line; returns the text that names the game, if it is not chess.
    pub(super) fn enter(&mut self, sign: Sign) -> Option<&'static str> {
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
fn named(comment: &[u8]) -> Option<&'static str> {
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
    GAMES.into_iter().find(|(name, is_enough, _)| is_named(name, *is_enough)).map(|(_, _, key)| key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::lint::{Seen, check_with};
    use crate::epd::parse;

    #[test]
    fn comments_name_games() {
        for (comment, expect) in [
            ("% Giveaway variant test positions", Some("E214.suicide")),
            ("# Suicide-Chess, by A. Author", Some("E214.suicide")),
            ("# perft of Horde: horde perft", Some("E214.horde")),
            ("# ANTICHESS", Some("E214.suicide")),
            ("# Racing Kings", Some("E214")),
            ("# a suicide of the queen", None),
            ("# the losing side, a horde of pawns", None),
            ("# chess", None),
        ] {
            assert_eq!(named(comment.as_bytes()), expect, "{comment}");
        }
    }

    #[test]
    fn every_record_of_such_a_file_is_told() {
        let told = |file: &[&str]| -> Vec<String> {
            let mut seen = Seen::default();
            let codes = file.iter().enumerate().map(|(at, line)| {
                let parsed = parse(line.as_bytes());
                let found = check_with(&parsed, seen.see(&parsed, at + 1));
                found.iter().map(|found| found.rule.code).collect::<Vec<_>>().join(" ")
            });
            codes.collect()
        };
        let legal = "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;";
        assert_eq!(told(&["% suicide chess", legal, "8/8/8/8/8/8/8/4K3 w - -"]), ["I116", "E214", "E214"]);
        // After a record, a comment is about that one or the next.
        assert_eq!(told(&[legal, "% suicide chess", "4k3/8/8/8/8/8/8/4K3 b - -"]), ["", "I116", ""]);
    }
}
