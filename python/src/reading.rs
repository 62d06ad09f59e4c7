//! Files, file objects and data sets as blocks of records.

use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::{self, ThreadId};
use std::time::Duration;
use std::vec;

use epidote::dataset::{self, Importer, Mapping};
use epidote::epd::LineKind;
use epidote::pgn::{self, Keep, Positions};
use epidote::source::{Blocks, ReadError, Text, file, open, whole_lines};
use pyo3::exceptions::{PyBlockingIOError, PyRuntimeError, PyStopIteration, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView, PyTuple};

use crate::EpidoteError;
use crate::failure::{Failure, heed_signals};
use crate::heeding::Heeding;
use crate::record::Record;

/// The texts of a path, or of a Python object with `read`.
pub(crate) fn texts(source: &Bound<'_, PyAny>, ending: &str, count: &Arc<AtomicU64>) -> PyResult<Vec<Text>> {
    let (name, path) = match source.extract::<PathBuf>() {
        Ok(path) => (path.display().to_string(), Some(path)),
        Err(_) => ("<object>".to_owned(), None),
    };
    let unreadable = |reason: ReadError| PyErr::from(Failure::of_opening(&name, reason));
    let opened = if let Some(path) = &path {
        let raw = Heeding::new(file(path).map_err(unreadable)?);
        source.py().detach(|| open(&name, Some(path), ending, raw, count))
    } else {
        let raw = Object { object: source.clone().unbind(), rest: io::Cursor::default() };
        source.py().detach(|| open(&name, None, ending, raw, count))
    };
    let mut texts = Vec::new();
    for text in opened.map_err(unreadable)?.texts {
        texts.push(text.map_err(|bad| Failure::of_opening(&bad.name, bad.reason))?);
    }
    // Taken from the end.
    texts.reverse();
    Ok(texts)
}

/// A Python object with `read`.
struct Object {
    object: Py<PyAny>,
    /// What it gave beyond what it was asked for.
    rest: io::Cursor<Vec<u8>>,
}

impl Read for Object {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.rest.read(buffer)?;
        if count > 0 || buffer.is_empty() {
            return Ok(count);
        }
        Python::attach(|py| {
            let given = self
                .object
                .bind(py)
                .call_method1("read", (buffer.len(),))
                .map_err(|error| not_the_end(py, error))?;
            if given.is_none() {
                let words = "there is nothing to read yet, and the file does not wait";
                return Err(io::Error::other(PyBlockingIOError::new_err(words)));
            }
            let copied = if given.is_instance_of::<PyByteArray>() || given.is_instance_of::<PyMemoryView>() {
                Some(given.extract::<Vec<u8>>().map_err(io::Error::other)?)
            } else {
                None
            };
            let bytes = match &copied {
                Some(copied) => copied,
                None => given
                    .cast::<PyBytes>()
                    .map_err(|_| io::Error::other("it was not opened for bytes"))?
                    .as_bytes(),
            };
            let count = bytes.len().min(buffer.len());
            buffer[..count].copy_from_slice(&bytes[..count]);
            self.rest = io::Cursor::new(bytes[count..].to_vec());
            Ok(count)
        })
    }
}

/// What a file object raised. `StopIteration` would end the records without a word (PEP 479).
fn not_the_end(py: Python<'_>, error: PyErr) -> io::Error {
    if !error.is_instance_of::<PyStopIteration>(py) {
        return io::Error::other(error);
    }
    let raised = PyRuntimeError::new_err("read raised StopIteration");
    raised.set_cause(py, Some(error));
    io::Error::other(raised)
}

/// What texts hold.
#[derive(Clone)]
enum Kind {
    Lines,
    Games(pgn::Reading),
    Data(dataset::Reading),
}

impl Kind {
    /// The ending of the files of an archive that have it.
    fn ending(&self) -> &'static str {
        match self {
            Self::Lines => "epd",
            Self::Games(_) => "pgn",
            Self::Data(reading) => reading.format().ending(),
        }
    }
}

/// Where a text ends a block.
type Cutter = Box<dyn FnMut(&[u8], usize) -> usize + Send>;

/// The text that is being read.
struct Current {
    name: String,
    blocks: Blocks<Box<dyn Read + Send>, Cutter>,
    importer: Option<Importer>,
    /// Games read so far.
    games: usize,
}

/// Records of a source, one after another.
#[pyclass(frozen, module = "epidote")]
pub struct Reader {
    /// Locked only while other threads of Python may run, since reading may have to wait for them.
    reading: Mutex<Reading>,
    /// The thread that has it. A file object may ask for its own reader.
    at_it: Mutex<Option<ThreadId>>,
    ready: Mutex<vec::IntoIter<Record>>,
    failures: Arc<Mutex<Failures>>,
    count: Arc<AtomicU64>,
    is_closed: AtomicBool,
}

