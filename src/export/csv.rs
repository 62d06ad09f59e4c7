//! A record as a row of a table: RFC 4180, and harmless in a spreadsheet.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::dataset::rows::{NO_OPERANDS, is_guarded};
use crate::epd::opcode::{Operands, lookup};
use crate::epd::{LineKind, OperandKind, Operation, Parse};
use crate::text::encoding::{CodePage, Encoding};

/// The columns before those of the opcodes.
const FIELDS: [&str; 4] = ["placement", "side", "castling", "en_passant"];

pub(super) fn head(titles: &[String]) -> Vec<u8> {
    let mut row = "line".to_owned();
    for name in FIELDS.into_iter().chain(titles.iter().map(String::as_str)) {
        push_cell(&mut row, name);
    }
    row.push_str("\r\n");
    row.into_bytes()
}

/// Appends a row, if the line is a record; returns how many of its operations have a column and no place in it.
pub(super) fn write(number: u32, parse: &Parse<'_>, columns: &[String], out: &mut Vec<u8>) -> usize {
    if parse.kind != LineKind::Record {
        return 0;
    }
    let encoding = Encoding::detect(parse.text(), CodePage::default());
    let mut row = number.to_string();
    for index in 0..FIELDS.len() {
        push_cell(&mut row, &encoding.decode(parse.field(index).unwrap_or_default()));
    }
    for column in columns {
        push_cell(&mut row, &encoding.decode(&operands(parse, column)));
    }
    row.push_str("\r\n");
    out.extend_from_slice(row.as_bytes());
    repeated(parse, columns)
}

/// The operations with a column that come after another one with the same opcode, and are no set of moves.
fn repeated(parse: &Parse<'_>, columns: &[String]) -> usize {
    // Most records have none.
    if !parse.may_repeat_opcodes() {
        return 0;
    }
    let mut seen = HashSet::new();
    let is_left_out = |operation: &&Operation| {
        let opcode = parse.opcode(operation);
        !seen.insert(opcode) && !is_set(opcode) && columns.iter().any(|column| column.as_bytes() == opcode)
    };
    parse.operations.iter().filter(is_left_out).count()
}

/// Whether an opcode takes a set of moves.
fn is_set(opcode: &[u8]) -> bool {
    lookup(opcode).is_some_and(|spec| spec.operands == Operands::MoveSet)
}

/// The operands of an opcode: of its first operation, or of all if these are sets of moves. A single one comes without quotes; several come as they are written, which
/// shows where each begins, and so does a string that would be something else when the table is read: an empty cell
/// is no operation, and blanks around a cell do not count. An operation without operands is a semicolon.
fn operands<'a>(parse: &Parse<'a>, opcode: &str) -> Cow<'a, [u8]> {
    let has_opcode = |operation: &&Operation| parse.opcode(operation) == opcode.as_bytes();
    let mut matching = parse.operations.iter().filter(has_opcode).peekable();
    let is_there = matching.peek().is_some();
    let taken = matching.take(if is_set(opcode.as_bytes()) { usize::MAX } else { 1 });
    let operands: Vec<_> = taken.flat_map(|operation| parse.operands(operation)).collect();
    match (operands.as_slice(), parse.counters) {
        ([], Some(counters)) if opcode == "hmvc" => Cow::Borrowed(parse.bytes(counters.halfmoves)),
        ([], Some(counters)) if opcode == "fmvn" => {
            Cow::Borrowed(counters.fullmoves.map_or(&b""[..], |counter| parse.bytes(counter)))
        }
        ([], _) if is_there => Cow::Borrowed(NO_OPERANDS),
        ([only], _) if only.kind == OperandKind::Str && needs_quotes(only.value(parse.text()), opcode) => {
            Cow::Borrowed(parse.bytes(only.span))
        }
        ([only], _) => Cow::Borrowed(only.value(parse.text())),
        (several, _) => {
            let texts: Vec<&[u8]> = several.iter().map(|operand| parse.bytes(operand.span)).collect();
            Cow::Owned(texts.join(&b' '))
        }
    }
}

