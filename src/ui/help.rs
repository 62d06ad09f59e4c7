//! The list of keys, made from the table of commands, and how to change them.

use leptos::prelude::*;

use crate::app::AppState;
use crate::commands::{COMMANDS, ELSEWHERE, Row};
use crate::language::say;
use crate::query::TERMS;
use crate::ui::dialog::dialog;

/// The dialog with the keys.
#[component]
pub(super) fn Help() -> impl IntoView {
    dialog(AppState::expect().help, "command.keys", "dialog", body)
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

/// A command: its keys, its description, and buttons to change the keys.
fn command_row(state: AppState, row: &'static Row) -> AnyView {
    let keys = state.keys;
    let is_waiting = move || keys.waiting.get() == Some(row.command);
    let shown = move || {
        if is_waiting() {
            return view! { <em>{state.language.tell("help.press")}</em> }.into_any();
        }
        let key = |keys: String| view! { <kbd>{keys}</kbd> }.into_any();
        match keys.of(row) {
            none if none.is_empty() => view! { <span>"–"</span> }.into_any(),
            known => known.into_iter().map(key).collect_view().into_any(),
        }
    };
    let name = state.language.words(row.name);
    let is_changed = move || keys.changed.with(|changed| changed.has(row.command));
    let refused = move || {
        let other = keys.taken_by.get().filter(|_| is_waiting())?;
        Some(state.language.say(&say("help.taken", [state.language.tell(other.row().name)])))
    };
    view! {
        <tr>
            <th scope="row">{shown}</th>
            <td>
                {state.language.words(row.about)}
                <span class="field__error" role="alert">
                    {refused}
                </span>
            </td>
            <td>
                <button
                    class="button button--small"
                    aria-label=move || state.language.say(&say("help.change.key", [name()]))
                    on:click=move |_| keys.wait_for(row.command)
                >
                    {state.language.words("help.change")}
                </button>
                {move || {
                    is_changed()
                        .then(|| {
                            view! {
                                <button
                                    class="button button--small"
                                    aria-label=move || state.language.say(&say("help.reset.key", [name()]))
                                    on:click=move |_| keys.reset(row.command)
                                >
                                    {state.language.words("help.reset")}
                                </button>
                            }
                            .into_any()
                        })
                }}
            </td>
        </tr>
    }
    .into_any()
}

fn body() -> AnyView {
    let state = AppState::expect();
    // Closing the dialog stops recording a key.
    on_cleanup(move || state.keys.waiting.set(None));
    let commands = COMMANDS.iter().map(|row| command_row(state, row)).collect_view();
    let other = |(keys, text): &(&'static str, &'static str)| {
        row(view! { <kbd>{state.language.tell(keys)}</kbd> }.into_any(), state.language.tell(text))
    };
    let others = ELSEWHERE.iter().map(other).collect_view();
    let term = move |term: &crate::query::TermHelp| {
        row(view! { <code>{term.example}</code> }.into_any(), state.language.tell(term.key))
    };
    let terms = TERMS.iter().map(term).collect_view();
    view! {
        <label class="field field--inline">
            <input
                type="checkbox"
                prop:checked=move || state.keys.has_letters.get()
                on:change:target=move |event| state.keys.use_letters(event.target().checked())
            />
            <span>{state.language.words("help.letters")}</span>
        </label>
        <table class="keys">
            <tbody>{commands}</tbody>
        </table>
        <h2>{state.language.tell("help.elsewhere")}</h2>
        <table class="keys">
            <tbody>{others}</tbody>
        </table>
        <h2>{state.language.tell("help.find")}</h2>
        <table class="keys">
            <tbody>{terms}</tbody>
        </table>
        <p>{state.language.tell("help.find.signs")}</p>
        <p>
            <a href="changelog.txt" target="_blank" rel="noopener">
                {state.language.say(&say("help.version", [env!("CARGO_PKG_VERSION")]))}
            </a>
        </p>
    }
    .into_any()
}
