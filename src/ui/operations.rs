//! The operations of the selected record as a form.

use std::sync::Arc;

use leptos::prelude::*;

use crate::app::AppState;
use crate::browser::{focus, panes};
use crate::epd::LineKind;
use crate::epd::lint::Severity;
use crate::epd::opcode::{OPCODES, OpcodeSpec};
use crate::language::{Text, args, say};
use crate::protocol::Finding;
use crate::ui::button::{IconButton, icon_button};
use crate::ui::opcode_help::OpcodeNote;
use crate::ui::operand_field::OperandField;
use crate::ui::registers::Registers;
use crate::view::{OperationRow, RecordView};

/// The form.
#[component]
pub(super) fn Operations() -> impl IntoView {
    let state = AppState::expect();
    // The record is part of the key, so that text begun in a field of one record does not end up in another.
    let rows = Memo::new(move |_| {
        let selection =
            state.documents.workspace.with(|w| w.active().and_then(|open| Some((open.id, open.selected?))));
        state.documents.record.with(|record| {
            let rows = record.as_ref().map(|r| r.operations.as_slice()).unwrap_or_default();
            rows.iter().map(|row| (selection, row.index, row.opcode.clone())).collect::<Vec<_>>()
        })
    });
    let is_empty = Memo::new(move |_| {
        let is_empty = |record: &RecordView| record.kind == LineKind::Record && record.operations.is_empty();
        state.documents.record.with(|record| record.as_ref().is_some_and(is_empty))
    });
    view! {
        <h2 class="pane__title">{state.language.words("operations.title")}</h2>
        {move || is_empty.get().then(|| none(state))}
        <fieldset class="frozen" disabled=move || state.editing.is_frozen()>
        <div class="operations" role="list" aria-label=state.language.words("operations.title")>
            <For each=move || rows.get() key=Clone::clone let((_, index, opcode))>
                <OperationLine index opcode />
            </For>
        </div>
        <AddOperation />
        </fieldset>
        <OpcodeNote />
        <Registers />
    }
    .into_any()
}

/// What to do about a record without operations.
#[inline(never)]
fn none(state: AppState) -> AnyView {
    view! { <p class="note">{state.language.tell("operations.none")}</p> }.into_any()
}

/// The findings in an operation: the worst severity, and the code and text of each for the tooltip.
fn found_in(state: AppState, row: &OperationRow) -> (Option<Severity>, Vec<(String, Text)>) {
    state.findings.found.with(|found| {
        let inside: Vec<&Finding> = found.iter().flat_map(|found| found.inside(row.span)).collect();
        let messages = inside.iter().map(|found| (found.rule.code.clone(), found.message.clone())).collect();
        (inside.iter().map(|found| found.rule.severity).max(), messages)
    })
}

