//! The list of records. It has only as many rows as fit on the screen, whatever the size of the file.

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use crate::app::AppState;
use crate::app::look::keys::latin_key;
use crate::app::parts::Part;
use crate::browser::focus;
use crate::browser::size::SizeWatch;
use crate::commands::Command;
use crate::document::workspace::OpenDocument;
use crate::headless::decimal::tenths;
use crate::headless::window::{Scroll, Window};
use crate::language::say;
use crate::logic::column_widths::{least_width, template};
use crate::logic::columns::{Density, Fits};
use crate::logic::picking::Way;
use crate::ui::button::{Button, Weight, buttons, command};
use crate::ui::record_columns::ColumnHeads;
use crate::ui::record_drag::RowDrag;
use crate::ui::record_row::{LineHead, Row, Shown, row_of};
use crate::view::Column;

/// Extra rows above and below the visible ones.
const OVERSCAN: usize = 4;

/// The height of the column heads, as in `records.css`.
const HEAD_HEIGHT: f64 = 28.0;

/// The list.
#[component]
pub(super) fn RecordList() -> impl IntoView {
    let state = AppState::expect();
    let element = NodeRef::<html::Div>::new();
    let scroll = RwSignal::new(Scroll::default());
    let height = RwSignal::new(600.0_f64);
    let rows = Memo::new(move |_| {
        state.documents.workspace.with(|w| w.active().map_or(0, |open| state.list.listed_len(open)))
    });
    let density = Memo::new(move |_| state.list.density());
    let window = Memo::new(move |_| Window {
        rows: rows.get(),
        row_height: density.get().row_height(),
        viewport: (height.get() - HEAD_HEIGHT).max(0.0),
    });
    // Rows keep their elements and show other records, because making and dropping rows while the user
    // scrolls would take longer than a frame.
    let places = Memo::new(move |_| window.get().most_visible(OVERSCAN));
    let selected = Memo::new(move |_| {
        state.documents.workspace.with(|w| w.active().and_then(|open| state.list.selected_row(open)))
    });
    let shown = Memo::new(move |_| {
        let (window, scroll, places, selected) = (window.get(), scroll.get(), places.get(), selected.get());
        let mut shown: Vec<Option<Shown>> = vec![None; places];
        state.documents.workspace.with(|workspace| {
            let Some(open) = workspace.active() else { return };
            for row in window.visible(scroll, OVERSCAN) {
                shown[row % places] = state.list.listed_at(open, row).map(|(id, line)| Shown {
                    row,
                    top: window.row_top(row, scroll),
                    document: open.id,
                    id,
                    line,
                    is_selected: selected == Some(row),
                    is_picked: open.picks.has(id),
                    text: LineHead::of(&open.document, id),
                });
            }
        });
        shown
    });
    // Columns only become wider, so that they do not move to and fro while the user scrolls.
    let fits = StoredValue::new_local(Fits::default());
    let file = Memo::new(move |_| state.documents.workspace.with(|w| w.active().map(|open| open.id)));
    let fit = move |fits: &mut Fits, columns: &[Column]| {
        fits.begin(file.get(), columns);
        shown.with(|shown| {
            for it in shown.iter().flatten() {
                if let Some(text) = &it.text {
                    text.count(it.id, columns, fits);
                }
            }
        });
        template(columns, fits)
    };
    let columns = Memo::new(move |_| {
        let columns = state.list.columns.get();
        fits.try_update_value(|fits| fit(fits, &columns)).unwrap_or_default()
    });
    // The number of digits of the greatest line number.
    let digits = Memo::new(move |_| {
        let lines = state.documents.workspace.with(|w| w.active().map_or(0, |open| open.document.len()));
        lines.to_string().len()
    });

    // Records may still come: the file is being read or searched.
    let is_looking = Memo::new(move |_| {
        let is_searched = state.list.found.with(|found| found.as_ref().is_some_and(|it| it.done < it.total));
        is_searched || state.documents.workspace.with(|w| w.active().is_some_and(|open| open.is_reading))
    });
    watch_size(element, height);
    // Blocks of a large file are loaded when their rows are on the screen.
    Effect::new(move || {
        state.documents.fetch(shown.with(|shown| shown.iter().flatten().map(|it| it.id).collect()));
    });
    let scroll_to = move |to: Scroll| {
        scroll.set(to);
        #[expect(clippy::cast_possible_truncation, reason = "at most the height of the spacer")]
        if let Some(list) = element.get_untracked() {
            list.set_scroll_top(to.bar as i32);
        }
    };
    // The first visible row stays the same when rows become higher, or too many for the scroll bar.
    Effect::new(move |before: Option<(Window, usize)>| {
        let window = window.get();
        let first = window.visible(scroll.get(), 0).start;
        let (old, kept) = before.unwrap_or((window, first));
        let to = window.at_row(kept);
        if (to.bar - old.at_row(kept).bar).abs() > 1.0 && kept < window.rows {
            scroll_to(to);
            return (window, kept);
        }
        (window, first)
    });
    // The selected row is scrolled into view when the selection moves, not when the user scrolls.
    Effect::new(move || {
        let Some(row) = selected.get() else { return };
        if let Some(to) = window.get().scroll_to(row, scroll.get_untracked()) {
            scroll_to(to);
        }
    });
    let scrolled = move |bar: i32| {
        let bar = f64::from(bar);
        let now = window.get_untracked().scrolled(scroll.get_untracked(), bar);
        if (now.bar - bar).abs() < 1.0 { scroll.set(now) } else { scroll_to(now) }
    };

    let drag = RowDrag::new(state, element, window, scroll, HEAD_HEIGHT);
    let press = move |event: KeyboardEvent| {
        let page = isize::try_from(window.get_untracked().page()).unwrap_or(10);
        let ctrl = event.ctrl_key() || event.meta_key();
        let way = Way::of_key(ctrl, event.shift_key());
        match latin_key(&event).as_str() {
            // The column heads have their own keys.
            "Enter" | " " | "Delete" if event.target() != event.current_target() => return,
            _ if event.alt_key() => return,
            // With Ctrl these go to the first and the last row in other grids.
            "Home" => state.list.go(0, if way == Way::Past { Way::Alone } else { way }),
            "End" => state.list.go(usize::MAX, if way == Way::Past { Way::Alone } else { way }),
            "ArrowDown" => state.list.go_by(1, way),
            "ArrowUp" => state.list.go_by(-1, way),
            "PageDown" => state.list.go_by(page, way),
            "PageUp" => state.list.go_by(-page, way),
            " " => state.list.pick_selected(),
            "a" | "A" if ctrl => state.list.pick_all(),
            "c" | "C" if ctrl => state.run_command(Command::CopyRecords),
            _ if ctrl => return,
            "Enter" => state.parts.focus(Part::Record, "record-text"),
            "Delete" => state.run_command(Command::RemoveRecord),
            "Escape" if drag.cancel() || state.list.clear_picks() => {}
            _ => return,
        }
        event.prevent_default();
    };
    let row = move |place: usize| {
        let at = Memo::new(move |_| shown.with(|shown| shown.get(place).cloned().flatten()));
        view! { <Row at /> }.into_any()
    };
    view! {
        {move || (rows.get() == 0 && !is_looking.get()).then(|| empty(state))}
        <div
            node_ref=element
            id="records"
            class=move || match density.get() {
                Density::Text => "records",
                Density::Small => "records records--small",
                Density::Large => "records records--diagrams",
            }
            role="grid"
            aria-label=state.language.words("list.records")
            tabindex="0"
            aria-multiselectable="true"
            aria-rowcount=move || (rows.get() + 1).to_string()
            style:--digits=move || digits.get().to_string()
            style:--columns=move || columns.get()
            style:--least=move || state.list.columns.with(|columns| format!("{}rem", tenths(least_width(columns))))
            aria-activedescendant=move || selected.get().map(|at| format!("row-{at}"))
            on:scroll:target=move |event| scrolled(event.target().scroll_top())
            on:keydown=press
            on:pointerdown=move |event| drag.press(&event)
            on:click=move |event| {
                // The click that ends a drag is none.
                if let Some(row) = row_of(&event).filter(|_| !drag.has_dragged()) {
                    state.list.go(row, Way::of_click(event.ctrl_key() || event.meta_key(), event.shift_key()));
                }
            }
        >
            <ColumnHeads />
            <div class="records__spacer" role="rowgroup" style:height=move || format!("{}px", tenths(window.get().spacer()))>
                <For each=move || 0..places.get() key=|place| *place children=row />
                {move || drag.mark()}
            </div>
        </div>
        <ListFoot />
    }
    .into_any()
}

