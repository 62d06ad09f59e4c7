//! The kept state of one document.

use crate::browser::tabs::Held;
use crate::document::{Document, empty_chunk};
use crate::logic::autosave::{Progress, ToWrite};
use crate::logic::file_settings::Choices;

/// The kept state.
#[derive(Debug)]
pub(crate) struct Kept {
    /// Its name in the database and among the tabs.
    pub(crate) id: String,
    /// The part that has been written.
    pub(crate) progress: Progress,
    /// What was chosen for the document when it was written last.
    choices: Choices,
    /// The right to change it; `None` while this tab waits for it or another tab has it.
    pub(crate) lock: Option<Held>,
    /// The other tab's answer to a request for the document; `None` if there was no request.
    pub(crate) asked: Option<Asked>,
    /// It is being read as another tab has it, under another name.
    pub(crate) is_adopting: bool,
    /// The user wants to change it here once it has that name.
    pub(crate) is_wanted: bool,
}

/// The answer of another tab that was asked for a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    /// No answer yet.
    Silent,
    /// It received the request.
    Heard,
}

impl Kept {
    pub(crate) fn new(id: String) -> Self {
        Self {
            id,
            progress: Progress::default(),
            choices: Choices::default(),
            lock: None,
            asked: None,
            is_adopting: false,
            is_wanted: false,
        }
    }

    /// Whether something else was chosen for the document since it was written.
    pub(super) fn is_chosen_anew(&self, document: &Document) -> bool {
        self.progress.next > 0 && !self.choices.are_of(document)
    }

    /// What has to be written for the document, if it has changed since the last call or something else was chosen for
    /// it, and the choices as a text. They go with a chunk: an empty one if nothing was done.
    pub(super) fn take(&mut self, document: &mut Document) -> Option<(ToWrite, String)> {
        let done = document.take_journal();
        let done = done.or_else(|| self.is_chosen_anew(document).then(empty_chunk));
        let to_write = self.progress.take(done)?;
        self.choices = Choices::of(document);
        Some((to_write, self.choices.to_text()))
    }
}
