//! The words and numbers of a report in a language. The standard library prints floats exactly to the last digit, with
//! fifteen times the code.

use crate::language::{Arg, Catalog, Text};

/// Writes texts and numbers in a language.
#[derive(Debug, Clone, Copy)]
pub(super) struct Words<'a>(pub(super) &'a Catalog);

/// A number without a value.
pub(super) const DASH: &str = "–";

impl Words<'_> {
    /// An entry of the language without arguments.
    pub(super) fn word(self, key: &'static str) -> String {
        self.0.words(key)
    }

    /// An entry with its arguments.
    pub(super) fn say(self, key: &'static str, args: Vec<Arg>) -> String {
        self.0.render(&Text::Entry { key: key.into(), args })
    }

    /// A number rounded to `digits` decimals, at most 6.
    pub(super) fn fixed(self, number: f64, digits: u32) -> String {
        self.0.decimal(scaled(number, digits), digits)
    }

    /// A count.
    pub(super) fn count(self, count: u64) -> String {
        self.number(i64::try_from(count).unwrap_or(i64::MAX))
    }

    /// A number that may be negative.
    pub(super) fn number(self, number: i64) -> String {
        self.0.decimal(number, 0)
    }

    /// A rounded number with a sign before it, unless it is zero.
    pub(super) fn signed(self, number: f64, digits: u32) -> String {
        let text = self.fixed(number, digits);
        if scaled(number, digits) > 0 { format!("+{text}") } else { text }
    }

    /// A part of a whole, 0 to 1, as a percentage without its sign.
    pub(super) fn percentage(self, part: f64, digits: u32) -> String {
        self.fixed(100.0 * part, digits)
    }
}

/// A number in units of its last decimal.
#[expect(clippy::cast_possible_truncation, reason = "shares, means and ratios are far below 2^63")]
pub(super) fn scaled(number: f64, digits: u32) -> i64 {
    #[expect(clippy::cast_precision_loss, reason = "a power of ten up to a million")]
    let unit = 10_i64.pow(digits.min(6)) as f64;
    (number * unit).round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded() {
        let words = Words(Catalog::english());
        let shown: Vec<String> =
            [1336.333, 0.0, -0.5, 2.0, 99.999].map(|number| words.fixed(number, 2)).to_vec();
        assert_eq!(shown, ["1,336.33", "0.00", "-0.50", "2.00", "100.00"]);
        assert_eq!([words.fixed(2.5, 0), words.fixed(0.0123, 4)], ["3", "0.0123"]);
        assert_eq!([words.number(-1_000), words.count(u64::MAX)], ["-1,000", "9,223,372,036,854,775,807"]);
        let signed = [words.signed(1.5, 1), words.signed(-1.5, 1), words.signed(0.001, 1)];
        assert_eq!(signed, ["+1.5", "-1.5", "0.0"]);
    }
}
