//! The state of a run over records: its progress, the work of each worker, and the results so far.

use leptos::prelude::*;

use crate::app::AppState;
use crate::app::analysis::{Lane, Run};
use crate::browser::page;
use crate::commands::Command;
use crate::document::workspace::{DocumentId, OpenDocument};
use crate::epd::position::PositionReading;
use crate::epd::{LineKind, parse};
use crate::headless::decimal::{clock, whole};
use crate::language::{Arg, Text, args, list, say};
use crate::logic::pace::Pace;
use crate::run::{Left, Tally};
use crate::ui::board::still::still_board;
use crate::ui::button::{Button, buttons};
use crate::ui::run_failures::run_failures;

// Stop comes first, so that it stays under the pointer when a run turns out to be one that can be paused.
const PAUSE: &[Button] = &[
    STOP,
    Button::new("command.pause", "run.pause.title", |state| state.runs.pause_run())
        .small()
        .key(Command::PauseRun),
];

const RESUME: &[Button] = &[
    STOP,
    Button::new("run.resume", "run.resume.title", |state| state.runs.resume_run())
        .small()
        .key(Command::PauseRun),
];

const STOP_ONLY: &[Button] = &[STOP];

const STOP: Button =
    Button::new("command.stop", "run.stop.title", |state| state.analysis.stop()).small().key(Command::Stop);

const LEFT: &[Button] =
    &[Button::new("run.resume", "run.left.title", |state| state.runs.resume_run()).small(), DISCARD];

/// What another version of the program began cannot be resumed.
const LEFT_BEHIND: &[Button] = &[DISCARD];

const DISCARD: Button =
    Button::new("run.forget", "run.forget.title", |state| state.runs.forget_run()).small();

/// The title of a step that this version does not know.
const UNKNOWN: &str = "run.unknown";

/// The run in progress, with the buttons to pause and stop it.
#[component]
fn RunBar() -> impl IntoView {
    let state = AppState::expect();
    let analysis = state.analysis;
    // Runs without an engine end soon, and cannot be paused.
    let choices = Memo::new(move |_| {
        let is_paused = analysis.run.with(|run| run.as_ref().map(|run| run.is_paused))?;
        let can_pause = analysis.lanes.with(|lanes| !lanes.is_empty());
        Some((can_pause, is_paused))
    });
    view! {
        {move || analysis.run.get().map(|run| progress(state, run))}
        {move || choices.get().map(|choice| buttons(state, match choice {
            (false, _) => STOP_ONLY,
            (true, false) => PAUSE,
            (true, true) => RESUME,
        }))}
    }
    .into_any()
}

/// What runs over the file: the run in progress with its progress and pace, or the one that an earlier page left,
/// the work of each worker, and the results so far.
#[component]
pub(super) fn RunCard() -> impl IntoView {
    let state = AppState::expect();
    let analysis = state.analysis;
    // While no run is in progress. A run of another tab does not count as left over.
    let has_left = Memo::new(move |_| {
        let is_left = || {
            let pending = |open: &OpenDocument| open.document.pending_run().is_some();
            state.documents.workspace.with(|workspace| workspace.active().is_some_and(pending))
        };
        analysis.run.with(Option::is_none) && !state.documents.is_following() && is_left()
    });
    let has_file_results = Memo::new(move |_| state.documents.has_file() && analysis.tally.with(has_results));
    let is_empty =
        Memo::new(move |_| !has_left.get() && analysis.run.with(Option::is_none) && !has_file_results.get());
    view! { {move || (!is_empty.get()).then(|| card(state, has_left, has_file_results))} }.into_any()
}

/// The card, once there is something to say. A visit without runs does not need its code.
#[inline(never)]
fn card(state: AppState, has_left: Memo<bool>, has_file_results: Memo<bool>) -> AnyView {
    let analysis = state.analysis;
    // The title of what is not finished, unless another version began it, and the numbers of records done and in all.
    let left = Memo::new(move |_| {
        let of_active = |open: &OpenDocument| {
            let document = &open.document;
            let run = document.pending_run()?;
            let (done, all) = document.counts_of_run();
            Some((Left::title_of(run), done, all))
        };
        let found = || state.documents.workspace.with(|workspace| workspace.active().and_then(of_active));
        has_left.get().then(found).flatten()
    });
    view! {
        <section class="run-card" aria-label=state.language.words("run.title")>
        <div class="run-card__bar"><RunBar /></div>
        {move || left.get().map(|(title, done, all)| view! {
            <div class="run-card__bar run-card__left" role="status" aria-label=state.language.tell("run.unfinished")>
                <p>{state.language.say(&say("run.left", args![title.clone().unwrap_or_else(|| UNKNOWN.into()), done, all]))}</p>
                {buttons(state, if title.is_none() { LEFT_BEHIND } else { LEFT })}
            </div>
        }.into_any())}
        <ul class="lanes" aria-label=state.language.words("run.lanes")>
            {move || {
                // What is found about a single record stands under the board.
                let mut lanes = analysis.lanes.get();
                if analysis.run.with_untracked(|run| run.as_ref().is_some_and(|run| run.total == 1)) {
                    lanes.clear();
                }
                let views = lanes.into_iter().enumerate().filter_map(|(at, lane)| Some(lane_view(state, at, lane?)));
                views.collect_view()
            }}
        </ul>
        {move || has_file_results.get().then(|| analysis.tally.with(|counted| tally(state, counted)))}
        </section>
    }
    .into_any()
}

