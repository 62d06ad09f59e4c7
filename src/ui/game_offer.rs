//! The banner that offers, once for each file, to read its records as those of Chess960.

use leptos::prelude::*;

use crate::app::AppState;
use crate::epd::game::Game;
use crate::ui::button::{Button, buttons};

const ANSWERS: &[Button] = &[
    Button::new("game.accept", "game.accept.title", |state| state.documents.choose_game(Game::Chess960)),
    Button::new("game.decline", "game.decline.title", |state| state.documents.choose_game(Game::Chess)),
];

/// The banner.
#[component]
pub(super) fn GameOffer() -> impl IntoView {
    let state = AppState::expect();
    let is_offered = Memo::new(move |_| state.documents.offers_chess960());
    move || {
        is_offered.get().then(|| {
            view! {
                <section class="banner" role="status" aria-label=state.language.words("game.offer")>
                    <p>{state.language.words("game.suggested")}</p>
                    {buttons(state, ANSWERS)}
                </section>
            }
            .into_any()
        })
    }
}
