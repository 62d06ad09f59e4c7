//! The list of files that were opened lately: on the first page, and as a dialog.

use leptos::prelude::*;

use crate::app::AppState;
use crate::browser::page;
use crate::browser::recent::Recent;
use crate::ui::button::{Button, buttons};
use crate::ui::dialog::dialog;

const FORGET: &[Button] =
    &[Button::new("recent.forget", "recent.forget.title", |state| state.files.recent.forget_all()).small()];

/// The dialog with the files.
#[component]
pub(super) fn RecentDialog() -> impl IntoView {
    let state = AppState::expect();
    dialog(state.files.recent.is_open, "recent.title", "dialog", || recent_list(AppState::expect()))
}

/// The files as buttons, each with the time.
pub(super) fn recent_list(state: AppState) -> AnyView {
    let recent = state.files.recent;
    let file = move |file: Recent| {
        let (name, time) = (file.name.clone(), page::local_time(file.at, state.language.lang()));
        view! {
            <li>
                <button class="button" on:click=move |_| state.files.open_recent(file.clone())>{name}</button>
                <span class="note">{time}</span>
            </li>
        }
        .into_any()
    };
    view! {
        <ul class="welcome__examples" aria-label=state.language.words("recent.title")>
            {move || recent.all.get().into_iter().map(file).collect_view()}
        </ul>
        <p>{buttons(state, FORGET)}</p>
    }
    .into_any()
}
