//! A sheet of diagrams of the listed records. It is made in steps, shown, printed, and saved as a file.

use std::sync::Arc;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::documents::Documents;
use crate::app::files::giving::give_text;
use crate::app::language::Language;
use crate::app::list::List;
use crate::app::notices::Notices;
use crate::app::share::dialog::Sharing;
use crate::app::share::picture::{BoardLook, Pictures, turn_words};
use crate::browser::page;
use crate::browser::picture::PictureUrl;
use crate::diagram::sheet::{Entry, Layout, Page, Paper, Solutions, html, svg};
use crate::diagram::{Colors, Look};
use crate::document::RecordId;
use crate::document::workspace::DocumentId;
use crate::epd::{LineKind, parse};
use crate::language::{Text, say};
use crate::logic::sheet::{MOST_DIAGRAMS, Wanted, file_name};
use crate::view::RecordView;

/// Most lines that are read for one sheet. Comments and blank lines have no diagram.
const MOST_LINES: usize = 20_000;

/// Records drawn before the page gets time to paint.
const STEP: usize = 15;

/// A record of the list: its row, its id, and its line in the file from 0.
type Listed = (usize, RecordId, usize);

/// A page on the screen.
#[derive(Debug, PartialEq, Eq)]
pub struct ShownPage {
    /// Its contents.
    pub page: Page,
    /// Its drawing.
    pub url: PictureUrl,
}

/// A finished sheet.
#[derive(Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Distinguishes it from earlier sheets.
    pub serial: u32,
    /// The pages as they will be printed.
    pub pages: Vec<ShownPage>,
    /// The number of its diagrams.
    pub diagrams: usize,
    /// The row of the list where the next sheet begins, from 1, if there are more records than fit on this
    /// one.
    pub next: Option<usize>,
    layout: Layout,
    look: Look,
}

/// The signals of the sheet.
#[derive(Debug, Clone, Copy)]
pub struct Sheets {
    /// Whether the dialog is open.
    pub is_open: RwSignal<bool>,
    /// The settings of the sheet.
    pub wanted: RwSignal<Wanted>,
    /// The sheet; `None` while it is being drawn, or after it was stopped.
    pub made: RwSignal<Option<Arc<Sheet>>>,
    /// The number of its pages on the screen. They appear one by one, because each costs the browser some
    /// time.
    pub shown: RwSignal<usize>,
    /// The number of records drawn so far, until the whole sheet is shown.
    pub progress: RwSignal<Option<usize>>,
    /// Why there is no sheet.
    pub problem: RwSignal<Option<Text>>,
    /// Grows with each new sheet, because only the last one continues.
    serial: RwSignal<u32>,
    /// The file that the dialog was opened for.
    of: StoredValue<Option<DocumentId>>,
    /// What is done with the sheet as soon as all of it is there.
    wish: StoredValue<Option<fn(&'static Self)>>,
    documents: &'static Documents,
    list: &'static List,
    sharing: &'static Sharing,
    pictures: Pictures,
    language: Language,
    notices: Notices,
}

impl Sheets {
    /// Starts without a sheet.
    pub fn new(
        documents: &'static Documents,
        list: &'static List,
        sharing: &'static Sharing,
        pictures: Pictures,
        language: Language,
        notices: Notices,
    ) -> Self {
        Self {
            is_open: RwSignal::default(),
            wanted: RwSignal::default(),
            made: RwSignal::default(),
            shown: RwSignal::default(),
            progress: RwSignal::default(),
            problem: RwSignal::default(),
            serial: RwSignal::default(),
            of: StoredValue::default(),
            wish: StoredValue::default(),
            documents,
            list,
            sharing,
            pictures,
            language,
            notices,
        }
    }

    /// Opens the dialog on the listed records.
    pub fn open_sheet(&'static self) {
        let active = self.documents.with_active(|open| (open.id, open.document.name.clone()));
        let Some((id, name)) = active else { return };
        self.of.set_value(Some(id));
        let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem).to_owned();
        self.wanted.update(|wanted| (wanted.title, wanted.from) = (stem, 1));
        // These dialogs can open this one.
        self.sharing.is_open.set(false);
        self.list.options.set(false);
        self.is_open.set(true);
    }

