//! A row of the record list.

use std::sync::Arc;

use leptos::ev::Event;
use leptos::prelude::*;

use crate::app::AppState;
use crate::browser::context;
use crate::chess::score::Score;
use crate::document::RecordId;
use crate::document::workspace::DocumentId;
use crate::epd::lint::Severity;
use crate::headless::decimal::tenths;
use crate::logic::columns::halves;
use crate::logic::findings::{Verdict, severity_key};
use crate::logic::meaning::with_minus;
use crate::ui::record_name::named;
use crate::ui::small_board::small_board;
use crate::view::{Column, RowView};

/// A row of the list on the screen: its number, its file, its record, and the record's line.
pub(super) type Shown = Option<(usize, DocumentId, RecordId, Option<usize>)>;

/// How a record is marked in the list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Marks {
    /// It is the one on the board.
    pub(super) is_selected: bool,
    /// Commands work on it and the other picked ones.
    pub(super) is_picked: bool,
    /// No record is picked.
    pub(super) is_alone: bool,
}

impl Marks {
    /// Whether it is chosen as screen readers understand it: picked, or selected where none is picked.
    fn is_chosen(self) -> bool {
        self.is_picked || self.is_selected && self.is_alone
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

/// A longer line is checked only when it is selected.
const LONG: usize = 16 * 1024;

/// A row, which keeps its element and shows one record after another.
#[component]
pub(super) fn Row(
    /// The content of the row; `None` if the list is shorter than the screen.
    at: Memo<Shown>,
    /// Whether it is selected or picked.
    marks: Memo<Marks>,
    /// Its place in the spacer.
    top: Memo<f64>,
) -> impl IntoView {
    let state = AppState::expect();
    // The line comes first, then its contents, so that a row is parsed again only when its line changes.
    let bytes = Memo::new(move |_| {
        let (_, document, id, _) = at.get()?;
        state.documents.workspace.with(|workspace| {
            let document = &workspace.get(document)?.document;
            let text = document.text(id)?;
            let head = Arc::<[u8]>::from(&text[..text.len().min(HEAD)]);
            Some((head, document.is_touched(id), document.code_page))
        })
    });
    let row = Memo::new(move |_| {
        state.list.columns.with(|columns| {
            bytes.with(|bytes| bytes.as_ref().map(|(text, _, page)| RowView::of(text, *page, columns)))
        })
    });
    let touched = move || bytes.with(|bytes| bytes.as_ref().is_some_and(|(_, touched, _)| *touched));
    let verdict = RwSignal::new(Verdict::Unchecked);
    Effect::new(move |before: Option<Shown>| {
        state.documents.conventions.track();
        let now = at.get();
        if before.is_some_and(|before| before != now) {
            verdict.set(Verdict::Unchecked);
        }
        let line = bytes.with(|bytes| bytes.as_ref().map(|(text, ..)| Arc::clone(text)));
        if let Some(line) = line.filter(|line| line.len() <= LONG) {
            state.findings.ask_verdict(line, verdict);
        }
        now
    });
    let is_first = move || {
        state.list.found.with(|found| {
            let groups = found.as_ref().and_then(|found| found.groups.as_ref());
            groups.is_some_and(|(_, firsts)| at.get().is_some_and(|(_, _, id, _)| firsts.has(id)))
        })
    };
    let number = move || at.get().map(|(row, ..)| row);
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
            id=move || number().map(|row| format!("{ROW}{row}"))
            class="record-row"
            class:record-row--selected=move || marks.get().is_selected
            class:record-row--touched=touched
            class:record-row--first=is_first
            role="row"
            hidden=move || at.get().is_none()
            aria-rowindex=move || number().map(|row| (row + 2).to_string())
            aria-selected=move || marks.get().is_chosen().to_string()
            style:transform=move || format!("translateY({}px)", tenths(top.get()))
        >
            {cells}
        </div>
    }
    .into_any()
}

/// The number of the line, marked while a run works on the record.
fn number_cell(state: AppState, at: Memo<Shown>) -> AnyView {
    let number = move || match at.get() {
        Some((.., Some(line))) => (line + 1).to_string(),
        _ => "–".to_owned(),
    };
    let is_in_work =
        move || at.get().is_some_and(|(_, document, id, _)| state.analysis.is_in_work(document, id));
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
