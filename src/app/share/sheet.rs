//! A sheet of diagrams of the listed records: made in steps, shown, printed, and given as a file.

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
use crate::epd::LineKind;
use crate::language::{Text, say};
use crate::logic::sheet::{MOST_DIAGRAMS, Wanted, file_name};
use crate::view::RecordView;

/// Lines that are looked at for one sheet; comments and blank lines among them have no diagram.
const MOST_LINES: usize = 20_000;

/// Records drawn before the page may paint.
const STEP: usize = 15;

/// A record of the list: its row, its name, and its line in the file, 0 first.
type Listed = (usize, RecordId, usize);

/// A page that is shown.
#[derive(Debug, PartialEq, Eq)]
pub struct ShownPage {
    /// What it holds.
    pub page: Page,
    /// Its drawing.
    pub url: PictureUrl,
}

/// A sheet that was made.
#[derive(Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Tells it from the sheets before it.
    pub serial: u32,
    /// Its pages.
    pub pages: Vec<ShownPage>,
    /// Its diagrams.
    pub diagrams: usize,
    /// The row of the list that the next sheet begins with, 1 first, if there are more records than this
    /// one has.
    pub next: Option<usize>,
    layout: Layout,
    look: Look,
}

/// The signals of the sheet.
#[derive(Debug, Clone, Copy)]
pub struct Sheets {
    /// Whether the dialog is open.
    pub is_open: RwSignal<bool>,
    /// What is wanted.
    pub wanted: RwSignal<Wanted>,
    /// The sheet; `None` while it is drawn, or was stopped.
    pub made: RwSignal<Option<Arc<Sheet>>>,
    /// Pages of it that are shown: each costs the browser some time, so that they come one by one.
    pub shown: RwSignal<usize>,
    /// Records drawn so far, while it is made and until all of it is shown.
    pub progress: RwSignal<Option<usize>>,
    /// Why there is none, written for a catalog.
    pub problem: RwSignal<Option<Text>>,
    /// Grows with each sheet that is begun: only the last one goes on.
    serial: RwSignal<u32>,
    documents: &'static Documents,
    list: &'static List,
    sharing: &'static Sharing,
    pictures: Pictures,
    language: Language,
    notices: Notices,
}

impl Sheets {
    /// There is none.
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
        let name = self.documents.with_active(|open| open.document.name.clone());
        let Some(name) = name else { return };
        let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem).to_owned();
        self.wanted.update(|wanted| (wanted.title, wanted.from) = (stem, 1));
        // It can be opened from these.
        self.sharing.is_open.set(false);
        self.list.options.set(false);
        self.is_open.set(true);
    }

    /// Makes the sheet, and another one when something else is wanted; `look` reads the page. Call once, in
    /// the dialog.
    pub fn keep_sheet(&'static self, look: fn() -> Option<BoardLook>) {
        Effect::new(move || {
            let wanted = self.wanted.get();
            match look() {
                Some(look) => self.make_sheet(wanted, look.look),
                None => self.problem.set(Some("sharing.no-picture".into())),
            }
        });
        on_cleanup(move || self.stop_sheet());
    }

    /// Makes no sheet any more, and drops what was made.
    pub fn stop_sheet(&'static self) {
        self.serial.update_untracked(|serial| *serial += 1);
        self.progress.set(None);
        self.problem.set(None);
        self.shown.set(0);
        self.made.set(None);
    }

    /// Stops a sheet that is being made, as the user asked.
    pub fn cancel_sheet(&'static self) {
        self.stop_sheet();
        self.problem.set(Some("sheet.stopped".into()));
    }

    /// Makes the sheet of the records behind those of this one.
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
                }
                Err(reason) if is_last() => {
                    self.progress.set(None);
                    self.problem.set(Some(say("sheet.failed", [reason])));
                }
                Ok(_) | Err(_) => {}
            }
        });
    }

    /// Draws a sheet, as long as it is wanted; `None` when it is not any more.
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

    /// The entries of a sheet, and the row of the list, 1 first, that has no room on it any more; `None` when
    /// it is not wanted any more.
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

    /// The records that are listed, in the order of the list, from a row on: row, record, and line in the
    /// file. One more than fits a sheet, if there is one.
    fn records_from(&'static self, from: usize) -> Option<(DocumentId, Vec<Listed>)> {
        self.documents.with_active(|open| {
            let of_row = |row| Some((row, untrack(|| self.list.listed_at(open, row))?));
            // What was removed since it was found is listed and stands in no file.
            let standing = |(row, (id, line)): (usize, (RecordId, Option<usize>))| Some((row, id, line?));
            let records = (from.saturating_sub(1)..).map_while(of_row).filter_map(standing);
            (open.id, records.take(MOST_LINES + 1).collect())
        })
    }

    fn record_of(&'static self, document: DocumentId, line: &[u8]) -> Option<RecordView> {
        let page = self
            .documents
            .workspace
            .with_untracked(|w| w.get(document).map(|open| open.document.code_page))?;
        let record = RecordView::of(line.into(), self.documents.dialect.get_untracked(), page);
        (record.kind == LineKind::Record).then_some(record)
    }

    fn sheet_entry(&'static self, record: &RecordView, number: usize, wanted: &Wanted) -> Entry {
        let title = untrack(|| self.pictures.title_of(&record.board, record.turn));
        let note = self.language.say_now(&turn_words(record.turn).into());
        wanted.entry(record, number, title, note)
    }

    /// Whether there is a sheet, all of it shown; a view that asks follows it.
    pub fn has_sheet(&'static self) -> bool {
        let has_pages = |made: &Option<Arc<Sheet>>| made.as_ref().is_some_and(|made| !made.pages.is_empty());
        self.progress.with(Option::is_none) && self.made.with(has_pages)
    }

    /// Has the browser print the sheet.
    pub fn print_sheet(&'static self) {
        page::print();
    }

    /// Gives the sheet as a page of HTML.
    pub fn download_sheet_html(&'static self) {
        let lang = untrack(|| self.language.lang());
        self.give_sheet("html", |pages, sheet| html(pages, &sheet.layout, &sheet.look, lang));
    }

    /// Gives the sheet as one drawing.
    pub fn download_sheet_svg(&'static self) {
        self.give_sheet("svg", |pages, sheet| svg(pages, sheet.layout.paper, &sheet.look));
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
