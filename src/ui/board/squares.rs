//! The squares that are pressed, dragged over and walked over: a grid over the drawing.

use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::html;
use leptos::prelude::*;

use crate::app::AppState;
use crate::app::told::Told;
use crate::app::worked::Worked;
use crate::chess::{Position as _, Square};
use crate::headless::board::{SQUARE, can_move, legal_moves, square_at, square_of, step};
use crate::ui::board::drawing::shown_board;
use crate::ui::board::{Drag, role_name};

/// Pixels the pointer moves before a press becomes a drag.
const DRAG_DISTANCE: f64 = 3.0;

#[derive(Clone, Copy)]
struct Press {
    square: Square,
    x: f64,
    y: f64,
    was_picked: bool,
}

fn square_id(square: Square) -> String {
    format!("square-{square}")
}

/// The grid.
#[component]
pub(super) fn Squares(drag: Told<Option<Drag>>) -> impl IntoView {
    let state = AppState::expect();
    let grid = NodeRef::<html::Div>::new();
    let press = StoredValue::new(None::<Press>);
    let point = move |event: &PointerEvent| {
        let rect = grid.get_untracked()?.get_bounding_client_rect();
        let x = (f64::from(event.client_x()) - rect.left()) / rect.width();
        let y = (f64::from(event.client_y()) - rect.top()) / rect.height();
        Some((x, y))
    };
    let under = move |event: &PointerEvent| {
        point(event).and_then(|(x, y)| square_at(x, y, state.board.bottom.get_untracked()))
    };
    let down = move |event: PointerEvent| {
        if event.button() != 0 || !event.is_primary() {
            return;
        }
        let Some(square) = under(&event) else { return };
        let was_picked = state.board.hand.get_untracked().from == Some(square);
        let movable =
            state.board.shown.with_untracked(|shown| can_move(square, &legal_moves(shown.chess.as_ref())));
        // A piece is picked up when it is pressed, so that it can be dragged at once.
        if movable && !was_picked {
            state.board.hand.update(|hand| hand.from = Some(square));
        }
        state.board.focus.set(square);
        let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
        press.set_value(Some(Press { square, x, y, was_picked }));
        if let Some(grid) = grid.get_untracked() {
            // Without capture the drag ends at the edge of the board, which is no harm.
            let _ = grid.set_pointer_capture(event.pointer_id());
        }
    };
    let moved = move |event: PointerEvent| {
        let Some(start) = press.get_value() else { return };
        let far = (f64::from(event.client_x()) - start.x).hypot(f64::from(event.client_y()) - start.y);
        let picked = state.board.hand.get_untracked().from == Some(start.square);
        if picked && (drag.with_untracked(Option::is_some) || far > DRAG_DISTANCE) {
            let side = f64::from(8 * SQUARE);
            drag.set(point(&event).map(|(x, y)| Drag { x: x * side, y: y * side }));
        }
    };
    let up = move |event: PointerEvent| {
        let Some(start) = press.get_value() else { return };
        press.set_value(None);
        let dragged = drag.with_untracked(Option::is_some);
        drag.set(None);
        match under(&event) {
            Some(square) if dragged && square != start.square => state.choose_square(square),
            Some(square) if !dragged && square == start.square => {
                let just_picked = state.board.hand.get_untracked().from == Some(square) && !start.was_picked;
                if !just_picked {
                    state.choose_square(square);
                }
            }
            // A piece that is dropped where it was stays picked up; outside it goes back.
            Some(_) => {}
            None => state.board.hand.set(crate::headless::board::Hand::default()),
        }
    };
    let cancel = move |_| {
        press.set_value(None);
        drag.set(None);
    };
    let key = move |event: KeyboardEvent| {
        if event.ctrl_key() || event.alt_key() || event.meta_key() {
            return;
        }
        let focus = state.board.focus.get_untracked();
        let go = |right, down| {
            let square = step(focus, right, down, state.board.bottom.get_untracked());
            state.board.focus.set(square);
            crate::browser::page::focus(&square_id(square));
        };
        match event.key().as_str() {
            "ArrowLeft" => go(-1, 0),
            "ArrowRight" => go(1, 0),
            "ArrowUp" => go(0, -1),
            "ArrowDown" => go(0, 1),
            "Home" => go(-7, 0),
            "End" => go(7, 0),
            "Enter" | " " => state.choose_square(focus),
            "Escape" => {
                state.board.hand.set(crate::headless::board::Hand::default());
                state.board.promotion.set(Vec::new());
            }
            _ => return,
        }
        event.prevent_default();
    };
    let label = move || {
        let turn = state.board.shown.with(|shown| shown.chess.as_ref().map(|chess| chess.turn().is_white()));
        match turn {
            Some(true) => "Board, White to move",
            Some(false) => "Board, Black to move",
            None => "Board, no legal position",
        }
    };
    let rows = (0..8_u32).map(|row| {
        let cells = (0..8_u32).map(move |column| view! { <Cell column row /> }.into_any());
        view! { <div class="board__row" role="row">{cells.collect_view()}</div> }.into_any()
    });
    view! {
        <div
            node_ref=grid
            class="board__squares"
            role="grid"
            aria-label=label
            on:pointerdown=down
            on:pointermove=moved
            on:pointerup=up
            on:pointercancel=cancel
            on:keydown=key
            on:dragstart=move |event| event.prevent_default()
        >
            {rows.collect_view()}
        </div>
    }
    .into_any()
}

/// One square, named by its coordinates and its piece.
#[component]
fn Cell(column: u32, row: u32) -> impl IntoView {
    let state = AppState::expect();
    let square = Worked::new(move || square_of(column, row, state.board.bottom.get()));
    let label = Worked::new(move || {
        let square = square.get();
        match shown_board(state).piece_at(square) {
            Some(piece) => {
                let side = if piece.color.is_white() { "white" } else { "black" };
                format!("{square}, {side} {}", role_name(piece.role))
            }
            None => format!("{square}, empty"),
        }
    });
    view! {
        <div
            id=move || square_id(square.get())
            class="board__square"
            role="gridcell"
            tabindex=move || if state.board.focus.get() == square.get() { "0" } else { "-1" }
            aria-label=move || label.get()
            aria-selected=move || (state.board.hand.get().from == Some(square.get())).to_string()
        ></div>
    }
    .into_any()
}
