//! The normal form of a record: verb pfdn, §7.1.
//!
//! Blanks are put right, operations sorted by opcode, operands of unordered opcodes sorted, and
//! nothing else: moves keep their spelling, repeated operands stay, unknown operations keep their
//! operands in order. Three spellings of the fields that have one meaning only are put right too:
//! a capital active colour, castling letters out of order, a capital en passant file.
//!
//! A line has no normal form and stays as it is if it is a blank line or a comment, if it does not have four
//! fields of which the first has eight ranks (or has a stray semicolon behind a fourth one that does not look like a
//! field), if its last string is never closed, if a bare number is in
//! the place of an opcode (sorted to the front, it would be read as a counter), or if an operation belongs to the one
//! before it: a move behind a set of moves and a semicolon, the rest of a text between apostrophes.

use crate::epd::bound::bound;
use crate::epd::moves::{NoMove, is_move_shaped};
use crate::epd::opcode::{self, Operands};
use crate::epd::placement::{PlacementFault, write_placement};
use crate::epd::position::{CastlingReading, EnPassantReading, PositionReading};
use crate::epd::{LineKind, Operand, OperandKind, Operation, Parse};

/// The normal form of a line, or `None` if it has none.
///
/// ```
/// use epidote::epd::normalize::normalize;
/// use epidote::epd::parse;
/// let normal = |line: &str| normalize(&parse(line.as_bytes())).map(|text| String::from_utf8(text).unwrap());
/// let text = normal("4k3/8/8/8/8/8/8/4K3  w - - id \"a  b\" ;bm Ke2 Kd2").unwrap();
/// assert_eq!(text, "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 Ke2; id \"a  b\";");
/// assert_eq!(normal(&text), Some(text));
/// assert_eq!(normal("# no record"), None);
/// ```
pub fn normalize(parse: &Parse<'_>) -> Option<Vec<u8>> {
    let whole = parse.fields.len() == 4 && parse.has_ranks() && !parse.has_open_string();
    // Without a stray semicolon, what follows it might become a field, or be taken for one.
    let is_parted = parse.stray_semicolons.is_empty() || parse.has_shaped_fields();
    if parse.kind != LineKind::Record
        || !whole
        || !is_parted
        || parse.has_bare_numbers()
        || parse.has_clock_or_count()
        || bound(parse).contains(&true)
    {
        return None;
    }
    let mut out = Vec::with_capacity(parse.text().len() + 8);
    out.extend_from_slice(&fields(parse));
    if let Some(counters) = parse.counters {
        for span in counters.spans() {
            out.push(b' ');
            out.extend_from_slice(parse.bytes(span));
        }
    }
    for operation in sorted_operations(parse) {
        out.push(b' ');
        out.extend_from_slice(&operation_text(parse, operation));
    }
    Some(out)
}

/// The operations in ASCII order of opcode; repeated opcodes keep their order.
pub fn sorted_operations<'p>(parse: &'p Parse<'_>) -> Vec<&'p Operation> {
    let mut operations: Vec<&Operation> = parse.operations.iter().collect();
    operations.sort_by_key(|operation| parse.opcode(operation));
    operations
}

/// One operation in normal form, semicolon included.
pub fn operation_text(parse: &Parse<'_>, operation: &Operation) -> Vec<u8> {
    let opcode = parse.opcode(operation);
    let mut operands: Vec<&[u8]> = parse.operands(operation).iter().map(|o| parse.bytes(o.span)).collect();
    if is_sortable(parse, operation) {
        operands.sort();
    }
    let mut out = opcode.to_vec();
    for operand in operands {
        if !out.is_empty() {
            out.push(b' ');
        }
        out.extend_from_slice(operand);
    }
    out.push(b';');
    out
}

/// Returns whether the operands of an operation may change places. The operands of `noop` always may; a set
/// of moves may unless it contains something that may belong to its neighbour: a mark, a string, an opcode after
/// a missing semicolon, a word that does not look like a move.
pub fn is_sortable(parse: &Parse<'_>, operation: &Operation) -> bool {
    let single = |operand: &Operand| {
        let text = parse.bytes(operand.span);
        let opcode = opcode::lookup(text).is_some() && !text.last().is_some_and(u8::is_ascii_digit);
        operand.kind == OperandKind::Word && is_move_shaped(text) && NoMove::of(text).is_none() && !opcode
    };
    match opcode::lookup(parse.opcode(operation)).map(|spec| spec.operands) {
        Some(Operands::MoveSet) => parse.operands(operation).iter().all(single),
        Some(operands) => operands.is_unordered(),
        None => false,
    }
}

fn fields(parse: &Parse<'_>) -> Vec<u8> {
    spelled(parse, &PositionReading::read(parse)).join(&b' ')
}

