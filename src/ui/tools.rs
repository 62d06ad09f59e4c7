//! The dialog of the tools: one form for all of them, filled from their table.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use crate::app::AppState;
use crate::app::tools::Preview;
use crate::browser::page;
use crate::document::workspace::{DocumentId, OpenDocument};
use crate::language::{Text, args, say};
use crate::logic::tools::{Tool, tool_at, tools};
use crate::protocol::Counts;
use crate::ui::autosave::changes;
use crate::ui::button::{Button, buttons};
use crate::ui::dialog::dialog;
use crate::ui::icon::icon;
use crate::ui::recipe::{recipe, sentences};
use crate::verb::{Aim, Choice, EngineName, Field, Input};

const RUN: &[Button] = &[
    Button::new("tools.preview", "tools.preview.title", |state| state.tools.preview_tool()),
    Button::new("", "tools.apply.title", |state| state.tools.apply_tool())
        .label(deed)
        .class("button button--primary")
        .unless(|state| state.tools.obstacle()),
];

/// What the button does: a verb, and with how many lines.
fn deed(state: AppState) -> String {
    let tool = tool_at(state.tools.tool.get());
    if state.tools.takes_listed() {
        state.language.say(&tool.deed(scope(state).0))
    } else {
        state.language.tell(tool.name())
    }
}

/// The number of lines that the tool works on, and of all lines of the file.
fn scope(state: AppState) -> (usize, usize) {
    let lengths = |open: &OpenDocument| (state.list.chosen_len(open), open.document.len());
    state.documents.workspace.with(|workspace| workspace.active().map(lengths)).unwrap_or_default()
}

/// The dialog.
#[component]
pub(super) fn Tools() -> impl IntoView {
    dialog(AppState::expect().tools.is_open, "tools.title", "dialog dialog--tools", body)
}

/// The id of the form of the chosen tool.
const FORM: &str = "tool-form";

/// The icon of an aim.
fn icon_of(aim: Aim) -> &'static str {
    match aim {
        Aim::Check => "check",
        Aim::Analyse => "engine",
        Aim::Prove => "mate",
        Aim::Grade => "trophy",
        Aim::Change => "pencil",
        Aim::Combine => "merge",
        Aim::Export => "export",
    }
}

/// The cards of the tools of one aim: one of all cards is chosen, like a radio button.
fn cards(state: AppState, aim: Aim) -> AnyView {
    let chosen = state.tools.tool;
    let card = |(at, tool): (usize, Tool)| {
        let name = state.language.tell(tool.name());
        view! {
            <label
                class="card"
                on:click=move |event| {
                    // On a phone the form is below all cards. Keys go from card to card, and stay there.
                    if event.detail() > 0 {
                        request_animation_frame(|| page::show_nearest(FORM));
                    }
                }
            >
                <input
                    class="visually-hidden"
                    type="radio"
                    name="tool"
                    aria-label=name.clone()
                    aria-describedby=format!("tool-{at}")
                    prop:checked=move || chosen.get() == at
                    on:change=move |_| state.tools.choose_tool(at)
                />
                <span class="card__face">
                    {icon(icon_of(aim))}
                    <span class="card__name">{name}</span>
                    <span id=format!("tool-{at}") class="card__about">{state.language.tell(tool.help())}</span>
                </span>
            </label>
        }
        .into_any()
    };
    let of_aim = tools().enumerate().filter(|(_, tool)| tool.aim() == aim);
    view! {
        <fieldset class="cards">
            <legend class="cards__aim">{state.language.tell(aim.name())}</legend>
            {of_aim.map(card).collect_view()}
        </fieldset>
    }
    .into_any()
}

fn body() -> AnyView {
    let state = AppState::expect();
    let tools = state.tools;
    let about = move || {
        let (count, all) = scope(state);
        let file = state.documents.workspace.with(|w| w.active().map(|open| w.shown_name(open)));
        let file = file.unwrap_or_default();
        state.language.say(&if count == all {
            say("tools.all", args![count, file])
        } else if state.list.picks_len.get() > 0 {
            say("tools.picked", args![count, all, file])
        } else {
            say("tools.listed", args![count, all, file])
        })
    };
    // The fields of another tool are other elements: what was typed in one is none of the other.
    let fields = move |tool: usize| {
        let fields = tool_at(tool).fields();
        fields.iter().enumerate().map(|(at, field)| field_view(state, at, field)).collect_view().into_any()
    };
    let chosen = move || tool_at(tools.tool.get());
    // A file that was dropped, a query or a run that ends under the dialog: what is shown must be about what is there.
    Effect::new(move |before: Option<(Option<DocumentId>, (usize, usize))>| {
        let active = state.documents.workspace.with(|workspace| workspace.active().map(|open| open.id));
        let now = (active, scope(state));
        if before.is_some_and(|before| before != now) {
            tools.look_again();
        }
        now
    });
    view! {
        <div class="gallery">
            <div class="gallery__cards">{Aim::ALL.map(|aim| cards(state, aim)).into_iter().collect_view()}</div>
            <div class="gallery__form" id=FORM>
                <h3 class="gallery__title">{move || state.language.tell(chosen().name())}</h3>
                <p class="note">{move || state.language.tell(chosen().help())}</p>
                <For each=move || [tools.tool.get()] key=|tool| *tool children=fields />
                <p class="note">{about}</p>
                <div class="button-row">{buttons(state, RUN)}</div>
                <div role="status" aria-label=state.language.tell("tools.preview")>
                    {move || tools.preview.with(|preview| preview.as_ref().map(|preview| preview_view(state, preview)))}
                </div>
                // Not read out on each change of the form.
                {move || tools.preview.with(|preview| {
                    let preview = preview.as_ref()?;
                    let label = if preview.is_report { "tools.sample.report" } else { "tools.sample" };
                    Some((label, preview.sample.clone()?))
                }).map(|(label, sample)| {
                    let label = state.language.words(label);
                    view! { <pre class="sample" role="group" tabindex="0" aria-label=label>{sample}</pre> }.into_any()
                })}
                {move || tools.preview.with(|preview| preview.as_ref().map(|preview| changes(state, &preview.first, preview.changes, true)))}
            </div>
        </div>
        {recipe(state)}
    }
    .into_any()
}

