//! What is known of a table whose header does not say where the position is.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::dataset::line::Start;
use crate::dataset::mapping::opcode_of;
use crate::dataset::rows::{self, Separator};
use crate::text::line_ends::with_line_feeds;

/// A column of a table, shown when the user is asked what it becomes.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Column {
    /// Its name in the header.
    pub name: String,
    /// What the first row has in it.
    pub sample: String,
    /// What it becomes unless the user says otherwise: `fen` or an opcode.
    pub target: Option<String>,
}

/// The columns of a table whose header does not say where the position is, if its first row does. `text` is the
/// beginning of it.
///
/// ```
/// let text = b"Position,Best,id\n4k3/8/8/8/8/8/8/4K3 w - -,e1d2,kings\n";
/// let columns = epidote::dataset::sketch(text).unwrap();
/// assert_eq!(columns[0].target.as_deref(), Some("fen"));
/// assert_eq!((columns[1].sample.as_str(), columns[1].target.as_deref()), ("e1d2", None));
/// assert_eq!(columns[2].target.as_deref(), Some("id"));
/// ```
pub fn sketch(text: &[u8]) -> Option<Vec<Column>> {
    let text = &*with_line_feeds(text);
    let separator = Separator::of(text);
    let header = rows::first_row(text, separator);
    let row = rows::first_row(&text[header.len()..], separator);
    let names: Vec<_> = rows::cells(rows::trim_end(header), separator).collect();
    let cells: Vec<_> = rows::cells(rows::trim_end(row), separator).collect();
    if names.len() < 2 || names.len() != cells.len() {
        return None;
    }
    // Cut at its semicolons, a record begins with a position too, but with an operation after it that has no end.
    let is_position = |cell: &Cow<'_, [u8]>| {
        let cell = cell.trim_ascii();
        let is_whole = |start: Start| {
            separator == Separator::Comma || cell.ends_with(b";") || start.operations.is_empty()
        };
        Start::read(cell).is_ok_and(is_whole)
    };
    // A first row with a position is no header, and the text may be one of records.
    if names.iter().any(is_position) {
        return None;
    }
    let position = cells.iter().position(is_position)?;
    let shown = |cell: &[u8]| String::from_utf8_lossy(rows::unguarded(cell.trim_ascii())).into_owned();
    let columns = names.iter().zip(&cells).enumerate().map(|(at, (name, cell))| {
        let target = if at == position { Some("fen".to_owned()) } else { opcode_of(name) };
        Column { name: shown(name), sample: shown(cell), target }
    });
    Some(columns.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What each column becomes, or nothing for a text that is no such table.
    #[track_caller]
    fn check(text: &str, expect: Option<&[Option<&str>]>) {
        let columns = sketch(text.as_bytes());
        let targets =
            columns.as_ref().map(|columns| columns.iter().map(|c| c.target.as_deref()).collect::<Vec<_>>());
        assert_eq!(targets.as_deref(), expect, "{text:?}");
    }

    #[test]
    fn a_position_in_the_first_row_makes_a_table() {
        const K: &str = "4k3/8/8/8/8/8/8/4K3 w - -";
        check(&format!("Best,Position\r\ne1d2,{K} 0 1\r\n"), Some(&[None, Some("fen")]));
        check(&format!("ce,Position\n5,\"{K}\""), Some(&[Some("ce"), Some("fen")]));
        // Of two positions the first is that of the record.
        check(&format!("before,after\n{K},{K}\n"), Some(&[Some("fen"), None]));
        check(&format!("Best;Position\r\ne1d2;{K} 0 1\r\n"), Some(&[None, Some("fen")]));
        check(&format!("\tPosition\tce\n0\t{K}\t5\n"), Some(&[None, Some("fen"), Some("ce")]));
        check("name,town\nAnna,Bonn\n", None);
        check(&format!("1,{K}\n2,{K}\n"), None);
        check(&format!("{K} id \"a,b\";\n{K} id \"c,d\";\n"), None);
        check(&format!("# kings; by hand\n{K} id \"a\";\n"), None);
        check(&format!("{K} id \"a\";\n{K} id \"b\";\n"), None);
        check(&format!("Pos,Best\n\"{K} bm Kd2; id \"\"x\"\";\",e1d2\n"), Some(&[Some("fen"), None]));
        check(&format!("Pos;Best\n\"{K} bm Kd2;\";e1d2\n"), Some(&[Some("fen"), None]));
        check(&format!("Position\n{K}\n"), None);
        check(&format!("a,b\n{K}\n"), None);
        check("a,b", None);
        check("", None);
    }
}
