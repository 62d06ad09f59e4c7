//! What a rule sees: the structure of the line, its position, and its moves, each read once.

use crate::chess::notation::MoveReading;
use crate::epd::dialect::Dialect;
use crate::epd::extension::Extension;
use crate::epd::lint::traits::Traits;
use crate::epd::lint::variant;
use crate::epd::moves::{NoMove, ReadOperand, read_moves};
use crate::epd::opcode::{OpcodeSpec, Operands, lookup};
use crate::epd::operand::{Integer, OperandFault, faults, read_integer};
use crate::epd::position::PositionReading;
use crate::epd::{Operand, OperandKind, Operation, Parse};
use crate::text::span::Span;

/// One operation with everything known about it.
#[derive(Debug)]
pub struct OperationView<'p> {
    /// Its place in the line, 0 first.
    pub index: usize,
    /// The operation.
    pub operation: &'p Operation,
    /// The row of its opcode, if the table has one.
    pub spec: Option<&'static OpcodeSpec>,
    /// What it means by convention, if the table has no row and a convention is known.
    pub extension: Option<Extension>,
    /// What is wrong with its operands by number and type.
    pub faults: Vec<OperandFault>,
    /// Its operands, up to the opcode of another operation if a semicolon is missing before one.
    pub operands: &'p [Operand],
    /// Its operands as moves, when it is a move operation and the position can be played.
    pub moves: Vec<ReadOperand>,
    /// The opcode of another operation among its operands.
    pub swallowed: Option<Operand>,
}

impl OperationView<'_> {
    /// Whether it has this opcode of the table.
    #[inline]
    fn is(&self, opcode: &str) -> bool {
        self.spec.is_some_and(|spec| spec.name == opcode)
    }

    /// Its first operand as an integer that is written correctly.
    fn integer(&self, parse: &Parse<'_>) -> Option<i64> {
        match read_integer(self.operands.first()?.value(parse.text())) {
            Integer::Value(value) => Some(value),
            Integer::TooLarge | Integer::Malformed => None,
        }
    }
}

/// What is known about a line besides its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Surroundings {
    /// What the file follows.
    pub dialect: Dialect,
    /// The earlier line of the file with the same `id`, 1 first.
    pub earlier_id: Option<usize>,
    /// The earlier line of the file with the same four fields, 1 first.
    pub earlier_position: Option<usize>,
}

/// One line, ready for the rules.
#[derive(Debug)]
pub struct LintContext<'p> {
    /// What is known besides.
    pub around: Surroundings,
    /// The structure.
    pub parse: &'p Parse<'p>,
    /// The four fields.
    pub position: PositionReading,
    /// The operations in text order.
    pub operations: Vec<OperationView<'p>>,
    /// The value of `ce`, if it is an integer.
    pub score: Option<i64>,
    /// What is in the line for rules to speak of.
    pub traits: Traits,
    variant: Option<(Span, &'static str)>,
}

impl<'p> LintContext<'p> {
    /// Reads position, operands and moves of a line that stands alone.
    pub fn new(parse: &'p Parse<'p>) -> Self {
        Self::with(parse, Surroundings::default())
    }

    /// As [`Self::new`], for a line of a file.
    pub fn with(parse: &'p Parse<'p>, around: Surroundings) -> Self {
        let position = PositionReading::read(parse);
        let read = |(index, operation): (usize, &'p Operation)| {
            let spec = lookup(parse.opcode(operation));
            let mut moves = match (&position.chess, spec) {
                (Some(chess), Some(spec)) if spec.operands.are_moves() => {
                    read_moves(chess, spec.operands, parse, operation)
                }
                _ => Vec::new(),
            };
            let all = parse.operands(operation);
            let end = spec.and_then(|spec| swallowed_opcode(parse.text(), all, spec.operands, &moves));
            let (operands, rest) = all.split_at(end.unwrap_or(all.len()));
            moves.truncate(operands.len());
            let swallowed = rest.first().copied();
            let faults = spec.map(|spec| faults(spec, parse, operation)).unwrap_or_default();
            let extension = if spec.is_none() { Extension::read(parse, index) } else { None };
            OperationView { index, operation, spec, extension, faults, operands, moves, swallowed }
        };
        let operations: Vec<_> = parse.operations.iter().enumerate().map(read).collect();
        let variant = variant::find(parse, &position, &operations);
        let score = operations.iter().find(|view| view.is("ce")).and_then(|view| view.integer(parse));
        let traits = match variant {
            Some(_) => Traits::of_variant(),
            None => Traits::of(parse, around, &position, &operations, score),
        };
        Self { around, parse, position, operations, score, traits, variant }
    }

