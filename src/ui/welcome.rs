//! What the page shows while no file is open.

use leptos::prelude::*;

use crate::app::AppState;
use crate::chess::{Chess, Position as _};
use crate::ui::board::still::still_board;

/// Records written for this page: a mate, a fork, and three kinds of mistakes.
const EXAMPLE: &str = "\
6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; dm 1; id \"example 1: back rank\";\n\
3qk3/8/8/8/3N4/8/8/3QK3 w - - bm Ne6; c0 \"the knight forks nothing here; the queens decide\"; id \"example 2\";\n\
r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm 0-0 e1c1; id example three\n\
4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1 bm Nd2; id \"example 4: ambiguous\";\n";

/// The page without a file. The board stands where that of `index.html` stood while the program was loaded.
#[component]
pub(super) fn Welcome() -> impl IntoView {
    let state = AppState::expect();
    view! {
        <main class="welcome">
            {still_board(Chess::default().board(), "welcome__board")}
            <div class="welcome__words">
            <h2 class="welcome__title">{state.words("welcome.drop")}</h2>
            <p>
                {state.words("welcome.or")}
            </p>
            <p>
                <button class="button button--primary" on:click=move |_| state.open_bytes("example.epd", EXAMPLE.as_bytes().to_vec())>
                    {state.words("welcome.example")}
                </button>
            </p>
            </div>
        </main>
    }
    .into_any()
}