/// What could not be read, so far. Apart from the rest, which a thread has that waits for its file.
#[derive(Default)]
struct Failures {
    count: usize,
    first: Option<String>,
}

impl Failures {
    fn add(&mut self, count: usize, first: Option<String>) {
        self.count += count;
        self.first = self.first.take().or(first);
    }
}

/// How long a thread waits for another one that reads, before it asks again. Python may have signals for it meanwhile.
const ASKS_AGAIN: Duration = Duration::from_millis(1);

/// The state of a reader.
struct Reading {
    kind: Kind,
    texts: Vec<Text>,
    current: Option<Current>,
    records_only: bool,
    failures: Arc<Mutex<Failures>>,
}

fn busy() -> PyErr {
    EpidoteError::new_err("the reader is being read in this thread")
}

/// A lock that outlives a panic: the reader then gives what it has.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[pymethods]
impl Reader {
    #[new]
    #[pyo3(signature = (source, format=None, mapping=None, every_evaluation=false, records_only=true))]
    fn new(
        source: &Bound<'_, PyAny>,
        format: Option<&str>,
        mapping: Option<Vec<String>>,
        every_evaluation: bool,
        records_only: bool,
    ) -> PyResult<Self> {
        // What only one format has says which it is, and is not passed over in another.
        let given = [
            (mapping.is_some(), "csv", "a mapping of columns"),
            (every_evaluation, "evaluations", "every_evaluation"),
        ];
        let mut format = format;
        for (_, of, what) in given.into_iter().filter(|(is_given, ..)| *is_given) {
            match format {
                Some(format) if format != of => {
                    return Err(EpidoteError::new_err(format!("{what} is for `{of}`, not for `{format}`")));
                }
                _ => format = Some(of),
            }
        }
        let kind = match format {
            None | Some("epd") => Kind::Lines,
            Some("pgn") => Kind::Games(pgn::Reading { keep: Keep::ALL, ..Positions::Every.into() }),
            Some("puzzles") => Kind::Data(dataset::Reading::Puzzles),
            Some("evaluations") => Kind::Data(dataset::Reading::Evaluations { every: every_evaluation }),
            Some("plain") => Kind::Data(dataset::Reading::Plain),
            Some("csv") => {
                let mut known = Mapping::default();
                for pair in mapping.iter().flatten() {
                    known.add(pair).map_err(|error| EpidoteError::new_err(error.to_string()))?;
                }
                Kind::Data(dataset::Reading::Table(known))
            }
            Some(other) => return Err(EpidoteError::new_err(format!("there is no format `{other}`"))),
        };
        let count = Arc::default();
        let texts = texts(source, kind.ending(), &count)?;
        let failures = Arc::<Mutex<Failures>>::default();
        let reading = Reading { kind, texts, current: None, records_only, failures: Arc::clone(&failures) };
        Ok(Self {
            reading: Mutex::new(reading),
            at_it: Mutex::default(),
            ready: Mutex::new(Vec::new().into_iter()),
            failures,
            count,
            is_closed: AtomicBool::new(false),
        })
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Record>> {
        loop {
            // Asked after each block: another thread may have closed it meanwhile.
            if self.is_closed.load(Ordering::Relaxed) {
                return Err(PyValueError::new_err("the reader is closed"));
            }
            if let Some(record) = locked(&self.ready).next() {
                return Ok(Some(record));
            }
            py.check_signals()?;
            if !py.detach(|| self.read_on()).ok_or_else(busy)?? {
                return Ok(None);
            }
        }
    }

    /// Ends reading and closes the files that it opened; one that was given stays open.
    fn close(&self, py: Python<'_>) {
        self.is_closed.store(true, Ordering::Relaxed);
        // Otherwise it is done when the block has been read that is being read now.
        py.detach(|| {
            if let Some(mut reading) = self.free() {
                reading.end();
            }
        });
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyTuple>) {
        self.close(py);
    }

    /// Bytes read so far, before they are unpacked.
    #[getter]
    fn bytes_read(&self) -> u64 {
        self.count.load(Ordering::Relaxed)
    }

    /// How many units of a data set or games could not be read.
    #[getter]
    fn failed(&self) -> usize {
        locked(&self.failures).count
    }

    /// The first of them.
    #[getter]
    fn first_failure(&self) -> Option<String> {
        locked(&self.failures).first.clone()
    }
}

impl Reader {
    /// Makes records ready; returns whether there are any more. Several threads may take records from one reader: what
    /// another one read while this one waited for the lock must not be replaced.
    /// `None` if this thread is reading already, and would wait for itself.
    fn read_on(&self) -> Option<Result<bool, Failure>> {
        let me = Some(thread::current().id());
        if *locked(&self.at_it) == me {
            return None;
        }
        let mut reading = loop {
            if let Some(reading) = self.free() {
                break reading;
            }
            thread::sleep(ASKS_AGAIN);
            if let Err(interrupt) = heed_signals() {
                return Some(Err(interrupt.into()));
            }
            // What another thread made ready meanwhile need not be waited for.
            if locked(&self.ready).len() > 0 || self.is_closed.load(Ordering::Relaxed) {
                return Some(Ok(true));
            }
        };
        *locked(&self.at_it) = me;
        let read = self.read_block(&mut reading);
        *locked(&self.at_it) = None;
        Some(read)
    }

