//! The open files: their contents and how they change, independent of any feature.

pub mod dialect;
pub mod lines;

use std::collections::HashMap;

use leptos::prelude::*;

use crate::app::notices::Notices;
use crate::browser::files::Given;
use crate::document::workspace::{DocumentId, OpenDocument, Workspace};
use crate::document::{Document, RecordId};
use crate::epd::conventions::Conventions;
use crate::epd::game::Game;
use crate::view::RecordView;

/// The open files.
#[derive(Debug, Clone, Copy)]
pub struct Documents {
    /// The files, and which of them is active.
    pub workspace: RwSignal<Workspace>,
    /// The selected record; `None` without a file, or while its bytes are being read.
    pub record: Memo<Option<RecordView>>,
    /// How the records of the active file are read.
    pub conventions: Memo<Conventions>,
    /// The browser's file behind each open file.
    pub given: StoredValue<HashMap<DocumentId, Given>, LocalStorage>,
    /// Large files whose lines must not change until they are saved and read again.
    pub locked: RwSignal<Vec<DocumentId>>,
    /// The open files that another tab may change, and this one may not.
    pub following: RwSignal<Vec<DocumentId>>,
    /// Called when a document has other lines than it had.
    replaced: StoredValue<Option<Forget>, LocalStorage>,
    notices: Notices,
}

/// Forgets what was found for the lines of a document.
type Forget = Box<dyn Fn(DocumentId)>;

impl Documents {
    /// Starts without open files.
    pub fn new(notices: Notices) -> Self {
        let workspace = RwSignal::new(Workspace::default());
        let conventions = Memo::new(move |_| {
            workspace.with(|workspace| {
                workspace.active().map(|open| open.document.conventions()).unwrap_or_default()
            })
        });
        let record = Memo::new(move |_| workspace.with(|open| selected_record(open, conventions.get())));
        Self {
            workspace,
            record,
            conventions,
            given: StoredValue::new_local(HashMap::new()),
            locked: RwSignal::new(Vec::new()),
            following: RwSignal::new(Vec::new()),
            replaced: StoredValue::new_local(None),
            notices,
        }
    }

    /// Runs `f` with the active file.
    pub fn with_active<T>(&'static self, f: impl FnOnce(&OpenDocument) -> T) -> Option<T> {
        self.workspace.with_untracked(|workspace| workspace.active().map(f))
    }

    /// Changes the active file, if there is one.
    pub fn update_active(&'static self, f: impl FnOnce(&mut OpenDocument)) {
        self.workspace.update(|workspace| {
            if let Some(open) = workspace.active_mut() {
                f(open);
            }
        });
    }

    /// Changes an open file, if it is still open.
    pub fn update_document(&'static self, id: DocumentId, f: impl FnOnce(&mut Document)) {
        self.workspace.update(|workspace| {
            if let Some(open) = workspace.get_mut(id) {
                f(&mut open.document);
            }
        });
    }

    /// Sets the function that is called when a document was replaced, because its lines have other ids.
    pub fn when_replaced(&'static self, forget: impl Fn(DocumentId) + 'static) {
        self.replaced.set_value(Some(Box::new(forget)));
    }

    /// Replaces a document and its file by what was read again. What the user chose for it stays.
    pub(crate) fn replace(&'static self, id: DocumentId, mut document: Document, given: Given) {
        self.workspace.update(|workspace| {
            if let Some(open) = workspace.get(id) {
                document.code_page = open.document.code_page;
                document.settings.clone_from(&open.document.settings);
            }
            workspace.replace(id, document);
        });
        self.given.update_value(|map| {
            map.insert(id, given);
        });
        self.replaced.with_value(|forget| {
            if let Some(forget) = forget {
                forget(id);
            }
        });
        self.ensure_selected();
    }

    /// Whether a file is open. A view that asks follows the answer.
    pub fn has_file(&'static self) -> bool {
        self.workspace.with(|workspace| workspace.active().is_some())
    }

