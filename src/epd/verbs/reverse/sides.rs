//! Operations that say something about one side: it goes to the other one.

use crate::epd::lint::is_check_count;
use crate::epd::{Operand, OperandKind, Operation, Parse};
use crate::text::edit::Indel;
use crate::text::span::Span;

/// What the names of tags about a player begin with.
const PLAYERS: [&[u8]; 2] = [b"White", b"Black"];
/// The results that are not even.
const RESULTS: [&[u8]; 2] = [b"1-0", b"0-1"];

/// Adds the changes to an operation that says something about one side.
pub(super) fn exchange(parsed: &Parse<'_>, operation: &Operation, indels: &mut Vec<Indel>) {
    match (parsed.opcode(operation), parsed.operands(operation)) {
        // The time of White, and that of Black (§6.6).
        (b"cc", [white, black]) if is_whole(white) && is_whole(black) => {
            exchange_values(parsed, white, black, indels);
        }
        (b"ptp", operands) => tags(parsed, operands, indels),
        // Files for training have the result of the game in a comment.
        ([b'c', b'0'..=b'9'], [only]) => result(parsed, only, indels),
        // Of a game that three checks win: how many are left for White and for Black, or were given.
        (checks, _) if is_check_count(checks) => {
            let at =
                |digit: usize| Span::new(operation.opcode.start + digit, operation.opcode.start + digit + 1);
            let last = checks.len() - 1;
            swap(parsed, at(last - 2), at(last), indels);
        }
        _ => {}
    }
}

/// A string that is not closed goes on to the end of the line, and cannot stand anywhere else.
fn is_whole(operand: &Operand) -> bool {
    operand.kind != OperandKind::OpenStr
}

/// Whether two values can change places in a list: a string may stand close to its neighbours, where a word would become a
/// part of them.
fn are_alike(one: &Operand, other: &Operand) -> bool {
    one.kind == other.kind && is_whole(one)
}

/// Exchanges two values. A word and a string keep their kinds: without its quotes, a string that stands close to the opcode
/// would become a part of it. A text that cannot be a word stays.
fn exchange_values(parsed: &Parse<'_>, one: &Operand, other: &Operand, indels: &mut Vec<Indel>) {
    if are_alike(one, other) {
        return swap(parsed, one.span, other.span, indels);
    }
    let inner = |operand: &Operand| {
        let value = operand.value(parsed.text());
        Span::new(inside(operand), inside(operand) + value.len())
    };
    let (one, other) = (inner(one), inner(other));
    let is_word = |span: Span| {
        let text = parsed.bytes(span);
        !text.is_empty() && text.iter().all(|byte| byte.is_ascii_graphic() && !b";\"".contains(byte))
    };
    if is_word(one) && is_word(other) {
        swap(parsed, one, other, indels);
    }
}

fn swap(parsed: &Parse<'_>, one: Span, other: Span, indels: &mut Vec<Indel>) {
    for (delete, from) in [(one, other), (other, one)] {
        indels.push(Indel { delete, insert: parsed.bytes(from).to_vec() });
    }
}

/// Where the value of an operand begins: after the quote of a string.
fn inside(operand: &Operand) -> usize {
    operand.span.start + usize::from(operand.kind != OperandKind::Word)
}

/// A text that is the result of a game.
fn result(parsed: &Parse<'_>, operand: &Operand, indels: &mut Vec<Indel>) {
    let value = operand.value(parsed.text());
    if is_whole(operand)
        && let Some(at) = RESULTS.iter().position(|&result| result == value)
    {
        let start = inside(operand);
        let delete = Span::new(start, start + value.len());
        indels.push(Indel { delete, insert: RESULTS[1 - at].to_vec() });
    }
}

/// Tags about the players, and the result (§6.20). Where both players have a tag once, the values are exchanged, so that
/// the order of the names stays; else the names are.
fn tags(parsed: &Parse<'_>, operands: &[Operand], indels: &mut Vec<Indel>) {
    let pairs = operands.as_chunks::<2>().0;
    let name = |pair: &[Operand; 2]| pair[0].value(parsed.text());
    for pair in pairs {
        let tag = name(pair);
        if tag == b"Result" {
            result(parsed, &pair[1], indels);
            continue;
        }
        let Some(side) = PLAYERS.iter().position(|player| tag.starts_with(player)) else { continue };
        let other = [PLAYERS[1 - side], &tag[PLAYERS[side].len()..]].concat();
        let with = |wanted: &[u8]| pairs.iter().filter(|pair| name(pair) == wanted).collect::<Vec<_>>();
        match (&with(tag)[..], &with(&other)[..]) {
            ([_], [with]) if are_alike(&pair[1], &with[1]) => {
                let insert = parsed.bytes(with[1].span).to_vec();
                indels.push(Indel { delete: pair[1].span, insert });
            }
            _ => {
                let start = inside(&pair[0]);
                let delete = Span::new(start, start + PLAYERS[side].len());
                indels.push(Indel { delete, insert: PLAYERS[1 - side].to_vec() });
            }
        }
    }
}
