//! Saves files.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::analysis::AnalysisState;
use crate::app::autosave::Autosave;
use crate::app::documents::Documents;
use crate::app::files::giving::pick_place;
use crate::app::language::Language;
use crate::app::notices::Notices;
use crate::app::reading::Reader;
use crate::app::recent::RecentFiles;
use crate::browser::files::{self, Given, Place};
use crate::browser::{download, page};
use crate::document::workspace::DocumentId;
use crate::js::JsError;
use crate::language::{Text, say};

/// The target of a save.
enum Target {
    Ask,
    Handle(files::Handle),
}

/// Why a file cannot be saved.
enum SaveError {
    /// The browser cannot write it.
    Browser(JsError),
    /// A run changes its lines, which must not change until a large file is read again.
    RunOverIt,
}

impl From<JsError> for SaveError {
    fn from(error: JsError) -> Self {
        Self::Browser(error)
    }
}

impl From<SaveError> for Text {
    fn from(error: SaveError) -> Self {
        match error {
            SaveError::Browser(error) => error.0,
            SaveError::RunOverIt => "why.run-over-it".into(),
        }
    }
}

/// Saves files.
#[derive(Debug, Clone, Copy)]
pub struct Save {
    /// The files being saved.
    pub saving: RwSignal<Vec<DocumentId>>,
    documents: &'static Documents,
    reader: Reader,
    autosave: &'static Autosave,
    analysis: &'static AnalysisState,
    recent: RecentFiles,
    language: Language,
    notices: Notices,
}

impl Save {
    /// Starts without a save in progress.
    pub fn new(
        documents: &'static Documents,
        reader: Reader,
        autosave: &'static Autosave,
        analysis: &'static AnalysisState,
        recent: RecentFiles,
        language: Language,
        notices: Notices,
    ) -> Self {
        let saving = RwSignal::new(Vec::new());
        Self { saving, documents, reader, autosave, analysis, recent, language, notices }
    }

    /// Saves the active file to its place, or asks for one.
    pub fn save(self) {
        spawn_local(async move {
            if let Some(id) = self.documents.with_active(|open| open.id) {
                let handle = self.documents.given.with_value(|map| map.get(&id)?.handle.clone());
                self.save_document(id, handle.map_or(Target::Ask, Target::Handle)).await;
            }
        });
    }

    /// Asks for a place and saves the active file there.
    pub fn save_as(self) {
        spawn_local(async move {
            if let Some(id) = self.documents.with_active(|open| open.id) {
                self.save_document(id, Target::Ask).await;
            }
        });
    }

    /// Saves a file. There is only one save at a time, because two could finish in the wrong order.
    async fn save_document(self, id: DocumentId, target: Target) {
        let name =
            self.documents.workspace.with_untracked(|w| w.get(id).map(|open| open.document.name.clone()));
        let Some(name) = name else { return };
        if self.documents.is_reading() {
            return;
        }
        if self.saving.with_untracked(|saving| saving.contains(&id)) {
            self.notices.note(say("toast.still-saved", [name]));
            return;
        }
        self.saving.update(|saving| saving.push(id));
        match self.try_save(id, &name, target).await {
            Ok(Some(message)) => self.notices.note(message),
            Ok(None) => {}
            Err(error) => {
                self.notices.failed_of("toast.not-saved", &name, error);
            }
        }
        self.saving.update(|saving| saving.retain(|&other| other != id));
        self.documents.locked.update(|locked| locked.retain(|&other| other != id));
    }

    async fn try_save(self, id: DocumentId, name: &str, target: Target) -> Result<Option<Text>, SaveError> {
        let place = match target {
            Target::Ask => pick_place(self.language, name).await?,
            Target::Handle(handle) => {
                if self.changed_on_disk(id, &handle).await
                    && !page::confirm(&self.language.say_now(&say("ask.overwrite", [name.to_owned()])))
                {
                    return Ok(None);
                }
                Place::Handle(handle)
            }
        };
        let external = self
            .documents
            .workspace
            .with_untracked(|w| w.get(id).is_some_and(|open| !open.document.source().is_resident()));
        // A large file is read again from the place of the save, and its lines must not change until then.
        if external && matches!(place, Place::Handle(_)) {
            if self.analysis.run.with_untracked(|run| run.as_ref().is_some_and(|run| run.document == id)) {
                return Err(SaveError::RunOverIt);
            }
            self.documents.locked.update(|locked| locked.push(id));
        }
        // Parts and revision are taken together: later edits are not part of this save.
        let file = self.documents.given.with_value(|map| map.get(&id).map(|given| given.file.clone()));
        let blob = self.documents.workspace.with_untracked(|workspace| {
            let document = &workspace.get(id)?.document;
            Some((
                files::blob_of(&document.save_parts(), document.source(), file.as_ref()),
                document.revision(),
            ))
        });
        let Some((blob, revision)) = blob else { return Ok(None) };
        let blob = blob?;
        let name = match place {
            Place::Nowhere => return Ok(None),
            Place::Download => {
                download::offer(name, &blob)?;
                name.to_owned()
            }
            Place::Handle(handle) => {
                let before = self.documents.given.with_value(|map| map.get(&id)?.handle.clone());
                let is_elsewhere = match &before {
                    Some(before) => !files::is_same(before, &handle).await,
                    None => true,
                };
                files::write(&handle, &blob).await?;
                let file = files::current(&handle).await?;
                self.recent.keep(vec![handle.clone()]);
                let given = Given { file, handle: Some(handle) };
                let name = given.name();
                if external {
                    self.reread(id, given, is_elsewhere).await;
                } else {
                    self.documents.update_document(id, |document| document.name.clone_from(&name));
                    self.documents.given.update_value(|map| {
                        map.insert(id, given);
                    });
                    if is_elsewhere {
                        self.autosave.keep_as_saved(id);
                    }
                }
                // They go with the file to its new name.
                self.documents.take_settings_along(id);
                name
            }
        };
        self.documents.workspace.update(|workspace| {
            let Some(open) = workspace.get_mut(id) else { return };
            if external {
                open.document.mark_saved();
            } else {
                open.document.mark_saved_at(revision);
            }
        });
        Ok(Some(say("toast.saved", [name])))
    }

    /// Reads a large file again from the place of the save, because the browser refuses to read the old
    /// snapshot of a changed file. Document and file are replaced together or not at all.
    async fn reread(self, id: DocumentId, given: Given, is_elsewhere: bool) {
        match self.reader.load(&given, None).await {
            Ok(Some((document, _))) => {
                self.documents.replace(id, document, given);
                self.autosave.go_on_anew(id, is_elsewhere);
            }
            Ok(None) | Err(_) => {
                self.notices.problem("toast.not-reread");
            }
        }
    }

    async fn changed_on_disk(self, id: DocumentId, handle: &files::Handle) -> bool {
        let opened =
            self.documents.given.with_value(|map| map.get(&id).map(|given| given.file.last_modified()));
        match (opened, files::current(handle).await) {
            (Some(opened), Ok(file)) => (file.last_modified() - opened).abs() > 0.5,
            _ => false,
        }
    }
}
