//! Keeps unsaved work in the browser's database while the user works, so that it outlives the page: the
//! original file, followed by the changes.
//!
//! Each document has a name there, which is the same in every tab for the same file. The tab that may change
//! the document holds the lock of that name. See `recover` for the next start, and `tab_sync` for the other
//! tabs.

pub(crate) mod adopting;
pub(crate) mod kept;
pub mod recover;
mod writing;

use std::rc::Rc;

use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::autosave::kept::Kept;
use crate::app::autosave::recover::Lost;
use crate::app::documents::Documents;
use crate::app::notices::Notices;
use crate::app::reading::Reader;
use crate::app::recent::RecentFiles;
use crate::browser::files::Given;
use crate::browser::page;
use crate::browser::store::Store;
use crate::browser::tabs::{Ask, Tabs, lock};
use crate::document::workspace::{DocumentId, OpenDocument};
use crate::headless::decimal::whole;
use crate::language::Text;
use crate::logic::tab_sync::{GONE, WHICH};

/// Milliseconds after which changes are written to the database. The requirement is 300 ms.
const PAUSE_MS: u32 = 100;

/// How often the database is asked at the start, and the milliseconds between: a browser that was killed may still
/// hold it when the next one begins.
pub(super) const TRIES: u32 = 5;
pub(super) const AGAIN_MS: u32 = 400;

/// The kept state of all documents.
#[derive(Default)]
pub(crate) struct Inner {
    pub(crate) store: Option<Store>,
    pub(crate) tabs: Option<Tabs>,
    /// Called with files that another tab may change.
    follow: Option<Rc<dyn Fn(DocumentId)>>,
    /// One entry for each open file.
    pub(crate) kept: Vec<(DocumentId, Kept)>,
    pub(crate) lost: Vec<Lost>,
    is_waiting: bool,
    serial: u32,
    /// The numbers of writes that have begun and ended.
    writes: (u32, u32),
}

impl std::fmt::Debug for Inner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Inner").field("kept", &self.kept).field("lost", &self.lost).finish_non_exhaustive()
    }
}

/// The signals of autosave.
#[derive(Debug, Clone, Copy)]
pub struct Autosave {
    /// Why changes are only in memory; `None` while they are kept.
    pub problem: RwSignal<Option<Text>>,
    /// Whether changes are being written for longer than a moment.
    pub is_behind: RwSignal<bool>,
    /// A number that grows when the list of lost work changes.
    pub lost_changes: RwSignal<u32>,
    pub(crate) inner: StoredValue<Inner, LocalStorage>,
    documents: &'static Documents,
    reader: Reader,
    recent: RecentFiles,
    notices: Notices,
}

impl Autosave {
    /// Starts with nothing kept.
    pub fn new(documents: &'static Documents, reader: Reader, recent: RecentFiles, notices: Notices) -> Self {
        Self {
            problem: RwSignal::new(None),
            is_behind: RwSignal::new(false),
            lost_changes: RwSignal::new(0),
            inner: StoredValue::new_local(Inner::default()),
            documents,
            reader,
            recent,
            notices,
        }
    }
}

impl Autosave {
    pub(crate) fn store(self) -> Option<Store> {
        self.inner.with_value(|inner| inner.store.clone())
    }

    /// Sends the other tabs a word about a document.
    pub(crate) fn tell_tabs(self, id: &str, word: &str) {
        self.tell_tabs_of(id, word, None);
    }

    /// The same, with the other name that some words need.
    fn tell_tabs_of(self, id: &str, word: &str, name: Option<&str>) {
        self.inner.with_value(|inner| {
            if let Some(tabs) = &inner.tabs {
                tabs.say(id, word, name);
            }
        });
    }

    pub(crate) fn with_kept<T>(self, document: DocumentId, f: impl FnOnce(&mut Kept) -> T) -> Option<T> {
        let of = |kept: &&mut (DocumentId, Kept)| kept.0 == document;
        self.inner.try_update_value(|inner| inner.kept.iter_mut().find(of).map(|(_, kept)| f(kept))).flatten()
    }
}

/// The same name for the same file in every tab.
pub(crate) fn name_of(given: &Given) -> String {
    format!("{}|{}|{}", given.name(), given.size(), whole(given.file.last_modified()))
}

impl Autosave {
    /// Starts to keep the work of this page, and looks for lost work of an earlier page. `follow` is called
    /// with files that another tab may change.
    pub(crate) fn keep_work(self, tabs: Tabs, follow: impl Fn(DocumentId) + 'static) {
        self.inner.update_value(|inner| {
            inner.tabs = Some(tabs);
            inner.follow = Some(Rc::new(follow));
        });
        spawn_local(async move {
            let mut opened = Store::open().await;
            for _ in 1..TRIES {
                if opened.is_ok() {
                    break;
                }
                TimeoutFuture::new(AGAIN_MS).await;
                opened = Store::open().await;
            }
            match opened {
                Ok(store) => {
                    self.inner.update_value(|inner| inner.store = Some(store.clone()));
                    self.recent.use_store(store);
                    self.flush();
                    self.find_lost_work().await;
                }
                // The user is notified of the problem when there is work to keep.
                Err(_) => self.flush(),
            }
        });
        Effect::new(move || {
            let (open, is_behind) = self.documents.workspace.with(|workspace| {
                let is_other = workspace.active().is_some_and(|open| self.is_chosen_anew(open));
                let open = workspace.open_documents();
                // A file that is still being read is kept once it is complete.
                let whole = open.iter().filter(|open| !open.is_reading);
                let ids: Vec<DocumentId> = whole.map(|open| open.id).collect();
                (ids, is_other || open.iter().any(|open| open.document.has_journal()))
            });
            self.follow_workspace(&open);
            if is_behind {
                self.flush_soon(PAUSE_MS);
            }
        });
    }

