//! The event that the server of the page tells of: standings and games.

use leptos::prelude::*;

use crate::app::AppState;
use crate::language::{args, say};
use crate::logic::watched::EventPicture;
use crate::ui::dialog::dialog;

/// The dialog.
#[component]
pub(super) fn Event() -> impl IntoView {
    let watching = AppState::expect().watching;
    Effect::new(move || {
        if !watching.is_open.get() {
            watching.leave_event();
        }
    });
    dialog(watching.is_open, "watched.title", "dialog dialog--report", body)
}

fn body() -> AnyView {
    let state = AppState::expect();
    let how_far = move || {
        if let Some(trouble) = state.watching.trouble.get() {
            return state.language.say(&trouble);
        }
        state.language.say(&state.watching.picture.with(|picture| match picture.stage.as_str() {
            "" => "watched.waits".into(),
            "over" => say("watched.over", args![picture.over]),
            "left" => say("watched.left", args![picture.over]),
            _ => say("watched.played", args![picture.over, picture.played]),
        }))
    };
    let rest = move || match state.watching.picture.with(EventPicture::left_out) {
        0 => String::new(),
        more => state.language.say(&say("watched.more", args![more])),
    };
    view! {
        <p role="status">{how_far}</p>
        <div class="report">{standings(state)} {games(state)} <p>{rest}</p></div>
    }
    .into_any()
}

/// A table with a heading for each column.
fn table(state: AppState, caption: &'static str, columns: [&'static str; 5], rows: AnyView) -> AnyView {
    let heading = |name: &'static str| view! { <th scope="col">{state.language.words(name)}</th> }.into_any();
    view! {
        <table>
            <caption>{state.language.words(caption)}</caption>
            <thead>
                <tr>{columns.map(heading).into_iter().collect_view()}</tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}

fn standings(state: AppState) -> AnyView {
    let cell = |text: &String| view! { <td class="report__number">{text.clone()}</td> }.into_any();
    let row = move |cells: &Vec<String>| {
        let [name, numbers @ ..] = cells.as_slice() else { return ().into_any() };
        view! {
            <tr>
                <th scope="row">{name.clone()}</th>
                {numbers.iter().map(cell).collect_view()}
            </tr>
        }
        .into_any()
    };
    let rows =
        move || state.watching.picture.with(|picture| picture.standings.iter().map(row).collect_view());
    let columns = ["watched.player", "watched.points", "watched.won", "watched.drawn", "watched.lost-games"];
    table(state, "watched.standings", columns, rows.into_any())
}

fn games(state: AppState) -> AnyView {
    let names = move || {
        let name = |row: &Vec<String>| row.first().cloned().unwrap_or_default();
        state.watching.picture.with(|picture| picture.games.iter().map(name).collect::<Vec<_>>())
    };
    let rows =
        view! { <For each=names key=|name| name.clone() children=move |name| game_row(state, name) /> };
    let columns = ["watched.game", "watched.white", "watched.black", "watched.result", "watched.last"];
    table(state, "watched.games", columns, rows.into_any())
}

/// A row whose cells change in place, so that it keeps the focus.
fn game_row(state: AppState, name: String) -> AnyView {
    let cell = |column: usize| {
        let name = name.clone();
        let text = move || state.watching.picture.with(|picture| picture.cell(&name, column).to_owned());
        view! { <td>{text}</td> }.into_any()
    };
    let cells = [1, 2, 3, 4].map(cell);
    let label = {
        let name = name.clone();
        move || state.language.say(&say("watched.open", args![name.as_str()]))
    };
    let shown = name.clone();
    view! {
        <tr>
            <td>
                <button
                    class="button button--small"
                    aria-label=label
                    on:click=move |_| state.watching.open_game(name.clone())
                >
                    {shown}
                </button>
            </td>
            {cells.into_iter().collect_view()}
        </tr>
    }
    .into_any()
}
