//! One row of the record list.

use crate::epd::lint::{Severity, check, worst};
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
    pub fn of(line: &[u8], page: CodePage) -> Self {
        let encoding = Encoding::detect(line, page);
        let parsed = parse(&line[..line.len().min(LONG)]);
        let text = |bytes: &[u8]| encoding.decode(&bytes[..bytes.len().min(200)]).into_owned();
        let label = match id(&parsed) {
            Some(id) if parsed.kind == LineKind::Record => text(id),
            _ => text(line),
        };
        let severity = if line.len() > LONG { None } else { worst(&check(&parsed)) };
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

    #[test]
    fn shows_what_identifies_a_record() {
        let row =
            RowView::of(b"4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd2 e4; ce 5; id \"one\";", CodePage::default());
        assert_eq!((row.label.as_str(), row.target.as_str(), row.score.as_str()), ("one", "bm Kd2 e4", "5"));
        assert_eq!(row.severity, None);
        assert_eq!(RowView::of(b"8/8 w - - id two words;", CodePage::default()).label, "two words");
        assert_eq!(RowView::of(b"# note", CodePage::default()).label, "# note");
        assert_eq!(RowView::of(b"hello \0", CodePage::default()).severity, Some(Severity::Error));
    }
}
