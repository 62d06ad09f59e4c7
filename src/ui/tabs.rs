//! The open files.

use leptos::prelude::*;

use crate::app::AppState;
use crate::document::workspace::DocumentId;

#[derive(Clone, PartialEq)]
struct Tab {
    id: DocumentId,
    name: String,
    dirty: bool,
    active: bool,
}

/// The open files, one tab each.
#[component]
pub(super) fn Tabs() -> impl IntoView {
    let state = AppState::expect();
    let tabs = Memo::new(move |_| {
        state.workspace.with(|workspace| {
            let active = workspace.active().map(|open| open.id);
            let tab = |open: &crate::document::workspace::OpenDocument| Tab {
                id: open.id,
                name: open.document.name.clone(),
                dirty: open.document.is_dirty(),
                active: Some(open.id) == active,
            };
            workspace.open_documents().iter().map(tab).collect::<Vec<_>>()
        })
    });
    view! {
        <Show when=move || tabs.with(|tabs| !tabs.is_empty())>
            <nav class="tabs" aria-label="Open files">
                <For each=move || tabs.get() key=|tab| (tab.id, tab.name.clone(), tab.dirty, tab.active) let:tab>
                    <span class="tab" class:tab--active=tab.active>
                        <button
                            class="tab__name"
                            aria-current=tab.active.then_some("true")
                            on:click=move |_| state.workspace.update(|workspace| workspace.activate(tab.id))
                        >
                            {tab.name.clone()}
                            {tab.dirty.then(|| view! { <span class="tab__dirty" title="Not saved">" •"</span> })}
                        </button>
                        <button
                            class="tab__close"
                            aria-label=format!("Close {}", tab.name)
                            on:click=move |_| state.close(tab.id)
                        >
                            "×"
                        </button>
                    </span>
                </For>
            </nav>
        </Show>
    }
    .into_any()
}
