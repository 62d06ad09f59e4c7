//! How the records of a file are to be read.

use serde::{Deserialize, Serialize};

use crate::epd::dialect::Dialect;
use crate::epd::game::Game;

/// What a file follows: a description of EPD, and a game.
///
/// ```
/// use epidote::epd::conventions::Conventions;
/// use epidote::epd::dialect::Dialect;
/// use epidote::epd::game::Game;
/// assert_eq!(Conventions::from(Dialect::Kvetka).game, Game::Chess);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
pub struct Conventions {
    /// The description of EPD.
    pub dialect: Dialect,
    /// The game.
    pub game: Game,
}

impl From<Dialect> for Conventions {
    /// A file of chess.
    fn from(dialect: Dialect) -> Self {
        Self { dialect, game: Game::default() }
    }
}
