//! What reports consist of: headings, sentences, tables and charts.

use std::cmp::Ordering;

use crate::epd::verbs::sort_key::text_key;
use crate::report::Entry;
use crate::report::decimal::{fixed, grouped};
use crate::report::histogram::Histogram;
use crate::report::summary::wilson;

/// A part of a report.
pub(super) enum Block {
    Heading(String),
    /// A heading below the last one.
    Part(String),
    Text(String),
    Table(Table),
    Chart(Histogram),
    Rates(Rates),
}

/// How much of each group is solved, drawn beside its table.
pub(super) struct Rates {
    pub(super) title: &'static str,
    pub(super) groups: Vec<Rate>,
}

/// The solved part of a group.
pub(super) struct Rate {
    pub(super) label: String,
    pub(super) solved: u64,
    pub(super) records: u64,
    /// The ends of the 95 % interval, 0 to 1.
    pub(super) interval: (f64, f64),
    /// The lines of its records.
    pub(super) lines: Vec<u32>,
}

impl Rate {
    pub(super) fn of(label: &str, entries: &[&Entry]) -> Self {
        let records = entries.len() as u64;
        let solved = entries.iter().filter(|entry| entry.solved).count() as u64;
        let label = if label.is_empty() { DASH } else { label };
        let lines = entries.iter().map(|entry| entry.line).collect();
        Self { label: label.to_owned(), solved, records, interval: wilson(solved, records), lines }
    }

    /// The part that is solved and its interval, for people.
    pub(super) fn words(&self) -> String {
        let (low, high) = self.interval;
        let [low, high] = [low, high].map(|end| fixed(100.0 * end, 0));
        let part = rate(self.solved, self.records).map_or(0.0, |part| 100.0 * part);
        format!(
            "{} of {}: {} % ({low} to {high})",
            grouped(self.solved),
            grouped(self.records),
            fixed(part, 0)
        )
    }
}

pub(super) struct Table {
    /// Whether it is folded until it is opened, where that is possible.
    pub(super) is_folded: bool,
    pub(super) caption: String,
    pub(super) head: Vec<String>,
    pub(super) rows: Vec<Vec<Cell>>,
}

impl Table {
    /// Sorts the rows by a column: numbers by their value, texts in natural order, cells without a value last.
    pub(super) fn sort(&mut self, column: usize, descending: bool) {
        let order = |a: &Vec<Cell>, b: &Vec<Cell>| {
            let (Some(a), Some(b)) = (a.get(column), b.get(column)) else { return Ordering::Equal };
            let is_last = a.is_nothing().cmp(&b.is_nothing());
            is_last.then_with(|| if descending { b.compare(a) } else { a.compare(b) })
        };
        self.rows.sort_by(order);
    }
}

pub(super) enum Cell {
    Text(String),
    /// A number, aligned to the right.
    Number(String),
    /// A line of the file of the run with this index.
    Line(usize, u32),
}

impl Cell {
    fn is_nothing(&self) -> bool {
        matches!(self, Self::Text(text) | Self::Number(text) if text == DASH || text.is_empty())
    }

    fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Line(run, line), Self::Line(other_run, other_line)) => {
                (run, line).cmp(&(other_run, other_line))
            }
            (Self::Number(text), Self::Number(other)) => value(text).cmp(&value(other)),
            (Self::Text(text), Self::Text(other)) => {
                text_key(text.as_bytes()).cmp(&text_key(other.as_bytes()))
            }
            _ => Ordering::Equal,
        }
    }
}

/// The number at the beginning of a text that was made for people, in millionths. Reading a float would bring
/// twenty times the code.
fn value(text: &str) -> i128 {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let mut value = 0;
    // Decimal places still to be read; `None` before the point.
    let mut places: Option<u32> = None;
    for byte in digits.bytes() {
        match byte {
            b'0'..=b'9' if places != Some(0) => {
                value = value * 10 + i128::from(byte - b'0');
                places = places.map(|places| places - 1);
            }
            b',' | b'+' => {}
            b'.' => places = Some(6),
            _ => break,
        }
    }
    sign * value * 10_i128.pow(places.unwrap_or(6))
}

pub(super) const DASH: &str = "–";

/// A part of a whole, 0 to 1.
#[expect(clippy::cast_precision_loss, reason = "shown with a few digits")]
pub(super) fn rate(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_for_people_have_values() {
        let check = |text: &str, expect: i128| assert_eq!(value(text), expect, "{text}");
        check("0", 0);
        check("1,336.33", 1_336_330_000);
        check("-12", -12_000_000);
        check("66.67 %", 66_670_000);
        check("+0.5", 500_000);
        check("9.5 to 90.5", 9_500_000);
        check("18,446,744,073,709,551,615", 18_446_744_073_709_551_615_000_000);
        check("0.1234567", 123_456);
    }
}
