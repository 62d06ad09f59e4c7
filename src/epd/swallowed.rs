//! Opcodes among the operands of another operation: where a semicolon is missing.

use std::cell::OnceCell;

use crate::chess::Chess;
use crate::chess::notation::{MoveReading, read_and_play, read_move};
use crate::epd::counters::perft_depth;
use crate::epd::moves::{NoMove, ReadOperand, read_moves};
use crate::epd::opcode::{Operands, lookup};
use crate::epd::operand::{Integer, read_integer};
use crate::epd::position::PositionReading;
use crate::epd::{Operand, OperandKind, Operation, Parse};
use crate::text::span::Span;

/// The position of a line, read when it is first needed.
pub(crate) type Position = OnceCell<Option<Chess>>;

impl Meant {
    /// It as an operation of the line; `of` is the one that it is, or that swallowed it.
    pub(crate) fn operation(&self, parse: &Parse<'_>, of: &Operation) -> Operation {
        let all = parse.operands(of);
        let at = |end: usize| all.partition_point(|word| word.span.end <= end);
        let (first, end) = (at(self.opcode.end), at(self.body.end));
        let words = all.get(first..end).unwrap_or_default();
        Operation {
            opcode: self.opcode,
            semicolon: of.semicolon.filter(|_| self.body.end == of.body().end),
            operand_span: words.first().map(|word| Span::new(word.span.start, self.body.end)),
            operands: (of.operands.0 + first, of.operands.0 + end),
        }
    }
}

/// The operations of a line as they are meant, each with the place of the one that it is or that swallowed it.
pub(crate) fn meant_operations(parse: &Parse<'_>) -> Vec<(usize, Operation)> {
    let position = Position::default();
    let of = |(at, operation)| {
        let all = meant(parse, operation, &position).into_iter();
        all.map(move |meant| (at, meant.operation(parse, operation)))
    };
    parse.operations.iter().enumerate().flat_map(of).collect()
}

/// The position of a line, if it has a legal one.
pub(crate) fn position_of<'p>(parse: &Parse<'_>, position: &'p Position) -> Option<&'p Chess> {
    position.get_or_init(|| PositionReading::read(parse).chess).as_ref()
}

/// An operation as it is meant: one whose semicolon is missing ends before the opcode that it swallowed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Meant {
    /// The opcode.
    pub(crate) opcode: Span,
    /// From the opcode to the last operand.
    pub(crate) body: Span,
    /// The same with the semicolon, if it is there.
    pub(crate) whole: Span,
    /// Where the semicolon before it is missing, if it stands among the operands of another one.
    pub(crate) missing: Option<usize>,
}

/// An operation and those that it swallowed, in order.
pub(crate) fn meant(parse: &Parse<'_>, operation: &Operation, position: &Position) -> Vec<Meant> {
    let (text, all) = (parse.text(), parse.operands(operation));
    let whole =
        Meant { opcode: operation.opcode, body: operation.body(), whole: operation.span(), missing: None };
    let is_opcode = |word: &Operand| word.kind == OperandKind::Word && taken_by(word.value(text)).is_some();
    let Some(own) = taken_by(parse.opcode(operation)).filter(|_| all.iter().any(is_opcode)) else {
        return vec![whole];
    };
    let position = position_of(parse, position);
    let moves = position.filter(|_| own.are_moves());
    let moves = moves.map_or_else(Vec::new, |chess| read_moves(chess, own, parse, operation));
    let mut found = Vec::new();
    let mut rest = whole;
    for at in swallowed_opcodes(text, position, all, own, &moves) {
        let end = at.checked_sub(1).map_or(operation.opcode.end, |last| all[last].span.end);
        let body = Span::new(rest.body.start, end);
        found.push(Meant { body, whole: body, ..rest });
        let opcode = all[at].span;
        let [body, whole] = [rest.body, rest.whole].map(|span| Span::new(opcode.start, span.end));
        rest = Meant { opcode, body, whole, missing: Some(end) };
    }
    found.push(rest);
    found
}

/// What an opcode takes: one of the text, or the count of a generator of moves (`D5`).
fn taken_by(opcode: &[u8]) -> Option<Operands> {
    let count = || perft_depth(opcode).map(|_| Operands::Integer { min: 0, max: i64::MAX });
    lookup(opcode).map(|spec| spec.operands).or_else(count)
}

/// Whether a line has an operation, also among the operands of another one whose semicolon is missing. There
/// whatever sets and removes operations finds it, too.
pub(crate) fn has_operation(parse: &Parse<'_>, opcode: &str) -> bool {
    let position = Position::default();
    let mut all = parse.operations.iter().flat_map(|operation| meant(parse, operation, &position));
    parse.operation(opcode).is_some() || all.any(|meant| parse.bytes(meant.opcode) == opcode.as_bytes())
}

/// Whether a semicolon is missing between two operations of a line.
pub(crate) fn lacks_semicolon(parse: &Parse<'_>) -> bool {
    let position = Position::default();
    parse.operations.iter().any(|operation| meant(parse, operation, &position).len() > 1)
}

