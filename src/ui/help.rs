//! The list of keys, made from the table of keys.

use leptos::html;
use leptos::prelude::*;

use crate::app::AppState;
use crate::app::keymap::SHORTCUTS;
use crate::query::TERMS;

const OTHERS: &[(&str, &str)] = &[
    ("Arrows, Page Up/Down, Home, End", "in the list: go from record to record"),
    ("Enter", "in the list: edit the record"),
    ("Arrows, Enter, Esc", "on the board: go to a square, pick up or drop, put back"),
    ("Ctrl+V", "outside a field: open the pasted lines"),
];

/// The keys, in a dialog.
#[component]
pub(super) fn Help() -> impl IntoView {
    let state = AppState::expect();
    let dialog = NodeRef::<html::Dialog>::new();
    Effect::new(move || {
        let open = state.help.get();
        if let Some(dialog) = dialog.get() {
            if open && !dialog.open() {
                // A dialog that cannot be shown leaves the page as it is.
                let _ = dialog.show_modal();
            } else if !open && dialog.open() {
                dialog.close();
            }
        }
    });
    // Drawn when it is opened: most never ask.
    let terms = move || {
        state.help.get().then(|| {
            TERMS
                .iter()
                .map(|term| {
                    view! {
                        <tr>
                            <th scope="row">
                                <code>{term.example}</code>
                            </th>
                            <td>{state.say(&term.key.into())}</td>
                        </tr>
                    }
                    .into_any()
                })
                .collect_view()
        })
    };
    view! {
        <dialog node_ref=dialog class="dialog" aria-labelledby="help-title" on:close=move |_| state.help.set(false)>
            <h2 id="help-title">"Keys"</h2>
            <table class="keys">
                <tbody>
                    {SHORTCUTS
                        .iter()
                        .map(|shortcut| (shortcut.keys, shortcut.label))
                        .chain(OTHERS.iter().copied())
                        .map(|(keys, label)| {
                            view! {
                                <tr>
                                    <th scope="row">
                                        <kbd>{keys}</kbd>
                                    </th>
                                    <td>{label}</td>
                                </tr>
                            }.into_any()
                        })
                        .collect_view()}
                </tbody>
            </table>
            <h2>"Finding records"</h2>
            <table class="keys" lang=move || state.lang()>
                <tbody>{terms}</tbody>
            </table>
            <p lang="en">"Terms beside each other must all be true; | between them, - before one, ( ) around some."</p>
            <form method="dialog">
                <button class="button button--primary" autofocus=true>"Close"</button>
            </form>
        </dialog>
    }
    .into_any()
}
