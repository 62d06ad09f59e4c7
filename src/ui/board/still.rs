//! A board without any interaction.

use leptos::prelude::*;

use crate::chess::{Board, Piece, Square};
use crate::ui::board::pieces::piece_id;

/// The board, with White at the bottom.
pub(in crate::ui) fn still_board(board: &Board, class: &'static str) -> AnyView {
    let piece = |(square, piece): (Square, Piece)| {
        let (x, y) = (u32::from(square.file()) * 100, 700 - u32::from(square.rank()) * 100);
        let href = format!("#{}", piece_id(piece.color, piece.role));
        view! { <use href=href x=x.to_string() y=y.to_string() width="100" height="100"></use> }.into_any()
    };
    let dark: Vec<String> = (0..32)
        .map(|at| {
            let row = at / 4;
            format!("M{} {}h100v100h-100z", (at % 4) * 200 + (1 - row % 2) * 100, row * 100)
        })
        .collect();
    view! {
        <svg class=class viewBox="0 0 800 800" aria-hidden="true">
            <rect class="square square--light" width="800" height="800"></rect>
            <path class="square square--dark" d=dark.concat()></path>
            {board.clone().into_iter().map(piece).collect_view()}
        </svg>
    }
    .into_any()
}
