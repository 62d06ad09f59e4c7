//! Laws of writing a line: normal form, fixes, and operations that are set and removed.

use crate::epd::dialect::Dialect;
use crate::epd::game::Game;
use crate::epd::lint::Surroundings;
use crate::epd::lint::meaning::meaning;
use crate::epd::lint::proof::prove_fixes;
use crate::epd::normalize::{is_sortable, normalize};
use crate::epd::opcode::{is_opcode, lookup};
use crate::epd::swallowed::{Meant, Position, meant};
use crate::epd::write::{check_operands, remove_operations, set_operation, split_operands};
use crate::epd::{Parse, parse};
use crate::text::span::Span;

/// A line in normal form is its own normal form, has the same parts as the original, and has the same
/// meaning.
pub fn normal_form(line: &[u8]) {
    let before = parse(line);
    let Some(once) = normalize(&before) else { return };
    let after = parse(&once);
    let shown = || String::from_utf8_lossy(&once);
    assert_eq!(normalize(&after).as_deref(), Some(once.as_slice()), "not idempotent: {}", shown());
    assert_eq!(parts(&before), parts(&after), "other parts: {}", shown());
    assert_eq!(meaning(line, Game::Chess), meaning(&once, Game::Chess), "another meaning: {}", shown());
}

/// Fields and counters, then the operations; anything whose order has no meaning is sorted.
fn parts(parse: &Parse<'_>) -> (Vec<Vec<u8>>, Vec<Vec<Vec<u8>>>) {
    let canonical = |(at, &span): (usize, _)| {
        // The normal form corrects three spellings: the case of colour and of the en passant target, and the
        // order of the castling letters.
        let mut text = parse.bytes(span).to_vec();
        match at {
            1 | 3 => text.make_ascii_lowercase(),
            2 => text.sort_unstable(),
            _ => {}
        }
        text
    };
    let mut fields: Vec<Vec<u8>> = parse.fields.iter().enumerate().map(canonical).collect();
    if let Some(counters) = parse.counters {
        fields.extend(counters.spans().map(|span| parse.bytes(span).to_vec()));
    }
    let mut operations: Vec<Vec<Vec<u8>>> = Vec::new();
    for operation in &parse.operations {
        let operands = parse.operands(operation).iter();
        let mut operands: Vec<Vec<u8>> = operands.map(|o| parse.bytes(o.span).to_vec()).collect();
        if is_sortable(parse, operation) {
            operands.sort_unstable();
        }
        operands.insert(0, parse.opcode(operation).to_vec());
        operations.push(operands);
    }
    operations.sort();
    (fields, operations)
}

/// Checking never fails, every fix does what it says, and repairing comes to an end. See [`prove_fixes`] for
/// details.
pub fn fixes(line: &[u8]) {
    for dialect in Dialect::ALL {
        prove_fixes(line, Surroundings { dialect, ..Surroundings::default() });
    }
}

/// Setting an operation, or removing one, leaves the reading of every other operation unchanged, also of those that
/// another one swallowed because its semicolon is missing. The plan is the opcode and its operands: `bm e4 d4`.
///
/// The law is for lines with four fields and no number in the place of an opcode. In other lines, whatever
/// follows a removed operation can become a field or a counter.
pub fn operations(input: &[u8]) {
    let (plan, line) = super::plan_and_rest(input);
    let before = parse(line);
    if before.fields.len() < 4 || before.has_bare_numbers() {
        return;
    }
    for index in 0..before.operations.len().min(4) {
        check_removed(&before, &[index]);
        check_removed(&before, &[index, index + 1]);
        check_removed(&before, &[0, index + 2]);
    }
    let plan = String::from_utf8_lossy(plan);
    let (opcode, operands) = plan.split_once(' ').unwrap_or((&plan, ""));
    // What reads like another operation is one, so it cannot be an operand.
    let is_other = |word: &String| lookup(word.as_bytes()).is_some();
    if is_opcode(opcode.as_bytes())
        && check_operands(operands.as_bytes()).is_ok()
        && !split_operands(operands).iter().any(is_other)
    {
        check_set(&before, opcode, operands);
    }
}

