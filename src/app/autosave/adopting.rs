//! A document that is in the database under another name than that of its file, because the file was saved after it
//! had been read.

use leptos::prelude::*;

use crate::app::autosave::{Autosave, name_of};
use crate::app::reading::failure::ReadFailure;
use crate::browser::files::{self, Given};
use crate::document::workspace::DocumentId;
use crate::js::JsError;
use crate::logic::autosave::Progress;
use crate::logic::file_settings::Choices;
use crate::logic::tab_sync::GOES_ON_AS;

/// Whether a file is the one that a tab knew last.
pub(crate) type IsLast = Box<dyn Fn(&Given) -> bool>;

impl Autosave {
    /// Replies to a tab that opened this file, if this tab has it under another name.
    pub(crate) fn tell_name(self, id: &str) {
        let document = self.documents.given.with_value(|map| {
            let mut named = map.iter().filter(|(_, given)| name_of(given) == id);
            named.next().map(|(&document, _)| document)
        });
        let Some(document) = document else { return };
        let name = self.with_kept(document, |kept| kept.lock.is_some().then(|| kept.id.clone())).flatten();
        if let Some(name) = name {
            self.tell_tabs_of(id, GOES_ON_AS, Some(&name));
        }
    }

    /// The document was read again from its file after a save. The other tabs follow, unless it is another file now.
    pub(crate) fn go_on_anew(self, document: DocumentId, is_elsewhere: bool) {
        let before = self.with_kept(document, |kept| kept.id.clone());
        self.keep_anew(document);
        let name = self.with_kept(document, |kept| kept.id.clone());
        if let (Some(before), Some(name), false) = (before, name, is_elsewhere) {
            self.tell_tabs_of(&before, GOES_ON_AS, Some(&name));
        }
    }

    /// Gives a document the name under which another tab has it, and what that tab had read. Returns whether it is to be
    /// followed: not if it was changed here, or closed, or if reading was stopped.
    pub(crate) async fn adopt(self, document: DocumentId, name: String) -> Result<bool, ReadFailure> {
        let is_dirty = self
            .documents
            .workspace
            .with_untracked(|workspace| workspace.get(document).map(|open| open.document.is_dirty()));
        let Some(is_dirty) = is_dirty else { return Ok(false) };
        // What was typed a moment ago may not be written yet.
        let has_own_changes =
            self.with_kept(document, |kept| kept.lock.is_some() && (is_dirty || kept.progress.next > 0));
        if has_own_changes != Some(false) {
            return Ok(false);
        }
        // From now on it is not changed here.
        let followed = self.documents.follows(document);
        self.documents.begin_following(document);
        self.with_kept(document, |kept| kept.is_adopting = true);
        let read = self.read_as_kept(document, &name).await;
        self.with_kept(document, |kept| kept.is_adopting = false);
        if !matches!(read, Ok(true)) {
            if !followed {
                self.documents.end_following(document);
            }
            return read;
        }
        let adopted = self.with_kept(document, |kept| {
            kept.id = name;
            kept.lock = None;
            kept.progress = Progress::default();
        });
        Ok(adopted.is_some())
    }

    /// The file of a document that was taken over is the one that the other tab saved last, unless another program has
    /// changed it since: then the next save asks.
    pub(crate) async fn know_saved(self, document: DocumentId, is_last: IsLast) {
        let handle = self.documents.given.with_value(|map| map.get(&document)?.handle.clone());
        let Some(handle) = handle else { return };
        // What cannot be read now is told when it is saved.
        let Ok(file) = files::current(&handle).await else { return };
        let is_resident = self.documents.workspace.with_untracked(|workspace| {
            workspace.get(document).is_some_and(|open| open.document.source().is_resident())
        });
        let given = Given { file, handle: Some(handle) };
        if is_resident && is_last(&given) {
            self.documents.given.update_value(|map| {
                map.insert(document, given);
            });
        }
    }

    /// Reads what the database has as the file of this name; without it, the file anew if it is too large for memory. The
    /// other tab has changed nothing otherwise, and the document is what it has read. `false` if reading was stopped.
    async fn read_as_kept(self, document: DocumentId, name: &str) -> Result<bool, ReadFailure> {
        let Some(store) = self.store() else { return Ok(true) };
        let given = self.documents.given.with_value(|map| map.get(&document).cloned());
        let row = store.rows().await?.into_iter().find(|row| row.id == name);
        let base = match &row {
            Some(row) => store.base(row).await?,
            None => None,
        };
        let is_resident = self.documents.workspace.with_untracked(|workspace| {
            workspace.get(document).is_none_or(|open| open.document.source().is_resident())
        });
        let handle = given.as_ref().and_then(|given| given.handle.clone());
        let read = match (base, &handle) {
            (Some(base), _) => base,
            (None, _) if is_resident => return Ok(true),
            (None, Some(handle)) => Given { file: files::current(handle).await?, handle: None },
            (None, None) => return Err(JsError("why.saved-elsewhere".into()).into()),
        };
        let Some((mut anew, _)) = self.reader.load(&read, None).await? else { return Ok(false) };
        if let Some(choices) = row.and_then(|row| Choices::read(&row.choices)) {
            choices.apply(&mut anew);
        }
        // What is saved goes to the file that was opened, which is as the other tab saved it.
        let file = given.filter(|_| anew.source().is_resident()).map_or(read.file, |given| given.file);
        self.documents.replace(document, anew, Given { file, handle });
        Ok(true)
    }
}
