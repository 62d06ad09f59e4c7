//! Records in the formats of other programs.

use epidote::epd::game::Game;
use epidote::library;
use pyo3::prelude::*;

use crate::EpidoteError;

/// Writes records in one format: the head, the records in parts, the foot.
#[pyclass(frozen, module = "epidote")]
pub struct Exporter(library::Exporter);

#[pymethods]
impl Exporter {
    #[new]
    fn new(format: &str, columns: Vec<String>) -> PyResult<Self> {
        let unknown = || {
            let names = library::Exporter::NAMES.join(", ");
            EpidoteError::new_err(format!("there is no format `{format}`, but {names}"))
        };
        library::Exporter::named(format, columns).map(Self).ok_or_else(unknown)
    }

    fn head(&self) -> Vec<u8> {
        self.0.head()
    }

    /// The text of lines, each with its number, and how many of them are written.
    fn lines(&self, py: Python<'_>, lines: Vec<(u32, Vec<u8>)>) -> (Vec<u8>, usize) {
        py.detach(|| {
            let mut out = Vec::new();
            let written = lines
                .iter()
                .filter(|(number, line)| self.0.line(Game::Chess, *number, line, b"\n", &mut out));
            let count = written.count();
            (out, count)
        })
    }

    fn foot(&self) -> Vec<u8> {
        self.0.foot()
    }
}

/// All opcodes of lines, in order.
#[pyfunction]
pub(crate) fn opcodes(py: Python<'_>, lines: Vec<Vec<u8>>) -> Vec<String> {
    py.detach(|| library::opcodes(lines.iter().map(Vec::as_slice)))
}
