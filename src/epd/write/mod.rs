//! Changing one operation of a line while leaving every other byte alone.

mod removal;

pub use removal::{remove_opcodes, remove_operation, remove_operations};

use self::removal::removals;
use crate::epd::bound::anchors;
use crate::epd::counters::{Counters, LONGEST_CLOCK, perft_depth};
use crate::epd::lexed::{TokenKind, lex};
use crate::epd::swallowed::{Meant, Position, meant};
use crate::epd::{Operation, Parse};
use crate::language::Text;
use crate::text::edit::{Indel, TextEdit};
use crate::text::span::Span;

/// Why a text cannot be an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriteError {
    /// A string holds a quote; EPD has no way to write one (§5.1).
    QuoteInString,
    /// A string holds a control character.
    ControlInString,
    /// A quote without its partner so far.
    LoneQuote,
    /// A semicolon outside a string: it would end the operation.
    Semicolon,
    /// The line has a string that is never closed: nothing can be added after it.
    OpenString,
    /// The line does not have its four fields.
    MissingFields,
}

impl WriteError {
    /// What is wrong.
    pub fn text(self) -> Text {
        match self {
            Self::QuoteInString => "why.quote-in-string",
            Self::ControlInString => "why.control-in-string",
            Self::LoneQuote => "why.lone-quote",
            Self::Semicolon => "why.semicolon",
            Self::OpenString => "why.open-string",
            Self::MissingFields => "why.missing-fields",
        }
        .into()
    }
}

impl std::fmt::Display for WriteError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text().english())
    }
}

impl std::error::Error for WriteError {}

/// `text` as a quoted string operand.
///
/// # Errors
/// A quote or a control character inside `text`.
pub fn quote(text: &[u8]) -> Result<Vec<u8>, WriteError> {
    if text.contains(&b'"') {
        return Err(WriteError::QuoteInString);
    }
    if text.iter().any(u8::is_ascii_control) {
        return Err(WriteError::ControlInString);
    }
    let mut out = Vec::with_capacity(text.len() + 2);
    out.push(b'"');
    out.extend_from_slice(text);
    out.push(b'"');
    Ok(out)
}

/// A value for a string of EPD: at most `most` bytes, with an apostrophe in place of each quote and a blank in
/// place of each control character.
pub fn printable(value: &[u8], most: usize) -> Vec<u8> {
    let mut end = value.len().min(most);
    // Do not cut a character of UTF-8 apart.
    while end > 0 && end < value.len() && matches!(value[end], 0x80..=0xbf) {
        end -= 1;
    }
    let plain = |&byte: &u8| match byte {
        b'"' => b'\'',
        _ if byte.is_ascii_control() => b' ',
        _ => byte,
    };
    value[..end].iter().map(plain).collect()
}

/// The operands of a text, strings with their quotes.
pub fn split_operands(text: &str) -> Vec<String> {
    let tokens = lex(text.as_bytes());
    let solid = tokens.filter(|token| !matches!(token.kind, TokenKind::Blank | TokenKind::Control));
    solid.map(|token| String::from_utf8_lossy(token.span.of(text.as_bytes())).into_owned()).collect()
}

/// Checks that a text is nothing but whole operands: put into a line, it leaves the operations after it
/// alone.
///
/// # Errors
/// A quote without its partner, a semicolon outside a string, or a control character.
pub fn check_operands(text: &[u8]) -> Result<(), WriteError> {
    for token in lex(text) {
        match token.kind {
            TokenKind::OpenStr => return Err(WriteError::LoneQuote),
            TokenKind::Semicolon => return Err(WriteError::Semicolon),
            TokenKind::Control => return Err(WriteError::ControlInString),
            TokenKind::Str if token.span.of(text).iter().any(u8::is_ascii_control) => {
                return Err(WriteError::ControlInString);
            }
            TokenKind::Blank | TokenKind::Word | TokenKind::Str => {}
        }
    }
    Ok(())
}

