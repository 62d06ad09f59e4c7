//! Files as columns: record batches of Arrow, by the PyCapsule interface.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::builder::{Int64Builder, ListBuilder, StringBuilder};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use epidote::chess::Chess;
use epidote::chess::notation::MoveReading;
use epidote::epd::lint::{self, Severity};
use epidote::epd::moves::moves_of;
use epidote::epd::opcode::{Operands, is_opcode, lookup};
use epidote::epd::position::PositionReading;
use epidote::epd::{LineKind, Parse, parse};
use epidote::export::add_opcodes;
use epidote::source::{Blocks, Place, Text, file, open, places};
use epidote::text::encoding::{CodePage, Encoding};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::EpidoteError;

/// The columns before those of the opcodes.
const FIXED: [&str; 6] = ["line", "placement", "side", "castling", "en_passant", "severity"];

/// Rows of a batch, about.
const ROWS: usize = 65_536;

/// What a column holds.
#[derive(Clone)]
enum Content {
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
        let is_count = |depth: &str| !depth.is_empty() && depth.bytes().all(|byte| byte.is_ascii_digit());
        Some(match FIXED.iter().position(|own| *own == name) {
            Some(0) => Self::Line,
            Some(5) => Self::Severity,
            Some(field) => Self::Field(field - 1),
            None if !is_opcode(name.as_bytes()) => return None,
            None => match lookup(name.as_bytes()).map(|spec| spec.operands) {
                Some(Operands::Integer { .. }) => Self::Integer(name.to_owned()),
                Some(operands) if operands.are_moves() => Self::Moves(name.to_owned()),
                None if name.strip_prefix('D').is_some_and(is_count) => Self::Integer(name.to_owned()),
                _ => Self::Text(name.to_owned()),
            },
        })
    }

    fn data_type(&self) -> DataType {
        match self {
            Self::Line | Self::Integer(_) => DataType::Int64,
            Self::Field(_) | Self::Severity | Self::Text(_) => DataType::Utf8,
            Self::Moves(_) => DataType::List(Arc::new(Field::new("item", DataType::Utf8, true))),
        }
    }
}

/// Files that can be read as columns.
#[pyclass(frozen, module = "epidote")]
pub struct Scan {
    files: Vec<PathBuf>,
    contents: Vec<Content>,
    schema: SchemaRef,
}

#[pymethods]
impl Scan {
    #[new]
    #[pyo3(signature = (paths, columns=None))]
    fn new(py: Python<'_>, paths: Vec<PathBuf>, columns: Option<Vec<String>>) -> PyResult<Self> {
        let (found, unreadable) = places(&paths, "epd", false);
        if let Some(bad) = unreadable.first() {
            return Err(PyOSError::new_err(format!("{}: {}", bad.name, bad.reason)));
        }
        let path = |place| match place {
            Place::File(path) => Ok(path),
            Place::Standard => Err(EpidoteError::new_err("scan reads files")),
        };
        let files = found.into_iter().map(path).collect::<PyResult<Vec<PathBuf>>>()?;
        let columns = match columns {
            Some(columns) => columns,
            None => py.detach(|| all_columns(&files)).map_err(PyOSError::new_err)?,
        };
        let content = |name: &String| {
            Content::of(name).ok_or_else(|| EpidoteError::new_err(format!("`{name}` is no column")))
        };
        let contents = columns.iter().map(content).collect::<PyResult<Vec<Content>>>()?;
        let fields = columns.iter().zip(&contents);
        let fields: Vec<Field> =
            fields.map(|(name, content)| Field::new(name, content.data_type(), true)).collect();
        Ok(Self { files, contents, schema: Arc::new(Schema::new(fields)) })
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A consumer may ask for other types, and casts what it gets.
        drop(requested_schema);
        let mut files = self.files.clone();
        files.reverse();
        let batches = Batches {
            files,
            texts: Vec::new(),
            blocks: None,
            contents: self.contents.clone(),
            schema: Arc::clone(&self.schema),
        };
        let stream = FFI_ArrowArrayStream::new(Box::new(batches));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }
}

/// The fixed columns and all opcodes of the files.
fn all_columns(files: &[PathBuf]) -> Result<Vec<String>, String> {
    let mut opcodes = BTreeSet::new();
    for path in files {
        for text in texts(path)? {
            let name = text.name;
            let mut blocks = Blocks::new(text.reader);
            blocks.take_mark().map_err(|error| format!("{name}: {error}"))?;
            while let Some(block) = blocks.next_block().map_err(|error| format!("{name}: {error}"))? {
                block.lines().for_each(|line| add_opcodes(line.text, &mut opcodes));
            }
        }
    }
    Ok(FIXED.into_iter().map(str::to_owned).chain(opcodes).collect())
}

/// The texts of a file, the last one first.
fn texts(path: &Path) -> Result<Vec<Text>, String> {
    let name = path.display().to_string();
    let raw = file(path).map_err(|reason| format!("{name}: {reason}"))?;
    let opened =
        open(&name, Some(path), raw, &Arc::default()).map_err(|reason| format!("{name}: {reason}"))?;
    let opened = opened.into_iter().map(|text| text.map_err(|bad| format!("{}: {}", bad.name, bad.reason)));
    let mut texts = opened.collect::<Result<Vec<Text>, String>>()?;
    texts.reverse();
    Ok(texts)
}

