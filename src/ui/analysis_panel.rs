//! The search: its limit, its buttons, and its report.

use leptos::prelude::*;

use crate::app::AppState;
use crate::app::analysis::Live;
use crate::language::say;
use crate::logic::search_settings::LimitKind;
use crate::ui::button::{Button, buttons};
use crate::ui::chart::Chart;
use crate::ui::run_state::RunState;
use crate::ui::study::Study;
use crate::verb::EngineName;

fn is_busy(state: AppState) -> bool {
    state.analysis.run.with(Option::is_some)
}

const RUN: &[Button] = &[
    Button::new("search.record", "search.record.title", AppState::analyze_record)
        .class("button button--primary")
        .disabled(is_busy),
    Button::new("search.file", "search.file.title", AppState::analyze_file).disabled(is_busy),
];

/// The panel of the search.
#[component]
pub(super) fn AnalysisPanel() -> impl IntoView {
    let state = AppState::expect();
    let analysis = state.analysis;
    let kinds = LimitKind::ALL
        .iter()
        .map(|&kind| {
            view! { <option value=kind.label() selected=move || analysis.kind.get() == kind>{state.language.words(kind.label())}</option> }.into_any()
        })
        .collect_view();
    let engines = EngineName::ALL
        .map(|engine| {
            view! { <option value=engine.name() selected=move || analysis.engine.get() == engine>{engine.title()}</option> }.into_any()
        })
        .collect_view();
    let choose = move |label: String| {
        if let Some(kind) = LimitKind::ALL.into_iter().find(|kind| kind.label() == label) {
            analysis.kind.set(kind);
            analysis.limit.set(kind.usual());
        }
    };
    view! {
        <h2 class="pane__title">{state.language.words("search.title")}</h2>
        <div class="analysis">
            <Study />
            <div class="button-row">
                <select
                    class="input"
                    aria-label=state.language.words("tool.field.engine")
                    on:change:target=move |event| {
                        analysis.engine.set(EngineName::named(&event.target().value()).unwrap_or_default());
                    }
                >
                    {engines}
                </select>
                <small hidden=move || analysis.engine.get() != EngineName::Stockfish>
                    {state.language.words("search.stockfish")} " "
                    <a href="engines/stockfish-licence.txt" target="_blank">"GPL-3.0"</a>
                    ", "
                    <a href="engines/stockfish.txt" target="_blank">{state.language.words("search.source")}</a>
                </small>
            </div>
            <div class="button-row">
                <label class="field field--inline">
                    <span class="field__label">{state.language.words("tool.field.limit")}</span>
                    <input
                        class="input input--number"
                        data-own-undo="true"
                        type="number"
                        min="1"
                        prop:value=move || analysis.limit.get().to_string()
                        on:change:target=move |event| {
                            analysis.limit.set(event.target().value().parse().ok().filter(|&value| value > 0).unwrap_or(1));
                        }
                    />
                </label>
                <select
                    class="input"
                    aria-label=state.language.words("tool.field.kind")
                    on:change:target=move |event| choose(event.target().value())
                >
                    {kinds}
                </select>
                <label class="field field--inline">
                    <input
                        type="checkbox"
                        prop:checked=move || analysis.predicted_move.get()
                        on:change:target=move |event| analysis.predicted_move.set(event.target().checked())
                    />
                    <span>{state.language.words("search.write-pm")}</span>
                </label>
            </div>
            <div class="button-row">
                {buttons(state, RUN)}
            </div>
            <RunState />
            <LiveState live=analysis.live />
            <Chart />
        </div>
    }
    .into_any()
}

/// A part of the report of a search: the key of its name, its text, and whether it is also shown without a
/// score, as during a proof.
type Part = (&'static str, fn(&Live) -> String, bool);

const PARTS: [Part; 5] = [
    ("search.depth", |live| live.depth.to_string(), false),
    ("search.score", |live| live.score.clone(), true),
    ("search.nodes", |live| live.nodes.to_string(), false),
    ("search.time", |live| live.time_ms.to_string(), false),
    ("search.line", |live| live.line.clone(), true),
];

/// The latest report of the search.
#[component]
fn LiveState(live: RwSignal<Option<Live>>) -> impl IntoView {
    let state = AppState::expect();
    let part = |(name, write, is_of_words): Part| {
        let written = move || {
            let words = live.with(|live| live.as_ref().and_then(|live| live.words.clone()));
            if let Some(words) = words.filter(|_| name == "search.line") {
                return state.language.say(&words);
            }
            let text = live.with(|live| {
                let known = live.as_ref().filter(|live| is_of_words || !live.score.is_empty());
                known.map(write).unwrap_or_default()
            });
            match name {
                _ if text.is_empty() => "–".to_owned(),
                "search.time" => state.language.say(&say("search.milliseconds", [text])),
                _ => text,
            }
        };
        view! {
            <div>
                <dt>{state.language.words(name)}</dt>
                <dd>{written}</dd>
            </div>
        }
        .into_any()
    };
    view! {
        <dl class="live" aria-label=state.language.words("search.live")>
            {PARTS.map(part).into_iter().collect_view()}
        </dl>
    }
    .into_any()
}
