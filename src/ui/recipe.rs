//! The recipe at hand: its steps, and what can be done with them.

use leptos::prelude::*;

use crate::app::AppState;
use crate::protocol::WordedStep;
use crate::ui::button::{Button, buttons};

fn is_empty(state: AppState) -> bool {
    state.recipe.steps.with(Vec::is_empty)
}

const ALL: &[Button] = &[
    Button::new(
        "Add this step",
        "Add what the tool is set to as the last step of the recipe",
        AppState::add_step,
    ),
    Button::new("Run recipe", "Do all steps, each as one step of undo", AppState::run_recipe)
        .disabled(is_empty),
    Button::new("Keep", "Keep the recipe in this browser", AppState::keep_recipe).disabled(is_empty),
    Button::new("Copy recipe link", "Copy a link to the recipe", AppState::copy_recipe_link)
        .disabled(is_empty),
    Button::new("Download", "Save it as a file: epidote run FILE", AppState::download_recipe)
        .disabled(is_empty),
    Button::new("Clear", "Take all steps away", AppState::clear_recipe).disabled(is_empty),
];

/// The recipe.
pub(super) fn recipe(state: AppState) -> AnyView {
    let step = |step: WordedStep| view! { <li>{step.words}</li> }.into_any();
    let kept = move || {
        let kept = state.recipe.kept.get();
        let option = |(at, (name, _)): (usize, (String, String))| {
            view! { <option value=at.to_string()>{name}</option> }.into_any()
        };
        kept.into_iter().enumerate().map(option).collect_view()
    };
    view! {
        <section class="recipe" aria-label="Recipe">
            <h3>"Recipe"</h3>
            <label class="field">
                <span class="field__label">"Name"</span>
                <input
                    class="input"
                    aria-label="Name"
                    data-own-undo="true"
                    prop:value=move || state.recipe.name.get()
                    on:input:target=move |event| state.recipe.name.set(event.target().value())
                />
            </label>
            <select
                class="input"
                aria-label="Kept recipes"
                hidden=move || state.recipe.kept.with(Vec::is_empty)
                on:change:target=move |event| state.choose_recipe(&event.target().value())
            >
                <option value="">"Kept recipes"</option>
                {kept}
            </select>
            <ol aria-label="Steps">{move || state.recipe.steps.get().into_iter().map(step).collect_view()}</ol>
            <div class="button-row">{buttons(state, ALL)}</div>
        </section>
    }
    .into_any()
}
