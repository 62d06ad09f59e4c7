//! Tables for a terminal, or as Markdown.

use std::fmt::Write as _;
use std::io::{self, Write};

use crate::cli::args::TableFormat;

/// A table; all columns but the first are numbers.
pub(super) struct Table {
    title: &'static str,
    head: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(super) fn new(title: &'static str, head: &[&'static str]) -> Self {
        Self { title, head: head.to_vec(), rows: Vec::new() }
    }

    pub(super) fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(cells.into());
    }

    /// Writes the table and a blank line after it; nothing if it has no rows.
    pub(super) fn print(&self, format: TableFormat, out: &mut dyn Write) -> io::Result<()> {
        if self.rows.is_empty() {
            return Ok(());
        }
        match format {
            TableFormat::Text => self.text(out),
            TableFormat::Markdown => self.markdown(out),
        }
    }

    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let width = |at: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(at)).map(|cell| cell.chars().count());
            cells.chain([self.head[at].chars().count()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.head.len()).map(width).collect();
        writeln!(out, "{}", self.title)?;
        for row in &self.rows {
            let mut line = String::from(" ");
            for (at, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                // Writing into a string cannot fail.
                let _ =
                    if at == 0 { write!(line, " {cell:<width$}") } else { write!(line, "  {cell:>width$}") };
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        writeln!(out)
    }

    fn markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        let line = |cells: &mut dyn Iterator<Item = String>| {
            format!("| {} |", cells.collect::<Vec<_>>().join(" | "))
        };
        writeln!(out, "**{}**\n", self.title)?;
        writeln!(out, "{}", line(&mut self.head.iter().map(|&cell| cell.to_owned())))?;
        let rule = |at: usize| (if at == 0 { "---" } else { "---:" }).to_owned();
        writeln!(out, "{}", line(&mut (0..self.head.len()).map(rule)))?;
        for row in &self.rows {
            writeln!(out, "{}", line(&mut row.iter().map(|cell| cell.trim().replace('|', "\\|"))))?;
        }
        writeln!(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_under_each_other() {
        let mut table = Table::new("Findings", &["rule", "count"]);
        table.row(["E104".to_owned(), "7".to_owned()]);
        table.row(["a|b".to_owned(), "123".to_owned()]);
        let print = |format| {
            let mut out = Vec::new();
            table.print(format, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert_eq!(print(TableFormat::Text), "Findings\n  E104      7\n  a|b     123\n\n");
        assert!(print(TableFormat::Markdown).ends_with("| --- | ---: |\n| E104 | 7 |\n| a\\|b | 123 |\n\n"));
    }
}
