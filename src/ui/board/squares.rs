//! The squares for clicks, drags and the keyboard: a grid over the drawing.

use leptos::ev::PointerEvent;
use leptos::html;
use leptos::prelude::*;

use crate::app::AppState;
use crate::browser::focus;
use crate::chess::Square;
use crate::headless::board::{Hand, SQUARE, can_move, is_target, legal_moves, square_at, square_of};
use crate::headless::shapes::{Hue, Shape, aimed_at, draw};
use crate::logic::setup::Stamp;
use crate::ui::board::drawing::shown_board;
use crate::ui::board::keys::press;
use crate::ui::board::overlay::{Drag, Overlay};
use crate::ui::board::pieces::square_name;

/// Pixels that the pointer moves before a press becomes a drag. Once the user has dragged a piece, it is 0.
const DRAG_DISTANCE: f64 = 3.0;

/// The gesture of the pointer since it was pressed.
#[derive(Clone, Copy)]
enum Gesture {
    /// A piece may be dragged or clicked; `held` was picked up before.
    Press { square: Square, x: f64, y: f64, was_picked: bool, held: Option<Square>, has_left: bool },
    /// Pieces are being painted; the last painted square.
    Paint(Square),
    /// An arrow is being drawn.
    Arrow(Shape),
}

pub(super) fn square_id(square: Square) -> String {
    format!("square-{square}")
}

/// The place of an event in units of the drawing.
fn point(grid: NodeRef<html::Div>, event: &PointerEvent) -> Option<(f64, f64)> {
    let rect = grid.get_untracked()?.get_bounding_client_rect();
    let side = f64::from(8 * SQUARE);
    let x = (f64::from(event.client_x()) - rect.left()) / rect.width() * side;
    let y = (f64::from(event.client_y()) - rect.top()) / rect.height() * side;
    Some((x, y))
}

/// The square under an event.
pub(super) fn under(state: AppState, grid: NodeRef<html::Div>, event: &PointerEvent) -> Option<Square> {
    let side = f64::from(8 * SQUARE);
    point(grid, event).and_then(|(x, y)| square_at(x / side, y / side, state.board.bottom.get_untracked()))
}

/// The dragged piece at the place of the pointer.
pub(super) fn dragged(
    grid: NodeRef<html::Div>,
    event: &PointerEvent,
    piece: crate::chess::Piece,
) -> Option<Drag> {
    point(grid, event).map(|(x, y)| Drag { piece, x, y })
}

/// The user pressed the pointer on a square.
fn begin(state: AppState, overlay: Overlay, square: Square, event: &PointerEvent) -> Gesture {
    let board = state.board;
    overlay.dropped.set_value(false);
    // Another press is another wish than the piece that was asked for.
    board.promotion.set(Vec::new());
    let is_right = event.button() == 2;
    if board.setup.is_on.get_untracked() && board.setup.stamp.get_untracked() != Stamp::Pointer {
        state.board.begin_stroke(square, is_right);
        return Gesture::Paint(square);
    }
    if is_right || event.shift_key() {
        let is_red = is_right && (event.shift_key() || event.ctrl_key());
        let hue = Hue::of(is_red, event.alt_key() || event.meta_key());
        let shape = Shape { from: square, to: square, hue };
        overlay.draft.set(Some(shape));
        return Gesture::Arrow(shape);
    }
    let held = board.hand.get_untracked().from;
    let was_picked = held == Some(square);
    let is_movable = is_movable(state, square);
    // A piece is picked up on the press, so that it can be dragged at once, unless a piece picked up before
    // can move to this square.
    let picks_up = is_movable && !was_picked && !is_target_of_hand(state, square);
    if picks_up {
        board.hand.update(|hand| hand.from = Some(square));
    }
    if !is_movable {
        board.shapes.set(Vec::new());
    }
    let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
    Gesture::Press {
        square,
        x,
        y,
        was_picked: was_picked || (is_movable && !picks_up),
        held,
        has_left: false,
    }
}

