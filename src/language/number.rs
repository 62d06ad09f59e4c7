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

/// Writes a number of tenths with one decimal, after a point in English, a comma in Russian.
pub(super) fn write_tenths(language: Language, tenths: i64, out: &mut impl fmt::Write) -> fmt::Result {
    if -10 < tenths && tenths < 0 {
        out.write_char('-')?;
    }
    write_grouped(language, tenths / 10, out)?;
    let point = match language {
        Language::English => '.',
        Language::Russian => ',',
    };
    write!(out, "{point}{}", (tenths % 10).unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tenths_have_the_sign_of_the_language() {
        let check = |language, tenths, expect: &str| {
            let mut out = String::new();
            write_tenths(language, tenths, &mut out).expect("a string");
            assert_eq!(out, expect);
        };
        check(Language::English, 0, "0.0");
        check(Language::English, -4, "-0.4");
        check(Language::English, -14, "-1.4");
        check(Language::English, 123_456, "12,345.6");
        check(Language::Russian, 123_456, "12\u{a0}345,6");
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