    /// Makes the sheet, and again whenever its settings change. `look` reads the page. Call once, in the
    /// dialog.
    pub fn keep_sheet(&'static self, look: fn() -> Option<BoardLook>) {
        Effect::new(move || {
            // A file that was dropped or pasted under the dialog has another title, and other records.
            let active = self.documents.workspace.with(|workspace| workspace.active().map(|open| open.id));
            if active != self.of.get_value() {
                self.is_open.set(false);
            }
        });
        Effect::new(move || {
            let wanted = self.wanted.get();
            match look() {
                Some(look) => self.make_sheet(wanted, look.look),
                None => self.problem.set(Some("sharing.no-picture".into())),
            }
        });
        on_cleanup(move || {
            self.wish.set_value(None);
            self.stop_sheet();
        });
    }

    /// Stops making a sheet, and drops the finished one.
    pub fn stop_sheet(&'static self) {
        self.serial.update_untracked(|serial| *serial += 1);
        self.progress.set(None);
        self.problem.set(None);
        self.shown.set(0);
        self.made.set(None);
    }

    /// Stops a sheet in progress at the user's request.
    pub fn cancel_sheet(&'static self) {
        self.wish.set_value(None);
        self.stop_sheet();
        self.problem.set(Some("sheet.stopped".into()));
    }

    /// Makes a sheet of the records that follow this one.
    pub fn next_sheet(&'static self) {
        let next = self.made.with_untracked(|made| made.as_ref()?.next);
        if let Some(next) = next {
            self.wanted.update(|wanted| wanted.from = next);
        }
    }

    fn make_sheet(&'static self, wanted: Wanted, mut look: Look) {
        self.stop_sheet();
        let serial = self.serial.get_untracked();
        if !wanted.has_color {
            look.colors = Colors::paper();
        }
        let layout = wanted.layout(self.language.say_now(&"sheet.solutions".into()));
        self.progress.set(Some(0));
        spawn_local(async move {
            let is_last = move || self.serial.get_untracked() == serial;
            match self.draw_sheet(&wanted, layout, look, &is_last).await {
                Ok(Some(sheet)) if is_last() => {
                    let pages = sheet.pages.len();
                    self.made.set(Some(Arc::new(sheet)));
                    for shown in 1..=pages {
                        self.shown.set(shown);
                        page::breathe().await;
                        if !is_last() {
                            return;
                        }
                    }
                    self.progress.set(None);
                    let wish = self.wish.try_update_value(Option::take).flatten();
                    if let Some(give) = wish.filter(|_| pages > 0) {
                        give(self);
                    }
                }
                Err(reason) if is_last() => {
                    self.wish.set_value(None);
                    self.progress.set(None);
                    self.problem.set(Some(say("sheet.failed", [reason])));
                }
                Ok(_) | Err(_) => {}
            }
        });
    }

    /// Draws a sheet while it is wanted; `None` if it no longer is.
    async fn draw_sheet(
        &'static self,
        wanted: &Wanted,
        layout: Layout,
        look: Look,
        is_wanted: &dyn Fn() -> bool,
    ) -> Result<Option<Sheet>, Text> {
        let Some((entries, next)) = self.sheet_entries(wanted, is_wanted).await? else { return Ok(None) };
        let solved = |entry: &&Entry| !entry.solution.is_empty();
        let solutions = entries.iter().filter(solved);
        let solutions: Vec<_> =
            solutions.map(|entry| (entry.number, entry.name.clone(), entry.solution.clone())).collect();
        let (before, all) = layout.page_counts(entries.len(), solutions.len());
        let mut pages = Vec::with_capacity(all);
        for (chunk, number) in entries.chunks(layout.per_page()).zip(1..) {
            pages.push(shown(layout.page(chunk, number, all, &look.colors), layout.paper, &look)?);
            page::breathe().await;
            if !is_wanted() {
                return Ok(None);
            }
        }
        if layout.solutions == Solutions::AtEnd {
            for page in layout.solution_pages(&solutions, before) {
                pages.push(shown(page, layout.paper, &look)?);
            }
        }
        let serial = self.serial.get_untracked();
        Ok(Some(Sheet { serial, pages, diagrams: entries.len(), next, layout, look }))
    }

