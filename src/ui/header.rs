//! The bar at the top: what can be done with files and with the page.

use leptos::html;
use leptos::prelude::*;

use crate::app::AppState;
use crate::app::state::Theme;
use crate::epd::dialect::Dialect;

/// The bar at the top.
#[component]
pub(super) fn Header() -> impl IntoView {
    let state = AppState::expect();
    let input = NodeRef::<html::Input>::new();
    let without_file = Memo::new(move |_| state.workspace.with(|w| w.active().is_none()));
    let undo = Memo::new(move |_| {
        state.workspace.with(|w| w.active().and_then(|open| open.document.undo_label().map(str::to_owned)))
    });
    let redo = Memo::new(move |_| {
        state.workspace.with(|w| w.active().and_then(|open| open.document.redo_label().map(str::to_owned)))
    });
    let show_dialog = move |_| {
        state.open_dialog(move || {
            if let Some(input) = input.get_untracked() {
                input.click();
            }
        });
    };
    let theme_label = move || match state.theme.get() {
        Theme::System => "Theme: system",
        Theme::Light => "Theme: light",
        Theme::Dark => "Theme: dark",
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
                <button
                    class="button"
                    title="Save (Ctrl+S)"
                    disabled=without_file
                    on:click=move |_| state.save()
                >
                    "Save"
                </button>
                <button
                    class="button"
                    title="Save under another name (Ctrl+Shift+S)"
                    disabled=without_file
                    on:click=move |_| state.save_as()
                >
                    "Save as"
                </button>
            </div>
            <div class="header__group" role="group" aria-label="Edit">
                <button
                    class="button"
                    disabled=move || undo.with(Option::is_none)
                    title=move || format!("Undo {} (Ctrl+Z)", undo.get().unwrap_or_default())
                    on:click=move |_| state.undo()
                >
                    "Undo"
                </button>
                <button
                    class="button"
                    disabled=move || redo.with(Option::is_none)
                    title=move || format!("Redo {} (Ctrl+Shift+Z)", redo.get().unwrap_or_default())
                    on:click=move |_| state.redo()
                >
                    "Redo"
                </button>
            </div>
            <div class="header__group" role="group" aria-label="Whole file">
                <button
                    class="button"
                    title="Put every record into normal form (pfdn)"
                    disabled=without_file
                    on:click=move |_| state.normalize_file()
                >
                    "Normalise file"
                </button>
                <button
                    class="button"
                    title="Apply every safe fix to every record"
                    disabled=without_file
                    on:click=move |_| state.repair_file()
                >
                    "Repair file"
                </button>
                <Show when=move || state.dialect.get() == Dialect::Kvetka>
                    <button
                        class="button"
                        title="Multiply every ordinary ce by ten: from tenths of a pawn to centipawns"
                        disabled=without_file
                        on:click=move |_| state.convert_tenths()
                    >
                        "Tenths to centipawns"
                    </button>
                </Show>
                <button
                    class="button"
                    title="Copy a link that holds all records"
                    disabled=without_file
                    on:click=move |_| state.copy_file_link()
                >
                    "Link to file"
                </button>
            </div>
            <div class="header__group header__group--end">
                <button class="button button--quiet" on:click=move |_| state.theme.update(|theme| *theme = theme.next())>
                    {theme_label}
                </button>
                <button
                    class="button button--quiet"
                    title="The description of EPD that records are read by: the text of 1995, or Kvetka's"
                    on:click=move |_| state.change_dialect()
                >
                    {move || if state.dialect.get() == Dialect::Edwards { "EPD 1995" } else { "EPD Kvetka" }}
                </button>
                <button
                    class="button button--quiet"
                    title="Language of problems and operations"
                    lang=move || other_language().code()
                    on:click=move |_| state.speak(state.spoken.with_untracked(|spoken| spoken.language.other()))
                >
                    {move || other_language().name()}
                </button>
                <button
                    class="button button--quiet"
                    title="Keys (?)"
                    aria-haspopup="dialog"
                    on:click=move |_| state.help.set(true)
                >
                    "Keys"
                </button>
            </div>
        </header>
    }
    .into_any()
}
