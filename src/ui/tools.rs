//! The dialog of the tools: one form for all of them, filled from their table.

use leptos::prelude::*;

use crate::app::AppState;
use crate::app::preview::Preview;
use crate::app::tool_table::{Field, TOOLS, Takes};
use crate::headless::decimal::grouped;
use crate::protocol::Counts;
use crate::ui::button::{Button, buttons};
use crate::ui::dialog::dialog;
use crate::ui::keeping::changes;
use crate::ui::recipe::recipe;

const RUN: &[Button] = &[
    Button::new("Preview", "Show what would change, and change nothing", AppState::preview_tool),
    Button::new("Apply", "Do it, as one step of undo", AppState::apply_tool).class("button button--primary"),
];

/// The dialog.
#[component]
pub(super) fn Tools() -> impl IntoView {
    dialog(AppState::expect().tools.is_open, "Work on many records", "dialog dialog--tools", body)
}

fn body() -> AnyView {
    let state = AppState::expect();
    let tools = state.tools;
    let scope = move || {
        let lengths = state.with_active(|open| (untrack(|| state.listed_len(open)), open.document.len()));
        let (count, all) = lengths.unwrap_or_default();
        if count == all {
            format!("All {} lines of the file.", grouped(count))
        } else {
            format!("The {} records that are listed, of {} lines.", grouped(count), grouped(all))
        }
    };
    let names = options(state, TOOLS.iter().map(|tool| tool.name));
    let fields = move || {
        let fields = TOOLS.get(tools.tool.get()).map_or(&[][..], |tool| tool.fields);
        fields.iter().enumerate().map(|(at, field)| field_view(state, at, field)).collect_view()
    };
    view! {
        <label class="field">
            <span class="field__label">"Tool"</span>
            <select
                class="input"
                prop:value=move || tools.tool.get().to_string()
                on:change:target=move |event| state.choose_tool(event.target().value().parse().unwrap_or(0))
            >
                {names}
            </select>
        </label>
        <p class="note">{move || TOOLS.get(tools.tool.get()).map(|tool| state.say(&tool.help.into()))}</p>
        {fields}
        <p class="note">{scope}</p>
        <div class="button-row">{buttons(state, RUN)}</div>
        <div role="status" aria-label="Preview">
            {move || tools.preview.with(|preview| preview.as_ref().map(preview_view))}
        </div>
        {recipe(state)}
    }
    .into_any()
}

/// What can be chosen, by its place.
fn options(state: AppState, words: impl Iterator<Item = &'static str>) -> AnyView {
    let option = |(place, word): (usize, &'static str)| {
        view! { <option value=place.to_string()>{state.say(&word.into())}</option> }.into_any()
    };
    words.enumerate().map(option).collect_view().into_any()
}

fn field_view(state: AppState, at: usize, field: &'static Field) -> AnyView {
    let value = state.tools.values.with_untracked(|values| values.get(at).cloned().unwrap_or_default());
    let label = state.say(&field.label.into());
    let input = match field.takes {
        Takes::Text => view! {
            <input
                class="input"
                aria-label=label.clone()
                data-own-undo="true"
                spellcheck="false"
                autocomplete="off"
                value=value
                on:input:target=move |event| state.set_tool_value(at, event.target().value())
            />
        }
        .into_any(),
        Takes::OneOf(words) => view! {
            <select
                class="input"
                aria-label=label.clone()
                on:change:target=move |event| state.set_tool_value(at, event.target().value())
            >
                {options(state, words.iter().copied())}
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

fn preview_view(preview: &Preview) -> AnyView {
    if let Some(reason) = &preview.refused {
        return view! { <p class="find__result--refused">{format!("This cannot be done: {reason}.")}</p> }
            .into_any();
    }
    let (done, total) = preview.done;
    let progress =
        if done < total { format!(" so far, {}% looked at", done * 100 / total) } else { String::new() };
    let said = match (&preview.counts, preview.changes) {
        (Some(counts), _) => return counts_view(counts),
        (None, 0) if done >= total => "Nothing would change.".to_owned(),
        (None, count) => format!("{} lines{progress}.", grouped(count)),
    };
    let reason = |reason: String| view! { <li>{format!("Stay as they are: {reason}.")}</li> }.into_any();
    view! {
        <p>{preview.words.clone()}</p>
        <p>{said}</p>
        <ul>{preview.reasons.words().map(reason).collect_view()}</ul>
        {changes(&preview.first, preview.changes)}
    }
    .into_any()
}

fn counts_view(counts: &Counts) -> AnyView {
    let (scored, least, most, sum) = counts.scores;
    let number = |count: u32| grouped(count as usize);
    let mut rows = vec![
        ("records".to_owned(), number(counts.records)),
        ("comments and blank lines".to_owned(), number(counts.others)),
        ("White to move".to_owned(), number(counts.records - counts.black.min(counts.records))),
        ("Black to move".to_owned(), number(counts.black)),
    ];
    if scored > 0 {
        let mean = sum / i64::from(scored);
        rows.push(("ce, least, mean and greatest".to_owned(), format!("{least}, {mean}, {most}")));
    }
    rows.extend(counts.opcodes.iter().map(|(opcode, count)| (format!("with {opcode}"), number(*count))));
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