/// The options of a field, of which `chosen` is the value.
fn options(state: AppState, choices: &'static [Choice], chosen: &str) -> AnyView {
    let option = |choice: &'static Choice| {
        let label = state.language.say(&choice.label.text());
        view! { <option value=choice.value selected=choice.value == chosen>{label}</option> }.into_any()
    };
    choices.iter().filter(|choice| is_there(state, choice)).map(option).collect_view().into_any()
}

/// Whether a choice is there: native engines are not, if the server of the page has none.
fn is_there(state: AppState, choice: &Choice) -> bool {
    choice.value != EngineName::Native.name() || !state.bridge.names.with_untracked(Vec::is_empty)
}

/// What Safari reports for a key that ends a composition.
const COMPOSED: u32 = 229;

/// Enter in a text field is the button below, as in a form.
fn press(state: AppState, event: &KeyboardEvent) {
    let is_composing = event.is_composing() || event.key_code() == COMPOSED;
    if event.key() == "Enter" && !is_composing && !event.repeat() {
        event.prevent_default();
        state.tools.apply_tool();
    }
}

fn field_view(state: AppState, at: usize, field: &'static Field) -> AnyView {
    let value = move || state.tools.values.with(|values| values.get(at).cloned().unwrap_or_default());
    let label = state.language.say(&field.label.into());
    let input = match field.input {
        Input::Text => view! {
            <input
                class="input"
                aria-label=label.clone()
                data-own-undo="true"
                spellcheck="false"
                autocomplete="off"
                prop:value=value
                on:input:target=move |event| state.tools.set_tool_value(at, event.target().value())
                on:keydown=move |event| press(state, &event)
            />
        }
        .into_any(),
        Input::Choice(choices) => view! {
            <select
                class="input"
                aria-label=label.clone()
                on:change:target=move |event| state.tools.set_tool_value(at, event.target().value())
            >
                {options(state, choices, &untrack(value))}
            </select>
        }
        .into_any(),
    };
    view! {
        <label class="field">
            <span class="field__label">{label}</span>
            {input}
        </label>
    }
    .into_any()
}

fn preview_view(state: AppState, preview: &Preview) -> AnyView {
    if let Some(reason) = &preview.refused {
        let reason = state.language.say(&say("tools.refused", [reason]));
        return view! { <p class="find__result--refused">{reason}</p> }.into_any();
    }
    let (done, total) = preview.done;
    let summary = state.language.say(&match (&preview.counts, preview.changes) {
        (Some(counts), _) => return counts_view(state, counts),
        _ if preview.is_report => "tools.sample.report".into(),
        (None, count) if done < total => say("tools.so-far", [count, done * 100 / total]),
        (None, count) if preview.is_glance => say("tools.glance", [count, total]),
        (None, 0) => "tools.nothing".into(),
        (None, count) => say("tools.lines", [count]),
    });
    let reason = |reason: Text| {
        let reason = state.language.say(&say("tools.stay", [reason]));
        view! { <li>{reason}</li> }.into_any()
    };
    view! {
        <p>{sentences(state, &preview.words)}</p>
        <p>{summary}</p>
        <ul>{preview.reasons.texts().map(reason).collect_view()}</ul>
    }
    .into_any()
}

fn counts_view(state: AppState, counts: &Counts) -> AnyView {
    let (scored, least, most, sum) = counts.scores;
    let number = |count: u32| state.language.say(&say("counts.number", [count]));
    let mut rows = vec![
        (state.language.tell("counts.records"), number(counts.records)),
        (state.language.tell("counts.others"), number(counts.others)),
        (state.language.tell("counts.white"), number(counts.records - counts.black.min(counts.records))),
        (state.language.tell("counts.black"), number(counts.black)),
    ];
    if scored > 0 {
        let mean = sum / i64::from(scored);
        rows.push((
            state.language.tell("counts.scores"),
            state.language.say(&say(
                "counts.score-range",
                [least.into(), mean, most.into()].map(|score: i64| score.to_string()),
            )),
        ));
    }
    let with = |(opcode, count): &(String, u32)| {
        (state.language.say(&say("counts.with", [opcode.clone()])), number(*count))
    };
    rows.extend(counts.opcodes.iter().map(with));
    let row = |(name, value): (String, String)| {
        view! {
            <tr>
                <th scope="row">{name}</th>
                <td>{value}</td>
            </tr>
        }
        .into_any()
    };
    view! {
        <table class="keys">
            <tbody>{rows.into_iter().map(row).collect_view()}</tbody>
        </table>
    }
    .into_any()
}
