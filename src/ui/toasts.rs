//! Messages at the edge of the page.

use leptos::prelude::*;

use crate::app::AppState;
use crate::app::toasts::Tone;

/// The messages, read out as they come.
#[component]
pub(super) fn ToastList() -> impl IntoView {
    let toasts = AppState::expect().toasts;
    view! {
        <div class="toasts" role="log" aria-label="Messages" aria-live="polite">
            <For each=move || toasts.list().get() key=|toast| toast.serial let:toast>
                <p class="toast" class:toast--problem=toast.tone == Tone::Problem>
                    <span class="toast__text">{toast.text.clone()}</span>
                    <button class="toast__close" aria-label="Close message" on:click=move |_| toasts.close(toast.serial)>
                        "×"
                    </button>
                </p>
            </For>
        </div>
    }
    .into_any()
}
