//! One row of the record list.

use crate::epd::dialect::Dialect;
use crate::epd::lint::{Severity, Surroundings, check_with, worst};
use crate::epd::{LineKind, Parse, parse};
use crate::text::encoding::{CodePage, Encoding};

/// A line longer than this is shown by its beginning, and checked when it is selected.
const LONG: usize = 16 * 1024;

/// What a row shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowView {
    /// What the line is.
    pub kind: LineKind,
    /// `id`, or the beginning of the line where there is none.
    pub label: String,
    /// `bm`, `am` or `dm`, with the opcode.
    pub target: String,
    /// `ce`.
    pub score: String,
    /// The gravest finding; `None` without any, or for a very long line.
    pub severity: Option<Severity>,
}

impl RowView {
    /// Reads a line for the list.
    pub fn of(line: &[u8], dialect: Dialect, page: CodePage) -> Self {
        let encoding = Encoding::detect(line, page);
        let parsed = parse(&line[..line.len().min(LONG)]);
        let text = |bytes: &[u8]| encoding.decode(&bytes[..bytes.len().min(200)]).into_owned();
        let label = match id(&parsed) {
            Some(id) if parsed.kind == LineKind::Record => text(id),
            _ => text(line),
        };
        let severity = if line.len() > LONG {
            None
        } else {
            worst(&check_with(&parsed, Surroundings { dialect, ..Surroundings::default() }))
        };
        Self {
            kind: parsed.kind,
            label: label.replace(|c: char| c.is_control(), "\u{b7}"),
            target: target(&parsed, &text),
            score: parsed.value("ce").map(text).unwrap_or_default(),
            severity,
        }
    }
}

/// The label, also where its quotes are missing.
fn id<'a>(parsed: &Parse<'a>) -> Option<&'a [u8]> {
    let operation = parsed.operation("id")?;
    match parsed.operands(operation) {
        [one] => Some(one.value(parsed.text())),
        _ => operation.operand_span.map(|span| parsed.bytes(span)),
    }
}

fn target(parsed: &Parse<'_>, text: &dyn Fn(&[u8]) -> String) -> String {
    ["bm", "am", "dm"]
        .into_iter()
        .filter_map(|opcode| {
            let operation = parsed.operation(opcode)?;
            let operands = operation.operand_span.map(|span| text(parsed.bytes(span))).unwrap_or_default();
            Some(format!("{opcode} {operands}"))
        })
        .collect::<Vec<_>>()
        .join("  ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &[u8], dialect: Dialect) -> RowView {
        RowView::of(line, dialect, CodePage::default())
    }

    fn row(line: &[u8]) -> RowView {
        read(line, Dialect::Edwards)
    }

    #[test]
    fn shows_what_identifies_a_record() {
        let one = row(b"4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd2 e4; ce 5; id \"one\";");
        assert_eq!((one.label.as_str(), one.target.as_str(), one.score.as_str()), ("one", "bm Kd2 e4", "5"));
        assert_eq!(one.severity, None);
        assert_eq!(row(b"8/8 w - - id two words;").label, "two words");
        assert_eq!(row(b"# note").label, "# note");
        assert_eq!(row(b"hello \0").severity, Some(Severity::Error));
    }

    #[test]
    fn is_checked_by_the_dialect_of_the_file() {
        let line = b"4k3/8/8/8/8/8/8/4K3 w - - ts 1998.09.15 12:30;";
        assert_eq!(read(line, Dialect::Edwards).severity, Some(Severity::Error));
        assert_ne!(read(line, Dialect::Kvetka).severity, Some(Severity::Error));
    }
}
