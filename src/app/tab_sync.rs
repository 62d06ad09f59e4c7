//! The same file in several tabs: one tab may change it, and the others follow its changes.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::analysis::AnalysisState;
use crate::app::autosave::adopting::IsLast;
use crate::app::autosave::kept::Asked;
use crate::app::autosave::{Autosave, name_of};
use crate::app::documents::Documents;
use crate::app::notices::Notices;
use crate::browser::tabs::{Ask, Held, Tabs, lock};
use crate::document::workspace::DocumentId;
use crate::logic::tab_sync::{GIVE, HEARD, KEPT, Part, Todo, todo};

/// Milliseconds without an answer after which a tab that was asked for a file is reported as silent.
const SILENT_MS: u32 = 3_000;

/// Milliseconds between two looks at what another part of the browser is to end: a run, a lock.
const STOP_MS: u32 = 20;

/// How often it is asked whether a lock is free.
const TRIES: u32 = 50;

/// Keeps tabs with the same file in step.
#[derive(Debug, Clone, Copy)]
pub struct TabSync {
    autosave: &'static Autosave,
    analysis: &'static AnalysisState,
    documents: &'static Documents,
    notices: Notices,
}

impl TabSync {
    /// Works on the documents that are kept.
    pub fn new(
        autosave: &'static Autosave,
        analysis: &'static AnalysisState,
        documents: &'static Documents,
        notices: Notices,
    ) -> Self {
        Self { autosave, analysis, documents, notices }
    }

    /// Starts to keep the work of this page and to follow other tabs.
    pub fn keep_work(self) {
        let tabs = Tabs::new(move |id, word, name| self.hear(&id, &word, name));
        self.autosave.keep_work(tabs, move |document| spawn_local(self.follow(document)));
    }

    /// Handles a message of another tab about a document.
    pub(crate) fn hear(self, id: &str, word: &str, name: Option<String>) {
        let known = self.autosave.inner.with_value(|inner| {
            let (document, kept) = inner.kept.iter().find(|(_, kept)| kept.id == id)?;
            let part = if kept.lock.is_some() { Part::Leads } else { Part::Follows(kept.asked.is_some()) };
            Some((*document, part))
        });
        let part = known.map_or(Part::None, |(_, part)| part);
        match (known, todo(part, word)) {
            (Some((document, _)), Todo::CatchUp) => spawn_local(self.catch_up(document)),
            (Some((document, _)), Todo::GiveUp) => {
                self.autosave.tell_tabs(id, HEARD);
                spawn_local(self.give_up(document));
            }
            (Some((document, _)), Todo::NoteHeard) => {
                self.autosave.with_kept(document, |kept| {
                    if let Some(asked) = &mut kept.asked {
                        *asked = Asked::Heard;
                    }
                });
            }
            (Some((document, _)), Todo::TakeUp) => {
                spawn_local(self.take_up(document, id.to_owned(), name));
            }
            (_, Todo::TellKept) => self.notices.problem("toast.other-tab-keeps"),
            (_, Todo::LeaveLost) => self.autosave.leave_lost(id),
            (_, Todo::TellName) => self.autosave.tell_name(id),
            (Some((document, _)), Todo::GoOn) => {
                if let Some(name) = name {
                    spawn_local(self.go_on_as(document, name));
                }
            }
            _ => {}
        }
    }

    /// Hands a document over to the tab that may change it.
    pub(crate) async fn follow(self, document: DocumentId) {
        self.analysis.stop_for(document);
        self.documents.begin_following(document);
        // The journal of this tab must not get into the database of the other one.
        self.documents.workspace.update_untracked(|workspace| {
            if let Some(open) = workspace.get_mut(document) {
                open.document.take_journal();
            }
        });
        self.catch_up(document).await;
    }

    /// Follows the tab that has the document under another name.
    async fn go_on_as(self, document: DocumentId, name: String) {
        self.analysis.stop_for(document);
        let adopted = self.autosave.adopt(document, name).await;
        let is_wanted = self.autosave.with_kept(document, |kept| std::mem::take(&mut kept.is_wanted));
        match adopted {
            Ok(true) => {
                self.follow(document).await;
                if is_wanted == Some(true) {
                    self.take_over_of(document);
                }
            }
            Ok(false) => {}
            Err(failure) => self.notices.failed("toast.follow-failed", failure),
        }
    }

