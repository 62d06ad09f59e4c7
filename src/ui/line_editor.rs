//! The line of the selected record: a text area over a coloured copy of it.

use leptos::prelude::*;

use crate::app::AppState;
use crate::browser::{caret, context, panes};
use crate::commands::Command;
use crate::epd::lint::Severity;
use crate::language::{args, say};
use crate::logic::findings::Findings;
use crate::protocol::Finding;
use crate::text::span::Span;
use crate::ui::button::{Weight, command};
use crate::ui::completion::{Completing, CompletionList};
use crate::view::{RecordView, Segment};

/// The longest line that is edited as text, in bytes. A text area with more freezes the browser.
const MOST_EDITED: usize = 64 * 1024;

/// The commands over the text.
const RECORD: [Command; 2] = [Command::NormalizeRecord, Command::RepairRecord];

/// The class of a segment. `current` are the places of the operations at hand: more than one if an opcode is given
/// twice.
fn class_of(segment: &Segment, current: &[Span]) -> String {
    let paint = segment.paint.name();
    let is_in = |it: &Span| it.start <= segment.span.start && segment.span.end <= it.end;
    let is_current = current.iter().any(is_in);
    let current = if is_current { " paint--current" } else { "" };
    match segment.severity {
        Some(severity) => format!("paint paint--{paint} paint--{}{current}", severity.name()),
        None => format!("paint paint--{paint}{current}"),
    }
}

/// The text of the record.
#[component]
pub(super) fn LineEditor() -> impl IntoView {
    let state = AppState::expect();
    let record = state.documents.record;
    let explain = move |event: &leptos::ev::Event| {
        let found = caret::text_before_caret(event)
            .and_then(|before| record.with_untracked(|r| r.as_ref()?.operation_at(&before)));
        if let Some((index, opcode)) = found {
            state.explain(&opcode);
            if state.editing.be_at(index, opcode) {
                panes::show_beside_text(&panes::operation_id(index));
            }
        }
    };
    let editable =
        Memo::new(move |_| record.with(|r| r.as_ref().is_some_and(|r| r.text.len() <= MOST_EDITED)));
    let has_record = Memo::new(move |_| state.documents.has_record());
    let found = state.findings.found;
    let invalid =
        move || found.with(|f| f.as_ref().is_some_and(|f| f.worst() == Some(Severity::Error)).to_string());
    let segments = Memo::new(move |_| {
        let marks = found.with(|found| found.as_ref().map(Findings::marks).unwrap_or_default());
        record.with(|r| r.as_ref().map(|r| r.segments(&marks)).unwrap_or_default())
    });
    // The operation whose field or row the user is in is marked in the text, and the other way round.
    let current = move || {
        state.opcode.with(|opcode| {
            record.with(|record| record.as_ref().map(|it| it.spans_of(opcode)).unwrap_or_default())
        })
    };
    let completing = Completing::new();
    let hovered = RwSignal::new(None);
    let field = NodeRef::new();
    view! {
        <div class="editor-head">
            <h2 class="pane__title">{state.language.words("record.title")}</h2>
            <div class="button-row button-row--tight">
                {RECORD.map(|one| command(state, one, Weight::Icon)).into_iter().collect_view()}
            </div>
        </div>
        {move || {
            if !has_record.get() {
                return none(state);
            }
            if !editable.get() {
                return view! { <LongLine /> }.into_any();
            }
            view! {
            <div class="line-box">
            <div class="line-editor">
                <pre class="line-editor__paint" aria-hidden="true">
                    {move || {
                        let current = current();
                        segments
                            .get()
                            .into_iter()
                            .map(|segment| {
                                let class = class_of(&segment, &current);
                                let at = segment.severity.map(|_| segment.span.start.to_string());
                                view! { <span class=class data-at=at>{segment.text}</span> }.into_any()
                            })
                            .collect_view()
                    }}
                    "\u{200b}"
                </pre>
                <textarea
                    id="record-text"
                    class="line-editor__text"
                    class:line-editor__text--plain=move || {
                        record.with(|r| r.as_ref().is_some_and(|r| !r.is_painted()))
                    }
                    aria-label=state.language.words("record.text")
                    node_ref=field
                    aria-autocomplete="list"
                    aria-controls=move || completing.controls()
                    aria-activedescendant=move || completing.active()
                    aria-invalid=invalid
                    aria-describedby="problems-count"
                    rows="3"
                    spellcheck="false"
                    autocomplete="off"
                    autocapitalize="off"
                    readonly=move || state.editing.is_frozen()
                    prop:value=move || record.with(|r| r.as_ref().map(crate::view::RecordView::shown).unwrap_or_default())
                    on:input:target=move |event| {
                        if !state.edit_line(&event.target().value()) {
                            let text = record.with_untracked(|r| r.as_ref().map(RecordView::shown));
                            caret::put_text(&event.target(), &text.unwrap_or_default());
                        }
                        completing.offer(state, &event, false);
                    }
                    on:keydown=move |event| {
                        if completing.press(state, field, &event) {
                            event.prevent_default();
                        }
                    }
                    on:blur=move |_| completing.close()
                    title=move || hovered.get()
                    on:pointermove=move |event| hover(state, hovered, &event)
                    on:select=move |event| explain(&event)
                    on:keyup=move |event| explain(&event)
                    on:pointerup=move |event| {
                        completing.close();
                        explain(&event);
                    }
                ></textarea>
            </div>
            <CompletionList completing field />
            </div>
            }
            .into_any()
        }}
    }
    .into_any()
}

/// The problems that are underlined under the pointer, as the tooltip of the text.
#[inline(never)]
fn hover(state: AppState, hovered: RwSignal<Option<String>>, event: &leptos::ev::PointerEvent) {
    let at = context::attribute_under(event, "data-at").and_then(|at| at.parse::<usize>().ok());
    let words = at.and_then(|at| {
        state.findings.found.with_untracked(|found| {
            let line = |found: &Finding| say("operations.finding", args![&found.rule.code, &found.message]);
            let lines = found.as_ref()?.around(at).map(|found| state.language.say_now(&line(found)));
            Some(lines.collect::<Vec<_>>().join("\n")).filter(|words| !words.is_empty())
        })
    });
    if hovered.with_untracked(|now| *now != words) {
        hovered.set(words);
    }
}

/// A file without records.
#[inline(never)]
fn none(state: AppState) -> AnyView {
    view! {
        <p class="note" role="status">{state.language.tell("record.none")}</p>
        <div class="button-row">
            {[Command::AddRecord, Command::Paste].map(|one| command(state, one, Weight::Plain)).into_iter().collect_view()}
        </div>
    }
    .into_any()
}

/// A line that is too long to edit as text.
#[component]
fn LongLine() -> impl IntoView {
    let state = AppState::expect();
    let record = state.documents.record;
    let length = move || record.with(|r| r.as_ref().map_or(0, |r| r.text.len()));
    let head = move || {
        record.with(|r| {
            r.as_ref()
                .map(|r| r.encoding.decode(&r.text[..r.text.len().min(2_000)]).into_owned())
                .unwrap_or_default()
        })
    };
    view! {
        <p class="note" role="status">
            {move || match length() {
                0 => state.language.tell("record.reading"),
                length => state.language.say(&say("record.long", [length.to_string()])),
            }}
        </p>
        <pre class="long-line" tabindex="0" aria-label=state.language.words("record.beginning") hidden=move || length() == 0>{head}</pre>
    }.into_any()
}
