//! Findings for people: place, code, message, paragraph, the line, and a mark under it.

use std::io::Write as _;

use crate::cli::lint::Checked;
use crate::epd::lint::{Diagnostic, Severity};
use crate::language::Catalog;
use crate::text::encoding::{CodePage, Encoding};
use crate::text::span::Span;

/// Characters of a line that are shown around a finding.
const WIDTH: usize = 100;

fn color(severity: Severity, styled: bool) -> (&'static str, &'static str) {
    let start = match severity {
        Severity::Error => "\x1b[31m",
        Severity::Warning => "\x1b[33m",
        Severity::Info => "\x1b[36m",
    };
    if styled { (start, "\x1b[0m") } else { ("", "") }
}

pub(super) fn print(checked: &Checked<'_>, catalog: &Catalog, styled: bool, out: &mut Vec<u8>) {
    for found in checked.diagnostics {
        // Writing into memory cannot fail.
        let _ = finding(checked, found, catalog, styled, out);
    }
}

fn finding(
    checked: &Checked<'_>,
    found: &Diagnostic,
    catalog: &Catalog,
    styled: bool,
    out: &mut Vec<u8>,
) -> std::io::Result<()> {
    let severity = checked.severity(found);
    let (start, end) = color(severity, styled);
    let column = found.span.start + 1;
    let message = catalog.render(&found.message);
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
    writeln!(out, "    {excerpt}\n    {:before$}{start}{:^>2$}{end}", "", "", width.max(1))
}

/// Part of the line around a span, the number of columns before the span, and the width of the span.
fn excerpt(line: &[u8], span: Span) -> (String, usize, usize) {
    let is_plain = line.iter().all(|byte| matches!(byte, b' '..=b'~'));
    if is_plain { plain_excerpt(line, span) } else { decoded_excerpt(line, span) }
}

/// The same for lines in which every byte is a printable ASCII character, as in nearly all lines.
fn plain_excerpt(line: &[u8], span: Span) -> (String, usize, usize) {
    let (start, end) = (span.start.min(line.len()), span.end.clamp(span.start, line.len().max(span.start)));
    let inside = end.min(line.len()).saturating_sub(start).min(WIDTH);
    let after = line.len().saturating_sub(end).min(WIDTH);
    let room = WIDTH.saturating_sub(inside);
    let head = start.min(room / 2 + room.saturating_sub(room / 2 + after));
    let tail = after.min(room - head);
    let behind = end.min(line.len());
    let parts = [&line[start - head..start + inside], &line[behind..behind + tail]];
    (String::from_utf8_lossy(&parts.concat()).into_owned(), head, inside)
}

fn decoded_excerpt(line: &[u8], span: Span) -> (String, usize, usize) {
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

    proptest::proptest! {
        #[test]
        fn plain_lines_are_shown_as_others(line in "[ -~]{0,400}", start in 0..410_usize, length in 0..300_usize) {
            let end = (start + length).min(line.len().max(start));
            let span = Span::new(start.min(line.len()), end.min(line.len()));
            let line = line.as_bytes();
            proptest::prop_assert_eq!(plain_excerpt(line, span), decoded_excerpt(line, span));
        }
    }
}
