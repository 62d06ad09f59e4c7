//! The lines of the record, which the user steps through on the board.

use std::sync::Arc;

use leptos::prelude::*;

use crate::app::AppState;
use crate::browser::{focus, page};
use crate::commands::Command;
use crate::logic::line_moves::{lost, numbered};
use crate::logic::stepping::Line;
use crate::ui::button::{IconButton, icon_button, with_key};

/// The lines that can be stepped through: each with its legal moves and the words after them.
fn lines_of(state: AppState) -> Vec<(Line, Vec<String>, Vec<String>)> {
    state.documents.record.with(|record| {
        let Some((record, chess)) = record.as_ref().and_then(|r| Some((r, r.chess.as_ref()?))) else {
            return Vec::new();
        };
        [Line::Predicted, Line::Supplied, Line::Tried]
            .into_iter()
            .map(|line| {
                let moves = numbered(chess, &state.board.moves_of(record, line));
                let lost = lost(record, line, moves.len());
                (line, moves, lost)
            })
            .filter(|(line, moves, lost)| !(moves.is_empty() && lost.is_empty()) && is_shown(state, *line))
            .collect()
    })
}

/// The buttons to step through the lines.
#[component]
pub(super) fn StepButtons() -> impl IntoView {
    let state = AppState::expect();
    let none = Memo::new(move |_| {
        state.documents.record.with(|record| {
            let has_moves = |&line: &Line| {
                record.as_ref().is_some_and(|record| !state.board.moves_of(record, line).is_empty())
            };
            ![Line::Predicted, Line::Supplied, Line::Tried]
                .iter()
                .any(|line| is_shown(state, *line) && has_moves(line))
        })
    });
    let step = move |command: Command, go: fn(AppState)| {
        icon_button(IconButton {
            icon: command.row().icon,
            words: Arc::new(move || with_key(state, command, command.row().name.into())),
            is_on: None,
            obstacle: Some(Box::new(move || none.get().then_some("obstacle.no-line"))),
            press: Box::new(move || go(state)),
        })
    };
    view! {
        <div class="button-row button-row--tight" role="group" aria-label=state.language.words("lines.steps")>
            {step(Command::StepStart, |state| state.board.go_to_start())}
            {step(Command::StepBack, |state| state.board.step_line(-1))}
            {step(Command::StepForward, |state| state.board.step_line(1))}
            {step(Command::StepEnd, |state| state.board.step_line(isize::MAX))}
        </div>
    }
    .into_any()
}

/// The lines of the record.
#[component]
pub(super) fn LineStepper() -> impl IntoView {
    let state = AppState::expect();
    let lines = Memo::new(move |_| lines_of(state));
    view! {
        <div class="stepper" role="group" aria-label=state.language.words("lines.title")>
            {move || {
                let list = |(line, moves, lost)| view! { <MoveList line moves lost /> }.into_any();
                lines.get().into_iter().map(list).collect_view()
            }}
        </div>
    }
    .into_any()
}

/// Whether a line is shown. Moves that the user tries out are shown only while they are on the board.
fn is_shown(state: AppState, line: Line) -> bool {
    line != Line::Tried || state.board.shown.with(|shown| shown.line == Some(Line::Tried))
}

fn move_id(line: Line, at: usize) -> String {
    format!("line-{}-{at}", line.label())
}

/// One line. Its moves, including the illegal ones, can be reordered by dragging, or by Alt with the arrow
/// keys.
#[component]
fn MoveList(
    line: Line,
    /// The legal moves at its beginning.
    moves: Vec<String>,
    /// The words after them.
    lost: Vec<String>,
) -> impl IntoView {
    let state = AppState::expect();
    let current = move |ply: usize| {
        state.board.shown.with(|shown| shown.line == Some(line) && shown.ply == ply).then_some("step")
    };
    let played = moves.len();
    let last = (played + lost.len()).saturating_sub(1);
    let dragged = StoredValue::new(None::<usize>);
    let is_own = line != Line::Tried;
    let reorder = move |from: usize, to: usize| {
        state.editing.reorder_line(line, from, to);
        // The moves are redrawn first.
        request_animation_frame(move || focus::move_to(&move_id(line, to)));
    };
    let key = move |at: usize, event: leptos::ev::KeyboardEvent| {
        let to = match event.key().as_str() {
            _ if !event.alt_key() || !is_own => return,
            "ArrowLeft" => at.saturating_sub(1),
            "ArrowRight" => (at + 1).min(last),
            _ => return,
        };
        // The browser would use these keys to go back and forward.
        event.prevent_default();
        reorder(at, to);
    };
    let button = move |(at, text): (usize, String)| {
        let (ply, is_lost) = (at + 1, at >= played);
        let spoken = text.clone();
        view! {
            <button
                class="move"
                class:move--lost=is_lost
                id=move_id(line, at)
                aria-current=move || current(ply)
                aria-disabled=is_lost.then_some("true")
                aria-label=move || state.looks.spoken_moves(&spoken)
                title=move || {
                    is_own.then(|| state.language.tell(if is_lost { "lines.lost" } else { "lines.reorder" }))
                }
                draggable=is_own.then_some("true")
                on:dragstart=move |event| {
                    page::begin_drag(&event);
                    dragged.set_value(Some(at));
                }
                on:dragend=move |_| dragged.set_value(None)
                on:dragover=move |event| {
                    if dragged.get_value().is_some() {
                        event.prevent_default();
                        event.stop_propagation();
                    }
                }
                on:drop=move |event| {
                    if let Some(from) = dragged.get_value() {
                        event.prevent_default();
                        event.stop_propagation();
                        reorder(from, at);
                    }
                }
                on:keydown=move |event| key(at, event)
                on:click=move |_| {
                    if !is_lost {
                        state.board.go_to_ply(line, ply);
                    }
                }
            >
                {move || state.looks.moves_shown(&text)}
            </button>
            " "
        }
        .into_any()
    };
    let name = move || match line {
        Line::Tried => state.language.tell("lines.tried"),
        _ => line.label().to_owned(),
    };
    view! {
        <p class="moves" aria-label=name>
            <code class="moves__name">{name}</code>
            " "
            {moves.into_iter().chain(lost).enumerate().map(button).collect_view()}
        </p>
    }
    .into_any()
}
