//! Loads the lines of large files into memory when they are needed.

use std::ops::Range;
use std::pin::Pin;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::documents::Documents;
use crate::browser::apart;
use crate::browser::files::Given;
use crate::document::workspace::DocumentId;
use crate::document::{BLOCK, Blocks, Line, MOST_CACHED, Needed, RecordId};
use crate::js::JsError;
use crate::language::Text;
use crate::protocol::Lines;

/// Most blocks read together: half of the cache, so that reading does not evict what it has just read.
const MOST_BLOCKS: usize = MOST_CACHED / 2;

/// Bytes of lines sent to a worker at a time.
const BATCH_BYTES: u64 = 4 << 20;

/// Why lines cannot be loaded.
#[derive(Debug)]
pub enum LinesError {
    /// The browser cannot read the file.
    Browser(JsError),
    /// A line is longer than what fits into memory.
    LongLine,
    /// The file was closed.
    Gone,
    /// The file was saved meanwhile, so that its lines are elsewhere.
    Saved,
}

impl From<JsError> for LinesError {
    fn from(error: JsError) -> Self {
        Self::Browser(error)
    }
}

impl From<LinesError> for Text {
    fn from(error: LinesError) -> Self {
        match error {
            LinesError::Browser(error) => error.0,
            LinesError::LongLine => "why.long-line".into(),
            LinesError::Gone => "why.gone".into(),
            LinesError::Saved => "why.saved".into(),
        }
    }
}

impl Documents {
    /// Loads the blocks with these records, unless they are loaded already.
    ///
    /// # Errors
    /// The file is gone or changed on disk.
    pub async fn ensure(&'static self, document: DocumentId, ids: Vec<RecordId>) -> Result<(), LinesError> {
        let missing = self.workspace.try_with_untracked(|workspace| {
            let document = &workspace.get(document)?.document;
            Some(document.source().with_ranges(document.missing_blocks(ids)))
        });
        let missing = missing.flatten().unwrap_or_default();
        if missing.is_empty() {
            return Ok(());
        }
        let blocks = self.read_blocks(document, missing).await?;
        self.update_document(document, |document| {
            for (block, bytes) in blocks.take_all() {
                document.supply_block(block, bytes);
            }
        });
        Ok(())
    }

    /// Reads blocks of the file, given with their ranges of bytes.
    async fn read_blocks(
        &'static self,
        document: DocumentId,
        missing: Vec<(u32, Range<u64>)>,
    ) -> Result<Blocks, LinesError> {
        if missing.len() > MOST_BLOCKS {
            return Err(LinesError::LongLine);
        }
        let given = self.given.with_value(|map| map.get(&document).cloned());
        let given = given.ok_or(LinesError::Gone)?;
        let mut blocks = Blocks::default();
        // Blocks that follow one another are read together: asking for bytes costs more than they do.
        for together in missing.chunk_by(|(_, before), (_, range)| before.end == range.start) {
            let (Some((_, first)), Some((_, last))) = (together.first(), together.last()) else { continue };
            let bytes = given.read(first.start..last.end).await?;
            if bytes.len() as u64 != last.end - first.start {
                return Err(LinesError::Gone);
            }
            let parts = bytes.chunks(usize::try_from(BLOCK).unwrap_or(usize::MAX));
            for ((block, _), part) in together.iter().zip(parts) {
                blocks.add(*block, part.to_vec());
            }
        }
        self.check(document, &given)?;
        Ok(blocks)
    }

    /// Reads ranges of the file that stand far apart, one after the other.
    async fn read_apart(
        &'static self,
        document: DocumentId,
        ranges: &[Range<u64>],
    ) -> Result<Vec<u8>, LinesError> {
        let given = self.given.with_value(|map| map.get(&document).cloned());
        let given = given.ok_or(LinesError::Gone)?;
        let bytes = apart::read(&given.file, ranges).await?;
        if bytes.len() as u64 != ranges.iter().map(|range| range.end - range.start).sum::<u64>() {
            return Err(LinesError::Gone);
        }
        self.check(document, &given)?;
        Ok(bytes)
    }