/// Sets the operation `opcode` to `operands` (as they should be in the line, separated by blanks, without
/// semicolon). An existing operation changes in place, and further ones with the same opcode are removed; a
/// new one is put in its place in ASCII order, before the first operation with a greater opcode (§5.1).
///
/// ```
/// use epidote::epd::parse;
/// use epidote::epd::write::{quote, set_operation};
/// # fn main() -> Result<(), epidote::epd::write::WriteError> {
/// let line = b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;   id \"old\"; # kept";
/// let edited = set_operation(&parse(line), "id", &quote(b"new; better")?)?.apply(line);
/// assert_eq!(edited, b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;   id \"new; better\"; # kept");
/// let edited = set_operation(&parse(&edited), "ce", b"15")?.apply(&edited);
/// assert_eq!(edited, b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;   ce 15; id \"new; better\"; # kept");
/// # Ok(())
/// # }
/// ```
///
/// Where a line has the counters of FEN, `hmvc` and `fmvn` set these:
///
/// ```
/// use epidote::epd::{parse, write::set_operation};
/// let line = b"4k3/8/8/8/8/8/8/4K3 w - - 5 20 bm Kd2;";
/// let edited = set_operation(&parse(line), "fmvn", b"21").unwrap().apply(line);
/// assert_eq!(edited, b"4k3/8/8/8/8/8/8/4K3 w - - 5 21 bm Kd2;");
/// ```
///
/// # Errors
/// A line without its four fields, or with a string that is never closed.
pub fn set_operation(parse: &Parse<'_>, opcode: &str, operands: &[u8]) -> Result<TextEdit, WriteError> {
    let mut text = written(opcode.as_bytes(), operands);
    check_line(parse)?;
    let position = Position::default();
    let all = parse.operations.iter().flat_map(|operation| meant(parse, operation, &position));
    let mut matching = all.filter(|meant| parse.bytes(meant.opcode) == opcode.as_bytes());
    if let Some(first) = matching.next() {
        let semicolon = |at| Indel { delete: Span::empty(at), insert: b";".to_vec() };
        let mut indels: Vec<Indel> = first.missing.map(semicolon).into_iter().collect();
        indels.push(Indel { delete: first.whole, insert: text });
        // A semicolon after one that was swallowed ends the operation before it, too.
        let span = |meant: Meant| if meant.missing.is_some() { meant.body } else { meant.whole };
        indels.extend(removals(parse, matching.map(span)));
        return Ok(TextEdit::from_indels(indels));
    }
    if let Some(counter) = counter_for(parse, opcode, operands) {
        return Ok(TextEdit::replace(counter, operands));
    }
    let behind = anchors(parse).find(|o| parse.opcode(o) > opcode.as_bytes());
    let is_first = behind.map_or(parse.operations.is_empty(), |o| o.span() == parse.operations[0].span());
    if let Some(at) = behind_lone_counter(parse, opcode.as_bytes()).filter(|_| is_first) {
        text.insert(0, b' ');
        return Ok(TextEdit::insert(at, text));
    }
    if let Some(operation) = behind {
        text.push(b' ');
        return Ok(TextEdit::insert(operation.span().start, text));
    }
    let end = content_end(parse);
    let unterminated = parse.operations.last().is_some_and(|o| o.semicolon.is_none());
    let mut insert = Vec::with_capacity(text.len() + 2);
    if unterminated {
        insert.push(b';');
    }
    insert.push(b' ');
    insert.extend_from_slice(&text);
    Ok(TextEdit::insert(end, insert))
}

/// Sets the operands of operation number `index`, whatever its opcode is and whether others have the same.
///
/// # Errors
/// Like [`set_operation`].
///
/// # Panics
/// The line has no such operation.
pub fn set_operands(parse: &Parse<'_>, index: usize, operands: &[u8]) -> Result<TextEdit, WriteError> {
    check_line(parse)?;
    let operation = &parse.operations[index];
    let insert = written(parse.opcode(operation), operands);
    Ok(TextEdit::from_indels(vec![Indel { delete: operation.span(), insert }]))
}

/// An operation as it is in a line.
fn written(opcode: &[u8], operands: &[u8]) -> Vec<u8> {
    let blank: &[u8] = if operands.is_empty() { b"" } else { b" " };
    [opcode, blank, operands, b";"].concat()
}

/// Whether operations can be set in a line at all.
fn check_line(parse: &Parse<'_>) -> Result<(), WriteError> {
    if parse.fields.len() < 4 {
        return Err(WriteError::MissingFields);
    }
    if parse.has_open_string() { Err(WriteError::OpenString) } else { Ok(()) }
}

