//! The tag `TimeControl`.

use std::fmt;

use super::{BONUSES, Bonus, Period, TimeControl};
use crate::text::clock;

/// A part of a tag `TimeControl` that is not a period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PeriodError(pub String);

impl fmt::Display for PeriodError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a period of a time control", self.0)
    }
}

impl std::error::Error for PeriodError {}

impl TimeControl {
    /// Reads a tag `TimeControl`; a client sets its clock by it (§8.1.5). Without a clock for `-` and `?`.
    ///
    /// # Errors
    /// The part that cannot be read.
    pub fn read_tag(tag: &str) -> Result<Self, PeriodError> {
        if matches!(tag, "-" | "?" | "") {
            return Ok(Self::Infinite);
        }
        if let Some(time) = tag.strip_prefix('*') {
            return clock::read_seconds(time).map(Self::Hourglass).ok_or_else(|| PeriodError(tag.to_owned()));
        }
        let read = |part: &str| period_of_tag(part).ok_or_else(|| PeriodError(part.to_owned()));
        let periods: Vec<Period> = tag.split(':').map(read).collect::<Result<_, _>>()?;
        Ok(match periods[..] {
            // Nothing of it is left for the next move.
            [Period { moves: Some(1), time, bonus: Bonus::Increment(0) }] => Self::PerMove(time),
            _ => Self::Periods(periods),
        })
    }

    /// The value of the tag `TimeControl`.
    pub fn tag(&self) -> String {
        match self {
            Self::Infinite => "-".to_owned(),
            Self::PerMove(time) => format!("1/{}", clock::seconds(*time)),
            Self::Hourglass(time) => format!("*{}", clock::seconds(*time)),
            Self::Periods(periods) => periods.iter().map(Period::to_string).collect::<Vec<_>>().join(":"),
        }
    }
}

/// One period of a tag.
fn period_of_tag(text: &str) -> Option<Period> {
    let (moves, time) = match text.split_once('/') {
        Some((moves, time)) => (Some(moves.parse().ok().filter(|&moves| moves > 0)?), time),
        None => (None, text),
    };
    let (time, bonus) = time.split_at(time.find(BONUSES).unwrap_or(time.len()));
    let bonus = match bonus.split_at_checked(1) {
        None => Bonus::Increment(0),
        Some(("d", time)) => Bonus::Delay(clock::read_seconds(time)?),
        Some(("b", time)) => Bonus::Bronstein(clock::read_seconds(time)?),
        Some((_, time)) => Bonus::Increment(clock::read_seconds(time)?),
    };
    Some(Period { moves, time: clock::read_seconds(time)?, bonus })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_read_back() {
        for tag in
            ["-", "1/5", "1/0.5", "300", "40/9000", "40/9000:300+5", "*60", "0.2+0.002", "300d5", "300b2.5"]
        {
            assert_eq!(TimeControl::read_tag(tag).map(|control| control.tag()), Ok(tag.to_owned()));
        }
        for tag in ["40/", "x", "0/60", "300+", "300+-1", "1.5.2", ":", "*", "*60:5", "*40/60"] {
            assert!(TimeControl::read_tag(tag).is_err(), "{tag}");
        }
    }
}