    fn read_block(&self, reading: &mut Reading) -> Result<bool, Failure> {
        if locked(&self.ready).len() > 0 {
            return Ok(true);
        }
        let block = reading.next_block();
        if block.is_err() || self.is_closed.load(Ordering::Relaxed) {
            // The texts that follow are not read either.
            reading.end();
        }
        let Some(records) = block? else { return Ok(false) };
        *locked(&self.ready) = records.into_iter();
        Ok(true)
    }

    /// The state, if no thread has it.
    fn free(&self) -> Option<MutexGuard<'_, Reading>> {
        match self.reading.try_lock() {
            Ok(reading) => Some(reading),
            Err(TryLockError::Poisoned(reading)) => Some(reading.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}

impl Reading {
    /// Closes what was opened; nothing more is read.
    fn end(&mut self) {
        self.texts.clear();
        self.current = None;
    }

    /// The records of the next block.
    fn next_block(&mut self) -> Result<Option<Vec<Record>>, Failure> {
        loop {
            let Some(current) = &mut self.current else {
                let Some(text) = self.texts.pop() else { return Ok(None) };
                self.current = Some(begin(&self.kind, text)?);
                continue;
            };
            let next = current.blocks.next_block();
            let Some(block) = next.map_err(|error| Failure::of_file(&current.name, error))? else {
                self.current = None;
                continue;
            };
            let mut lines = Vec::new();
            // The line in the file of each record.
            let numbers: Vec<usize>;
            match &self.kind {
                Kind::Lines => {
                    let is_wanted =
                        |line: &[u8]| !self.records_only || LineKind::of(line) == LineKind::Record;
                    let wanted = block.lines().filter(|line| is_wanted(line.text));
                    return Ok(Some(wanted.map(|line| Record::new(line.text, line.number)).collect()));
                }
                Kind::Games(reading) => {
                    let summary = pgn::records(block.bytes(), *reading, &mut lines);
                    // A word that is no move may be one that is lost.
                    let failed = summary.failed + summary.passed_over;
                    numbers = summary.lines.iter().map(|line| block.first - 1 + line).collect();
                    let passed_over = summary.first_passed_over;
                    let words = passed_over.map(|(game, word)| (game, format!("`{word}` is not a move")));
                    let ended =
                        summary.first_failure.map(|failure| (failure.game, failure.fault.to_string()));
                    let first = words.into_iter().chain(ended).min_by_key(|(game, _)| *game);
                    let message =
                        first.map(|(game, reason)| format!("game {}: {reason}", current.games + game));
                    locked(&self.failures).add(failed, message);
                    current.games += summary.games;
                }
                Kind::Data(reading) => {
                    let (mut from, mut first) = (0, block.first);
                    // A header may stand after blank lines.
                    if block.bytes().trim_ascii().is_empty() {
                        continue;
                    }
                    let importer = match &mut current.importer {
                        Some(importer) => importer,
                        none => {
                            let mut importer = Importer::new(reading.clone());
                            from = importer
                                .begin(block.bytes())
                                .map_err(|fault| Failure::about(&current.name, &fault))?;
                            first += epidote::text::line_ends::count(&block.bytes()[..from]);
                            none.insert(importer)
                        }
                    };
                    let summary = importer.read(&block.bytes()[from..], first, &mut lines);
                    numbers = summary.lines;
                    let first = summary.first_failure;
                    let message = first.map(|failure| format!("line {}: {}", failure.line, failure.fault));
                    locked(&self.failures).add(summary.failed, message);
                }
            }
            let lines = lines.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
            let records = lines.zip(numbers).map(|(line, number)| Record::new(line, number));
            return Ok(Some(records.collect()));
        }
    }
}

/// Begins a text.
fn begin(kind: &Kind, text: Text) -> Result<Current, Failure> {
    let Text { name, reader, .. } = text;
    let cut: Cutter = match kind {
        Kind::Lines => Box::new(whole_lines),
        Kind::Games(_) => Box::new(|text: &[u8], _| pgn::last_game_start(text).unwrap_or(0)),
        Kind::Data(reading) => {
            let mut cut = dataset::Cut::new(reading.format());
            Box::new(move |text: &[u8], from| cut.whole(text, from))
        }
    };
    let mut blocks = Blocks::cut_by(reader, cut);
    blocks.take_mark().map_err(|error| Failure::of_file(&name, error))?;
    Ok(Current { name, blocks, importer: None, games: 0 })
}
