//! The list of records: as many rows as fit the screen, whatever the size of the file.

use std::sync::Arc;

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use crate::app::AppState;
use crate::browser::size::SizeWatch;
use crate::document::RecordId;
use crate::document::workspace::DocumentId;
use crate::epd::lint::Severity;
use crate::headless::decimal::{grouped, tenths};
use crate::headless::window::Window;
use crate::ui::button::{Button, buttons};
use crate::ui::list::list;
use crate::view::RowView;

/// Height of a row in CSS pixels; `records.css` has the same.
const ROW_HEIGHT: f64 = 30.0;

/// Rows made beyond each end of the screen.
const OVERSCAN: usize = 4;

/// Bytes of a line that the list looks at.
const HEAD: usize = 17 * 1024;

/// A longer line is checked when it is selected.
const LONG: usize = 16 * 1024;

/// The list.
#[component]
pub(super) fn RecordList() -> impl IntoView {
    let state = AppState::expect();
    let element = NodeRef::<html::Div>::new();
    let scroll_top = RwSignal::new(0.0_f64);
    let viewport = RwSignal::new(600.0_f64);
    let rows =
        Memo::new(move |_| state.workspace.with(|w| w.active().map_or(0, |open| state.listed_len(open))));
    let window =
        Memo::new(move |_| Window { rows: rows.get(), row_height: ROW_HEIGHT, viewport: viewport.get() });
    let visible = Memo::new(move |_| {
        let range = window.get().visible(scroll_top.get(), OVERSCAN);
        state.workspace.with(|workspace| {
            let Some(open) = workspace.active() else { return Vec::new() };
            let listed = |row| state.listed_at(open, row).map(|(id, line)| (row, open.id, id, line));
            range.filter_map(listed).collect::<Vec<_>>()
        })
    });
    // Room for the greatest number of a line.
    let digits = Memo::new(move |_| {
        let lines = state.workspace.with(|w| w.active().map_or(0, |open| open.document.len()));
        lines.to_string().len()
    });
    let selected =
        Memo::new(move |_| state.workspace.with(|w| w.active().and_then(|open| state.selected_row(open))));

    watch_size(element, viewport);
    // Blocks of a large file come when their rows are on the screen.
    Effect::new(move || state.fetch(visible.get().into_iter().map(|(_, _, id, _)| id).collect()));
    // The selected row is brought into view when the selection moves, not when the user scrolls.
    Effect::new(move || {
        let Some(row) = selected.get() else { return };
        let (window, top) = (window.get(), scroll_top.get_untracked());
        if let (Some(offset), Some(list)) = (window.scroll_to(row, top), element.get()) {
            #[expect(clippy::cast_possible_truncation, reason = "at most the height of the spacer")]
            list.set_scroll_top(offset.ceil() as i32);
        }
    });

    let press = move |event: KeyboardEvent| {
        let page = isize::try_from(window.get_untracked().page()).unwrap_or(10);
        match event.key().as_str() {
            _ if event.ctrl_key() || event.alt_key() || event.meta_key() => return,
            "ArrowDown" => state.select_by(1),
            "ArrowUp" => state.select_by(-1),
            "PageDown" => state.select_by(page),
            "PageUp" => state.select_by(-page),
            "Home" => state.select_row(0),
            "End" => state.select_row(usize::MAX),
            "Enter" => crate::browser::page::focus("record-text"),
            _ => return,
        }
        event.prevent_default();
    };
    let row = move |(position, _, id, line): (usize, DocumentId, RecordId, Option<usize>)| {
        let selected = Signal::derive(move || selected.get() == Some(position));
        let top = Signal::derive(move || window.get().row_top(position, scroll_top.get()));
        view! { <Row position id line selected top /> }.into_any()
    };
    view! {
        <ListHead />
        <div
            node_ref=element
            id="records"
            class="records"
            role="grid"
            aria-label="Records"
            tabindex="0"
            aria-rowcount=move || rows.get().to_string()
            style:--digits=move || digits.get().to_string()
            aria-activedescendant=move || selected.get().map(|at| format!("row-{at}"))
            on:scroll:target=move |event| scroll_top.set(f64::from(event.target().scroll_top()))
            on:keydown=press
        >
            <div class="records__spacer" style:height=move || format!("{}px", tenths(window.get().spacer()))>
                {list(move || visible.get(), Clone::clone, row)}
            </div>
        </div>
    }
    .into_any()
}

