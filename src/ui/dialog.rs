//! Dialogs: one frame for all, filled when it is opened and emptied when it is closed.

use leptos::html;
use leptos::prelude::*;

use crate::app::AppState;

/// A dialog that is open while the signal says so. Its title is an entry of the language files; `body` is
/// drawn when it is opened, and again when the language changes.
pub(super) fn dialog(
    is_open: RwSignal<bool>,
    title: &'static str,
    class: &'static str,
    body: fn() -> AnyView,
) -> AnyView {
    let state = AppState::expect();
    let title = state.language.words(title);
    let dialog = NodeRef::<html::Dialog>::new();
    Effect::new(move || {
        let open = is_open.get();
        if let Some(dialog) = dialog.get() {
            if open && !dialog.open() {
                // A dialog that cannot be shown leaves the page as it is.
                let _ = dialog.show_modal();
            } else if !open && dialog.open() {
                dialog.close();
            }
        }
    });
    view! {
        <dialog
            node_ref=dialog
            class=class
            aria-label=title
            // The key that closes it is heard at once, the end of it only later.
            on:cancel=move |_: leptos::ev::Event| is_open.set(false)
            on:close=move |_| {
                // It may be open again by the time that its end is heard of.
                if dialog.get_untracked().is_none_or(|dialog| !dialog.open()) {
                    is_open.set(false);
                }
            }
        >
            <form method="dialog" class="dialog__head">
                <h2>{title}</h2>
                <button class="button" autofocus=true>
                    {state.language.words("ui.close")}
                </button>
            </form>
            {move || is_open.get().then(body)}
        </dialog>
    }
    .into_any()
}
