//! The bar at the top: what can be done with files and with the page.

use leptos::html;
use leptos::prelude::*;

use crate::app::AppState;
use crate::app::state::Theme;
use crate::document::Document;
use crate::epd::dialect::Dialect;
use crate::language::{LANGUAGES, inside, say};
use crate::ui::button::{Button, buttons};

fn is_without_file(state: AppState) -> bool {
    state.workspace.with(|workspace| workspace.active().is_none())
}

/// The label of a step of undo or redo of the file in front.
fn step_of(state: AppState, label: fn(&Document) -> Option<&str>) -> Option<String> {
    state.workspace.with(|workspace| label(&workspace.active()?.document).map(str::to_owned))
}

fn step_title(state: AppState, title: &'static str, label: fn(&Document) -> Option<&str>) -> String {
    state.say(&say(title, [inside(&step_of(state, label).unwrap_or_default())]))
}

const FILE: &[Button] = &[
    Button::new("header.save", "header.save.title", AppState::save).disabled(is_without_file),
    Button::new("header.save-as", "header.save-as.title", AppState::save_as).disabled(is_without_file),
];

const EDIT: &[Button] = &[
    Button::new("header.undo", "", AppState::undo)
        .title(|state| step_title(state, "header.undo.title", Document::undo_label))
        .disabled(|state| step_of(state, Document::undo_label).is_none()),
    Button::new("header.redo", "", AppState::redo)
        .title(|state| step_title(state, "header.redo.title", Document::redo_label))
        .disabled(|state| step_of(state, Document::redo_label).is_none()),
];

const WHOLE_FILE: &[Button] = &[
    Button::new("header.many", "header.many.title", AppState::open_tools)
        .opens_dialog()
        .disabled(is_without_file),
    Button::new("header.normalize", "header.normalize.title", AppState::normalize_file)
        .disabled(is_without_file),
    Button::new("header.repair", "header.repair.title", AppState::repair_file).disabled(is_without_file),
    Button::new("header.link", "header.link.title", AppState::copy_file_link).disabled(is_without_file),
];

const KVETKA: &[Button] =
    &[Button::new("step.tenths", "header.tenths.title", AppState::convert_tenths).disabled(is_without_file)];

const PAGE: &[Button] = &[
    Button::new("", "header.theme.title", |state| state.theme.update(|theme| *theme = theme.next()))
        .class("button button--quiet")
        .label(|state| {
            state.tell(match state.theme.get() {
                Theme::System => "header.theme.system",
                Theme::Light => "header.theme.light",
                Theme::Dark => "header.theme.dark",
            })
        }),
    Button::new("", "header.dialect.title", AppState::change_dialect).class("button button--quiet").label(
        |state| {
            state.tell(match state.dialect.get() {
                Dialect::Edwards => "header.dialect.edwards",
                Dialect::Kvetka => "header.dialect.kvetka",
            })
        },
    ),
];

const KEYS: &[Button] = &[Button::new("header.keys", "header.keys.title", |state| state.help.set(true))
    .class("button button--quiet")
    .opens_dialog()];

/// The bar at the top.
#[component]
pub(super) fn Header() -> impl IntoView {
    let state = AppState::expect();
    let input = NodeRef::<html::Input>::new();
    let show_dialog = move |_| {
        state.open_dialog(move || {
            if let Some(input) = input.get_untracked() {
                input.click();
            }
        });
    };
    let languages = LANGUAGES.iter().map(|&(code, name)| {
        view! {
            <option value=code lang=code selected=move || state.lang() == code>
                {name}
            </option>
        }
        .into_any()
    });
    view! {
        <header class="header">
            <h1 class="header__brand">"Epidote"</h1>
            <div class="header__group" role="group" aria-label=state.words("header.file")>
                <button id="open-button" class="button button--primary" title=state.words("header.open.title") on:click=show_dialog>
                    {state.words("header.open")}
                </button>
                <input
                    node_ref=input
                    class="visually-hidden"
                    type="file"
                    multiple=true
                    tabindex="-1"
                    aria-label=state.words("header.input")
                    on:change=move |_| {
                        if let Some(input) = input.get_untracked() {
                            state.open_input(&input);
                        }
                    }
                />
                {buttons(state, FILE)}
            </div>
            <div class="header__group" role="group" aria-label=state.words("header.edit")>
                {buttons(state, EDIT)}
            </div>
            <div class="header__group" role="group" aria-label=state.words("header.whole")>
                {buttons(state, WHOLE_FILE)}
                {move || (state.dialect.get() == Dialect::Kvetka).then(|| buttons(state, KVETKA))}
            </div>
            <div class="header__group header__group--end">
                {buttons(state, PAGE)}
                <select
                    class="input"
                    aria-label=state.words("ui.language")
                    title=state.words("ui.language")
                    prop:value=move || state.lang()
                    on:change:target=move |event| state.choose_language(&event.target().value())
                >
                    {languages.collect_view()}
                </select>
                {buttons(state, KEYS)}
            </div>
        </header>
    }
    .into_any()
}
