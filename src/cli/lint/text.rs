//! Findings for people: place, code, message, paragraph, the line, and a mark under it.

use std::io::{self, Write};

use crate::cli::lint::{Checked, Printer};
use crate::epd::lint::{Diagnostic, Severity};
use crate::language::Catalog;
use crate::text::encoding::{CodePage, Encoding};
use crate::text::span::Span;

/// Characters of a line that are shown around a finding.
const WIDTH: usize = 100;

pub(super) struct Text {
    catalog: &'static Catalog,
    styled: bool,
    counts: [usize; 3],
}

impl Text {
    pub(super) fn new(catalog: &'static Catalog, styled: bool) -> Self {
        Self { catalog, styled, counts: [0; 3] }
    }

    fn color(&self, severity: Severity) -> (&'static str, &'static str) {
        let start = match severity {
            Severity::Error => "\x1b[31m",
            Severity::Warning => "\x1b[33m",
            Severity::Info => "\x1b[36m",
        };
        if self.styled { (start, "\x1b[0m") } else { ("", "") }
    }

    fn finding(&self, checked: &Checked<'_>, found: &Diagnostic, out: &mut dyn Write) -> io::Result<()> {
        let severity = found.rule.severity;
        let (start, end) = self.color(severity);
        let column = found.span.start + 1;
        let message = self.catalog.render(&found.message);
        writeln!(
            out,
            "{}:{}:{column}: {start}{} {}{end} {message} ({})",
            checked.file,
            checked.number,
            severity.name(),
            found.rule.code,
            found.paragraph
        )?;
        let (excerpt, before, width) = excerpt(checked.parse.text(), found.span);
        writeln!(out, "    {excerpt}")?;
        writeln!(out, "    {}{start}{}{end}", " ".repeat(before), "^".repeat(width.max(1)))
    }
}

/// Part of the line around a span, the columns before the span in it, and its width.
fn excerpt(line: &[u8], span: Span) -> (String, usize, usize) {
    let encoding = Encoding::detect(line, CodePage::default());
    let shown = |bytes: &[u8]| encoding.decode(bytes).replace(|c: char| c.is_control(), "\u{fffd}");
    let before: Vec<char> = shown(&line[..span.start.min(line.len())]).chars().collect();
    let inside: Vec<char> = shown(span.of(line)).chars().take(WIDTH).collect();
    let after: Vec<char> = shown(&line[span.end.min(line.len())..]).chars().take(WIDTH).collect();
    let room = WIDTH.saturating_sub(inside.len());
    let head = before.len().min(room / 2 + room.saturating_sub(room / 2 + after.len()));
    let tail = after.len().min(room - head);
    let text: String = before[before.len() - head..].iter().chain(&inside).chain(&after[..tail]).collect();
    (text, head, inside.len())
}

impl Printer for Text {
    fn line(&mut self, checked: &Checked<'_>, out: &mut dyn Write) -> io::Result<()> {
        for found in checked.diagnostics {
            self.counts[found.rule.severity as usize] += 1;
            self.finding(checked, found, out)?;
        }
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let [infos, warnings, errors] = self.counts;
        writeln!(out, "{errors} errors, {warnings} warnings, {infos} notes")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_the_part_around_a_finding() {
        assert_eq!(excerpt(b"abcdef", Span::new(2, 4)), ("abcdef".to_owned(), 2, 2));
        let long = [b"a".repeat(500), b"X".to_vec(), b"b".repeat(500)].concat();
        let (text, before, width) = excerpt(&long, Span::new(500, 501));
        assert_eq!((text.chars().count(), width), (WIDTH, 1));
        assert_eq!(text.chars().nth(before), Some('X'));
        assert_eq!(excerpt(b"K\xf6n", Span::new(1, 2)), ("Kön".to_owned(), 1, 1));
        assert_eq!(excerpt(b"", Span::new(0, 0)), (String::new(), 0, 0));
    }
}