/// One operation.
#[component]
fn OperationLine(
    /// Its index in the line.
    index: usize,
    /// The opcode as it is written in the record.
    opcode: String,
) -> impl IntoView {
    let state = AppState::expect();
    let row = Memo::new(move |_| {
        state
            .documents
            .record
            .with(|record| record.as_ref().and_then(|record| record.operations.get(index).cloned()))
    });
    let spec = row.with_untracked(|row| row.as_ref().and_then(|row| row.spec));
    let title = move || state.language.say(&spec.map_or_else(|| "opcode.unknown".into(), OpcodeSpec::title));
    let help = move || {
        spec.map(|spec| state.language.say(&say("opcode.with-source", args![spec.help(), spec.paragraph])))
    };
    let found =
        Memo::new(move |_| row.with(|row| row.as_ref().map(|row| found_in(state, row)).unwrap_or_default()));
    let severity = move || found.with(|(worst, _)| worst.map(Severity::name));
    let messages = move || {
        let line =
            |(code, text): &(String, Text)| state.language.say(&say("operations.finding", args![code, text]));
        found.with(|(_, messages)| messages.iter().map(line).collect::<Vec<_>>().join("\n"))
    };
    let label = say("operations.remove.label", [opcode.clone()]);
    let at_hand = StoredValue::new(opcode.clone());
    let current = move || {
        let is_current = state.opcode.with(|current| at_hand.with_value(|own| current == own));
        if is_current { " operation--current" } else { "" }
    };
    let explain = move || at_hand.with_value(|opcode| state.explain(opcode));
    view! {
        <div
            id=panes::operation_id(index)
            class=move || format!("operation operation--{}{}", severity().unwrap_or("fine"), current())
            role="listitem"
            title=messages
            on:focusin=move |_| {
                explain();
                state.editing.be_at(index, at_hand.get_value());
                // Once it is marked.
                request_animation_frame(panes::show_mark_in_text);
            }
            // Its menu is about this operation, wherever the pointer goes then.
            on:contextmenu=move |_| {
                state.editing.be_at(index, at_hand.get_value());
            }
            on:pointerenter=move |_| explain()
        >
            <span class="operation__opcode" title=help>
                <code>{opcode.clone()}</code>
                <span class="visually-hidden">{title}</span>
            </span>
            <OperandField opcode=opcode.clone() row />
            {icon_button(IconButton {
                icon: "x",
                words: Arc::new(move || state.language.say(&label)),
                is_on: None,
                obstacle: None,
                press: Box::new(move || state.editing.remove_operation(index)),
            })}
        </div>
    }
    .into_any()
}

/// Adds an operation by its opcode.
#[component]
fn AddOperation() -> impl IntoView {
    let state = AppState::expect();
    let opcode = RwSignal::new(String::new());
    let known = move |name: &str| {
        state
            .documents
            .record
            .with(|r| r.as_ref().is_some_and(|r| r.operations.iter().any(|row| row.opcode == name)))
    };
    let choices = move || {
        OPCODES
            .iter()
            .filter(|spec| !known(spec.name))
            .map(|spec| {
                view! { <option value=spec.name>{state.language.say(&spec.title())}</option> }.into_any()
            })
            .collect_view()
    };
    let has_record = move || state.documents.record.with(Option::is_some);
    let usable = Memo::new(move |_| {
        has_record() && opcode.with(|name| crate::epd::opcode::is_opcode(name.as_bytes()) && !known(name))
    });
    let is_unusable = move || opcode.with(String::is_empty) || !has_record();
    let add = move || {
        let name = opcode.get_untracked();
        if name.is_empty() || !has_record() {
            return;
        }
        if usable.get_untracked() {
            state.editing.add_operation(&name);
            opcode.set(String::new());
        } else if untrack(|| known(&name)) {
            state.notices.note(say("operations.is-there", [name.clone()]));
        } else {
            state.notices.problem(say("operations.no-opcode", [name]));
            return;
        }
        // What is typed next is its operand.
        let at = state
            .documents
            .record
            .with_untracked(|record| record.as_ref()?.operations.iter().position(|row| row.opcode == name));
        if let Some(at) = at {
            request_animation_frame(move || focus::move_to_first(&panes::operation_field(at)));
        }
    };
    view! {
        <form
            class="add-operation"
            on:submit=move |event| {
                event.prevent_default();
                add();
            }
        >
            <label class="field">
                <span class="visually-hidden">{state.language.words("operations.new")}</span>
                <input
                    class="input"
                    data-own-undo="true"
                    list="opcodes"
                    maxlength="15"
                    placeholder=state.language.words("operations.placeholder")
                    autocomplete="off"
                    spellcheck="false"
                    prop:value=move || opcode.get()
                    on:input:target=move |event| {
                        opcode.set(event.target().value());
                        state.opcode.set(opcode.get_untracked());
                    }
                />
            </label>
            <datalist id="opcodes">{choices}</datalist>
            <button
                class="button"
                disabled=is_unusable
                title=move || is_unusable().then(|| state.language.tell("operations.add.why"))
            >{state.language.words("operations.add")}</button>
        </form>
    }
    .into_any()
}
