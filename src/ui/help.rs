//! The list of keys, made from the table of keys.

use leptos::prelude::*;

use crate::app::AppState;
use crate::app::keymap::SHORTCUTS;
use crate::query::TERMS;
use crate::ui::dialog::dialog;

const OTHERS: &[(&str, &str)] = &[
    ("Arrows, Page Up/Down, Home, End", "in the list: go from record to record"),
    ("Enter", "in the list: edit the record"),
    ("Arrows, Enter, Esc", "on the board: go to a square, pick up or drop, put back"),
    ("Ctrl+V", "outside a field: open the pasted lines"),
];

/// The keys, in a dialog.
#[component]
pub(super) fn Help() -> impl IntoView {
    dialog(AppState::expect().help, "Keys", "dialog", body)
}

fn row(name: AnyView, text: String) -> AnyView {
    view! {
        <tr>
            <th scope="row">{name}</th>
            <td>{text}</td>
        </tr>
    }
    .into_any()
}

fn body() -> AnyView {
    let state = AppState::expect();
    let own = SHORTCUTS.iter().map(|shortcut| (shortcut.keys, shortcut.label));
    let key = |(keys, label): (&'static str, &'static str)| {
        row(view! { <kbd>{keys}</kbd> }.into_any(), label.to_owned())
    };
    let keys = own.chain(OTHERS.iter().copied()).map(key).collect_view();
    let term = move |term: &crate::query::TermHelp| {
        row(view! { <code>{term.example}</code> }.into_any(), state.say(&term.key.into()))
    };
    let terms = move || TERMS.iter().map(term).collect_view();
    view! {
        <table class="keys">
            <tbody>{keys}</tbody>
        </table>
        <h2>"Finding records"</h2>
        <table class="keys" lang=move || state.lang()>
            <tbody>{terms}</tbody>
        </table>
        <p lang="en">"Terms beside each other must all be true; | between them, - before one, ( ) around some."</p>
    }
    .into_any()
}
