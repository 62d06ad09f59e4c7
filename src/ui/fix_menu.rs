//! The menu of fixes, used with the arrow keys and Enter or with the pointer.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use crate::app::AppState;
use crate::browser::{focus, page};
use crate::logic::fix_menu::Choice;
use crate::ui::choices::stepped;
use crate::ui::dialog::dialog;

/// The menu.
#[component]
pub(super) fn FixMenu() -> impl IntoView {
    dialog(AppState::expect().fixes.is_open, "fixes.title", "dialog dialog--palette", body)
}

fn option_id(at: usize) -> String {
    format!("fix-{at}")
}

fn body() -> AnyView {
    let state = AppState::expect();
    let at = RwSignal::new(0_usize);
    let press = move |event: KeyboardEvent| {
        let last = state.fixes.choices.with_untracked(Vec::len).saturating_sub(1);
        if event.key() == "Enter" {
            event.prevent_default();
            state.choose_fix(at.get_untracked());
        } else if let Some(next) = stepped(&event.key(), at.get_untracked(), last) {
            event.prevent_default();
            at.set(next);
            page::show_nearest(&option_id(next));
        }
    };
    let row = move |(place, choice): (usize, Choice)| {
        let note = choice.is_unsafe.then(|| state.language.tell("problems.unsafe"));
        view! {
            <li
                id=option_id(place)
                class="palette-option palette-option--long"
                role="option"
                aria-selected=move || (at.get() == place).to_string()
                on:click=move |_| state.choose_fix(place)
            >
                <span class="palette-option__name">{state.language.say(&choice.title)}</span>
                <span class="palette-option__about">{state.language.say(&choice.about)}</span>
                <span class="palette-option__about">{note}</span>
            </li>
        }
        .into_any()
    };
    focus::move_to_once_drawn("fix-list");
    view! {
        <ul
            id="fix-list"
            class="palette-list"
            role="listbox"
            tabindex="0"
            aria-label=state.language.words("fixes.title")
            aria-activedescendant=move || option_id(at.get())
            on:keydown=press
        >
            {move || state.fixes.choices.get().into_iter().enumerate().map(row).collect_view()}
        </ul>
    }
    .into_any()
}
