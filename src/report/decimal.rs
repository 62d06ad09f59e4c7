//! Numbers with a fixed number of decimals. The standard library prints floats exactly to the last digit,
//! with fifteen times the code.

use crate::text::number;

/// A number rounded to `digits` decimals, at most 6.
#[expect(clippy::cast_possible_truncation, reason = "shares, means and ratios are far below 2^63")]
pub(super) fn fixed(number: f64, digits: u32) -> String {
    let scale = 10_i64.pow(digits.min(6));
    #[expect(clippy::cast_precision_loss, reason = "a power of ten up to a million")]
    let scaled = (number * scale as f64).round() as i64;
    let sign = if scaled < 0 { "-" } else { "" };
    let (whole, rest) =
        (scaled.unsigned_abs() / scale.unsigned_abs(), scaled.unsigned_abs() % scale.unsigned_abs());
    let whole = grouped(whole);
    match digits {
        0 => format!("{sign}{whole}"),
        digits => format!("{sign}{whole}.{rest:0width$}", width = digits as usize),
    }
}

/// A number with commas between its thousands.
pub(super) fn grouped(number: u64) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = number::write_grouped(number, ',', &mut out);
    out
}

/// A rounded number with a sign before it, unless it is zero.
pub(super) fn signed(number: f64, digits: u32) -> String {
    let text = fixed(number, digits);
    let is_zero = text.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    if number > 0.0 && !is_zero { format!("+{text}") } else { text }
}

/// A number that may be negative with commas between its thousands.
pub(super) fn grouped_signed(number: i64) -> String {
    let sign = if number < 0 { "-" } else { "" };
    format!("{sign}{}", grouped(number.unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded() {
        let shown: Vec<String> = [1336.333, 0.0, -0.5, 2.0, 99.999].map(|x| fixed(x, 2)).to_vec();
        assert_eq!(shown, ["1,336.33", "0.00", "-0.50", "2.00", "100.00"]);
        assert_eq!([fixed(2.5, 0), fixed(0.0123, 4)], ["3", "0.0123"]);
        assert_eq!(
            [i64::MIN, -1_000, 32_764].map(grouped_signed),
            ["-9,223,372,036,854,775,808", "-1,000", "32,764"]
        );
        assert_eq!([signed(1.5, 1), signed(-1.5, 1), signed(0.001, 1)], ["+1.5", "-1.5", "0.0"]);
    }
}
