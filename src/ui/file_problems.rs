//! The findings of the whole file, by rule: a panel of its own at the foot of the record.

use std::sync::Arc;

use leptos::prelude::*;

use crate::app::AppState;
use crate::epd::lint::Severity;
use crate::language::{args, say};
use crate::logic::file_check::FileCheck;
use crate::logic::findings::kind_of;
use crate::protocol::RuleName;
use crate::ui::button::{IconButton, icon_button};
use crate::ui::icon::{icon, icon_of};

/// As many kinds of problems as are found at a glance; of more, some can be found by words.
const MANY: usize = 6;

/// The id of the button that folds them.
pub(super) const FOLD: &str = "file-fold";

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
    let has_found = Memo::new(move |_| {
        is_front() && found.with(|check| check.as_ref().is_some_and(|check| !check.found.is_empty()))
    });
    let is_folded = state.check.is_folded;
    view! {
        <section class="file-panel" aria-label=state.language.words("check.title")>
            <div class="file-panel__head">
                <h2 class="pane__title">
                    <button
                        id=FOLD
                        class="fold"
                        aria-expanded=move || has_found.get().then(|| (!is_folded.get()).to_string())
                        aria-controls="file-problems"
                        disabled=move || !has_found.get()
                        on:click=move |_| is_folded.update(|is| *is = !*is)
                    >
                        {state.language.words("check.title")}
                    </button>
                </h2>
                <p class="note" role="status">{summary}</p>
                <button
                    class="button button--small"
                    on:click=move |_| if is_running.get_untracked() { state.check.stop_check() } else { state.check.check_file() }
                >
                    {move || state.language.tell(if is_running.get() { "check.stop" } else { "check.start" })}
                </button>
            </div>
            <div id="file-problems" hidden=move || is_folded.get()>
                {move || has_found.get().then(|| rules(state))}
            </div>
        </section>
    }
    .into_any()
}

/// The rules with findings, which can be chosen by severity. Few visits see them: their code can come late.
#[inline(never)]
fn rules(state: AppState) -> AnyView {
    let found = state.check.found;
    let chosen = RwSignal::new(None::<Severity>);
    let wanted = RwSignal::new(String::new());
    // The chips stay, with what has the focus, while lines are checked again and the counts are the same.
    let severities =
        Memo::new(move |_| found.with(|check| check.as_ref().map(FileCheck::severities)).unwrap_or_default());
    let rules = Memo::new(move |_| {
        let mut rules = found.with(|check| check.as_ref().map(FileCheck::rules)).unwrap_or_default();
        // A choice that nothing is left of shows all again.
        if let Some(chosen) = chosen.get().filter(|&it| rules.iter().any(|rule| rule.severity == it)) {
            rules.retain(|rule| rule.severity == chosen);
        }
        let words = wanted.with(|wanted| wanted.trim().to_lowercase());
        rules.retain(|rule| {
            let name =
                state.language.say(&say("check.rule.name", args![rule.code.clone(), kind_of(&rule.code)]));
            name.to_lowercase().contains(&words)
        });
        rules
    });
    // What was typed can be taken back, however few are left.
    let is_filtered = move || wanted.with(|wanted| !wanted.trim().is_empty());
    let is_long = Memo::new(move |_| {
        is_filtered() || found.with(|check| check.as_ref().is_some_and(|c| c.rules().len() >= MANY))
    });
    let none = move || {
        let is_none = is_filtered() && rules.with(Vec::is_empty);
        is_none.then(|| {
            view! { <p class="note" role="status">{state.language.tell("check.no-rule")}</p> }.into_any()
        })
    };
    view! {
        {move || severities.with(|all| chips(state, all, chosen))}
        {move || is_long.get().then(|| view! {
            <input
                class="input file-problems__filter"
                type="search"
                data-own-undo="true"
                autocomplete="off"
                spellcheck="false"
                aria-label=state.language.words("check.filter")
                placeholder=state.language.words("check.filter")
                prop:value=move || wanted.get()
                on:input:target=move |event| wanted.set(event.target().value())
            />
        }.into_any())}
        {none}
        <ul class="file-problems" aria-label=state.language.words("check.list")>
            <For each=move || rules.get() key=|rule| rule.code.clone() children=move |rule| row(state, &rule) />
        </ul>
    }
    .into_any()
}

/// The choice of the severity whose rules are shown, if there are several.
fn chips(state: AppState, all: &[(Severity, usize)], chosen: RwSignal<Option<Severity>>) -> Option<AnyView> {
    if all.len() < 2 {
        return None;
    }
    let sum: usize = all.iter().map(|(_, count)| count).sum();
    let chip = |severity: Option<Severity>, count: usize| {
        let key = match severity {
            None => "check.severity.all",
            Some(Severity::Error) => "check.severity.error",
            Some(Severity::Warning) => "check.severity.warning",
            Some(Severity::Info) => "check.severity.info",
        };
        view! {
            <button
                class="chip"
                aria-pressed=move || (chosen.get() == severity).to_string()
                on:click=move |_| chosen.set(severity)
            >
                {state.language.say(&say(key, args![count]))}
            </button>
        }
        .into_any()
    };
    let one = |&(severity, count): &(Severity, usize)| chip(Some(severity), count);
    Some(
        view! {
            <div class="chips" role="group" aria-label=state.language.tell("check.severities")>
                {chip(None, sum)}
                {all.iter().map(one).collect_view()}
            </div>
        }
        .into_any(),
    )
}

/// One rule and its lines with findings. The row keeps its element while the check counts.
fn row(state: AppState, rule: &RuleName) -> AnyView {
    let severity = rule.severity;
    let code = StoredValue::new(rule.code.clone());
    let label = move || {
        let code = code.get_value();
        let (count, is_old) = state.check.found.with(|check| {
            check.as_ref().map_or((0, false), |check| (check.count(&code), check.is_as_of_check(&code)))
        });
        let kind = kind_of(&code);
        let rule = if is_old { "check.rule-then" } else { "check.rule" };
        state.language.say(&say(rule, args![code, kind, count]))
    };
    let fix = say("check.fix.label", [rule.code.clone()]);
    let foresee = say("check.foresee", [rule.code.clone()]);
    let fixable = Memo::new(move |_| {
        let code = code.get_value();
        state.check.found.with(|check| check.as_ref().map_or(0, |check| check.fixable(&code)))
    });
    let obstacle = move || (fixable.get() == 0).then_some("obstacle.no-fix");
    view! {
        <li class=format!("file-problem file-problem--{}", severity.name())>
            <span class="problem__icon" aria-hidden="true">{icon(icon_of(severity))}</span>
            <button
                class="file-problem__rule"
                title=state.language.words("check.show")
                on:click=move |_| state.list.find(&format!("error:{}", code.get_value()))
            >
                {label}
            </button>
            {icon_button(IconButton {
                icon: "search",
                words: Arc::new(move || state.language.say(&foresee)),
                is_on: None,
                obstacle: Some(Box::new(obstacle)),
                press: Box::new(move || state.tools.foresee_repair(code.get_value())),
            })}
            <button
                class="button button--small"
                title=move || state.language.tell(obstacle().unwrap_or("check.fix.title"))
                aria-label=move || state.language.say(&fix)
                disabled=move || obstacle().is_some()
                on:click=move |_| state.runs.repair_rule(code.get_value())
            >
                {state.language.words("check.fix")}
            </button>
        </li>
    }
    .into_any()
}
