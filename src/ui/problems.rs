//! The findings of the selected record, with their fixes.

use leptos::prelude::*;

use crate::app::AppState;
use crate::app::parts::Part;
use crate::browser::{caret, focus, page, panes};
use crate::epd::lint::{Applicability, Severity};
use crate::language::{Text, args, say, word};
use crate::logic::findings::{Kind, is_kind_safe, kind_of, kinds, part_with, severity_key, why_of};
use crate::protocol::{Finding, RuleName};
use crate::ui::icon::{icon, icon_of};
use crate::ui::rule_level::{COUNT, ChangedRules, RuleLevel};

/// Most findings of a kind that are shown at a time, because a broken line can have thousands.
const MOST_SHOWN: usize = 50;

#[derive(Clone, PartialEq)]
struct Problem {
    rule: RuleName,
    message: Text,
    why: Text,
    paragraph: String,
    fixes: Vec<(Text, Applicability)>,
}

fn problem(found: &Finding) -> Problem {
    Problem {
        rule: found.rule.clone(),
        message: found.message.clone(),
        why: why_of(&found.rule.code),
        paragraph: found.paragraph.clone(),
        fixes: found.fixes.iter().map(|fix| (fix.title.clone(), fix.applicability)).collect(),
    }
}

/// The findings.
#[component]
pub(super) fn Problems() -> impl IntoView {
    let state = AppState::expect();
    let found = state.findings.found;
    let known = Memo::new(move |_| found.with(|found| found.as_ref().map(|found| found.list.len())));
    let count = Memo::new(move |_| known.get().unwrap_or(0));
    let rows = Memo::new(move |_| {
        found.with(|found| found.as_ref().map(|found| kinds(&found.list)).unwrap_or_default())
    });
    // A kind is its rule, so that its row stays while findings come and go. A finding alone is its number and its
    // rule, so that a row, and what has the focus in it, is never about another rule than before.
    let key = move |kind: &Kind| {
        let single = kind.numbers.first().copied().filter(|_| kind.code.is_empty());
        let code = |at: usize| {
            found
                .with_untracked(|found| Some(found.as_ref()?.list.get(at)?.rule.code.clone()))
                .unwrap_or_default()
        };
        (single, single.map_or_else(|| kind.code.clone(), code))
    };
    let summary = move || match count.get() {
        _ if known.get().is_none() => match state.findings.failed.get() {
            Some(reason) => state.language.say(&say("problems.failed", [reason])),
            None if !state.documents.has_record() => state.language.tell("problems.title"),
            None => String::new(),
        },
        0 => state.language.tell("problems.none"),
        count => state.language.say(&say("problems.many", [count])),
    };
    // If the problem with the focus is gone, the focus moves to the count of problems.
    let had_focus = StoredValue::new(false);
    Effect::new(move || {
        count.track();
        request_animation_frame(move || {
            // The file may have been closed before this frame.
            if had_focus.try_get_value() == Some(true) && panes::has_lost_focus() {
                focus::move_to(COUNT);
            }
        });
    });
    view! {
        <h2 class="pane__title">
            <span id=COUNT role="status" tabindex="-1">{summary}</span>
        </h2>
        <ul
            class="problems"
            aria-label=state.language.words("problems.title")
            on:focusin=move |_| had_focus.set_value(true)
            on:focusout=move |event| had_focus.set_value(event.related_target().is_none())
        >
            // A row keeps its element while the user edits the line, and shows the present state of the
            // record.
            <For each=move || rows.get() key=key children=move |kind| match kind.numbers[..] {
                [index] => view! { <ProblemRow index is_alone=true /> }.into_any(),
                _ => view! { <KindRow code=kind.code rows /> }.into_any(),
            } />
        </ul>
        <ChangedRules />
    }
    .into_any()
}