/// Whether the text of a string, without its quotes, would be read as something else than a string.
fn needs_quotes(text: &[u8], opcode: &str) -> bool {
    if text.is_empty() || text.trim_ascii() != text || text == NO_OPERANDS {
        return true;
    }
    match lookup(opcode.as_bytes()).map(|spec| spec.operands) {
        None => std::str::from_utf8(text).is_ok_and(|text| text.parse::<i64>().is_ok()),
        Some(operands) => {
            matches!(operands, Operands::None | Operands::Any | Operands::TwoStrings | Operands::TagPairs)
        }
    }
}

/// Adds a comma and a field.
fn push_cell(row: &mut String, text: &str) {
    row.push(',');
    push_field(row, text);
}

/// Adds a field of a table. A field that a spreadsheet would take for a formula gets an apostrophe.
pub fn push_field(row: &mut String, text: &str) {
    let guard = if is_guarded(text.as_bytes()) { "'" } else { "" };
    if text.contains([',', '"', '\r', '\n']) {
        row.push('"');
        row.push_str(guard);
        row.push_str(&text.replace('"', "\"\""));
        row.push('"');
    } else {
        row.push_str(guard);
        row.push_str(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::rows::unguarded;
    use crate::dataset::testing::import;
    use crate::dataset::{Mapping, Reading};
    use crate::epd::conventions::Conventions;
    use crate::epd::parse;
    use crate::export::testing::exported;
    use crate::export::{Export, Format};
    use proptest::prelude::*;

    const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - -";

    #[track_caller]
    fn check(operations: &[u8], column: &str, expect: &str) {
        let line = [KINGS.as_bytes(), b" ", operations].concat();
        let row = exported(Format::Csv, &[column], &line);
        assert_eq!(row, format!("7,4k3/8/8/8/8/8/8/4K3,w,-,-,{expect}\r\n"));
    }

    #[test]
    fn operands_are_cells() {
        check(b"bm Kd2 Ke2;", "bm", "Kd2 Ke2");
        check(b"bm Kd2; bm Ke2;", "bm", "Kd2 Ke2");
        check(b"ce 5; ce 6;", "ce", "5");
        check(b"id \"a\"; id \"b\";", "id", "a");
        check(b"pv Kd2; pv Ke2;", "pv", "Kd2");
        check(b"id \"WAC 1\";", "id", "WAC 1");
        check(b"id \"a; b\"", "id", "a; b");
        check(b"id \"a, b\";", "id", "\"a, b\"");
        check(b"tcri \"a@b\" \"C D\";", "tcri", "\"\"\"a@b\"\" \"\"C D\"\"\"");
        check(b"resign;", "resign", ";");
        check(b"id;", "id", ";");
        check(b"3 9 hmvc;", "hmvc", "3");
        check(b"id \"\";", "id", "\"\"\"\"\"\"");
        check(b"id \" x \";", "id", "\"\"\" x \"\"\"");
        check(b"id \";\";", "id", "\"\"\";\"\"\"");
        check(b"id \"12\"; c0 \"12\";", "id", "12");
        check(b"Zz \"12\";", "Zz", "\"\"\"12\"\"\"");
        check(b"Zz \"a 12\";", "Zz", "a 12");
        check(b"Zz 12;", "Zz", "12");
        check(b"bm Kd2;", "id", "");
        check(b"3 9 bm Kd2;", "hmvc", "3");
        check(b"3 9 fmvn 10;", "fmvn", "10");
        check(b"id \"K\xf6nig\";", "id", "König");
        check("id \"König\";".as_bytes(), "id", "König");
    }

    #[test]
    fn no_cell_is_a_formula() {
        check(b"id \"=1+1\";", "id", "'=1+1");
        check(b"id \"@a\";", "id", "'@a");
        check(b"id \"-a\";", "id", "'-a");
        check(b"id \"=a,b\";", "id", "\"'=a,b\"");
        check(b"id \"\t\";", "id", "\"\"\"\t\"\"\"");
        check(b"id \"--\";", "id", "'--");
        check(b"ce -12;", "ce", "-12");
        check(b"ce +3;", "ce", "+3");
        check(b"ce -1.5;", "ce", "'-1.5");
        check(b"id \"-\";", "id", "-");
        check(b"id \"=\";", "id", "'=");
        // What looks like one that was guarded.
        check(b"id \"'=1\";", "id", "''=1");
        check(b"id \"'a\";", "id", "'a");
    }

    #[test]
    fn rows_are_records() {
        assert_eq!(exported(Format::Csv, &[], b"# remark"), "");
        assert_eq!(exported(Format::Csv, &[], b" "), "");
        assert_eq!(exported(Format::Csv, &["id"], b"8/8 w"), "7,8/8,w,,,\r\n");
        let head = Export::new(Format::Csv, vec!["=a".to_owned()]).head();
        assert_eq!(head, b"line,placement,side,castling,en_passant,'=a\r\n");
    }

    /// The rows of a table by RFC 4180.
    fn read(text: &str) -> Vec<Vec<String>> {
        let mut rows = Vec::new();
        let mut row = vec![String::new()];
        let mut rest = text.chars().peekable();
        let mut quoted = false;
        while let Some(character) = rest.next() {
            match character {
                '"' if quoted && rest.peek() == Some(&'"') => row.last_mut().unwrap().extend(rest.next()),
                '"' => quoted = !quoted,
                ',' if !quoted => row.push(String::new()),
                '\r' if !quoted => {
                    assert_eq!(rest.next(), Some('\n'));
                    rows.push(std::mem::replace(&mut row, vec![String::new()]));
                }
                other => row.last_mut().unwrap().push(other),
            }
        }
        assert!(!quoted && row == [""], "an open row: {row:?}");
        rows
    }

    #[test]
    fn what_has_no_place_is_counted() {
        let columns = ["bm", "id", "ce"].map(str::to_owned).to_vec();
        let export = Export::new(Format::Csv, columns);
        for (operations, expect) in [
            ("bm Kd2; id \"a\";", 0),
            ("id \"a\"; id \"b\"; ce 5; ce 6; ce 7;", 3),
            ("bm Kd2; bm Ke2;", 0),
            ("zz 1; zz 2;", 0),
        ] {
            let line = format!("{KINGS} {operations}");
            let got = export.line(&Conventions::default(), 1, line.as_bytes(), b"\n", &mut Vec::new());
            assert_eq!(got, Some(expect), "{operations}");
        }
    }

    proptest! {
        #[test]
        fn tables_are_imported_as_they_were(texts in proptest::collection::vec("[ 0-9;,'=@a-]{0,6}", 3)) {
            let [id, other, flag] = [0, 1, 2].map(|at| texts[at].as_str());
            let flag = if flag.is_empty() { "" } else { " resign;" };
            let line = format!("{KINGS} Zz \"{other}\";{flag} id \"{id}\";");
            let columns = ["Zz", "resign", "id"];
            let export = Export::new(Format::Csv, columns.map(str::to_owned).to_vec());
            let mut table = export.head();
            export.line(&Conventions::default(), 1, line.as_bytes(), b"\n", &mut table);
            let (back, failures) = import(Reading::Table(Mapping::default()), &table);
            prop_assert!(failures.is_empty(), "{:?}", failures);
            // Opcodes come in ASCII order.
            prop_assert_eq!(back, format!("{KINGS} Zz \"{other}\"; id \"{id}\";{flag}\n"));
        }

        #[test]
        fn any_line_is_read_back(line in proptest::collection::vec(
            prop_oneof![any::<u8>(), proptest::sample::select(b"id \";,=\r+-".to_vec())], 0..60
        )) {
            let line = [KINGS.as_bytes(), b" id \"", &line].concat();
            let parse = parse(&line);
            let rows = read(&exported(Format::Csv, &["id", "d"], &line));
            prop_assert_eq!(rows.len(), 1);
            prop_assert_eq!(rows[0].len(), 7);
            for (cell, column) in rows[0][5..].iter().zip(["id", "d"]) {
                let encoding = Encoding::detect(&line, CodePage::default());
                let bytes = operands(&parse, column);
                let text = encoding.decode(&bytes);
                let guard = if is_guarded(text.as_bytes()) { "'" } else { "" };
                prop_assert_eq!(cell, &format!("{guard}{text}"));
                prop_assert_eq!(unguarded(cell.as_bytes()), text.as_bytes());
            }
        }
    }
}
