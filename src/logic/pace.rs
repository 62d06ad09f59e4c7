//! How fast long work goes, and how long it still takes.

/// The shortest time, in seconds, that says something about the speed of a run.
const LEAST_SECONDS: f64 = 1.0;

/// Records a second from which on tenths would only flicker.
const FAST: f64 = 10.0;

const MEGABYTE: u64 = 1_000_000;

/// The pace of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pace {
    /// Finished records a second.
    pub per_second: f64,
    /// The seconds that the rest will take at this pace.
    pub seconds_left: f64,
}

impl Pace {
    /// The pace of a run that has finished `done` records in `seconds`, with `left` still to come; `None` while it
    /// cannot be told yet.
    #[expect(clippy::cast_precision_loss, reason = "shown in tenths")]
    pub fn of(done: usize, left: usize, seconds: f64) -> Option<Self> {
        if done == 0 || seconds < LEAST_SECONDS {
            return None;
        }
        let per_second = done as f64 / seconds;
        Some(Self { per_second, seconds_left: left as f64 / per_second })
    }

    /// Whether tenths of a record a second are worth showing.
    pub fn is_slow(self) -> bool {
        self.per_second < FAST
    }
}

/// How a file is being read, given the bytes read so far, those in all, and the time: megabytes read, megabytes in all,
/// and megabytes a second.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count of milliseconds")]
pub fn megabytes(read: u64, total: u64, ms: f64) -> [u64; 3] {
    // Bytes a millisecond are kilobytes a second.
    [read / MEGABYTE, total / MEGABYTE, read / 1000 / ms.max(1.0) as u64]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pace_is_told_once_it_is_known() {
        let check = |done, left, seconds, expect: Option<(f64, f64)>| {
            let pace = Pace::of(done, left, seconds).map(|pace| (pace.per_second, pace.seconds_left));
            assert_eq!(pace, expect, "{done} done, {left} left, {seconds} s");
        };
        check(0, 10, 5.0, None);
        check(3, 10, 0.9, None);
        check(4, 10, 2.0, Some((2.0, 5.0)));
        check(4, 0, 2.0, Some((2.0, 0.0)));
        assert!(Pace::of(99, 1, 10.0).is_some_and(Pace::is_slow));
        assert!(!Pace::of(100, 1, 10.0).is_some_and(Pace::is_slow));
    }

    #[test]
    fn reading_is_told_in_megabytes() {
        assert_eq!(megabytes(12_345_678, 62_000_000, 500.0), [12, 62, 24]);
        assert_eq!(megabytes(0, 999_999, 0.0), [0, 0, 0]);
        assert_eq!(megabytes(5_000_000, 5_000_000, 0.0), [5, 5, 5_000]);
    }
}