    /// Whether the active file has a record that is selected. A view that asks follows the answer.
    pub fn has_record(&'static self) -> bool {
        self.workspace.with(|workspace| workspace.active().is_some_and(|open| open.selected.is_some()))
    }

    /// The active file and its selected record.
    pub fn selection(&'static self) -> Option<(DocumentId, RecordId)> {
        self.with_active(|open| Some((open.id, open.selected?))).flatten()
    }

    /// Whether a record is the selected one of the active file. A view that asks follows the answer.
    pub fn shows(&'static self, record: Option<(DocumentId, RecordId)>) -> bool {
        self.workspace.with(|workspace| {
            let selected = workspace.active().and_then(|open| Some((open.id, open.selected?)));
            record.is_some() && selected == record
        })
    }

    /// All lines of the active file.
    pub fn all_ids(&'static self) -> Vec<RecordId> {
        self.with_active(|open| open.document.all_ids()).unwrap_or_default()
    }

    /// The bytes of a line, if it is still in its file and its bytes are loaded.
    pub fn text_of(&'static self, document: DocumentId, id: RecordId) -> Option<Vec<u8>> {
        self.workspace.with_untracked(|w| {
            let document = &w.get(document)?.document;
            document.position_of(id)?;
            Some(document.text(id)?.into_owned())
        })
    }

    /// Whether a line differs from its file.
    pub fn is_edited(&'static self, document: DocumentId, id: RecordId) -> bool {
        let of = |document: &OpenDocument| document.document.is_touched(id);
        self.workspace.with_untracked(|w| w.get(document).is_some_and(of))
    }

    /// The number of a line, from 1; 0 if it was removed.
    pub fn line_number(&'static self, document: DocumentId, id: RecordId) -> usize {
        let position = self.workspace.with_untracked(|w| w.get(document)?.document.position_of(id));
        position.map_or(0, |position| position + 1)
    }

    /// The game that the records of a file belong to.
    pub(crate) fn game_of(&'static self, document: DocumentId) -> Game {
        self.conventions_of(document).game
    }

    /// How the records of a file are read.
    pub(crate) fn conventions_of(&'static self, document: DocumentId) -> Conventions {
        let of = |open: &OpenDocument| open.document.conventions();
        self.workspace.with_untracked(|w| w.get(document).map(of)).unwrap_or_default()
    }

    /// Whether the active file is still being read. If it is, the user is notified: work on all records has
    /// to wait.
    pub fn is_reading(&'static self) -> bool {
        let is_reading = self.with_active(|open| open.is_reading).unwrap_or(false);
        if is_reading {
            self.notices.note("toast.being-read");
        }
        is_reading
    }

    /// Whether the active file can be changed only by another tab.
    pub fn is_following(&'static self) -> bool {
        let front = self.workspace.with(|workspace| workspace.active().map(|open| open.id));
        front.is_some_and(|front| self.following.with(|list| list.contains(&front)))
    }

    /// Leaves a file to another tab, which may change it from now on.
    pub(crate) fn begin_following(&'static self, document: DocumentId) {
        self.following.update(|list| {
            if !list.contains(&document) {
                list.push(document);
            }
        });
    }

    /// Takes a file back from the other tab.
    pub(crate) fn end_following(&'static self, document: DocumentId) {
        self.following.update(|list| list.retain(|&other| other != document));
    }

    /// Whether this file can be changed only by another tab, as commands ask.
    pub fn follows(&'static self, document: DocumentId) -> bool {
        self.following.with_untracked(|list| list.contains(&document))
    }
}

fn selected_record(workspace: &Workspace, conventions: Conventions) -> Option<RecordView> {
    let open = workspace.active()?;
    let text = open.document.text(open.selected?)?;
    Some(RecordView::of(text.as_ref().into(), conventions, open.document.code_page))
}
