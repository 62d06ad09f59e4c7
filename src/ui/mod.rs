//! The page: its regions, and the few effects that connect the state to the browser.

#![allow(clippy::too_many_lines, reason = "markup is long and flat")]
#![allow(unreachable_pub, reason = "the component macro makes the structs of its properties public")]

mod autosave;
mod board;
mod button;
mod chart;
mod choices;
mod command_palette;
mod completion;
mod context_menu;
mod dialog;
mod dragged;
mod embed;
mod engine;
mod event;
mod file_problems;
mod find_box;
mod fix_menu;
mod game_offer;
mod games;
mod header;
mod help;
mod icon;
mod line_editor;
mod line_stepper;
mod looks;
mod menu_bar;
mod opcode_help;
mod operand_field;
mod operations;
mod pane_edge;
mod parts;
mod problems;
mod recent;
mod recipe;
mod record_columns;
mod record_drag;
mod record_list;
mod record_name;
mod record_row;
mod registers;
mod report;
mod rule_level;
mod run_failures;
mod run_state;
mod sharing;
mod sheet;
mod small_board;
mod staged_mount;
mod status_bar;
mod study;
mod tables;
mod tabs;
mod toasts;
mod tools;
mod tour;
mod welcome;

use leptos::ev;
use leptos::prelude::*;

use crate::app::AppState;
use crate::app::language::First;
use crate::browser::{context, page, panes};
use crate::commands::Command;
use crate::document::workspace::DocumentId;
use crate::language::{Catalog, say};
use crate::logic::panes::Edge;
use crate::logic::swipe;
use crate::share::embed::embed_of;
use crate::ui::pane_edge::PaneEdge;

/// Starts the page as soon as its texts are there, those of the user's language and the English ones. The
/// browser requests both while it loads the program.
pub fn start() {
    crate::js::on_panic(page::show_crash);
    wasm_bindgen_futures::spawn_local(async {
        match page::fetch_text("en.txt").await {
            Ok(file) => {
                Catalog::bring_english(&file);
                let first = First::read().await;
                // Texts and page are two tasks, so that user input waits for at most one of them.
                page::breathe().await;
                if embed_of(&page::fragment()).is_some() {
                    mount_to_body(|| view! { <embed::Embed first /> });
                } else {
                    mount_to_body(|| view! { <App first /> });
                }
                page::remove_shell();
                page::mark("epidote-interactive");
            }
            Err(error) => page::refuse_to_start(&error.to_string()),
        }
    });
}

/// The full page.
#[component]
fn App(first: First) -> impl IntoView {
    let state = AppState::new(first.spoken);
    provide_context(state);
    install_keys(state);
    install_paste(state);
    install_close_warning(state);
    install_title(state);
    state.findings.keep_checking();
    state.study.keep_studying();
    state.study.let_others_go();
    state.chart.keep_chart();
    state.tour.keep_tour();
    state.board.keep_said();
    state.registers.keep_registers();
    state.panel.keep_search_settings();
    state.check.keep_file_checked();
    install_looks(state);
    state.language.keep_language(first.refused);
    state.language.bring_late();
    state.panes.keep_arranged();
    install_fetch(state);
    install_begin(state);
    install_links(state);
    install_front(state);
    install_autosave(state);
    install_versions(state);
    state.files.open_launched();

    let has_file = Memo::new(move |_| state.documents.has_file());
    // What is dragged within the page, such as selected text, is nothing to open.
    let is_of_page = StoredValue::new(false);
    view! {
        <div
            class="app"
            class:app--dragging=move || state.files.dragging.get()
            // A drag that is refused has no end.
            on:pointerdown=move |_| is_of_page.set_value(false)
            on:dragstart=move |event| is_of_page.set_value(!event.default_prevented())
            on:dragend=move |_| is_of_page.set_value(false)
            on:dragover=move |event| {
                if page::can_be_opened(&event) && !is_of_page.get_value() {
                    event.prevent_default();
                    state.files.dragging.set(true);
                }
            }
            on:dragleave=move |event| {
                if event.related_target().is_none() {
                    state.files.dragging.set(false);
                }
            }
            on:drop=move |event| {
                // Text that is dragged into a field belongs to the field.
                if page::is_in_text_field(&event) && !page::has_files(&event) {
                    state.files.dragging.set(false);
                } else if !is_of_page.get_value() {
                    state.files.open_dropped(&event);
                }
            }
        >
            <header::Header />
            <tabs::Tabs />
            <autosave::AutosaveState />
            <game_offer::GameOffer />
            <tour::Tour />
            <main class="main">
                <div class="work">
                    {move || {
                        if has_file.get() { view! { <Workbench /> }.into_any() } else { view! { <welcome::Welcome /> }.into_any() }
                    }}
                    <toasts::ToastList />
                </div>
                {move || has_file.get().then(|| view! { <context_menu::ContextMenu /> }.into_any())}
            </main>
            <run_state::RunCard />
            <status_bar::StatusBar />
            {move || has_file.get().then(|| view! { <header::Thumb /> }.into_any())}
            <p class="visually-hidden" role="status" aria-label=state.language.words("announce.title")>
                {move || state.announcements.words()}
            </p>
            <help::Help />
            <command_palette::Palette />
            <fix_menu::FixMenu />
            <opcode_help::OpcodeTable />
            <games::Games />
            <tables::Tables />
            <tools::Tools />
            <report::Report />
            <event::Event />
            <record_columns::ListOptions />
            <sharing::Sharing />
            <sheet::SheetDialog />
            <sheet::Printed />
            <looks::Looks />
            <recent::RecentDialog />
        </div>
    }
    .into_any()
}

