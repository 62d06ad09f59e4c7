//! What a rule sees: the structure of the line, its position, and its moves, each read once.

use std::cell::OnceCell;
use std::collections::HashSet;

use crate::epd::bound::{bound_by, sets_of_moves};
use crate::epd::dialect::Dialect;
use crate::epd::extension::Extension;
use crate::epd::game::Game;
use crate::epd::lint::signs::Variant;
use crate::epd::lint::traits::Traits;
use crate::epd::lint::variant;
use crate::epd::moves::{ReadOperand, read_moves};
use crate::epd::opcode::{OpcodeSpec, Operands, lookup};
use crate::epd::operand::{Integer, OperandFault, faults, read_integer};
use crate::epd::position::PositionReading;
use crate::epd::swallowed::swallowed_opcodes;
use crate::epd::{LineKind, Operand, Operation, Parse};
use crate::text::span::Span;

/// One operation with everything known about it.
#[derive(Debug)]
pub struct OperationView<'p> {
    /// Its place in the line, from 0.
    pub index: usize,
    /// The operation as it was parsed.
    pub operation: &'p Operation,
    /// The row of its opcode, if the table has one.
    pub spec: Option<&'static OpcodeSpec>,
    /// What it means by convention, if the table has no row and a convention is known.
    pub extension: Option<Extension>,
    /// What is wrong with the number and the types of its operands.
    pub faults: Vec<OperandFault>,
    /// Its operands, up to the opcode of another operation if a semicolon is missing before one.
    pub operands: &'p [Operand],
    /// Its operands as moves, if it is a move operation and the position can be played.
    pub moves: Vec<ReadOperand>,
    /// The opcodes of other operations among its operands, each with the end of what precedes it.
    pub swallowed: Vec<(usize, Operand)>,
}

impl OperationView<'_> {
    /// Returns whether it has this opcode of the table.
    #[inline]
    pub(crate) fn is(&self, opcode: &str) -> bool {
        self.spec.is_some_and(|spec| spec.name == opcode)
    }

    /// Its first operand, if that is a correctly written integer.
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
    /// The dialect of the file.
    pub dialect: Dialect,
    /// The game that the records of the file belong to.
    pub game: Game,
    /// Another game that the records of the file belong to, if its comments name one.
    pub variant: Option<Variant>,
    /// The earlier line of the file with the same `id`, from 1.
    pub earlier_id: Option<usize>,
    /// The earlier line of the file with the same four fields, from 1.
    pub earlier_position: Option<usize>,
}

/// One line, ready for the rules.
#[derive(Debug)]
pub struct LintContext<'p> {
    /// What is known besides the text.
    pub around: Surroundings,
    /// The structure.
    pub parse: &'p Parse<'p>,
    /// The four fields.
    pub position: PositionReading,
    /// The operations in text order.
    pub operations: Vec<OperationView<'p>>,
    /// The value of `ce`, if it is an integer.
    pub score: Option<i64>,
    /// What the line has that rules may report.
    pub traits: Traits,
    variant: Option<(Span, &'static str)>,
    /// The opcodes of a line with many operations, collected when first needed.
    opcodes: OnceCell<HashSet<&'p [u8]>>,
    /// The opcodes behind missing semicolons, collected when first needed.
    swallowed: OnceCell<HashSet<&'p [u8]>>,
    /// The sets of moves to which operations belong, found when first needed.
    sets: OnceCell<Vec<Option<usize>>>,
    /// Which operations belong to the one before them, found when first needed.
    bound: OnceCell<Vec<bool>>,
}

/// Up to this many operations are searched one by one; for more of them a set is made.
const FEW: usize = 32;

impl<'p> LintContext<'p> {
    /// Reads the position, operands and moves of a line on its own.
    pub fn new(parse: &'p Parse<'p>) -> Self {
        Self::with(parse, Surroundings::default())
    }

    /// Like [`Self::new`], for a line of a file.
    pub fn with(parse: &'p Parse<'p>, around: Surroundings) -> Self {
        let position = PositionReading::read_as(parse, around.game);
        let read = |(index, operation): (usize, &'p Operation)| {
            let spec = lookup(parse.opcode(operation));
            let mut moves = match (&position.chess, spec) {
                (Some(chess), Some(spec)) if spec.operands.are_moves() => {
                    read_moves(chess, spec.operands, parse, operation)
                }
                _ => Vec::new(),
            };
            let all = parse.operands(operation);
            let swallowed = spec.map_or_else(Vec::new, |spec| {
                swallowed_opcodes(parse.text(), position.chess.as_ref(), all, spec.operands, &moves)
            });
            let operands = &all[..swallowed.first().copied().unwrap_or(all.len())];
            moves.truncate(operands.len());
            let end_before = |at: usize| all[..at].last().map_or(operation.opcode, |word| word.span).end;
            let swallowed = swallowed.into_iter().map(|at| (end_before(at), all[at])).collect();
            let faults = spec.map(|spec| faults(spec, parse, operation)).unwrap_or_default();
            let extension = if spec.is_none() { Extension::read(parse, index) } else { None };
            OperationView { index, operation, spec, extension, faults, operands, moves, swallowed }
        };
        let operations: Vec<_> = parse.operations.iter().enumerate().map(read).collect();
        let variant = variant::find(parse, &position, |at| operations[at].spec.is_some()).or_else(|| {
            let shown = around.variant.filter(|_| parse.kind == LineKind::Record && parse.has_ranks())?;
            Some((*parse.fields.first()?, shown.key()))
        });
        let score = operations.iter().find(|view| view.is("ce")).and_then(|view| view.integer(parse));
        let traits = match variant {
            _ if parse.kind == LineKind::Comment => Traits::of_comment(),
            Some(_) => Traits::of_variant(),
            None => Traits::of(parse, around, &position, &operations, score),
        };
        Self {
            around,
            parse,
            position,
            operations,
            score,
            traits,
            variant,
            opcodes: OnceCell::new(),
            swallowed: OnceCell::new(),
            sets: OnceCell::new(),
            bound: OnceCell::new(),
        }
    }

