//! The bar at the bottom: the place of the user in the file, and the files being opened.

use leptos::prelude::*;

use crate::app::AppState;
use crate::app::parts::Part;
use crate::app::reading::openings::Opening;
use crate::browser::{focus, page};
use crate::commands::Command;
use crate::epd::dialect::Dialect;
use crate::epd::lint::Severity;
use crate::language::{LANGUAGES, say};
use crate::logic::pace::megabytes;
use crate::text::encoding::{CodePage, Encoding};
use crate::ui::file_problems::FOLD;
use crate::ui::icon::icon;

/// The bar at the bottom.
#[component]
pub(super) fn StatusBar() -> impl IntoView {
    let state = AppState::expect();
    let place = Memo::new(move |_| {
        state.documents.workspace.with(|workspace| {
            let open = workspace.active()?;
            let line = open.position().map_or(0, |position| position + 1);
            Some((line, open.document.len(), open.document.index().line_end().name()))
        })
    });
    let counts = Memo::new(move |_| {
        state.findings.found.with(|found| {
            let found = found.as_ref()?;
            let count = |severity| found.list.iter().filter(|found| found.rule.severity == severity).count();
            Some((count(Severity::Error), count(Severity::Warning), count(Severity::Info)))
        })
    });
    let languages = LANGUAGES.iter().map(|&(code, name)| {
        view! {
            <option value=code lang=code selected=move || state.language.lang() == code>
                {name}
            </option>
        }
        .into_any()
    });
    view! {
        <footer class="status-bar">
            {move || {
                let openings = state.openings.list.get().into_iter();
                openings.map(|(name, opening)| view! { <OpeningState name opening /> }.into_any()).collect_view()
            }}
            {move || {
                place
                    .get()
                    .map(|(line, lines, end)| {
                        view! {
                            <span class="status-bar__item">
                                {state.language.say(&say("status.line", [line, lines]))}
                            </span>
                            <span class="status-bar__item">{end}</span>
                        }.into_any()
                    })
            }}
            <EncodingState />
            {move || kept(state)}
            {move || {
                counts
                    .get()
                    .map(|(errors, warnings, infos)| {
                        view! {
                            <span class="status-bar__item">
                                {state.language.say(&say("status.found", [errors, warnings, infos]))}
                            </span>
                        }.into_any()
                    })
            }}
            {move || state.check.kinds().map(|kinds| found_in_file(state, kinds))}
            <span class="status-bar__end">
                {move || (state.notices.folded() > 0).then(|| messages(state))}
                <button
                    class="status-bar__button"
                    title=state.language.words("command.dialect.about")
                    hidden=move || !state.documents.has_file()
                    on:click=move |_| state.run_command(Command::Dialect)
                >
                    {move || state.language.tell(match state.documents.conventions.with(|conventions| conventions.dialect) {
                        Dialect::Edwards => "header.dialect.edwards",
                        Dialect::Kvetka => "header.dialect.kvetka",
                    })}
                </button>
                <select
                    class="input input--small"
                    aria-label=state.language.words("ui.language")
                    title=state.language.words("ui.language")
                    prop:value=move || state.language.lang()
                    on:change:target=move |event| state.language.choose_language(&event.target().value())
                >
                    {languages.collect_view()}
                </select>
            </span>
        </footer>
    }
    .into_any()
}

/// Whether the changes of the active file are kept in the browser; nothing without changes, and where a banner says that
/// they are not.
#[inline(never)]
fn kept(state: AppState) -> Option<AnyView> {
    let has_changes =
        state.documents.workspace.with(|w| w.active().is_some_and(|open| open.document.is_dirty()));
    if !has_changes || state.documents.is_following() || state.autosave.problem.with(Option::is_some) {
        return None;
    }
    let words = if state.autosave.is_behind.get() { "status.keeping" } else { "status.kept" };
    let view = view! {
        <span class="status-bar__item" title=state.language.tell("status.kept.title")>{state.language.tell(words)}</span>
    };
    Some(view.into_any())
}

/// The kinds of problems in the file, once it was checked. A press shows them.
#[inline(never)]
fn found_in_file(state: AppState, kinds: usize) -> AnyView {
    let words = state.language.say(&say("status.found-in-file", [kinds]));
    if kinds == 0 {
        return view! { <span class="status-bar__item">{words}</span> }.into_any();
    }
    view! {
        <button
            class="status-bar__button"
            on:click=move |_| {
                state.check.is_folded.set(false);
                state.parts.focus(Part::Problems, FOLD);
            }
        >
            {words}
        </button>
    }
    .into_any()
}

/// The messages that have made room, as a number that brings them back.
#[inline(never)]
fn messages(state: AppState) -> AnyView {
    view! {
        <button
            class="status-bar__button status-bar__messages"
            title=state.language.words("status.messages.title")
            on:click=move |_| {
                state.notices.unfold();
                // The button goes, and the keyboard goes on with what it has shown.
                request_animation_frame(|| focus::move_to_first(".app > .toasts .toast:not([hidden]) .toast__close"));
            }
        >
            {icon("warning")}
            {state.language.say(&say("status.messages", [state.notices.folded()]))}
        </button>
    }
    .into_any()
}

/// The encoding of the active file. A code page can be chosen if one is needed.
#[component]
fn EncodingState() -> impl IntoView {
    let state = AppState::expect();
    // `None` without a file; otherwise the chosen code page if one is needed.
    let page = Memo::new(move |_| {
        state.documents.workspace.with(|workspace| {
            let document = &workspace.active()?.document;
            let record =
                state.documents.record.with(|r| r.as_ref().is_some_and(|r| r.encoding != Encoding::Utf8));
            Some((record || !document.index().is_utf8()).then_some(document.code_page))
        })
    });
    let choice = move |chosen: CodePage| {
        let options = CodePage::ALL.map(|page| {
            view! { <option value=page.name() selected=page == chosen>{page.name()}</option> }.into_any()
        });
        view! {
            <select
                class="input"
                aria-label=state.language.words("status.encoding")
                title=state.language.words("status.encoding.title")
                on:change:target=move |event| state.documents.choose_code_page(&event.target().value())
            >
                {options.into_iter().collect_view()}
            </select>
        }
        .into_any()
    };
    move || {
        page.get().map(|page| match page {
            Some(page) => choice(page),
            None => view! { <span class="status-bar__item">{Encoding::Utf8.name()}</span> }.into_any(),
        })
    }
}

/// The progress and speed of reading: `12 of 62 MB, 80 MB/s`.
fn rate(state: AppState, opening: Opening) -> String {
    let numbers = megabytes(opening.done.get(), opening.total, page::now_ms() - opening.since_ms);
    state.language.say(&say("status.rate", numbers.map(|number| number.to_string())))
}

/// A file that is being opened.
#[component]
fn OpeningState(name: String, opening: Opening) -> impl IntoView {
    let state = AppState::expect();
    let reading = say("status.reading", [name]);
    let label = reading.clone();
    view! {
        <span class="status-bar__item">
            {move || state.language.say(&reading)}
            " "
            <progress
                aria-label=move || state.language.say(&label)
                max=opening.total.to_string()
                value=move || opening.done.get().to_string()
            ></progress>
            " "
            {move || rate(state, opening)}
            " "
            {opening
                .can_cancel
                .then(|| {
                    view! {
                        <button class="button button--small" on:click=move |_| state.openings.cancel_opening(opening.serial)>
                            {state.language.words("ui.cancel")}
                        </button>
                    }.into_any()
                })}
        </span>
    }.into_any()
}
