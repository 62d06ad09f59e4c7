//! Messages at the edge of the page.

use leptos::prelude::*;

use crate::app::AppState;
use crate::logic::notices::{Notice, Tone};

/// The messages, which screen readers announce when they appear.
#[component]
pub(super) fn ToastList() -> impl IntoView {
    let state = AppState::expect();
    let toasts = state.notices;
    let row = move |toast: Notice| {
        let text = toast.text;
        view! {
            <p class="toast" class:toast--problem=toast.tone == Tone::Problem>
                <span class="toast__text">{move || state.language.say(&text)}</span>
                <button class="toast__close" aria-label=state.language.words("toasts.close") on:click=move |_| toasts.close(toast.serial)>
                    "×"
                </button>
            </p>
        }
        .into_any()
    };
    view! {
        <div class="toasts" role="log" aria-label=state.language.words("toasts.title") aria-live="polite">
            <For each=move || toasts.list().get() key=|toast| toast.serial children=row />
        </div>
    }
    .into_any()
}