/// Inserts operations (the opcode and the operands of each), sorted by opcodes that the record does not have:
/// each before the first one with a greater opcode, or at the end.
///
/// # Errors
/// Like [`set_operation`].
pub(super) fn insert_operations<'a>(
    parse: &Parse<'_>,
    added: impl Iterator<Item = (&'a [u8], &'a [u8])>,
) -> Result<TextEdit, WriteError> {
    check_line(parse)?;
    // The operations that are greater than all before them: the first one greater than a given opcode is
    // among them.
    let mut greatest: Vec<&Operation> = Vec::new();
    for operation in anchors(parse) {
        if greatest.last().is_none_or(|last| parse.opcode(operation) > parse.opcode(last)) {
            greatest.push(operation);
        }
    }
    let end = content_end(parse);
    let mut indels: Vec<Indel> = Vec::new();
    for (opcode, operands) in added {
        let behind = greatest.partition_point(|operation| parse.opcode(operation) <= opcode);
        let at = greatest.get(behind).map_or(end, |operation| operation.span().start);
        if behind == 0
            && indels.is_empty()
            && let Some(at) = behind_lone_counter(parse, opcode)
        {
            let blank: &[u8] = if operands.is_empty() { b"" } else { b" " };
            let insert = [b" ", opcode, blank, operands, b";"].concat();
            indels.push(Indel { delete: Span::empty(at), insert });
            continue;
        }
        if indels.last().is_none_or(|last| last.delete.start != at) {
            let is_open = at == end && parse.operations.last().is_some_and(|last| last.semicolon.is_none());
            indels.push(Indel {
                delete: Span::empty(at),
                insert: if is_open { vec![b';'] } else { Vec::new() },
            });
        }
        let Some(Indel { insert, .. }) = indels.last_mut() else { continue };
        if at == end {
            insert.push(b' ');
        }
        insert.extend_from_slice(opcode);
        if !operands.is_empty() {
            insert.push(b' ');
            insert.extend_from_slice(operands);
        }
        insert.push(b';');
        if at != end {
            insert.push(b' ');
        }
    }
    Ok(TextEdit::from_indels(indels))
}

/// The counter of FEN in the place of `hmvc` or `fmvn`, if there is one: the operation beside it would contradict it.
fn counter_for(parse: &Parse<'_>, opcode: &str, operands: &[u8]) -> Option<Span> {
    let is_number = !operands.is_empty() && operands.iter().all(u8::is_ascii_digit);
    let is_lone = parse.counters.is_some_and(|counters| counters.fullmoves.is_none());
    let is_kept = is_number && !(is_lone && operands.len() > LONGEST_CLOCK);
    counter_of(parse, opcode).filter(|_| is_kept)
}

/// The counter of FEN that says what this operation says, if the line has one.
pub fn counter_of(parse: &Parse<'_>, opcode: &str) -> Option<Span> {
    let counters = parse.counters?;
    match opcode {
        "hmvc" => Some(counters.halfmoves),
        "fmvn" => counters.fullmoves,
        _ => None,
    }
}

/// The number of that counter; `None` for a dash, which says nothing.
pub fn counter_number(parse: &Parse<'_>, opcode: &str) -> Option<i64> {
    std::str::from_utf8(parse.bytes(counter_of(parse, opcode)?)).ok()?.parse().ok()
}

/// Where a count of moves is put that becomes the first operation, after a lone counter and a semicolon:
/// after the semicolon it would make an operation of the counter.
pub(super) fn behind_lone_counter(parse: &Parse<'_>, opcode: &[u8]) -> Option<usize> {
    let Counters { halfmoves, .. } = parse.counters.filter(|counters| counters.fullmoves.is_none())?;
    perft_depth(opcode).map(|_| halfmoves.end)
}

/// The end of the last token that is not blank.
fn content_end(parse: &Parse<'_>) -> usize {
    let operations = parse.operations.iter().map(|o| o.span().end).max();
    let strays = parse.stray_semicolons.iter().map(|s| s.end).max();
    let counters = parse.counters.map(|counters| counters.span().end);
    let fields = parse.fields.last().map(|s| s.end);
    [operations, strays, counters, fields].into_iter().flatten().max().unwrap_or(0)
}

