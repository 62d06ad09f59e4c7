//! Laws of reading a line: no byte is lost, and whatever is shown of it is the line.

use std::sync::Arc;

use crate::epd::dialect::Dialect;
use crate::epd::lexed::TokenKind;
use crate::epd::lint::{Surroundings, check_with};
use crate::epd::points::scored_moves;
use crate::epd::position::PositionReading;
use crate::epd::registers::Registers;
use crate::epd::{LineKind, parse};
use crate::text::encoding::{CodePage, Encoding, Utf8Check};
use crate::text::span::Span;
use crate::verb::Record;
use crate::view::{Column, RecordView, RowView};

/// The tokens of a line, in order, are the line. Each token that is neither blank nor control character is
/// exactly one part of a record: field, counter, opcode, operand or semicolon.
pub fn lossless(line: &[u8]) {
    let parsed = parse(line);
    assert_eq!(parsed.text(), line);
    let mut at = 0;
    for token in parsed.tokens() {
        assert!(token.span.start == at && token.span.end > at, "tokens do not join at {at}");
        at = token.span.end;
    }
    assert_eq!(at, line.len(), "the tokens end before the line");
    let solid = parsed.tokens().filter(|t| !matches!(t.kind, TokenKind::Blank | TokenKind::Control));
    let solid: Vec<Span> = solid.map(|token| token.span).collect();
    let mut parts = parsed.fields.to_vec();
    parts.extend(parsed.counters.iter().flat_map(|counters| counters.spans()));
    for operation in &parsed.operations {
        parts.extend(Some(operation.opcode).filter(|opcode| !opcode.is_empty()));
        parts.extend(parsed.operands(operation).iter().map(|operand| operand.span));
        parts.extend(operation.semicolon);
    }
    parts.extend(&parsed.stray_semicolons);
    parts.sort_unstable();
    match parsed.kind {
        LineKind::Record => assert_eq!(parts, solid, "the parts of the record are not its tokens"),
        LineKind::Comment => assert!(parts.is_empty()),
        LineKind::Blank => assert!(parts.is_empty() && solid.is_empty()),
    }
}

/// The characters that a line is shown with lead back to its bytes, and the check for UTF-8 does not depend
/// on where chunks end (each byte of the plan is the length of one).
pub fn encoding(input: &[u8]) {
    let (plan, line) = super::plan_and_rest(input);
    let encoding = Encoding::detect(line, CodePage::default());
    let shown = encoding.decode(line);
    assert_eq!(encoding.encode(&shown), line, "shown as {encoding:?}");
    for page in CodePage::ALL {
        assert_eq!(Encoding::Page(page).encode(&Encoding::Page(page).decode(line)), line);
    }
    let mut check = Utf8Check::default();
    let mut rest = line;
    for &size in plan.iter().cycle().take(line.len()) {
        let (chunk, tail) = rest.split_at(usize::from(size).min(rest.len()));
        check.feed(chunk);
        rest = tail;
    }
    check.feed(rest);
    assert_eq!(check.is_valid(), std::str::from_utf8(line).is_ok());
}

/// Every view of a line can be made. The painted pieces add up to the line, findings lie inside it, and the
/// position given to a search is the one that was read.
pub fn views(line: &[u8]) {
    for dialect in Dialect::ALL {
        check_views(line, dialect);
    }
}

fn check_views(line: &[u8], dialect: Dialect) {
    let view = RecordView::of(Arc::from(line), dialect, CodePage::default());
    let around = Surroundings { dialect, ..Surroundings::default() };
    let found = check_with(&parse(line), around);
    let marks: Vec<_> = found.iter().map(|found| (found.span, found.rule.severity)).collect();
    let painted: String = view.segments(&marks).iter().map(|segment| segment.text.as_str()).collect();
    assert!(!view.is_painted() || painted == view.shown(), "painted as {painted}");
    for found in &found {
        let lies_in_line = found.span.start <= found.span.end && found.span.end <= line.len();
        assert!(lies_in_line, "{} at {:?}", found.rule.code, found.span);
    }
    assert_eq!(RowView::of(line, CodePage::default(), &Column::FIXED).kind, view.kind);
    let parsed = parse(line);
    Registers::default().apply(&parsed, 0);
    if let Some(chess) = &view.chess {
        let _ = scored_moves(&parsed, chess);
    }
    if let Ok(record) = Record::read(line) {
        let again = PositionReading::read(&parse(record.fields().as_bytes())).chess;
        assert_eq!(again.as_ref(), Some(&record.position), "{}", record.fields());
    }
}