    /// Whether the file is still the one that was read.
    fn check(&'static self, document: DocumentId, read: &Given) -> Result<(), LinesError> {
        let now = self.given.with_value(|map| map.get(&document).map(|given| given.file.clone()));
        if now.as_ref() == Some(&read.file) { Ok(()) } else { Err(LinesError::Saved) }
    }

    /// The texts of lines. A line that was removed is empty, so that the others keep their places. What is read
    /// of the file for them is not kept: a run over all lines would push out those that are shown.
    ///
    /// # Errors
    /// The lines cannot be read; the error says why.
    pub(crate) async fn texts(&'static self, document: DocumentId, ids: &[RecordId]) -> Result<Lines, Text> {
        self.texts_and_edits(document, ids).await.map(|(texts, _)| texts)
    }

    /// Like [`Self::texts`]; also whether each line differed from the file when its text was taken.
    ///
    /// # Errors
    /// The lines cannot be read; the error says why.
    pub(crate) async fn texts_and_edits(
        &'static self,
        document: DocumentId,
        ids: &[RecordId],
    ) -> Result<(Lines, Vec<bool>), Text> {
        let mut read = Blocks::default();
        let (mut texts, mut edited) = (Lines::default(), Vec::with_capacity(ids.len()));
        loop {
            let before = texts.len();
            let missing = self.workspace.with_untracked(|workspace| {
                let document = &workspace.get(document)?.document;
                for &id in &ids[texts.len()..] {
                    match document.line_beside(id, Some(&read)) {
                        Line::Ready(text) => texts.push(&text),
                        Line::None => texts.push(b""),
                        Line::Absent => break,
                    }
                    edited.push(document.is_touched(id));
                }
                Some(document.needed(&ids[texts.len()..]))
            });
            let missing = missing.ok_or("why.closed")?;
            if texts.len() == ids.len() {
                return Ok((texts, edited));
            }
            let missing = match missing {
                Needed::Blocks(blocks) => blocks,
                Needed::Lines(ranges) => {
                    // Boxed, since it is rare: its code is loaded when it is needed.
                    let bytes: Pin<Box<dyn Future<Output = _>>> =
                        Box::pin(self.read_apart(document, &ranges));
                    let bytes = bytes.await.map_err(Text::from)?;
                    read.add_lines(&ranges, bytes);
                    continue;
                }
            };
            // Lines that are in no order may need all of a file, which is too much for the memory. While this waits,
            // blocks that were loaded may be dropped; what did not help is kept until it does.
            if texts.len() > before {
                read.clear();
            }
            read.append(self.read_blocks(document, missing).await.map_err(Text::from)?);
        }
    }

    /// Loads the selected record and the given ones in the background.
    pub fn fetch(&'static self, ids: Vec<RecordId>) {
        let Some(document) = self.with_active(|open| open.id) else { return };
        let missing = self.with_active(|open| !open.document.missing_blocks(ids.iter().copied()).is_empty());
        if missing == Some(true) {
            spawn_local(async move {
                if let Err(error) = self.ensure(document, ids).await {
                    self.notices.failed("toast.unreadable", error);
                }
            });
        }
    }

    pub(crate) fn ensure_selected(&'static self) {
        if let Some((_, id)) = self.selection() {
            self.fetch(vec![id]);
        }
    }

    /// The end of the longest batch of the list from `from` on that fits into memory; at least one line.
    pub fn batch_end(
        &'static self,
        document: DocumentId,
        ids: &[RecordId],
        from: usize,
        most_lines: usize,
    ) -> usize {
        let sizes = self.workspace.with_untracked(|workspace| {
            let document = &workspace.get(document)?.document;
            let mut bytes = 0;
            let fits = |&&id: &&RecordId| {
                bytes += document.line_len(id);
                bytes <= BATCH_BYTES
            };
            Some(ids[from..].iter().take(most_lines).take_while(fits).count())
        });
        from + sizes.unwrap_or(most_lines).clamp(1, ids.len() - from)
    }
}
