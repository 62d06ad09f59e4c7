//! Opens and closes files.

mod texts;

use std::pin::Pin;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::analysis::AnalysisState;
use crate::app::announcements::Announcements;
use crate::app::board::Board;
use crate::app::documents::Documents;
use crate::app::files::import::{Import, Together};
use crate::app::files::question::Questions;
use crate::app::files::unpack::Unpacker;
use crate::app::findings::check_file::CheckState;
use crate::app::language::Language;
use crate::app::list::List;
use crate::app::notices::Notices;
use crate::app::reading::Reader;
use crate::app::reading::failure::ReadFailure;
use crate::app::reading::openings::{MANY, Openings};
use crate::app::recent::RecentFiles;
use crate::app::tablebases::Tablebases;
use crate::browser::files::{self, Given};
use crate::browser::page;
use crate::browser::recent::Recent;
use crate::document::Document;
use crate::document::workspace::{DocumentId, OpenDocument};
use crate::language::{Text, say};
use crate::logic::opening::may_need_import;

/// Bytes by which it is judged whether a worker has to read a file.
const HEAD: u64 = 256;

/// A file that was read.
struct ReadFile {
    document: Document,
    given: Given,
    /// The document of its beginning, if that is open already.
    shown: Option<DocumentId>,
}

/// Opens and closes files.
#[derive(Debug, Clone, Copy)]
pub struct Files {
    /// Whether the user drags files over the page.
    pub dragging: RwSignal<bool>,
    /// The files that were opened lately.
    pub recent: RecentFiles,
    /// Tables of endgames.
    pub tables: Tablebases,
    documents: &'static Documents,
    openings: Openings,
    reader: Reader,
    unpacker: Unpacker,
    import: Import,
    board: &'static Board,
    analysis: &'static AnalysisState,
    check: &'static CheckState,
    list: &'static List,
    announcements: Announcements,
    language: Language,
    notices: Notices,
}

/// The parts that opening and closing files needs.
#[derive(Debug, Clone, Copy)]
pub struct FilesParts {
    /// The open files.
    pub documents: &'static Documents,
    /// The files that are being opened.
    pub openings: Openings,
    /// Reads files.
    pub reader: Reader,
    /// Asks about games and tables.
    pub questions: Questions,
    /// The files that were opened lately.
    pub recent: RecentFiles,
    /// Takes tables of endgames.
    pub tables: Tablebases,
    /// Puts a picked-up piece back when a file is closed.
    pub board: &'static Board,
    /// Stops the run over a file that is closed.
    pub analysis: &'static AnalysisState,
    /// Forgets the check of a file that is closed.
    pub check: &'static CheckState,
    /// Repeats a query on the beginning of a file when the whole file is open.
    pub list: &'static List,
    /// Announces opened files.
    pub announcements: Announcements,
    /// The language of the page.
    pub language: Language,
    /// Reports failures.
    pub notices: Notices,
}

impl Files {
    /// Starts without open files.
    pub fn new(parts: FilesParts) -> Self {
        let FilesParts { documents, openings, reader, board, analysis, check, list, .. } = parts;
        let FilesParts { announcements, language, notices, recent, tables, .. } = parts;
        Self {
            recent,
            tables,
            dragging: RwSignal::new(false),
            documents,
            openings,
            reader,
            unpacker: Unpacker::new(openings, notices),
            import: Import::new(parts.questions, openings, notices),
            board,
            analysis,
            check,
            list,
            announcements,
            language,
            notices,
        }
    }

