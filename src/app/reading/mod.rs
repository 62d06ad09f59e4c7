//! Reads a file and indexes its lines in steps, so that the page can paint in between.

pub(crate) mod failure;
pub mod openings;

use leptos::prelude::*;

use crate::app::documents::{Documents, dialect};
use crate::app::reading::failure::ReadFailure;
use crate::app::reading::openings::{Opening, Openings};
use crate::browser::files::Given;
use crate::browser::page;
use crate::document::workspace::DocumentId;
use crate::document::{Document, Indexer, Source};
use crate::epd::lint::Signs;

/// Files up to this size are kept in memory. Blocks of larger files are read when they are needed.
const RESIDENT: u64 = 32 << 20;

/// Bytes read at a time. They take some milliseconds to index, then the page may paint.
const CHUNK: u64 = 1 << 20;

/// Reads files.
#[derive(Debug, Clone, Copy)]
pub struct Reader {
    documents: &'static Documents,
    openings: Openings,
}

impl Reader {
    /// Reports progress to `openings`.
    pub fn new(documents: &'static Documents, openings: Openings) -> Self {
        Self { documents, openings }
    }

    /// Reads and indexes a file; `None` if it was cancelled. If it is to be `shown`, the beginning of a long file opens
    /// while the rest is read, as the document with the returned id. It opens in front only if the user's count of acts
    /// is still `shown`, so that it does not take the place of what they do now.
    pub(crate) async fn load(
        self,
        given: &Given,
        shown: Option<u32>,
    ) -> Result<Option<(Document, Option<DocumentId>)>, ReadFailure> {
        let opening = self.openings.begin_opening(&given.name(), given.size(), shown.is_some());
        let read = self.read_all(given, opening, shown.unwrap_or_default()).await;
        self.openings.cancel_opening(opening.serial);
        let shown = opening.shown.get_untracked();
        match (read, shown) {
            (Ok(Some(document)), _) => Ok(Some((document, shown))),
            (read, shown) => {
                if let Some(id) = shown {
                    self.documents.workspace.update(|workspace| workspace.close(id));
                }
                read.map(|_| None)
            }
        }
    }

    /// Opens the complete lines in the beginning of a file that is being read.
    fn show_beginning(self, given: &Given, opening: Opening, acts: u32, bytes: &[u8]) {
        let Some(end) = memchr::memrchr(b'\n', bytes) else { return };
        let mut beginning = Document::from_bytes(given.name(), bytes[..=end].to_vec());
        dialect::recall(&mut beginning);
        let is_behind = self.openings.has_acted(acts);
        self.documents
            .workspace
            .update(|workspace| opening.shown.set(Some(workspace.open_beginning(beginning, is_behind))));
    }

    async fn read_all(
        self,
        given: &Given,
        opening: Opening,
        acts: u32,
    ) -> Result<Option<Document>, ReadFailure> {
        let total = opening.total;
        let mut indexer = Indexer::default();
        let resident = total <= RESIDENT;
        let mut bytes = Vec::new();
        let mut variant = None;
        let mut at = 0;
        while at < total {
            let end = (at + CHUNK).min(total);
            let chunk = given.read(at..end).await?;
            indexer.feed(&chunk);
            if at == 0 {
                variant = Signs::of_beginning(&chunk);
            }
            if opening.can_cancel && at == 0 && end < total {
                page::breathe().await;
                if !self.openings.is_wanted(opening) {
                    return Ok(None);
                }
                self.show_beginning(given, opening, acts, &chunk);
            }
            if resident {
                bytes.extend_from_slice(&chunk);
            }
            at = end;
            opening.done.set(at);
            if !self.openings.is_wanted(opening) {
                return Ok(None);
            }
            page::breathe().await;
        }
        if indexer.has_overflowed() {
            return Err(ReadFailure::ManyLines);
        }
        let source = if resident { Source::resident(bytes) } else { Source::external(total) };
        let mut document = Document::new(given.name(), source, indexer.finish());
        dialect::recall(&mut document);
        document.variant = variant;
        Ok(Some(document))
    }
}
