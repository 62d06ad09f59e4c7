//! The dialog of the sheet of diagrams, and the sheet for the printer.

use std::sync::Arc;

use leptos::prelude::*;

use crate::app::AppState;
use crate::app::share::sheet::Sheet;
use crate::diagram::sheet::{Paper, Solutions};
use crate::language::say;
use crate::logic::sheet::{Bottom, GRIDS, MOST_DIAGRAMS, Wanted};
use crate::ui::button::{Button, buttons};
use crate::ui::dialog::dialog;
use crate::ui::sharing::look;

fn obstacle(state: AppState) -> Option<&'static str> {
    (!state.sheet.has_sheet()).then_some("obstacle.no-sheet")
}

const GIVE: &[Button] = &[
    Button::new("sheet.print", "sheet.print.title", |state| state.sheet.print_sheet())
        .class("button button--primary")
        .unless(obstacle),
    Button::new("sheet.html", "sheet.html.title", |state| state.sheet.download_sheet_html()).unless(obstacle),
    Button::new("sheet.svg", "sheet.svg.title", |state| state.sheet.download_sheet_svg()).unless(obstacle),
];

const CANCEL: &[Button] =
    &[Button::new("sheet.cancel", "sheet.cancel.title", |state| state.sheet.cancel_sheet()).small()];

const NEXT: &[Button] =
    &[Button::new("sheet.next", "sheet.next.title", |state| state.sheet.next_sheet()).small()];

const PAPERS: [(&str, Paper); 2] = [("sheet.a4", Paper::A4), ("sheet.letter", Paper::Letter)];

const SOLUTIONS: [(&str, Solutions); 3] = [
    ("sheet.solutions.end", Solutions::AtEnd),
    ("sheet.solutions.below", Solutions::Below),
    ("sheet.solutions.none", Solutions::Omitted),
];

const BOTTOMS: [(&str, Bottom); 2] =
    [("sheet.bottom.white", Bottom::White), ("sheet.bottom.mover", Bottom::Mover)];

const COLORS: [(&str, bool); 2] = [("sheet.colors.paper", false), ("sheet.colors.board", true)];

/// The dialog.
#[component]
pub(super) fn SheetDialog() -> impl IntoView {
    dialog(AppState::expect().sheet.is_open, "sheet.title", "dialog dialog--sheet", body)
}

/// The sheet on paper. It is always in the page, but only the printer shows it.
#[component]
pub(super) fn Printed() -> impl IntoView {
    let state = AppState::expect();
    let page = move |(sheet, at): ShownAt| {
        let paper = state.sheet.wanted.with_untracked(|wanted| wanted.paper);
        let src = sheet.pages.get(at).map(|shown| shown.url.as_str().to_owned());
        view! { <img class=format!("printed__page printed__page--{}", paper.name()) src=src alt="" /> }
            .into_any()
    };
    view! {
        <div class="printed" aria-hidden="true">
            <For each=move || shown_pages(state) key=page_key children=page />
        </div>
    }
    .into_any()
}

/// A page of a sheet, by its index.
type ShownAt = (Arc<Sheet>, usize);

fn shown_pages(state: AppState) -> Vec<ShownAt> {
    let Some(sheet) = state.sheet.made.get() else { return Vec::new() };
    (0..state.sheet.shown.get().min(sheet.pages.len())).map(|at| (Arc::clone(&sheet), at)).collect()
}

fn page_key((sheet, at): &ShownAt) -> (u32, usize) {
    (sheet.serial, *at)
}

/// A choice between texts, by their indices.
fn choice<T: PartialEq + Copy + Send + Sync + 'static>(
    state: AppState,
    label: &'static str,
    words: Vec<String>,
    values: Vec<T>,
    value_of: fn(&mut Wanted) -> &mut T,
) -> AnyView {
    let now = state.sheet.wanted.with_untracked(|wanted| *value_of(&mut wanted.clone()));
    let at = values.iter().position(|value| *value == now).unwrap_or_default();
    let option = |(place, words): (usize, String)| {
        view! { <option value=place.to_string() selected=place == at>{words}</option> }.into_any()
    };
    let options = words.into_iter().enumerate().map(option).collect_view();
    let choose = move |place: String| {
        if let Some(&value) = place.parse::<usize>().ok().and_then(|place| values.get(place)) {
            state.sheet.wanted.update(|wanted| *value_of(wanted) = value);
        }
    };
    view! {
        <label class="field">
            <span class="field__label">{state.language.tell(label)}</span>
            <select
                class="input"
                aria-label=state.language.tell(label)
                on:change:target=move |event| choose(event.target().value())
            >
                {options}
            </select>
        </label>
    }
    .into_any()
}

