//! What opcodes mean: a note on the one at hand, and a table of all of them.

use leptos::html;
use leptos::prelude::*;

use crate::app::AppState;
use crate::epd::opcode::{OPCODES, OpcodeSpec, lookup};

/// What there is to say about an opcode: its name, what it takes, what it means, where it is from.
fn said(state: AppState, spec: &OpcodeSpec) -> [String; 4] {
    let texts = [spec.title(), spec.operands.in_words(), spec.help()].map(|text| state.say(&text));
    let [title, operands, help] = texts;
    [title, operands, help, spec.paragraph.to_owned()]
}

/// The opcode at hand: under the pointer, in the focus, at the caret, or about to be added.
#[component]
pub(super) fn OpcodeNote() -> impl IntoView {
    let state = AppState::expect();
    let note = move || {
        state.opcode.with(|opcode| {
            let spec = lookup(opcode.as_bytes())?;
            let [title, operands, help, paragraph] = said(state, spec);
            Some(
                view! {
                    <code>{spec.name}</code>
                    {format!(" – {title} ({paragraph}): {operands}. {help}")}
                }
                .into_any(),
            )
        })
    };
    view! {
        <p class="note opcode-note" role="note" aria-label="Help on the opcode" lang=move || state.lang()>
            {note}
            <span class="opcode-note__key">" F1: all opcodes"</span>
        </p>
    }
    .into_any()
}

/// All opcodes in a dialog, the one at hand in view.
#[component]
pub(super) fn OpcodeTable() -> impl IntoView {
    let state = AppState::expect();
    let dialog = NodeRef::<html::Dialog>::new();
    Effect::new(move || {
        if let Some(dialog) = dialog.get().filter(|dialog| state.opcode_help.get() && !dialog.open()) {
            // A dialog that cannot be shown leaves the page as it is.
            let _ = dialog.show_modal();
            // The rows are drawn by then.
            request_animation_frame(move || {
                if let Ok(Some(row)) = dialog.query_selector("[aria-current]") {
                    row.scroll_into_view();
                }
            });
        }
    });
    let row = move |spec: &'static OpcodeSpec| {
        let current = state.opcode.with_untracked(|opcode| opcode == spec.name).then_some("true");
        let [title, operands, help, paragraph] = said(state, spec);
        view! {
            <tr aria-current=current>
                <th scope="row">
                    <code>{spec.name}</code>
                </th>
                <td>{title}</td>
                <td>{operands}</td>
                <td>{help}</td>
                <td>{paragraph}</td>
            </tr>
        }
        .into_any()
    };
    // Drawn when it is opened: most never ask.
    let rows = move || state.opcode_help.get().then(|| OPCODES.iter().map(row).collect_view());
    view! {
        <dialog
            node_ref=dialog
            class="dialog dialog--wide"
            aria-labelledby="opcodes-title"
            on:close=move |_| state.opcode_help.set(false)
        >
            <form method="dialog" class="dialog__head">
                <h2 id="opcodes-title">"Opcodes"</h2>
                <button class="button button--primary" autofocus=true>"Close"</button>
            </form>
            <table class="opcodes" lang=move || state.lang()>
                <thead>
                    <tr>
                        {["Opcode", "Name", "Operands", "Meaning", "Defined in"]
                            .map(|heading| view! { <th scope="col" lang="en">{heading}</th> }.into_any())
                            .collect_view()}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </dialog>
    }
    .into_any()
}
