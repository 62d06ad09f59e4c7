//! The parts of the page on a phone, where one of them is shown under the board.

use leptos::prelude::*;

use crate::app::AppState;
use crate::app::parts::Part;
use crate::logic::meaning::with_minus;

const ALL: [Part; 4] = [Part::Record, Part::Engine, Part::List, Part::Problems];

/// The name of a part in the style sheet, and the key of its name.
pub(super) fn names(part: Part) -> (&'static str, &'static str) {
    match part {
        Part::Record => ("record", "part.record"),
        Part::Engine => ("engine", "part.engine"),
        Part::List => ("list", "part.list"),
        Part::Problems => ("problems", "part.problems"),
    }
}

/// Buttons that choose the part; only a phone shows them.
#[component]
pub(super) fn Parts() -> impl IntoView {
    let state = AppState::expect();
    let more = move |part: Part| match part {
        Part::Engine => state
            .study
            .found
            .with(|found| found.lines.first().map(|line| with_minus(&line.score.to_string())))
            .filter(|_| state.study.is_on.get()),
        Part::Problems => state
            .findings
            .found
            .with(|found| found.as_ref().map(|found| found.list.len()).filter(|count| *count > 0))
            .map(|count| count.to_string()),
        Part::Record | Part::List => None,
    };
    let button = move |part: Part| {
        let (_, name) = names(part);
        view! {
            <button
                class="parts__part"
                aria-current=move || (state.parts.shown() == part).then_some("true")
                on:click=move |_| state.parts.show(part)
            >
                {state.language.words(name)}
                " "
                <small>{move || more(part)}</small>
            </button>
        }
        .into_any()
    };
    view! {
        <nav class="parts" aria-label=state.language.words("part.title")>
            {ALL.map(button).into_iter().collect_view()}
        </nav>
    }
    .into_any()
}
