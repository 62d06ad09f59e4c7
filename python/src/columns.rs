//! Files as columns: record batches of Arrow, by the PyCapsule interface.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use epidote::columns::{Columns, Filling};
use epidote::epd::conventions::Conventions;
use epidote::epd::parse;
use epidote::export::add_opcodes;
use epidote::source::{Blocks, Place, Text, file, open, places};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::EpidoteError;
use crate::failure::{Failure, heed_signals};

/// Rows of a batch, about.
const ROWS: usize = 65_536;

/// Files that can be read as columns.
#[pyclass(frozen, module = "epidote")]
pub struct Scan {
    files: Vec<PathBuf>,
    columns: Columns,
    told: Told,
}

/// Tells Python how many bytes were read, and that nothing more is.
#[derive(Clone)]
struct Told {
    tell: Option<Arc<Py<PyAny>>>,
    /// Bytes read, before they are unpacked.
    count: Arc<AtomicU64>,
}

impl Told {
    /// Hears Python's signals, too.
    fn so_far(&self) -> Result<(), Failure> {
        heed_signals()?;
        self.tell(Some(self.count.load(Ordering::Relaxed)))
    }

    fn end(&self) -> Result<(), Failure> {
        self.tell(None)
    }

    fn tell(&self, bytes: Option<u64>) -> Result<(), Failure> {
        let Some(tell) = &self.tell else { return Ok(()) };
        Python::attach(|py| tell.call1(py, (bytes,)).map(drop)).map_err(Failure::Python)
    }

    /// The same from the beginning.
    fn again(&self) -> Self {
        Self { tell: self.tell.clone(), count: Arc::default() }
    }
}

#[pymethods]
impl Scan {
    #[new]
    #[pyo3(signature = (paths, columns=None, tell=None))]
    fn new(
        py: Python<'_>,
        paths: Vec<PathBuf>,
        columns: Option<Vec<String>>,
        tell: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let (found, unreadable) = places(&paths, "epd", false);
        if let Some(bad) = unreadable.first() {
            return Err(PyOSError::new_err(format!("{}: {}", bad.name, bad.reason)));
        }
        let path = |place| match place {
            Place::File(path) => Ok(path),
            Place::Standard => Err(EpidoteError::new_err("scan reads files")),
        };
        let files = found.into_iter().map(path).collect::<PyResult<Vec<PathBuf>>>()?;
        let told = Told { tell: tell.map(Arc::new), count: Arc::default() };
        let columns = match columns {
            Some(names) => Columns::named(names),
            None => Columns::all(py.detach(|| opcodes(&files, &told))?),
        };
        let columns = columns.map_err(|error| EpidoteError::new_err(error.to_string()))?;
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
        let mut files = self.files.clone();
        files.reverse();
        let columns = self.columns.clone();
        let told = self.told.again();
        let batches = Batches { files, texts: Vec::new(), blocks: None, columns, told };
        let stream = FFI_ArrowArrayStream::new(Box::new(batches));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }
}

/// All opcodes of the files.
fn opcodes(files: &[PathBuf], told: &Told) -> Result<BTreeSet<String>, Failure> {
    let mut opcodes = BTreeSet::new();
    for path in files {
        for text in texts(path, &told.count)? {
            let name = text.name;
            let mut blocks = Blocks::new(text.reader);
            blocks.take_mark().map_err(|error| Failure::of_file(&name, error))?;
            while let Some(block) = blocks.next_block().map_err(|error| Failure::of_file(&name, error))? {
                told.so_far()?;
                block.lines().for_each(|line| add_opcodes(line.text, &mut opcodes));
            }
        }
    }
    told.end()?;
    Ok(opcodes)
}

/// The texts of a file, the last one first.
fn texts(path: &Path, count: &Arc<AtomicU64>) -> Result<Vec<Text>, Failure> {
    let name = path.display().to_string();
    let raw = file(path).map_err(|reason| Failure::about(&name, &reason))?;
    let opened = open(&name, Some(path), raw, count).map_err(|reason| Failure::about(&name, &reason))?;
    let opened = opened.into_iter().map(|text| text.map_err(|bad| Failure::about(&bad.name, &bad.reason)));
    let mut texts = opened.collect::<Result<Vec<Text>, Failure>>()?;
    texts.reverse();
    Ok(texts)
}

/// Reads the files batch by batch.
struct Batches {
    files: Vec<PathBuf>,
    texts: Vec<Text>,
    blocks: Option<Blocks<Box<dyn std::io::Read + Send>>>,
    columns: Columns,
    told: Told,
}

impl Drop for Batches {
    /// Who stops half-way needs no bar any more. At the end of the program there is no Python to tell.
    fn drop(&mut self) {
        if let Some(tell) = &self.told.tell {
            let _ = Python::try_attach(|py| tell.call1(py, (None::<u64>,)).map(drop));
        }
    }
}

impl RecordBatchReader for Batches {
    fn schema(&self) -> SchemaRef {
        self.columns.schema()
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
        let conventions = Conventions::default();
        let mut filling = Filling::new(&self.columns);
        while filling.rows() < ROWS {
            let Some(blocks) = &mut self.blocks else {
                let Some(text) = self.texts.pop() else {
                    let Some(path) = self.files.pop() else { break };
                    self.texts = texts(&path, &self.told.count).map_err(Failure::in_words)?;
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
            self.told.so_far().map_err(Failure::in_words)?;
            for line in block.lines() {
                filling.push(line.number, &parse(line.text), &conventions);
            }
        }
        if filling.rows() > 0 {
            return Ok(Some(filling.finish()?));
        }
        self.told.end().map_err(Failure::in_words)?;
        Ok(None)
    }
}