/// Many findings of one rule: how many, what they are, and one button that fixes them all. The single ones are
/// folded under it.
#[component]
fn KindRow(
    /// The rule.
    code: String,
    /// All rows, of which this is one.
    rows: Memo<Vec<Kind>>,
) -> impl IntoView {
    let state = AppState::expect();
    let found = state.findings.found;
    let code = StoredValue::new(code);
    // The numbers of all of them.
    let numbers = Memo::new(move |_| {
        let is_this = |kind: &&Kind| code.with_value(|code| kind.code == *code);
        rows.with(|rows| rows.iter().find(is_this).map(|kind| kind.numbers.clone()).unwrap_or_default())
    });
    let first_number = move || numbers.with(|numbers| numbers.first().copied().unwrap_or(0));
    let first = Memo::new(move |_| {
        found.with(|found| found.as_ref().and_then(|found| found.list.get(first_number())).map(problem))
    });
    // A button fixes them all, also those that are not shown.
    let count = move || numbers.with(Vec::len);
    let is_open = RwSignal::new(false);
    // Those around the problem that was selected by F8.
    let shown = move || numbers.with(|numbers| part_with(numbers, state.editing.problem.get(), MOST_SHOWN));
    // Rows that are folded are not drawn: a broken line has hundreds.
    let each = move || {
        let part = if is_open.get() { shown() } else { 0..0 };
        numbers.with(|numbers| numbers.get(part).unwrap_or_default().to_vec())
    };
    let which = move || {
        let shown = shown();
        (shown.len() < count()).then(|| {
            let words = say("problems.some", [count(), shown.start + 1, shown.end]);
            view! { <p class="note">{state.language.say(&words)}</p> }.into_any()
        })
    };
    let severity =
        move || first.with(|first| first.as_ref().map_or(Severity::Info, |first| first.rule.severity));
    let words = move || state.language.say(&say("problems.kind", args![kind_of(&code.get_value()), count()]));
    let example = move || {
        let what = first.with(|first| first.as_ref().map(|first| first.message.clone()));
        what.map(|what| state.language.say(&say("problems.example", args![what]))).unwrap_or_default()
    };
    let can_fix = Memo::new(move |_| {
        let is_fixed = |list: &[Finding]| code.with_value(|code| is_kind_safe(list, code));
        found.with(|found| found.as_ref().is_some_and(|found| is_fixed(&found.list)))
    });
    // A problem that is gone to opens its kind; only the user closes it.
    Effect::new(move || {
        if state.editing.problem.get().is_some_and(|at| numbers.with(|all| all.contains(&at))) {
            is_open.set(true);
        }
    });
    view! {
        <li class=move || format!("problem problem--{} problem--kind", severity().name())>
            <span class="problem__icon" aria-hidden="true">{move || icon(icon_of(severity()))}</span>
            <details class="problem__single" prop:open=move || is_open.get() on:toggle=move |event| is_open.set(page::is_open(&event))>
                <summary
                    class="problem__message"
                    on:contextmenu=move |_| state.editing.problem.set(Some(untrack(first_number)))
                >
                    <span class="visually-hidden">{move || state.language.say(&say("problems.severity", [word(severity_key(severity()))]))} " "</span>
                    {words}
                    " "
                    <code class="problem__rule">{code.get_value()}</code>
                    " "
                    <small class="problem__example">{example}</small>
                </summary>
                <p class="problem__why">
                    {move || first.with(|first| first.as_ref().map(|first| state.language.say(&first.why)))}
                    " "
                    {move || first.with(|first| first.as_ref().map(|first| first.paragraph.clone()))}
                </p>
                <RuleLevel code=Signal::derive(move || code.get_value()) />
                <ul class="problems">
                    <For each=each key=|index| *index children=|index| view! { <ProblemRow index is_alone=false /> } />
                </ul>
                {which}
            </details>
            <span class="problem__fixes">
                {move || can_fix.get().then(|| view! {
                    <button
                        class="button button--small"
                        title=state.language.words("problems.safe")
                        on:click=move |_| state.problems.fix_kind(&code.get_value())
                    >
                        {move || state.language.say(&say("problems.fix-kind", [count()]))}
                    </button>
                }.into_any())}
            </span>
        </li>
    }
    .into_any()
}

/// One finding.
#[component]
fn ProblemRow(
    /// Its number in the record, from 0.
    index: usize,
    /// Whether it explains its rule itself, and not the kind around it.
    is_alone: bool,
) -> impl IntoView {
    let state = AppState::expect();
    let found = Memo::new(move |_| {
        state.findings.found.with(|found| found.as_ref().and_then(|found| found.list.get(index)).map(problem))
    });
    let part =
        move |f: &dyn Fn(&Problem) -> String| found.with(|found| found.as_ref().map(f).unwrap_or_default());
    let fixes =
        Memo::new(move |_| found.with(|found| found.as_ref().map(|f| f.fixes.clone()).unwrap_or_default()));
    // On a phone the text is another part of the page.
    let show = move |index| {
        state.parts.focus(Part::Record, "record-text");
        state.problems.show_in_text(index);
    };
    let fix_button = move |(number, (label, applicability)): (usize, (Text, Applicability))| {
        let title = match applicability {
            Applicability::Safe => "problems.safe",
            Applicability::Unsafe => "problems.unsafe",
        };
        view! {
            <button class="button button--small" title=state.language.words(title) on:click=move |_| state.problems.apply_fix_of(index, number)>
                {move || state.language.say(&label)}
            </button>
        }.into_any()
    };
    view! {
        <li
            id=format!("problem-{index}")
            class=move || format!("problem problem--{}", part(&|p| p.rule.severity.name().to_owned()))
            class:problem--current=move || state.editing.problem.get() == Some(index)
            tabindex="-1"
            // Its menu is about this problem.
            on:contextmenu=move |_| state.editing.problem.set(Some(index))
            on:keydown=move |event| {
                if event.key() == "Enter" && page::is_own(&event) {
                    event.prevent_default();
                    show(index);
                }
            }
        >
            <span class="problem__icon" aria-hidden="true">
                {move || found.with(|found| found.as_ref().map(|found| icon(icon_of(found.rule.severity))))}
            </span>
            <span class="visually-hidden">
                {move || part(&|p| state.language.say(&say("problems.rule", args![&p.rule.code, word(severity_key(p.rule.severity))])))}
                " "
            </span>
            <span
                class="problem__message problem__message--place"
                title=state.language.words("problems.show")
                // A drag selects the words themselves.
                on:click=move |_| if !caret::has_selected() { show(index) }
            >
                {move || part(&|p| state.language.say(&p.message))}
            </span>
            {is_alone.then(|| view! {
                <details class="problem__more">
                    <summary class="problem__code" title=move || part(&|p| p.rule.name.clone())>
                        {move || part(&|p| format!("{} {}", p.rule.code, p.paragraph))}
                    </summary>
                    <span class="problem__why">{move || part(&|p| state.language.say(&p.why))}</span>
                    <RuleLevel code=Signal::derive(move || part(&|p| p.rule.code.clone())) />
                </details>
            }.into_any())}
            <span class="problem__fixes">
                {move || fixes.get().into_iter().enumerate().map(fix_button).collect_view()}
            </span>
        </li>
    }
    .into_any()
}
