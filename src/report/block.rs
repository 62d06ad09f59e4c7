//! What reports consist of: headings, sentences, tables and charts.

use std::cmp::Ordering;

use crate::epd::verbs::sort_key::text_key;
use crate::language::args;
use crate::report::Entry;
use crate::report::histogram::Histogram;
use crate::report::summary::wilson;
use crate::report::words::{DASH, Words, scaled};

/// A part of a report.
pub(super) enum Block {
    Heading(String),
    /// A heading below the last one.
    Part(String),
    Text(String),
    Table(Table),
    /// The distribution of a value over the records of the run with this index.
    Chart(usize, Histogram),
    Rates(Rates),
}

/// How much of each group is solved, drawn beside its table.
pub(super) struct Rates {
    pub(super) title: String,
    /// What it says to those who cannot see it, as the key of a text with the title.
    pub(super) about: &'static str,
    pub(super) groups: Vec<Rate>,
}

/// The solved part of a group.
pub(super) struct Rate {
    pub(super) label: String,
    pub(super) solved: u64,
    pub(super) records: u64,
    /// The ends of the 95 % interval, 0 to 1.
    pub(super) interval: (f64, f64),
    /// The index of its run.
    pub(super) run: usize,
    /// The lines of its records.
    pub(super) lines: Vec<u32>,
}

impl Rate {
    pub(super) fn of(label: &str, run: usize, entries: &[&Entry]) -> Self {
        let records = entries.len() as u64;
        let solved = entries.iter().filter(|entry| entry.solved).count() as u64;
        let label = if label.is_empty() { DASH } else { label };
        let lines = entries.iter().map(|entry| entry.line).collect();
        Self { label: label.to_owned(), solved, records, interval: wilson(solved, records), run, lines }
    }

    /// The part that is solved and its interval, for people.
    pub(super) fn words(&self, words: Words<'_>) -> String {
        let (low, high) = self.interval;
        let part = rate(self.solved, self.records).unwrap_or(0.0);
        let [part, low, high] = [part, low, high].map(|part| words.percentage(part, 0));
        let args = args![self.solved, self.records, part, low, high];
        words.say("report.group-rate", args.into())
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
    /// A number, aligned to the right, and its value, which sorts it.
    Number(String, Option<i128>),
    /// A line of the file of the run with this index.
    Line(usize, u32),
}

/// A number has its value in units of this.
const DIGITS: u32 = 6;

impl Cell {
    /// A count.
    pub(super) fn count(words: Words<'_>, count: impl TryInto<u64>) -> Self {
        count.try_into().map_or_else(|_| Self::nothing(), |count| Self::whole(words.count(count), count))
    }

    /// A whole number with its text.
    pub(super) fn whole(text: String, value: impl Into<i128>) -> Self {
        Self::Number(text, Some(value.into() * 10_i128.pow(DIGITS)))
    }

    /// A number with its text.
    pub(super) fn measure(text: String, value: f64) -> Self {
        Self::Number(text, Some(scaled(value, DIGITS).into()))
    }

    /// No number.
    pub(super) fn nothing() -> Self {
        Self::Number(DASH.to_owned(), None)
    }

    fn is_nothing(&self) -> bool {
        match self {
            Self::Text(text) => text == DASH || text.is_empty(),
            Self::Number(_, value) => value.is_none(),
            Self::Line(..) => false,
        }
    }

    fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Line(run, line), Self::Line(other_run, other_line)) => {
                (run, line).cmp(&(other_run, other_line))
            }
            (Self::Number(_, value), Self::Number(_, other)) => value.cmp(other),
            (Self::Text(text), Self::Text(other)) => {
                text_key(text.as_bytes()).cmp(&text_key(other.as_bytes()))
            }
            _ => Ordering::Equal,
        }
    }
}

/// A part of a whole, 0 to 1.
#[expect(clippy::cast_precision_loss, reason = "shown with a few digits")]
pub(super) fn rate(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}
