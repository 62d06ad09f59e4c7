//! How much time a player has: periods, increments, delays, limits of a move; and the tag `TimeControl`.

use std::fmt::{self, Write as _};

use crate::chess::ByColor;
use crate::text::clock::{read_seconds, seconds};

/// One period of a time control.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PacePeriod {
    /// The number of moves in the period; `None` for the rest of the game.
    pub moves: Option<u32>,
    /// Milliseconds added when it begins.
    pub base_ms: u64,
    /// What a move adds, or what it has for free.
    pub bonus: PaceBonus,
}

/// What each move has besides the time of its period, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PaceBonus {
    /// Nothing.
    #[default]
    None,
    /// Added after the move.
    Increment(u64),
    /// The clock starts after this delay.
    Delay(u64),
    /// What was used is given back after the move, up to this much.
    GivenBack(u64),
}

/// The time and the limits of one player. Times are in milliseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pace {
    /// The periods, in order; the last one is repeated if it has a number of moves. Without periods there is
    /// no clock.
    pub periods: Vec<PacePeriod>,
    /// What one player uses, the other one gains.
    pub is_hourglass: bool,
    /// A fixed time for each move.
    pub move_ms: Option<u64>,
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
        Self {
            periods: Vec::new(),
            is_hourglass: false,
            move_ms: None,
            depth: None,
            nodes: None,
            margin_ms: 0,
            patience_ms: 60_000,
        }
    }
}

impl Pace {
    /// `base_ms` milliseconds for the game, and `increment_ms` more after each move.
    #[cfg(test)]
    pub fn game(base_ms: u64, increment_ms: u64) -> Self {
        let bonus = if increment_ms == 0 { PaceBonus::None } else { PaceBonus::Increment(increment_ms) };
        Self { periods: vec![PacePeriod { moves: None, base_ms, bonus }], ..Self::default() }
    }

    /// The period that holds after `moves` moves of the player, and the number of moves left in it.
    pub fn period_after(&self, moves: u32) -> Option<(PacePeriod, Option<u32>)> {
        let mut rest = moves;
        for (index, period) in self.periods.iter().enumerate() {
            let Some(most) = period.moves.filter(|&most| most > 0) else { return Some((*period, None)) };
            if index + 1 == self.periods.len() {
                return Some((*period, Some(most - rest % most)));
            }
            if rest < most {
                return Some((*period, Some(most - rest)));
            }
            rest -= most;
        }
        None
    }

    /// The new period that begins after `moves` moves of the player, if one does.
    pub fn begins_after(&self, moves: u32) -> Option<PacePeriod> {
        let (_, before) = self.period_after(moves.checked_sub(1)?)?;
        if before == Some(1) { self.period_after(moves).map(|(period, _)| period) } else { None }
    }

    /// The tag `TimeControl` of PGN: `40/9000:300+5`, `*60` for an hourglass, `-` without a clock. Delays,
    /// for which PGN has no sign, are written `300d5`, and those given back `300b5`.
    pub fn tag(&self) -> String {
        if let Some(ms) = self.move_ms {
            return format!("1/{}", seconds(ms));
        }
        if self.periods.is_empty() {
            return "-".to_owned();
        }
        let mut out = String::new();
        for period in &self.periods {
            if !out.is_empty() {
                out.push(':');
            }
            if self.is_hourglass {
                out.push('*');
            }
            if let Some(moves) = period.moves {
                // Writing to a string cannot fail.
                let _ = write!(out, "{moves}/");
            }
            out.push_str(&seconds(period.base_ms));
            let (sign, ms) = match period.bonus {
                PaceBonus::None => continue,
                PaceBonus::Increment(ms) => ('+', ms),
                PaceBonus::Delay(ms) => ('d', ms),
                PaceBonus::GivenBack(ms) => ('b', ms),
            };
            out.push(sign);
            out.push_str(&seconds(ms));
        }
        out
    }

