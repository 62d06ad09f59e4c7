//! A row of the record list.

use std::sync::Arc;

use leptos::ev::Event;
use leptos::prelude::*;

use crate::app::AppState;
use crate::browser::context;
use crate::chess::score::Score;
use crate::document::workspace::DocumentId;
use crate::document::{Document, RecordId};
use crate::epd::lint::Severity;
use crate::headless::decimal::tenths;
use crate::logic::columns::{Fits, halves};
use crate::logic::findings::{Verdict, severity_key};
use crate::logic::meaning::with_minus;
use crate::text::encoding::CodePage;
use crate::ui::record_name::named;
use crate::ui::small_board::small_board;
use crate::view::{Column, RowView};

/// A row of the list on the screen.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Shown {
    /// Its number.
    pub(super) row: usize,
    /// Its place in the spacer.
    pub(super) top: f64,
    /// The file of its record.
    pub(super) document: DocumentId,
    /// Its record.
    pub(super) id: RecordId,
    /// The line of the record, from 0; `None` if that is not known yet.
    pub(super) line: Option<usize>,
    /// It is the one on the board.
    pub(super) is_selected: bool,
    /// Commands work on it and the other picked ones.
    pub(super) is_picked: bool,
    /// What is in the line; `None` until its block is loaded.
    pub(super) text: Option<LineHead>,
}

/// The beginning of a line, which is all that the list shows.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct LineHead {
    bytes: Arc<[u8]>,
    is_touched: bool,
    code_page: CodePage,
}

impl LineHead {
    /// That of a record; `None` until its block is loaded.
    pub(super) fn of(document: &Document, id: RecordId) -> Option<Self> {
        let text = document.text(id)?;
        let bytes = Arc::from(&text[..text.len().min(HEAD)]);
        Some(Self { bytes, is_touched: document.is_touched(id), code_page: document.code_page })
    }

    /// Counts the texts of the record for the widths of columns.
    pub(super) fn count(&self, id: RecordId, columns: &[Column], fits: &mut Fits) {
        if fits.has_seen(id) && !self.is_touched {
            return;
        }
        let row = RowView::of(&self.bytes[..self.bytes.len().min(COUNTED)], self.code_page, columns);
        fits.see(id, &row.cells);
        if self.is_touched {
            fits.see_edited(&row.cells);
        }
    }
}

/// What the ids of rows begin with; their numbers follow.
const ROW: &str = "row-";

/// The row that an event is about.
pub(super) fn row_of(event: &Event) -> Option<usize> {
    context::id_around(event, ".record-row")?.strip_prefix(ROW)?.parse().ok()
}

/// Bytes of a line that the list reads.
const HEAD: usize = 17 * 1024;

/// Bytes of a line that say how wide a column must be.
const COUNTED: usize = 4 * 1024;

/// A longer line is checked only when it is selected.
const LONG: usize = 16 * 1024;

/// A row, which keeps its element and shows one record after another.
#[component]
pub(super) fn Row(
    /// The content of the row; `None` if the list is shorter than the screen.
    at: Memo<Option<Shown>>,
) -> impl IntoView {
    let state = AppState::expect();
    // The line comes first, then its contents, so that a row is parsed again only when its line changes.
    let line = Memo::new(move |_| at.with(|at| at.as_ref()?.text.clone()));
    let row = Memo::new(move |_| {
        let of = |line: &LineHead, columns: &[Column]| RowView::of(&line.bytes, line.code_page, columns);
        state.list.columns.with(|columns| line.with(|line| line.as_ref().map(|line| of(line, columns))))
    });
    let touched = move || line.with(|line| line.as_ref().is_some_and(|line| line.is_touched));
    let verdict = RwSignal::new(Verdict::Unchecked);
    let record = move || record_of(at);
    let has = move |mark: fn(&Shown) -> bool| at.with(|at| at.as_ref().is_some_and(mark));
    // As screen readers understand it: picked, or selected where none is picked.
    let is_chosen =
        move || has(|it| it.is_picked) || state.list.picks_len.get() == 0 && has(|it| it.is_selected);
    Effect::new(move |before: Option<Option<(DocumentId, RecordId)>>| {
        state.documents.conventions.track();
        let now = record();
        if before.is_some_and(|before| before != now) {
            verdict.set(Verdict::Unchecked);
        }
        let line = line.with(|line| line.as_ref().map(|line| Arc::clone(&line.bytes)));
        state.findings.ask_verdict(line.filter(|line| line.len() <= LONG), verdict);
        now
    });
    let is_first = move || {
        state.list.found.with(|found| {
            let groups = found.as_ref().and_then(|found| found.groups.as_ref());
            groups.is_some_and(|(_, firsts)| record().is_some_and(|(_, id)| firsts.has(id)))
        })
    };
    let number = Memo::new(move |_| at.with(|at| at.as_ref().map(|it| it.row)));
    let top = move || at.with(|at| at.as_ref().map_or(0.0, |it| it.top));
    let cells = move || {
        let cell = |(place, column): (usize, &Column)| match column {
            Column::Number => number_cell(state, at),
            Column::State => state_cell(state, verdict),
            Column::Diagram | Column::SmallDiagram => diagram_cell(state, row),
            _ => text_cell(state, column, row, place),
        };
        state.list.columns.with(|columns| columns.iter().enumerate().map(cell).collect_view())
    };
    view! {
        <div
            id=move || number.get().map(|row| format!("{ROW}{row}"))
            class="record-row"
            class:record-row--selected=move || has(|it| it.is_selected)
            class:record-row--touched=touched
            class:record-row--first=is_first
            role="row"
            hidden=move || number.get().is_none()
            aria-rowindex=move || number.get().map(|row| (row + 2).to_string())
            aria-selected=move || is_chosen().to_string()
            style:transform=move || format!("translateY({}px)", tenths(top()))
        >
            {cells}
        </div>
    }
    .into_any()
}

