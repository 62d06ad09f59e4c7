//! Puts records into columns, row by row.

use std::sync::Arc;

use arrow_array::builder::{Int64Builder, ListBuilder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::ArrowError;

use super::content::{Columns, Content, has_fixed, is_fixed};
use crate::chess::Chess;
use crate::chess::notation::MoveReading;
use crate::epd::conventions::Conventions;
use crate::epd::lint::{self, Severity};
use crate::epd::moves::{NoMove, moves_of};
use crate::epd::position::PositionReading;
use crate::epd::{LineKind, OperandKind, Operation, Parse};
use crate::export::LeftOut;
use crate::text::encoding::{CodePage, Encoding};

/// Columns that are being filled.
#[derive(Debug)]
pub struct Filling<'a> {
    columns: &'a Columns,
    builders: Vec<Builder>,
    plays: bool,
    has_severity: bool,
    rows: usize,
    left_out: LeftOut,
}

impl<'a> Filling<'a> {
    /// Empty columns.
    pub fn new(columns: &'a Columns) -> Self {
        Self::with_room(columns, 0)
    }

    /// Empty columns with memory reserved for this many rows.
    pub fn with_room(columns: &'a Columns, rows: usize) -> Self {
        let contents = columns.contents();
        Self {
            columns,
            builders: contents.iter().map(|content| Builder::new(content, rows)).collect(),
            plays: columns.plays(),
            has_severity: contents.contains(&Content::Severity),
            rows: 0,
            left_out: LeftOut::default(),
        }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// What had no place, since the beginning.
    pub fn left_out(&self) -> LeftOut {
        self.left_out
    }

    /// Adds a row, if the line is a record; returns whether it is. `line` is its number; `conventions` are those
    /// of its file.
    pub fn push(&mut self, line: usize, parsed: &Parse<'_>, conventions: &Conventions) -> bool {
        if parsed.kind != LineKind::Record {
            return false;
        }
        let game = conventions.game;
        let row = Row {
            line,
            parsed,
            encoding: Encoding::detect(parsed.text(), CodePage::default()),
            chess: if self.plays { PositionReading::read_as(parsed, game).chess } else { None },
            severity: if self.has_severity {
                conventions.levels.worst(&lint::check_with(parsed, conventions.around()))
            } else {
                None
            },
        };
        let (mut taken, mut refused) = (0, 0);
        for (builder, content) in self.builders.iter_mut().zip(self.columns.contents()) {
            match builder.push(content, &row) {
                Pushed::Taken => taken += 1,
                Pushed::Refused => refused += 1,
                Pushed::Nothing => {}
            }
        }
        // Most records have nothing that has no place.
        if refused > 0 || parsed.may_repeat_opcodes() || has_fixed(parsed) {
            let operations =
                parsed.operations.iter().filter(|operation| self.has_column(parsed, operation)).count();
            if operations > taken {
                self.left_out.add(LeftOut { count: operations - taken, first_line: line });
            }
        }
        self.rows += 1;
        true
    }

    /// Whether there is a column with the name of an operation.
    fn has_column(&self, parsed: &Parse<'_>, operation: &Operation) -> bool {
        let opcode = parsed.opcode(operation);
        let own = |content: &Content| content.opcode().is_some_and(|own| own.as_bytes() == opcode);
        self.columns.contents().iter().any(own) || is_fixed(opcode)
    }

    /// The rows as a batch; the columns are empty after this.
    ///
    /// # Errors
    /// The columns do not fit each other, which no record can cause.
    pub fn finish(&mut self) -> Result<RecordBatch, ArrowError> {
        let arrays: Vec<ArrayRef> = self.builders.iter_mut().map(Builder::finish).collect();
        let options = arrow_array::RecordBatchOptions::new().with_row_count(Some(self.rows));
        self.rows = 0;
        RecordBatch::try_new_with_options(self.columns.schema(), arrays, &options)
    }
}

/// A record, as far as columns need it.
struct Row<'a> {
    line: usize,
    parsed: &'a Parse<'a>,
    encoding: Encoding,
    chess: Option<Chess>,
    severity: Option<Severity>,
}

/// What became of the operation of a column.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pushed {
    Taken,
    /// Its operands are not what the column holds.
    Refused,
    /// There is none.
    Nothing,
}

