//! The same file in several tabs: one may change it, the others follow what it does.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::analysis::AnalysisState;
use crate::app::autosave::{Asked, Autosave};
use crate::app::documents::Documents;
use crate::app::notices::Notices;
use crate::browser::tabs::{Ask, Tabs, lock};
use crate::document::workspace::DocumentId;
use crate::logic::tab_sync::{GIVE, HEARD, KEPT, Part, Todo, todo};

/// Milliseconds after which a tab that was asked for a file is said to be silent.
const SILENT_MS: u32 = 3_000;

/// Milliseconds between two looks whether a run that was stopped is at its end.
const STOP_MS: u32 = 20;

/// Keeps the tabs that have the same file open together.
#[derive(Debug, Clone, Copy)]
pub struct TabSync {
    autosave: &'static Autosave,
    analysis: &'static AnalysisState,
    documents: &'static Documents,
    notices: Notices,
}

impl TabSync {
    /// Over what is kept.
    pub fn new(
        autosave: &'static Autosave,
        analysis: &'static AnalysisState,
        documents: &'static Documents,
        notices: Notices,
    ) -> Self {
        Self { autosave, analysis, documents, notices }
    }

    /// Keeps the work of this page, and follows other tabs, from now on.
    pub fn keep_work(self) {
        let tabs = Tabs::new(move |id, word| self.hear(&id, &word));
        self.autosave.keep_work(tabs, move |document| spawn_local(self.follow(document)));
    }

    /// What another tab says about a document.
    pub(crate) fn hear(self, id: &str, word: &str) {
        let known = self.autosave.inner.with_value(|inner| {
            let (document, kept) = inner.kept.iter().find(|(_, kept)| kept.id == id)?;
            let part = if kept.lock.is_some() { Part::Leads } else { Part::Follows(kept.asked.is_some()) };
            Some((*document, part))
        });
        let part = known.map_or(Part::None, |(_, part)| part);
        match (known, todo(part, word)) {
            (Some((document, _)), Todo::CatchUp) => spawn_local(self.catch_up(document)),
            (Some((document, _)), Todo::GiveUp) => {
                self.tell_tabs(id, HEARD);
                spawn_local(self.give_up(document));
            }
            (Some((document, _)), Todo::NoteHeard) => {
                self.autosave.with_kept(document, |kept| {
                    if let Some(asked) = &mut kept.asked {
                        *asked = Asked::Heard;
                    }
                });
            }
            (_, Todo::TellKept) => self.notices.problem("toast.other-tab-keeps"),
            (_, Todo::LeaveLost) => self.autosave.leave_lost(id),
            _ => {}
        }
    }

    fn tell_tabs(self, id: &str, word: &str) {
        self.autosave.inner.with_value(|inner| {
            if let Some(tabs) = &inner.tabs {
                tabs.say(id, word);
            }
        });
    }

    /// Leaves a document to the tab that may change it.
    pub(crate) async fn follow(self, document: DocumentId) {
        self.analysis.stop_for(document);
        self.documents.following.update(|list| list.push(document));
        // What this tab wrote down is not for the database of the other one.
        self.documents.workspace.update_untracked(|workspace| {
            if let Some(open) = workspace.get_mut(document) {
                open.document.take_journal();
            }
        });
        self.catch_up(document).await;
    }

    /// Does what the other tab did since the last time.
    async fn catch_up(self, document: DocumentId) {
        let Some(store) = self.autosave.store() else { return };
        let Some((id, from)) =
            self.autosave.with_kept(document, |kept| (kept.id.clone(), kept.progress.next))
        else {
            return;
        };
        let chunks = store.chunks(&id, from).await.unwrap_or_default();
        for (number, chunk) in chunks {
            // Two words that came together read the same chunks.
            let is_next = self.autosave.with_kept(document, |kept| {
                let is_next = kept.progress.next == number;
                kept.progress.next += u32::from(is_next);
                is_next
            });
            if is_next == Some(true) {
                let mut done = Ok(());
                self.documents.update_document(document, |document| done = document.replay(&chunk));
                if let Err(error) = done {
                    self.notices.failed("toast.follow-failed", error.text());
                }
            }
        }
    }

    /// Lets another tab change a document, when all that was done is in the database.
    async fn give_up(self, document: DocumentId) {
        self.analysis.stop_for(document);
        // What its run still writes belongs to what the other tab reads.
        while self.analysis.is_running_for(document) {
            gloo_timers::future::TimeoutFuture::new(STOP_MS).await;
        }
        self.autosave.flush_document(document);
        let (Some(store), Some(id)) =
            (self.autosave.store(), self.autosave.with_kept(document, |kept| kept.id.clone()))
        else {
            return;
        };
        // Reading waits for the writing that was begun before. What could not be written would be lost
        // in the other tab: then the document stays here.
        let last = self.autosave.with_kept(document, |kept| kept.progress.next.checked_sub(1)).flatten();
        if let Some(last) = last {
            let written = store.chunks(&id, last).await.unwrap_or_default();
            let failed = self.autosave.with_kept(document, |kept| !kept.progress.failed.is_empty());
            if written.is_empty() || failed != Some(false) {
                return self.tell_tabs(&id, KEPT);
            }
        }
        let held = self.autosave.with_kept(document, |kept| kept.lock.take());
        drop(held);
        self.follow(document).await;
    }

    /// Takes the right to change the file in front from the tab that has it.
    pub fn take_over(self) {
        let Some(document) = self.documents.with_active(|open| open.id) else { return };
        let Some(id) = self.autosave.with_kept(document, |kept| kept.id.clone()) else { return };
        let before = self.autosave.with_kept(document, |kept| kept.asked.replace(Asked::Silent)).flatten();
        self.tell_tabs(&id, GIVE);
        // A tab that does nothing any more holds the lock until it is closed. Nothing is taken from it by force: what
        // it still writes when it goes on would be mixed with what this one writes.
        spawn_local(async move {
            gloo_timers::future::TimeoutFuture::new(SILENT_MS).await;
            if self.autosave.with_kept(document, |kept| kept.asked) == Some(Some(Asked::Silent)) {
                self.notices.problem("toast.other-tab-silent");
            }
        });
        if before.is_some() {
            // The lock is waited for already.
            return;
        }
        spawn_local(async move {
            let held = lock(&id, Ask::Wait).await;
            self.autosave.with_kept(document, |kept| kept.asked = None);
            let Some(held) = held else { return };
            self.catch_up(document).await;
            // A tab that closed the file forgot what was kept of it.
            let is_kept = match self.autosave.store() {
                Some(store) => store.rows().await.unwrap_or_default().iter().any(|row| row.id == id),
                None => false,
            };
            self.documents.update_document(document, |document| {
                if is_kept { document.resume_journal() } else { document.restart_journal() }
            });
            self.autosave.with_kept(document, |kept| {
                kept.lock = Some(held);
                kept.progress.has_base = is_kept;
                kept.progress.next = if is_kept { kept.progress.next } else { 0 };
            });
            self.documents.following.update(|list| list.retain(|&other| other != document));
        });
    }
}
