//! Time controls, as they are written on command lines and in the tag `TimeControl` of PGN.
//!
//! | on command lines | meaning |
//! |---|---|
//! | `60`, `1:00`, `0:01:00` | a minute for the game |
//! | `60+0.5` | half a second more for each move |
//! | `40/60` | a minute for every forty moves, over and over |
//! | `40/5400+30,900+30` | several periods, the last one without a number of moves lasts |
//! | `60d2` | the clock waits two seconds at each move |
//! | `60b2` | at each move up to two seconds of what was used come back (Bronstein) |
//! | `hg60` | an hourglass: what one side uses is given to the other |
//! | `inf` | no clock |
//!
//! In the tag colons separate periods, `1/5` is five seconds for each move, `*60` an hourglass, and `-` no clock. PGN has no
//! signs for delays: they are written as above. Seconds may have decimals, of which three count; no float is involved.

mod command_line;
mod tag;

use std::fmt;

pub use command_line::{TimeControlError, read_seconds};
pub use tag::PeriodError;

use crate::text::clock;

/// What begins the time that a move adds.
const BONUSES: [char; 3] = ['+', 'd', 'b'];

/// How time is given, in milliseconds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub enum TimeControl {
    /// No clock.
    #[default]
    Infinite,
    /// Milliseconds for each move; what is not used is lost.
    PerMove(u64),
    /// Periods, one after the other; never empty. When the last one has a number of moves it starts
    /// again.
    Periods(Vec<Period>),
    /// Milliseconds for each side at the start; what one uses is given to the other.
    Hourglass(u64),
}

/// A part of a time control.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Period {
    /// For how many moves of a side; `None` for the rest of the game.
    pub moves: Option<u32>,
    /// The time given at its start, in milliseconds.
    pub time: u64,
    /// What each move adds.
    pub bonus: Bonus,
}

/// What a move adds to the clock, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bonus {
    /// Milliseconds added with each move (Fischer).
    Increment(u64),
    /// Milliseconds before the clock starts.
    Delay(u64),
    /// What was used, but no more than this (Bronstein).
    Bronstein(u64),
}

impl Bonus {
    /// Its amount in milliseconds, whatever its kind.
    pub fn milliseconds(self) -> u64 {
        match self {
            Self::Increment(time) | Self::Delay(time) | Self::Bronstein(time) => time,
        }
    }
}

impl TimeControl {
    /// The period that holds after `moves` moves of the player, and the number of moves left in it.
    pub fn period_after(&self, moves: u32) -> Option<(Period, Option<u32>)> {
        let periods = match self {
            Self::Infinite | Self::PerMove(_) => return None,
            Self::Hourglass(time) => return Some((Period::whole(*time), None)),
            Self::Periods(periods) => periods,
        };
        let mut rest = moves;
        for (index, period) in periods.iter().enumerate() {
            let Some(most) = period.moves.filter(|&most| most > 0) else { return Some((*period, None)) };
            if index + 1 == periods.len() {
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
    pub fn begins_after(&self, moves: u32) -> Option<Period> {
        let (_, before) = self.period_after(moves.checked_sub(1)?)?;
        if before == Some(1) { self.period_after(moves).map(|(period, _)| period) } else { None }
    }
}

impl fmt::Display for TimeControl {
    /// As it is read; the time for each move has no such form, and is written as `1/TIME`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Infinite => f.write_str("inf"),
            Self::Hourglass(time) => write!(f, "hg{}", clock::seconds(*time)),
            Self::PerMove(_) | Self::Periods(_) => f.write_str(&self.tag().replace(':', ",")),
        }
    }
}

impl Period {
    /// The whole game, with nothing added.
    pub fn whole(time: u64) -> Self {
        Self { moves: None, time, bonus: Bonus::Increment(0) }
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        f.write_str(&clock::seconds(self.time))?;
        match self.bonus {
            Bonus::Increment(0) => Ok(()),
            Bonus::Increment(time) => write!(f, "+{}", clock::seconds(time)),
            Bonus::Delay(time) => write!(f, "d{}", clock::seconds(time)),
            Bonus::Bronstein(time) => write!(f, "b{}", clock::seconds(time)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_follow_each_other() {
        let control = TimeControl::read_tag("40/100:20/50:10+1").expect("a tag");
        let time = |moves| control.period_after(moves).map(|(period, left)| (period.time, left));
        assert_eq!(time(0), Some((100_000, Some(40))));
        assert_eq!(time(39), Some((100_000, Some(1))));
        assert_eq!(time(40), Some((50_000, Some(20))));
        assert_eq!(time(60), Some((10_000, None)));
        assert_eq!(time(1000), Some((10_000, None)));
        let begins = |moves| control.begins_after(moves).map(|period| period.time);
        assert_eq!([0, 39, 40, 41, 60, 61].map(begins), [None, None, Some(50_000), None, Some(10_000), None]);
        // The last period is repeated.
        let again = TimeControl::read_tag("2/10").expect("a tag");
        let begins: Vec<bool> = (0..6).map(|moves| again.begins_after(moves).is_some()).collect();
        assert_eq!(begins, [false, false, true, false, true, false]);
    }
}
