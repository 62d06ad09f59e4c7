//! The parts of the page on a phone, where one of them is shown under the board.

use leptos::prelude::*;

use crate::app::AppState;

/// A part that is shown under the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Record,
    Engine,
    List,
    Problems,
}

impl Part {
    const ALL: [Self; 4] = [Self::Record, Self::Engine, Self::List, Self::Problems];

    /// Its name in the style sheet, and the key of its name.
    pub(super) fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Record => ("record", "part.record"),
            Self::Engine => ("engine", "part.engine"),
            Self::List => ("list", "part.list"),
            Self::Problems => ("problems", "part.problems"),
        }
    }
}

/// Buttons that choose the part; only a phone shows them.
#[component]
pub(super) fn Parts(shown: RwSignal<Part>) -> impl IntoView {
    let state = AppState::expect();
    let more = move |part: Part| match part {
        Part::Engine => state
            .study
            .found
            .with(|found| found.lines.first().map(|line| line.score.to_string()))
            .filter(|_| state.study.is_on.get()),
        Part::Problems => state
            .findings
            .found
            .with(|found| found.as_ref().map(|found| found.list.len()).filter(|count| *count > 0))
            .map(|count| count.to_string()),
        Part::Record | Part::List => None,
    };
    let button = move |part: Part| {
        let (_, name) = part.names();
        view! {
            <button
                class="parts__part"
                aria-current=move || (shown.get() == part).then_some("true")
                on:click=move |_| shown.set(part)
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
            {Part::ALL.map(button).into_iter().collect_view()}
        </nav>
    }
    .into_any()
}
