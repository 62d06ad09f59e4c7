//! Operations set, removed and renamed in every record of a file.

use std::fmt::Write as _;

use crate::epd::conventions::Conventions;
use crate::epd::swallowed::{Meant, Position, has_operation, meant};
use crate::epd::write::{counter_of, remove_opcodes, set_operation};
use crate::epd::{LineKind, Parse, parse};
use crate::text::edit::{Indel, TextEdit};
use crate::text::span::Span;

/// Sets an operation. In the operands, `{n}` stands for the number of the line, and `{n:4}` for the number
/// padded with zeros to four digits. Other characters than ASCII are written in the encoding of the line; of a line that is
/// plain ASCII, in that of `conventions`. If it lacks a character, the line becomes UTF-8.
///
/// ```
/// use epidote::epd::{conventions::Conventions, verbs::bulk::set};
/// let line = set(b"4k3/8/8/8/8/8/8/4K3 w - - id \"old\";", "id", "\"BK.{n:2}\"", 7, &Conventions::default()).unwrap();
/// assert_eq!(line, b"4k3/8/8/8/8/8/8/4K3 w - - id \"BK.07\";");
/// ```
pub fn set(
    line: &[u8],
    opcode: &str,
    operands: &str,
    number: u32,
    conventions: &Conventions,
) -> Option<Vec<u8>> {
    record(line)?;
    let (line, operands) = conventions.unite(line, &with_number(operands, number));
    let edit = set_operation(&parse(&line), opcode, &operands).ok()?;
    Some(edit.apply(&line))
}

/// Whether `{n}` or `{n:4}` is in the operands.
pub fn is_numbered(operands: &str) -> bool {
    with_number(operands, 1) != with_number(operands, 2)
}

/// The operands with the number in place of `{n}` and `{n:4}`.
fn with_number(operands: &str, number: u32) -> String {
    let mut out = String::with_capacity(operands.len() + 8);
    let mut rest = operands;
    while let Some((before, after)) = rest.split_once("{n") {
        out.push_str(before);
        let width = after.split_once('}').and_then(|(width, tail)| match width.strip_prefix(':') {
            Some(width) => Some((width.parse::<usize>().ok().filter(|&width| width <= 10)?, tail)),
            None => width.is_empty().then_some((0, tail)),
        });
        if let Some((width, tail)) = width {
            // Writing into a string cannot fail.
            let _ = write!(out, "{number:0width$}");
            rest = tail;
        } else {
            out.push_str("{n");
            rest = after;
        }
    }
    out.push_str(rest);
    out
}

/// Removes every operation whose opcode fits one of the patterns, in which `*` stands for any letters (pfop,
/// §7.4, for several opcodes at once).
///
/// ```
/// use epidote::epd::verbs::bulk::remove;
/// let line = b"4k3/8/8/8/8/8/8/4K3 w - - acd 9; acn 5; bm Kd2; c0 \"x\"; id \"y\";";
/// let patterns = ["ac*".to_owned(), "id".to_owned()];
/// assert_eq!(remove(line, &patterns).unwrap(), b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; c0 \"x\";");
/// ```
pub fn remove(line: &[u8], patterns: &[String]) -> Option<Vec<u8>> {
    let parsed = record(line)?;
    let is_meant = |opcode: &[u8]| patterns.iter().any(|pattern| fits(pattern.as_bytes(), opcode));
    Some(remove_opcodes(&parsed, is_meant).apply(line))
}

/// Whether a text can be a pattern of opcodes: an opcode (§5.1) in which `*` stands for any letters.
pub fn is_pattern(text: &str) -> bool {
    let starts_well = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '*');
    starts_well && text.len() <= 15 && text.chars().all(|c| c.is_ascii_alphanumeric() || "_*".contains(c))
}

/// Returns whether a text fits a pattern with `*`. Only the last star is ever retried: it can also take
/// whatever an earlier one would.
fn fits(pattern: &[u8], text: &[u8]) -> bool {
    let (mut at, mut read) = (0, 0);
    // The place after the last star, and how far into the text it reaches.
    let mut star = None;
    while read < text.len() {
        if pattern.get(at) == Some(&b'*') {
            at += 1;
            star = Some((at, read));
        } else if pattern.get(at) == Some(&text[read]) {
            at += 1;
            read += 1;
        } else if let Some((behind, reach)) = star {
            at = behind;
            read = reach + 1;
            star = Some((behind, reach + 1));
        } else {
            return false;
        }
    }
    pattern[at..].iter().all(|&byte| byte == b'*')
}

