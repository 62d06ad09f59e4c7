//! One line: its fields, operations and findings, and the lines made from it.

use std::borrow::Cow;

use epidote::chess::Position as _;
use epidote::chess::notation::{coordinates, san};
use epidote::epd::lint::{self, Applicability, Diagnostic, Repair};
use epidote::epd::moves::moves_of;
use epidote::epd::normalize::normalize;
use epidote::epd::position::{PositionReading, move_counters, record_fields};
use epidote::epd::write::{check_operands, remove_operations, set_operation};
use epidote::epd::{LineKind, Parse};
use epidote::text::encoding::{CodePage, Encoding};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::EpidoteError;

/// A line of a file, kept byte for byte.
#[pyclass(frozen, module = "epidote")]
pub struct Record {
    bytes: Vec<u8>,
    #[pyo3(get)]
    line: Option<usize>,
}

/// The bytes of a line given as text or bytes.
pub(crate) fn bytes_of<'a>(line: &'a Bound<'_, PyAny>) -> PyResult<Cow<'a, [u8]>> {
    if let Ok(text) = line.cast::<PyString>() {
        return Ok(Cow::Owned(text.to_cow()?.into_owned().into_bytes()));
    }
    if let Ok(bytes) = line.cast::<PyBytes>() {
        return Ok(Cow::Borrowed(bytes.as_bytes()));
    }
    match line.cast::<Record>() {
        Ok(record) => Ok(Cow::Owned(record.get().bytes.clone())),
        Err(_) => Err(PyTypeError::new_err("a line is str, bytes or Record")),
    }
}

/// The line without its line end.
fn content(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

#[pyfunction]
#[pyo3(signature = (line, number=None))]
pub(crate) fn parse(line: &Bound<'_, PyAny>, number: Option<usize>) -> PyResult<Record> {
    let bytes = content(&bytes_of(line)?).to_vec();
    if bytes.contains(&b'\n') {
        return Err(EpidoteError::new_err("more than one line: use read"));
    }
    Ok(Record { bytes, line: number })
}

impl Record {
    pub(crate) fn new(line: &[u8], number: usize) -> Self {
        Self { bytes: line.to_vec(), line: Some(number) }
    }

    fn parsed(&self) -> Parse<'_> {
        epidote::epd::parse(&self.bytes)
    }

    fn encoding(&self) -> Encoding {
        Encoding::detect(&self.bytes, CodePage::default())
    }

    fn with(&self, bytes: Vec<u8>) -> Self {
        Self { bytes, line: self.line }
    }

    fn position(&self) -> PyResult<epidote::chess::Chess> {
        let position = PositionReading::read(&self.parsed()).chess;
        position.ok_or_else(|| self.error("no legal position", "§4"))
    }

    /// An error with the number of the line and a paragraph of the 1995 text.
    fn error(&self, reason: &str, paragraph: &str) -> PyErr {
        let place = self.line.map(|line| format!("line {line}: ")).unwrap_or_default();
        let error = EpidoteError::new_err(format!("{place}{reason} ({paragraph})"));
        Python::attach(|py| {
            let value = error.value(py);
            // An exception always takes attributes.
            let _ = value.setattr("line", self.line);
            let _ = value.setattr("paragraph", paragraph);
        });
        error
    }

    /// The moves of an operation, written by `spell`.
    fn played(
        &self,
        opcode: &str,
        spell: impl Fn(&epidote::chess::Chess, epidote::chess::Move) -> String,
    ) -> PyResult<Vec<String>> {
        let parsed = self.parsed();
        let operation = parsed.operation(opcode).ok_or_else(|| PyKeyError::new_err(opcode.to_owned()))?;
        let mut here = self.position()?;
        let is_line = matches!(opcode, "pv" | "sv");
        let mut moves = Vec::new();
        for read in moves_of(&parsed, &here.clone(), operation) {
            if read.is_no_move(parsed.text()) {
                continue;
            }
            let word = String::from_utf8_lossy(read.operand.value(parsed.text())).into_owned();
            let m =
                read.played().ok_or_else(|| self.error(&format!("`{word}` cannot be played"), "§5.2.2"))?;
            moves.push(spell(&here, m));
            if is_line {
                here.play_unchecked(m);
            }
        }
        Ok(moves)
    }
}

