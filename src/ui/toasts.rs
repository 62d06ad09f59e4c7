//! Messages at the edge of the page.

use leptos::prelude::*;

use crate::app::AppState;
use crate::app::toasts::{Toast, Tone};
use crate::ui::list::list;

/// The messages, read out as they come.
#[component]
pub(super) fn ToastList() -> impl IntoView {
    let toasts = AppState::expect().toasts;
    let row = move |toast: Toast| {
        view! {
            <p class="toast" class:toast--problem=toast.tone == Tone::Problem>
                <span class="toast__text">{toast.text.clone()}</span>
                <button class="toast__close" aria-label="Close message" on:click=move |_| toasts.close(toast.serial)>
                    "×"
                </button>
            </p>
        }
        .into_any()
    };
    view! {
        <div class="toasts" role="log" aria-label="Messages" aria-live="polite">
            {list(move || toasts.list().get(), |toast| toast.serial, row)}
        </div>
    }
    .into_any()
}
