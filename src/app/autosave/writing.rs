//! Writes changes, and the file that they are about, into the browser's database.

use std::borrow::Cow;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::autosave::Autosave;
use crate::browser::files::{self, Given};
use crate::browser::page;
use crate::browser::store::{Row, Store};
use crate::document::workspace::DocumentId;
use crate::language::Text;
use crate::logic::autosave::ToWrite;
use crate::logic::tab_sync::GREW;

/// The milliseconds that a write may take before the user hears that the latest changes are not saved yet.
const BEHIND_MS: u32 = 1_000;

/// The most bytes of a file that is written with the first change, in one step: 1 MiB. A larger one is given to the browser
/// as a file, which takes it longer.
const SMALL_BYTES: u64 = 1 << 20;

/// Milliseconds before the next attempt when the database was full.
const RETRY_MS: u32 = 10_000;

impl Autosave {
    /// Writes the changes of one document, and its file if that is not in the database.
    pub(crate) fn flush_document(self, document: DocumentId) {
        let taken = self.documents.workspace.try_update_untracked(|workspace| {
            let open = workspace.get_mut(document)?;
            // An unfinished run counts as work, too.
            let is_dirty = open.document.is_dirty() || open.document.pending_run().is_some();
            let taken =
                self.with_kept(document, |kept| Some((kept.id.clone(), kept.take(&mut open.document)?)));
            Some((taken.flatten()?, is_dirty, open.document.name.clone()))
        });
        let Some(((id, (ToWrite { chunks, needs_base }, choices)), is_dirty, name)) = taken.flatten() else {
            return;
        };
        let given = self.documents.given.with_value(|map| map.get(&document).cloned());
        let Some(store) = self.store() else {
            self.with_kept(document, |kept| kept.progress.failed = chunks);
            self.problem.set(Some("why.keeps-nothing".into()));
            return;
        };
        let mut base = (needs_base && !chunks.is_empty()).then(|| self.small_base(document)).flatten();
        if needs_base && base.is_none() {
            self.keep_base(document, &store, &id, given.as_ref());
        }
        let modified = given.as_ref().map_or(0.0, |given| given.file.last_modified());
        let handle = given.and_then(|given| given.handle);
        let at = page::now_date();
        let row = Row { id: id.clone(), name, is_dirty, at, modified, handle, choices };
        for (number, chunk) in chunks {
            let base = base.take();
            let writing = store.append(&row, base.as_deref(), number, &chunk);
            let (id, has_base) = (id.clone(), base.is_some());
            if has_base {
                self.with_kept(document, |kept| kept.progress.has_base = true);
            }
            self.write_begins();
            spawn_local(async move {
                let written = writing.await;
                self.write_ends();
                match written {
                    Ok(()) => self.is_written(document, &id),
                    Err(error) => {
                        self.with_kept(document, |kept| {
                            kept.progress.has_base &= !has_base;
                            kept.progress.failed.push((number, chunk));
                        });
                        self.keep_failed(error.into());
                    }
                }
            });
        }
    }

    /// Counts a write, and says so if it takes long.
    fn write_begins(self) {
        self.inner.update_value(|inner| inner.writes.0 += 1);
        let number = self.inner.with_value(|inner| inner.writes.0);
        page::later(BEHIND_MS, move || {
            if self.inner.try_with_value(|inner| inner.writes.1 < number) == Some(true) {
                self.is_behind.set(true);
            }
        });
    }

    fn write_ends(self) {
        let is_last = self.inner.try_update_value(|inner| {
            inner.writes.1 += 1;
            inner.writes.0 == inner.writes.1
        });
        if is_last == Some(true) && self.is_behind.get_untracked() {
            self.is_behind.set(false);
        }
    }

    fn is_written(self, document: DocumentId, id: &str) {
        self.tell_tabs(id, GREW);
        let all = self.with_kept(document, |kept| kept.progress.is_whole());
        if all == Some(true) && self.problem.with_untracked(Option::is_some) {
            self.problem.set(None);
            self.notices.note("toast.kept-again");
        }
    }

    fn keep_failed(self, reason: Text) {
        self.problem.set(Some(reason));
        self.flush_soon(RETRY_MS);
    }

    /// The bytes of the file of a document, if they are few.
    fn small_base(self, document: DocumentId) -> Option<Vec<u8>> {
        self.documents.workspace.with_untracked(|workspace| {
            let source = workspace.get(document)?.document.source();
            let is_small = source.is_resident() && source.len() <= SMALL_BYTES;
            is_small.then(|| source.read(0..source.len()))?.map(Cow::into_owned)
        })
    }

    fn keep_base(self, document: DocumentId, store: &Store, id: &str, given: Option<&Given>) {
        // The journal is about the bytes that were read; the file may have changed since, also by a save of this document.
        let blob = self.documents.workspace.with_untracked(|workspace| {
            let source = workspace.get(document).map(|open| open.document.source());
            let read =
                source.filter(|source| source.is_resident()).and_then(|source| source.read(0..source.len()));
            match (read, given) {
                // Too many for memory.
                (None, Some(given)) => Ok(given.file.clone().into()),
                (read, _) => files::blob(&read.unwrap_or_default()),
            }
        });
        // Set before the write, so that there is only one write; reset if it fails.
        self.with_kept(document, |kept| kept.progress.has_base = true);
        let (store, id) = (store.clone(), id.to_owned());
        self.write_begins();
        spawn_local(async move {
            let kept = match blob {
                Ok(blob) => store.keep_base(&id, &blob).await,
                Err(error) => Err(error),
            };
            self.write_ends();
            match kept {
                Ok(()) => self.is_written(document, &id),
                Err(error) => {
                    self.with_kept(document, |kept| kept.progress.has_base = false);
                    self.keep_failed(error.into());
                }
            }
        });
    }
}
