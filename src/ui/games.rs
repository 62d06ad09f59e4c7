//! The question which positions of games become records.

use leptos::prelude::*;

use crate::app::AppState;
use crate::language::say;
use crate::protocol::Positions;
use crate::ui::dialog::dialog;

/// The question.
#[component]
pub(super) fn Games() -> impl IntoView {
    let state = AppState::expect();
    Effect::new(move || {
        if !state.games.is_open.get() {
            state.games.drop_games();
        }
    });
    dialog(state.games.is_open, "games.title", "dialog", body)
}

fn body() -> AnyView {
    let state = AppState::expect();
    let (which, ply) = (RwSignal::new(0_u32), RwSignal::new(0_u32));
    let answer = move || {
        state.games.choose_positions(match which.get_untracked() {
            0 => Positions::Every,
            1 => Positions::Final,
            _ => Positions::AtPly(ply.get_untracked()),
        });
    };
    view! {
        <p class="note">{move || state.language.say(&say("games.question", [state.games.name.get()]))}</p>
        <label class="field">
            <span class="field__label">{state.language.tell("games.positions")}</span>
            <select
                class="input"
                aria-label=state.language.tell("games.positions")
                on:change:target=move |event| which.set(event.target().value().parse().unwrap_or(0))
            >
                <option value="0">{state.language.tell("games.every")}</option>
                <option value="1">{state.language.tell("games.last")}</option>
                <option value="2">{state.language.tell("games.ply")}</option>
            </select>
        </label>
        <label class="field" hidden=move || which.get() != 2>
            <span class="field__label">{state.language.tell("games.plies")}</span>
            <input
                class="input input--number"
                aria-label=state.language.tell("games.plies")
                type="number"
                min="0"
                value="0"
                on:input:target=move |event| ply.set(event.target().value().parse().unwrap_or(0))
            />
        </label>
        <div class="button-row">
            <button class="button button--primary" on:click=move |_| answer()>{state.language.tell("command.open")}</button>
        </div>
    }
    .into_any()
}