/// Reads the files batch by batch.
struct Batches {
    files: Vec<PathBuf>,
    texts: Vec<Text>,
    blocks: Option<Blocks<Box<dyn std::io::Read + Send>>>,
    contents: Vec<Content>,
    schema: SchemaRef,
}

impl RecordBatchReader for Batches {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.batch().map_err(ArrowError::ExternalError).transpose()
    }
}

impl Batches {
    fn batch(&mut self) -> Result<Option<RecordBatch>, Box<dyn std::error::Error + Send + Sync>> {
        let mut columns: Vec<Column> = self.contents.iter().map(Column::new).collect();
        let has_moves = self.contents.iter().any(|content| matches!(content, Content::Moves(_)));
        let mut rows = 0;
        while rows < ROWS {
            let Some(blocks) = &mut self.blocks else {
                let Some(text) = self.texts.pop() else {
                    let Some(path) = self.files.pop() else { break };
                    self.texts = texts(&path)?;
                    continue;
                };
                let mut blocks = Blocks::new(text.reader);
                blocks.take_mark()?;
                self.blocks = Some(blocks);
                continue;
            };
            let Some(block) = blocks.next_block()? else {
                self.blocks = None;
                continue;
            };
            for line in block.lines() {
                let parsed = parse(line.text);
                if parsed.kind != LineKind::Record {
                    continue;
                }
                let encoding = Encoding::detect(line.text, CodePage::default());
                let chess = if has_moves { PositionReading::read(&parsed).chess } else { None };
                for (column, content) in columns.iter_mut().zip(&self.contents) {
                    column.push(
                        content,
                        &Row { number: line.number, parsed: &parsed, encoding, chess: chess.as_ref() },
                    );
                }
                rows += 1;
            }
        }
        if rows == 0 {
            return Ok(None);
        }
        let columns = columns.iter_mut().map(Column::finish).collect();
        Ok(Some(RecordBatch::try_new(Arc::clone(&self.schema), columns)?))
    }
}

/// A record, as far as columns need it.
struct Row<'a> {
    number: usize,
    parsed: &'a Parse<'a>,
    encoding: Encoding,
    chess: Option<&'a Chess>,
}

/// A column that is being filled.
enum Column {
    Integers(Int64Builder),
    Texts(StringBuilder),
    Lists(ListBuilder<StringBuilder>),
}

impl Column {
    fn new(content: &Content) -> Self {
        match content {
            Content::Line | Content::Integer(_) => Self::Integers(Int64Builder::new()),
            Content::Field(_) | Content::Severity | Content::Text(_) => Self::Texts(StringBuilder::new()),
            Content::Moves(_) => Self::Lists(ListBuilder::new(StringBuilder::new())),
        }
    }

    fn push(&mut self, content: &Content, row: &Row<'_>) {
        let parsed = row.parsed;
        match (self, content) {
            (Self::Integers(column), Content::Line) => {
                column.append_value(i64::try_from(row.number).unwrap_or(i64::MAX));
            }
            (Self::Integers(column), Content::Integer(opcode)) => {
                column.append_option(parsed.integer(opcode).or_else(|| counter(parsed, opcode)));
            }
            (Self::Texts(column), Content::Field(field)) => match parsed.field(*field) {
                Some(text) => column.append_value(row.encoding.decode(text)),
                None => column.append_null(),
            },
            (Self::Texts(column), Content::Severity) => {
                column.append_option(lint::worst(&lint::check(parsed)).map(Severity::name));
            }
            (Self::Texts(column), Content::Text(opcode)) => match parsed.operation(opcode) {
                Some(operation) => {
                    let text = match parsed.operands(operation) {
                        [only] => row.encoding.decode(only.value(parsed.text())),
                        _ => {
                            row.encoding.decode(operation.operand_span.map_or(b"", |span| parsed.bytes(span)))
                        }
                    };
                    column.append_value(text);
                }
                None => column.append_null(),
            },
            (Self::Lists(column), Content::Moves(opcode)) => match parsed.operation(opcode) {
                Some(operation) => {
                    push_moves(column, operation, row);
                    column.append(true);
                }
                None => column.append(false),
            },
            _ => {}
        }
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Self::Integers(column) => Arc::new(column.finish()),
            Self::Texts(column) => Arc::new(column.finish()),
            Self::Lists(column) => Arc::new(column.finish()),
        }
    }
}

/// Moves in SAN; as they are written where they cannot be played.
fn push_moves(column: &mut ListBuilder<StringBuilder>, operation: &epidote::epd::Operation, row: &Row<'_>) {
    let text = row.parsed.text();
    let Some(chess) = row.chess else {
        for operand in row.parsed.operands(operation) {
            column.values().append_value(row.encoding.decode(operand.value(text)));
        }
        return;
    };
    for read in moves_of(row.parsed, chess, operation) {
        if read.is_no_move(text) {
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