/// Gives the operation `from` another opcode; it moves to its place in ASCII order (§5.1). A record that
/// already has an operation `to` stays as it is: nothing is overwritten. So does one with a string that is never closed.
/// Several operations `from` stay in their places. An operation behind a missing semicolon counts like any other.
pub fn rename(line: &[u8], from: &str, to: &str) -> Option<Vec<u8>> {
    let parsed = record(line)?;
    if parsed.has_open_string() || has_operation(&parsed, to) || counter_of(&parsed, to).is_some() {
        return None;
    }
    let position = Position::default();
    let is_named = |meant: &Meant| parsed.bytes(meant.opcode) == from.as_bytes();
    let all: Vec<Vec<Meant>> =
        parsed.operations.iter().map(|operation| meant(&parsed, operation, &position)).collect();
    let named: Vec<Meant> = all.iter().flatten().copied().filter(is_named).collect();
    let [operation] = named[..] else {
        // Of several none is the one that moves. Behind another opcode, what is missing a semicolon might be an operand.
        let indels: Vec<Indel> = all
            .iter()
            .filter(|all| all.iter().any(is_named))
            .flatten()
            .flat_map(|meant| {
                let missing =
                    meant.missing.map(|at| Indel { delete: Span::empty(at), insert: b";".to_vec() });
                let opcode = is_named(meant).then(|| Indel { delete: meant.opcode, insert: to.into() });
                missing.into_iter().chain(opcode)
            })
            .collect();
        return (!indels.is_empty()).then(|| TextEdit::from_indels(indels).apply(line));
    };
    let operands = operands_of(&parsed, &operation).to_vec();
    let without = remove_opcodes(&parsed, |opcode| opcode == from.as_bytes()).apply(line);
    let renamed = set_operation(&parse(&without), to, &operands).ok()?;
    Some(renamed.apply(&without))
}

/// The operands of an operation as they are in the line.
pub(super) fn operands_of<'a>(parsed: &Parse<'a>, operation: &Meant) -> &'a [u8] {
    parsed.bytes(Span::new(operation.opcode.end, operation.body.end)).trim_ascii_start()
}

