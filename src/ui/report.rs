//! The report, and the ways to save it.

use leptos::ev;
use leptos::prelude::*;

use crate::app::AppState;
use crate::browser::history;
use crate::document::workspace::DocumentId;
use crate::protocol::ReportFormat;
use crate::ui::button::{Button, buttons};
use crate::ui::dialog::dialog;

const fn save(label: &'static str, run: fn(AppState)) -> Button {
    Button::new(label, "report.save.title", run)
}

const SAVE: &[Button] = &[
    save("HTML", |state| state.report.save_report(ReportFormat::Html, "html")),
    save("Markdown", |state| state.report.save_report(ReportFormat::Markdown, "md")),
    save("CSV", |state| state.report.save_report(ReportFormat::Csv, "csv")),
    save("JSON", |state| state.report.save_report(ReportFormat::Json, "json")),
];

/// The dialog.
#[component]
pub(super) fn Report() -> impl IntoView {
    dialog(AppState::expect().report.is_open, "report.title", "dialog dialog--report", body)
}

fn body() -> AnyView {
    let state = AppState::expect();
    history::enter();
    let back = window_event_listener(ev::popstate, move |_| {
        // A report that is opened again at once has its own entry already when the old one is left.
        if !history::is_within() {
            state.report.is_open.set(false);
        }
    });
    on_cleanup(move || {
        back.remove();
        if state.report.take_left_by_link() {
            history::go_beyond();
        } else {
            history::leave();
        }
        hear_of_return(state);
    });
    view! {
        <div class="button-row" role="group" aria-label=state.language.tell("report.save")>{buttons(state, SAVE)}</div>
        {compared(state)}
        // The worker that wrote the report escapes all text of users.
        <div
            class="report"
            inner_html=move || state.report.html.get()
            on:click=move |event| state.report.follow_report(&event)
        ></div>
    }
    .into_any()
}

/// Shows the report again when the browser comes back to its entry, from the time on that it was closed first.
fn hear_of_return(state: AppState) {
    if state.report.is_heard() {
        return;
    }
    // The page hears of it as long as it is there.
    let _ = window_event_listener(ev::popstate, move |_| {
        if history::is_within() && !state.report.is_open.get_untracked() {
            state.report.come_back();
        }
    });
}

/// The other open files, to compare with.
fn compared(state: AppState) -> AnyView {
    let report = state.report;
    // A comparison that was not made leaves its box as it was.
    let files = move || {
        let refused = report.refused.get();
        report.comparable().into_iter().map(|(id, name)| (refused, id, name)).collect::<Vec<_>>()
    };
    let choice = move |(_, id, name): (usize, DocumentId, String)| {
        view! {
            <label class="report__file">
                <input
                    type="checkbox"
                    prop:checked=move || report.of.with(|of| of.contains(&id))
                    on:change=move |event| report.compare_with(id, event_target_checked(&event))
                />
                {name}
            </label>
        }
    };
    view! {
        <fieldset class="report__files" hidden=move || report.comparable().is_empty()>
            <legend>{state.language.words("report.compare")}</legend>
            <For each=files key=|(refused, id, _)| (*refused, *id) children=choice />
        </fieldset>
    }
    .into_any()
}
