//! The open files.

use leptos::prelude::*;

use crate::app::AppState;
use crate::browser::page;
use crate::commands::Command;
use crate::document::workspace::{DocumentId, OpenDocument};
use crate::language::say;
use crate::ui::button::{Weight, command, with_key};
use crate::ui::icon::icon;

/// The id of the tab of the active file.
const ACTIVE: &str = "tab-active";

#[derive(Clone, PartialEq)]
struct Tab {
    id: DocumentId,
    name: String,
    dirty: bool,
    active: bool,
}

/// The open files, each as a tab.
#[component]
pub(super) fn Tabs() -> impl IntoView {
    let state = AppState::expect();
    let tabs = Memo::new(move |_| {
        state.documents.workspace.with(|workspace| {
            let active = workspace.active().map(|open| open.id);
            let tab = |open: &OpenDocument| Tab {
                id: open.id,
                name: workspace.shown_name(open),
                dirty: open.document.is_dirty(),
                active: Some(open.id) == active,
            };
            workspace.open_documents().iter().map(tab).collect::<Vec<_>>()
        })
    });
    let ids = move || tabs.with(|tabs| tabs.iter().map(|tab| tab.id).collect::<Vec<_>>());
    view! {
        <nav class="tabs" aria-label=state.language.words("tabs.files") hidden=move || tabs.with(Vec::is_empty)>
            // The file alone is the key, so that the keyboard focus stays on a tab when it is chosen.
            <For each=ids key=|id| *id let:id>
                <TabView id tabs />
            </For>
            {[Command::New, Command::Open].map(|one| command(state, one, Weight::Icon)).into_iter().collect_view()}
        </nav>
    }
    .into_any()
}

/// One tab.
#[component]
fn TabView(id: DocumentId, tabs: Memo<Vec<Tab>>) -> impl IntoView {
    let state = AppState::expect();
    let tab = Memo::new(move |_| tabs.with(|tabs| tabs.iter().find(|tab| tab.id == id).cloned()));
    let name = move || tab.with(|tab| tab.as_ref().map(|tab| tab.name.clone()).unwrap_or_default());
    let active = Memo::new(move |_| tab.with(|tab| tab.as_ref().is_some_and(|tab| tab.active)));
    Effect::new(move |_| {
        if active.get() {
            request_animation_frame(|| page::show_in_row(ACTIVE));
        }
    });
    let close = move || say("tabs.close", [name()]);
    let close_title = move || {
        // The key closes the file in front.
        if active.get() { with_key(state, Command::Close, close()) } else { state.language.say(&close()) }
    };
    let dirty = move || tab.with(|tab| tab.as_ref().is_some_and(|tab| tab.dirty));
    view! {
        <span class="tab" class:tab--active=active id=move || active.get().then_some(ACTIVE)>
            <button
                class="tab__name"
                title=name
                aria-current=move || active.get().then_some("true")
                on:click=move |_| state.documents.workspace.update(|workspace| workspace.activate(id))
            >
                <bdi class="tab__text">{name}</bdi>
                {move || dirty().then(|| view! { <span class="tab__dirty" title=state.language.words("tabs.dirty")>" •"</span> }.into_any())}
            </button>
            <button
                class="tab__close"
                aria-label=move || state.language.say(&close())
                title=close_title
                on:click=move |_| state.files.close(id)
            >
                {icon("x")}
            </button>
        </span>
    }.into_any()
}