fn watch_size(list: NodeRef<html::Div>, viewport: RwSignal<f64>) {
    let watch = StoredValue::new_local(None::<SizeWatch>);
    Effect::new(move || {
        let Some(element) = list.get() else { return };
        let seen = element.clone();
        watch.set_value(SizeWatch::new(&element, move || viewport.set(f64::from(seen.client_height()))));
    });
}

/// One row.
#[component]
fn Row(
    /// Its place in the list, 0 first.
    position: usize,
    /// Its record.
    id: RecordId,
    /// Its line in the file, 0 first; none for a record that was removed.
    line: Option<usize>,
    /// Whether it is selected.
    selected: Signal<bool>,
    /// Where it is placed in the spacer.
    top: Signal<f64>,
) -> impl IntoView {
    let state = AppState::expect();
    // The line first, then what is read from it: a row is read again only when its line changes.
    let bytes = Memo::new(move |_| {
        state.workspace.with(|workspace| {
            let document = &workspace.active()?.document;
            let text = document.text(id)?;
            let head = Arc::<[u8]>::from(&text[..text.len().min(HEAD)]);
            Some((head, document.is_touched(id), document.code_page))
        })
    });
    let row = Memo::new(move |_| {
        bytes.with(|bytes| bytes.as_ref().map(|(text, _, page)| RowView::of(text, *page)))
    });
    let touched = move || bytes.with(|bytes| bytes.as_ref().is_some_and(|(_, touched, _)| *touched));
    let verdict = RwSignal::new(None);
    Effect::new(move || {
        state.dialect.track();
        let line = bytes.with(|bytes| bytes.as_ref().map(|(text, ..)| Arc::clone(text)));
        if let Some(line) = line.filter(|line| line.len() <= LONG) {
            state.judge(line, verdict);
        }
    });
    let severity = move || verdict.get().flatten().map(Severity::name);
    let verdict_word = move || match verdict.get() {
        None => "not checked",
        Some(found) => found.map_or("no problems", Severity::name),
    };
    let text =
        move |f: fn(&RowView) -> String| row.with(|row| row.as_ref().map_or_else(|| "…".to_owned(), f));
    let number = line.map_or_else(|| "–".to_owned(), |line| (line + 1).to_string());
    view! {
        <div
            id=format!("row-{position}")
            class="record-row"
            class:record-row--selected=selected
            class:record-row--touched=touched
            role="row"
            aria-rowindex=(position + 1).to_string()
            aria-selected=move || selected.get().to_string()
            style:transform=move || format!("translateY({}px)", tenths(top.get()))
            on:click=move |_| state.select(id)
        >
            <span class="record-row__number" role="gridcell">{number}</span>
            <span
                class=move || format!("record-row__state record-row__state--{}", severity().unwrap_or("fine"))
                role="gridcell"
                title=verdict_word
                aria-label=verdict_word
            ></span>
            <span class="record-row__label" role="gridcell">{move || text(|row| row.label.clone())}</span>
            <span class="record-row__target" role="gridcell">{move || text(|row| row.target.clone())}</span>
            <span class="record-row__score" role="gridcell">{move || text(|row| row.score.clone())}</span>
        </div>
    }
    .into_any()
}

const RECORDS: &[Button] = &[
    Button::new("Add", "Add a record after this one", AppState::add_record).small(),
    Button::new("Remove", "Remove this record", AppState::remove_record).small(),
];

/// What stands above the list: going to a line, adding and removing.
#[component]
fn ListHead() -> impl IntoView {
    let state = AppState::expect();
    let line = Memo::new(move |_| {
        state.workspace.with(|w| {
            w.active().and_then(crate::document::workspace::OpenDocument::position).map_or(0, |at| at + 1)
        })
    });
    let lines =
        Memo::new(move |_| state.workspace.with(|w| w.active().map_or(0, |open| open.document.len())));
    let go = move |text: String| {
        if let Ok(line) = text.trim().parse::<usize>() {
            state.select_position(line.saturating_sub(1));
        }
    };
    view! {
        <div class="list-head">
            <label class="field field--inline">
                <span class="field__label">"Line"</span>
                <input
                    class="input input--number"
                    data-own-undo="true"
                    type="number"
                    min="1"
                    max=move || lines.get().to_string()
                    prop:value=move || line.get().to_string()
                    on:change:target=move |event| go(event.target().value())
                />
            </label>
            <span class="list-head__count">{move || format!("of {}", grouped(lines.get()))}</span>
            <span class="button-row">
                {buttons(state, RECORDS)}
            </span>
        </div>
    }
    .into_any()
}
