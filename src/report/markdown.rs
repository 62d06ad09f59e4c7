//! A report as Markdown.

use std::fmt::Write as _;

use crate::language::Catalog;
use crate::report::Report;
use crate::report::block::{Block, Cell, Rates, Table};
use crate::report::content::blocks;
use crate::report::histogram::Histogram;
use crate::report::side_by_side::CHART_OF_RUNS;
use crate::report::words::Words;

/// The report in a language.
pub fn markdown(report: &Report, language: &Catalog) -> String {
    let words = Words(language);
    let mut out = String::new();
    for block in blocks(report, words) {
        // Writing to a string cannot fail.
        let _ = match &block {
            Block::Heading(text) => writeln!(out, "## {}\n", plain(text)),
            Block::Part(text) => writeln!(out, "### {}\n", plain(text)),
            Block::Text(text) => writeln!(out, "{}\n", plain(text)),
            Block::Table(table) => write_table(&mut out, table),
            Block::Chart(_, chart) => write_chart(&mut out, words, chart),
            Block::Rates(rates) if rates.about == CHART_OF_RUNS => write_rates(&mut out, words, rates),
            // Its table says the same.
            Block::Rates(_) => Ok(()),
        };
    }
    out
}

/// Text of the user, without characters that mean something in Markdown.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '|' | '*' | '_' | '`' | '<' | '>' | '[' | ']' | '#' | '&' | '~' => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

fn write_row(out: &mut String, cells: impl Iterator<Item = String>) -> std::fmt::Result {
    for cell in cells {
        write!(out, "| {cell} ")?;
    }
    out.push_str("|\n");
    Ok(())
}

fn write_table(out: &mut String, table: &Table) -> std::fmt::Result {
    writeln!(out, "**{}**\n", plain(&table.caption))?;
    write_row(out, table.head.iter().map(|text| plain(text)))?;
    let first = table.rows.first();
    let rule = |at: usize| match first.and_then(|row| row.get(at)) {
        Some(Cell::Number(..) | Cell::Line(..)) => "---:".to_owned(),
        _ => "---".to_owned(),
    };
    write_row(out, (0..table.head.len()).map(rule))?;
    for row in &table.rows {
        let cell = |cell: &Cell| match cell {
            Cell::Text(text) | Cell::Number(text, _) => plain(text),
            Cell::Line(_, line) => line.to_string(),
        };
        write_row(out, row.iter().map(cell))?;
    }
    out.push('\n');
    Ok(())
}

fn write_rates(out: &mut String, words: Words<'_>, rates: &Rates) -> std::fmt::Result {
    writeln!(out, "**{}**\n\n| | {} |\n| --- | --- |", rates.title, words.word("report.solved"))?;
    for group in &rates.groups {
        writeln!(out, "| {} | {} |", plain(&group.label), group.words(words))?;
    }
    out.push('\n');
    Ok(())
}

fn write_chart(out: &mut String, words: Words<'_>, chart: &Histogram) -> std::fmt::Result {
    let [solved, missed] = ["report.solved", "report.missed"].map(|key| words.word(key));
    writeln!(out, "**{}**\n\n| | {solved} | {missed} |\n| --- | ---: | ---: |", chart.title)?;
    for bin in &chart.bins {
        writeln!(out, "| {} | {} | {} |", bin.label, words.count(bin.solved), words.count(bin.missed))?;
    }
    out.push('\n');
    Ok(())
}