    /// Replays the changes that the other tab made since the last time.
    async fn catch_up(self, document: DocumentId) {
        let Some(store) = self.autosave.store() else { return };
        let Some((id, from)) =
            self.autosave.with_kept(document, |kept| (kept.id.clone(), kept.progress.next))
        else {
            return;
        };
        let chunks = store.chunks(&id, from).await.unwrap_or_default();
        for (number, chunk) in chunks {
            // Two messages at the same time lead to the same chunks.
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

    /// Lets another tab change a document, once all changes are in the database.
    async fn give_up(self, document: DocumentId) {
        self.analysis.stop_for(document);
        // The other tab reads everything that the run still writes.
        while self.analysis.is_running_for(document) {
            gloo_timers::future::TimeoutFuture::new(STOP_MS).await;
        }
        self.autosave.flush_document(document);
        let (Some(store), Some(id)) =
            (self.autosave.store(), self.autosave.with_kept(document, |kept| kept.id.clone()))
        else {
            return;
        };
        // The read waits for writes that were begun before. Changes that could not be written would be lost
        // in the other tab; in that case the document stays here.
        let last = self.autosave.with_kept(document, |kept| kept.progress.next.checked_sub(1)).flatten();
        if let Some(last) = last {
            let written = store.chunks(&id, last).await.unwrap_or_default();
            let failed = self.autosave.with_kept(document, |kept| !kept.progress.failed.is_empty());
            if written.is_empty() || failed != Some(false) {
                return self.autosave.tell_tabs(&id, KEPT);
            }
        }
        let held = self.autosave.with_kept(document, |kept| kept.lock.take());
        drop(held);
        self.follow(document).await;
    }

    /// Takes the right to change the file in front from the tab that has it.
    pub fn take_over(self) {
        if let Some(document) = self.documents.with_active(|open| open.id) {
            self.take_over_of(document);
        }
    }

    /// Takes the right to change a file. One that gets another name meanwhile is taken under that.
    fn take_over_of(self, document: DocumentId) {
        let id = self.autosave.with_kept(document, |kept| {
            kept.is_wanted = kept.is_adopting;
            (!kept.is_adopting).then(|| kept.id.clone())
        });
        let Some(id) = id.flatten() else { return };
        let before = self.autosave.with_kept(document, |kept| kept.asked.replace(Asked::Silent)).flatten();
        self.autosave.tell_tabs(&id, GIVE);
        // A tab that hangs holds the lock until it is closed. The lock is not stolen: if that tab goes on,
        // its writes would be mixed with those of this one.
        spawn_local(async move {
            gloo_timers::future::TimeoutFuture::new(SILENT_MS).await;
            if self.autosave.with_kept(document, |kept| kept.asked) == Some(Some(Asked::Silent)) {
                self.notices.problem("toast.other-tab-silent");
            }
        });
        if before.is_some() {
            // Another call waits for the lock already.
            return;
        }
        spawn_local(self.wait_for(document, id));
    }

    /// Waits until no other tab has the right to change a document that is kept under this name, and takes it.
    async fn wait_for(self, document: DocumentId, id: String) {
        let held = lock(&id, Ask::Wait).await;
        self.autosave.with_kept(document, |kept| kept.asked = None);
        if let Some(held) = held
            && !self.lead(document, &id, held, None).await
        {
            self.take_over_of(document);
        }
    }

    /// Takes a document that the other tab has closed, whose file had this name by then. One of the tabs that follow gets
    /// it, and the others follow that one.
    async fn take_up(self, document: DocumentId, id: String, saved: Option<String>) {
        // The message may be here before the lock is free.
        for _ in 0..TRIES {
            if let Some(held) = lock(&id, Ask::IfFree).await {
                self.lead(document, &id, held, saved).await;
                return;
            }
            gloo_timers::future::TimeoutFuture::new(STOP_MS).await;
        }
    }

    /// Begins to change a document, since no other tab has the right to. `false` if it goes on under another name: the
    /// lock is of the old one.
    async fn lead(self, document: DocumentId, id: &str, held: Held, saved: Option<String>) -> bool {
        let is_of_it =
            || self.autosave.with_kept(document, |kept| kept.id == id && !kept.is_adopting) == Some(true);
        if !is_of_it() {
            return false;
        }
        self.catch_up(document).await;
        // A tab that closed the file deleted its kept work.
        let row = match self.autosave.store() {
            Some(store) => store.rows().await.unwrap_or_default().into_iter().find(|row| row.id == id),
            None => None,
        };
        let is_kept = row.is_some();
        let is_last: Option<IsLast> = match (row, saved) {
            (Some(row), _) => {
                Some(Box::new(move |given| (given.file.last_modified() - row.modified).abs() < 0.5))
            }
            (None, Some(saved)) => Some(Box::new(move |given| name_of(given) == saved)),
            (None, None) => None,
        };
        if let Some(is_last) = is_last {
            self.autosave.know_saved(document, is_last).await;
        }
        if !is_of_it() {
            return false;
        }
        self.documents.update_document(document, |document| {
            if is_kept { document.resume_journal() } else { document.restart_journal() }
        });
        self.autosave.with_kept(document, |kept| {
            kept.lock = Some(held);
            kept.progress.has_base = is_kept;
            kept.progress.next = if is_kept { kept.progress.next } else { 0 };
        });
        self.documents.end_following(document);
        true
    }
}
