//! Which columns there are, and what they hold.

use std::fmt;
use std::sync::Arc;

use arrow_schema::{DataType, Field, Schema, SchemaRef};

use crate::epd::Parse;
use crate::epd::opcode::{Operands, is_opcode, lookup};
use crate::epd::perft_depth;

/// The columns before those of the opcodes.
const FIXED: [&str; 6] = ["line", "placement", "side", "castling", "en_passant", "severity"];

/// Whether a name is that of a column besides those of opcodes.
pub(super) fn is_fixed(name: &[u8]) -> bool {
    FIXED.iter().any(|own| own.as_bytes() == name)
}

/// Whether a record has an operation with such a name.
pub(super) fn has_fixed(parsed: &Parse<'_>) -> bool {
    FIXED.iter().any(|name| parsed.operation(name).is_some())
}

/// What a column holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Content {
    Line,
    Field(usize),
    Severity,
    /// An opcode with an integer.
    Integer(String),
    /// An opcode with moves, in SAN.
    Moves(String),
    /// Any other opcode, as text.
    Text(String),
}

impl Content {
    fn of(name: &str) -> Option<Self> {
        Some(match FIXED.iter().position(|own| *own == name) {
            Some(0) => Self::Line,
            Some(5) => Self::Severity,
            Some(field) => Self::Field(field - 1),
            None if !is_opcode(name.as_bytes()) => return None,
            None => match lookup(name.as_bytes()).map(|spec| spec.operands) {
                Some(Operands::Integer { .. }) => Self::Integer(name.to_owned()),
                Some(operands) if operands.are_moves() => Self::Moves(name.to_owned()),
                None if perft_depth(name.as_bytes()).is_some() => Self::Integer(name.to_owned()),
                _ => Self::Text(name.to_owned()),
            },
        })
    }

    /// The opcode whose operands it holds.
    pub(super) fn opcode(&self) -> Option<&str> {
        match self {
            Self::Integer(opcode) | Self::Moves(opcode) | Self::Text(opcode) => Some(opcode),
            Self::Line | Self::Field(_) | Self::Severity => None,
        }
    }

    fn data_type(&self) -> DataType {
        match self {
            Self::Line | Self::Integer(_) => DataType::Int64,
            Self::Field(_) | Self::Severity | Self::Text(_) => DataType::Utf8,
            Self::Moves(_) => DataType::List(Arc::new(Field::new("item", DataType::Utf8, true))),
        }
    }
}

/// The columns of a table, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Columns {
    contents: Vec<Content>,
    schema: SchemaRef,
    plays: bool,
}

/// A name that is neither that of a column nor an opcode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoColumn(pub String);

impl fmt::Display for NoColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no column", self.0)
    }
}

impl std::error::Error for NoColumn {}

impl Columns {
    /// The columns with these names: `line`, `placement`, `side`, `castling`, `en_passant`, `severity`, and any
    /// opcode. One that is named again is there once.
    ///
    /// # Errors
    /// A name that no column can have.
    pub fn named(names: impl IntoIterator<Item = String>) -> Result<Self, NoColumn> {
        let mut contents = Vec::new();
        let mut fields = Vec::new();
        for name in names {
            let content = Content::of(&name).ok_or_else(|| NoColumn(name.clone()))?;
            if !contents.contains(&content) {
                fields.push(Field::new(name, content.data_type(), true));
                contents.push(content);
            }
        }
        Ok(Self { contents, schema: Arc::new(Schema::new(fields)), plays: true })
    }

    /// The same columns, but with moves as they are written: they are not played, which takes half the time. Where
    /// they are SAN already it makes no difference.
    #[must_use]
    pub fn as_written(self) -> Self {
        Self { plays: false, ..self }
    }

    /// The fixed columns, and those of opcodes. An opcode with the name of a fixed column has none.
    ///
    /// # Errors
    /// A name that is no opcode.
    pub fn all(opcodes: impl IntoIterator<Item = String>) -> Result<Self, NoColumn> {
        Self::named(FIXED.into_iter().map(str::to_owned).chain(opcodes))
    }

    /// Names and types, for Arrow.
    pub fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    /// The names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.schema.fields().iter().map(|field| field.name().as_str())
    }

    pub(super) fn contents(&self) -> &[Content] {
        &self.contents
    }

    /// Whether moves are played to be written in SAN.
    pub(super) fn plays(&self) -> bool {
        self.plays && self.contents.iter().any(|content| matches!(content, Content::Moves(_)))
    }
}