/// The places of all opcodes among the operands of one operation, in order. Each ends the operation before it
/// and begins another, whose operands are then read by its own type: all missing semicolons are found at
/// once, in time linear in the number of operands.
///
/// `own` is what the operation takes, `moves` are its operands as moves.
pub(super) fn swallowed_opcodes(
    text: &[u8],
    position: Option<&Chess>,
    operands: &[Operand],
    own: Operands,
    moves: &[ReadOperand],
) -> Vec<usize> {
    let mut found = Vec::new();
    let is_exact = |read: &ReadOperand| matches!(read.reading, Some(MoveReading::Exact(_)));
    let all_words = || operands.iter().all(|operand| operand.kind == OperandKind::Word);
    // Almost all operations hold nothing but right moves.
    if moves.len() == operands.len() && moves.iter().all(is_exact) && all_words() {
        return found;
    }
    let is_played = |at: usize| moves.get(at).is_some_and(|read| read.played().is_some());
    let mut next = first_swallowed(text, operands, own, is_played);
    while let Some(at) = next {
        let own = taken_by(operands[at].value(text)).unwrap_or(Operands::Any);
        found.push(at);
        let start = at + 1;
        let rest = operands.get(start..).unwrap_or_default();
        let mut reader = position.filter(|_| own.are_moves()).map(|position| Reader::new(position, own));
        let is_played = |at: usize| reader.as_mut().is_some_and(|reader| reader.plays(text, rest, at));
        next = first_swallowed(text, rest, own, is_played).map(|at| start + at);
    }
    found
}

/// The first operand that is an opcode of the table in a place where its operation makes sense. A word that
/// is a move in the position stays a move, unless a string follows: `c3` is both. Signs between moves do not
/// hide a string: other rules remove them. `is_played` returns whether an operand is a move that can be played, and
/// is called in the order of the operands.
fn first_swallowed(
    text: &[u8],
    operands: &[Operand],
    own: Operands,
    mut is_played: impl FnMut(usize) -> bool,
) -> Option<usize> {
    if matches!(own, Operands::Any | Operands::TagPairs) {
        return None;
    }
    let own_text = matches!(own, Operands::String | Operands::OptionalString);
    let is_sign = |operand: &&Operand| own.are_moves() && NoMove::of(operand.value(text)).is_some();
    let first = match own {
        Operands::None => 0,
        _ => operands.iter().take_while(is_sign).count() + 1,
    };
    (first..operands.len()).find(|&at| {
        let word = operands[at];
        let behind_string = || at.checked_sub(1).is_some_and(|at| operands[at].kind == OperandKind::Str);
        if word.kind != OperandKind::Word || (own_text && !behind_string()) {
            return false;
        }
        let Some(taken) = taken_by(word.value(text)) else { return false };
        // Searched for after opcodes only, which are rare in a line of moves: a search after each operand
        // would take quadratic time in a line of signs.
        let next = operands[at + 1..].iter().find(|operand| !is_sign(operand));
        let kind = next.map(|operand| operand.kind);
        if kind != Some(OperandKind::Str) && is_played(at) {
            return false;
        }
        match taken {
            // Such an opcode is a word of suites, not of the text, so it needs its number.
            Operands::Integer { .. } if lookup(word.value(text)).is_none() => {
                next.is_some_and(|next| matches!(read_integer(next.value(text)), Integer::Value(_)))
            }
            Operands::None => next.is_none_or(|next| taken_by(next.value(text)).is_some()),
            Operands::String | Operands::OptionalString | Operands::TwoStrings => {
                kind == Some(OperandKind::Str)
            }
            // Even a sign: what is one among moves can be the value of the opcode, as in `ce #-2`.
            _ => operands.get(at + 1).is_some_and(|operand| operand.kind == OperandKind::Word),
        }
    })
}

/// Reads operands as moves up to the one that is asked for.
struct Reader<'a> {
    start: &'a Chess,
    here: Chess,
    own: Operands,
    /// The number of operands played.
    at: usize,
    is_lost: bool,
}

impl<'a> Reader<'a> {
    fn new(start: &'a Chess, own: Operands) -> Self {
        Self { start, here: start.clone(), own, at: 0, is_lost: false }
    }

    /// Returns whether operand `at` is a move that can be played; `at` grows from call to call.
    fn plays(&mut self, text: &[u8], operands: &[Operand], at: usize) -> bool {
        let is_played = |reading| matches!(reading, MoveReading::Exact(_) | MoveReading::Loose { .. });
        if self.own != Operands::MoveLine {
            return operands.get(at).is_some_and(|word| is_played(read_move(self.start, word.value(text))));
        }
        let mut last = false;
        for word in operands.get(self.at..=at).unwrap_or_default() {
            let is_sign = word.kind == OperandKind::Word && NoMove::of(word.value(text)).is_some();
            last = !is_sign && !self.is_lost && is_played(read_and_play(&mut self.here, word.value(text)));
            self.is_lost |= !is_sign && !last;
        }
        self.at = at + 1;
        last
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::parse;

    #[test]
    fn operations_are_as_they_are_meant() {
        for (operations, expect) in [
            ("bm Kd2 ce 5 id \"x\"; c0;", &["bm Kd2", "ce 5", "id \"x\";", "c0;"][..]),
            ("bm Kd2 ce 5 D3 20", &["bm Kd2", "ce 5", "D3 20"]),
            ("\"x\"; pv Kd2 Ke7;", &["\"x\";", "pv Kd2 Ke7;"]),
        ] {
            let line = format!("4k3/8/8/8/8/8/8/4K3 w - - {operations}");
            let parsed = parse(line.as_bytes());
            let all = meant_operations(&parsed);
            let texts =
                all.iter().map(|(_, one)| String::from_utf8_lossy(parsed.bytes(one.span())).into_owned());
            assert!(texts.eq(expect.iter().map(|&text| text.to_owned())), "{operations}");
            for (at, one) in &all {
                let whole = &parsed.operations[*at];
                let is_whole = one.span() == whole.span();
                assert!(!is_whole || one == whole, "{operations}");
                let words = parsed.operands(one);
                assert_eq!(
                    words.first().zip(words.last()).map(|(a, b)| a.span.cover(b.span)),
                    one.operand_span
                );
            }
        }
    }
}
