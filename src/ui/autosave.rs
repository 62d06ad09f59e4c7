//! The banners about kept work: work that was lost, a file that another tab may change, and changes that are
//! only in memory.

use leptos::prelude::*;

use crate::app::AppState;
use crate::app::autosave::recover::LostWork;
use crate::browser::page;
use crate::document::Difference;
use crate::language::{args, say};
use crate::ui::button::{Button, buttons};

const FOLLOWING: &[Button] =
    &[Button::new("autosave.take-over", "autosave.take-over.title", |state| state.tab_sync.take_over())];

const IN_MEMORY: &[Button] = &[
    Button::new("autosave.retry", "autosave.retry.title", |state| state.autosave.flush()),
    Button::new("autosave.save-copy", "autosave.save-copy.title", |state| state.save.save_as()),
];

/// What a new version must not interrupt.
fn work(state: AppState) -> Option<&'static str> {
    let is_checking =
        || state.check.found.with(|check| check.as_ref().is_some_and(|check| check.percent < 100));
    let works = state.analysis.run.with(Option::is_some)
        || !state.save.saving.with(Vec::is_empty)
        || state
            .documents
            .workspace
            .with(|workspace| workspace.open_documents().iter().any(|open| open.is_reading))
        || is_checking();
    works.then_some("obstacle.work")
}

const NEW_VERSION: &[Button] =
    &[Button::new("version.reload", "version.reload.title", |_| page::take_over_version()).unless(work)];

/// The banners.
#[component]
pub(super) fn AutosaveState() -> impl IntoView {
    let state = AppState::expect();
    let following = Memo::new(move |_| state.documents.is_following());
    let problem = move || {
        state.autosave.problem.get().map(|reason| {
            view! {
                <section class="banner banner--problem" role="alert" aria-label=state.language.words("autosave.not-kept")>
                    <p>
                        {state.language.say(&say("autosave.in-memory", [reason]))}
                    </p>
                    {buttons(state, IN_MEMORY)}
                </section>
            }.into_any()
        })
    };
    let other_tab = move || {
        following.get().then(|| {
            view! {
                <section class="banner" role="status" aria-label=state.language.words("autosave.other-tab")>
                    <p>{state.language.words("autosave.following")}</p>
                    {buttons(state, FOLLOWING)}
                </section>
            }
            .into_any()
        })
    };
    let version = move || {
        state.has_new_version.get().then(|| {
            view! {
                <section class="banner" role="status" aria-label=state.language.words("version.new")>
                    <p>{state.language.words("version.ready")}</p>
                    {buttons(state, NEW_VERSION)}
                </section>
            }
            .into_any()
        })
    };
    view! {
        {version}
        {move || {
            let all = state.autosave.lost_work();
            if all.is_empty() { ().into_any() } else { all_lost_work(state, all) }
        }}
        {problem}
        {other_tab}
    }
    .into_any()
}

/// All documents with unsaved changes, which scroll where they are many. Shown by few visits: its code can come late.
#[inline(never)]
fn all_lost_work(state: AppState, all: Vec<LostWork>) -> AnyView {
    let ids: Vec<String> =
        all.iter().filter(|lost| lost.differences.is_ok()).map(|lost| lost.id.clone()).collect();
    let several = (ids.len() > 1).then(|| {
        view! {
            <button class="button banners__all" on:click=move |_| ids.iter().for_each(|id| state.autosave.restore(id))>
                {state.language.words("autosave.restore-all")}
            </button>
        }
        .into_any()
    });
    let all = all.into_iter().map(|lost| lost_work(state, lost)).collect_view();
    view! { <div class="banners">{several}{all}</div> }.into_any()
}

/// One document with unsaved changes. Shown by few visits: its code can come late.
#[inline(never)]
fn lost_work(state: AppState, lost: LostWork) -> AnyView {
    let (restored, discarded) = (lost.id.clone(), lost.id);
    let time = page::local_time(lost.at, state.language.lang());
    let (text, shown) = match lost.differences {
        Ok(found) => {
            let words = match (found.count(), found.is_reordered) {
                (0, true) => "autosave.order",
                (0, false) => "autosave.all",
                _ => "autosave.changes",
            };
            (say(words, args![found.count(), lost.name, time]), Some(found))
        }
        Err(reason) => (say("autosave.cannot", args![lost.name, time, reason]), None),
    };
    let can_restore = shown.is_some();
    view! {
        <section class="banner" role="status" aria-label=state.language.words("autosave.recovered")>
            <p>{move || state.language.say(&text)}</p>
            {shown.map(|found| changes(state, &found.first, found.count(), false))}
            <button class="button" hidden=!can_restore on:click=move |_| state.autosave.restore(&restored)>
                {state.language.words("autosave.restore")}
            </button>
            <button
                class="button"
                on:click=move |_| {
                    if page::confirm(&state.language.say_now(&"ask.discard".into())) {
                        state.autosave.discard(&discarded);
                    }
                }
            >
                {state.language.words("autosave.discard")}
            </button>
        </section>
    }
    .into_any()
}

/// The lines before and after a change, folded unless `is_open`.
pub(super) fn changes(state: AppState, first: &[Difference], count: usize, is_open: bool) -> AnyView {
    if first.is_empty() {
        return ().into_any();
    }
    let text = |bytes: &Option<Vec<u8>>| {
        bytes.as_ref().map(|bytes| String::from_utf8_lossy(&bytes[..bytes.len().min(400)]).into_owned())
    };
    let row = |line: &Difference| {
        view! {
            <tr>
                <th scope="row">{line.line}</th>
                <td>
                    {text(&line.before).map(|before| view! { <del>{before}</del> }.into_any())}
                    {text(&line.after).map(|after| view! { <ins>{after}</ins> }.into_any())}
                </td>
            </tr>
        }
        .into_any()
    };
    let shown = say("autosave.show", [first.len(), count]);
    view! {
        <details class="changes" open=is_open>
            <summary>{move || state.language.say(&shown)}</summary>
            <table class="changes__list">
                <tbody>{first.iter().map(row).collect_view()}</tbody>
            </table>
        </details>
    }
    .into_any()
}
