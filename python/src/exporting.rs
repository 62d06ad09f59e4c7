//! Records in the formats of other programs.

use std::sync::{Mutex, PoisonError};

use epidote::epd::conventions::Conventions;
use epidote::library::{self, Joining};
use pyo3::prelude::*;

use crate::EpidoteError;

/// Writes records in one format: the head, the records in parts, the foot.
#[pyclass(frozen, module = "epidote")]
pub struct Exporter {
    export: library::Exporter,
    joining: Mutex<Joining>,
}

#[pymethods]
impl Exporter {
    #[new]
    fn new(format: &str, columns: Vec<String>, titles: Vec<String>) -> PyResult<Self> {
        let unknown = || {
            let names = library::Exporter::NAMES.join(", ");
            EpidoteError::new_err(format!("there is no format `{format}`, but {names}"))
        };
        let export = library::Exporter::named(format, columns).ok_or_else(unknown)?.titled(titles);
        Ok(Self { joining: Mutex::new(export.joining()), export })
    }

    fn head(&self) -> Vec<u8> {
        self.export.head()
    }

    /// The text of lines, each with its number, and how many of them are written.
    fn lines(&self, py: Python<'_>, lines: Vec<(u32, Vec<u8>)>) -> (Vec<u8>, usize) {
        py.detach(|| {
            let (mut out, conventions) = (Vec::new(), Conventions::default());
            let written = lines.iter().filter(|(number, line)| {
                self.export.line(&conventions, *number, line, b"\n", &mut out).is_some()
            });
            let count = written.count();
            let mut joined = Vec::new();
            self.joining.lock().unwrap_or_else(PoisonError::into_inner).take(out, &mut joined);
            (joined, count)
        })
    }

    fn foot(&self) -> Vec<u8> {
        let mut rest = Vec::new();
        self.joining.lock().unwrap_or_else(PoisonError::into_inner).end(&mut rest);
        rest.extend(self.export.foot());
        rest
    }
}

/// All opcodes of lines, in order.
#[pyfunction]
pub(crate) fn opcodes(py: Python<'_>, lines: Vec<Vec<u8>>) -> Vec<String> {
    py.detach(|| library::opcodes(lines.iter().map(Vec::as_slice)))
}