fn check_removed(before: &Parse<'_>, indexes: &[usize]) {
    let text = remove_operations(before, |at| indexes.contains(&at)).apply(before.text());
    let all = bodies_of_each(before).into_iter().enumerate();
    let rest: Vec<Body> =
        all.flat_map(|(at, bodies)| bodies.into_iter().skip(usize::from(indexes.contains(&at)))).collect();
    let context = || format!("without {indexes:?}: {}", String::from_utf8_lossy(&text));
    let after = parse(&text);
    assert_eq!((fields(&after), bodies(&after)), (fields(before), rest), "{}", context());
}

/// The operation is in the line once, with the operands that were given; or the counter of FEN in its place is.
fn check_set(before: &Parse<'_>, opcode: &str, operands: &str) {
    let Ok(edit) = set_operation(before, opcode, operands.as_bytes()) else { return };
    let text = edit.apply(before.text());
    let context = || format!("with {opcode} {operands}: {}", String::from_utf8_lossy(&text));
    let after = parse(&text);
    if let Some(at) = counter_for(before, opcode, operands) {
        let mut wanted = fields(before);
        wanted[at] = operands.as_bytes().to_vec();
        assert_eq!((fields(&after), bodies(&after)), (wanted, bodies(before)), "{}", context());
        return;
    }
    assert_eq!(fields(&after), fields(before), "{}", context());
    let is_set = |body: &Body| body.first().is_some_and(|first| first == opcode.as_bytes());
    let (set, others): (Vec<Body>, Vec<Body>) = bodies(&after).into_iter().partition(is_set);
    let others_before: Vec<Body> = bodies(before).into_iter().filter(|body| !is_set(body)).collect();
    assert_eq!(others, others_before, "{}", context());
    let given = split_operands(operands).into_iter().map(String::into_bytes);
    let wanted: Body = std::iter::once(opcode.as_bytes().to_vec()).chain(given).collect();
    assert_eq!(set, [wanted], "{}", context());
}

/// The place among [`fields`] of the counter that stands for an operation.
fn counter_for(before: &Parse<'_>, opcode: &str, operands: &str) -> Option<usize> {
    let is_number = !operands.is_empty() && operands.bytes().all(|byte| byte.is_ascii_digit());
    let counters = before.counters.filter(|_| is_number && before.operation(opcode).is_none())?;
    match opcode {
        // A longer number would not be read as a clock, if it is alone.
        "hmvc" => (counters.fullmoves.is_some() || operands.len() <= 4).then_some(4),
        "fmvn" => counters.fullmoves.map(|_| 5),
        _ => None,
    }
}

/// Opcode and operands of an operation.
type Body = Vec<Vec<u8>>;

/// The fields, and the counters.
fn fields(parse: &Parse<'_>) -> Vec<Vec<u8>> {
    let counters = parse.counters.iter().flat_map(|counters| counters.spans());
    parse.fields.iter().copied().chain(counters).map(|span| parse.bytes(span).to_vec()).collect()
}

fn bodies(parse: &Parse<'_>) -> Vec<Body> {
    bodies_of_each(parse).concat()
}

/// For each operation, itself and those that it swallowed.
fn bodies_of_each(parse: &Parse<'_>) -> Vec<Vec<Body>> {
    let position = Position::default();
    let body = |operation, meant: Meant| {
        let is_own = |span: &Span| span.start >= meant.opcode.end && span.end <= meant.body.end;
        let operands = parse.operands(operation).iter().map(|operand| operand.span).filter(is_own);
        std::iter::once(meant.opcode).chain(operands).map(|span| parse.bytes(span).to_vec()).collect()
    };
    let all = parse.operations.iter();
    all.map(|operation| {
        meant(parse, operation, &position).into_iter().map(|meant| body(operation, meant)).collect()
    })
    .collect()
}
