//! A report as plain text, for a terminal.

use std::fmt::Write as _;

use crate::language::{Catalog, args};
use crate::report::Report;
use crate::report::block::{Block, Cell, Rates, Table};
use crate::report::content::blocks;
use crate::report::histogram::Histogram;
use crate::report::words::Words;

/// The letters of the longest bar of a chart.
const BAR: u64 = 40;

/// The report in a language.
///
/// ```
/// use epidote::language::Catalog;
/// use epidote::report::grade::grade;
/// use epidote::report::{Report, Run, text};
/// let mut run = Run { name: "suite.epd".to_owned(), ..Run::default() };
/// run.add(1, grade(1, b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"a\"; pm Kd2;", None));
/// assert!(text(&Report::new(vec![run]), Catalog::english()).contains("1 of 1 solved: 100.00 %"));
/// ```
pub fn text(report: &Report, language: &Catalog) -> String {
    let words = Words(language);
    let mut out = String::new();
    for block in blocks(report, words) {
        // Writing to a string cannot fail.
        let _ = match &block {
            Block::Heading(text) => {
                let text = plain(text);
                writeln!(out, "{text}\n{}\n", "=".repeat(text.chars().count()))
            }
            Block::Part(text) => {
                let text = plain(text);
                writeln!(out, "{text}\n{}\n", "-".repeat(text.chars().count()))
            }
            Block::Text(text) => writeln!(out, "{}\n", plain(text)),
            Block::Table(table) => write_table(&mut out, table),
            Block::Chart(_, chart) => write_chart(&mut out, words, chart),
            Block::Rates(rates) => write_rates(&mut out, words, rates),
        };
    }
    out
}

/// Text of the user on one line.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn write_table(out: &mut String, table: &Table) -> std::fmt::Result {
    writeln!(out, "{}", plain(&table.caption))?;
    let shown = |cell: &Cell| match cell {
        Cell::Text(text) => (plain(text), false),
        Cell::Number(text, _) => (plain(text), true),
        Cell::Line(_, line) => (line.to_string(), true),
    };
    let rows: Vec<Vec<(String, bool)>> =
        table.rows.iter().map(|row| row.iter().map(shown).collect()).collect();
    let head: Vec<String> = table.head.iter().map(|text| plain(text)).collect();
    let width = |at: usize| {
        let cells = rows.iter().filter_map(|row| row.get(at)).map(|(cell, _)| cell.chars().count());
        cells.chain(head.get(at).map(|cell| cell.chars().count())).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let is_number = |at: usize| rows.first().and_then(|row| row.get(at)).is_some_and(|cell| cell.1);
    let mut line = |cells: &mut dyn Iterator<Item = &str>| {
        let mut text = String::new();
        for (at, cell) in cells.enumerate() {
            let width = widths.get(at).copied().unwrap_or(0);
            let cell = if is_number(at) { format!("  {cell:>width$}") } else { format!("  {cell:<width$}") };
            text.push_str(&cell);
        }
        writeln!(out, "{}", text.trim_end())
    };
    line(&mut head.iter().map(String::as_str))?;
    for row in &rows {
        line(&mut row.iter().map(|(cell, _)| cell.as_str()))?;
    }
    writeln!(out)
}

/// A bar for each group: `#` is the solved part of it.
fn write_rates(out: &mut String, words: Words<'_>, rates: &Rates) -> std::fmt::Result {
    writeln!(out, "{}", rates.title)?;
    let label = |group: &str| plain(group);
    let width = rates.groups.iter().map(|group| label(&group.label).chars().count()).max().unwrap_or(0);
    for group in &rates.groups {
        let part = |count: u64| usize::try_from(count * BAR / group.records.max(1)).unwrap_or(0);
        let solved = part(group.solved);
        let bar = "#".repeat(solved) + &".".repeat(part(group.records) - solved);
        writeln!(out, "  {:<width$}  {bar} {}", label(&group.label), group.words(words))?;
    }
    writeln!(out)
}

/// A bar for each bin: `#` are solved records, `.` missed ones.
fn write_chart(out: &mut String, words: Words<'_>, chart: &Histogram) -> std::fmt::Result {
    writeln!(out, "{}", chart.title)?;
    let width = chart.bins.iter().map(|bin| bin.label.chars().count()).max().unwrap_or(0);
    let most = chart.bins.iter().map(|bin| bin.solved + bin.missed).max().unwrap_or(0).max(1);
    for bin in &chart.bins {
        // Any value above 0 is visible, however small.
        let bar = |count: u64| usize::try_from((count * BAR).div_ceil(most)).unwrap_or(0);
        let (solved, missed) = ("#".repeat(bar(bin.solved)), ".".repeat(bar(bin.missed)));
        writeln!(
            out,
            "  {:<width$}  {solved}{missed} {}",
            bin.label,
            words.say("report.part", args![bin.solved, bin.solved + bin.missed].into())
        )?;
    }
    writeln!(out)
}
