//! Numbers on the screen, as text.

/// A number with one decimal, for styles and drawings: a tenth of a pixel is finer than any screen. The
/// standard library prints floats exactly to the last digit, with fifteen times the code.
pub fn tenths(number: f64) -> String {
    #[expect(clippy::cast_possible_truncation, reason = "places on a screen are far below 2^53")]
    let tenths = (number * 10.0 + 0.5).floor() as i64;
    let sign = if tenths < 0 { "-" } else { "" };
    format!("{sign}{}.{}", tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10)
}

/// Seconds as minutes and seconds, with hours if there are any: `0:07`, `12:34`, `1:02:03`.
pub fn clock(seconds: f64) -> String {
    let seconds = whole(seconds).max(0);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// A number of milliseconds or bytes from JavaScript as an integer, to be written without the code for
/// floats.
pub fn whole(number: f64) -> i64 {
    #[expect(clippy::cast_possible_truncation, reason = "whole already, and far below 2^53")]
    let whole = number as i64;
    whole
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn rounds_to_tenths() {
        for (number, text) in
            [(0.0, "0.0"), (12.34, "12.3"), (0.96, "1.0"), (-0.25, "-0.2"), (-12.0, "-12.0")]
        {
            assert_eq!(tenths(number), text);
        }
    }

    #[test]
    fn seconds_are_minutes_and_hours() {
        for (seconds, text) in
            [(0.4, "0:00"), (67.9, "1:07"), (3599.0, "59:59"), (3723.0, "1:02:03"), (-1.0, "0:00")]
        {
            assert_eq!(clock(seconds), text);
        }
    }

    proptest! {
        #[test]
        fn is_never_off_by_more_than_half_a_tenth(number in -1e9..1e9_f64) {
            let read: f64 = tenths(number).parse().unwrap();
            prop_assert!((read - number).abs() < 0.050_001, "{read}");
        }
    }
}
