//! The meaning of opcodes: a note on the current one, and a table of all of them.

use leptos::prelude::*;

use crate::app::AppState;
use crate::browser::page;
use crate::commands::Command;
use crate::epd::opcode::{OPCODES, OpcodeSpec, lookup};
use crate::language::{args, say};
use crate::ui::button::key_of;
use crate::ui::dialog::dialog;

/// A note on the current opcode: the one under the pointer, in the focus, at the caret, or about to be added.
#[component]
pub(super) fn OpcodeNote() -> impl IntoView {
    let state = AppState::expect();
    let note = move || {
        state.opcode.with(|opcode| {
            let spec = lookup(opcode.as_bytes())?;
            let words = args![spec.title(), spec.paragraph, spec.operands.in_words(), spec.help()];
            Some(
                view! {
                    <code>{spec.name}</code>
                    " "
                    {state.language.say(&say("opcodes.note", words))}
                }
                .into_any(),
            )
        })
    };
    let all = move || {
        let key = key_of(state, Command::OpcodeHelp)?;
        Some(state.language.say(&say("operations.all", [key])))
    };
    view! {
        <p class="note opcode-note" role="note" aria-label=state.language.words("operations.help")>
            {note}
            <span class="opcode-note__key">" " {all}</span>
        </p>
    }
    .into_any()
}

/// The dialog with all opcodes. It opens at the current one.
#[component]
pub(super) fn OpcodeTable() -> impl IntoView {
    dialog(AppState::expect().opcode_help, "opcodes.title", "dialog dialog--wide", body)
}

fn body() -> AnyView {
    let state = AppState::expect();
    // In the next frame the rows are drawn.
    request_animation_frame(|| page::show_element("opcode-at-hand"));
    let row = move |spec: &'static OpcodeSpec| {
        let is_current = state.opcode.with_untracked(|opcode| opcode == spec.name);
        let texts = [spec.title(), spec.operands.in_words(), spec.help()];
        let [title, operands, help] = texts.map(|text| state.language.say(&text));
        view! {
            <tr id=is_current.then_some("opcode-at-hand") aria-current=is_current.then_some("true")>
                <th scope="row">
                    <code>{spec.name}</code>
                </th>
                <td>{title}</td>
                <td>{operands}</td>
                <td>{help}</td>
                <td><code>{spec.example()}</code></td>
                <td>{spec.paragraph}</td>
            </tr>
        }
        .into_any()
    };
    let rows = move || OPCODES.iter().map(row).collect_view();
    let heading =
        |heading: &'static str| view! { <th scope="col">{state.language.words(heading)}</th> }.into_any();
    view! {
        <table class="opcodes">
            <thead>
                <tr>{["opcodes.opcode", "opcodes.name", "opcodes.operands", "opcodes.meaning", "opcodes.example", "opcodes.source"].map(heading).collect_view()}</tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}
