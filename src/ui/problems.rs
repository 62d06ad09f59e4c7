//! The findings of the selected record, with their fixes.

use leptos::prelude::*;

use crate::app::AppState;
use crate::epd::lint::{Applicability, Diagnostic, Fix};
use crate::language::Text;
use crate::ui::line_editor::severity_name;

/// Findings shown; a broken line can have thousands.
const MOST_SHOWN: usize = 50;

#[derive(Clone, PartialEq)]
struct Problem {
    index: usize,
    code: &'static str,
    name: &'static str,
    severity: &'static str,
    message: Text,
    why: Text,
    paragraph: &'static str,
    fixes: Vec<Fix>,
}

fn problem((index, diagnostic): (usize, &Diagnostic)) -> Problem {
    Problem {
        index,
        code: diagnostic.rule.code,
        name: diagnostic.rule.name,
        severity: severity_name(diagnostic.rule.severity),
        message: diagnostic.message.clone(),
        why: diagnostic.rule.why(),
        paragraph: diagnostic.paragraph,
        fixes: diagnostic.fixes.clone(),
    }
}

/// The findings.
#[component]
pub(super) fn Problems() -> impl IntoView {
    let state = AppState::expect();
    let problems = Memo::new(move |_| {
        state.record.with(|record| {
            let diagnostics = record.as_ref().map(|r| r.diagnostics.as_slice()).unwrap_or_default();
            diagnostics.iter().enumerate().take(MOST_SHOWN).map(problem).collect::<Vec<_>>()
        })
    });
    let count = Memo::new(move |_| state.record.with(|r| r.as_ref().map_or(0, |r| r.diagnostics.len())));
    let summary = move || match count.get() {
        0 => "No problems".to_owned(),
        1 => "1 problem".to_owned(),
        count if count > MOST_SHOWN => format!("{count} problems, the first {MOST_SHOWN} are shown"),
        count => format!("{count} problems"),
    };
    view! {
        <h2 id="problems-count" class="pane__title" role="status">{summary}</h2>
        <ul class="problems" aria-label="Problems">
            <For each=move || problems.get() key=|problem| (problem.index, problem.code, problem.message.clone(), problem.fixes.len()) let:problem>
                <ProblemRow problem />
            </For>
        </ul>
    }
    .into_any()
}

/// One finding.
#[component]
fn ProblemRow(problem: Problem) -> impl IntoView {
    let state = AppState::expect();
    let Problem { index, code, name, severity, message, why, paragraph, .. } = problem.clone();
    let lang = move || state.spoken.with(|spoken| spoken.language.code());
    let fix_button = move |fix: Fix| {
        let title = match fix.applicability {
            Applicability::Safe => "Keeps the meaning of the record",
            Applicability::Unsafe => "May change the meaning of the record",
        };
        let label = fix.title.clone();
        let label = move || state.say(&label);
        view! {
            <button class="button button--small" title=title on:click=move |_| state.apply_fix(&fix)>
                {label}
            </button>
        }
    };
    view! {
        <li
            id=format!("problem-{index}")
            class=format!("problem problem--{severity}")
            class:problem--current=move || state.problem.get() == Some(index)
            tabindex="-1"
        >
            <span class="problem__code" title=name>{code}</span>
            <span class="visually-hidden">{format!("{severity}: ")}</span>
            <span class="problem__message" lang=lang>{move || state.say(&message)}</span>
            <span class="problem__why" lang=lang>{move || format!("{} ({paragraph})", state.say(&why))}</span>
            <span class="problem__fixes" lang=lang>{problem.fixes.into_iter().map(fix_button).collect_view()}</span>
        </li>
    }
}