/// Makes a comment of the text of an operation outside the format: `c0` with the text as its string. `None`
/// if the text holds a quote. The caller makes sure that the record has no `c0`.
pub fn make_comment(parse: &Parse<'_>, operation: &Operation) -> Option<TextEdit> {
    let body = operation.body();
    let is_string = !parse.bytes(body).contains(&b'"');
    is_string
        .then(|| TextEdit::insert(body.start, "c0 \"").union(&TextEdit::insert(body.end, "\"")))
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::parse;

    #[track_caller]
    fn check_set(text: &str, opcode: &str, operands: &str, expect: &str) {
        let edit = set_operation(&parse(text.as_bytes()), opcode, operands.as_bytes()).expect("an edit");
        assert_eq!(String::from_utf8_lossy(&edit.apply(text.as_bytes())), expect);
    }

    #[test]
    fn sets_operations_in_place_or_in_order() {
        check_set("8/8 w - -", "bm", "e4", "8/8 w - - bm e4;");
        check_set("8/8 w - - 0 1", "bm", "e4", "8/8 w - - 0 1 bm e4;");
        let set = "4k3/8/8/8/8/8/P2P4/4K3 w - - bm a4; d4;";
        check_set(set, "c0", "\"x\"", &format!("{set} c0 \"x\";"));
        check_set("8/8 w - - id \"x\";", "bm", "e4", "8/8 w - - bm e4; id \"x\";");
        check_set("8/8 w - - bm d4;  id \"x\"; ", "bm", "e4", "8/8 w - - bm e4;  id \"x\"; ");
        check_set("8/8 w - - bm d4", "id", "\"x\"", "8/8 w - - bm d4; id \"x\";");
        check_set("8/8 w - - bm d4", "bm", "", "8/8 w - - bm;");
        check_set("8/8 w - - bm d4; id \"x\"; bm e4;", "bm", "c4", "8/8 w - - bm c4; id \"x\";");
        check_set("8/8 w - - bm d4; ", "ce", "5", "8/8 w - - bm d4; ce 5; ");
        // Operations that lack their semicolon.
        check_set("8/8 w - - bm d4 id \"x\";", "bm", "e4", "8/8 w - - bm e4; id \"x\";");
        check_set("8/8 w - - bm d4 id \"x\";", "id", "\"y\"", "8/8 w - - bm d4; id \"y\";");
        check_set("8/8 w - - acn 5 acs 3 ce 1; acs 4;", "acs", "7", "8/8 w - - acn 5; acs 7; ce 1;");
        check_set("8/8 w - - acs 4; acn 5 acs 3; ce 1;", "acs", "7", "8/8 w - - acs 7; acn 5; ce 1;");
        // Of `1; D1 20;` the number would be an operation.
        check_set("8/8 w - - 1;", "D1", "20", "8/8 w - - 1 D1 20;;");
        check_set("8/8 w - - 1; bm e4;", "D1", "20", "8/8 w - - 1 D1 20;; bm e4;");
        check_set("8/8 w - - 1 bm e4;", "D1", "20", "8/8 w - - 1 D1 20; bm e4;");
        check_set("8/8 w - - 1; C5;", "D1", "20", "8/8 w - - 1; C5; D1 20;");
        check_set("8/8 w - - 1;", "ce", "20", "8/8 w - - 1; ce 20;");
        // A number that is too long for a clock would become an operation.
        check_set("8/8 w - - 9 id \"x\";", "hmvc", "17", "8/8 w - - 17 id \"x\";");
        check_set("8/8 w - - 9 id \"x\";", "hmvc", "10000", "8/8 w - - 9 hmvc 10000; id \"x\";");
        check_set("8/8 w - - 0 1 id \"x\";", "hmvc", "10000", "8/8 w - - 10000 1 id \"x\";");
    }

    #[track_caller]
    fn check_operands_of(text: &str, index: usize, operands: &str, expect: &str) {
        let edit = set_operands(&parse(text.as_bytes()), index, operands.as_bytes()).expect("an edit");
        assert_eq!(String::from_utf8_lossy(&edit.apply(text.as_bytes())), expect);
    }

    #[test]
    fn sets_operands_of_one_operation_only() {
        check_operands_of("8/8 w - - bm d4; id \"x\"; bm e4;", 0, "c4", "8/8 w - - bm c4; id \"x\"; bm e4;");
        check_operands_of("8/8 w - - bm d4; id \"x\"; bm e4;", 2, "c4", "8/8 w - - bm d4; id \"x\"; bm c4;");
        check_operands_of("8/8 w - - ce 1;  ce 1", 1, "2", "8/8 w - - ce 1;  ce 2;");
        check_operands_of("8/8 w - - ce 1; ce 1;", 0, "", "8/8 w - - ce; ce 1;");
    }

    #[test]
    fn refuses_what_would_be_lost() {
        let open = parse(b"8/8 w - - id \"x");
        assert_eq!(set_operation(&open, "bm", b"e4"), Err(WriteError::OpenString));
        assert_eq!(set_operands(&open, 0, b"\"y\""), Err(WriteError::OpenString));
        assert_eq!(set_operation(&parse(b"8/8 w"), "bm", b""), Err(WriteError::MissingFields));
        assert_eq!(quote(b"a\"b"), Err(WriteError::QuoteInString));
        assert_eq!(quote(b"a b"), Ok(b"\"a b\"".to_vec()));
    }

    #[test]
    fn takes_whole_operands_only() {
        assert_eq!(check_operands(b"Event \"a; b\" 5"), Ok(()));
        for control in [&b"\"a\x01b\""[..], b"\"a\tb\"", b"\"\x7f\"", b"\"a\rb\"", b"\"\0\""] {
            assert_eq!(check_operands(control), Err(WriteError::ControlInString), "{control:?}");
        }
        assert_eq!(check_operands(b"Event \"a"), Err(WriteError::LoneQuote));
        assert_eq!(check_operands(b"a; b"), Err(WriteError::Semicolon));
        assert_eq!(split_operands("\"e4 d4\" Nf3"), ["\"e4 d4\"", "Nf3"]);
    }
}
