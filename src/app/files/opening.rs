//! Opening and closing files.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::documents::dialect;
use crate::app::files::games::has_games;
use crate::app::state::{AppState, Opening};
use crate::browser::files::{self, Given};
use crate::browser::page;
use crate::document::workspace::DocumentId;
use crate::document::{Document, Indexer, Source};
use crate::js::JsError;
use crate::language::{Text, say};
use crate::protocol::Positions;

/// Files up to this size are kept in memory; of larger ones blocks are read as they are needed.
const RESIDENT: u64 = 32 << 20;

/// Files that are opened at one time without a question.
const MANY: usize = 30;

/// Bytes read at a time: some milliseconds of indexing, then the page may paint.
const CHUNK: u64 = 1 << 20;

/// What the user said about the games of files that are opened together.
enum Asked {
    Not,
    Refused,
    Chosen(Positions),
}

/// A file that was read.
struct ReadFile {
    document: Document,
    given: Given,
    /// Its beginning, if that is open already.
    shown: Option<DocumentId>,
}

impl AppState {
    /// Lets the user pick files; `fallback` shows the plain dialog where the browser has no other.
    pub fn open_dialog(self, fallback: impl FnOnce() + 'static) {
        if !files::can_pick() {
            fallback();
            return;
        }
        spawn_local(async move {
            match files::pick().await {
                Ok(given) => self.open_files(given).await,
                Err(error) => self.notices.failed("toast.no-file", &error),
            }
        });
    }

    /// Opens the files of a file input.
    pub fn open_input(self, input: &files::FileInput) {
        let given = files::of_input(input);
        input.set_value("");
        spawn_local(self.open_files(given));
    }

    /// Opens what was dropped on the page.
    pub fn open_dropped(self, event: &leptos::ev::DragEvent) {
        event.prevent_default();
        self.dragging.set(false);
        let dropped = files::dropped(event);
        if let Some(text) = &dropped.text {
            self.open_unsaved("dropped.epd", text.as_bytes().to_vec());
            return;
        }
        spawn_local(async move {
            match dropped.files().await {
                Ok(inside) => {
                    if inside.others > 0 {
                        self.notices.note(say("toast.others", [inside.others.to_string()]));
                    }
                    if inside.is_cut {
                        self.notices.problem("toast.large-folder");
                    }
                    self.open_files(inside.files).await;
                }
                Err(error) => self.notices.failed("toast.no-folder", &error),
            }
        });
    }

    /// Opens the files with which the system opens the installed page.
    pub fn open_launched(self) {
        files::on_launch(move |given| spawn_local(self.open_files(given)));
    }

    /// Opens text as a file of its own that stands nowhere yet: closing it asks first.
    pub fn open_unsaved(self, name: &str, bytes: Vec<u8>) {
        let mut document = Document::from_bytes(name, bytes);
        document.mark_unsaved();
        self.open_document(document);
    }

    /// Opens bytes that stand elsewhere, in a link or in the program, as a file of its own.
    pub fn open_bytes(self, name: &str, bytes: Vec<u8>) {
        self.open_document(Document::from_bytes(name, bytes));
    }

    fn open_document(self, mut document: Document) {
        document.code_page = dialect::remembered_page();
        self.announcements.announce_file(&document.name, document.len());
        self.documents.workspace.update(|workspace| {
            workspace.open(document);
        });
    }

    /// Opens files: what is inside packed ones, and the positions of games.
    pub(crate) async fn open_files(self, given: Vec<Given>) {
        if !self.are_wanted(given.len()) {
            return;
        }
        // The user is asked once about all games.
        let mut positions = Asked::Not;
        // Many files come to the page some at a time: each time it shows the last one.
        let at_once = if given.len() > MANY { MANY } else { 1 };
        let mut read = Vec::new();
        for given in given {
            let name = given.name();
            match self.unpacked(given).await {
                Ok(inside) => {
                    for given in inside {
                        let name = given.name();
                        match self.read_file(given, &mut positions).await {
                            Ok(Some(file)) => read.push(file),
                            Ok(None) => self.notices.note(say("toast.cancelled", [name])),
                            Err(error) => self.notices.failed_of("toast.not-opened", &name, &error),
                        }
                        if read.len() >= at_once || read.last().is_some_and(|file| file.shown.is_some()) {
                            self.opened(std::mem::take(&mut read));
                        }
                    }
                }
                Err(error) => self.notices.failed_of("toast.not-opened", &name, &error),
            }
        }
        self.opened(read);
    }

    /// Reads a file, or the positions of its games; `None` when it was cancelled.
    async fn read_file(self, given: Given, positions: &mut Asked) -> Result<Option<ReadFile>, JsError> {
        let given = if has_games(&given).await? {
            if matches!(positions, Asked::Not) {
                *positions = self.ask_positions(&given.name()).await.map_or(Asked::Refused, Asked::Chosen);
            }
            match *positions {
                Asked::Chosen(positions) => self.positions_of(&given, positions).await?,
                Asked::Not | Asked::Refused => None,
            }
        } else {
            Some(given)
        };
        let Some(given) = given else { return Ok(None) };
        let read = self.load(&given, true).await?;
        Ok(read.map(|(document, shown)| ReadFile { document, given, shown }))
    }

