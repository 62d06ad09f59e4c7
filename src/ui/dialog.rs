//! Dialogs: all share one frame, whose content is made on opening and dropped on closing.

use leptos::html;
use leptos::prelude::*;

use crate::app::AppState;
use crate::ui::toasts::ToastList;

/// A dialog that is open while the signal is set. Its title is a key of the language files. `body` is drawn
/// on opening, and again when the language changes.
pub(super) fn dialog(
    is_open: RwSignal<bool>,
    title: &'static str,
    class: &'static str,
    body: fn() -> AnyView,
) -> AnyView {
    with_end(is_open, title, class, body, |_| ())
}

/// A dialog that does something when it is closed.
pub(super) fn with_end(
    is_open: RwSignal<bool>,
    title: &'static str,
    class: &'static str,
    body: fn() -> AnyView,
    end: fn(AppState),
) -> AnyView {
    let state = AppState::expect();
    let key = title;
    let title = state.language.words(title);
    let dialog = NodeRef::<html::Dialog>::new();
    Effect::new(move || {
        let open = is_open.get();
        let dialogs = state.notices.dialogs();
        if open != dialogs.with_untracked(|dialogs| dialogs.contains(&key)) {
            dialogs.update(|dialogs| {
                dialogs.retain(|other| *other != key);
                dialogs.extend(open.then_some(key));
            });
            if !open {
                end(state);
            }
        }
        if let Some(dialog) = dialog.get() {
            if open && !dialog.open() {
                // If the dialog cannot be shown, the page stays as it is.
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
            // The key that closes it fires this event at once; the `close` event comes later.
            on:cancel=move |_: leptos::ev::Event| is_open.set(false)
            on:close=move |_| {
                // It may be open again by the time of the `close` event.
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
            {move || is_open.get().then(|| messages(key))}
        </dialog>
    }
    .into_any()
}

/// The messages of the page, in the dialog with this title.
#[inline(never)]
fn messages(key: &'static str) -> AnyView {
    view! { <ToastList dialog=Some(key) /> }.into_any()
}
