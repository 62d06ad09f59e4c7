//! When a run began.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use time::{Date, Month, OffsetDateTime, Time};

/// A second in universal time, up to the last one of the year 9999, which has four digits as EPD wants them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "Seconds", into = "u64")]
pub struct Moment(u64);

/// 9999-12-31 23:59:59.
const LAST: u64 = 253_402_300_799;

/// Seconds since the beginning of 1970, as a recipe has them.
#[derive(Deserialize)]
struct Seconds(u64);

impl TryFrom<Seconds> for Moment {
    type Error = NoMoment;

    fn try_from(Seconds(seconds): Seconds) -> Result<Self, NoMoment> {
        if seconds > LAST { Err(NoMoment) } else { Ok(Self(seconds)) }
    }
}

impl From<u64> for Moment {
    /// Seconds since the beginning of 1970.
    fn from(seconds: u64) -> Self {
        Self(seconds.min(LAST))
    }
}

impl From<Moment> for u64 {
    fn from(moment: Moment) -> Self {
        moment.0
    }
}

impl Moment {
    /// Date and time as operands (§5.2.5, §5.2.6).
    ///
    /// ```
    /// use epidote::verb::Moment;
    /// assert_eq!(Moment::from(905_862_615).operands(), "1998.09.15 12:30:15");
    /// ```
    pub fn operands(self) -> String {
        let seconds = i64::try_from(self.0).unwrap_or_default();
        let at = OffsetDateTime::from_unix_timestamp(seconds).unwrap_or(OffsetDateTime::UNIX_EPOCH);
        let (year, month, day) = at.to_calendar_date();
        let (hour, minute, second) = at.to_hms();
        format!("{year:04}.{:02}.{day:02} {hour:02}:{minute:02}:{second:02}", u8::from(month))
    }
}

/// Why a text is no moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoMoment;

impl fmt::Display for NoMoment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a date and a time in UTC from 1970 on, such as 1998.09.15 12:30:15")
    }
}

impl std::error::Error for NoMoment {}

impl FromStr for Moment {
    type Err = NoMoment;

    /// Reads what [`Moment::operands`] writes.
    fn from_str(text: &str) -> Result<Self, NoMoment> {
        let read = || {
            let (date, clock) = text.split_once(' ')?;
            let mut day = date.splitn(3, '.').map(|number| number.parse::<u16>().ok());
            let mut time = clock.splitn(3, ':').map(|number| number.parse::<u8>().ok());
            let mut next = || day.next().flatten();
            let (year, month, day) = (next()?, u8::try_from(next()?).ok()?, u8::try_from(next()?).ok()?);
            let mut next = || time.next().flatten();
            let time = Time::from_hms(next()?, next()?, next()?).ok()?;
            let date = Date::from_calendar_date(year.into(), Month::try_from(month).ok()?, day).ok()?;
            let seconds = date.with_time(time).assume_utc().unix_timestamp();
            u64::try_from(seconds).ok().filter(|&seconds| seconds <= LAST)
        };
        let moment = read().map(Self).ok_or(NoMoment)?;
        // Numbers with other digits are refused.
        if moment.operands() == text { Ok(moment) } else { Err(NoMoment) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_moment_is_refused() {
        for text in [
            "",
            "1998.09.15",
            "1998.9.15 12:30:15",
            "1998.09.31 12:30:15",
            "1998.09.15 24:00:00",
            "1969.12.31 23:59:59",
            "1998.09.15 12:30",
            "1998.09.15  12:30:15",
            "10000.01.01 00:00:00",
        ] {
            assert_eq!(text.parse::<Moment>(), Err(NoMoment), "{text}");
        }
    }

    #[test]
    fn moments_are_dates_and_times_of_epd() {
        for (seconds, operands) in [
            (0, "1970.01.01 00:00:00"),
            (951_782_400, "2000.02.29 00:00:00"),
            (LAST, "9999.12.31 23:59:59"),
            (u64::MAX, "9999.12.31 23:59:59"),
        ] {
            assert_eq!(Moment::from(seconds).operands(), operands);
            assert_eq!(operands.parse(), Ok(Moment::from(seconds)));
        }
    }
}
