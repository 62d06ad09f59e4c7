//! The current recipe: its steps, and the actions on it.

use leptos::ev::{Event, KeyboardEvent};
use leptos::prelude::*;

use crate::app::AppState;
use crate::browser::{context, focus};
use crate::language::{Text, args, paragraph, say, word};
use crate::logic::cards::Card;
use crate::ui::button::{Button, buttons};
use crate::ui::dragged::Dragged;
use crate::ui::icon::icon;

/// Why nothing can be done with the recipe.
fn no_step(state: AppState) -> Option<&'static str> {
    state.recipe.cards.with(Vec::is_empty).then_some("obstacle.no-step")
}

/// Why the chosen tool cannot be added.
fn is_no_step(state: AppState) -> Option<&'static str> {
    (!state.tools.is_step()).then_some("obstacle.no-step-tool")
}

/// Why it cannot be run.
fn is_idle(state: AppState) -> Option<&'static str> {
    let is_off = || state.recipe.cards.with(|cards| cards.iter().all(|card| !card.is_on));
    no_step(state).or_else(|| is_off().then_some("obstacle.steps-off")).or_else(|| state.tools.wait())
}

const ALL: &[Button] = &[
    Button::new("recipe.add", "recipe.add.title", |state| state.recipe.add_step()).unless(is_no_step),
    Button::new("recipe.run", "recipe.run.title", |state| state.recipe.run_recipe()).unless(is_idle),
    Button::new("recipe.keep", "recipe.keep.title", |state| state.recipe.keep_recipe()).unless(no_step),
    Button::new("recipe.link", "recipe.link.title", |state| state.recipe.copy_recipe_link()).unless(no_step),
    Button::new("recipe.download", "recipe.download.title", |state| state.recipe.download_recipe())
        .unless(no_step),
    Button::new("recipe.clear", "recipe.clear.title", |state| state.recipe.clear_recipe()).unless(no_step),
];

/// Sentences in the language of the user.
pub(super) fn sentences(state: AppState, sentences: &[Text]) -> Option<String> {
    paragraph(sentences.iter().cloned()).map(|text| state.language.say(&text))
}

/// What the ids of cards begin with; their places follow.
const CARD: &str = "step-";

/// The same for the boxes that switch steps on and off.
const SWITCH: &str = "step-on";

/// The id of the field with the name.
const NAME: &str = "recipe-name";

/// The place of the card that an event is about.
fn place_of(event: &Event) -> Option<usize> {
    context::id_around(event, ".recipe-card")?.strip_prefix(CARD)?.parse().ok()
}

/// The recipe as cards, which are dragged, moved by Alt with the arrow keys, switched off and removed.
fn cards(state: AppState) -> AnyView {
    let dragged = Dragged::new();
    let act = move |words: &'static str, number: usize, sign: &'static str, act: fn(AppState, usize)| {
        let label = state.language.say(&say(words, [number]));
        let id = format!("{words}-{}", number - 1);
        view! {
            <button
                id=id
                class="button button--icon"
                title=label.clone()
                aria-label=label
                on:click=move |_| act(state, number - 1)
            >
                {icon(sign)}
            </button>
        }
        .into_any()
    };
    let card = move |(number, Card { step, is_on }): (usize, Card)| {
        view! {
            <li class="recipe-card" class:recipe-card--off=!is_on draggable="true" id=format!("{CARD}{}", number - 1)>
                <div class="recipe-card__head">
                    <input
                        type="checkbox"
                        id=format!("{SWITCH}-{}", number - 1)
                        aria-label=state.language.say(&say("recipe.on", [number]))
                        prop:checked=is_on
                        on:change:target=move |event| state.recipe.switch_step(number - 1, event.target().checked())
                    />
                    <span class="recipe-card__name" aria-hidden="true">
                        {state.language.say(&say("recipe.card", args![number, word(step.title())]))}
                    </span>
                    {act("recipe.up", number, "arrow-up", |state, at| move_step(state, at, at.wrapping_sub(1), "recipe.up"))}
                    {act("recipe.down", number, "arrow-down", |state, at| move_step(state, at, at + 1, "recipe.down"))}
                    {act("recipe.remove", number, "x", |state, at| {
                        state.recipe.remove_step(at);
                        let rest = state.recipe.cards.with_untracked(Vec::len);
                        let next = rest.checked_sub(1).map(|last| format!("{SWITCH}-{}", at.min(last)));
                        focus::move_to_once_drawn(next.unwrap_or_else(|| NAME.to_owned()));
                    })}
                </div>
                <span class="recipe-card__words" style:text-decoration=(!is_on).then_some("line-through")>
                    {sentences(state, &step.words())}
                </span>
            </li>
        }
        .into_any()
    };
    view! {
        <ol
            class="recipe__cards"
            aria-label=state.language.tell("recipe.steps")
            on:keydown=move |event| move_card(state, &event)
            on:dragstart=move |event| dragged.begin(&event, place_of(&event))
            on:dragend=move |_| dragged.end()
            on:dragover=move |event| dragged.allow(&event)
            on:drop=move |event| {
                if let Some((from, to)) = dragged.dropped(&event, place_of(&event)) {
                    state.recipe.move_step(from, to);
                }
            }
        >
            {move || (1..).zip(state.recipe.cards.get()).map(card).collect_view()}
        </ol>
        {move || no_step(state).is_some().then(|| view! { <p class="note">{state.language.tell("recipe.empty")}</p> }.into_any())}
    }
    .into_any()
}

/// Moves the card with the focus by Alt and an arrow key.
fn move_card(state: AppState, event: &KeyboardEvent) {
    let (true, Some(at)) = (event.alt_key(), place_of(event)) else { return };
    let to = match event.key().as_str() {
        "ArrowUp" => at.wrapping_sub(1),
        "ArrowDown" => at + 1,
        _ => return,
    };
    event.prevent_default();
    event.stop_propagation();
    move_step(state, at, to, SWITCH);
}

/// Moves a step, and the focus to the element of its new place whose id begins so. Nothing moves beyond the ends.
fn move_step(state: AppState, at: usize, to: usize, id: &str) {
    if to < state.recipe.cards.with_untracked(Vec::len) {
        state.recipe.move_step(at, to);
        focus::move_to_once_drawn(format!("{id}-{to}"));
    }
}

/// The recipe.
pub(super) fn recipe(state: AppState) -> AnyView {
    let kept = move || {
        let kept = state.recipe.kept.get();
        let option = |(at, (name, _)): (usize, (String, String))| {
            view! { <option value=at.to_string()>{name}</option> }.into_any()
        };
        kept.into_iter().enumerate().map(option).collect_view()
    };
    view! {
        <section class="recipe" aria-label=state.language.tell("recipe.title")>
            <h3>{state.language.tell("recipe.title")}</h3>
            <label class="field">
                <span class="field__label">{state.language.tell("recipe.name")}</span>
                <input
                    class="input"
                    id=NAME
                    aria-label=state.language.tell("recipe.name")
                    data-own-undo="true"
                    prop:value=move || state.recipe.name.get()
                    on:input:target=move |event| state.recipe.name.set(event.target().value())
                />
            </label>
            <select
                class="input"
                aria-label=state.language.tell("recipe.kept")
                hidden=move || state.recipe.kept.with(Vec::is_empty)
                on:change:target=move |event| state.recipe.choose_recipe(&event.target().value())
            >
                <option value="">{state.language.tell("recipe.kept")}</option>
                {kept}
            </select>
            {cards(state)}
            <div class="button-row">{buttons(state, ALL)}</div>
        </section>
    }
    .into_any()
}
