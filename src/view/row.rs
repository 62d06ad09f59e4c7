//! One row of the record list.

use crate::chess::Color;
use crate::epd::{LineKind, parse};
use crate::text::encoding::{CodePage, Encoding};
use crate::view::column::{Column, pieces, value};
use crate::view::name::{Name, name_of};

/// Only the beginning of a longer line is shown.
const LONG: usize = 16 * 1024;

/// What a row shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowView {
    /// The kind of the line.
    pub kind: LineKind,
    /// The texts of the columns.
    pub cells: Vec<String>,
    /// The side to move, if the record is named by its material.
    pub named_by_material: Option<Color>,
    /// The pieces of the diagram, if there is a column for it: the number of the square (`a1` is 0), and the
    /// letter in FEN.
    pub pieces: Vec<(u8, char)>,
}

impl RowView {
    /// Reads a line for the list.
    pub fn of(line: &[u8], page: CodePage, columns: &[Column]) -> Self {
        let encoding = Encoding::detect(line, page);
        let parsed = parse(&line[..line.len().min(LONG)]);
        Self {
            kind: parsed.kind,
            named_by_material: match name_of(&parsed, value) {
                Name::Material(_, turn) => Some(turn),
                Name::Text(_) | Name::Nothing => None,
            },
            cells: columns.iter().map(|column| column.cell(&parsed, encoding)).collect(),
            pieces: if columns.iter().any(Column::is_diagram) { pieces(&parsed) } else { Vec::new() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, columns: &str, expect: &[&str]) {
        let row = RowView::of(line.as_bytes(), CodePage::default(), &Column::list(columns));
        assert_eq!(row.cells, expect, "{line}");
    }

    #[test]
    fn shows_what_identifies_a_record() {
        let line = "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd2 e4; ce 5; id \"one\"; c0 \"a b\"; dm 3;";
        check(line, "label solution ce", &["one", "bm Kd2 e4  dm 3", "+0.05"]);
        check(line, "side c0 bm pv number", &["w", "a b", "Kd2 e4", "", ""]);
        check("8/8 w - - id two words;", "label", &["two words"]);
        check("4k3/8/8/8/8/8/4P3/4K3 w - - c0 \"a note\"; ce 32764;", "label ce", &["a note", "#2"]);
        check("4k3/8/8/8/8/8/4P3/4K3 w - - ce x;", "label ce", &["P v K", "x"]);
        check("# note", "label side ce", &["# note", "", ""]);
        check("hello \0", "label", &["hello \u{b7}"]);
        check("", "label solution", &["", ""]);
    }

    #[test]
    fn shows_a_diagram_where_one_is_asked_for() {
        let pieces = |columns| {
            RowView::of(b"4k3/8/8/8/8/8/4P3/4K3 w - -", CodePage::default(), &Column::list(columns)).pieces
        };
        assert_eq!(pieces("diagram"), [(4, 'K'), (12, 'P'), (60, 'k')]);
        assert_eq!(pieces("label small-diagram").len(), 3);
        assert!(pieces("label").is_empty());
        let comment = RowView::of(b"# 4k3", CodePage::default(), &[Column::Diagram]);
        assert!(comment.pieces.is_empty());
    }
}
