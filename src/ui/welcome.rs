//! The start page, without an open file.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::AppState;
use crate::app::tour::{EXAMPLES, Example};
use crate::commands::Command;
use crate::text::encoding::CodePage;
use crate::ui::board::FirstBoard;
use crate::ui::button::{Weight, command};
use crate::ui::recent::recent_list;
use crate::ui::small_board::small_board;
use crate::view::{Column, RowView};

/// The start page. Its board replaces the one that `index.html` shows while the program is loaded.
#[component]
pub(super) fn Welcome() -> impl IntoView {
    let state = AppState::expect();
    let open = move |file: &'static str| {
        spawn_local(async move {
            state.files.open_example(file).await;
        });
    };
    let example = move |&Example { file, name, about, shown }: &'static Example| {
        let pieces =
            move || RowView::of(shown.as_bytes(), CodePage::default(), &[Column::SmallDiagram]).pieces;
        view! {
            <li>
                // The button says the same; the board is only a larger place to press.
                <span class="welcome__example" on:click=move |_| open(file)>{small_board(pieces)}</span>
                <button class="button" on:click=move |_| open(file)>{state.language.words(name)}</button>
                <span class="note">{state.language.words(about)}</span>
            </li>
        }
        .into_any()
    };
    view! {
        <div class="welcome">
            <FirstBoard />
            <div class="welcome__words">
                <h2 class="welcome__title">{state.language.words("welcome.drop")}</h2>
                <p>{state.language.words("welcome.or")}</p>
                <p class="note">{state.language.words("welcome.board")}</p>
                <p class="welcome__begin">
                    {command(state, Command::Open, Weight::Primary)}
                    {command(state, Command::New, Weight::Plain)}
                    {command(state, Command::Paste, Weight::Plain)}
                    {command(state, Command::Tour, Weight::Plain)}
                </p>
                {move || {
                    state.files.recent.all.with(|all| !all.is_empty()).then(|| {
                        view! {
                            <h3>{state.language.words("recent.title")}</h3>
                            {recent_list(state)}
                        }
                    })
                }}
                <h3>{state.language.words("welcome.examples")}</h3>
                <ul class="welcome__examples" aria-label=state.language.words("welcome.examples")>
                    {EXAMPLES.iter().map(example).collect_view()}
                </ul>
            </div>
        </div>
    }
    .into_any()
}
