//! Files as columns: record batches of Arrow, by the PyCapsule interface.

use std::collections::BTreeSet;
use std::path::PathBuf;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use epidote::columns::Columns;
use epidote::export::add_opcodes;
use epidote::source::{Place, places};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::EpidoteError;
use crate::batches::Batches;
use crate::blocks::FileBlocks;
use crate::failure::Failure;
use crate::told::Told;

/// Files that can be read as columns.
#[pyclass(frozen, module = "epidote")]
pub struct Scan {
    files: Vec<PathBuf>,
    columns: Columns,
    told: Told,
}

#[pymethods]
impl Scan {
    #[new]
    #[pyo3(signature = (paths, columns=None, as_written=false, tell=None))]
    fn new(
        py: Python<'_>,
        paths: Vec<PathBuf>,
        columns: Option<Vec<String>>,
        as_written: bool,
        tell: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let (found, unreadable) = places(&paths, "epd", false);
        if let Some(bad) = unreadable.into_iter().next() {
            return Err(Failure::of_opening(&bad.name, bad.reason).into());
        }
        let path = |place| match place {
            Place::File(path) => Ok(path),
            Place::Standard => Err(EpidoteError::new_err("scan reads files")),
        };
        let files = found.into_iter().map(path).collect::<PyResult<Vec<PathBuf>>>()?;
        let told = Told::new(tell);
        let columns = match columns {
            Some(names) => Columns::named(names),
            None => Columns::all(py.detach(|| opcodes(&files, &told))?),
        };
        let columns = columns.map_err(|error| EpidoteError::new_err(error.to_string()))?;
        let columns = if as_written { columns.as_written() } else { columns };
        Ok(Self { files, columns, told })
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.columns.names().map(str::to_owned).collect()
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A consumer may ask for other types, and casts what it gets.
        drop(requested_schema);
        let batches =
            Batches::new(FileBlocks::new(self.files.clone(), self.told.again()), self.columns.clone());
        let stream = FFI_ArrowArrayStream::new(Box::new(batches));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }
}

/// All opcodes of the files.
fn opcodes(files: &[PathBuf], told: &Told) -> Result<BTreeSet<String>, Failure> {
    let mut opcodes = BTreeSet::new();
    let mut blocks = FileBlocks::new(files.to_vec(), told.clone());
    while let Some(block) = blocks.next()? {
        block.lines().for_each(|line| add_opcodes(line.text, &mut opcodes));
    }
    Ok(opcodes)
}
