//! The heads of the columns of the record list, their widths, and the choice of them.

use leptos::prelude::*;

use crate::app::AppState;
use crate::app::columns::words_of;
use crate::app::worked::Worked;
use crate::epd::opcode::{Operands, lookup};
use crate::protocol::Same;
use crate::ui::button::{Button, buttons};
use crate::ui::dialog::dialog;
use crate::view::Column;

/// What a column is called.
pub(super) fn title(column: &Column) -> &str {
    match column {
        Column::Number => "Line",
        Column::State => "State",
        Column::Diagram => "Diagram",
        Column::Side => "Side",
        Column::Label => "Record",
        Column::Solution => "Moves",
        Column::Opcode(opcode) => opcode,
    }
}

/// The least width in rem, and the share of what is left over.
fn width(column: &Column) -> (f64, u8) {
    match column {
        Column::Number => (3.5, 0),
        Column::State => (1.0, 0),
        Column::Diagram => (6.0, 0),
        Column::Side => (2.4, 0),
        Column::Label => (6.0, 13),
        Column::Solution => (3.5, 10),
        Column::Opcode(opcode) => match lookup(opcode.as_bytes()).map(|spec| spec.operands) {
            Some(Operands::Integer { .. }) => (3.5, 0),
            _ => (4.0, 10),
        },
    }
}

/// The columns of the grid. The column of the number is as wide as the greatest number.
pub(super) fn template(columns: &[Column]) -> String {
    let width = |column: &Column| match (column, width(column)) {
        (Column::Number, _) => "calc(max(var(--digits), 4) * 1ch + 0.5ch)".to_owned(),
        (Column::State, _) => "10px".to_owned(),
        (_, (least, 0)) => format!("{}rem", crate::headless::decimal::tenths(least)),
        (_, (least, share)) => format!("minmax({}rem, {share}fr)", crate::headless::decimal::tenths(least)),
    };
    columns.iter().map(width).collect::<Vec<_>>().join(" ")
}

/// The width in rem below which the list is scrolled sideways.
pub(super) fn least_width(columns: &[Column]) -> f64 {
    columns.iter().map(|column| width(column).0 + 0.4).sum::<f64>() + 1.0
}

/// The heads: buttons that sort the list.
#[component]
pub(super) fn ColumnHeads() -> impl IntoView {
    let state = AppState::expect();
    let head = move |column: Column| {
        let sorted = {
            let column = column.clone();
            Worked::new(move || {
                let sorted = state.find.sorted.get();
                sorted.filter(|(by, _)| *by == column).map(|(_, descending)| descending)
            })
        };
        let order = move || match sorted.get() {
            None => "none",
            Some(false) => "ascending",
            Some(true) => "descending",
        };
        let mark = move || match sorted.get() {
            None => "",
            Some(false) => "▲",
            Some(true) => "▼",
        };
        let is_narrow = column == Column::State;
        let name = title(&column).to_owned();
        let label = match &column {
            Column::Number => "Line, in the order of the file".to_owned(),
            _ => format!("{name}: list in this order"),
        };
        if column == Column::Diagram {
            return view! { <span role="columnheader" class="records__title">{name}</span> }.into_any();
        }
        view! {
            <span role="columnheader" aria-sort=order class="records__title">
                <button class="records__sort" title=label.clone() aria-label=label on:click=move |_| state.sort_list(column.clone())>
                    {if is_narrow { "!".to_owned() } else { name }}
                    {mark}
                </button>
            </span>
        }
        .into_any()
    };
    view! {
        <div class="records__heads" role="row" aria-rowindex="1">
            {move || state.columns.get().into_iter().map(head).collect_view()}
        </div>
    }
    .into_any()
}

const GROUPS: &[Button] = &[
    Button::new("Same fields", "List records whose four fields are the same as text, together", |state| {
        state.list_options.set(false);
        state.group_list(Same::Fields);
    }),
    Button::new("Same position", "List records with the same men, side and legal moves, together", |state| {
        state.list_options.set(false);
        state.group_list(Same::Game);
    }),
];

/// The choice of columns, and the lists that group records.
#[component]
pub(super) fn ListOptions() -> impl IntoView {
    dialog(AppState::expect().list_options, "The list", "dialog", options)
}

fn options() -> AnyView {
    let state = AppState::expect();
    let check = |column: Column| {
        let label = title(&column).to_owned();
        let is_shown = {
            let column = column.clone();
            move || state.columns.with(|columns| columns.contains(&column))
        };
        view! {
            <label class="field field--inline">
                <input type="checkbox" prop:checked=is_shown on:change=move |_| state.toggle_column(&column) />
                <span>{label}</span>
            </label>
        }
        .into_any()
    };
    let opcodes = state.columns.with_untracked(|columns| {
        let opcodes = columns.iter().filter(|column| matches!(column, Column::Opcode(_)));
        words_of(&opcodes.cloned().collect::<Vec<_>>())
    });
    view! {
        <fieldset class="choices">
            <legend>"Columns"</legend>
            {Column::FIXED.map(check).into_iter().collect_view()}
        </fieldset>
        <label class="field">
            <span class="field__label">"Opcodes that have a column"</span>
            <input
                class="input"
                aria-label="Opcodes that have a column"
                data-own-undo="true"
                spellcheck="false"
                autocomplete="off"
                placeholder="ce pv"
                value=opcodes
                on:change:target=move |event| state.choose_opcodes(&event.target().value())
            />
        </label>
        <p class="note">"Records that stand more than once:"</p>
        <div class="button-row">{buttons(state, GROUPS)}</div>
    }
    .into_any()
}