/// The four fields of the normal form, with each run of empty squares as one digit as well: the one spelling
/// that FEN has for the position. What cannot be read stays as it is.
///
/// ```
/// use epidote::epd::{normalize::canonical_fields, parse};
/// let line = parse(b"4k3/44/8/8/8/8/8/4K2R W K - bm O-O;");
/// assert_eq!(canonical_fields(&line), b"4k3/8/8/8/8/8/8/4K2R w K -");
/// ```
pub fn canonical_fields(parse: &Parse<'_>) -> Vec<u8> {
    let reading = PositionReading::read(parse);
    let mut fields = spelled(parse, &reading);
    let is_split = reading.placement.iter().all(|finding| finding.fault == PlacementFault::SplitDigits);
    if let (Some(placement), true) = (fields.first_mut(), is_split && !reading.placement.is_empty()) {
        *placement = write_placement(&reading.board);
    }
    fields.join(&b' ')
}

/// The fields with small letters and castling letters in order.
fn spelled(parse: &Parse<'_>, reading: &PositionReading) -> Vec<Vec<u8>> {
    let mut fields: Vec<Vec<u8>> = parse.fields.iter().map(|&span| parse.bytes(span).to_vec()).collect();
    if let [_, turn, castling, en_passant] = fields.as_mut_slice() {
        if reading.turn.is_some() {
            turn.make_ascii_lowercase();
        }
        if let CastlingReading::Unordered(sorted) = &reading.castling {
            castling.clone_from(&sorted.as_bytes().to_vec());
        }
        if matches!(reading.en_passant, EnPassantReading::Capital(_)) {
            en_passant.make_ascii_lowercase();
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::parse;
    use proptest::prelude::*;

    fn normal(text: &[u8]) -> Option<Vec<u8>> {
        normalize(&parse(text))
    }

    #[track_caller]
    fn check(text: &str, expect: &str) {
        let got = normal(text.as_bytes()).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        assert_eq!(got.as_deref(), Some(expect), "{text}");
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

    #[test]
    fn puts_blanks_and_order_right() {
        check(
            &format!("  {START}   id  \"a  b\" ;bm e4  Nf3 d4 ;\t"),
            &format!("{START} bm Nf3 d4 e4; id \"a  b\";"),
        );
        check(&format!("{START} c5 \"x\"; c2"), &format!("{START} c2; c5 \"x\";"));
        check(&format!("{START} zz b a; Aa;"), &format!("{START} Aa; zz b a;"));
        check(&format!("{START} ;; bm e4;;"), &format!("{START} bm e4;"));
        check(&format!("{START} pv e4 e5; noop z 5 \"a\";"), &format!("{START} noop \"a\" 5 z; pv e4 e5;"));
        check(&format!("{START} 0 1 id\"x\"\0"), &format!("{START} 0 1 id \"x\";"));
        check(&format!("{START} bm e4; bm d4;"), &format!("{START} bm e4; bm d4;"));
        check(&START.replace("w KQkq", "W kqKQ"), START);
    }

    #[test]
    fn leaves_what_has_no_normal_form() {
        assert_eq!(normal(b"8/8/8 w -"), None);
        assert_eq!(normal(b"4k3/8/8/8/8/8/P7/4K3 w - - bm a4; a3; id \"x\";"), None);
        assert_eq!(normal(b"4k3/8/8/8/8/8/P7/4K3 w - - c0 'a;b'; bm a4;"), None);
        assert_eq!(normal(b"# note"), None);
        assert_eq!(normal(b"Win at Chess suite, 300 positions"), None);
        assert_eq!(normal(b"4k3/8/8/8/8/8/8/4K3 w - - zz 1; 20 400;"), None);
        assert_eq!(normal(b"4k3/8/8/8/8/8/8/4K3 w - - id \"x; bm e4;"), None);
    }

    proptest! {
        #[test]
        fn is_idempotent_on_any_bytes(text in "([0-9;\" -]|[ -~]){0,80}") {
            if let Some(once) = normal(format!("8/8/8/8/8/8/8/8 w - - {text}").as_bytes()) {
                prop_assert_eq!(normal(&once), Some(once));
            }
        }

        #[test]
        fn does_not_depend_on_the_order(mut operations in proptest::collection::btree_map("[a-z]{2,4}", "[a-z0-9]{1,5}", 0..6)
            .prop_map(|map| map.into_iter().collect::<Vec<_>>()).prop_shuffle()) {
            let line = |operations: &[(String, String)]| {
                let text: Vec<String> = operations.iter().map(|(k, v)| format!(" {k} {v};")).collect();
                normal(format!("8/8/8/8/8/8/8/8 w - -{}", text.concat()).as_bytes())
            };
            let shuffled = line(&operations);
            operations.sort();
            prop_assert_eq!(shuffled, line(&operations));
        }
    }
}