/// Whether there is a piece on this square that can be picked up.
fn is_movable(state: AppState, square: Square) -> bool {
    let board = state.board;
    if board.setup.is_on.get_untracked() {
        return board.piece_on(square).is_some();
    }
    board.shown.with_untracked(|shown| can_move(square, &legal_moves(shown.chess.as_ref())))
}

/// Whether the piece that is picked up can go to this square: to any, while a position is set up; else also to
/// that of its own rook, to castle.
fn is_target_of_hand(state: AppState, square: Square) -> bool {
    let board = state.board;
    board.hand.get_untracked().from.filter(|&from| from != square).is_some_and(|from| {
        board.setup.is_on.get_untracked()
            || board.shown.with_untracked(|shown| is_target(from, square, &legal_moves(shown.chess.as_ref())))
    })
}

/// The pointer moved since it was pressed.
fn go_on(state: AppState, overlay: Overlay, gesture: &mut Gesture, event: &PointerEvent) {
    let grid = overlay.grid;
    match gesture {
        Gesture::Press { square, x, y, has_left, .. } => {
            let at = under(state, grid, event);
            *has_left |= at != Some(*square);
            if overlay.over.get_untracked() != at {
                overlay.over.set(at);
            }
            let far = (f64::from(event.client_x()) - *x).hypot(f64::from(event.client_y()) - *y);
            let is_dragging = overlay.drag.with_untracked(Option::is_some);
            let distance = if overlay.has_dragged.get_value() { 0.0 } else { DRAG_DISTANCE };
            // A rook that the king could have castled with is dragged: it is meant itself.
            if far > distance && !is_dragging && is_movable(state, *square) {
                state.board.hand.update(|hand| hand.from = Some(*square));
            }
            let picked = state.board.hand.get_untracked().from == Some(*square);
            if picked && (is_dragging || far > distance) {
                overlay.has_dragged.set_value(true);
                let piece = untrack(|| shown_board(state).piece_at(*square));
                overlay.drag.set(piece.and_then(|piece| dragged(grid, event, piece)));
            }
        }
        Gesture::Paint(last) => {
            if let Some(square) = under(state, grid, event).filter(|square| square != last) {
                *last = square;
                state.board.continue_stroke(square);
            }
        }
        Gesture::Arrow(shape) => {
            let bottom = state.board.bottom.get_untracked();
            let to = under(state, grid, event).filter(|&square| square != shape.from).and_then(|_| {
                let (x, y) = point(grid, event)?;
                Some(aimed_at(shape.from, x, y, bottom))
            });
            let aimed = Shape { to: to.unwrap_or(shape.from), ..*shape };
            if aimed != *shape {
                *shape = aimed;
                overlay.draft.set(Some(aimed));
            }
        }
    }
}

/// The user released the pointer.
fn end(state: AppState, overlay: Overlay, gesture: Gesture, event: &PointerEvent) {
    let was_dragged = overlay.drag.with_untracked(Option::is_some);
    overlay.drag.set(None);
    overlay.draft.set(None);
    overlay.over.set(None);
    let to = under(state, overlay.grid, event);
    match gesture {
        Gesture::Paint(_) => {}
        Gesture::Arrow(shape) => {
            // A drawing that ends outside the board is dropped.
            if to.is_some() {
                state.board.shapes.update(|shapes| draw(shapes, shape));
            }
        }
        Gesture::Press { square, was_picked, held, has_left, .. } => match to {
            Some(to) if was_dragged && to != square => {
                // The dragged piece is there already.
                overlay.dropped.set_value(true);
                state.board.choose_square(to, event.alt_key());
                // Where it cannot go it returns, and does not pick up what is there.
                if state.board.hand.get_untracked().from == Some(to) {
                    state.board.hand.set(Hand::default());
                }
            }
            Some(to) if !was_dragged && to == square => {
                let just_picked = state.board.hand.get_untracked().from == Some(to) && !was_picked;
                if !just_picked {
                    state.board.choose_square(to, event.alt_key());
                }
            }
            // A piece that never left its square stays picked up, and one that was brought back does not. Outside the
            // board it returns to its square, or is removed while a position is set up.
            // A hand that trembled on a target meant a click.
            Some(to) if was_dragged && !has_left && held.is_some_and(|held| held != to) => {
                state.board.hand.set(Hand { from: held });
                state.board.choose_square(to, event.alt_key());
            }
            Some(_) if was_dragged && (has_left || was_picked) => state.board.hand.set(Hand::default()),
            Some(_) => {}
            None if was_dragged && state.board.setup.is_on.get_untracked() => {
                state.board.set_up(&crate::epd::setup::Change::Put(square, None));
            }
            None => state.board.hand.set(Hand::default()),
        },
    }
}