    /// Whether something else was chosen for a document since it was written.
    fn is_chosen_anew(self, open: &OpenDocument) -> bool {
        self.with_kept(open.id, |kept| kept.is_chosen_anew(&open.document)) == Some(true)
    }

    /// Starts to keep newly opened files, and forgets closed ones.
    fn follow_workspace(self, open: &[DocumentId]) {
        let new: Vec<DocumentId> = self.inner.with_value(|inner| {
            let is_new = |document: &DocumentId| !inner.kept.iter().any(|(known, _)| known == document);
            open.iter().copied().filter(is_new).collect()
        });
        for document in new {
            self.begin_keeping(document);
        }
        while let Some((document, kept)) = self.take_kept(|document| !open.contains(&document)) {
            self.close(document, kept);
        }
    }

    /// Forgets a document that was closed, and tells the tabs that follow it. Apart from what a first visit needs.
    #[inline(never)]
    fn close(self, document: DocumentId, kept: Kept) {
        let id = kept.id.clone();
        let saved = self.documents.given.with_value(|map| map.get(&document).map(name_of));
        self.forget(kept, Box::new(move || self.tell_tabs_of(&id, GONE, saved.as_deref())));
    }

    fn take_kept(self, is_meant: impl Fn(DocumentId) -> bool) -> Option<(DocumentId, Kept)> {
        let taken = self.inner.try_update_value(|inner| {
            let at = inner.kept.iter().position(|&(document, _)| is_meant(document))?;
            Some(inner.kept.swap_remove(at))
        });
        taken.flatten()
    }

    /// Deletes the kept work of a document, if this tab has the right to change it; `then` is called when another tab can
    /// have it.
    pub(crate) fn forget(self, kept: Kept, then: Box<dyn FnOnce()>) {
        self.documents.following.try_update(|list| {
            let open = self
                .inner
                .with_value(|inner| inner.kept.iter().map(|&(document, _)| document).collect::<Vec<_>>());
            list.retain(|document| open.contains(document));
        });
        let Some((store, lock)) = self.store().zip(kept.lock) else { return };
        spawn_local(async move {
            if kept.progress.next > 0 {
                // If it cannot be deleted, it is offered at the next start, which does no harm.
                let _ = store.remove(&kept.id).await;
            }
            drop(lock);
            then();
        });
    }

    fn begin_keeping(self, document: DocumentId) {
        let given = self.documents.given.with_value(|map| map.get(&document).map(name_of));
        let id = self.inner.try_update_value(|inner| {
            let is_known = |id: &String| {
                inner.kept.iter().any(|(_, kept)| kept.id == *id)
                    || inner.lost.iter().any(|lost| lost.row.id == *id)
            };
            inner.serial += 1;
            let own = || format!("{}|{}", whole(page::now_date()), inner.serial);
            let name = given.filter(|id| !is_known(id));
            let is_named = name.is_some();
            let id = name.unwrap_or_else(own);
            inner.kept.push((document, Kept::new(id.clone())));
            (id, is_named)
        });
        let Some((id, is_named)) = id else { return };
        self.documents.workspace.update_untracked(|workspace| {
            if let Some(open) = workspace.get_mut(document) {
                open.document.keep_journal();
            }
        });
        spawn_local(async move {
            match lock(&id, Ask::IfFree).await {
                Some(held) => {
                    self.with_kept(document, |kept| kept.lock = Some(held));
                    // A tab that saved the file since it read it has it under an older name.
                    if is_named {
                        self.tell_tabs(&id, WHICH);
                    }
                    // A new document that was never saved is worth keeping before its first change.
                    self.flush_soon(PAUSE_MS);
                }
                None => {
                    if let Some(follow) = self.inner.with_value(|inner| inner.follow.clone()) {
                        follow(document);
                    }
                }
            }
        });
    }

    /// The document is another file than it was: what is kept belongs to that one.
    pub(crate) fn keep_anew(self, document: DocumentId) {
        if let Some((_, kept)) = self.take_kept(|known| known == document) {
            self.forget(kept, Box::new(|| {}));
            self.begin_keeping(document);
        }
    }

    /// The document is the file that it was saved to now. Other tabs go on with the one that it was.
    pub(crate) fn keep_as_saved(self, document: DocumentId) {
        let was_kept = self.with_kept(document, |kept| kept.progress.next > 0);
        self.keep_anew(document);
        if was_kept == Some(true) {
            self.documents.workspace.update_untracked(|workspace| {
                if let Some(open) = workspace.get_mut(document) {
                    open.document.restart_journal();
                }
            });
        }
    }

    fn flush_soon(self, pause: u32) {
        let begun = self.inner.try_update_value(|inner| std::mem::replace(&mut inner.is_waiting, true));
        if begun == Some(false) {
            page::later(pause, move || self.flush());
        }
    }

    /// Writes changes that are not in the database yet. The write begins before this returns, so that it may
    /// be called while the page is closing.
    pub fn flush(self) {
        self.inner.update_value(|inner| inner.is_waiting = false);
        let documents: Vec<DocumentId> =
            self.inner.with_value(|inner| inner.kept.iter().map(|&(document, _)| document).collect());
        for document in documents {
            if self.with_kept(document, |kept| kept.lock.is_some()) == Some(true) {
                self.flush_document(document);
            }
        }
    }
}
