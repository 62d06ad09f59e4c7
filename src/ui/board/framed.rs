//! The board as a picture: it shows everything, but nothing on it can be moved.

use leptos::prelude::*;

use crate::app::AppState;
use crate::chess::{Piece, Square};
use crate::language::{args, enumeration, say, word};
use crate::ui::board::drawing::{Drawing, shown_board};
use crate::ui::board::overlay::Overlay;
use crate::ui::board::pieces::piece_name;

/// The board.
#[component]
pub(crate) fn FramedBoard() -> impl IntoView {
    let state = AppState::expect();
    // A description of the position for users who do not see the drawing.
    let pieces = move || {
        let piece = |(square, piece): (Square, Piece)| {
            say("board.piece-on", args![word(piece_name(piece)), square.to_string()])
        };
        enumeration(shown_board(state).into_iter().map(piece)).map(|text| state.language.say(&text))
    };
    view! {
        <div class="board" role="img" aria-label=pieces>
            <Drawing overlay=Overlay::new() />
        </div>
    }
    .into_any()
}
