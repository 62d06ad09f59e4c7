//! The findings of the whole file, by rule.

use leptos::prelude::*;

use crate::app::AppState;
use crate::language::{args, say};
use crate::logic::file_check::FileCheck;
use crate::protocol::RuleName;

/// The number of lines with findings for each rule, with a way to list them.
#[component]
pub(super) fn FileProblems() -> impl IntoView {
    let state = AppState::expect();
    let found = state.check.found;
    let front = Memo::new(move |_| state.documents.workspace.with(|w| w.active().map(|open| open.id)));
    let is_front =
        move || found.with(|check| check.as_ref().is_some_and(|check| Some(check.document) == front.get()));
    let is_running = Memo::new(move |_| found.with(|check| check.as_ref().is_some_and(|c| c.percent < 100)));
    let summary = move || {
        if !is_front() {
            return state.language.tell("check.not-yet");
        }
        found.with(|check| {
            let Some(check) = check else { return String::new() };
            state.language.say(&match (check.percent, check.rules().len(), check.is_old()) {
                (percent @ 0..100, _, false) => say("check.running", [percent.to_string()]),
                (percent @ 0..100, _, true) => say("check.running-then", [percent.to_string()]),
                (_, 0, false) => say("check.none", [check.lines]),
                (_, 0, true) => say("check.none-then", [check.lines]),
                (_, kinds, false) => say("check.kinds", [kinds, check.lines]),
                (_, kinds, true) => say("check.kinds-then", [kinds, check.lines]),
            })
        })
    };
    let rules = Memo::new(move |_| {
        let found = found.with(|check| check.as_ref().map(FileCheck::rules));
        found.filter(|_| is_front()).unwrap_or_default()
    });
    view! {
        <div class="editor-head">
            <h2 class="pane__title">{state.language.words("check.title")}</h2>
            <button
                class="button button--small"
                on:click=move |_| if is_running.get_untracked() { state.check.stop_check() } else { state.check.check_file() }
            >
                {move || state.language.tell(if is_running.get() { "check.stop" } else { "check.start" })}
            </button>
        </div>
        <p class="note" role="status">{summary}</p>
        <ul class="file-problems" aria-label=state.language.words("check.list")>
            <For each=move || rules.get() key=|rule| rule.code.clone() children=move |rule| row(state, &rule) />
        </ul>
    }
    .into_any()
}

/// One rule and its lines with findings. The row keeps its element while the check counts.
fn row(state: AppState, rule: &RuleName) -> AnyView {
    let severity = rule.severity.name();
    let (code, name) = (StoredValue::new(rule.code.clone()), StoredValue::new(rule.name.clone()));
    let label = move || {
        let (code, name) = (code.get_value(), name.get_value());
        let (count, is_old) = state.check.found.with(|check| {
            check.as_ref().map_or((0, false), |check| (check.count(&code), check.is_as_of_check(&code)))
        });
        let rule = if is_old { "check.rule-then" } else { "check.rule" };
        state.language.say(&say(rule, args![code, name, count]))
    };
    let fix = say("check.fix.label", [rule.code.clone()]);
    view! {
        <li class=format!("file-problem file-problem--{severity}")>
            <button
                class="button button--small button--quiet"
                title=state.language.words("check.show")
                on:click=move |_| state.list.find(&format!("error:{}", code.get_value()))
            >
                {label}
            </button>
            <button
                class="button button--small"
                title=state.language.words("check.fix.title")
                aria-label=move || state.language.say(&fix)
                on:click=move |_| state.runs.repair_rule(code.get_value())
            >
                {state.language.words("check.fix")}
            </button>
        </li>
    }
    .into_any()
}