/// What to do about a list without records: the file has none, or none was found.
#[inline(never)]
fn empty(state: AppState) -> AnyView {
    let lines = state.documents.workspace.with(|w| w.active().map_or(0, |open| open.document.len()));
    let key = if lines == 0 { "list.none" } else { "list.none-found" };
    view! { <p class="records__empty note" role="status">{state.language.tell(key)}</p> }.into_any()
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

/// The button beside the number of picked records.
const PICKED: &[Button] = &[Button::new("list.clear-picks", "list.clear-picks.title", |state| {
    state.list.clear_picks();
    // The button goes.
    focus::move_to("records");
})
.icon("x")];

/// The foot of the list: moving to a line, adding and removing records.
#[component]
fn ListFoot() -> impl IntoView {
    let state = AppState::expect();
    let line = Memo::new(move |_| {
        state.documents.workspace.with(|w| w.active().and_then(OpenDocument::position).map_or(0, |at| at + 1))
    });
    let lines = Memo::new(move |_| {
        state.documents.workspace.with(|w| w.active().map_or(0, |open| open.document.len()))
    });
    let picked = state.list.picks_len;
    let count = move || {
        state.language.say(&match picked.get() {
            0 => say("list.of", [lines.get()]),
            picked => say("list.picked", [picked, lines.get()]),
        })
    };
    let go = move |text: String| {
        if let Ok(line) = text.trim().parse::<usize>() {
            state.records.select_position(line.saturating_sub(1));
        }
    };
    view! {
        <div class="list-foot" class:list-foot--picked=move || picked.get() != 0>
            <label class="field field--inline list-foot__line">
                <span class="field__label">{state.language.words("column.line")}</span>
                <input
                    class="input input--number"
                    data-own-undo="true"
                    type="number"
                    min="1"
                    max=move || lines.get().to_string()
                    prop:value=move || line.get().to_string()
                    on:change:target=move |event| {
                        go(event.target().value());
                        // What is no line of the file does not stay there.
                        event.target().set_value(&line.get_untracked().to_string());
                    }
                />
            </label>
            <span class="list-foot__count" role="status">{count}</span>
            {move || (picked.get() != 0).then(|| buttons(state, PICKED))}
            <span class="button-row button-row--tight">
                {RECORDS.map(|one| command(state, one, Weight::Icon)).into_iter().collect_view()}
            </span>
        </div>
    }
    .into_any()
}