    /// For each operation that is nothing but a move, the place of the one whose set of moves it belongs to.
    pub(crate) fn sets_of_moves(&self) -> &[Option<usize>] {
        self.sets.get_or_init(|| sets_of_moves(self.parse, &|| self.position.chess.as_ref()))
    }

    /// For each operation, whether it belongs to the one before it.
    pub(crate) fn bound(&self) -> &[bool] {
        self.bound.get_or_init(|| bound_by(self.parse, self.sets_of_moves()))
    }

    /// The first operation with this opcode of the table.
    #[inline]
    pub fn find(&self, opcode: &str) -> Option<&OperationView<'p>> {
        if !self.parse.may_have(opcode) {
            return None;
        }
        self.operations.iter().find(|view| view.is(opcode))
    }

    /// Returns whether the line has an operation with this opcode, in the table or not, also one that stands behind a missing
    /// semicolon. A rule may ask this for every operation, however many there are.
    pub fn has(&self, opcode: &str) -> bool {
        let parse = self.parse;
        let value = |(_, word): &(usize, Operand)| word.value(parse.text());
        let all = || self.operations.iter().flat_map(|view| view.swallowed.iter().map(value)).collect();
        if self.swallowed.get_or_init(all).contains(opcode.as_bytes()) {
            return true;
        }
        if parse.operations.len() <= FEW || !parse.may_have(opcode) {
            return parse.operation(opcode).is_some();
        }
        let all = || parse.operations.iter().map(|operation| parse.opcode(operation)).collect();
        self.opcodes.get_or_init(all).contains(opcode.as_bytes())
    }

    /// Each fault in the operands of an opcode of the table, with the operation and the row of the opcode.
    pub(crate) fn faults(
        &self,
    ) -> impl Iterator<Item = (&OperationView<'p>, &'static OpcodeSpec, &OperandFault)> {
        let known = self.operations.iter().filter_map(|view| Some((view, view.spec?)));
        known.flat_map(|(view, spec)| view.faults.iter().map(move |fault| (view, spec, fault)))
    }

    /// The operands of the opcodes that take an integer, each with its operation.
    pub(crate) fn integer_operands(&self) -> impl Iterator<Item = (&OperationView<'p>, &'p Operand)> {
        let takes_integer = |spec: &OpcodeSpec| matches!(spec.operands, Operands::Integer { .. });
        let views = self.operations.iter().filter(move |view| view.spec.is_some_and(takes_integer));
        views.flat_map(|view| view.operands.iter().map(move |operand| (view, operand)))
    }

    /// The value of an integer opcode, if it is written correctly.
    pub fn integer(&self, opcode: &str) -> Option<i64> {
        self.find(opcode)?.integer(self.parse)
    }

    /// The span that shows a variant of chess, and the text that says so.
    pub fn variant(&self) -> Option<(Span, &'static str)> {
        self.variant
    }

    /// The text of a span for messages: readable and never long.
    pub fn quote(&self, span: Span) -> String {
        const MOST: usize = 32;
        let bytes = self.parse.bytes(span);
        let mut end = bytes.len().min(MOST);
        // Do not cut a character of several bytes apart.
        while (1..bytes.len()).contains(&end) && matches!(bytes[end], 0x80..=0xbf) && end + 3 > MOST {
            end -= 1;
        }
        let mut quoted = String::with_capacity(end + 5);
        quoted.push('`');
        match std::str::from_utf8(&bytes[..end]) {
            Ok(plain) if !plain.contains(char::is_control) => quoted.push_str(plain),
            _ => {
                let shown = String::from_utf8_lossy(&bytes[..end]);
                let plain = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
                quoted.extend(shown.chars().map(plain));
            }
        }
        quoted.push_str(if bytes.len() > end { "…`" } else { "`" });
        quoted
    }

    /// The opcode of an operation, for messages.
    pub fn opcode(&self, view: &OperationView<'_>) -> String {
        self.quote(view.operation.opcode)
    }
}
