//! The bar at the top, with commands for files and for the page.

use leptos::html;
use leptos::prelude::*;

use crate::app::AppState;
use crate::commands::Command;
use crate::document::Document;
use crate::epd::dialect::Dialect;
use crate::language::Text;
use crate::language::{LANGUAGES, say};
use crate::ui::button::{Button, buttons, command, commands, with_key};

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
    let title =
        state.language.say(&say(title, [step_of(state, label).unwrap_or_else(|| String::new().into())]));
    with_key(state, command, title)
}

const FILE: &[Command] = &[Command::Save, Command::SaveAs];

const EDIT: &[Button] = &[
    Button::new("command.undo", "", |state| state.run_command(Command::Undo))
        .title(|state| step_title(state, Command::Undo, "header.undo.title", Document::undo_label))
        .disabled(|state| !state.can(Command::Undo)),
    Button::new("command.redo", "", |state| state.run_command(Command::Redo))
        .title(|state| step_title(state, Command::Redo, "header.redo.title", Document::redo_label))
        .disabled(|state| !state.can(Command::Redo)),
];

const WHOLE_FILE: &[Command] =
    &[Command::ManyRecords, Command::NormalizeFile, Command::RepairFile, Command::CopyFileLink];

const PAGE: &[Button] =
    &[Button::new("", "command.dialect.about", |state| state.run_command(Command::Dialect))
        .class("button button--quiet")
        .label(|state| {
            state.language.tell(match state.documents.dialect.get() {
                Dialect::Edwards => "header.dialect.edwards",
                Dialect::Kvetka => "header.dialect.kvetka",
            })
        })];

/// The bar at the top.
#[component]
pub(super) fn Header() -> impl IntoView {
    let state = AppState::expect();
    let input = NodeRef::<html::Input>::new();
    let show_dialog = move |_| {
        state.files.open_dialog(move || {
            if let Some(input) = input.get_untracked() {
                input.click();
            }
        });
    };
    let open_title = move || with_key(state, Command::Open, state.language.tell(Command::Open.row().about));
    let languages = LANGUAGES.iter().map(|&(code, name)| {
        view! {
            <option value=code lang=code selected=move || state.language.lang() == code>
                {name}
            </option>
        }
        .into_any()
    });
    view! {
        <header class="header">
            <h1 class="header__brand">"Epidote"</h1>
            <div class="header__thumb">
            <div class="header__group" role="group" aria-label=state.language.words("header.file")>
                <button id="open-button" class="button button--primary" title=open_title on:click=show_dialog>
                    {state.language.words("command.open")}
                </button>
                <input
                    node_ref=input
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
                {commands(state, FILE)}
            </div>
            <div class="header__group header__group--edit" role="group" aria-label=state.language.words("header.edit")>
                {buttons(state, EDIT)}
            </div>
            {command(state, Command::Palette, "button button--quiet header__menu")}
            </div>
            <div class="header__group header__group--whole" role="group" aria-label=state.language.words("header.whole")>
                {commands(state, WHOLE_FILE)}
                {move || (state.documents.dialect.get() == Dialect::Kvetka).then(|| command(state, Command::Tenths, "button"))}
            </div>
            <div class="header__group header__group--end">
                {command(state, Command::Looks, "button button--quiet")}
                {buttons(state, PAGE)}
                <select
                    class="input"
                    aria-label=state.language.words("ui.language")
                    title=state.language.words("ui.language")
                    prop:value=move || state.language.lang()
                    on:change:target=move |event| state.language.choose_language(&event.target().value())
                >
                    {languages.collect_view()}
                </select>
                {command(state, Command::Keys, "button button--quiet")}
            </div>
        </header>
    }
    .into_any()
}