impl Pushed {
    fn of(operation: Option<&Operation>) -> Self {
        if operation.is_some() { Self::Taken } else { Self::Nothing }
    }
}

/// A column that is being filled.
#[derive(Debug)]
enum Builder {
    Integers(Int64Builder),
    Texts(StringBuilder),
    Lists(ListBuilder<StringBuilder>),
}

impl Builder {
    fn new(content: &Content, rows: usize) -> Self {
        // How long the texts are is not known, and most records may have none.
        let texts = || StringBuilder::with_capacity(rows, 0);
        match content {
            Content::Line | Content::Integer(_) => Self::Integers(Int64Builder::with_capacity(rows)),
            Content::Field(_) | Content::Severity | Content::Text(_) => Self::Texts(texts()),
            Content::Moves(_) => Self::Lists(ListBuilder::with_capacity(texts(), rows)),
        }
    }

    /// Appends the value of a record, or none.
    fn push(&mut self, content: &Content, row: &Row<'_>) -> Pushed {
        let parsed = row.parsed;
        match (self, content) {
            (Self::Integers(column), Content::Line) => {
                column.append_value(i64::try_from(row.line).unwrap_or(i64::MAX));
            }
            (Self::Integers(column), Content::Integer(opcode)) => {
                let value = parsed.integer(opcode);
                column.append_option(value.or_else(|| counter(parsed, opcode)));
                return match value {
                    Some(_) => Pushed::Taken,
                    None if parsed.operation(opcode).is_some() => Pushed::Refused,
                    None => Pushed::Nothing,
                };
            }
            (Self::Texts(column), Content::Field(field)) => {
                column.append_option(parsed.field(*field).map(|text| row.encoding.decode(text)));
            }
            (Self::Texts(column), Content::Severity) => {
                column.append_option(row.severity.map(Severity::name));
            }
            (Self::Texts(column), Content::Text(opcode)) => {
                let operation = parsed.operation(opcode);
                column.append_option(
                    operation.map(|operation| row.encoding.decode(text_of(parsed, operation))),
                );
                return Pushed::of(operation);
            }
            (Self::Lists(column), Content::Moves(opcode)) => {
                let operation = parsed.operation(opcode);
                if let Some(operation) = operation {
                    push_moves(column, operation, row);
                }
                column.append(operation.is_some());
                return Pushed::of(operation);
            }
            _ => {}
        }
        Pushed::Nothing
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Self::Integers(column) => Arc::new(column.finish()),
            Self::Texts(column) => Arc::new(column.finish()),
            Self::Lists(column) => Arc::new(column.finish()),
        }
    }
}

/// The only operand, without quotes; several as they are written, which shows where each begins.
fn text_of<'a>(parsed: &Parse<'a>, operation: &Operation) -> &'a [u8] {
    match parsed.operands(operation) {
        [only] => only.value(parsed.text()),
        _ => operation.operand_span.map_or(b"", |span| parsed.bytes(span)),
    }
}

/// Moves in SAN, without what is no move; as they are written where they are not or cannot be played. `#4` in place of
/// moves stays.
fn push_moves(column: &mut ListBuilder<StringBuilder>, operation: &Operation, row: &Row<'_>) {
    let text = row.parsed.text();
    let Some(chess) = &row.chess else {
        for operand in row.parsed.operands(operation) {
            let value = operand.value(text);
            if operand.kind != OperandKind::Word || matches!(NoMove::of(value), None | Some(NoMove::Mate)) {
                column.values().append_value(row.encoding.decode(value));
            }
        }
        return;
    };
    for read in moves_of(row.parsed, chess, operation) {
        let is_mate = NoMove::of(read.operand.value(text)) == Some(NoMove::Mate);
        if read.is_no_move(text) && !is_mate {
            continue;
        }
        match &read.reading {
            Some(MoveReading::Loose { san, .. }) => column.values().append_value(san),
            _ => column.values().append_value(row.encoding.decode(read.operand.value(text))),
        }
    }
}

/// A counter of FEN in place of `hmvc` or `fmvn`.
fn counter(parsed: &Parse<'_>, opcode: &str) -> Option<i64> {
    let counters = parsed.counters?;
    let span = match opcode {
        "hmvc" => Some(counters.halfmoves),
        "fmvn" => counters.fullmoves,
        _ => None,
    };
    std::str::from_utf8(parsed.bytes(span?)).ok()?.parse().ok()
}