/// A choice between keys of the language files.
fn worded<T: PartialEq + Copy + Send + Sync + 'static>(
    state: AppState,
    label: &'static str,
    choices: &[(&str, T)],
    value_of: fn(&mut Wanted) -> &mut T,
) -> AnyView {
    let words = choices.iter().map(|(words, _)| state.language.tell(words)).collect();
    choice(state, label, words, choices.iter().map(|(_, value)| *value).collect(), value_of)
}

fn body() -> AnyView {
    let state = AppState::expect();
    state.sheet.keep_sheet(look);
    let wanted = state.sheet.wanted;
    let grids = GRIDS.map(|(columns, rows)| {
        let numbers = [columns * rows, columns, rows].map(|number| number.to_string());
        state.language.say(&say("sheet.grid", numbers))
    });
    view! {
        <div class="sheet__settings">
            <label class="field">
                <span class="field__label">{state.language.tell("sheet.heading")}</span>
                <input
                    class="input"
                    aria-label=state.language.tell("sheet.heading")
                    data-own-undo="true"
                    value=wanted.with_untracked(|wanted| wanted.title.clone())
                    on:change:target=move |event| wanted.update(|wanted| wanted.title = event.target().value())
                />
            </label>
            <label class="field">
                <span class="field__label">{state.language.tell("sheet.from")}</span>
                <input
                    class="input input--number"
                    aria-label=state.language.tell("sheet.from")
                    data-own-undo="true"
                    type="number"
                    min="1"
                    prop:value=move || wanted.with(|wanted| wanted.from.to_string())
                    on:change:target=move |event| {
                        let from = event.target().value().trim().parse().unwrap_or(1).max(1);
                        wanted.update(|wanted| wanted.from = from);
                    }
                />
            </label>
            {choice(state, "sheet.per-page", grids.to_vec(), (0..GRIDS.len()).collect(), |wanted| &mut wanted.grid)}
            {worded(state, "sheet.paper", &PAPERS, |wanted| &mut wanted.paper)}
            {worded(state, "sheet.solutions", &SOLUTIONS, |wanted| &mut wanted.solutions)}
            {worded(state, "sheet.bottom", &BOTTOMS, |wanted| &mut wanted.bottom)}
            {worded(state, "sheet.colors", &COLORS, |wanted| &mut wanted.has_color)}
            <label class="field field--inline">
                <input
                    type="checkbox"
                    prop:checked=move || wanted.with(|wanted| wanted.has_coordinates)
                    on:change:target=move |event| {
                        let checked = event.target().checked();
                        wanted.update(|wanted| wanted.has_coordinates = checked);
                    }
                />
                <span>{state.language.tell("sharing.coordinates")}</span>
            </label>
        </div>
        <div class="button-row">{buttons(state, GIVE)}</div>
        <div class="sheet__state">
            <p class="note" role="status" aria-label=state.language.tell("sheet.state")>{move || state_text(state)}</p>
            {move || state.sheet.progress.with(Option::is_some).then(|| buttons(state, CANCEL))}
            {move || has_next(state).then(|| buttons(state, NEXT))}
        </div>
        <div class="sheet__pages" role="group" aria-label=state.language.tell("sheet.pages") tabindex="0">
            <For each=move || shown_pages(state) key=page_key let((sheet, at))>
                {page_view(state, &sheet, at)}
            </For>
        </div>
    }
    .into_any()
}

fn has_next(state: AppState) -> bool {
    state.sheet.made.with(|made| made.as_ref().is_some_and(|sheet| sheet.next.is_some()))
}

/// The state of the sheet in words.
fn state_text(state: AppState) -> String {
    if let Some(problem) = state.sheet.problem.get() {
        return state.language.say(&problem);
    }
    if let Some(done) = state.sheet.progress.get() {
        return state.language.say(&say("sheet.progress", [done]));
    }
    state.sheet.made.with(|made| {
        let Some(sheet) = made else { return String::new() };
        let (diagrams, pages) = (sheet.diagrams, sheet.pages.len());
        match sheet.next {
            _ if diagrams == 0 => state.language.tell("sheet.empty"),
            None => state.language.say(&say("sheet.made", [diagrams, pages])),
            Some(next) => state.language.say(&say("sheet.cut", [diagrams, pages, MOST_DIAGRAMS, next])),
        }
    })
}

fn page_view(state: AppState, sheet: &Sheet, at: usize) -> AnyView {
    let Some(shown) = sheet.pages.get(at) else { return ().into_any() };
    let (first, last) = shown.page.range;
    let of = sheet.pages.len().to_string();
    let numbers = [shown.page.number.to_string(), of, first.to_string(), last.to_string()];
    let words = if shown.page.is_solutions { "sheet.page.solutions" } else { "sheet.page" };
    let alt = state.language.say(&say(words, numbers));
    let src = shown.url.as_str().to_owned();
    view! { <img class="sheet__page" src=src alt=alt loading="lazy" /> }.into_any()
}
