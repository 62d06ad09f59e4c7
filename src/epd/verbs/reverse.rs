//! Reversed colours: the position seen from the other side, with its moves.
//!
//! The ranks are flipped and the colours of pieces, side, castling rights and en passant square exchanged, so
//! that every move leads to the reversed position: `e4` becomes `e5`. Scores count for the side to move and
//! stay.

use crate::epd::moves::NoMove;
use crate::epd::normalize::is_sortable;
use crate::epd::opcode::lookup;
use crate::epd::{LineKind, Operand, OperandKind, Parse, parse};
use crate::text::edit::{Indel, TextEdit};

/// Reverses the text of a field.
type Turn = fn(&[u8]) -> Vec<u8>;

/// The line with reversed colours; `None` if it is not a record.
///
/// ```
/// use epidote::epd::verbs::reverse::reverse;
/// let line = b"r3k2r/8/8/8/4pP2/8/8/4K2R b Kkq f3 bm O-O exf3; ce 35;";
/// let reversed = reverse(line).unwrap();
/// assert_eq!(reversed, b"4k2r/8/8/4Pp2/8/8/8/R3K2R w KQk f6 bm O-O exf6; ce 35;");
/// assert_eq!(reverse(&reversed).unwrap(), line);
/// ```
pub fn reverse(line: &[u8]) -> Option<Vec<u8>> {
    let parsed = parse(line);
    if parsed.kind != LineKind::Record || !parsed.has_ranks() {
        return None;
    }
    let mut indels: Vec<Indel> = Vec::new();
    let fields: [Turn; 4] = [placement, swap_side, castling, swap_ranks];
    for (&span, turned) in parsed.fields.iter().zip(fields) {
        indels.push(Indel { delete: span, insert: turned(parsed.bytes(span)) });
    }
    for operation in &parsed.operations {
        if !lookup(parsed.opcode(operation)).is_some_and(|spec| spec.operands.are_moves()) {
            continue;
        }
        let operands = parsed.operands(operation);
        let mut texts: Vec<Vec<u8>> = operands.iter().map(|operand| turned_move(&parsed, operand)).collect();
        // A set in ASCII order is sorted again.
        if is_sortable(&parsed, operation) && is_sorted(&parsed, operands) {
            texts.sort();
        }
        let spans = operands.iter().map(|operand| operand.span);
        indels.extend(spans.zip(texts).map(|(delete, insert)| Indel { delete, insert }));
    }
    Some(TextEdit::from_indels(indels).apply(line))
}

fn is_sorted(parsed: &Parse<'_>, operands: &[Operand]) -> bool {
    operands.is_sorted_by_key(|operand| parsed.bytes(operand.span))
}

fn swap_case(byte: u8) -> u8 {
    if byte.is_ascii_lowercase() { byte.to_ascii_uppercase() } else { byte.to_ascii_lowercase() }
}

fn placement(text: &[u8]) -> Vec<u8> {
    let ranks: Vec<Vec<u8>> = text
        .split(|&byte| byte == b'/')
        .rev()
        .map(|rank| rank.iter().copied().map(swap_case).collect())
        .collect();
    ranks.join(&b'/')
}

fn swap_side(text: &[u8]) -> Vec<u8> {
    text.iter()
        .map(|byte| match byte {
            b'w' => b'b',
            b'b' => b'w',
            b'W' => b'B',
            b'B' => b'W',
            other => *other,
        })
        .collect()
}

/// The rights of the other colour, with White's first.
fn castling(text: &[u8]) -> Vec<u8> {
    let swapped: Vec<u8> = text.iter().copied().map(swap_case).collect();
    let (mut white, black): (Vec<u8>, Vec<u8>) = swapped.iter().partition(|byte| byte.is_ascii_uppercase());
    white.extend(black);
    white
}

fn swap_ranks(text: &[u8]) -> Vec<u8> {
    text.iter().map(|byte| if (b'1'..=b'8').contains(byte) { b'1' + b'8' - byte } else { *byte }).collect()
}

fn turned_move(parsed: &Parse<'_>, operand: &Operand) -> Vec<u8> {
    let text = parsed.bytes(operand.span);
    let is_number = matches!(NoMove::of(text), Some(NoMove::Number | NoMove::Mate | NoMove::Remark));
    if operand.kind != OperandKind::Word || is_number { text.to_vec() } else { swap_ranks(text) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position as _;
    use crate::epd::lint::{Severity, check, worst};
    use crate::epd::position::PositionReading;

    #[track_caller]
    fn check_reversed(line: &str, expect: &str) {
        let reversed = reverse(line.as_bytes()).expect("a record");
        assert_eq!(String::from_utf8_lossy(&reversed), expect);
        assert_eq!(String::from_utf8_lossy(&reverse(&reversed).expect("a record")), line, "and back");
        // A valid record stays valid, with the same number of legal moves.
        let (one, other) = (parse(line.as_bytes()), parse(&reversed));
        assert_eq!(
            worst(&check(&one)).filter(|&s| s > Severity::Info),
            worst(&check(&other)).filter(|&s| s > Severity::Info)
        );
        let moves =
            |parsed: &Parse<'_>| PositionReading::read(parsed).chess.map(|chess| chess.legal_moves().len());
        assert_eq!(moves(&one), moves(&other));
    }

    #[test]
    fn reverses_positions_and_moves() {
        check_reversed(
            "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd2 e4; id \"e4\";",
            "4k3/4p3/8/8/8/8/8/4K3 b - - bm Kd7 e5; id \"e4\";",
        );
        check_reversed(
            "4k3/P7/8/8/8/8/8/4K3 w - - pv a8=Q+ Kf7 Qa7+;",
            "4k3/8/8/8/8/8/p7/4K3 b - - pv a1=Q+ Kf2 Qa2+;",
        );
        check_reversed("7k/8/8/8/8/8/8/RK6 w - - am Ra2 Ra4;", "rk6/8/8/8/8/8/8/7K b - - am Ra5 Ra7;");
        check_reversed(
            "4k2r/8/8/8/8/8/8/4K3 b k - 0 1 c0 \"a1\";",
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1 c0 \"a1\";",
        );
    }

    #[test]
    fn what_is_no_record_stays() {
        assert_eq!(reverse(b"# w a1"), None);
        assert_eq!(reverse(b""), None);
    }
}