pub(super) fn record(line: &[u8]) -> Option<Parse<'_>> {
    Some(parse(line)).filter(|parsed| parsed.kind == LineKind::Record && parsed.has_ranks())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::encoding::CodePage;

    #[track_caller]
    fn check(got: Option<Vec<u8>>, expect: Option<&str>) {
        assert_eq!(got.map(|line| String::from_utf8_lossy(&line).into_owned()).as_deref(), expect);
    }

    fn line(operations: &str) -> String {
        format!("4k3/8/8/8/8/8/8/4K3 w - -{}{operations}", if operations.is_empty() { "" } else { " " })
    }

    #[test]
    fn numbers_stand_where_they_are_asked_for() {
        for (operands, expect) in [
            ("{n}", "12"),
            ("\"{n:4}-{n}\"", "\"0012-12\""),
            ("{n:x} {n", "{n:x} {n"),
            ("5", "5"),
            ("{n:99}", "{n:99}"),
        ] {
            assert_eq!(with_number(operands, 12), expect);
        }
    }

    #[test]
    fn texts_are_written_in_the_encoding_of_the_line_or_of_the_file() {
        let conventions = |code_page| Conventions { code_page, ..Conventions::default() };
        let (ascii, latin, utf8) = (&b"id \"x\";"[..], &b"id \"M\xfc\";"[..], "id \"M\u{fc}\";".as_bytes());
        let check = |operations: &[u8], code_page, expect: &[u8]| {
            let text = [b"4k3/8/8/8/8/8/8/4K3 w - - ", operations].concat();
            let text = set(&text, "c2", "\"\u{fc}\"", 1, &conventions(code_page)).expect("a record");
            let expect = [b"4k3/8/8/8/8/8/8/4K3 w - - c2 \"", expect, b"\"; ", operations].concat();
            assert_eq!(String::from_utf8_lossy(&text), String::from_utf8_lossy(&expect));
        };
        check(ascii, None, "\u{fc}".as_bytes());
        check(ascii, Some(CodePage::Windows1252), b"\xfc");
        check(latin, None, b"\xfc");
        check(latin, Some(CodePage::Windows1252), b"\xfc");
        check(utf8, None, "\u{fc}".as_bytes());
        check(utf8, Some(CodePage::Windows1252), "\u{fc}".as_bytes());
    }

    #[test]
    fn what_is_no_record_stays() {
        for text in ["# note; id \"x\";", "", "hello"] {
            check(set(text.as_bytes(), "ce", "1", 1, &Conventions::default()), None);
            check(remove(text.as_bytes(), &["id".to_owned()]), None);
            check(rename(text.as_bytes(), "id", "c0"), None);
            let twice = b"4k3/8/8/8/8/8/8/4K3 w - - id \"a\"; noop; id;";
            check(rename(twice, "id", "c5"), Some("4k3/8/8/8/8/8/8/4K3 w - - c5 \"a\"; noop; c5;"));
            let counted = b"4k3/8/8/8/8/8/8/4K3 w - - 0 20 fmvc 12;";
            check(rename(counted, "fmvc", "fmvn"), None);
        }
    }

    #[test]
    fn removes_every_operation_that_fits() {
        let text = line("a 1; bm Kd2; bm Ke2; c1 \"x\"; c2 \"y\"; pv;");
        assert!(fits(b"*a*b", b"xaabab") && fits(b"a**", b"a") && !fits(b"*a*b", b"ba") && !fits(b"", b"a"));
        // Many stars take no longer than one.
        assert!(!fits("*a".repeat(40).as_bytes(), "a".repeat(39).as_bytes()));
        let removed = |patterns: &[&str]| {
            remove(text.as_bytes(), &patterns.iter().map(|&p| p.to_owned()).collect::<Vec<_>>())
        };
        check(removed(&["bm"]), Some(&line("a 1; c1 \"x\"; c2 \"y\"; pv;")));
        check(removed(&["c*", "*v"]), Some(&line("a 1; bm Kd2; bm Ke2;")));
        check(removed(&["*"]), Some(&line("")));
        check(removed(&["x"]), Some(&text));
    }

    #[test]
    fn renames_into_the_right_place() {
        let text = line("bm Kd2; pm Ke2; zz 1;");
        check(rename(text.as_bytes(), "zz", "c0"), Some(&line("bm Kd2; c0 1; pm Ke2;")));
        check(rename(text.as_bytes(), "pm", "bm"), None);
        check(rename(text.as_bytes(), "x", "y"), None);
    }

    #[test]
    fn what_stands_behind_a_missing_semicolon_counts() {
        let check = |from: &str, to: &str, text: &str, expect: Option<&str>| {
            let expect = expect.map(line);
            super::tests::check(rename(line(text).as_bytes(), from, to), expect.as_deref());
        };
        check("c0", "id", "bm Kd2 id \"x\"; c0 \"q\";", None);
        check("bm", "am", "bm Kd2 id \"x\";", Some("am Kd2; id \"x\";"));
        check("id", "c0", "bm Kd2 id \"x\";", Some("bm Kd2; c0 \"x\";"));
        check("bm", "am", "bm Kd2 am Ke2;", None);
        check("ce", "zz", "bm Kd2 ce 5; ce 6;", Some("bm Kd2; zz 5; zz 6;"));
        check("c0", "zz", "id \"a\" c0 \"b\" ce 5; c0 \"c\";", Some("id \"a\"; zz \"b\"; ce 5; zz \"c\";"));
        check("ce", "acd", "bm Kd2 ce 5 id \"x\"; c0 \"y\";", Some("acd 5; bm Kd2 id \"x\"; c0 \"y\";"));
        // Nothing can be moved in front of a string that is never closed, or behind it.
        check("id", "aa", "bm Kd2; ce 5; id \"open", None);
        check("ce", "zz", "bm Kd2; ce 5; id \"open", None);
    }
}
