//! The chart of `ce` over the file: the evaluation of each record for White, and a slider to select one.

use leptos::prelude::*;

use crate::app::AppState;
use crate::browser::page;
use crate::headless::chart::{HEIGHT, WIDTH, line_at};
use crate::language::say;

/// The chart, closed at first, because for a large file it takes some seconds of work.
#[component]
pub(super) fn Chart() -> impl IntoView {
    let state = AppState::expect();
    let is_open = state.chart.is_open;
    view! {
        <details class="chart" prop:open=move || is_open.get() on:toggle=move |event| is_open.set(page::is_open(&event))>
            <summary>{state.language.words("chart.title")}</summary>
            {move || is_open.get().then(|| drawn(state))}
        </details>
    }
    .into_any()
}

/// What is in it. Few visits see one: its code can come late.
#[inline(never)]
fn drawn(state: AppState) -> AnyView {
    let chart = state.chart;
    let front = Memo::new(move |_| state.documents.workspace.with(|w| w.active().map(|open| open.id)));
    let is_front = move || chart.made.with(|made| made.as_ref().map(|made| made.document) == front.get());
    let outline = Memo::new(move |_| {
        let is_front = is_front();
        chart.made.with(|made| made.as_ref().filter(|_| is_front).map(|made| made.chart.outline()))
    });
    // The index of the selected line, and the number of lines.
    let place = Memo::new(move |_| {
        state.documents.workspace.with(|w| {
            let open = w.active()?;
            Some((open.position()?, open.document.len()))
        })
    });
    let mark = move || {
        let line = place.get().map_or(0, |(line, _)| line);
        let column = chart.made.with(|made| made.as_ref().map_or(0, |made| made.chart.column_of(line)));
        column.min(WIDTH).to_string()
    };
    let words = move || {
        if let Some(percent) = chart.percent.get() {
            return state.language.say(&say("chart.running", [percent.to_string()]));
        }
        let is_front = is_front();
        chart.made.with(|made| match made.as_ref().filter(|_| is_front) {
            None => String::new(),
            Some(made) if made.chart.scores() == 0 => state.language.tell("chart.none"),
            Some(made) => {
                let numbers = [made.chart.scores(), made.chart.len()];
                state.language.say(&say("chart.done", numbers))
            }
        })
    };
    let is_old = Memo::new(move |_| chart.percent.get().is_none() && !state.chart.is_chart_new());
    view! {
        <svg
            class="chart__drawing"
            viewBox=format!("0 0 {WIDTH} {HEIGHT}")
            preserveAspectRatio="none"
            aria-hidden="true"
            // A place in the drawing is a record, as one on the slider below.
            on:click=move |event| {
                let lines = place.get_untracked().map_or(0, |(_, lines)| lines);
                if let Some(part) = page::part_across(&event).filter(|_| lines > 0) {
                    state.records.select_position(line_at(part, lines));
                }
            }
        >
            <rect class="chart__ground" width=WIDTH.to_string() height=HEIGHT.to_string()></rect>
            <path class="chart__white" d=move || outline.get().unwrap_or_default()></path>
            <path class="chart__middle" d=format!("M0 {}H{WIDTH}", HEIGHT / 2)></path>
            <path class="chart__mark" d=move || format!("M{} 0V{HEIGHT}", mark())></path>
        </svg>
        <input
            class="chart__slider"
            type="range"
            data-own-undo="true"
            min="1"
            aria-label=state.language.words("chart.line")
            prop:max=move || place.get().map_or(1, |(_, lines)| lines).to_string()
            prop:value=move || place.get().map_or(1, |(line, _)| line + 1).to_string()
            on:input:target=move |event| {
                if let Ok(line) = event.target().value().parse::<usize>() {
                    state.records.select_position(line.saturating_sub(1));
                }
            }
        />
        <div class="button-row">
            <span class="note" role="status">{words}</span>
            {move || is_old.get().then(|| view! {
                <button class="button button--small" on:click=move |_| state.chart.make_chart()>
                    {state.language.words("chart.renew")}
                </button>
            }.into_any())}
        </div>
    }
    .into_any()
}
