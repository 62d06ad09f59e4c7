//! Counts as they are written in each language.

use std::fmt;

use super::Language;
use crate::text::number;

/// Writes a count with a separator before every three digits: a comma in English, a no-break space in Russian.
pub(super) fn write_grouped(language: Language, count: i64, out: &mut impl fmt::Write) -> fmt::Result {
    let separator = match language {
        Language::English => ',',
        Language::Russian => '\u{a0}',
    };
    if count < 0 {
        out.write_char('-')?;
    }
    number::write_grouped(count.unsigned_abs(), separator, out)
}

/// Writes a number that is given in units of its last decimal, with that many `decimals`, at most 6: after a point in
/// English, a comma in Russian.
pub(super) fn write_decimal(
    language: Language,
    number: i64,
    decimals: u32,
    out: &mut impl fmt::Write,
) -> fmt::Result {
    let unit = 10_i64.pow(decimals.min(6));
    if -unit < number && number < 0 {
        out.write_char('-')?;
    }
    write_grouped(language, number / unit, out)?;
    let point = match language {
        Language::English => '.',
        Language::Russian => ',',
    };
    match decimals as usize {
        0 => Ok(()),
        width => write!(out, "{point}{:0width$}", (number % unit).unsigned_abs()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_have_the_sign_of_the_language() {
        let check = |language, number, decimals, expect: &str| {
            let mut out = String::new();
            write_decimal(language, number, decimals, &mut out).expect("a string");
            assert_eq!(out, expect);
        };
        check(Language::English, 0, 1, "0.0");
        check(Language::English, -4, 1, "-0.4");
        check(Language::English, -14, 1, "-1.4");
        check(Language::English, 123_456, 1, "12,345.6");
        check(Language::English, 5, 3, "0.005");
        check(Language::English, -133_633, 2, "-1,336.33");
        check(Language::English, 2_500, 0, "2,500");
        check(Language::Russian, 123_456, 1, "12\u{a0}345,6");
    }

    fn grouped(language: Language, count: i64) -> String {
        let mut out = String::new();
        write_grouped(language, count, &mut out).expect("a string");
        out
    }

    #[test]
    fn groups_digits() {
        let check = |count, expect| assert_eq!(grouped(Language::English, count), expect);
        check(0, "0");
        check(999, "999");
        check(-1_000, "-1,000");
        check(1_072_532, "1,072,532");
        assert_eq!(grouped(Language::Russian, 12_345), "12\u{a0}345");
        assert_eq!(grouped(Language::English, i64::MIN), "-9,223,372,036,854,775,808");
    }
}
