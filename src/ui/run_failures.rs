//! The records of a run that failed, each with the reason.

use leptos::prelude::*;

use crate::app::AppState;
use crate::document::RecordId;
use crate::language::{Text, args, say};

/// A list of the records that failed, which is folded at first. A press selects one.
pub(super) fn run_failures(state: AppState, failed: &[(RecordId, Text)]) -> AnyView {
    let Some(document) = state.analysis.tallied.get_untracked() else { return ().into_any() };
    let row = |(id, reason): &(RecordId, Text)| {
        let (id, line) = (*id, state.documents.line_number(document, *id));
        // A record that was removed since cannot be selected.
        if line == 0 {
            let words = state.language.say(&say("run.failed-removed", [reason.clone()]));
            return view! { <li>{words}</li> }.into_any();
        }
        let words = state.language.say(&say("run.failed-line", args![line, reason.clone()]));
        view! {
            <li>
                <button class="button button--small" on:click=move |_| state.records.go_to(document, id)>
                    {words}
                </button>
            </li>
        }
        .into_any()
    };
    if failed.is_empty() {
        return ().into_any();
    }
    let rows: Vec<AnyView> = failed.iter().map(row).collect();
    let words = state.language.words("run.failures");
    view! {
        // Folded: the board stays whole until somebody asks.
        <details class="run-card__failures">
            <summary>{words}</summary>
            <ul aria-label=words>{rows}</ul>
        </details>
    }
    .into_any()
}
