//! The record batches of files. They are read by one thread, and filled by as many as there are processors.

use std::collections::VecDeque;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, ScopedJoinHandle, available_parallelism, scope};

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use epidote::columns::{Columns, Filling};
use epidote::epd::conventions::Conventions;
use epidote::epd::parse;
use epidote::source::{Block, Blocks, Text, file, open};

use crate::failure::Failure;
use crate::told::Told;

/// Lines of a batch, about: so many that handing it over costs next to nothing.
const LINES: usize = 16_384;

/// Lines are long if there are more bytes than this in fewer of them: then a batch has fewer lines.
const BYTES: usize = 8 << 20;

/// The most threads. Each has a batch in memory, and the text it is made from.
const MOST_THREADS: usize = 16;

/// Why there is no further batch.
type BatchError = Box<dyn std::error::Error + Send + Sync>;

/// Reads files batch by batch.
pub(crate) struct Batches {
    /// The files and the texts that are left, the next one last.
    files: Vec<PathBuf>,
    texts: Vec<Text>,
    blocks: Option<Blocks<Box<dyn Read + Send>>>,
    columns: Columns,
    told: Told,
    threads: usize,
    /// Batches that are filled already.
    ready: VecDeque<RecordBatch>,
    /// Why there is nothing after them.
    failed: Option<BatchError>,
}

impl Batches {
    pub(crate) fn new(mut files: Vec<PathBuf>, columns: Columns, told: Told) -> Self {
        files.reverse();
        let threads = available_parallelism().map_or(1, usize::from).min(MOST_THREADS);
        Self {
            files,
            texts: Vec::new(),
            blocks: None,
            columns,
            told,
            threads,
            ready: VecDeque::new(),
            failed: None,
        }
    }

    fn batch(&mut self) -> Result<Option<RecordBatch>, BatchError> {
        while self.ready.is_empty() {
            if let Some(failed) = self.failed.take() {
                return Err(failed);
            }
            let mut pieces = Vec::with_capacity(self.threads);
            while pieces.len() < self.threads {
                match self.piece() {
                    Ok(piece) if piece.is_empty() => break,
                    Ok(piece) => pieces.push(piece),
                    // What comes before it is handed out first.
                    Err(failed) => {
                        self.failed = Some(failed);
                        break;
                    }
                }
            }
            if pieces.is_empty() {
                if self.failed.is_some() {
                    continue;
                }
                self.told.end().map_err(Failure::in_words)?;
                return Ok(None);
            }
            self.ready = filled(&self.columns, pieces)?;
        }
        Ok(self.ready.pop_front())
    }

    /// The next lines, of one text or of several; none at the end.
    fn piece(&mut self) -> Result<Vec<Block>, BatchError> {
        let (mut piece, mut lines, mut bytes) = (Vec::new(), 0, 0);
        while lines < LINES && bytes < BYTES {
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
            lines += block.line_count();
            bytes += block.bytes().len();
            piece.push(block);
        }
        Ok(piece)
    }
}

/// The texts of a file, the last one first.
pub(crate) fn texts(path: &Path, count: &Arc<AtomicU64>) -> Result<Vec<Text>, Failure> {
    let name = path.display().to_string();
    let raw = file(path).map_err(|reason| Failure::about(&name, &reason))?;
    let opened = open(&name, Some(path), raw, count).map_err(|reason| Failure::about(&name, &reason))?;
    let opened = opened.into_iter().map(|text| text.map_err(|bad| Failure::about(&bad.name, &bad.reason)));
    let mut texts = opened.collect::<Result<Vec<Text>, Failure>>()?;
    texts.reverse();
    Ok(texts)
}

/// The batches of pieces, in their order, without those of pieces in which there is no record.
fn filled(columns: &Columns, pieces: Vec<Vec<Block>>) -> Result<VecDeque<RecordBatch>, ArrowError> {
    let fill = |piece: Vec<Block>| {
        let conventions = Conventions::default();
        let mut filling = Filling::new(columns);
        for line in piece.iter().flat_map(Block::lines) {
            filling.push(line.number, &parse(line.text), &conventions);
        }
        (filling.rows() > 0).then(|| filling.finish()).transpose()
    };
    scope(|scope| {
        let mut pieces = pieces.into_iter();
        // This thread has nothing else to do.
        let first = pieces.next();
        let (fill, others): (_, Vec<_>) = (&fill, pieces.collect());
        let begin = |piece| {
            let left = Arc::new(Mutex::new(Some(piece)));
            let mine = Arc::clone(&left);
            (left, Builder::new().spawn_scoped(scope, move || taken(&mine).map(fill)))
        };
        let others: Vec<_> = others.into_iter().map(begin).collect();
        let mut ready = VecDeque::new();
        ready.extend(first.map(fill).transpose()?.flatten());
        for (left, other) in others {
            let batch = match other.map(ScopedJoinHandle::join) {
                Ok(Ok(batch)) => batch,
                Ok(Err(panic)) => std::panic::resume_unwind(panic),
                // There are threads enough for the system: this one does it.
                Err(_) => taken(&left).map(fill),
            };
            ready.extend(batch.transpose()?.flatten());
        }
        Ok(ready)
    })
}

/// What nobody has taken yet.
fn taken(piece: &Mutex<Option<Vec<Block>>>) -> Option<Vec<Block>> {
    piece.lock().unwrap_or_else(PoisonError::into_inner).take()
}

impl Drop for Batches {
    /// Whoever stops half-way no longer needs a bar.
    fn drop(&mut self) {
        self.told.end_if_possible();
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
