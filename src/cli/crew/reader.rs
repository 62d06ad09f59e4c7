//! The reader of a crew: it hands out the blocks of all sources, one source after another.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender};

use super::{Crew, Piece, Read};
use crate::cli::input::{Block, Blocks, Opener, Origin, Packed, Place, Source, Unreadable};
use crate::cli::units::Units;
use crate::epd::lint::Signs;

/// Nobody wants the blocks any more.
struct Unwanted;

/// Reads with permission for each block.
pub(super) struct Reader {
    crew: Crew,
    leave: Receiver<()>,
    to_workers: SyncSender<(u64, Read)>,
    /// Messages that were sent, for the thread that takes the results.
    sent: Arc<AtomicU64>,
    /// Blocks that were handed out for work.
    turn: u64,
    /// Lines of the sources before this one.
    before: usize,
    /// Sources that could be opened.
    sources: usize,
}

impl Reader {
    pub(super) fn new(
        crew: Crew,
        leave: Receiver<()>,
        to_workers: SyncSender<(u64, Read)>,
        sent: Arc<AtomicU64>,
    ) -> Self {
        Self { crew, leave, to_workers, sent, turn: 0, before: 0, sources: 0 }
    }

    /// Reads until there is nothing more, or nobody wants it.
    pub(super) fn read_all(mut self, mut opener: Opener, places: Vec<Place>) {
        for place in places {
            for source in opener.open(&place) {
                let read = match source {
                    Ok(source) => self.read(source),
                    Err(unreadable) => self.send(Read::Failed(unreadable)),
                };
                if read.is_err() {
                    return;
                }
            }
        }
    }

    fn send(&mut self, read: Read) -> Result<(), Unwanted> {
        let number = self.sent.fetch_add(1, Ordering::Relaxed);
        self.to_workers.send((number, read)).map_err(|_| Unwanted)
    }

    fn read(&mut self, Source { origin, reader }: Source) -> Result<(), Unwanted> {
        self.sources += 1;
        let mut units = match origin.packed {
            // Its rows come as lines.
            Some(Packed::Parquet) => Units::Lines,
            _ => self.crew.units,
        };
        let mut blocks = Blocks::cut_by(reader, move |text: &[u8], from| units.whole(text, from));
        let failed = |error: io::Error| Read::Failed(Unreadable::new(origin.name.clone(), error.into()));
        let (has_mark, broken) = match blocks.take_mark() {
            Ok(has_mark) => (has_mark, None),
            Err(error) => (false, Some(error)),
        };
        self.send(Read::Begin(Arc::clone(&origin), has_mark))?;
        if let Some(error) = broken {
            self.send(failed(error))?;
        }
        let mut lines = 0;
        let mut signs = Signs::default();
        loop {
            match blocks.next_block() {
                Ok(Some(block)) => {
                    let first = self.before + lines;
                    lines += block.line_count();
                    self.hand_out(block, first, &origin, &mut signs)?;
                }
                Ok(None) => break,
                Err(error) => self.send(failed(error))?,
            }
        }
        self.before += lines;
        self.send(Read::End)
    }

    /// Hands out a block of which this is the first line, counted from 0 over all sources.
    fn hand_out(
        &mut self,
        block: Block,
        first: usize,
        origin: &Arc<Origin>,
        signs: &mut Signs,
    ) -> Result<(), Unwanted> {
        let parts = match &self.crew.part {
            None => vec![block],
            Some(part) => {
                let edges = part.edges(first, block.line_count());
                block.cut_at(&edges)
            }
        };
        let mut at = first;
        for block in parts {
            let is_wanted = self.crew.part.as_ref().is_none_or(|part| part.has(at));
            at += block.line_count();
            let blocks = if is_wanted && self.crew.is_one_by_one { block.into_lines() } else { vec![block] };
            for block in blocks {
                self.leave.recv().map_err(|_| Unwanted)?;
                let known = signs.pass(block.lines().map(|line| line.text));
                if !is_wanted {
                    self.send(Read::Skipped(block))?;
                    continue;
                }
                let (before, source, turn) = (self.before, self.sources, self.turn);
                let piece = Piece { block, origin: Arc::clone(origin), before, source, signs: known, turn };
                self.turn += 1;
                self.send(Read::Block(piece))?;
            }
        }
        Ok(())
    }
}
