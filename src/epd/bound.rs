//! Operations that belong to the one before them, and stay behind it: moves of a set that is torn by semicolons, and the
//! rest of a text between apostrophes.

use crate::chess::Chess;
use crate::chess::notation::read_move;
use crate::epd::moves::is_move_shaped;
use crate::epd::opcode::{Operands, lookup};
use crate::epd::swallowed::{Position, position_of};
use crate::epd::{Operation, Parse};

/// For each operation that is nothing but a move that can be played, behind a set of moves: the place of the operation with
/// the set, as in `bm a4; a3;`. `None` for others.
pub(crate) fn sets_of_moves<'c>(
    parse: &Parse<'_>,
    position: &dyn Fn() -> Option<&'c Chess>,
) -> Vec<Option<usize>> {
    let mut set = None;
    let of = |(at, operation): (usize, &Operation)| {
        if set.is_some() && is_move(parse, operation, position) {
            return set;
        }
        let spec = lookup(parse.opcode(operation));
        set = spec.is_some_and(|spec| spec.operands == Operands::MoveSet).then_some(at);
        None
    };
    parse.operations.iter().enumerate().map(of).collect()
}

/// Whether an operation is nothing but a move that can be played.
fn is_move<'c>(parse: &Parse<'_>, operation: &Operation, position: impl Fn() -> Option<&'c Chess>) -> bool {
    let opcode = parse.opcode(operation);
    parse.operands(operation).is_empty()
        && is_move_shaped(opcode)
        && lookup(opcode).is_none()
        && position().is_some_and(|chess| read_move(chess, opcode).played().is_some())
}

/// Whether the text of an operation begins with an apostrophe, and ends with one behind the semicolon: `c0 'one; two';`.
pub(crate) fn tears_quote(parse: &Parse<'_>, operation: &Operation) -> bool {
    let Some(text) = operation.operand_span.map(|span| parse.bytes(span)) else { return false };
    let is_whole = text.len() > 1 && text.ends_with(b"'");
    text.starts_with(b"'") && !is_whole && parse.text()[operation.span().end..].contains(&b'\'')
}

/// For each operation, whether it belongs to the one before it.
pub(crate) fn bound(parse: &Parse<'_>) -> Vec<bool> {
    let position = Position::default();
    bound_by(parse, &sets_of_moves(parse, &|| position_of(parse, &position)))
}

/// Like [`bound`], where the sets of moves are known.
pub(crate) fn bound_by(parse: &Parse<'_>, sets: &[Option<usize>]) -> Vec<bool> {
    let mut is_quoted = false;
    let of = |(operation, set): (&Operation, &Option<usize>)| {
        let is_bound = is_quoted || set.is_some();
        is_quoted = if is_quoted {
            !parse.bytes(operation.span()).contains(&b'\'')
        } else {
            tears_quote(parse, operation)
        };
        is_bound
    };
    parse.operations.iter().zip(sets).map(of).collect()
}

/// The operations before which another one can stand: all but those that belong to the one before them.
pub(crate) fn anchors<'p>(parse: &'p Parse<'_>) -> impl Iterator<Item = &'p Operation> {
    parse
        .operations
        .iter()
        .zip(bound(parse))
        .filter(|(_, is_bound)| !is_bound)
        .map(|(operation, _)| operation)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::parse;

    #[test]
    fn what_belongs_to_the_operation_before_it() {
        for (operations, expect) in [
            ("bm a4; a3; Kd2; id \"x\";", &[false, true, true, false][..]),
            ("bm a4; id \"x\"; a3;", &[false, false, false]),
            ("bm a4; a5; c3 \"x\"; a3 1;", &[false, false, false, false]),
            ("ce 5; a3;", &[false, false]),
            ("c0 'a;b'; bm a4;", &[false, true, false]),
            ("c0 'a;b;c d'; bm a4;", &[false, true, true, false]),
            ("c0 'a; bm a4;", &[false, false]),
            ("c0 'a'; c1 'b';", &[false, false]),
        ] {
            let line = format!("4k3/8/8/8/8/8/P7/4K3 w - - {operations}");
            assert_eq!(bound(&parse(line.as_bytes())), expect, "{operations}");
        }
    }
}
