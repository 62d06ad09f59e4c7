//! The choice of the piece that a pawn becomes.

use leptos::prelude::*;

use crate::app::AppState;
use crate::app::worked::Worked;
use crate::chess::{Color, Move, Role};
use crate::headless::board::{cell_of, target_of};
use crate::text::sort::sort_by_key;
use crate::ui::board::{piece_id, role_name};

/// The move that a letter asks for: q, r, b or n.
fn spoken(moves: &[Move], key: &str) -> Option<Move> {
    let letter = |role: Role| role.char().to_string();
    moves.iter().copied().find(|m| m.promotion().is_some_and(|role| letter(role) == key))
}

/// The pieces to promote to, over the file of their square.
#[component]
pub(super) fn Promotion() -> impl IntoView {
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
            <button class="promotion__piece" autofocus=role == Role::Queen aria-label=state.tell(role_name(role)) on:click=move |_| state.play_on_board(m)>
                <svg viewBox="0 0 45 45" aria-hidden="true">
                    <use href=format!("#{}", piece_id(color(), role))></use>
                </svg>
            </button>
        }.into_any()
    };
    // Over the file of the square: its column, and whether the list grows upwards from the foot of the board.
    let place = move || {
        let to = moves.with(|moves| moves.first().map(|m| target_of(*m)));
        let (column, row) = to.map_or((0, 0), |to| cell_of(to, state.board.bottom.get()));
        (f64::from(column), row > 3)
    };
    let choice = move || {
        view! {
            <div
                class="promotion"
                class:promotion--up=move || place().1
                style:left=move || format!("{}%", place().0 * 100.0 / 8.0)
                role="dialog"
                aria-label=state.tell("board.promote")
                on:keydown=move |event| {
                    if event.key() == "Escape" {
                        moves.set(Vec::new());
                    } else if let Some(m) = spoken(&moves.get_untracked(), &event.key()) {
                        event.prevent_default();
                        state.play_on_board(m);
                    }
                }
            >
                {move || {
                    let mut moves = moves.get();
                    sort_by_key(&mut moves, |m| std::cmp::Reverse(m.promotion()));
                    moves.into_iter().map(button).collect_view()
                }}
                <button class="promotion__cancel" aria-label=state.tell("board.cancel") title=state.tell("board.cancel") on:click=move |_| moves.set(Vec::new())>
                    "×"
                </button>
            </div>
        }
        .into_any()
    };
    let is_open = Worked::new(move || moves.with(|moves| !moves.is_empty()));
    move || is_open.get().then(choice)
}
