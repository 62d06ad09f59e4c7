//! The column heads of the record list, their widths, and the choice of columns.

use leptos::ev::{Event, KeyboardEvent};
use leptos::prelude::*;

use crate::app::AppState;
use crate::browser::{context, focus};
use crate::commands::Command;
use crate::language::say;
use crate::logic::columns::{Density, words_of};
use crate::protocol::Same;
use crate::ui::button::{Button, Weight, buttons, command};
use crate::ui::dialog::dialog;
use crate::ui::dragged::Dragged;
use crate::view::Column;

/// The name of a column.
pub(super) fn title(state: AppState, column: &Column) -> String {
    state.language.tell(match column {
        Column::Number => "column.line",
        Column::State => "column.state",
        Column::Diagram | Column::SmallDiagram => "column.diagram",
        Column::Side => "column.side",
        Column::Label => "column.record",
        Column::Solution => "column.moves",
        Column::Opcode(opcode) => return opcode.clone(),
    })
}

/// The column heads, which are buttons that sort the list. They are dragged to another place, or moved by keys.
#[component]
pub(super) fn ColumnHeads() -> impl IntoView {
    let state = AppState::expect();
    let dragged = Dragged::new();
    let head = move |(at, column): (usize, Column)| {
        let sorted = {
            let column = column.clone();
            Memo::new(move |_| {
                let sorted = state.list.sorted.get();
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
        let is_number = column == Column::Number;
        let name = title(state, &column);
        let label = match &column {
            Column::Number => state.language.tell("column.line.title"),
            _ if column.is_diagram() => state.language.tell("command.density.about"),
            _ => state.language.say(&say("column.title", [name.clone()])),
        };
        let is_diagram = column.is_diagram();
        view! {
            <span
                role="columnheader"
                aria-sort=(!is_diagram).then_some(order)
                class="records__title"
                draggable="true"
                id=head_id(at)
            >
                <button
                    id=format!("sort-{at}")
                    class="records__sort"
                    title=label.clone()
                    aria-label=label
                    on:click=move |_| if is_diagram { state.run_command(Command::Density) } else { state.list.sort_list(column.clone()) }
                >
                    {if is_narrow { "!".to_owned() } else if is_number { "#".to_owned() } else { name }}
                    {mark}
                </button>
            </span>
        }
        .into_any()
    };
    view! {
        <div
            class="records__heads"
            role="row"
            aria-rowindex="1"
            on:keydown=move |event| move_head(state, &event)
            on:dragstart=move |event| dragged.begin(&event, place_of(&event))
            on:dragend=move |_| dragged.end()
            on:dragover=move |event| dragged.allow(&event)
            on:drop=move |event| {
                if let Some((from, to)) = dragged.dropped(&event, place_of(&event)) {
                    state.list.move_column(from, to);
                }
            }
        >
            {move || state.list.columns.get().into_iter().enumerate().map(head).collect_view()}
        </div>
    }
    .into_any()
}

/// What the ids of heads begin with; their places follow.
const HEAD: &str = "head-";

fn head_id(at: usize) -> String {
    format!("{HEAD}{at}")
}

/// The place of the head that an event is about.
fn place_of(event: &Event) -> Option<usize> {
    context::id_around(event, ".records__title")?.strip_prefix(HEAD)?.parse().ok()
}

/// Moves the column of a head by a key.
fn move_head(state: AppState, event: &KeyboardEvent) {
    let (true, Some(at)) = (event.alt_key() && event.shift_key(), place_of(event)) else { return };
    let to = match event.key().as_str() {
        "ArrowLeft" => at.checked_sub(1),
        "ArrowRight" => Some(at + 1).filter(|&to| to < state.list.columns.with_untracked(Vec::len)),
        _ => return,
    };
    event.prevent_default();
    if let Some(to) = to {
        state.list.move_column(at, to);
        focus::move_to_once_drawn(format!("sort-{to}"));
    }
}

const GROUPS: &[Button] = &[
    Button::new("list.same-fields", "list.same-fields.title", |state| {
        state.list.options.set(false);
        state.list.group_list(Same::Fields);
    }),
    Button::new("list.same-position", "list.same-position.title", |state| {
        state.list.options.set(false);
        state.list.group_list(Same::Game);
    }),
];

/// The dialog with the choice of columns and the lists that group records.
#[component]
pub(super) fn ListOptions() -> impl IntoView {
    dialog(AppState::expect().list.options, "list.dialog", "dialog", options)
}

fn options() -> AnyView {
    let state = AppState::expect();
    let check = |column: Column| {
        let label = title(state, &column);
        let is_shown = {
            let column = column.clone();
            move || state.list.columns.with(|columns| columns.contains(&column))
        };
        view! {
            <label class="field field--inline">
                <input type="checkbox" prop:checked=is_shown on:change=move |_| state.list.toggle_column(&column) />
                <span>{label}</span>
            </label>
        }
        .into_any()
    };
    let density = |density: Density| {
        view! {
            <label class="switch__choice">
                <input
                    class="visually-hidden"
                    type="radio"
                    name="density"
                    prop:checked=move || state.list.density() == density
                    on:change=move |_| state.list.set_density(density)
                />
                <span class="switch__label switch__label--words">{state.language.tell(density.name())}</span>
            </label>
        }
        .into_any()
    };
    let opcodes = state.list.columns.with_untracked(|columns| {
        let opcodes = columns.iter().filter(|column| matches!(column, Column::Opcode(_)));
        words_of(&opcodes.cloned().collect::<Vec<_>>())
    });
    view! {
        <fieldset class="choices">
            <legend>{state.language.tell("list.columns")}</legend>
            {Column::FIXED.into_iter().filter(|column| !column.is_diagram()).map(check).collect_view()}
        </fieldset>
        <fieldset class="switch looks__group">
            <legend class="looks__name">{state.language.tell("list.density")}</legend>
            {Density::ALL.map(density).into_iter().collect_view()}
        </fieldset>
        <label class="field">
            <span class="field__label">{state.language.tell("list.opcodes")}</span>
            <input
                class="input"
                aria-label=state.language.tell("list.opcodes")
                data-own-undo="true"
                spellcheck="false"
                autocomplete="off"
                placeholder="ce pv"
                value=opcodes
                on:change:target=move |event| state.list.choose_opcodes(&event.target().value())
            />
        </label>
        <p class="note">{state.language.tell("list.groups")}</p>
        <div class="button-row">{buttons(state, GROUPS)}</div>
        <p class="note">{state.language.tell("list.given")}</p>
        <div class="button-row">{command(state, Command::Sheet, Weight::Plain)}</div>
    }
    .into_any()
}
