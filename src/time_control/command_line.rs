//! Time controls as they are written on command lines.

use std::fmt;

use super::{BONUSES, Bonus, Period, TimeControl};
use crate::text::clock;

/// What is wrong with a time control of a command line. Texts are as they were written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TimeControlError {
    /// Not a number of seconds.
    InvalidSeconds(String),
    /// Not a time of the form `hours:minutes:seconds`.
    InvalidTime(String),
    /// Not a number of moves.
    InvalidMoves(String),
    /// It gives no time at all.
    NoTime,
    /// A time that is too large.
    TooLarge,
    /// A period without a number of moves that is not the last one; its number, from 1.
    EndlessPeriod(usize),
}

impl fmt::Display for TimeControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidSeconds(text) => write!(f, "`{text}` is not a number of seconds"),
            Self::InvalidTime(text) => write!(f, "`{text}` is not a time: write hours:minutes:seconds"),
            Self::InvalidMoves(text) => write!(f, "`{text}` is not a number of moves"),
            Self::NoTime => f.write_str("the time is 0"),
            Self::TooLarge => f.write_str("the time is too large"),
            Self::EndlessPeriod(number) => {
                write!(f, "period {number} has no number of moves, so the next one never starts")
            }
        }
    }
}

impl std::error::Error for TimeControlError {}

impl TimeControl {
    /// Reads a time control.
    ///
    /// ```
    /// use epidote::time_control::TimeControl;
    /// assert_eq!(TimeControl::read("40/1:30+0.1").unwrap().to_string(), "40/90+0.1");
    /// assert!(TimeControl::read("40/").is_err());
    /// ```
    ///
    /// # Errors
    /// Says which part cannot be read.
    pub fn read(text: &str) -> Result<Self, TimeControlError> {
        if matches!(text, "inf" | "infinite" | "inf/inf") {
            return Ok(Self::Infinite);
        }
        if let Some(time) = text.strip_prefix("hg") {
            return match read_time(time)? {
                0 => Err(TimeControlError::NoTime),
                time => Ok(Self::Hourglass(time)),
            };
        }
        let periods: Vec<Period> = text.split(',').map(read_period).collect::<Result<_, _>>()?;
        let last = periods.len() - 1;
        if let Some(at) = periods[..last].iter().position(|period| period.moves.is_none()) {
            return Err(TimeControlError::EndlessPeriod(at + 1));
        }
        if periods.iter().any(|period| period.time == 0 && period.bonus.milliseconds() == 0) {
            return Err(TimeControlError::NoTime);
        }
        Ok(Self::Periods(periods))
    }

    /// The time for each move, from seconds.
    ///
    /// # Errors
    /// Says what is wrong with the number.
    pub fn read_per_move(seconds: &str) -> Result<Self, TimeControlError> {
        match read_seconds(seconds)? {
            0 => Err(TimeControlError::NoTime),
            time => Ok(Self::PerMove(time)),
        }
    }
}

fn read_period(text: &str) -> Result<Period, TimeControlError> {
    let (moves, rest) = match text.split_once('/') {
        None | Some(("inf", _)) => (None, text.rsplit('/').next().unwrap_or(text)),
        Some((moves, rest)) => match moves.parse() {
            Ok(moves) if moves > 0 => (Some(moves), rest),
            _ => return Err(TimeControlError::InvalidMoves(moves.to_owned())),
        },
    };
    let (time, bonus) = rest.split_at(rest.find(BONUSES).unwrap_or(rest.len()));
    let amount = |bonus: &str| read_seconds(&bonus[1..]);
    let bonus = match bonus.chars().next() {
        None => Bonus::Increment(0),
        Some('d') => Bonus::Delay(amount(bonus)?),
        Some('b') => Bonus::Bronstein(amount(bonus)?),
        Some(_) => Bonus::Increment(amount(bonus)?),
    };
    Ok(Period { moves, time: read_time(time)?, bonus })
}

/// `[[hours:]minutes:]seconds`.
fn read_time(text: &str) -> Result<u64, TimeControlError> {
    let mut parts = text.rsplit(':');
    let mut time = read_seconds(parts.next().unwrap_or_default())?;
    let mut unit = 60_000_u64;
    for part in parts.by_ref().take(2) {
        let number: u64 = match part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse()) {
            Some(Ok(number)) => number,
            _ => {
                return Err(TimeControlError::InvalidTime(text.to_owned()));
            }
        };
        time = number
            .checked_mul(unit)
            .and_then(|more| time.checked_add(more))
            .ok_or(TimeControlError::TooLarge)?;
        unit *= 60;
    }
    if parts.next().is_some() {
        return Err(TimeControlError::InvalidTime(text.to_owned()));
    }
    Ok(time)
}