    /// Files were read.
    fn opened(self, files: Vec<ReadFile>) {
        if files.is_empty() {
            return;
        }
        let is_shown = files.iter().any(|file| file.shown.is_some());
        let advice = files.iter().find_map(|file| advice(&file.document));
        let last = files.last().map(|file| (file.document.name.clone(), file.document.len()));
        self.documents.workspace.update(|workspace| {
            for ReadFile { document, given, shown } in files {
                let id = match shown {
                    Some(id) => {
                        workspace.replace(id, document);
                        id
                    }
                    None => workspace.open(document),
                };
                self.documents.given.update_value(|map| {
                    map.insert(id, given);
                });
            }
        });
        if let Some(advice) = advice {
            self.notices.problem(advice);
        }
        self.documents.ensure_selected();
        if let Some((name, lines)) = last {
            self.announcements.announce_file(&name, lines);
        }
        // What was asked of the beginning is asked of the whole.
        if is_shown && self.find.query.with_untracked(|query| !query.trim().is_empty()) {
            self.find(&self.find.query.get_untracked());
        }
    }

    /// Reads and indexes a file; `None` when it was cancelled. The beginning of a long one may be
    /// `shown` while the rest is read: then it is open already, under the number that comes with it.
    pub(crate) async fn load(
        self,
        given: &Given,
        is_shown: bool,
    ) -> Result<Option<(Document, Option<DocumentId>)>, JsError> {
        let opening = self.begin_opening(&given.name(), given.size(), is_shown);
        let read = self.read_all(given, opening).await;
        self.cancel_opening(opening.serial);
        let shown = opening.shown.get_untracked();
        match (read, shown) {
            (Ok(Some(document)), _) => Ok(Some((document, shown))),
            (read, shown) => {
                if let Some(id) = shown {
                    self.documents.workspace.update(|workspace| workspace.close(id));
                }
                read.map(|_| None)
            }
        }
    }

    /// Opens the whole lines of the beginning of a file that is read.
    fn show_beginning(self, given: &Given, opening: Opening, bytes: &[u8]) {
        let Some(end) = memchr::memrchr(b'\n', bytes) else { return };
        let mut beginning = Document::from_bytes(given.name(), bytes[..=end].to_vec());
        beginning.code_page = dialect::remembered_page();
        self.documents
            .workspace
            .update(|workspace| opening.shown.set(Some(workspace.open_beginning(beginning))));
    }

    async fn read_all(self, given: &Given, opening: Opening) -> Result<Option<Document>, JsError> {
        let total = opening.total;
        let mut indexer = Indexer::default();
        let resident = total <= RESIDENT;
        let mut bytes = Vec::new();
        let mut at = 0;
        while at < total {
            let end = (at + CHUNK).min(total);
            let chunk = given.read(at..end).await?;
            indexer.feed(&chunk);
            if opening.can_cancel && at == 0 && end < total {
                page::breathe().await;
                if !self.is_wanted(opening) {
                    return Ok(None);
                }
                self.show_beginning(given, opening, &chunk);
            }
            if resident {
                bytes.extend_from_slice(&chunk);
            }
            at = end;
            opening.done.set(at);
            if !self.is_wanted(opening) {
                return Ok(None);
            }
            page::breathe().await;
        }
        if indexer.has_overflowed() {
            return Err(JsError("why.many-lines".into()));
        }
        let source = if resident { Source::resident(bytes) } else { Source::external(total) };
        let mut document = Document::new(given.name(), source, indexer.finish());
        document.code_page = dialect::remembered_page();
        Ok(Some(document))
    }

    /// Tells the user that a file is being read.
    pub(crate) fn begin_opening(self, name: &str, total: u64, can_cancel: bool) -> Opening {
        let serial = self.opened_files.try_update_value(|count| {
            *count += 1;
            *count
        });
        let opening = Opening {
            serial: serial.unwrap_or_default(),
            done: RwSignal::new(0),
            total,
            since_ms: page::now_ms(),
            can_cancel,
            shown: RwSignal::new(None),
        };
        self.opening.update(|list| list.push((name.to_owned(), opening)));
        opening
    }

    /// Whether the user did not stop it.
    pub(crate) fn is_wanted(self, opening: Opening) -> bool {
        self.opening.with_untracked(|list| list.iter().any(|(_, known)| known.serial == opening.serial))
    }

    /// Stops opening a file.
    pub fn cancel_opening(self, serial: u32) {
        self.opening.update(|list| list.retain(|(_, opening)| opening.serial != serial));
    }

    /// Asks the user whether so many files are to be opened.
    pub(crate) fn are_wanted(self, count: usize) -> bool {
        count <= MANY || page::confirm(&self.language.say_now(&say("ask.many", [count.to_string()])))
    }

    /// Closes a file; asks when it has changes that are not saved.
    pub fn close(self, id: DocumentId) {
        let unsaved = self.documents.workspace.with_untracked(|w| {
            w.get(id).filter(|open| open.document.is_dirty()).map(|open| open.document.name.clone())
        });
        if let Some(name) = unsaved
            && !page::confirm(&self.language.say_now(&say("ask.close", [name])))
        {
            return;
        }
        self.drop_piece();
        self.analysis.stop_for(id);
        self.forget_check(id);
        // A file that is still being read is not read on.
        self.opening.update(|list| {
            list.retain(|(_, opening)| opening.shown.get_untracked() != Some(id));
        });
        self.documents.workspace.update(|workspace| workspace.close(id));
        self.documents.given.update_value(|map| {
            map.remove(&id);
        });
    }
}

/// What to tell about a file that opens but is not what it seems to be.
fn advice(document: &Document) -> Option<Text> {
    document.source().is_empty().then(|| say("toast.empty", [document.name.clone()]))
}
