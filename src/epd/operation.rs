//! One operation of a record and its operands, as spans of the line (§5).

use crate::text::span::Span;

/// How an operand is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OperandKind {
    /// Unquoted.
    Word,
    /// Quoted; the span includes the quotes.
    Str,
    /// An opening quote without a closing one.
    OpenStr,
}

/// One operand of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operand {
    /// How it is written.
    pub kind: OperandKind,
    /// Its place in the line, quotes included.
    pub span: Span,
}

impl Operand {
    /// The value: the text, without quotes.
    pub fn value(self, text: &[u8]) -> &[u8] {
        let raw = self.span.of(text);
        match self.kind {
            OperandKind::Word => raw,
            OperandKind::Str => raw.get(1..raw.len().saturating_sub(1)).unwrap_or_default(),
            OperandKind::OpenStr => raw.get(1..).unwrap_or_default(),
        }
    }
}

/// One operation: opcode, operands, semicolon (§5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operation {
    /// The opcode; empty, at the start of the first operand, if there is a string in its place.
    pub opcode: Span,
    /// The semicolon, if there is one.
    pub semicolon: Option<Span>,
    /// From the first operand to the last, if there are any.
    pub operand_span: Option<Span>,
    /// The first operand and one past the last, in the list of the parse.
    pub(super) operands: (usize, usize),
}

impl Operation {
    /// Everything from the opcode to the last operand, without the semicolon.
    pub fn body(&self) -> Span {
        self.operand_span.map_or(self.opcode, |operands| self.opcode.cover(operands))
    }

    /// Everything, the semicolon included.
    pub fn span(&self) -> Span {
        self.semicolon.map_or(self.body(), |semicolon| self.body().cover(semicolon))
    }
}
