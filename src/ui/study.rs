//! Thinking along: the lines that the search finds for the position on the board.

use leptos::prelude::*;

use crate::app::AppState;
use crate::browser::focus;
use crate::commands::Command;
use crate::language::say;
use crate::logic::meaning::with_minus;
use crate::ui::button::with_key;
use crate::ui::icon::icon;

/// Most moves shown of a line.
const MOST_MOVES: usize = 16;

/// The lines. Their code can come late.
#[inline(never)]
pub(super) fn lines(state: AppState) -> AnyView {
    let study = state.study;
    let count = Memo::new(move |_| study.found.with(|found| found.lines.len()));
    let is_stale = Memo::new(move |_| !state.study.is_study_of_board());
    view! {
        <ol
            class="study"
            class:study--stale=move || is_stale.get()
            aria-label=state.language.words("study.title")
            aria-busy=move || is_stale.get().to_string()
            on:mouseleave=move |_| study.looked_at.set(None)
            on:focusout=move |_| study.looked_at.set(None)
        >
            <For each=move || 0..count.get() key=|line| *line let:line>
                <StudyLine line />
            </For>
        </ol>
    }
    .into_any()
}

fn move_id(line: usize, ply: usize) -> String {
    format!("study-{line}-{ply}")
}

/// One line: its score, its moves, and its actions. The moves are one stop of the Tab key, and the arrow keys
/// move between them.
#[component]
fn StudyLine(line: usize) -> impl IntoView {
    let state = AppState::expect();
    let study = state.study;
    let count = Memo::new(move |_| {
        study.found.with(|found| found.lines.get(line).map_or(0, |line| line.sans.len().min(MOST_MOVES)))
    });
    let score = move || {
        study.found.with(|found| {
            found.lines.get(line).map(|line| with_minus(&line.score.to_string())).unwrap_or_default()
        })
    };
    let step = move |ply: usize, key: &str| {
        let last = count.get_untracked().saturating_sub(1);
        Some(match key {
            "ArrowRight" => (ply + 1).min(last),
            "ArrowLeft" => ply.saturating_sub(1),
            "Home" => 0,
            "End" => last,
            _ => return None,
        })
    };
    let button = move |ply: usize| {
        let san = Memo::new(move |_| {
            study.found.with(|found| {
                let san = found.lines.get(line).and_then(|line| line.sans.get(ply)).cloned();
                san.unwrap_or_default()
            })
        });
        view! {
            <button
                class="move"
                id=move_id(line, ply)
                tabindex=if ply == 0 { "0" } else { "-1" }
                aria-label=move || san.with(|san| state.looks.spoken_moves(san))
                on:mouseenter=move |_| study.looked_at.set(Some((line, ply)))
                on:focus=move |_| study.looked_at.set(Some((line, ply)))
                on:keydown=move |event| {
                    if let Some(next) = step(ply, &event.key()) {
                        event.prevent_default();
                        focus::move_to(&move_id(line, next));
                    }
                }
                on:click=move |_| state.study.go_into_study(line, ply)
            >
                {move || san.with(|san| state.looks.moves_shown(san))}
            </button>
            " "
        }
        .into_any()
    };
    let name = move || state.language.say(&say("study.line", [(line + 1).to_string()]));
    let is_best = Memo::new(move |_| state.study.is_best(line));
    let play_title = move || {
        if study.is_threat.get() {
            state.language.tell("obstacle.threat")
        } else if line == 0 {
            with_key(state, Command::PlayBest, "study.play.title".into())
        } else {
            state.language.tell("study.play.title")
        }
    };
    let into_bm = move || state.language.say(&say("study.into-bm", [(line + 1).to_string()]));
    view! {
        <li class="study__line" aria-label=name>
            <span class="study__score">{score}</span>
            <span class="moves" role="group" aria-label=state.language.words("study.moves")>
                <For each=move || 0..count.get() key=|ply| *ply children=button />
            </span>
            <button
                class="button button--icon"
                aria-label=move || state.language.say(&say("study.play", [(line + 1).to_string()]))
                title=play_title
                disabled=move || study.is_threat.get()
                on:click=move |_| state.study.go_into_study(line, 0)
            >
                {icon("play")}
            </button>
            <button
                class="button button--small"
                aria-label=into_bm
                title=move || state.language.tell(if is_best.get().is_some() { "study.into-bm.title" } else { "obstacle.other-position" })
                aria-pressed=move || is_best.get().unwrap_or_default().to_string()
                disabled=move || is_best.get().is_none()
                on:click=move |_| state.study.take_into_bm(line)
            >
                "bm"
            </button>
            <button
                class="button button--icon"
                aria-label=state.language.words("study.into-pv")
                title=move || state.language.tell(if study.is_threat.get() { "obstacle.threat" } else { "study.into-pv.title" })
                disabled=move || study.is_threat.get()
                on:click=move |_| state.study.take_into_pv(line)
            >
                {icon("into")}
            </button>
        </li>
    }
    .into_any()
}

/// The evaluation for White as a bar beside the board.
#[component]
pub(super) fn Standing() -> impl IntoView {
    let state = AppState::expect();
    let evaluation = Memo::new(move |_| state.study.evaluation());
    // The share of White, out of 1000.
    let share = move || evaluation.get().map_or(500, |(score, _)| crate::headless::bar::share(score));
    let words = move || match evaluation.get() {
        Some((score, true)) => state.language.say(&say("bar.searched", [with_minus(&score.to_string())])),
        Some((score, false)) => state.language.say(&say("bar.recorded", [with_minus(&score.to_string())])),
        None => state.language.tell("bar.unknown"),
    };
    view! {
        <div
            class="gauge"
            class:gauge--unknown=move || evaluation.get().is_none()
            class:gauge--turned=move || state.board.bottom.get().is_black()
            role="img"
            aria-label=words
            title=words
        >
            <div class="gauge__white" style:height=move || { let share = share(); format!("{}.{}%", share / 10, share % 10) }></div>
        </div>
    }
    .into_any()
}
