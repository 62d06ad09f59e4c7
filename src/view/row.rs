//! One row of the record list.

use crate::epd::{LineKind, Parse, parse};
use crate::text::encoding::{CodePage, Encoding};

/// A line longer than this is shown by its beginning.
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
        Self {
            kind: parsed.kind,
            label: label.replace(|c: char| c.is_control(), "\u{b7}"),
            target: target(&parsed, &text),
            score: parsed.value("ce").map(text).unwrap_or_default(),
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

    fn row(line: &[u8]) -> RowView {
        RowView::of(line, CodePage::default())
    }

    #[test]
    fn shows_what_identifies_a_record() {
        let one = row(b"4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd2 e4; ce 5; id \"one\";");
        assert_eq!((one.label.as_str(), one.target.as_str(), one.score.as_str()), ("one", "bm Kd2 e4", "5"));
        assert_eq!(row(b"8/8 w - - id two words;").label, "two words");
        assert_eq!(row(b"# note").label, "# note");
        assert_eq!(row(b"hello \0").label, "hello \u{b7}");
    }
}
