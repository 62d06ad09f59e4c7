//! How much time a player has, and what limits a move; and the tags that say so.

use crate::chess::ByColor;
use crate::time_control::{PeriodError, TimeControl};

/// The time and the limits of one player. Times are in milliseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pace {
    /// The clock.
    pub control: TimeControl,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to visit.
    pub nodes: Option<u64>,
    /// What a move may take beyond its time.
    pub margin_ms: u64,
    /// How long a move may take where no clock limits it.
    pub patience_ms: u64,
}

impl Default for Pace {
    /// No clock, and a minute for each move.
    fn default() -> Self {
        Self { control: TimeControl::Infinite, depth: None, nodes: None, margin_ms: 0, patience_ms: 60_000 }
    }
}

impl Pace {
    /// The clock of a tag `TimeControl`, and the usual limits.
    ///
    /// # Errors
    /// The period that cannot be read.
    pub fn read_tag(tag: &str) -> Result<Self, PeriodError> {
        Ok(Self { control: TimeControl::read_tag(tag)?, ..Self::default() })
    }

    /// The time of each move, if that is all.
    pub fn move_ms(&self) -> Option<u64> {
        match self.control {
            TimeControl::PerMove(time) => Some(time),
            _ => None,
        }
    }
}

/// The tags of the two sides where one `TimeControl` does not say both. PGN has longer names for them; those of `ptp` have
/// 15 characters at most (§5.2.1).
pub(super) const CONTROLS: ByColor<&str> = ByColor { white: "WhiteControl", black: "BlackControl" };
