//! The column heads of the record list, their widths, and the choice of columns.

use leptos::ev::{Event, KeyboardEvent};
use leptos::prelude::*;

use crate::app::AppState;
use crate::browser::{context, focus};
use crate::commands::Command;
use crate::language::say;
use crate::logic::columns::{Density, Fits, words_of};
use crate::protocol::Same;
use crate::ui::button::{Button, Weight, buttons, command};
use crate::ui::dialog::dialog;
use crate::ui::dragged::Dragged;
use crate::view::Column;

/// The fewest and the most characters of a column beside the names.
const LEAST_CHARACTERS: usize = 3;
const MOST_CHARACTERS: usize = 14;

/// The characters of a score, as `−12.34`.
const SCORE_CHARACTERS: usize = 6;

/// The fewest characters of a column of moves, where the names need the room.
const LEAST_OF_MOVES: usize = 7;

/// The pixels between two columns, as in the style sheet.
const GAP: usize = 6;

/// The width of line numbers. That of the selected line is bold, and so are those of changed ones, which
/// need more room.
const NUMBER: &str = "calc(max(3.5, var(--digits) * 1.16, var(--digits) * 1.6 - 3) * 1ch)";

/// How wide a column is.
enum Track {
    /// As line numbers are.
    Number,
    /// Always as many pixels.
    Pixels(usize),
    /// What is left.
    Label,
    /// The fewest and the most characters.
    Characters(usize, usize),
}

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

/// The minimum width in rem.
fn width(column: &Column) -> f64 {
    match column {
        Column::State => 1.0,
        Column::Diagram => 6.0,
        Column::SmallDiagram => 4.0,
        Column::Label => 5.0,
        Column::Number | Column::Side | Column::Solution | Column::Opcode(_) => 2.0,
    }
}

/// The columns as a template for the CSS grid: each as wide as what is in it, and the names get the rest. Where there is
/// little room, names give way to what cannot be cut, and then moves do.
pub(super) fn template(columns: &[Column], fits: &mut Fits) -> String {
    let has_label = columns.contains(&Column::Label);
    let mut range = |(at, column): (usize, &Column)| {
        let most = if has_label { MOST_CHARACTERS } else { usize::MAX };
        let is_score = matches!(column, Column::Opcode(opcode) if opcode == "ce");
        let least = if is_score { SCORE_CHARACTERS } else { LEAST_CHARACTERS };
        let most = fits.of(at).clamp(least, most);
        match column {
            Column::Number => Track::Number,
            Column::State => Track::Pixels(24),
            Column::Diagram => Track::Pixels(96),
            Column::SmallDiagram => Track::Pixels(64),
            Column::Label => Track::Label,
            // Moves can be cut, where a number that is cut is another one.
            Column::Solution if has_label => Track::Characters(most.min(LEAST_OF_MOVES), most),
            _ => Track::Characters(most, most),
        }
    };
    let tracks: Vec<Track> = columns.iter().enumerate().map(&mut range).collect();
    let (mut pixels, mut characters) = (GAP * (tracks.len().max(1) - 1), 0);
    for track in &tracks {
        match track {
            Track::Pixels(width) => pixels += width,
            Track::Characters(least, _) => characters += least,
            Track::Number | Track::Label => {}
        }
    }
    let number = if columns.contains(&Column::Number) { NUMBER } else { "0px" };
    let width = |track: &Track| match track {
        Track::Number => NUMBER.to_owned(),
        Track::Pixels(width) => format!("{width}px"),
        Track::Label => {
            format!("minmax(clamp(4rem, 100% - {pixels}px - {characters}ch - {number}, 6.5rem), 1fr)")
        }
        Track::Characters(least, _) if !has_label => format!("minmax({least}ch, 1fr)"),
        Track::Characters(least, most) => format!("minmax({least}ch, {most}ch)"),
    };
    tracks.iter().map(width).collect::<Vec<_>>().join(" ")
}

/// The width in rem below which the list scrolls sideways.
pub(super) fn least_width(columns: &[Column]) -> f64 {
    columns.iter().map(|column| width(column) + 0.4).sum::<f64>() + 1.0
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
