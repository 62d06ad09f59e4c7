//! The contents of the registers of comments and names at the selected record.

use leptos::prelude::*;

use crate::app::AppState;
use crate::browser::page;
use crate::language::say;

/// The registers, closed at first, because they need all earlier records.
#[component]
pub(super) fn Registers() -> impl IntoView {
    let state = AppState::expect();
    let registers = state.registers;
    let row = move |(opcode, line, text): (String, usize, String)| {
        let words = state.language.say(&say("registers.line", [(line + 1).to_string()]));
        view! {
            <li class="registers__row">
                <code>{opcode}</code>
                <span>{text}</span>
                <button class="button button--small" on:click=move |_| state.records.select_position(line)>
                    {words}
                </button>
            </li>
        }
        .into_any()
    };
    let words = move || match registers.held.with(|held| held.as_ref().map(Vec::len)) {
        None => state.language.tell("registers.reading"),
        Some(0) => state.language.tell("registers.none"),
        Some(_) => state.language.tell("registers.here"),
    };
    view! {
        <details
            class="registers"
            prop:open=move || registers.is_open.get()
            on:toggle=move |event| registers.is_open.set(page::is_open(&event))
        >
            <summary>{state.language.words("registers.title")}</summary>
            {move || registers.is_open.get().then(|| view! {
                <p class="note" role="status">{words}</p>
                <ul aria-label=state.language.words("registers.title")>
                    <For each=move || registers.held.get().unwrap_or_default() key=Clone::clone children=row />
                </ul>
            }.into_any())}
        </details>
    }
    .into_any()
}
