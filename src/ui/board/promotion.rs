//! The choice of the piece that a pawn promotes to.

use leptos::prelude::*;

use crate::app::AppState;
use crate::app::look::keys::latin_key;
use crate::browser::focus;
use crate::chess::{Color, Move, Role};
use crate::headless::board::{cell_of, target_of};
use crate::logic::board_keys::promotion_of;
use crate::ui::board::pieces::{piece_id, role_name};
use crate::ui::board::squares::square_id;
use crate::ui::icon::icon;

/// The id of the queen, which gets the focus first.
const QUEEN: &str = "promotion-queen";

/// The pieces to choose from, over the file of the pawn's square.
#[component]
pub(super) fn Promotion() -> impl IntoView {
    let state = AppState::expect();
    let is_open = Memo::new(move |_| state.board.promotion.with(|moves| !moves.is_empty()));
    move || is_open.get().then(|| choice(state))
}

/// The choice, with the focus on the queen. Its code can come late.
#[inline(never)]
fn choice(state: AppState) -> AnyView {
    let moves = state.board.promotion;
    let color = move || {
        state
            .board
            .shown
            .with(|shown| shown.chess.as_ref().map_or(Color::White, crate::chess::Position::turn))
    };
    // Closing the choice returns the focus to the board.
    let give_up = move || {
        moves.set(Vec::new());
        focus::move_to(&square_id(state.board.focus.get_untracked()));
    };
    let play = move |m: Move| {
        state.board.play_on_board(m);
        focus::move_to(&square_id(state.board.focus.get_untracked()));
    };
    let button = move |m: Move| {
        let role = m.promotion().unwrap_or(Role::Queen);
        view! {
            <button
                class="promotion__piece"
                id=(role == Role::Queen).then_some(QUEEN)
                aria-label=state.language.tell(role_name(role))
                title=state.language.tell(role_name(role))
                on:click=move |_| play(m)
            >
                <svg viewBox="0 0 45 45" aria-hidden="true">
                    <use href=format!("#{}", piece_id(color(), role))></use>
                </svg>
            </button>
        }
        .into_any()
    };
    // The column of the promotion square, and whether the list grows upwards from the bottom of the board.
    let place = move || {
        let to = moves.with(|moves| moves.first().map(|m| target_of(*m)));
        let (column, row) = to.map_or((0, 0), |to| cell_of(to, state.board.bottom.get()));
        (f64::from(column), row > 3)
    };
    focus::move_to_once_drawn(QUEEN);
    view! {
        <div
            class="promotion"
            class:promotion--up=move || place().1
            style:left=move || format!("{}%", place().0 * 100.0 / 8.0)
            role="dialog"
            aria-label=state.language.tell("board.promote")
            // A press elsewhere takes the move back; another window does not. Where buttons are not given the focus by
            // a press, the dialog is.
            tabindex="-1"
            on:focusout=move |event| {
                if !focus::stays_inside(&event) && focus::is_in_page() {
                    moves.set(Vec::new());
                }
            }
            on:keydown=move |event| {
                if event.key() == "Escape" {
                    give_up();
                } else if let Some(m) = promotion_of(&moves.get_untracked(), &latin_key(&event)) {
                    event.prevent_default();
                    play(m);
                }
            }
        >
            {move || {
                let mut moves = moves.get();
                moves.sort_by_key(|m| std::cmp::Reverse(m.promotion()));
                moves.into_iter().map(button).collect_view()
            }}
            <button class="promotion__cancel" aria-label=state.language.tell("board.cancel") title=state.language.tell("board.cancel") on:click=move |_| give_up()>
                {icon("x")}
            </button>
        </div>
    }
    .into_any()
}
