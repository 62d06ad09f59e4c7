//! The board: a drawing, and over it a grid of squares for pointer, keyboard and screen reader.

mod arrows;
mod drawing;
mod squares;

use leptos::prelude::*;

use crate::app::AppState;
use crate::app::board::PlayMode;
use crate::app::told::Told;
use crate::app::worked::Worked;
use crate::chess::{Color, Move, Role};
use crate::text::sort::sort_by_key;
use crate::ui::button::{Button, buttons};
use crate::ui::line_stepper::LineStepper;
use crate::view::Verdict;

const FLIP: &[Button] = &[Button::new("Flip", "Flip the board (f)", AppState::flip_board).small()];

/// A piece that is dragged: where the pointer is, in units of the drawing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Drag {
    x: f64,
    y: f64,
}

/// The board with everything around it.
#[component]
pub(super) fn BoardPane() -> impl IntoView {
    let state = AppState::expect();
    let drag = Told::new(None::<Drag>);
    view! {
        <div class="board-head">
            <p class="board-head__turn" role="status">{move || turn_text(state)}</p>
            {buttons(state, FLIP)}
        </div>
        <div class="board">
            <drawing::Drawing drag />
            <squares::Squares drag />
            <Promotion />
        </div>
        <ModeSwitch />
        <LineStepper />
    }
    .into_any()
}

fn turn_text(state: AppState) -> String {
    let shown = state.board.shown.get();
    state.record.with(|record| {
        let Some(record) = record else { return String::new() };
        let name = |color: Color| if color.is_white() { "White" } else { "Black" };
        match (&shown.chess, record.verdict) {
            (None, _) | (_, Verdict::Illegal) => format!("{} to move · no legal position", name(record.turn)),
            (Some(chess), _) => {
                use crate::chess::Position as _;
                let side = name(chess.turn());
                if chess.is_checkmate() {
                    format!("{side} is checkmated")
                } else if chess.is_stalemate() {
                    format!("{side} is stalemated")
                } else if chess.is_check() {
                    format!("{side} to move · check")
                } else {
                    format!("{side} to move")
                }
            }
        }
    })
}

/// What a move on the board does.
#[component]
fn ModeSwitch() -> impl IntoView {
    let state = AppState::expect();
    let mode = state.board.mode;
    let button = move |choice: PlayMode| {
        view! {
            <label class="switch__choice" title=choice.help()>
                <input
                    class="visually-hidden"
                    type="radio"
                    name="play-mode"
                    aria-label=format!("{}: {}", choice.label(), choice.help())
                    prop:checked=move || mode.get() == choice
                    on:change=move |_| state.set_play_mode(choice)
                />
                <span class="switch__label">{choice.label()}</span>
            </label>
        }
        .into_any()
    };
    view! {
        <fieldset class="switch" aria-label="A move on the board">
            <legend class="switch__legend">"Moves go into"</legend>
            {PlayMode::ALL.into_iter().map(button).collect_view()}
        </fieldset>
        <p class="switch__help">{move || mode.get().help()}</p>
    }
    .into_any()
}

/// The pieces to promote to.
#[component]
fn Promotion() -> impl IntoView {
    let state = AppState::expect();
    let moves = state.board.promotion;
    let color = move || {
        state
            .board
            .shown
            .with(|shown| shown.chess.as_ref().map_or(Color::White, crate::chess::Position::turn))
    };
    let button = move |m: Move| {
        let role = m.promotion().unwrap_or(Role::Queen);
        view! {
            <button class="promotion__piece" autofocus=role == Role::Queen aria-label=role_name(role) on:click=move |_| state.play_on_board(m)>
                <svg viewBox="0 0 45 45" aria-hidden="true">
                    <use href=format!("#{}", piece_id(color(), role))></use>
                </svg>
            </button>
        }.into_any()
    };
    let choice = move || {
        view! {
            <div
                class="promotion"
                role="dialog"
                aria-label="Promote to"
                on:keydown=move |event| {
                    if event.key() == "Escape" {
                        moves.set(Vec::new());
                    }
                }
            >
                {move || {
                    let mut moves = moves.get();
                    sort_by_key(&mut moves, |m| std::cmp::Reverse(m.promotion()));
                    moves.into_iter().map(button).collect_view()
                }}
                <button class="button button--small" on:click=move |_| moves.set(Vec::new())>
                    "Cancel"
                </button>
            </div>
        }
        .into_any()
    };
    let is_open = Worked::new(move || moves.with(|moves| !moves.is_empty()));
    move || is_open.get().then(choice)
}

/// The name of a piece.
fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// The drawing of a piece in `index.html`.
pub(super) fn piece_id(color: Color, role: Role) -> String {
    let side = if color.is_white() { 'w' } else { 'b' };
    format!("{side}{}", role.upper_char())
}