#[pymethods]
impl Record {
    /// The line.
    #[getter]
    fn text(&self) -> String {
        self.encoding().decode(&self.bytes).into_owned()
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.bytes)
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("Record({:?})", self.text())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash as _, Hasher as _};
        let mut hasher = DefaultHasher::new();
        self.bytes.hash(&mut hasher);
        hasher.finish()
    }

    /// For pickle: what workers of a cluster are sent.
    fn __getnewargs__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyBytes>, Option<usize>) {
        (PyBytes::new(py, &self.bytes), self.line)
    }

    #[new]
    #[pyo3(signature = (line, number=None))]
    fn made(line: &Bound<'_, PyAny>, number: Option<usize>) -> PyResult<Self> {
        parse(line, number)
    }

    /// `record`, `comment` or `blank`.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.parsed().kind {
            LineKind::Record => "record",
            LineKind::Comment => "comment",
            LineKind::Blank => "blank",
        }
    }

    /// The four fields as they are written; fewer if the line has fewer.
    #[getter]
    fn fields(&self) -> Vec<String> {
        let (parsed, encoding) = (self.parsed(), self.encoding());
        parsed.fields.iter().map(|&field| encoding.decode(parsed.bytes(field)).into_owned()).collect()
    }

    /// The six fields of FEN of the legal position.
    #[getter]
    fn fen(&self) -> PyResult<String> {
        let (halfmoves, fullmoves) = move_counters(&self.parsed());
        Ok(format!("{} {halfmoves} {fullmoves}", record_fields(&self.position()?)))
    }

    /// Whether the four fields are a legal position.
    #[getter]
    fn is_legal(&self) -> bool {
        self.position().is_ok()
    }

    /// Opcodes with their operands, in the order of the line.
    #[getter]
    fn operations(&self) -> Vec<(String, Vec<String>)> {
        let (parsed, encoding) = (self.parsed(), self.encoding());
        let text = |bytes: &[u8]| encoding.decode(bytes).into_owned();
        let operands = |operation| {
            parsed.operands(operation).iter().map(|operand| text(operand.value(parsed.text()))).collect()
        };
        parsed
            .operations
            .iter()
            .map(|operation| (text(parsed.opcode(operation)), operands(operation)))
            .collect()
    }

    fn __getitem__(&self, opcode: &str) -> PyResult<Vec<String>> {
        let parsed = self.parsed();
        let operation = parsed.operation(opcode).ok_or_else(|| PyKeyError::new_err(opcode.to_owned()))?;
        let encoding = self.encoding();
        let operands = parsed.operands(operation).iter();
        Ok(operands.map(|operand| encoding.decode(operand.value(parsed.text())).into_owned()).collect())
    }

    fn __contains__(&self, opcode: &str) -> bool {
        self.parsed().operation(opcode).is_some()
    }

    /// The moves of an operation in SAN.
    fn moves(&self, opcode: &str) -> PyResult<Vec<String>> {
        self.played(opcode, san)
    }

    /// The moves of an operation in coordinates.
    fn uci(&self, opcode: &str) -> PyResult<Vec<String>> {
        self.played(opcode, |_, m| coordinates(m))
    }

    /// What is wrong with the line.
    #[getter]
    fn findings(&self) -> Vec<Finding> {
        lint::check(&self.parsed()).iter().map(|found| Finding::of(found, &self.bytes)).collect()
    }

    /// The worst severity of the findings, `error`, `warning` or `info`; None without findings.
    #[getter]
    fn severity(&self) -> Option<&'static str> {
        lint::worst(&lint::check(&self.parsed())).map(lint::Severity::name)
    }

    /// The record in normal form; itself if it is, or has none.
    fn normalize(&self) -> Self {
        self.with(normalize(&self.parsed()).unwrap_or_else(|| self.bytes.clone()))
    }

    /// The record with all fixes that keep the meaning, or also with those that may change it.
    #[pyo3(signature = (unsafe_fixes=false))]
    fn fix(&self, unsafe_fixes: bool) -> Self {
        let repair = Repair { also_unsafe: unsafe_fixes, ..Repair::default() };
        self.with(repair.line(&self.bytes).unwrap_or_else(|| self.bytes.clone()))
    }

    /// The record with an operation; `operands` as they are written in the line.
    fn set(&self, opcode: &str, operands: &str) -> PyResult<Self> {
        if !epidote::epd::opcode::is_opcode(opcode.as_bytes()) {
            return Err(self.error(&format!("`{opcode}` is no opcode"), "§5.1"));
        }
        let operands = self.encoding().encode(operands);
        check_operands(&operands).map_err(|error| self.error(&error.to_string(), "§5.1"))?;
        let edit = set_operation(&self.parsed(), opcode, &operands);
        let edit = edit.map_err(|error| self.error(&error.to_string(), "§5.1"))?;
        Ok(self.with(edit.apply(&self.bytes)))
    }

    /// The record without an opcode.
    fn remove(&self, opcode: &str) -> Self {
        let parsed = self.parsed();
        let is_meant = |at: usize| parsed.opcode(&parsed.operations[at]) == opcode.as_bytes();
        self.with(remove_operations(&parsed, is_meant).apply(&self.bytes))
    }

    /// Raises the first finding that is an error.
    fn check(&self) -> PyResult<()> {
        let found = lint::check(&self.parsed());
        let error = found.iter().find(|found| found.rule.severity == lint::Severity::Error);
        error.map_or(Ok(()), |found| Err(self.error(&found.message.english(), found.paragraph)))
    }
}

/// What a rule says about a place in a line.
#[pyclass(frozen, module = "epidote", get_all)]
pub struct Finding {
    code: &'static str,
    name: &'static str,
    severity: &'static str,
    message: String,
    paragraph: &'static str,
    /// Where it is, in bytes of the line.
    start: usize,
    end: usize,
    /// The titles of the fixes, the line with each, and whether it keeps the meaning.
    fixes: Vec<(String, String, bool)>,
}

impl Finding {
    fn of(found: &Diagnostic, line: &[u8]) -> Self {
        let encoding = Encoding::detect(line, CodePage::default());
        let fix = |fix: &lint::Fix| {
            let fixed = encoding.decode(&fix.edit.apply(line)).into_owned();
            (fix.title.english(), fixed, fix.applicability == Applicability::Safe)
        };
        Self {
            code: found.rule.code,
            name: found.rule.name,
            severity: found.rule.severity.name(),
            message: found.message.english(),
            paragraph: found.paragraph,
            start: found.span.start,
            end: found.span.end,
            fixes: found.fixes.iter().map(fix).collect(),
        }
    }
}

#[pymethods]
impl Finding {
    fn __repr__(&self) -> String {
        format!("Finding({} {}: {} ({}))", self.severity, self.code, self.message, self.paragraph)
    }
}
