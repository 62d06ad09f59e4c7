//! Opcodes among the operands of another operation: where a semicolon is missing.

use crate::chess::Chess;
use crate::chess::notation::{MoveReading, read_and_play, read_move};
use crate::epd::moves::{NoMove, ReadOperand};
use crate::epd::opcode::{Operands, lookup};
use crate::epd::{Operand, OperandKind};

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
        let own = lookup(operands[at].value(text)).map_or(Operands::Any, |spec| spec.operands);
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
        let Some(spec) = lookup(word.value(text)) else { return false };
        // Searched for after opcodes only, which are rare in a line of moves: a search after each operand
        // would take quadratic time in a line of signs.
        let next = operands[at + 1..].iter().find(|operand| !is_sign(operand));
        let kind = next.map(|operand| operand.kind);
        if kind != Some(OperandKind::Str) && is_played(at) {
            return false;
        }
        match spec.operands {
            Operands::None => next.is_none_or(|next| lookup(next.value(text)).is_some()),
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
