//! The list of records. It has only as many rows as fit on the screen, whatever the size of the file.

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use crate::app::AppState;
use crate::app::parts::Part;
use crate::browser::size::SizeWatch;
use crate::commands::Command;
use crate::headless::decimal::tenths;
use crate::headless::window::Window;
use crate::language::say;
use crate::logic::columns::Fits;
use crate::ui::button::{Weight, command};
use crate::ui::record_columns::{ColumnHeads, least_width, template};
use crate::ui::record_row::{Row, Shown};
use crate::view::{Column, RowView};

/// The height of a row in CSS pixels. `records.css` contains this and the next two heights.
const ROW_HEIGHT: f64 = 27.0;

/// Bytes of a line that say how wide a column must be.
const LONG: usize = 4 * 1024;

/// Extra rows above and below the visible ones.
const OVERSCAN: usize = 4;

/// The height of a row with a diagram.
const DIAGRAM_ROW_HEIGHT: f64 = 100.0;

/// The height of the column heads.
const HEAD_HEIGHT: f64 = 28.0;

/// The list.
#[component]
pub(super) fn RecordList() -> impl IntoView {
    let state = AppState::expect();
    let element = NodeRef::<html::Div>::new();
    let scroll_top = RwSignal::new(0.0_f64);
    let height = RwSignal::new(600.0_f64);
    let rows = Memo::new(move |_| {
        state.documents.workspace.with(|w| w.active().map_or(0, |open| state.list.listed_len(open)))
    });
    let has_diagram =
        Memo::new(move |_| state.list.columns.with(|columns| columns.contains(&Column::Diagram)));
    let row_height = move || if has_diagram.get() { DIAGRAM_ROW_HEIGHT } else { ROW_HEIGHT };
    let window = Memo::new(move |_| Window {
        rows: rows.get(),
        row_height: row_height(),
        viewport: (height.get() - HEAD_HEIGHT).max(0.0),
    });
    // Rows keep their elements and show other records, because making and dropping rows while the user
    // scrolls would take longer than a frame.
    let places = Memo::new(move |_| window.get().most_visible(OVERSCAN));
    let shown = Memo::new(move |_| {
        let range = window.get().visible(scroll_top.get(), OVERSCAN);
        let mut shown: Vec<Shown> = vec![None; places.get()];
        state.documents.workspace.with(|workspace| {
            let Some(open) = workspace.active() else { return };
            for row in range {
                let place = row % places.get();
                shown[place] = state.list.listed_at(open, row).map(|(id, line)| (row, open.id, id, line));
            }
        });
        shown
    });
    // The most characters seen in each column only grow, so that columns do not move while the user scrolls.
    let fits = StoredValue::new_local(Fits::default());
    let columns = move || {
        let columns = state.list.columns.get();
        let mut fitted = fits.get_value();
        state.documents.workspace.with(|workspace| {
            fitted.begin(workspace.active().map(|open| open.id), &columns);
            for &(_, document, id, _) in shown.get().iter().flatten() {
                let Some(open) = workspace.get(document) else { continue };
                if let Some(text) = open.document.text(id) {
                    let row = RowView::of(&text[..text.len().min(LONG)], open.document.code_page, &columns);
                    fitted.see(&row.cells);
                }
            }
        });
        let template = template(&columns, &fitted);
        fits.set_value(fitted);
        template
    };
    let columns = Memo::new(move |_| columns());
    // The number of digits of the greatest line number.
    let digits = Memo::new(move |_| {
        let lines = state.documents.workspace.with(|w| w.active().map_or(0, |open| open.document.len()));
        lines.to_string().len()
    });
    let selected = Memo::new(move |_| {
        state.documents.workspace.with(|w| w.active().and_then(|open| state.list.selected_row(open)))
    });

    watch_size(element, height);
    // Blocks of a large file are loaded when their rows are on the screen.
    Effect::new(move || {
        state.documents.fetch(shown.get().into_iter().flatten().map(|(_, _, id, _)| id).collect());
    });
    // The first visible row stays the same when rows become higher, or too many for the scroll bar.
    Effect::new(move |before: Option<(Window, usize)>| {
        let window = window.get();
        let first = window.visible(scroll_top.get(), 0).start;
        let (old, kept) = before.unwrap_or((window, first));
        let offset = window.offset_of(kept);
        if (offset - old.offset_of(kept)).abs() > 1.0 && kept < window.rows {
            if let Some(list) = element.get_untracked() {
                #[expect(clippy::cast_possible_truncation, reason = "at most the height of the spacer")]
                list.set_scroll_top(offset.ceil() as i32);
            }
            return (window, kept);
        }
        (window, first)
    });
    // The selected row is scrolled into view when the selection moves, not when the user scrolls.
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
            // The column heads have their own keys.
            "Enter" if event.target() != event.current_target() => return,
            // These work with Ctrl, too, which means the first and the last row in other grids.
            "Home" if !event.alt_key() => state.list.select_row(0),
            "End" if !event.alt_key() => state.list.select_row(usize::MAX),
            _ if event.ctrl_key() || event.alt_key() || event.meta_key() => return,
            "ArrowDown" => state.list.select_by(1),
            "ArrowUp" => state.list.select_by(-1),
            "PageDown" => state.list.select_by(page),
            "PageUp" => state.list.select_by(-page),
            "Enter" => state.parts.focus(Part::Record, "record-text"),
            _ => return,
        }
        event.prevent_default();
    };
    let row = move |place: usize| {
        let at = Memo::new(move |_| shown.with(|shown| shown.get(place).copied().flatten()));
        let is_selected = move || at.get().is_some_and(|(row, ..)| selected.get() == Some(row));
        let selected = Memo::new(move |_| is_selected());
        let top = move || at.get().map_or(0.0, |(row, ..)| window.get().row_top(row, scroll_top.get()));
        let top = Memo::new(move |_| top());
        view! { <Row at selected top /> }.into_any()
    };
    view! {
        <div
            node_ref=element
            id="records"
            class="records"
            class:records--diagrams=move || has_diagram.get()
            role="grid"
            aria-label=state.language.words("list.records")
            tabindex="0"
            aria-rowcount=move || (rows.get() + 1).to_string()
            style:--digits=move || digits.get().to_string()
            style:--columns=move || columns.get()
            style:--least=move || state.list.columns.with(|columns| format!("{}rem", tenths(least_width(columns))))
            aria-activedescendant=move || selected.get().map(|at| format!("row-{at}"))
            on:scroll:target=move |event| scroll_top.set(f64::from(event.target().scroll_top()))
            on:keydown=press
        >
            <ColumnHeads />
            <div class="records__spacer" role="rowgroup" style:height=move || format!("{}px", tenths(window.get().spacer()))>
                <For each=move || 0..places.get() key=|place| *place children=row />
            </div>
        </div>
        <ListFoot />
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

/// The commands at the foot of the list.
const RECORDS: [Command; 3] = [Command::ListOptions, Command::RemoveRecord, Command::AddRecord];

/// The foot of the list: moving to a line, adding and removing records.
#[component]
fn ListFoot() -> impl IntoView {
    let state = AppState::expect();
    let line = Memo::new(move |_| {
        state.documents.workspace.with(|w| {
            w.active().and_then(crate::document::workspace::OpenDocument::position).map_or(0, |at| at + 1)
        })
    });
    let lines = Memo::new(move |_| {
        state.documents.workspace.with(|w| w.active().map_or(0, |open| open.document.len()))
    });
    let go = move |text: String| {
        if let Ok(line) = text.trim().parse::<usize>() {
            state.records.select_position(line.saturating_sub(1));
        }
    };
    view! {
        <div class="list-foot">
            <label class="field field--inline">
                <span class="field__label">{state.language.words("column.line")}</span>
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
            <span class="list-foot__count">{move || state.language.say(&say("list.of", [lines.get()]))}</span>
            <span class="button-row button-row--tight">
                {RECORDS.map(|one| command(state, one, Weight::Icon)).into_iter().collect_view()}
            </span>
        </div>
    }
    .into_any()
}