    /// Reads a tag `TimeControl`; a client sets its clock by it (§8.1.5). Without a clock for `-` and `?`.
    /// `1/5` is the time of each move alone, of which nothing is left for the next one.
    ///
    /// # Errors
    /// The period that cannot be read.
    pub fn read_tag(tag: &str) -> Result<Self, PeriodError> {
        let mut pace = Self::default();
        if matches!(tag, "-" | "?" | "") {
            return Ok(pace);
        }
        for part in tag.split(':') {
            let period = read_period(part, &mut pace.is_hourglass);
            pace.periods.push(period.ok_or_else(|| PeriodError(part.to_owned()))?);
        }
        if let [PacePeriod { moves: Some(1), base_ms, bonus: PaceBonus::None }] = pace.periods[..]
            && !pace.is_hourglass
        {
            return Ok(Self { move_ms: Some(base_ms), ..Self::default() });
        }
        Ok(pace)
    }
}

/// The tags of the two sides where one `TimeControl` does not say both. PGN has longer names for them; those of `ptp` have
/// 15 characters at most (§5.2.1).
pub(super) const CONTROLS: ByColor<&str> = ByColor { white: "WhiteControl", black: "BlackControl" };

/// A part of a tag `TimeControl` that is not a period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PeriodError(pub String);

impl fmt::Display for PeriodError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a period of a time control", self.0)
    }
}

impl std::error::Error for PeriodError {}

/// Reads one period of a tag.
fn read_period(text: &str, is_hourglass: &mut bool) -> Option<PacePeriod> {
    let text = match text.strip_prefix('*') {
        Some(rest) => {
            *is_hourglass = true;
            rest
        }
        None => text,
    };
    let (moves, time) = match text.split_once('/') {
        Some((moves, time)) => (Some(moves.parse().ok().filter(|&moves| moves > 0)?), time),
        None => (None, text),
    };
    let at = time.find(['+', 'd', 'b']);
    let (base, bonus) = at.map_or((time, ""), |at| time.split_at(at));
    let bonus = match bonus.split_at_checked(1) {
        None => PaceBonus::None,
        Some(("+", ms)) => PaceBonus::Increment(read_seconds(ms)?),
        Some(("d", ms)) => PaceBonus::Delay(read_seconds(ms)?),
        Some((_, ms)) => PaceBonus::GivenBack(read_seconds(ms)?),
    };
    Some(PacePeriod { moves, base_ms: read_seconds(base)?, bonus })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_read_back() {
        for tag in
            ["-", "1/5", "1/0.5", "300", "40/9000", "40/9000:300+5", "*60", "0.2+0.002", "300d5", "300b2.5"]
        {
            assert_eq!(Pace::read_tag(tag).map(|pace| pace.tag()), Ok(tag.to_owned()));
        }
        for tag in ["40/", "x", "0/60", "300+", "300+-1", "1.5.2", ":"] {
            assert!(Pace::read_tag(tag).is_err(), "{tag}");
        }
    }

    #[test]
    fn periods_follow_each_other() {
        let pace = Pace::read_tag("40/100:20/50:10+1").expect("a tag");
        let base = |moves| pace.period_after(moves).map(|(period, left)| (period.base_ms, left));
        assert_eq!(base(0), Some((100_000, Some(40))));
        assert_eq!(base(39), Some((100_000, Some(1))));
        assert_eq!(base(40), Some((50_000, Some(20))));
        assert_eq!(base(60), Some((10_000, None)));
        assert_eq!(base(1000), Some((10_000, None)));
        let begins = |moves| pace.begins_after(moves).map(|period| period.base_ms);
        assert_eq!([0, 39, 40, 41, 60, 61].map(begins), [None, None, Some(50_000), None, Some(10_000), None]);
        // The last period is repeated.
        let again = Pace::read_tag("2/10").expect("a tag");
        let begins: Vec<bool> = (0..6).map(|moves| again.begins_after(moves).is_some()).collect();
        assert_eq!(begins, [false, false, true, false, true, false]);
    }
}
