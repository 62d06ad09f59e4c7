//! Which description of EPD a file follows.

use serde::{Deserialize, Serialize};

/// A description of EPD. Both can be read; Epidote writes the one of 1995.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dialect {
    /// The text of 1995 by S. J. Edwards.
    #[default]
    Edwards,
    /// The Russian description by Kvetka. It differs in a few places: opcodes of 14 characters,
    /// strings of 256 characters and more, a time of day of hours and minutes, registers that
    /// keep their own number when they are cleared, and `ce` in tenths of a pawn.
    Kvetka,
}

impl Dialect {
    /// Both dialects, the default first.
    pub const ALL: [Self; 2] = [Self::Edwards, Self::Kvetka];

    /// The name in arguments and stored settings.
    pub fn name(self) -> &'static str {
        match self {
            Self::Edwards => "edwards",
            Self::Kvetka => "kvetka",
        }
    }
}
