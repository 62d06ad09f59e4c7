//! Opens texts as new files: examples, what is pasted or dropped, and what the program has made.

use wasm_bindgen_futures::spawn_local;

use super::Files;
use crate::app::documents::dialect;
use crate::app::files::import::Together;
use crate::browser::files::Given;
use crate::browser::page;
use crate::chess::START;
use crate::document::Document;
use crate::document::workspace::DocumentId;
use crate::language::say;
use crate::logic::opening::{free_name, has_games, may_need_import};
use crate::logic::pasted::link_in;
use leptos::prelude::*;

impl Files {
    /// Opens an example file and returns whether it could be read.
    pub async fn open_example(&'static self, file: &'static str) -> bool {
        let acts = self.openings.acts();
        match page::fetch_text(file).await {
            Ok(text) => {
                self.open_document_since(Document::from_bytes(file, text.into_bytes()), acts);
                true
            }
            Err(error) => {
                self.notices.failed("toast.no-example", &error);
                false
            }
        }
    }

    /// Opens a new file with the position at the start of a game.
    pub fn new_file(&'static self) {
        let name = self.free_name("untitled");
        self.open_unsaved(&name, format!("{START}\n").into_bytes());
    }

    /// Opens a pasted text as a new file, or what a pasted link leads to. While a position is set up, a single line
    /// becomes the position.
    pub fn open_pasted(&'static self, text: String) {
        if self.board.set_up_pasted(&text) {
            return;
        }
        match link_in(&text) {
            Some(link) => page::follow(&link),
            None => self.open_text("pasted", text),
        }
    }

    /// Opens a text as a new file: the positions of games or of a table, or what it says as it is. Closing it asks first.
    pub(super) fn open_text(&'static self, base: &str, text: String) {
        let name = self.free_name(base);
        let stem = name.trim_end_matches(".epd");
        if has_games(base, text.as_bytes()) {
            spawn_local(self.open_other(format!("{stem}.pgn"), text));
        } else if may_need_import(base, text.as_bytes()) {
            spawn_local(self.open_other(format!("{stem}.txt"), text));
        } else {
            self.open_unsaved(&name, text.into_bytes());
        }
    }

    async fn open_other(&'static self, name: String, text: String) {
        let mut together = Together::since(self.openings.acts());
        together.begin_file();
        let read = match Given::of_text(&name, &text) {
            Ok(given) => self.read_file(given, &mut together).await,
            Err(error) => Err(error.into()),
        };
        match read {
            Ok(Some(mut file)) => {
                // It has no name of its own.
                if let Some(stem) = name.strip_suffix(".txt") {
                    file.document.name = format!("{stem}.epd");
                }
                file.document.mark_unsaved();
                self.opened(vec![file], together.since);
            }
            Ok(None) if together.is_dealt_with => {}
            Ok(None) => self.notices.note(say("toast.cancelled", [name])),
            Err(error) => self.notices.failed_of("toast.not-opened", &name, error),
        }
    }

    /// Takes the text of the clipboard.
    pub fn paste(&'static self) {
        spawn_local(async move {
            match page::clipboard_text().await {
                Ok(text) if text.trim().is_empty() => self.notices.note("toast.nothing-to-paste"),
                Ok(text) => self.open_pasted(text),
                Err(error) => self.notices.failed("toast.no-paste", &error),
            }
        });
    }

    /// A file name that begins with `base` and that no open file has.
    fn free_name(&self, base: &str) -> String {
        self.documents.workspace.with_untracked(|workspace| {
            let names: Vec<&str> =
                workspace.open_documents().iter().map(|open| open.document.name.as_str()).collect();
            free_name(base, &names)
        })
    }

    /// Opens a text as a new unsaved file. Closing it asks first.
    pub fn open_unsaved(&'static self, name: &str, bytes: Vec<u8>) {
        let mut document = Document::from_bytes(name, bytes);
        document.mark_unsaved();
        self.open_document(document);
    }

    /// Opens bytes from a link or from the program as a new file, which exists elsewhere already.
    pub fn open_bytes(&'static self, name: &str, bytes: Vec<u8>) {
        self.open_document(Document::from_bytes(name, bytes));
    }

    fn open_document(&'static self, document: Document) {
        self.open_document_since(document, self.openings.acts());
    }

    /// Sets the function that is called with the text of a recipe that was opened as a file.
    pub(in crate::app) fn when_recipe(&self, take: impl Fn(&str) + 'static) {
        self.import.when_recipe(take);
    }

    /// What the user has done in the page so far, for [`Files::open_unsaved_since`].
    pub(crate) fn acts(&'static self) -> u32 {
        self.openings.acts()
    }

    /// Opens a text that was asked for when the user had done so much in the page: if there is more since then, the file
    /// that is in front stays there.
    pub(crate) fn open_unsaved_since(
        &'static self,
        name: &str,
        bytes: Vec<u8>,
        acts: u32,
    ) -> Option<DocumentId> {
        let mut document = Document::from_bytes(name, bytes);
        document.mark_unsaved();
        self.open_document_since(document, acts)
    }

    fn open_document_since(&'static self, mut document: Document, acts: u32) -> Option<DocumentId> {
        dialect::recall_usual(&mut document);
        self.announcements.announce_file(&document.name, document.len());
        let is_behind = self.openings.has_acted(acts);
        let name = document.name.clone();
        let (id, is_hidden) = self.documents.workspace.try_update(|workspace| {
            let id = if is_behind { workspace.open_behind(document) } else { workspace.open(document) };
            (id, workspace.active().is_some_and(|open| open.id != id))
        })?;
        self.tell_hidden(is_hidden.then_some(name));
        Some(id)
    }

    /// Tells the user of a file that was opened behind the one in front.
    pub(super) fn tell_hidden(&'static self, name: Option<String>) {
        if let Some(name) = name {
            self.notices.note(say("toast.opened-behind", [name]));
        }
    }
}
