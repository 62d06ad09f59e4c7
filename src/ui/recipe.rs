//! The current recipe: its steps, and the actions on it.

use leptos::prelude::*;

use crate::app::AppState;
use crate::language::{Text, paragraph};
use crate::ui::button::{Button, buttons};
use crate::verb::Step;

fn is_empty(state: AppState) -> bool {
    state.recipe.steps.with(Vec::is_empty)
}

const ALL: &[Button] = &[
    Button::new("recipe.add", "recipe.add.title", |state| state.recipe.add_step()),
    Button::new("recipe.run", "recipe.run.title", |state| state.recipe.run_recipe()).disabled(is_empty),
    Button::new("recipe.keep", "recipe.keep.title", |state| state.recipe.keep_recipe()).disabled(is_empty),
    Button::new("recipe.link", "recipe.link.title", |state| state.recipe.copy_recipe_link())
        .disabled(is_empty),
    Button::new("recipe.download", "recipe.download.title", |state| state.recipe.download_recipe())
        .disabled(is_empty),
    Button::new("recipe.clear", "recipe.clear.title", |state| state.recipe.clear_recipe()).disabled(is_empty),
];

/// Sentences in the language of the user.
pub(super) fn sentences(state: AppState, sentences: &[Text]) -> Option<String> {
    paragraph(sentences.iter().cloned()).map(|text| state.language.say(&text))
}

/// The recipe.
pub(super) fn recipe(state: AppState) -> AnyView {
    let step = move |step: Step| view! { <li>{sentences(state, &step.words())}</li> }.into_any();
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
            <ol aria-label=state.language.tell("recipe.steps")>{move || state.recipe.steps.get().into_iter().map(step).collect_view()}</ol>
            <div class="button-row">{buttons(state, ALL)}</div>
        </section>
    }
    .into_any()
}
