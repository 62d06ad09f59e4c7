//! One line: its fields, operations and findings, and the lines made from it.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher as _};

use epidote::epd::game::Game;
use epidote::library::{self, RecordError};
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::EpidoteError;

/// A line of a file, kept byte for byte.
#[pyclass(frozen, module = "epidote")]
pub struct Record(library::Record);

/// Bytes from which a line is long.
const LONG: usize = 16 << 10;

impl Record {
    /// Works on the line. Other threads of Python run while a long one takes its time; for a short one it would cost more
    /// than the work.
    fn at_length<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&library::Record) -> T + Send) -> T {
        if self.0.bytes().len() < LONG { work(&self.0) } else { py.detach(|| work(&self.0)) }
    }
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
        Ok(record) => Ok(Cow::Owned(record.get().0.bytes().to_vec())),
        Err(_) => Err(PyTypeError::new_err("a line is str, bytes or Record")),
    }
}

/// An error with the number of the line and a paragraph of the 1995 text.
pub(crate) fn raised(error: RecordError) -> PyErr {
    let raised = EpidoteError::new_err(error.to_string());
    Python::attach(|py| {
        let value = raised.value(py);
        // An exception always takes attributes.
        let _ = value.setattr("line", error.line);
        let _ = value.setattr("paragraph", error.paragraph);
    });
    raised
}

/// A line as a `Record`, which keeps it byte for byte. `number` is that of the line in its file, for messages.
///
/// >>> parse('4k3/8/8/8/8/8/8/4K3 w - - id "kings";', 3).line
/// 3
#[pyfunction]
#[pyo3(signature = (line, number=None))]
pub(crate) fn parse(line: &Bound<'_, PyAny>, number: Option<usize>) -> PyResult<Record> {
    let known = line.cast::<Record>().ok().and_then(|record| record.get().number());
    if number.is_some_and(|number| u32::try_from(number).is_err()) {
        return Err(PyValueError::new_err(format!("the number of a line is at most {}", u32::MAX)));
    }
    library::Record::new(&bytes_of(line)?, number.or(known)).map(Record).map_err(raised)
}

impl Record {
    /// The number of the line, if it is known.
    pub(crate) fn number(&self) -> Option<usize> {
        self.0.number()
    }

    /// A line of a block, which has no line end.
    pub(crate) fn new(line: &[u8], number: usize) -> Self {
        Self(library::Record::of_line(line, Some(number)))
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// What an operation has, or an error that it is not there.
fn there<T>(opcode: &str, found: Option<T>) -> PyResult<T> {
    found.ok_or_else(|| PyKeyError::new_err(opcode.to_owned()))
}

#[pymethods]
impl Record {
    /// The number of the line, if it is known.
    #[getter]
    fn line(&self) -> Option<usize> {
        self.0.number()
    }

    /// The line.
    #[getter]
    fn text(&self) -> String {
        self.0.text()
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.0.bytes())
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Record({})", PyString::new(py, &self.text()).repr()?))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    fn __hash__(&self) -> u64 {
        hash(&self.0)
    }

    /// For pickle: what workers of a cluster are sent.
    fn __getnewargs__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyBytes>, Option<usize>) {
        (PyBytes::new(py, self.0.bytes()), self.0.number())
    }

    #[new]
    #[pyo3(signature = (line, number=None))]
    fn made(line: &Bound<'_, PyAny>, number: Option<usize>) -> PyResult<Self> {
        parse(line, number)
    }

