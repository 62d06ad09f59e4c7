//! When a run began.

use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// A second in universal time, up to the last one of the year 9999, which has four digits as EPD wants them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "u64", into = "u64")]
pub struct Moment(u64);

/// 9999-12-31 23:59:59.
const LAST: u64 = 253_402_300_799;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_dates_and_times_of_epd() {
        for (seconds, operands) in [
            (0, "1970.01.01 00:00:00"),
            (951_782_400, "2000.02.29 00:00:00"),
            (LAST, "9999.12.31 23:59:59"),
            (u64::MAX, "9999.12.31 23:59:59"),
        ] {
            assert_eq!(Moment::from(seconds).operands(), operands);
        }
    }
}
