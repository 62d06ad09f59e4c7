//! The question which positions of games become records.

use leptos::prelude::*;

use crate::app::AppState;
use crate::app::told::Told;
use crate::protocol::Positions;
use crate::ui::dialog::dialog;

/// The question.
#[component]
pub(super) fn Games() -> impl IntoView {
    let state = AppState::expect();
    Effect::new(move || {
        if !state.games.is_open.get() {
            state.drop_games();
        }
    });
    dialog(state.games.is_open, "Open games", "dialog", body)
}

fn body() -> AnyView {
    let state = AppState::expect();
    let (which, ply) = (Told::new(0_u32), Told::new(0_u32));
    let answer = move || {
        state.choose_positions(match which.get_untracked() {
            0 => Positions::Every,
            1 => Positions::Final,
            _ => Positions::AtPly(ply.get_untracked()),
        });
    };
    view! {
        <p class="note">{move || format!("{} has games. Which of their positions become records?", state.games.name.get())}</p>
        <label class="field">
            <span class="field__label">"Positions"</span>
            <select
                class="input"
                aria-label="Positions"
                on:change:target=move |event| which.set(event.target().value().parse().unwrap_or(0))
            >
                <option value="0">"Every position"</option>
                <option value="1">"The last position of each game"</option>
                <option value="2">"The position after so many plies"</option>
            </select>
        </label>
        <label class="field" hidden=move || which.get() != 2>
            <span class="field__label">"Plies"</span>
            <input
                class="input input--number"
                aria-label="Plies"
                type="number"
                min="0"
                value="0"
                on:input:target=move |event| ply.set(event.target().value().parse().unwrap_or(0))
            />
        </label>
        <div class="button-row">
            <button class="button button--primary" on:click=move |_| answer()>"Open"</button>
        </div>
    }
    .into_any()
}
