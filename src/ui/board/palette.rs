//! The pieces to place while a position is set up: one row above the board, one below it.

use leptos::ev::PointerEvent;
use leptos::html;
use leptos::prelude::*;

use crate::app::AppState;
use crate::chess::{Piece, Role};
use crate::epd::setup::Change;
use crate::logic::setup::Stamp;
use crate::ui::board::overlay::Overlay;
use crate::ui::board::pieces::{piece_id, piece_name};
use crate::ui::board::squares::{dragged, under};
use crate::ui::icon::icon;

/// Pixels that the pointer moves before a press becomes a drag.
const DRAG_DISTANCE: f64 = 3.0;

/// The palette at one edge of the board, with the pieces of the side there.
#[component]
pub(super) fn Palette(overlay: Overlay, is_top: bool) -> impl IntoView {
    let state = AppState::expect();
    let color = move || {
        let bottom = state.board.bottom.get();
        if is_top { bottom.other() } else { bottom }
    };
    let pieces = move || {
        let roles = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
        roles.map(|role| piece_button(state, overlay, role.of(color()))).into_iter().collect_view()
    };
    view! {
        <div class="palette" role="group" aria-label=state.language.words("setup.pieces")>
            {tool(state, Stamp::Pointer, "setup.pointer", "pointer")}
            {pieces}
            {tool(state, Stamp::Trash, "setup.trash", "trash")}
        </div>
    }
    .into_any()
}

fn choose(state: AppState, stamp: Stamp) {
    let known = state.board.setup.stamp;
    state.board.hand.set(crate::headless::board::Hand::default());
    // A second click on a stamp puts it away.
    known.set(if known.get_untracked() == stamp { Stamp::Pointer } else { stamp });
}

fn tool(state: AppState, stamp: Stamp, name: &'static str, sign: &'static str) -> AnyView {
    let label = move || state.language.tell(name);
    view! {
        <button
            class="palette__piece"
            aria-label=label
            title=label
            aria-pressed=move || (state.board.setup.stamp.get() == stamp).to_string()
            on:click=move |_| choose(state, stamp)
        >
            {icon(sign)}
        </button>
    }
    .into_any()
}

/// A piece: a click takes it as a stamp, and a drag puts one such piece on the board.
fn piece_button(state: AppState, overlay: Overlay, piece: Piece) -> AnyView {
    let button = NodeRef::<html::Button>::new();
    let press = StoredValue::new(None::<(f64, f64)>);
    let was_dragged = StoredValue::new(false);
    let place = |event: &PointerEvent| (f64::from(event.client_x()), f64::from(event.client_y()));
    let label = move || state.language.tell(piece_name(piece));
    let down = move |event: PointerEvent| {
        press.set_value(event.is_primary().then(|| place(&event)));
        if let Some(button) = button.get_untracked() {
            // Without capture the piece can still be clicked, but not dragged.
            let _ = button.set_pointer_capture(event.pointer_id());
        }
    };
    let moved = move |event: PointerEvent| {
        let Some((x, y)) = press.get_value() else { return };
        let (now_x, now_y) = place(&event);
        if overlay.drag.with_untracked(Option::is_some) || (now_x - x).hypot(now_y - y) > DRAG_DISTANCE {
            overlay.drag.set(dragged(overlay.grid, &event, piece));
        }
    };
    let up = move |event: PointerEvent| {
        press.set_value(None);
        was_dragged.set_value(overlay.drag.with_untracked(Option::is_some));
        if !was_dragged.get_value() {
            return;
        }
        overlay.drag.set(None);
        if let Some(square) = under(state, overlay.grid, &event) {
            state.board.set_up(&Change::Put(square, Some(piece)));
        }
    };
    view! {
        <button
            node_ref=button
            class="palette__piece"
            aria-label=label
            title=label
            aria-pressed=move || (state.board.setup.stamp.get() == Stamp::Piece(piece)).to_string()
            on:pointerdown=down
            on:pointermove=moved
            on:pointerup=up
            on:pointercancel=move |_| {
                press.set_value(None);
                overlay.drag.set(None);
            }
            on:click=move |_| {
                // The click at the end of a drag does not count.
                if !was_dragged.get_value() {
                    choose(state, Stamp::Piece(piece));
                }
                was_dragged.set_value(false);
            }
        >
            <svg viewBox="0 0 45 45" aria-hidden="true">
                <use href=format!("#{}", piece_id(piece.color, piece.role))></use>
            </svg>
        </button>
    }
    .into_any()
}
