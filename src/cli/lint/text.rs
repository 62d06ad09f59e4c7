//! Findings for people: place, code, message, paragraph, the line, and a mark under it.

use std::io::Write as _;

use crate::cli::lint::checked::Checked;
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
    if checked.diagnostics.is_empty() {
        return;
    }
    let is_plain = checked.parse.text().iter().all(|byte| matches!(byte, b' '..=b'~'));
    for found in checked.diagnostics {
        finding(checked, found, catalog, styled, is_plain, out);
    }
}

/// Prints one finding, piece by piece: most of the time for a line with findings is spent here.
fn finding(
    checked: &Checked<'_>,
    found: &Diagnostic,
    catalog: &Catalog,
    styled: bool,
    is_plain: bool,
    out: &mut Vec<u8>,
) {
    let severity = checked.severity(found);
    let (start, end) = color(severity, styled);
    out.extend_from_slice(checked.file.as_bytes());
    // Writing into memory cannot fail.
    let _ = write!(out, ":{}:{}: ", checked.number, found.span.start + 1);
    push(out, &[start, severity.name(), " ", found.rule.code, end, " "]);
    let _ = catalog.write(&found.message, &mut Bytes(out));
    push(out, &[" (", found.paragraph, ")\n    "]);
    let line = checked.parse.text();
    let (before, width) = if is_plain {
        plain_excerpt(line, found.span, out)
    } else {
        let (excerpt, before, width) = decoded_excerpt(line, found.span);
        push(out, &[&excerpt]);
        (before, width)
    };
    push(out, &["\n    "]);
    out.resize(out.len() + before, b' ');
    push(out, &[start]);
    out.resize(out.len() + width.max(1), b'^');
    push(out, &[end, "\n"]);
}

fn push(out: &mut Vec<u8>, words: &[&str]) {
    for word in words {
        out.extend_from_slice(word.as_bytes());
    }
}

/// Bytes that texts are written into.
pub(super) struct Bytes<'a>(pub(super) &'a mut Vec<u8>);

impl std::fmt::Write for Bytes<'_> {
    fn write_str(&mut self, words: &str) -> std::fmt::Result {
        self.0.extend_from_slice(words.as_bytes());
        Ok(())
    }
}

/// Writes part of a line around a span, in which every byte is a printable ASCII character, as in nearly all
/// lines. Returns the number of columns before the span, and the width of the span.
fn plain_excerpt(line: &[u8], span: Span, out: &mut Vec<u8>) -> (usize, usize) {
    let (start, end) = (span.start.min(line.len()), span.end.clamp(span.start, line.len().max(span.start)));
    let inside = end.min(line.len()).saturating_sub(start).min(WIDTH);
    let after = line.len().saturating_sub(end).min(WIDTH);
    let room = WIDTH.saturating_sub(inside);
    let head = start.min(room / 2 + room.saturating_sub(room / 2 + after));
    let tail = after.min(room - head);
    let behind = end.min(line.len());
    out.extend_from_slice(&line[start - head..start + inside]);
    out.extend_from_slice(&line[behind..behind + tail]);
    (head, inside)
}

/// The same for any line, with the part as a text.
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

    fn plain(line: &[u8], span: Span) -> (String, usize, usize) {
        let mut out = Vec::new();
        let (before, width) = plain_excerpt(line, span, &mut out);
        (String::from_utf8(out).unwrap(), before, width)
    }

    #[test]
    fn shows_the_part_around_a_finding() {
        assert_eq!(plain(b"abcdef", Span::new(2, 4)), ("abcdef".to_owned(), 2, 2));
        let long = [b"a".repeat(500), b"X".to_vec(), b"b".repeat(500)].concat();
        let (text, before, width) = plain(&long, Span::new(500, 501));
        assert_eq!((text.chars().count(), width), (WIDTH, 1));
        assert_eq!(text.chars().nth(before), Some('X'));
        assert_eq!(decoded_excerpt(b"K\xf6n", Span::new(1, 2)), ("Kön".to_owned(), 1, 1));
        assert_eq!(plain(b"", Span::new(0, 0)), (String::new(), 0, 0));
    }

    proptest::proptest! {
        #[test]
        fn plain_lines_are_shown_as_others(line in "[ -~]{0,400}", start in 0..410_usize, length in 0..300_usize) {
            let end = (start + length).min(line.len().max(start));
            let span = Span::new(start.min(line.len()), end.min(line.len()));
            let line = line.as_bytes();
            proptest::prop_assert_eq!(plain(line, span), decoded_excerpt(line, span));
        }
    }
}
