//! Messages at the edge of the page.

use leptos::prelude::*;

use crate::app::AppState;
use crate::logic::notices::{Notice, Tone};
use crate::ui::icon::icon;

/// The messages, which screen readers announce when they appear. What is not in a dialog cannot be read or closed while
/// the dialog is open, so each dialog has them while it is the last one that was opened.
#[component]
pub(super) fn ToastList(
    /// The title of the dialog; `None` for those of the page.
    #[prop(default = None)]
    dialog: Option<&'static str>,
) -> impl IntoView {
    let state = AppState::expect();
    let toasts = state.notices;
    let row = move |toast: Notice| {
        let text = toast.text;
        view! {
            <p
                class="toast"
                class:toast--problem=toast.tone == Tone::Problem
                hidden=toast.is_folded
            >
                <span class="toast__text">{move || state.language.say(&text)}</span>
                <button
                    class="toast__close"
                    aria-label=state.language.words("toasts.close")
                    title=state.language.words("toasts.close")
                    on:click=move |_| toasts.close(toast.serial)
                >
                    {icon("x")}
                </button>
            </p>
        }
        .into_any()
    };
    let is_here = Memo::new(move |_| toasts.dialogs().with(|open| open.last().copied()) == dialog);
    let shown = move || if is_here.get() { toasts.list().get() } else { Vec::new() };
    view! {
        <div class="toasts" role="log" aria-label=state.language.words("toasts.title") aria-live="polite">
            <For each=shown key=|toast| (toast.serial, toast.is_folded) children=row />
        </div>
    }
    .into_any()
}
