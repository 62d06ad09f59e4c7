//! How bad the findings of a rule are in the active file, as a choice; and the rules for which one was made.

use leptos::prelude::*;

use crate::app::AppState;
use crate::browser::{focus, panes};
use crate::epd::lint::{Level, RuleCode};
use crate::language::{Text, say};

/// The id of the count of problems, which takes the focus from what goes.
pub(super) const COUNT: &str = "problems-count";

/// The choice for one rule, given by its code.
#[component]
pub(super) fn RuleLevel(
    /// The code; it may change, since a row shows one problem after another.
    #[prop(into)]
    code: Signal<String>,
) -> impl IntoView {
    let state = AppState::expect();
    let level = Memo::new(move |_| {
        let code = code.with(|code| RuleCode::new(code))?;
        state.documents.conventions.with(|conventions| conventions.levels.at(code))
    });
    let option = move |choice: Option<Level>| {
        let name = choice.map_or("", Level::name);
        let words = choice.map_or("level.own", |choice| match choice {
            Level::Error => "level.error",
            Level::Warning => "level.warning",
            Level::Info => "level.info",
            Level::Off => "level.off",
        });
        view! { <option value=name>{state.language.words(words)}</option> }
    };
    let options = std::iter::once(None).chain(Level::ALL.map(Some)).map(option).collect_view();
    let choose = move |name: String| {
        let chosen = Level::ALL.into_iter().find(|level| level.name() == name);
        state.documents.set_level(&code.get_untracked(), chosen);
        // The row of a rule that is as usual again goes, and would take the focus with it.
        request_animation_frame(|| {
            if panes::has_lost_focus() {
                focus::move_to(COUNT);
            }
        });
    };
    view! {
        <select
            class="input input--small"
            aria-label=move || state.language.say(&say("level.of", [code.get()]))
            prop:value=move || level.get().map_or("", Level::name)
            on:change:target=move |event| choose(event.target().value())
        >
            {options}
        </select>
    }
    .into_any()
}

/// The rules of the active file that do not have their own severity, each with its choice.
#[component]
pub(super) fn ChangedRules() -> impl IntoView {
    let state = AppState::expect();
    let codes = Memo::new(move |_| {
        state.documents.conventions.with(|conventions| {
            conventions.levels.changed().iter().map(|(code, _)| code.to_string()).collect::<Vec<_>>()
        })
    });
    let row = move |code: String| {
        let why = Text::of_key(format!("{code}.why"));
        view! {
            <li class="changed-rule">
                <span title=move || state.language.say(&why)>{code.clone()}</span>
                <RuleLevel code=Signal::stored(code) />
            </li>
        }
        .into_any()
    };
    let is_empty = move || codes.with(Vec::is_empty);
    view! {
        <section hidden=is_empty>
            <p class="note" aria-hidden="true">{state.language.words("level.changed")}</p>
            <ul class="changed-rules" aria-label=state.language.words("level.changed")>
                <For each=move || codes.get() key=String::clone children=row />
            </ul>
        </section>
    }
    .into_any()
}