/// The record of a row and its file.
fn record_of(at: Memo<Option<Shown>>) -> Option<(DocumentId, RecordId)> {
    at.with(|at| at.as_ref().map(|it| (it.document, it.id)))
}

/// The number of the line, marked while a run works on the record.
fn number_cell(state: AppState, at: Memo<Option<Shown>>) -> AnyView {
    let number = move || match at.with(|at| at.as_ref().and_then(|it| it.line)) {
        Some(line) => (line + 1).to_string(),
        None => "–".to_owned(),
    };
    let is_in_work =
        move || record_of(at).is_some_and(|(document, id)| state.analysis.is_in_work(document, id));
    view! {
        <span class="record-row__number" class:record-row__number--in-work=is_in_work role="gridcell">
            {number}
        </span>
    }
    .into_any()
}

fn state_cell(state: AppState, verdict: RwSignal<Verdict>) -> AnyView {
    let severity = move || verdict.get().severity().map(Severity::name);
    let word = move || {
        state.language.tell(match verdict.get() {
            Verdict::Unchecked => "list.unchecked",
            Verdict::Checked(found) => found.map_or("list.fine", severity_key),
        })
    };
    view! {
        <span
            class=move || format!("record-row__state record-row__state--{}", severity().unwrap_or("fine"))
            role="gridcell"
            title=word
            aria-label=word
        ></span>
    }
    .into_any()
}

fn text_cell(state: AppState, column: &Column, row: Memo<Option<RowView>>, place: usize) -> AnyView {
    let text = move || {
        row.with(|row| {
            let cell = |row: &RowView| row.cells.get(place).cloned().unwrap_or_default();
            row.as_ref().map_or_else(|| "…".to_owned(), cell)
        })
    };
    let has_moves = column.has_moves();
    let is_label = *column == Column::Label;
    let shown = move || {
        let text = text();
        if has_moves {
            return state.looks.moves_shown(&text);
        }
        let named_as = |row: &RowView| named(state, &text, row.named_by_material, row.kind);
        let name = row.with(|row| row.as_ref().map(named_as)).filter(|_| is_label);
        name.unwrap_or(text)
    };
    let spoken = move || has_moves.then(|| state.looks.spoken_moves(&text())).flatten();
    let class = match column {
        Column::Label => "record-row__label",
        Column::Opcode(opcode) if opcode == "ce" => "record-row__score",
        _ => "record-row__target",
    };
    if is_label {
        let part = move |part: fn((&str, &str)) -> String| move || part(halves(&shown()));
        return view! {
            <span class=class role="gridcell" title=shown aria-label=shown>
                <span>{part(|(head, _)| head.to_owned())}</span>
                <span>{part(|(_, tail)| tail.to_owned())}</span>
            </span>
        }
        .into_any();
    }
    let is_score = class == "record-row__score";
    let number = move || is_score.then(|| number_of_epd(&text())).flatten();
    let shown = move || if is_score { with_minus(&shown()) } else { shown() };
    view! { <span class=class role="gridcell" aria-label=spoken title=number>{shown}</span> }.into_any()
}

/// The number that a record has for a score. Few visits see one: its code can come late.
#[inline(never)]
fn number_of_epd(score: &str) -> Option<String> {
    Score::of_shown(score).map(|score| format!("ce {}", score.to_ce()))
}

fn diagram_cell(state: AppState, row: Memo<Option<RowView>>) -> AnyView {
    let pieces =
        Memo::new(move |_| row.with(|row| row.as_ref().map(|row| row.pieces.clone()).unwrap_or_default()));
    view! {
        <span role="gridcell" class="record-row__diagram" aria-label=state.language.words("list.diagram")>
            {small_board(move || pieces.get())}
        </span>
    }
    .into_any()
}
