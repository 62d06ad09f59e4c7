//! Operations of one record put into another one of the same position.

use std::borrow::Cow;

use crate::epd::bound::bound;
use crate::epd::conventions::Conventions;
use crate::epd::opcode::is_opcode;
use crate::epd::swallowed::{Position, meant};
use crate::epd::verbs::bulk::{operands_of, record};
use crate::epd::write::{counter_of, insert_operations};
use crate::epd::{Parse, parse};
use crate::text::encoding::Encoding;

/// Why the operations of a record cannot be added to another one: they are in another encoding, and which one is not
/// known; one of them has no opcode, or a string that is never closed; or operations belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unmergeable;

/// A record with those operations of another one added whose opcodes it does not have, each in its place in
/// ASCII order (§5.1), and in the encoding of the record; nothing if it has them all. Of several operations with one opcode
/// the first is taken. The counters of FEN count as `hmvc` and `fmvn`, and operations behind missing semicolons like any
/// others. Linear in the length of both, apart from sorting.
///
/// # Errors
/// Something that only the other record has cannot be added.
pub fn merge(line: &[u8], other: &[u8], conventions: &Conventions) -> Result<Option<Vec<u8>>, Unmergeable> {
    let (parsed, Some(theirs)) = (parse(line), record(other)) else { return Ok(None) };
    let position = Position::default();
    let operations = parsed.operations.iter().flat_map(|operation| meant(&parsed, operation, &position));
    let operations = operations.map(|meant| parsed.bytes(meant.opcode));
    let mut known: Vec<&[u8]> = operations.chain(counters_of(&parsed).map(|(opcode, _)| opcode)).collect();
    known.sort_unstable();
    let position = Position::default();
    let operations = theirs.operations.iter().flat_map(|operation| meant(&theirs, operation, &position));
    let operations = operations.map(|meant| (theirs.bytes(meant.opcode), operands_of(&theirs, &meant)));
    let mut added: Vec<(&[u8], &[u8])> = operations.chain(counters_of(&theirs)).collect();
    added.retain(|(opcode, _)| known.binary_search(opcode).is_err());
    added.sort_by_key(|(opcode, _)| *opcode);
    added.dedup_by_key(|(opcode, _)| *opcode);
    if added.is_empty() {
        return Ok(None);
    }
    // An open string is the last thing in its line.
    let open = theirs.operations.last().filter(|_| theirs.has_open_string());
    let open = open.and_then(|last| meant(&theirs, last, &position).pop());
    let is_open = |opcode: &[u8]| open.is_some_and(|open| theirs.bytes(open.opcode) == opcode);
    if added.iter().any(|(opcode, _)| !is_opcode(opcode) || is_open(opcode)) || bound(&theirs).contains(&true)
    {
        return Err(Unmergeable);
    }
    let is_plain = || added.iter().all(|(_, operands)| operands.is_ascii());
    let [here, there] =
        [line, other].map(|line| Encoding::detect(line, conventions.code_page.unwrap_or_default()));
    if here == there || line.is_ascii() || is_plain() {
        return inserted(&parsed, added).map(Some);
    }
    // Nothing is read in an encoding that is a guess.
    conventions.code_page.ok_or(Unmergeable)?;
    let added: Vec<(&[u8], Cow<'_, str>)> =
        added.into_iter().map(|(opcode, operands)| (opcode, there.decode(operands))).collect();
    let all: String = added.iter().map(|(_, operands)| &**operands).collect();
    let (line, _) = here.unite(line, &all);
    let here = if matches!(line, Cow::Owned(_)) { Encoding::Utf8 } else { here };
    let added: Vec<(&[u8], Vec<u8>)> =
        added.into_iter().map(|(opcode, operands)| (opcode, here.encode(&operands))).collect();
    let added = added.iter().map(|(opcode, operands)| (*opcode, &**operands)).collect();
    inserted(&parse(&line), added).map(Some)
}

/// A record with operations in their places.
fn inserted(parsed: &Parse<'_>, added: Vec<(&[u8], &[u8])>) -> Result<Vec<u8>, Unmergeable> {
    insert_operations(parsed, added.into_iter())
        .map(|edit| edit.apply(parsed.text()))
        .map_err(|_| Unmergeable)
}

/// The counters of a line that are numbers and no dashes, each with the opcode that says the same.
fn counters_of<'a>(parsed: &Parse<'a>) -> impl Iterator<Item = (&'a [u8], &'a [u8])> {
    let of = |opcode: &'static str| Some((opcode.as_bytes(), parsed.bytes(counter_of(parsed, opcode)?)));
    ["fmvn", "hmvc"].into_iter().filter_map(of).filter(|(_, value)| value.iter().all(u8::is_ascii_digit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::encoding::CodePage;

    #[track_caller]
    fn check(got: Vec<u8>, expect: &str) {
        assert_eq!(String::from_utf8_lossy(&got), expect);
    }

    fn line(operations: &str) -> String {
        format!("4k3/8/8/8/8/8/8/4K3 w - -{}{operations}", if operations.is_empty() { "" } else { " " })
    }

    fn merged(one: &str, other: &str) -> Vec<u8> {
        let merged = merge(one.as_bytes(), other.as_bytes(), &Conventions::default());
        merged.expect("it can be added").unwrap_or_else(|| one.into())
    }

    #[test]
    fn what_stands_behind_a_missing_semicolon_counts() {
        let merges = |one: &str, other: &str, expect: &str| {
            check(merged(&line(one), &line(other)), &line(expect));
        };
        merges("bm Kd2 id \"kept\";", "id \"other\"; c0 \"x\";", "bm Kd2 id \"kept\"; c0 \"x\";");
        merges("c0 \"x\";", "bm Kd2 id \"other\";", "bm Kd2; c0 \"x\"; id \"other\";");
        merges("bm Kd2; c0 \"x\"; id \"a\";", "ce 5; c0 \"open", "bm Kd2; c0 \"x\"; ce 5; id \"a\";");
    }

    #[test]
    fn what_cannot_be_added_is_told() {
        for (one, other) in [
            ("bm Kd2; id \"a\";", "ce 5; c0 \"open"),
            ("id \"k\";", "bm Kd2; ce 5 c0 \"open"),
            ("bm Kd2; c0 \"open", "ce 5; pm Ke2;"),
            ("id \"a\";", "id \"b\"; \"no opcode\";"),
            ("id \"a\";", "bm Kd2; Ke2;"),
            ("id \"a\";", "c0 'one;two';"),
        ] {
            let (one, other) = (line(one), line(other));
            let got = merge(one.as_bytes(), other.as_bytes(), &Conventions::default());
            assert_eq!(got, Err(Unmergeable), "{one} {other}");
        }
        // Nothing is missing.
        let got = merge(line("c0 \"open").as_bytes(), line("c0 \"x\";").as_bytes(), &Conventions::default());
        assert_eq!(got, Ok(None));
    }

    #[test]
    fn lines_of_two_encodings_are_merged_in_the_first() {
        let check =
            |page: Option<CodePage>, one: &[u8], other: &[u8], expect: Result<Option<&[u8]>, Unmergeable>| {
                let whole = |text: &[u8]| [line("").as_bytes(), b" ", text].concat();
                let conventions = Conventions { code_page: page, ..Conventions::default() };
                let expect = expect.map(|text| text.map(whole));
                assert_eq!(merge(&whole(one), &whole(other), &conventions), expect);
            };
        let (latin, utf8) = (b"id \"caf\xe9\";", "c0 \"na\u{ef}ve\";".as_bytes());
        let russian = "c0 \"\u{416}\";".as_bytes();
        let page = Some(CodePage::Windows1252);
        check(page, latin, utf8, Ok(Some(b"c0 \"na\xefve\"; id \"caf\xe9\";")));
        check(page, utf8, latin, Ok(Some("c0 \"na\u{ef}ve\"; id \"caf\u{e9}\";".as_bytes())));
        check(page, latin, russian, Ok(Some("c0 \"\u{416}\"; id \"caf\u{e9}\";".as_bytes())));
        let cyrillic = b"id \"\xcf\";";
        check(Some(CodePage::Windows1251), cyrillic, russian, Ok(Some(b"c0 \"\xc6\"; id \"\xcf\";")));
        check(
            Some(CodePage::Windows1251),
            russian,
            cyrillic,
            Ok(Some("c0 \"\u{416}\"; id \"\u{41f}\";".as_bytes())),
        );
        for page in [page, None] {
            check(page, b"ce 5;", latin, Ok(Some(b"ce 5; id \"caf\xe9\";")));
            check(page, latin, b"ce 5;", Ok(Some(b"ce 5; id \"caf\xe9\";")));
            // What is there already is not read.
            check(page, latin, "id \"\u{416}\";".as_bytes(), Ok(None));
            check(page, latin, "ce 5; id \"\u{416}\";".as_bytes(), Ok(Some(b"ce 5; id \"caf\xe9\";")));
        }
        check(None, latin, utf8, Err(Unmergeable));
        check(None, utf8, latin, Err(Unmergeable));
    }

    #[test]
    fn merges_what_is_missing() {
        let (one, other) = (line("bm Kd2; id \"a\";"), line("bm Ke2; ce 5; id \"b\"; pv Kd2;"));
        check(merged(&one, &other), &line("bm Kd2; ce 5; id \"a\"; pv Kd2;"));
        // Several in one place, one without its semicolon, and a record that is not in ASCII order.
        let (one, other) = (line("pv; dm 3"), line("zz 1; acd 5; acd 6; ce 1; resign; rc 2;"));
        check(merged(&one, &other), &line("acd 5; ce 1; pv; dm 3; rc 2; resign; zz 1;"));
        check(merged(&line(""), &line("ce 1; bm Kd2;")), &line("bm Kd2; ce 1;"));
        // The counters of FEN are operations by another name.
        let merges = |one: &str, other: &str, expect: &str| {
            check(merged(&line(one), &line(other)), &line(expect));
        };
        merges("0 1 id \"a\";", "ce 3; fmvn 1; hmvc 0;", "0 1 ce 3; id \"a\";");
        merges("7 id \"a\";", "fmvn 9; hmvc 4;", "7 fmvn 9; id \"a\";");
        merges("id \"a\";", "3 9 ce 1;", "ce 1; fmvn 9; hmvc 3; id \"a\";");
        merges("hmvc 1;", "3 9", "fmvn 9; hmvc 1;");
        merges("hmvc 1;", "- -", "hmvc 1;");
        merges("- - id \"a\";", "hmvc 4;", "- - hmvc 4; id \"a\";");
    }
}
