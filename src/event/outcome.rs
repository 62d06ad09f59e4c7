//! How a game ended.

use std::fmt;

use crate::chess::Color;

/// The result of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// `1-0`.
    WhiteWins,
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
    /// `*`: the game was given up; it counts for nobody.
    None,
}

impl Outcome {
    /// The win of a side.
    pub fn win_of(color: Color) -> Self {
        if color.is_white() { Self::WhiteWins } else { Self::BlackWins }
    }

    /// What a side makes of it, in half points: 0, 1 or 2.
    pub fn half_points(self, color: Color) -> u32 {
        match self {
            Self::Draw => 1,
            Self::WhiteWins if color.is_white() => 2,
            Self::BlackWins if color.is_black() => 2,
            Self::WhiteWins | Self::BlackWins | Self::None => 0,
        }
    }

    /// Reads what PGN writes.
    ///
    /// ```
    /// use epidote::event::Outcome;
    /// assert_eq!(Outcome::read("1/2-1/2"), Some(Outcome::Draw));
    /// assert_eq!(Outcome::read("1-1"), None);
    /// ```
    pub fn read(text: &str) -> Option<Self> {
        [Self::WhiteWins, Self::BlackWins, Self::Draw, Self::None]
            .into_iter()
            .find(|one| one.as_str() == text)
    }

    /// As PGN writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::None => "*",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
