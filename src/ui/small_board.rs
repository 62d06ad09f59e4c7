//! A small drawing of a position: squares are the background, and men are those of the page.

use leptos::prelude::*;

/// The drawing. The pieces are given by the number of the square (`a1` is 0) and the letter in FEN.
pub(super) fn small_board(pieces: impl Fn() -> Vec<(u8, char)> + Send + 'static) -> AnyView {
    let man = |(square, letter): (u8, char)| {
        let side = if letter.is_ascii_uppercase() { 'w' } else { 'b' };
        let (file, rank) = (square % 8, 7 - square / 8);
        view! {
            <use href=format!("#{side}{}", letter.to_ascii_uppercase()) x=file.to_string() y=rank.to_string() width="1" height="1"></use>
        }
        .into_any()
    };
    view! {
        <svg class="small-board" viewBox="0 0 8 8" aria-hidden="true">
            {move || pieces().into_iter().map(man).collect_view()}
        </svg>
    }
    .into_any()
}