    /// `record`, `comment` or `blank`.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind()
    }

    /// The four fields as they are written; fewer if the line has fewer.
    #[getter]
    fn fields(&self) -> Vec<String> {
        self.0.fields()
    }

    /// The six fields of FEN of the legal position.
    #[getter]
    fn fen(&self) -> PyResult<String> {
        self.0.fen().map_err(raised)
    }

    /// Whether the four fields are a legal position.
    #[getter]
    fn is_legal(&self) -> bool {
        self.0.is_legal()
    }

    /// Opcodes with their operands, in the order of the line.
    #[getter]
    fn operations(&self) -> Vec<(String, Vec<String>)> {
        self.0.operations()
    }

    fn __getitem__(&self, opcode: &str) -> PyResult<Vec<String>> {
        there(opcode, self.0.operands(opcode))
    }

    fn __contains__(&self, opcode: &str) -> bool {
        self.0.has(opcode)
    }

    /// Not iterable: else Python takes what has `__getitem__` for a sequence, and asks for the opcode 0.
    #[classattr]
    const __iter__: Option<Py<PyAny>> = None;

    /// The moves of an operation in SAN.
    fn moves(&self, opcode: &str) -> PyResult<Vec<String>> {
        there(opcode, self.0.san(opcode).map_err(raised)?)
    }

    /// The moves of an operation in coordinates.
    fn uci(&self, opcode: &str) -> PyResult<Vec<String>> {
        there(opcode, self.0.coordinates(opcode).map_err(raised)?)
    }

    /// What is wrong with the line.
    #[getter]
    fn findings(&self, py: Python<'_>) -> Vec<Finding> {
        self.at_length(py, library::Record::findings).into_iter().map(Finding).collect()
    }

    /// The worst severity of the findings, `error`, `warning` or `info`; None without findings.
    #[getter]
    fn severity(&self, py: Python<'_>) -> Option<&'static str> {
        self.at_length(py, library::Record::severity)
    }

    /// The record in normal form; itself if it is, or has none.
    fn normalize(&self, py: Python<'_>) -> Self {
        Self(self.at_length(py, library::Record::normalize))
    }

    /// The record with all fixes that keep the meaning, or also with those that may change it.
    #[pyo3(signature = (unsafe_fixes=false))]
    fn fix(&self, py: Python<'_>, unsafe_fixes: bool) -> Self {
        Self(self.at_length(py, |record| record.fix(unsafe_fixes)))
    }

    /// The record with an operation; `operands` as they are written in the line.
    fn set(&self, py: Python<'_>, opcode: &str, operands: &str) -> PyResult<Self> {
        self.at_length(py, |record| record.set(opcode, operands)).map(Self).map_err(raised)
    }

    /// The record without an opcode.
    fn remove(&self, opcode: &str) -> Self {
        Self(self.0.remove(opcode))
    }

    /// Raises the first finding that is an error. In a file of Chess960, its castling rights are none.
    #[pyo3(signature = (*, chess960=false))]
    fn check(&self, py: Python<'_>, chess960: bool) -> PyResult<()> {
        let game = if chess960 { Game::Chess960 } else { Game::Chess };
        self.at_length(py, |record| record.check(game)).map_err(raised)
    }
}

/// What a rule says about a place in a line.
#[pyclass(frozen, module = "epidote")]
pub struct Finding(library::Finding);

/// All of a finding: its four words, the message, its place, and its fixes.
type Parts = ([String; 4], String, [usize; 2], Vec<(String, String, bool)>);

#[pymethods]
impl Finding {
    /// For pickle, like `__getnewargs__`; findings come from records.
    #[new]
    fn made(
        words: [String; 4],
        message: String,
        place: [usize; 2],
        fixes: Vec<(String, String, bool)>,
    ) -> Self {
        let [code, name, severity, paragraph] = words.map(Cow::Owned);
        let [start, end] = place;
        let fix = |(title, line, is_safe)| library::OfferedFix { title, line, is_safe };
        let fixes = fixes.into_iter().map(fix).collect();
        Self(library::Finding { code, name, severity, message, paragraph, start, end, fixes })
    }

    fn __getnewargs__(&self) -> Parts {
        let library::Finding { code, name, severity, message, paragraph, start, end, .. } = &self.0;
        let words = [code, name, severity, paragraph].map(|word| word.clone().into_owned());
        (words, message.clone(), [*start, *end], self.fixes())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    fn __hash__(&self) -> u64 {
        hash(&self.0)
    }

    #[getter]
    fn code(&self) -> &str {
        &self.0.code
    }

    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    #[getter]
    fn severity(&self) -> &str {
        &self.0.severity
    }

    #[getter]
    fn message(&self) -> &str {
        &self.0.message
    }

    #[getter]
    fn paragraph(&self) -> &str {
        &self.0.paragraph
    }

    /// Where it begins, in bytes of the line.
    #[getter]
    fn start(&self) -> usize {
        self.0.start
    }

    /// Where it ends, in bytes of the line.
    #[getter]
    fn end(&self) -> usize {
        self.0.end
    }

    /// The titles of the fixes, the line with each, and whether it keeps the meaning.
    #[getter]
    fn fixes(&self) -> Vec<(String, String, bool)> {
        let fixes = self.0.fixes.iter();
        fixes.map(|fix| (fix.title.clone(), fix.line.clone(), fix.is_safe)).collect()
    }

    fn __repr__(&self) -> String {
        let library::Finding { severity, code, message, paragraph, .. } = &self.0;
        format!("Finding({severity} {code}: {message} ({paragraph}))")
    }
}
