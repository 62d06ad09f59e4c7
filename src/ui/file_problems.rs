//! The findings of the whole file, by rule.

use leptos::prelude::*;

use crate::app::AppState;
use crate::app::check_file::FileCheck;
use crate::app::findings::severity;
use crate::app::worked::Worked;
use crate::headless::decimal::grouped;
use crate::protocol::RuleName;
use crate::ui::list::list;

/// How many lines each rule found something in, with a way to them.
#[component]
pub(super) fn FileProblems() -> impl IntoView {
    let state = AppState::expect();
    let found = state.check.found;
    let front = Worked::new(move || state.workspace.with(|w| w.active().map(|open| open.id)));
    let is_front =
        move || found.with(|check| check.as_ref().is_some_and(|check| Some(check.document) == front.get()));
    let is_running = Worked::new(move || found.with(|check| check.as_ref().is_some_and(|c| c.percent < 100)));
    let summary = move || {
        if !is_front() {
            return "The whole file was not checked yet.".to_owned();
        }
        found.with(|check| {
            check.as_ref().map_or_else(String::new, |check| match (check.percent, check.rules().len()) {
                (percent @ 0..100, _) => format!("Checking: {percent}%"),
                (_, 0) => format!("No problems in {} lines.", grouped(check.lines)),
                (_, kinds) => format!("{kinds} kinds of problems in {} lines.", grouped(check.lines)),
            }) + if check.as_ref().is_some_and(FileCheck::is_old) { " It changed since." } else { "" }
        })
    };
    let rules = Worked::new(move || {
        let found = found.with(|check| check.as_ref().map(FileCheck::rules));
        found.filter(|_| is_front()).unwrap_or_default()
    });
    view! {
        <div class="editor-head">
            <h2 class="pane__title">"File"</h2>
            <button
                class="button button--small"
                on:click=move |_| if is_running.get_untracked() { state.stop_check() } else { state.check_file() }
            >
                {move || if is_running.get() { "Stop checking" } else { "Check file" }}
            </button>
        </div>
        <p class="note" role="status">{summary}</p>
        <ul class="file-problems" aria-label="Problems of the file">
            {list(move || rules.get(), |rule| rule.code.clone(), move |rule| row(state, &rule))}
        </ul>
    }
    .into_any()
}

/// One rule and the lines it found something in. The row stays as it is while they are counted.
fn row(state: AppState, rule: &RuleName) -> AnyView {
    let severity = severity(rule.severity).name();
    let (code, name) = (StoredValue::new(rule.code.clone()), StoredValue::new(rule.name.clone()));
    let label = move || {
        let (code, name) = (code.get_value(), name.get_value());
        let (count, is_old) = state.check.found.with(|check| {
            check.as_ref().map_or((0, false), |check| (check.count(&code), check.is_as_of_check(&code)))
        });
        let lines = if count == 1 { "line" } else { "lines" };
        let when = if is_old { " when checked" } else { "" };
        format!("{code} {name}: {} {lines}{when}", grouped(count))
    };
    view! {
        <li class=format!("file-problem file-problem--{severity}")>
            <button
                class="button button--small button--quiet"
                title="List these records"
                on:click=move |_| state.find(&format!("error:{}", code.get_value()))
            >
                {label}
            </button>
            <button
                class="button button--small"
                title="Apply every safe fix of this kind to the file"
                aria-label=format!("Fix all {}", rule.code)
                on:click=move |_| state.repair_rule(code.get_value())
            >
                "Fix all"
            </button>
        </li>
    }
    .into_any()
}
