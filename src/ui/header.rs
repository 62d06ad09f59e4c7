//! The bar at the top: the menus, and the commands that are needed most. On a phone those are at the bottom.

use leptos::html;
use leptos::prelude::*;

use crate::app::AppState;
use crate::commands::Command;
use crate::document::Document;
use crate::language::{Text, say};
use crate::ui::button::{Button, Weight, buttons, command, key_of, with_key};
use crate::ui::icon::icon;
use crate::ui::menu_bar::MenuBar;

/// The label of the active file's next undo or redo step.
fn step_of(state: AppState, label: fn(&Document) -> Option<&Text>) -> Option<Text> {
    state.documents.workspace.with(|workspace| label(&workspace.active()?.document).cloned())
}

fn step_title(
    state: AppState,
    command: Command,
    title: &'static str,
    label: fn(&Document) -> Option<&Text>,
) -> String {
    step_of(state, label).map(|step| with_key(state, command, say(title, [step]))).unwrap_or_default()
}

const EDIT: &[Button] = &[
    Button::new("command.undo", "", |state| state.run_command(Command::Undo))
        .icon("undo")
        .title(|state| step_title(state, Command::Undo, "header.undo.title", Document::undo_label))
        .unless(|state| state.obstacle(Command::Undo)),
    Button::new("command.redo", "", |state| state.run_command(Command::Redo))
        .icon("redo")
        .title(|state| step_title(state, Command::Redo, "header.redo.title", Document::redo_label))
        .unless(|state| state.obstacle(Command::Redo)),
];

/// What a phone has within reach of the thumb.
const THUMB: [Command; 5] =
    [Command::Open, Command::Paste, Command::AnalyzeRecord, Command::Share, Command::Save];

/// The bar at the top.
#[component]
pub(super) fn Header() -> impl IntoView {
    let state = AppState::expect();
    let input = NodeRef::<html::Input>::new();
    let search_title = move || with_key(state, Command::Palette, "command.palette.about".into());
    view! {
        <header class="bar">
            <h1 class="bar__brand">"Epidote"</h1>
            <div class="bar__menus"><MenuBar /></div>
            <span class="bar__small">{command(state, Command::Palette, Weight::Icon)}</span>
            <div class="bar__end" role="group" aria-label=state.language.words("header.edit")>
                {buttons(state, EDIT)}
                <button
                    id="search-button"
                    class="bar__search"
                    aria-haspopup="dialog"
                    title=search_title
                    on:click=move |_| state.run_command(Command::Palette)
                >
                    {icon("search")}
                    <span>{state.language.words("command.palette")}</span>
                    <kbd aria-hidden="true">{move || key_of(state, Command::Palette)}</kbd>
                </button>
                {command(state, Command::Share, Weight::Icon)}
                <span class="bar__wide">{command(state, Command::Save, Weight::Primary)}</span>
                {command(state, Command::Looks, Weight::Icon)}
            </div>
            <input
                node_ref=input
                id="open-input"
                class="visually-hidden"
                type="file"
                multiple=true
                tabindex="-1"
                aria-label=state.language.words("header.input")
                on:change=move |_| {
                    if let Some(input) = input.get_untracked() {
                        state.files.open_input(&input);
                    }
                }
            />
        </header>
    }
    .into_any()
}

/// The bar at the bottom of a phone.
#[component]
pub(super) fn Thumb() -> impl IntoView {
    let state = AppState::expect();
    view! {
        <nav class="thumb" aria-label=state.language.words("header.thumb")>
            {THUMB.map(|one| command(state, one, Weight::Thumb)).into_iter().collect_view()}
        </nav>
    }
    .into_any()
}
