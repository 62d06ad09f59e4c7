//! How the records of a file are to be read.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::epd::dialect::Dialect;
use crate::epd::game::Game;
use crate::epd::lint::{Level, Levels, RuleCode, Surroundings, Variant};
use crate::text::encoding::{CodePage, Encoding};

/// What a file follows: a description of EPD, a game, and rules.
///
/// ```
/// use epidote::epd::conventions::Conventions;
/// use epidote::epd::dialect::Dialect;
/// use epidote::epd::game::Game;
/// assert_eq!(Conventions::from(Dialect::Kvetka).game, Game::Chess);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
pub struct Conventions {
    /// The description of EPD.
    pub dialect: Dialect,
    /// Chess, or Chess960.
    pub game: Game,
    /// How bad the findings of the rules are.
    pub levels: Levels,
    /// Another game that the records belong to, if the first comments of the file name one.
    pub variant: Option<Variant>,
    /// The encoding of texts that are put into records without other characters than ASCII; `None` for UTF-8.
    pub code_page: Option<CodePage>,
}

impl Conventions {
    /// A line and a text that is put into it: in the encoding of the line, or of the file if the line is plain ASCII; if it
    /// lacks a character of the text, both in UTF-8.
    pub fn unite<'l>(&self, line: &'l [u8], text: &str) -> (Cow<'l, [u8]>, Vec<u8>) {
        let encoding = match self.code_page {
            Some(page) if line.is_ascii() => Encoding::Page(page),
            page => Encoding::detect(line, page.unwrap_or_default()),
        };
        encoding.unite(line, text)
    }

    /// These conventions for a file whose first comments name this game, if it is not chess.
    #[must_use]
    pub fn with_variant(mut self, variant: Option<Variant>) -> Self {
        self.variant = variant.filter(|_| !self.takes_all_for_chess());
        self
    }

    /// Whether the rule about other games is off, so that all records are read as chess.
    pub fn takes_all_for_chess(&self) -> bool {
        RuleCode::new("E214").is_some_and(|code| self.levels.at(code) == Some(Level::Off))
    }

    /// What is known of a line of the file before the others are seen.
    pub fn around(&self) -> Surroundings {
        Surroundings {
            dialect: self.dialect,
            game: self.game,
            variant: self.variant,
            ..Surroundings::default()
        }
    }
}

impl From<Dialect> for Conventions {
    /// A file of chess.
    fn from(dialect: Dialect) -> Self {
        Self { dialect, ..Self::default() }
    }
}

/// What the user chose for a file: how its records are read and checked. It changes no byte.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FileSettings {
    /// The dialect that they follow.
    pub dialect: Dialect,
    /// The game that they belong to; `None` before the user chose one.
    pub game: Option<Game>,
    /// How bad the findings of the rules are.
    pub levels: Levels,
}

impl FileSettings {
    /// The conventions of the file, whose first comments name this game if it is not chess.
    pub fn conventions(&self, variant: Option<Variant>) -> Conventions {
        let Self { dialect, game, levels } = self;
        let (dialect, game) = (*dialect, game.unwrap_or_default());
        Conventions { dialect, game, levels: levels.clone(), ..Conventions::default() }.with_variant(variant)
    }
}
