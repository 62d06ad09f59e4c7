//! The record batches of files. They are read by one thread, and filled by as many as there are processors.

use std::collections::VecDeque;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::thread::{available_parallelism, scope};

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use epidote::columns::{Columns, Filling};
use epidote::epd::conventions::Conventions;
use epidote::epd::parse;
use epidote::source::{Block, Blocks, Text, file, open};

use crate::failure::Failure;
use crate::told::Told;

/// Lines of a batch, at least, unless there are no more: so many that handing it over costs nothing beside.
const LINES: usize = 16_384;

/// The most threads. Each has a batch in memory.
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
}

impl Batches {
    pub(crate) fn new(mut files: Vec<PathBuf>, columns: Columns, told: Told) -> Self {
        files.reverse();
        let threads = available_parallelism().map_or(1, usize::from).min(MOST_THREADS);
        Self { files, texts: Vec::new(), blocks: None, columns, told, threads, ready: VecDeque::new() }
    }

    fn batch(&mut self) -> Result<Option<RecordBatch>, BatchError> {
        while self.ready.is_empty() {
            let mut pieces = Vec::with_capacity(self.threads);
            while pieces.len() < self.threads {
                let piece = self.piece()?;
                if piece.is_empty() {
                    break;
                }
                pieces.push(piece);
            }
            if pieces.is_empty() {
                self.told.end().map_err(Failure::in_words)?;
                return Ok(None);
            }
            self.ready = filled(&self.columns, pieces)?;
        }
        Ok(self.ready.pop_front())
    }

    /// The next lines, of one text or of several; none at the end.
    fn piece(&mut self) -> Result<Vec<Block>, BatchError> {
        let (mut piece, mut lines) = (Vec::new(), 0);
        while lines < LINES {
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
        let others: Vec<_> = pieces.map(|piece| scope.spawn(|| fill(piece))).collect();
        let mut ready = VecDeque::new();
        ready.extend(first.map(fill).transpose()?.flatten());
        for other in others {
            match other.join() {
                Ok(batch) => ready.extend(batch?),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        Ok(ready)
    })
}

impl Drop for Batches {
    /// Who stops half-way needs no bar any more.
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