/// The grid.
#[component]
pub(super) fn Squares(overlay: Overlay) -> impl IntoView {
    let state = AppState::expect();
    let gesture = StoredValue::new(None::<Gesture>);
    let grid = overlay.grid;
    let give_up = move || {
        gesture.set_value(None);
        overlay.drag.set(None);
        overlay.draft.set(None);
        overlay.over.set(None);
    };
    let down = move |event: PointerEvent| {
        if !event.is_primary() {
            // A second finger is not meant for the board, so that the gesture of the first one ends, too.
            return give_up();
        }
        if !matches!(event.button(), 0 | 2) {
            return;
        }
        let Some(square) = under(state, grid, &event) else { return };
        overlay.is_pointed.set_value(true);
        gesture.set_value(Some(begin(state, overlay, square, &event)));
        state.board.focus.set(square);
        if let Some(grid) = grid.get_untracked() {
            // Without capture the drag ends at the edge of the board, which does no harm.
            let _ = grid.set_pointer_capture(event.pointer_id());
        }
    };
    let moved = move |event: PointerEvent| {
        gesture.update_value(|gesture| match gesture {
            Some(gesture) => go_on(state, overlay, gesture, &event),
            // A piece that was picked up by a click shows where it would go.
            None if event.pointer_type() == "mouse" && state.board.hand.get_untracked().from.is_some() => {
                let over = under(state, grid, &event);
                if overlay.over.get_untracked() != over {
                    overlay.over.set(over);
                }
            }
            None => {}
        });
    };
    let up = move |event: PointerEvent| {
        if let Some(done) = gesture.get_value() {
            gesture.set_value(None);
            end(state, overlay, done, &event);
        }
    };
    let label = move || {
        let setup = state.board.setup.is_on.get();
        let turn = state.board.shown.with(|shown| shown.chess.as_ref().map(crate::chess::Position::turn));
        state.language.say(
            &match turn {
                _ if setup => "board.setup",
                Some(turn) if turn.is_white() => "board.white",
                Some(_) => "board.black",
                None => "board.illegal",
            }
            .into(),
        )
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
            on:pointercancel=move |_| give_up()
            on:pointerleave=move |_| overlay.over.set(None)
            on:keydown=move |event| {
                overlay.over.set(None);
                if event.key().starts_with("Arrow") {
                    overlay.is_pointed.set_value(false);
                }
                press(state, &event, overlay.is_pointed.get_value());
            }
            on:focusout=move |event| {
                if !focus::stays_inside(&event) {
                    overlay.is_pointed.set_value(false);
                }
            }
            on:dragstart=move |event| event.prevent_default()
            on:contextmenu=move |event| event.prevent_default()
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
    let square = Memo::new(move |_| square_of(column, row, state.board.bottom.get()));
    let piece = Memo::new(move |_| shown_board(state).piece_at(square.get()));
    let label = move || state.language.say(&square_name(square.get(), piece.get()));
    let is_picked = move || state.board.hand.get().from == Some(square.get());
    // A finger on a square without anything to move scrolls the page.
    let is_free = move || {
        piece.get().is_none() && state.board.hand.get().from.is_none() && !state.board.setup.is_on.get()
    };
    view! {
        <div
            id=move || square_id(square.get())
            class="board__square"
            class:board__square--free=is_free
            role="gridcell"
            tabindex=move || if state.board.focus.get() == square.get() { "0" } else { "-1" }
            aria-label=label
            aria-selected=move || is_picked().to_string()
            on:focus=move |_| state.board.focus.set(square.get_untracked())
        ></div>
    }
    .into_any()
}