    /// Lets the user pick files. `fallback` shows the plain dialog in browsers without the better one.
    pub fn open_dialog(&'static self, fallback: impl FnOnce() + 'static) {
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
    pub fn open_input(&'static self, input: &files::FileInput) {
        let given = files::of_input(input);
        input.set_value("");
        spawn_local(self.open_files(given));
    }

    /// Opens files or text that were dropped on the page.
    pub fn open_dropped(&'static self, event: &leptos::ev::DragEvent) {
        event.prevent_default();
        self.dragging.set(false);
        let dropped = files::dropped(event);
        if let Some(text) = &dropped.text {
            self.open_text("dropped", text.clone());
            return;
        }
        spawn_local(async move {
            match dropped.files().await {
                Ok(inside) => {
                    if inside.others > 0 {
                        self.notices.note(say("toast.others", [inside.others]));
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

    /// Opens the files with which the system launches the installed page.
    pub fn open_launched(&'static self) {
        files::on_launch(move |given| spawn_local(self.open_files(given)));
    }

    /// Opens a file that was opened lately.
    pub fn open_recent(&'static self, recent: Recent) {
        self.recent.is_open.set(false);
        spawn_local(async move {
            if let Some(given) = self.recent.take(recent).await {
                self.open_files(vec![given]).await;
            }
        });
    }

    /// Opens files, packed ones, games and data sets too. Tables of endgames go to the engine.
    pub(crate) async fn open_files(&'static self, given: Vec<Given>) {
        let given = self.tables.sift(given);
        if !self.openings.are_wanted(given.len()) {
            return;
        }
        // One question covers all games.
        let mut together = Together::since(self.openings.acts());
        // Many files are added in groups. Each group selects its last file.
        let at_once = if given.len() > MANY { MANY } else { 1 };
        let mut read = Vec::new();
        for given in given {
            let name = given.name();
            together.begin_file();
            match self.unpacker.unpacked(given).await {
                Ok(inside) => {
                    for given in self.tables.sift(inside) {
                        let name = given.name();
                        if given.handle.is_some() {
                            // What few visits need is a future of its own, whose code can come late.
                            let goes_there: Pin<Box<dyn Future<Output = bool> + '_>> =
                                Box::pin(self.go_to_open(&given));
                            if goes_there.await {
                                continue;
                            }
                        }
                        match self.read_file(given, &mut together).await {
                            Ok(Some(file)) => read.push(file),
                            Ok(None) if std::mem::take(&mut together.is_dealt_with) => {}
                            Ok(None) => self.notices.note(say("toast.cancelled", [name])),
                            Err(error) => self.notices.failed_of("toast.not-opened", &name, error),
                        }
                        if read.len() >= at_once || read.last().is_some_and(|file| file.shown.is_some()) {
                            self.opened(std::mem::take(&mut read), together.since);
                        }
                    }
                }
                Err(error) => self.notices.failed_of("toast.not-opened", &name, error),
            }
        }
        self.opened(read, together.since);
    }

    /// Goes to the file if it is open already; returns whether it is.
    async fn go_to_open(&'static self, given: &Given) -> bool {
        let Some(open) = self.open_already(given).await else { return false };
        self.documents.workspace.update(|workspace| workspace.activate(open));
        self.notices.note(say("toast.open-already", [given.name()]));
        true
    }

    /// The open file that is this one on the disk: a second copy would overwrite what the first one saves. Where another
    /// program has changed it since, and nothing of the open one is unsaved, it is read again beside that. What follows
    /// another tab has what that one saves.
    async fn open_already(&'static self, given: &Given) -> Option<DocumentId> {
        let handle = given.handle.as_ref()?;
        // To compare handles takes the browser a while, and one file has one name.
        let name = handle.name();
        let is_named = |known: &Given| known.handle.as_ref().is_some_and(|other| other.name() == name);
        let open: Vec<(DocumentId, Given)> = self.documents.given.with_value(|map| {
            let alike = map.iter().filter(|(_, given)| is_named(given));
            alike.map(|(&id, given)| (id, given.clone())).collect()
        });
        for (id, known) in open {
            let Some(other) = &known.handle else { continue };
            if !files::is_same(handle, other).await {
                continue;
            }
            let is_unsaved =
                self.documents.workspace.with_untracked(|w| Some(w.get(id)?.document.is_dirty()));
            let Some(is_unsaved) = is_unsaved else { continue };
            if is_unsaved || known.is_like(given) || self.documents.follows(id) {
                return Some(id);
            }
        }
        None
    }

    /// Reads a file, or the records of one in another format; `None` if it was cancelled.
    async fn read_file(
        &'static self,
        given: Given,
        together: &mut Together,
    ) -> Result<Option<ReadFile>, ReadFailure> {
        let head = given.read(0..HEAD).await?;
        let given = if may_need_import(&given.name(), &head) {
            // What few visits need is a future of its own, whose code can come late.
            let records: Pin<Box<dyn Future<Output = _> + '_>> =
                Box::pin(self.import.records_of(given, &head, together));
            records.await?
        } else {
            Some(given)
        };
        let Some(given) = given else { return Ok(None) };
        let read = self.reader.load(&given, Some(together.since)).await?;
        Ok(read.map(|(document, shown)| ReadFile { document, given, shown }))
    }

    /// Adds the files that were read to the open ones. If the user has done something since they were asked for, the file
    /// that is in front stays there.
    fn opened(&'static self, files: Vec<ReadFile>, acts: u32) {
        if files.is_empty() {
            return;
        }
        self.recent.keep(files.iter().filter_map(|file| file.given.handle.clone()).collect());
        let is_shown = files.iter().any(|file| file.shown.is_some());
        let advice = files.iter().find_map(|file| advice(&file.document));
        let last = files.last().map(|file| (file.document.name.clone(), file.document.len()));
        let is_behind = self.openings.has_acted(acts);
        let mut hidden = None;
        self.documents.workspace.update(|workspace| {
            for ReadFile { document, given, shown } in files {
                let is_new = shown.is_none();
                let id = match shown {
                    Some(id) => {
                        workspace.replace(id, document);
                        id
                    }
                    None if is_behind => workspace.open_behind(document),
                    None => workspace.open(document),
                };
                let is_front = workspace.active().is_some_and(|open| open.id == id);
                // Who has left a file whose beginning was shown knows that it is there.
                let is_hidden = is_new && !is_front;
                hidden = workspace.get(id).filter(|_| is_hidden).map(|open| open.document.name.clone());
                self.documents.given.update_value(|map| {
                    map.insert(id, given);
                });
            }
        });
        if let Some(advice) = advice {
            self.notices.problem(advice);
        }
        self.tell_hidden(hidden);
        self.documents.ensure_selected();
        if let Some((name, lines)) = last {
            self.announcements.announce_file(&name, lines);
        }
        // The query was about the beginning; now it is about the whole file.
        if is_shown && self.list.query.with_untracked(|query| !query.trim().is_empty()) {
            self.list.find(&self.list.query.get_untracked());
        }
    }

    /// Closes a file, after a question if it has unsaved changes.
    pub fn close(&'static self, id: DocumentId) {
        let unsaved = self.documents.workspace.with_untracked(|w| {
            // What another tab changes is kept there.
            let is_ours = |open: &&OpenDocument| open.document.is_dirty() && !self.documents.follows(id);
            w.get(id).filter(is_ours).map(|open| open.document.name.clone())
        });
        if let Some(name) = unsaved
            && !page::confirm(&self.language.say_now(&say("ask.close", [name])))
        {
            return;
        }
        self.board.drop_piece();
        self.analysis.stop_for(id);
        self.analysis.forget_runs_of(id);
        self.check.forget_check(id);
        // Stops reading the rest of a file that is still being read.
        self.openings.cancel_rest_of(id);
        self.documents.workspace.update(|workspace| workspace.close(id));
        // Who hears of the end of the document may ask for its file first.
        page::later(0, move || {
            self.documents.given.update_value(|map| {
                map.remove(&id);
            });
        });
    }
}

/// Advice about a file that opens but is not what it seems to be.
fn advice(document: &Document) -> Option<Text> {
    document.source().is_empty().then(|| say("toast.empty", [document.name.clone()]))
}