    /// The entries of a sheet, and the first row of the list, from 1, that does not fit; `None` if the sheet
    /// is no longer wanted.
    async fn sheet_entries(
        &'static self,
        wanted: &Wanted,
        is_wanted: &dyn Fn() -> bool,
    ) -> Result<Option<(Vec<Entry>, Option<usize>)>, Text> {
        let Some((document, listed)) = self.records_from(wanted.from) else { return Ok(None) };
        let ids: Vec<RecordId> = listed.iter().take(MOST_LINES).map(|&(_, id, _)| id).collect();
        let mut entries = Vec::new();
        let mut at = 0;
        while at < ids.len() {
            let end = self.documents.batch_end(document, &ids, at, STEP);
            let texts = self.documents.texts(document, &ids[at..end]).await?;
            for (line, &(row, _, number)) in texts.iter().zip(&listed[at..end]) {
                let Some(record) = self.record_of(document, line) else { continue };
                if entries.len() == MOST_DIAGRAMS {
                    return Ok(Some((entries, Some(row + 1))));
                }
                entries.push(self.sheet_entry(&record, number + 1, wanted));
            }
            at = end;
            self.progress.set(Some(entries.len()));
            page::breathe().await;
            if !is_wanted() {
                return Ok(None);
            }
        }
        Ok(Some((entries, listed.get(MOST_LINES).map(|&(row, ..)| row + 1))))
    }

    /// The records that are listed, or of those the picked ones, in the order of the list, from a row on: row, record,
    /// and line in the file. There is one more than fits on a sheet, if it exists.
    fn records_from(&'static self, from: usize) -> Option<(DocumentId, Vec<Listed>)> {
        self.documents.with_active(|open| {
            let of_row = |row| Some((row, untrack(|| self.list.listed_at(open, row))?));
            // Removed records may still be listed, but are in no file.
            let standing = |(row, (id, line)): (usize, (RecordId, Option<usize>))| Some((row, id, line?));
            let is_chosen = |&(_, id, _): &Listed| !self.list.has_picks() || open.picks.has(id);
            let records = (from.saturating_sub(1)..).map_while(of_row).filter_map(standing).filter(is_chosen);
            (open.id, records.take(MOST_LINES + 1).collect())
        })
    }

    fn record_of(&'static self, document: DocumentId, line: &[u8]) -> Option<RecordView> {
        let page = self
            .documents
            .workspace
            .with_untracked(|w| w.get(document).map(|open| open.document.code_page))?;
        let record = RecordView::of(line.into(), self.documents.conventions.get_untracked(), page);
        // A line of words has no diagram.
        let has_board = record.kind == LineKind::Record && parse(line).has_ranks();
        has_board.then_some(record)
    }

    fn sheet_entry(&'static self, record: &RecordView, number: usize, wanted: &Wanted) -> Entry {
        let title = untrack(|| self.pictures.title_of(&record.board, record.turn));
        let note = self.language.say_now(&turn_words(record.turn).into());
        wanted.entry(record, number, title, note)
    }

    /// Whether there is a sheet, or will be. A view that asks follows the answer.
    pub fn has_sheet(&'static self) -> bool {
        let has_pages = |made: &Option<Arc<Sheet>>| made.as_ref().is_some_and(|made| !made.pages.is_empty());
        self.progress.with(Option::is_some) || self.made.with(has_pages)
    }

    /// Does this with the sheet, once all of it is there. A press that ends the typing in a field comes while the sheet
    /// is made anew.
    fn when_made(&'static self, give: fn(&'static Self)) {
        if self.progress.with_untracked(Option::is_some) {
            self.wish.set_value(Some(give));
        } else {
            give(self);
        }
    }

    /// Prints the sheet in the browser.
    pub fn print_sheet(&'static self) {
        self.when_made(|_| page::print());
    }

    /// Saves the sheet as a page of HTML.
    pub fn download_sheet_html(&'static self) {
        self.when_made(|sheets| {
            let lang = untrack(|| sheets.language.lang());
            sheets.give_sheet("html", |pages, sheet| html(pages, &sheet.layout, &sheet.look, lang));
        });
    }

    /// Saves the sheet as one SVG file.
    pub fn download_sheet_svg(&'static self) {
        self.when_made(|sheets| {
            sheets.give_sheet("svg", |pages, sheet| svg(pages, sheet.layout.paper, &sheet.look));
        });
    }

    fn give_sheet(&'static self, ending: &str, write: impl FnOnce(&[Page], &Sheet) -> String) {
        let Some(sheet) = self.made.get_untracked() else { return };
        let pages: Vec<Page> = sheet.pages.iter().map(|shown| shown.page.clone()).collect();
        let name = file_name(&sheet.layout.title);
        give_text(self.notices, &format!("{name}.{ending}"), &write(&pages, &sheet));
    }
}

fn shown(page: Page, paper: Paper, look: &Look) -> Result<ShownPage, Text> {
    let url = PictureUrl::of(&svg(std::slice::from_ref(&page), paper, look)).map_err(Text::from)?;
    Ok(ShownPage { page, url })
}
