//! The engine under the board: a switch, the score, the lines found, and what is done with them.

use leptos::prelude::*;

use crate::app::AppState;
use crate::app::study::Going;
use crate::browser::{page, team};
use crate::commands::Command;
use crate::language::{args, say};
use crate::logic::live::Live;
use crate::logic::meaning::with_minus;
use crate::logic::search_settings::{LimitKind, MOST_LINES, most_threads};
use crate::ui::button::{Weight, command, with_key};
use crate::ui::icon::icon;
use crate::ui::study::lines;
use crate::verb::EngineName;

/// What the name of a native engine follows in the list of engines.
const NATIVE: &str = "native:";

/// The strip under the board.
#[component]
pub(super) fn Engine() -> impl IntoView {
    let state = AppState::expect();
    let is_open = RwSignal::new(false);
    let is_on = state.study.is_on;
    let switch_title = move || match state.obstacle(Command::Study) {
        Some(why) => state.language.tell(why),
        None => with_key(state, Command::Study, "command.study.about".into()),
    };
    view! {
        <section id="engine" class="engine" class:engine--on=move || is_on.get() aria-label=state.language.words("engine.title")>
            <div class="engine__head">
                <button
                    id="engine-switch"
                    class="toggle"
                    aria-label=state.language.words("command.study")
                    aria-pressed=move || is_on.get().to_string()
                    disabled=move || !state.can(Command::Study)
                    title=switch_title
                    on:click=move |_| state.run_command(Command::Study)
                ></button>
                {move || if is_on.get() { searching(state) } else { view! { <Resting /> }.into_any() }}
                <button
                    class="button button--icon"
                    aria-label=state.language.words("engine.settings")
                    title=state.language.words("engine.settings")
                    aria-expanded=move || is_open.get().to_string()
                    aria-controls="engine-settings"
                    on:click=move |_| is_open.update(|open| *open = !*open)
                >
                    {icon("settings")}
                </button>
            </div>
            <div id="engine-settings" hidden=move || !is_open.get()>
                {move || is_open.get().then(|| settings(state))}
            </div>
            {move || is_on.get().then(|| lines(state))}
            // The line of another record would mislead: its run has a card of its own.
            {move || state.analysis.live.with(|live| {
                let live = live.as_ref().filter(|live| state.documents.shows(live.of));
                live.map(|live| live_state(state, live))
            })}
        </section>
    }
    .into_any()
}

/// While the engine is off: its name, and the searches that write.
#[component]
fn Resting() -> impl IntoView {
    let state = AppState::expect();
    view! {
        <span class="engine__state">{move || state.language.say(&state.analysis.name_of(state.analysis.engine.get()))}</span>
        {command(state, Command::AnalyzeRecord, Weight::Plain)}
        {command(state, Command::AnalyzeFile, Weight::Plain)}
    }
    .into_any()
}

/// While it searches: the score, and how far it is. Its code can come late.
#[inline(never)]
fn searching(state: AppState) -> AnyView {
    let study = state.study;
    let score = move || {
        study.found.with(|found| {
            found.lines.first().map(|line| with_minus(&line.score.to_string())).unwrap_or_default()
        })
    };
    let numbers = move || {
        study
            .found
            .with(|found| (!found.lines.is_empty()).then_some((found.depth, found.nodes, found.time_ms)))
    };
    let words = move || {
        if let Some(words) = study.found.with(|found| found.words.clone()) {
            return state.language.say(&words);
        }
        if let Some(known) = study.found.with(|found| found.known.clone()) {
            return state.language.say(&known);
        }
        let Some((depth, nodes, time_ms)) = numbers() else { return state.language.tell("study.begins") };
        state.language.say(&say("study.state", args![depth, nodes / time_ms.max(1)]))
    };
    let title = move || {
        numbers().map(|(depth, nodes, time_ms)| {
            let tenths = i64::try_from(time_ms / 100).unwrap_or(i64::MAX);
            state.language.say(&say("study.numbers", args![depth, nodes, state.language.tenths(tenths)]))
        })
    };
    view! {
        <span class="engine__score">{score}</span>
        <span class="engine__state study__state" title=title>{words}</span>
        <span class="engine__name">{move || state.language.say(&state.analysis.name_of(state.analysis.engine.get()))}</span>
        <Rest />
        {command(state, Command::Threat, Weight::Icon)}
        {command(state, Command::WriteFound, Weight::Plain)}
    }
    .into_any()
}

/// Rests, or goes on deeper. It is one button, so that it keeps the focus.
#[component]
fn Rest() -> impl IntoView {
    let state = AppState::expect();
    let study = state.study;
    let rests = move || study.going.get() == Going::Waits;
    let words = move || state.language.tell(if rests() { "command.deeper" } else { "study.rest" });
    let title = move || {
        if rests() {
            with_key(state, Command::Deeper, "command.deeper.about".into())
        } else {
            state.language.tell("study.rest.title")
        }
    };
    let press = move |_| if untrack(rests) { state.run_command(Command::Deeper) } else { study.rest_study() };
    view! {
        <button
            class="button button--icon"
            hidden=move || study.going.get() == Going::Off
            aria-label=words
            title=title
            on:click=press
        >
            {move || icon(if rests() { "deeper" } else { "pause" })}
        </button>
    }
    .into_any()
}

