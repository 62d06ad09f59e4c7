//! The board as a picture: it shows everything, but nothing on it can be moved.

use leptos::prelude::*;

use crate::app::AppState;
use crate::ui::board::drawing::{Drawing, shown_board};
use crate::ui::board::overlay::Overlay;
use crate::ui::board::pieces::piece_name;

/// The board.
#[component]
pub(crate) fn FramedBoard() -> impl IntoView {
    let state = AppState::expect();
    // A description of the position for users who do not see the drawing.
    let pieces = move || {
        let piece = |(square, piece)| format!("{} {square}", state.language.tell(piece_name(piece)));
        shown_board(state).into_iter().map(piece).collect::<Vec<_>>().join(", ")
    };
    view! {
        <div class="board" role="img" aria-label=pieces>
            <Drawing overlay=Overlay::new() />
        </div>
    }
    .into_any()
}