/// What is said of a run; if another file is active, the name of its file is part of it.
fn in_file(state: AppState, said: Text, document: DocumentId) -> Text {
    let other = state.documents.workspace.with(|workspace| {
        let is_active = workspace.active().is_some_and(|open| open.id == document);
        workspace.get(document).filter(|_| !is_active).map(|open| open.document.name.clone())
    });
    match other {
        Some(name) => say("run.in-file", args![&said, name]),
        None => said,
    }
}

fn progress(state: AppState, run: Run) -> AnyView {
    let numbers = [run.done, run.total];
    let words = match (run.stopping, run.is_paused) {
        (true, _) => "run.stopping".into(),
        (_, true) => say("run.paused", numbers),
        _ => say("run.done", numbers),
    };
    let title = in_file(state, run.title.clone(), run.document);
    let words = state.language.say(&match pace(state, &run) {
        Some([speed, left]) => say("run.progress.pace", args![&title, words, speed, left]),
        None => say("run.progress", args![&title, words]),
    });
    let title = state.language.say(&title);
    view! {
        <progress aria-label=title.clone() max=run.total.to_string() value=run.done.to_string()></progress>
        <span class="status-bar__run">{words}</span>
    }
    .into_any()
}

/// The speed of a run in records per second, and the time left, once they are known.
fn pace(state: AppState, run: &Run) -> Option<[Arg; 2]> {
    let seconds = (page::now_ms() - run.since_ms) / 1000.0;
    let left = run.total.saturating_sub(run.done);
    let pace = Pace::of(run.done - run.before, left, seconds).filter(|_| !run.is_paused)?;
    let speed = if pace.is_slow() {
        state.language.tenths(whole(pace.per_second * 10.0)).into()
    } else {
        whole(pace.per_second).into()
    };
    Some([speed, clock(pace.seconds_left).into()])
}

/// The work of a worker, with its board. A press selects the record.
fn lane_view(state: AppState, at: usize, (id, line): Lane) -> AnyView {
    // Another file may be active.
    let document = state.analysis.run.with_untracked(|run| run.as_ref().map(|run| run.document));
    let board = state.documents.workspace.with_untracked(|workspace| {
        let text = workspace.get(document?)?.document.text(id)?;
        let parsed = parse(&text);
        // The words of a comment are no pieces.
        (parsed.kind == LineKind::Record).then(|| PositionReading::read(&parsed).board)
    });
    let go = move |_| {
        if let Some(document) = document {
            state.records.go_to(document, id);
        }
    };
    let words = move || {
        state
            .analysis
            .lane_words
            .with(|words| words.get(at).map(|words| state.language.say(words)).unwrap_or_default())
    };
    view! {
        <li class="lanes__lane">
            <button class="button button--small" on:click=go>
                {board.map(|board| still_board(&board, "lanes__board"))}
                {state.language.say(&say("run.line", [line.to_string()]))}
            </button>
            " "
            <span>{words}</span>
        </li>
    }
    .into_any()
}

/// Whether there is anything to say about a run.
fn has_results(tally: &Tally) -> bool {
    tally.solved.0 + tally.solved.1 + tally.mates + tally.failed > 0 || tally.reasons.texts().next().is_some()
}

const CLOSE: &[Button] =
    &[Button::new("run.close", "run.close", |state| state.analysis.tally.set(Tally::default())).icon("x")];

/// The results so far.
fn tally(state: AppState, tally: &Tally) -> AnyView {
    let (solved, missed, is_of_rest) = (tally.solved.0, tally.solved.1, tally.is_of_rest);
    let mut words = Vec::new();
    if solved + missed > 0 {
        words.push(say("run.solved", [solved, missed]));
    }
    if tally.mates > 0 {
        words.push(say("run.mates", [tally.mates]));
    }
    words.extend(tally.reasons.texts());
    if tally.failed > 0 {
        words.push(say("run.failed", [tally.failed]));
    }
    let Some(words) = list(words) else { return ().into_any() };
    let words = Memo::new(move |_| {
        let tallied = state.analysis.tallied.get();
        let words = tallied.map_or_else(|| words.clone(), |document| in_file(state, words.clone(), document));
        state.language.say(&say(if is_of_rest { "run.results.rest" } else { "run.results.all" }, [words]))
    });
    // Not while the run goes on: its buttons would move under the pointer with each record that fails.
    let failures = move || {
        let is_over = state.analysis.run.with(Option::is_none);
        is_over.then(|| state.analysis.tally.with_untracked(|tally| run_failures(state, &tally.failures)))
    };
    // While the run goes on, its results stay.
    let close = move || state.analysis.run.with(Option::is_none).then(|| buttons(state, CLOSE));
    view! {
        <div class="run-card__results">
            <p role="status" aria-label=state.language.tell("run.results")>{words}</p>
            {close}
        </div>
        {failures}
    }
    .into_any()
}