/// Seconds with decimals, as milliseconds; an `s` may follow.
///
/// # Errors
/// It is no number of seconds.
pub fn read_seconds(text: &str) -> Result<u64, TimeControlError> {
    let number = text.strip_suffix('s').unwrap_or(text);
    clock::read_seconds(number).ok_or_else(|| TimeControlError::InvalidSeconds(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(text: &str, expect: Result<&str, &str>) {
        let read = TimeControl::read(text);
        let shown =
            read.map(|control| format!("{control} {}", control.tag())).map_err(|error| error.to_string());
        assert_eq!(shown.as_deref().map_err(String::as_str), expect, "{text}");
    }

    #[test]
    fn time_controls() {
        check("60", Ok("60 60"));
        check("1:00", Ok("60 60"));
        check("1:30:00+30", Ok("5400+30 5400+30"));
        check("0:0.3+0.002", Ok("0.3+0.002 0.3+0.002"));
        check("40/60", Ok("40/60 40/60"));
        check("40/1:30+0.1", Ok("40/90+0.1 40/90+0.1"));
        check("inf/5+0.1", Ok("5+0.1 5+0.1"));
        check("5s", Ok("5 5"));
        check("40/90:00+30,20/60:00,15:00+30", Ok("40/5400+30,20/3600,900+30 40/5400+30:20/3600:900+30"));
        check("300d3", Ok("300d3 300d3"));
        check("5:00b2.5", Ok("300b2.5 300b2.5"));
        check("hg1:00", Ok("hg60 *60"));
        check("inf", Ok("inf -"));
        check("infinite", Ok("inf -"));
        check("0+0.2", Ok("0+0.2 0+0.2"));
        check("0.0014", Ok("0.001 0.001"));
        check("", Err("`` is not a number of seconds"));
        check("0", Err("the time is 0"));
        let most = "18446744073709551.615";
        check(&format!("{most}+{most}"), Ok(&format!("{most}+{most} {most}+{most}")));
        check("hg0", Err("the time is 0"));
        check("0/60", Err("`0` is not a number of moves"));
        check("x/60", Err("`x` is not a number of moves"));
        check("60+", Err("`` is not a number of seconds"));
        check("-5", Err("`-5` is not a number of seconds"));
        check("1e3", Err("`1e3` is not a number of seconds"));
        check("60,60", Err("period 1 has no number of moves, so the next one never starts"));
        check("1:2:3:4", Err("`1:2:3:4` is not a time: write hours:minutes:seconds"));
        check("-1:00", Err("`-1:00` is not a time: write hours:minutes:seconds"));
        check("99999999999999999999", Err("`99999999999999999999` is not a number of seconds"));
        check("18446744073709551615", Err("`18446744073709551615` is not a number of seconds"));
    }

    #[test]
    fn time_for_each_move() {
        assert_eq!(TimeControl::read_per_move("0.5"), Ok(TimeControl::PerMove(500)));
        assert_eq!(TimeControl::PerMove(500).tag(), "1/0.5");
        assert!(TimeControl::read_per_move("0").is_err());
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            periods in proptest::collection::vec((1_u32..99, 1_u64..9_999_999, 0..3_u8, 0_u64..99_999), 1..4), open: bool,
        ) {
            let period = |(moves, time, kind, bonus)| {
                let bonus = match kind {
                    0 => Bonus::Increment(bonus),
                    1 => Bonus::Delay(bonus),
                    _ => Bonus::Bronstein(bonus),
                };
                Period { moves: Some(moves), time, bonus }
            };
            let mut periods: Vec<Period> = periods.into_iter().map(period).collect();
            if open {
                periods.last_mut().expect("a period").moves = None;
            }
            let control = TimeControl::Periods(periods);
            prop_assert_eq!(TimeControl::read(&control.to_string()), Ok(control));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[0-9:/+.,dbhginfs-]{0,20}") {
            let _ = TimeControl::read(&text);
        }
    }
}
