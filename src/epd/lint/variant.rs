//! Signs of chess variants, whose rules Epidote does not know.

use crate::chess::{Color, PositionErrorKinds};
use crate::epd::position::PositionReading;
use crate::epd::{OperandKind, Parse};
use crate::text::span::Span;

/// What shows that a record belongs to a variant, and the key of the text that says so.
pub(super) fn find(
    parse: &Parse<'_>,
    position: &PositionReading,
    is_in_table: impl Fn(usize) -> bool,
) -> Option<(Span, &'static str)> {
    // A placement without a finding is one of chess.
    let odd = !position.placement.is_empty();
    let in_board = if odd { in_placement(parse) } else { in_pieces(parse, position) };
    in_board.or_else(|| in_operations(parse, is_in_table))
}

/// A side with pawns and without a king plays Horde.
fn in_pieces(parse: &Parse<'_>, position: &PositionReading) -> Option<(Span, &'static str)> {
    if !position.illegal.contains(PositionErrorKinds::MISSING_KING) {
        return None;
    }
    let board = &position.board;
    let is_horde = Color::ALL.into_iter().any(|color| {
        let own = board.by_color(color);
        (own & board.kings()).is_empty()
            && (own & board.pawns()).count() > 8
            && (board.by_color(!color) & board.kings()).any()
    });
    Some((*parse.fields.first().filter(|_| is_horde)?, "E214.horde"))
}

fn in_placement(parse: &Parse<'_>) -> Option<(Span, &'static str)> {
    let field = *parse.fields.first()?;
    let text = parse.bytes(field);
    let at = |offset: usize, length: usize| Span::new(field.start + offset, field.start + offset + length);
    if let (Some(open), Some(b']')) = (text.iter().position(|&b| b == b'['), text.last()) {
        return Some((at(open, text.len() - open), "E214.pocket"));
    }
    // Some programs write the pocket as a ninth rank. With digits, or with eight squares, it is a rank.
    let ranks: Vec<&[u8]> = text.split(|&b| b == b'/').collect();
    let is_pocket = |rank: &[u8]| rank.iter().all(u8::is_ascii_alphabetic) && !matches!(rank.len(), 0 | 8);
    if ranks.len() == 9 && ranks[..8].iter().all(|rank| width(rank) == Some(8)) && is_pocket(ranks[8]) {
        return Some((at(text.len() - ranks[8].len(), ranks[8].len()), "E214.pocket"));
    }
    if let Some(tilde) = text.iter().position(|&b| b == b'~') {
        return Some((at(tilde, 1), "E214.promoted"));
    }
    // Ranks of eight squares are those of chess, however many there are.
    let first = width(ranks[0]).filter(|&first| first != 8)?;
    let same = ranks.len() >= 4 && ranks.iter().all(|rank| width(rank) == Some(first));
    same.then_some((field, "E214.size"))
}

/// The squares of a rank, in which numbers may have two digits; `None` for other characters.
fn width(rank: &[u8]) -> Option<usize> {
    let mut squares = 0;
    let mut number = 0;
    for &byte in rank {
        match byte {
            b'0'..=b'9' if number < 10 => number = number * 10 + usize::from(byte - b'0'),
            b'a'..=b'z' | b'A'..=b'Z' => {
                squares += number + 1;
                number = 0;
            }
            _ => return None,
        }
    }
    (!rank.is_empty()).then_some(squares + number)
}

fn in_operations(parse: &Parse<'_>, is_in_table: impl Fn(usize) -> bool) -> Option<(Span, &'static str)> {
    // No opcode of the table suggests a variant.
    parse.operations.iter().enumerate().filter(|&(at, _)| !is_in_table(at)).find_map(|(_, operation)| {
        let opcode = parse.opcode(operation);
        if is_check_count(opcode) {
            return Some((operation.opcode, "E214.checks"));
        }
        let [name] = parse.operands(operation) else { return None };
        if !opcode.eq_ignore_ascii_case(b"variant") {
            return None;
        }
        let known = name.value(parse.text()).to_ascii_lowercase();
        let ours =
            [&b"chess"[..], b"standard", b"chess960", b"fischerandom", b"normal"].contains(&known.as_slice());
        let named = name.kind != OperandKind::OpenStr && !ours;
        named.then_some((operation.body(), "E214"))
    })
}

/// Returns whether a text counts checks: `3+3` (left) or `+0+0` (given).
pub(in crate::epd) fn is_check_count(text: &[u8]) -> bool {
    match text {
        [a, b'+', b] | [b'+', a, b'+', b] => a.is_ascii_digit() && b.is_ascii_digit(),
        _ => false,
    }
}