/// The engine, and the limit of searches that write.
#[inline(never)]
fn settings(state: AppState) -> AnyView {
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
    // Which of them searches does not change while a run asks it.
    let is_running = move || state.analysis.run.with(Option::is_some);
    let natives = move || {
        let option = |name: String| {
            let words = state.language.say(&say("engine.native", [name.clone()]));
            let value = format!("{NATIVE}{name}");
            let is_chosen = move || {
                analysis.engine.get() == EngineName::Native && analysis.native.with(|native| *native == name)
            };
            let is_locked = {
                let is_chosen = is_chosen.clone();
                move || is_running() && !is_chosen()
            };
            view! { <option value=value selected=is_chosen disabled=is_locked>{words}</option> }.into_any()
        };
        state.bridge.names.get().into_iter().map(option).collect_view()
    };
    let choose_engine = move |value: String| match value.strip_prefix(NATIVE) {
        Some(name) => {
            state.bridge.choose(name.to_owned());
            analysis.engine.set(EngineName::Native);
        }
        None => analysis.engine.set(EngineName::named(&value).unwrap_or_default()),
    };
    let choices = (1..=MOST_LINES).map(|lines| {
        let words = move || state.language.say(&say("study.lines", [lines.to_string()]));
        view! { <option value=lines.to_string() selected=move || state.study.lines.get() == lines>{words}</option> }
            .into_any()
    });
    // Where workers cannot share memory, one searches.
    let most = if team::is_possible() { most_threads(page::worker_count()) } else { 1 };
    let threads = (1..=most).map(|count| {
        let words = move || state.language.say(&say("study.threads", [count]));
        view! { <option value=count.to_string() selected=move || state.study.workers_wanted() == count>{words}</option> }
            .into_any()
    });
    let choose = move |label: String| {
        if let Some(kind) = LimitKind::ALL.into_iter().find(|kind| kind.label() == label) {
            analysis.kind.set(kind);
            analysis.limit.set(kind.usual());
        }
    };
    view! {
        <div class="engine__settings">
        <select
            class="input"
            aria-label=state.language.words("study.count")
            title=state.language.words("study.count")
            on:change:target=move |event| {
                state.study.lines.set(event.target().value().parse().ok().filter(|lines| *lines <= MOST_LINES).unwrap_or(1));
            }
        >
            {choices.collect_view()}
        </select>
            <select
                class="input"
                aria-label=state.language.words("study.threads.count")
                title=state.language.words("study.threads.count")
                hidden=move || most == 1 || analysis.engine.get() != EngineName::Epidote
                on:change:target=move |event| state.study.threads.set(event.target().value().parse().unwrap_or_default())
            >
                {threads.collect_view()}
            </select>
            <select
                class="input"
                aria-label=state.language.words("tool.field.engine")
                on:change:target=move |event| choose_engine(event.target().value())
            >
                {engines}
                {natives}
            </select>
            <label class="field field--inline">
                <span class="field__label">{state.language.words("tool.field.limit")}</span>
                <input
                    class="input input--number"
                    data-own-undo="true"
                    type="number"
                    min="1"
                    prop:value=move || analysis.limit.get().to_string()
                    on:change:target=move |event| {
                        let typed = event.target().value().trim().parse().ok();
                        if let Some(limit) = typed.filter(|&limit| limit > 0) {
                            analysis.limit.set(limit);
                        } else {
                            // A run with any other limit would write over what was found with this one.
                            let limit = analysis.limit.get_untracked();
                            event.target().set_value(&limit.to_string());
                            state.notices.problem(say("search.limit.stays", [limit]));
                        }
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
            <small hidden=move || analysis.engine.get() != EngineName::Epidote>
                {move || state.language.say(&state.files.tables.held.get().unwrap_or("endgame.hint".into()))} " "
                <button
                    class="button button--small"
                    hidden=move || state.files.tables.held.with(Option::is_none)
                    disabled=move || !state.files.tables.are_free()
                    on:click=move |_| state.files.tables.forget()
                >
                    {state.language.words("endgame.forget")}
                </button>
            </small>
            <small hidden=move || analysis.engine.get() != EngineName::Stockfish>
                {state.language.words("search.stockfish")} " "
                <a href="engines/stockfish-licence.txt" target="_blank">"GPL-3.0"</a>
                ", "
                <a href="engines/stockfish.txt" target="_blank">{state.language.words("search.source")}</a>
            </small>
        </div>
    }
    .into_any()
}

/// The latest report of a search that writes, as one row like those of the lines found. Its code can come late.
#[inline(never)]
fn live_state(state: AppState, live: &Live) -> AnyView {
    let found = match &live.words {
        Some(words) => state.language.say(words),
        None => state.looks.moves_shown(&live.line),
    };
    // During a proof there is no score, and the depth says nothing.
    let numbers = (!live.score.is_empty()).then(|| {
        let tenths = i64::try_from(live.time_ms / 100).unwrap_or(i64::MAX);
        let args = args![live.depth, live.nodes, state.language.tenths(tenths)];
        state.language.say(&say("study.numbers", args))
    });
    view! {
        <p class="live" role="group" aria-label=state.language.tell("search.live")>
            <span class="study__score">{with_minus(&live.score)}</span>
            <span class="live__line" title=found.clone()>{found.clone()}</span>
            <span class="live__numbers">{numbers}</span>
        </p>
    }
    .into_any()
}