/// The list, the board and the editor of the active file.
#[component]
fn Workbench() -> impl IntoView {
    let state = AppState::expect();
    let touched = StoredValue::new(None::<(f64, f64)>);
    // The board comes first, because in narrow windows it is above the list.
    let [has_board, has_find, has_list, has_editor] = staged_mount::staged_mount();
    view! {
        <div class="workbench" data-part=move || parts::names(state.parts.shown()).0>
            <section class="pane pane--records" aria-label=state.language.words("list.records")>
                {move || has_find.get().then(|| view! { <find_box::FindBox /> }.into_any())}
                {move || has_list.get().then(|| view! { <record_list::RecordList /> }.into_any())}
            </section>
            <section
                class="pane pane--board"
                aria-label=state.language.words("pane.board")
                on:pointerdown=move |event| touched.set_value(swipe_begins(&event))
                on:pointerup=move |event| {
                    let from = touched.try_update_value(Option::take);
                    swiped(state, from.flatten(), &event);
                }
            >
                {move || has_board.get().then(|| view! { <board::BoardPane /> }.into_any())}
            </section>
            <PaneEdge edge=Edge::List />
            <PaneEdge edge=Edge::Record />
            <parts::Parts />
            <section
                class="pane pane--editor"
                aria-label=state.language.words("pane.editor")
                // Not what a pointer goes to: it would move away under it.
                on:keyup=move |event| if event.key() == "Tab" { panes::uncover_focus() }
            >
                {move || has_editor.get().then(|| view! { <Editor /> }.into_any())}
            </section>
        </div>
    }
    .into_any()
}

/// What has its own use for a finger that moves.
const NOT_SWIPED: &str = ".board, .palette, input, select, textarea, [role=slider]";

/// Where a swipe may begin; `None` if it is none.
#[inline(never)]
fn swipe_begins(event: &ev::PointerEvent) -> Option<(f64, f64)> {
    let may_begin =
        event.pointer_type() == "touch" && event.is_primary() && !context::is_in(event, NOT_SWIPED);
    may_begin.then(|| (f64::from(event.client_x()), f64::from(event.client_y())))
}

/// Ends a swipe. A browser that scrolled with the finger sends no end, and the next touch begins anew.
#[inline(never)]
fn swiped(state: AppState, from: Option<(f64, f64)>, to: &ev::PointerEvent) {
    let Some((x, y)) = from else { return };
    match swipe::records(f64::from(to.client_x()) - x, f64::from(to.client_y()) - y) {
        Some(1) => state.run_command(Command::NextRecord),
        Some(_) => state.run_command(Command::RecordBefore),
        None => {}
    }
}

/// The editor and the tools for the selected record.
#[component]
fn Editor() -> impl IntoView {
    view! {
        <div class="part"><line_editor::LineEditor /></div>
        <div class="part part--problems"><problems::Problems /></div>
        <div class="part"><operations::Operations /></div>
        <div class="part"><chart::Chart /></div>
        <div class="part part--problems"><file_problems::FileProblems /></div>
    }
    .into_any()
}

