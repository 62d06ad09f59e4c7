//! The bar at the top: what can be done with files and with the page.

use leptos::html;
use leptos::prelude::*;

use crate::app::AppState;
use crate::app::state::Theme;
use crate::document::Document;
use crate::epd::dialect::Dialect;
use crate::ui::button::{Button, buttons};

fn is_without_file(state: AppState) -> bool {
    state.workspace.with(|workspace| workspace.active().is_none())
}

/// The label of a step of undo or redo of the file in front.
fn step_of(state: AppState, label: fn(&Document) -> Option<&str>) -> Option<String> {
    state.workspace.with(|workspace| label(&workspace.active()?.document).map(str::to_owned))
}

const FILE: &[Button] = &[
    Button::new("Save", "Save (Ctrl+S)", AppState::save).disabled(is_without_file),
    Button::new("Save as", "Save under another name (Ctrl+Shift+S)", AppState::save_as)
        .disabled(is_without_file),
];

const EDIT: &[Button] = &[
    Button::new("Undo", "", AppState::undo)
        .title(|state| format!("Undo {} (Ctrl+Z)", step_of(state, Document::undo_label).unwrap_or_default()))
        .disabled(|state| step_of(state, Document::undo_label).is_none()),
    Button::new("Redo", "", AppState::redo)
        .title(|state| {
            format!("Redo {} (Ctrl+Shift+Z)", step_of(state, Document::redo_label).unwrap_or_default())
        })
        .disabled(|state| step_of(state, Document::redo_label).is_none()),
];

const WHOLE_FILE: &[Button] = &[
    Button::new(
        "Many records",
        "Work on many records: set, remove, rename, sort, extract… (e)",
        AppState::open_tools,
    )
    .opens_dialog()
    .disabled(is_without_file),
    Button::new("Normalise file", "Put every record into normal form (pfdn)", AppState::normalize_file)
        .disabled(is_without_file),
    Button::new("Repair file", "Apply every safe fix to every record", AppState::repair_file)
        .disabled(is_without_file),
    Button::new("Link to file", "Copy a link that holds all records", AppState::copy_file_link)
        .disabled(is_without_file),
];

const KVETKA: &[Button] = &[Button::new(
    "Tenths to centipawns",
    "Multiply every ordinary ce by ten: from tenths of a pawn to centipawns",
    AppState::convert_tenths,
)
.disabled(is_without_file)];

const PAGE: &[Button] = &[
    Button::new("", "Colours of the page", |state| state.theme.update(|theme| *theme = theme.next()))
        .class("button button--quiet")
        .label(|state| match state.theme.get() {
            Theme::System => "Theme: system".to_owned(),
            Theme::Light => "Theme: light".to_owned(),
            Theme::Dark => "Theme: dark".to_owned(),
        }),
    Button::new(
        "",
        "The description of EPD that records are read by: the text of 1995, or Kvetka's",
        AppState::change_dialect,
    )
    .class("button button--quiet")
    .label(|state| match state.dialect.get() {
        Dialect::Edwards => "EPD 1995".to_owned(),
        Dialect::Kvetka => "EPD Kvetka".to_owned(),
    }),
];

const KEYS: &[Button] = &[Button::new("Keys", "Keys (?)", |state| state.help.set(true))
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
    let other_language = move || state.spoken.with(|spoken| spoken.language.other());
    view! {
        <header class="header">
            <h1 class="header__brand">"Epidote"</h1>
            <div class="header__group" role="group" aria-label="File">
                <button id="open-button" class="button button--primary" title="Open files (Ctrl+O)" on:click=show_dialog>
                    "Open"
                </button>
                <input
                    node_ref=input
                    class="visually-hidden"
                    type="file"
                    multiple=true
                    tabindex="-1"
                    aria-label="Files to open"
                    on:change=move |_| {
                        if let Some(input) = input.get_untracked() {
                            state.open_input(&input);
                        }
                    }
                />
                {buttons(state, FILE)}
            </div>
            <div class="header__group" role="group" aria-label="Edit">
                {buttons(state, EDIT)}
            </div>
            <div class="header__group" role="group" aria-label="Whole file">
                {buttons(state, WHOLE_FILE)}
                {move || (state.dialect.get() == Dialect::Kvetka).then(|| buttons(state, KVETKA))}
            </div>
            <div class="header__group header__group--end">
                {buttons(state, PAGE)}
                <button
                    class="button button--quiet"
                    title="Language of problems and operations"
                    lang=move || other_language().code()
                    on:click=move |_| state.speak(state.spoken.with_untracked(|spoken| spoken.language.other()))
                >
                    {move || other_language().name()}
                </button>
                {buttons(state, KEYS)}
            </div>
        </header>
    }
    .into_any()
}