    /// The first operation with this opcode of the table.
    #[inline]
    pub fn find(&self, opcode: &str) -> Option<&OperationView<'p>> {
        if !self.parse.may_have(opcode) {
            return None;
        }
        self.operations.iter().find(|view| view.is(opcode))
    }

    /// The value of an integer opcode that is written correctly.
    pub fn integer(&self, opcode: &str) -> Option<i64> {
        self.find(opcode)?.integer(self.parse)
    }

    /// What shows that the record belongs to a variant of chess, and the text that says so.
    pub fn variant(&self) -> Option<(Span, &'static str)> {
        self.variant
    }

    /// The text of a span, for messages: readable, and never long.
    pub fn quote(&self, span: Span) -> String {
        const MOST: usize = 32;
        let bytes = self.parse.bytes(span);
        let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(MOST)]);
        let mut quoted = String::with_capacity(shown.len() + 5);
        quoted.push('`');
        quoted.extend(shown.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }));
        quoted.push_str(if bytes.len() > MOST { "…`" } else { "`" });
        quoted
    }

    /// The opcode of an operation, for messages.
    pub fn opcode(&self, view: &OperationView<'_>) -> String {
        self.quote(view.operation.opcode)
    }
}

/// The first operand that is an opcode of the table in a place where its operation makes sense. A
/// word that is a move in the position stays a move, unless a string follows: `c3` is both. Signs
/// between moves decide nothing: other rules take them away.
fn swallowed_opcode(
    text: &[u8],
    operands: &[Operand],
    own: Operands,
    moves: &[ReadOperand],
) -> Option<usize> {
    let is_exact = |read: &ReadOperand| matches!(read.reading, Some(MoveReading::Exact(_)));
    let all_moves = moves.len() == operands.len() && moves.iter().all(is_exact);
    let all_words = || operands.iter().all(|operand| operand.kind == OperandKind::Word);
    if operands.len() < 2 || matches!(own, Operands::Any | Operands::TagPairs) || all_moves && all_words() {
        return None;
    }
    let own_text = matches!(own, Operands::String | Operands::OptionalString);
    let is_sign = |operand: &&Operand| own.are_moves() && NoMove::of(operand.value(text)).is_some();
    let first = operands.iter().take_while(is_sign).count();
    (first + 1..operands.len()).find(|&at| {
        let (word, before) = (operands[at], operands[at - 1]);
        if word.kind != OperandKind::Word || (own_text && before.kind != OperandKind::Str) {
            return false;
        }
        let Some(spec) = lookup(word.value(text)) else { return false };
        // Looked for behind opcodes only, of which a line of moves has few: a search behind each
        // operand would make a line of signs quadratic.
        let next = operands[at + 1..].iter().find(|operand| !is_sign(operand)).map(|operand| operand.kind);
        let is_move = moves.get(at).is_some_and(|read| read.played().is_some());
        if is_move && next != Some(OperandKind::Str) {
            return false;
        }
        match spec.operands {
            Operands::None => next.is_none(),
            Operands::String | Operands::OptionalString | Operands::TwoStrings => {
                next == Some(OperandKind::Str)
            }
            _ => next == Some(OperandKind::Word),
        }
    })
}
