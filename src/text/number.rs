//! Numbers as people read them.

use std::fmt;

/// Writes a number with a separator before every three digits.
///
/// # Errors
/// Those of `out`.
pub fn write_grouped(number: u64, separator: char, out: &mut impl fmt::Write) -> fmt::Result {
    if number < 1_000 {
        return write!(out, "{number}");
    }
    let digits = number.to_string();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.write_char(separator)?;
        }
        out.write_char(digit)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_three() {
        let check = |number, expect| {
            let mut out = String::new();
            write_grouped(number, ',', &mut out).expect("a string");
            assert_eq!(out, expect);
        };
        check(0, "0");
        check(999, "999");
        check(1_000, "1,000");
        check(65_536, "65,536");
        check(1_000_000, "1,000,000");
        check(u64::MAX, "18,446,744,073,709,551,615");
    }
}
