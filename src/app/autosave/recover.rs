//! Lost work of an earlier page, which the browser kept and the page offers at its next start.

use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::autosave::kept::Kept;
use crate::app::autosave::{AGAIN_MS, Autosave, TRIES};
use crate::app::reading::failure::ReadFailure;
use crate::browser::files::Given;
use crate::browser::store::{Row, Store};
use crate::browser::tabs::{Ask, Held, lock};
use crate::document::{Differences, Document, JournalError};
use crate::js::JsError;
use crate::language::Text;
use crate::logic::autosave::{Progress, without_gap};
use crate::logic::file_settings::Choices;

/// Most differing lines shown.
const MOST_SHOWN: usize = 20;

/// A document whose changes were not saved.
#[derive(Debug)]
pub(crate) struct Lost {
    pub(crate) row: Row,
    lock: Held,
    /// The document with its changes, or why it cannot be restored.
    found: Result<Found, Text>,
}

#[derive(Debug)]
struct Found {
    document: Document,
    given: Given,
    next: u32,
    differences: Differences,
}

/// Why lost work cannot be restored.
#[derive(Debug)]
enum RecoverError {
    /// The browser cannot read what it kept, or the file.
    Read(ReadFailure),
    /// The file is not there.
    NoBase,
    /// The file was not read to its end.
    Stopped,
    /// The changes do not fit the file.
    Journal(JournalError),
}

impl From<JsError> for RecoverError {
    fn from(error: JsError) -> Self {
        Self::Read(error.into())
    }
}

impl From<ReadFailure> for RecoverError {
    fn from(failure: ReadFailure) -> Self {
        Self::Read(failure)
    }
}

impl From<RecoverError> for Text {
    fn from(error: RecoverError) -> Self {
        match error {
            RecoverError::Read(failure) => failure.into(),
            RecoverError::NoBase => "why.no-base".into(),
            RecoverError::Stopped => "why.reading-stopped".into(),
            RecoverError::Journal(error) => error.text(),
        }
    }
}

/// The parts of lost work that are shown.
#[derive(Debug, Clone)]
pub struct LostWork {
    /// Its name in the database.
    pub id: String,
    /// The name of its file.
    pub name: String,
    /// When it was changed last, in milliseconds since 1970.
    pub at: f64,
    /// The differences from its file, or why it cannot be restored.
    pub differences: Result<Differences, Text>,
}

impl Autosave {
    /// The work that can be restored.
    pub fn lost_work(self) -> Vec<LostWork> {
        self.lost_changes.track();
        let shown = |lost: &Lost| LostWork {
            id: lost.row.id.clone(),
            name: lost.row.name.clone(),
            at: lost.row.at,
            differences: lost.found.as_ref().map(|found| found.differences.clone()).map_err(Text::clone),
        };
        self.inner.with_value(|inner| inner.lost.iter().map(shown).collect())
    }

    /// Looks for work that is no longer open in any tab.
    pub(crate) async fn find_lost_work(self) {
        let Some(store) = self.store() else { return };
        let mut rows = store.rows().await;
        for _ in 1..TRIES {
            if rows.is_ok() {
                break;
            }
            TimeoutFuture::new(AGAIN_MS).await;
            rows = store.rows().await;
        }
        let rows = match rows {
            Ok(rows) => rows,
            Err(error) => return self.notices.failed("toast.no-lost-work", &error),
        };
        for row in rows {
            // If the lock is taken, the document is open in another tab.
            let Some(held) = lock(&row.id, Ask::IfFree).await else { continue };
            if !row.is_dirty {
                // If it cannot be deleted now, the next start tries again.
                let _ = store.remove(&row.id).await;
                continue;
            }
            let found = self.find_again(&store, &row).await.map_err(Text::from);
            self.inner.update_value(|inner| inner.lost.push(Lost { row, lock: held, found }));
            self.lost_changes.update(|changes| *changes += 1);
        }
    }

    /// Restores a document with its changes.
    async fn find_again(self, store: &Store, row: &Row) -> Result<Found, RecoverError> {
        let Some(given) = store.base(row).await? else {
            return Err(RecoverError::NoBase);
        };
        let Some((mut document, _)) = self.reader.load(&given, None).await? else {
            return Err(RecoverError::Stopped);
        };
        // The name alone does not tell: other files have it, too, and pasted text has none.
        if let Some(choices) = Choices::read(&row.choices) {
            choices.apply(&mut document);
        }
        let mut next = 0;
        for chunk in without_gap(store.chunks(&row.id, 0).await?) {
            document.replay(&chunk).map_err(RecoverError::Journal)?;
            next += 1;
        }
        let first = document.differences(MOST_SHOWN).first;
        for block in document.missing_blocks_of_file(first.iter().map(|line| line.id)) {
            let range = document.source().block_range(block);
            document.supply_block(block, given.read(range).await?);
        }
        let differences = document.differences(MOST_SHOWN);
        document.name.clone_from(&row.name);
        Ok(Found { document, given, next, differences })
    }

    fn take_lost(self, id: &str) -> Option<Lost> {
        let taken = self.inner.try_update_value(|inner| {
            let at = inner.lost.iter().position(|lost| lost.row.id == id)?;
            Some(inner.lost.remove(at))
        });
        self.lost_changes.update(|changes| *changes += 1);
        taken.flatten()
    }

    /// Opens lost work as it was left.
    ///
    /// What cannot be restored stays where it is.
    pub fn restore(self, id: &str) {
        let can_restore = |lost: &Lost| lost.row.id == id && lost.found.is_ok();
        if !self.inner.with_value(|inner| inner.lost.iter().any(can_restore)) {
            return;
        }
        let Some(Lost { row, lock, found: Ok(found) }) = self.take_lost(id) else { return };
        let Found { mut document, mut given, next, .. } = found;
        document.resume_journal();
        given.handle = row.handle;
        let mut opened = None;
        self.documents.workspace.update_untracked(|workspace| opened = Some(workspace.open(document)));
        if let Some(opened) = opened {
            self.documents.given.update_value(|map| {
                map.insert(opened, given);
            });
            let mut kept = Kept::new(row.id);
            kept.progress = Progress { next, has_base: true, ..Progress::default() };
            kept.lock = Some(lock);
            self.inner.update_value(|inner| {
                inner.kept.push((opened, kept));
            });
        }
        self.documents.workspace.notify();
        self.documents.ensure_selected();
    }

    /// Leaves lost work to another tab.
    pub(crate) fn leave_lost(self, id: &str) {
        drop(self.take_lost(id));
    }

    /// Discards lost work.
    pub fn discard(self, id: &str) {
        let (Some(lost), Some(store)) = (self.take_lost(id), self.store()) else { return };
        spawn_local(async move {
            if let Err(error) = store.remove(&lost.row.id).await {
                self.notices.failed_of("toast.not-removed", &lost.row.name, &error);
            }
            drop(lost.lock);
        });
    }
}
