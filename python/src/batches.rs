//! The record batches of files. They are read by one thread, and filled by as many as there are processors.

use std::collections::VecDeque;
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, available_parallelism, scope};

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use epidote::columns::{Columns, Filling};
use epidote::epd::conventions::Conventions;
use epidote::epd::parse;
use epidote::source::Block;
use pyo3::Python;

use crate::blocks::FileBlocks;
use crate::failure::Failure;

/// The approximate number of lines in a batch, large enough that handing one over costs next to nothing.
const LINES: usize = 16_384;

/// A batch of long lines ends after about this many bytes.
const BYTES: usize = 8 << 20;

/// The most threads. Each has a batch in memory, and the text that it is made from.
const MOST_THREADS: usize = 16;

/// Reads files batch by batch.
pub(crate) struct Batches {
    blocks: FileBlocks,
    columns: Columns,
    threads: usize,
    /// Batches that are filled already.
    ready: VecDeque<RecordBatch>,
    /// Why there are no batches after them.
    failure: Option<Failure>,
}

impl Batches {
    pub(crate) fn new(blocks: FileBlocks, columns: Columns) -> Self {
        let threads = available_parallelism().map_or(1, usize::from).min(MOST_THREADS);
        Self { blocks, columns, threads, ready: VecDeque::new(), failure: None }
    }

    fn batch(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        while self.ready.is_empty() {
            let mut pieces = Vec::with_capacity(self.threads);
            while pieces.len() < self.threads {
                let piece = self.piece();
                if piece.is_empty() {
                    break;
                }
                pieces.push(piece);
            }
            if pieces.is_empty() {
                let failure = self.failure.take().map(|failure| {
                    // An interrupt that comes once more would be heard by whatever Python does first: the bar.
                    self.blocks.end();
                    ArrowError::ExternalError(failure.in_words().into())
                });
                return failure.map_or(Ok(None), Err);
            }
            self.ready = filled(&self.columns, self.threads, pieces)?;
        }
        Ok(self.ready.pop_front())
    }

    /// The next lines, of one text or of several; none at the end. If something cannot be read, those before it.
    fn piece(&mut self) -> Vec<Block> {
        let (mut piece, mut lines, mut bytes) = (Vec::new(), 0, 0);
        while lines < LINES && bytes < BYTES && self.failure.is_none() {
            match self.blocks.next() {
                Ok(Some(block)) => {
                    lines += block.line_count();
                    bytes += block.bytes().len();
                    piece.push(block);
                }
                Ok(None) => break,
                Err(failure) => self.failure = Some(failure),
            }
        }
        piece
    }
}

/// The batches of pieces, in their order, without those of pieces in which there is no record.
fn filled(
    columns: &Columns,
    threads: usize,
    pieces: Vec<Vec<Block>>,
) -> Result<VecDeque<RecordBatch>, ArrowError> {
    let threads = threads.min(pieces.len());
    let pieces = Mutex::new(pieces.into_iter().enumerate());
    let next = || pieces.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        let mut done = Vec::new();
        while let Some((at, piece)) = next() {
            let mut filling = Filling::with_room(columns, piece.iter().map(Block::line_count).sum());
            for line in piece.iter().flat_map(Block::lines) {
                filling.push(line.number, &parse(line.text), &Conventions::default());
            }
            if filling.rows() > 0 {
                done.push((at, filling.finish()));
            }
        }
        done
    };
    let mut done = scope(|scope| {
        // This thread works, too, and alone if the system refuses others.
        let spawn = |_| Builder::new().spawn_scoped(scope, work).ok();
        let others: Vec<_> = (1..threads).filter_map(spawn).collect();
        let mut done = work();
        for other in others {
            done.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    });
    done.sort_unstable_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, batch)| batch).collect()
}

impl RecordBatchReader for Batches {
    fn schema(&self) -> SchemaRef {
        self.columns.schema()
    }
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        // Not every consumer lets other threads of Python run meanwhile.
        Python::attach(|py| py.detach(|| self.batch())).transpose()
    }
}
