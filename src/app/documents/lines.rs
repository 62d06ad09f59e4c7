//! Loads the lines of large files into memory when they are needed.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::documents::Documents;
use crate::document::workspace::DocumentId;
use crate::document::{MOST_CACHED, RecordId};
use crate::js::JsError;
use crate::language::Text;
use crate::protocol::Lines;

/// Most blocks read together: half of the cache, so that reading does not evict what it has just read.
const MOST_BLOCKS: usize = MOST_CACHED / 2;

/// Bytes of lines sent to a worker at a time.
const BATCH_BYTES: u64 = 4 << 20;

/// The number of attempts to read lines that other reads evict from memory.
const TRIES: usize = 8;

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
            let open = workspace.get(document)?;
            let blocks = open.document.missing_blocks(ids);
            Some(blocks.into_iter().map(|block| (block, open.document.source().block_range(block))).collect())
        });
        let missing: Vec<(u32, std::ops::Range<u64>)> = missing.flatten().unwrap_or_default();
        if missing.is_empty() {
            return Ok(());
        }
        if missing.len() > MOST_BLOCKS {
            return Err(LinesError::LongLine);
        }
        let given = self.given.with_value(|map| map.get(&document).cloned());
        let given = given.ok_or(LinesError::Gone)?;
        let mut blocks = Vec::with_capacity(missing.len());
        for (block, range) in missing {
            blocks.push((block, given.read(range).await?));
        }
        let now = self.given.with_value(|map| map.get(&document).map(|given| given.file.clone()));
        if now.as_ref() != Some(&given.file) {
            return Err(LinesError::Saved);
        }
        self.update_document(document, |document| {
            for (block, bytes) in blocks {
                document.supply_block(block, bytes);
            }
        });
        Ok(())
    }

    /// The texts of lines. A line that was removed is empty, so that the others keep their places.
    ///
    /// # Errors
    /// The lines cannot be read; the error says why.
    pub(crate) async fn texts(&'static self, document: DocumentId, ids: &[RecordId]) -> Result<Lines, Text> {
        // While this waits, other reads may evict what was read.
        for _ in 0..TRIES {
            self.ensure(document, ids.to_vec()).await.map_err(Text::from)?;
            let texts = self.workspace.with_untracked(|workspace| {
                let document = &workspace.get(document)?.document;
                let is_whole = document.missing_blocks(ids.iter().copied()).is_empty();
                let text = |&id: &RecordId| document.text(id).unwrap_or_default();
                Some(is_whole.then(|| ids.iter().map(text).collect()))
            });
            if let Some(texts) = texts.ok_or("why.closed")? {
                return Ok(texts);
            }
        }
        Err("why.busy".into())
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
