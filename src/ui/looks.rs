//! The choice of theme, board and pieces, which takes effect at once.

use leptos::prelude::*;

use crate::app::AppState;
use crate::app::look::looks::{Choice, Look};
use crate::ui::dialog::dialog;

/// A preview: the ids of pieces of both colours, in the order of its squares.
const SHOWN: [[&str; 6]; 2] = [["wK", "bQ", "wR", "bB", "wN", "bP"], ["bK", "wQ", "bR", "wB", "bN", "wP"]];

/// The dialog with the choices.
#[component]
pub(super) fn Looks() -> impl IntoView {
    dialog(AppState::expect().looks.is_open, "command.looks", "dialog dialog--looks", body)
}

fn body() -> AnyView {
    let state = AppState::expect();
    let piece = |(row, column, id): (usize, usize, &str)| {
        view! { <use href=format!("#{id}") x=(column * 100).to_string() y=(row * 100).to_string() width="100" height="100"></use> }
            .into_any()
    };
    let pieces = SHOWN
        .iter()
        .enumerate()
        .flat_map(|(row, ids)| ids.iter().enumerate().map(move |(column, id)| (row, column, *id)));
    view! {
        <svg class="looks__board" viewBox="0 0 600 200" aria-hidden="true">
            <rect class="square square--light" width="600" height="200"></rect>
            <path
                class="square square--dark"
                d="M100 0h100v100h-100zM300 0h100v100h-100zM500 0h100v100h-100zM0 100h100v100h-100zM200 100h100v100h-100zM400 100h100v100h-100z"
            ></path>
            {pieces.map(piece).collect_view()}
        </svg>
        {state.looks.all().map(|look| group(state, look)).into_iter().collect_view()}
        <p class="note">{state.language.words("looks.pieces.note")}</p>
        <section class="looks__settings" aria-label=state.language.words("looks.settings")>
            <h3>{state.language.words("looks.settings")}</h3>
            <p class="note">{state.language.words("looks.settings.note")}</p>
            <p role="status">{move || state.looks.message.with(|message| message.as_ref().map(|message| state.language.say(message)))}</p>
            <button class="button" on:click=move |_| state.download_settings()>
                {state.language.words("looks.settings.save")}
            </button>
            <label class="field">
                <span class="field__label">{state.language.words("looks.settings.open")}</span>
                <input
                    class="input"
                    type="file"
                    accept=".txt"
                    on:change:target=move |event| state.open_settings(&event.target())
                />
            </label>
        </section>
    }
    .into_any()
}

/// The options of one table.
fn group(state: AppState, look: Look) -> AnyView {
    let button = move |choice: &'static Choice| {
        view! {
            <label class="switch__choice">
                <input
                    class="visually-hidden"
                    type="radio"
                    name=look.table.setting
                    prop:checked=move || look.chosen().id == choice.id
                    on:change=move |_| look.choose(choice.id)
                />
                <span class="switch__label switch__label--words">{state.language.words(choice.name)}</span>
            </label>
        }
        .into_any()
    };
    view! {
        <fieldset class="switch looks__group">
            <legend class="looks__name">{state.language.words(look.table.name)}</legend>
            {look.table.choices.iter().map(button).collect_view()}
        </fieldset>
    }
    .into_any()
}