fn install_keys(state: AppState) {
    let handle = window_event_listener(ev::keydown, move |event| {
        state.openings.note_key(&event.key(), event.default_prevented());
        state.press(&event);
    });
    let pressed = window_event_listener(ev::pointerdown, move |_| state.openings.note_act());
    on_cleanup(move || {
        handle.remove();
        pressed.remove();
    });
}

/// Takes text that is pasted outside a text field.
fn install_paste(state: AppState) {
    let handle = window_event_listener(ev::paste, move |event| {
        if page::is_in_text_field(&event) {
            return;
        }
        if let Some(text) = page::pasted_text(&event) {
            event.prevent_default();
            state.files.open_pasted(text);
        }
    });
    on_cleanup(move || handle.remove());
}

fn install_close_warning(state: AppState) {
    let handle = window_event_listener(ev::beforeunload, move |event| {
        state.autosave.flush();
        if state.documents.workspace.with_untracked(crate::document::workspace::Workspace::is_dirty) {
            page::warn_before_close(&event);
        }
    });
    on_cleanup(move || handle.remove());
}

fn install_title(state: AppState) {
    let title = Memo::new(move |_| {
        let title = state.documents.workspace.with(|workspace| {
            let document = &workspace.active()?.document;
            let key = if document.is_dirty() { "ui.title-changed" } else { "ui.title" };
            Some(say(key, [&document.name]))
        });
        title.map_or_else(|| "Epidote".to_owned(), |title| state.language.say(&title))
    });
    Effect::new(move || page::set_title(&title.get()));
}

/// Applies the chosen looks. `static/looks.js` sends an event if pieces cannot be loaded.
fn install_looks(state: AppState) {
    for look in state.looks.all() {
        Effect::new(move || look.show());
    }
    let handle = window_event_listener_untyped("epidote-no-pieces", move |_| state.looks.miss_pieces());
    on_cleanup(move || handle.remove());
}

/// Loads the selected record of a large file if its bytes are not in memory.
fn install_fetch(state: AppState) {
    let missing = Memo::new(move |_| {
        state.documents.workspace.with(|workspace| {
            let open = workspace.active()?;
            let id = open.selected?;
            (!open.document.missing_blocks([id]).is_empty()).then_some((open.id, id))
        })
    });
    Effect::new(move || {
        if let Some((_, id)) = missing.get() {
            state.documents.fetch(vec![id]);
        }
    });
}

/// A move on the board of the first page begins a file.
fn install_begin(state: AppState) {
    Effect::new(move || {
        if let Some(m) = state.board.begun.get() {
            state.begin_with(m);
        }
    });
}

/// Opens the contents of the address, now and when it changes.
fn install_links(state: AppState) {
    state.open_address();
    let handle = window_event_listener(ev::hashchange, move |_| state.open_address());
    on_cleanup(move || handle.remove());
}

/// A query applies to one file: when another file becomes active, its own query is asked. Setting up a position ends.
fn install_front(state: AppState) {
    let front = Memo::new(move |_| {
        state.documents.workspace.with(|workspace| workspace.active().map(|open| open.id))
    });
    Effect::new(move |before: Option<Option<DocumentId>>| {
        let front = front.get();
        if before.is_some_and(|before| before != front) {
            state.list.find_again();
            // A first file may have been begun in order to set up its position.
            if before.flatten().is_some() {
                state.board.setup.is_on.set(false);
            }
        }
        front
    });
}

/// Shows that a new version of the page is ready. It waits until the user reloads.
fn install_versions(state: AppState) {
    let handle =
        window_event_listener_untyped("epidote-new-version", move |_| state.has_new_version.set(true));
    on_cleanup(move || handle.remove());
    let handle =
        window_event_listener_untyped("epidote-other-tabs", move |_| state.notices.note("toast.other-tabs"));
    on_cleanup(move || handle.remove());
}

/// Keeps the user's work, and writes it at once when the page may close.
fn install_autosave(state: AppState) {
    state.tab_sync.keep_work();
    for event in ["visibilitychange", "pagehide"] {
        let handle = window_event_listener_untyped(event, move |_| state.autosave.flush());
        on_cleanup(move || handle.remove());
    }
}
