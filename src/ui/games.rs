//! The question which positions of games become records, and what these keep of the games.

use leptos::prelude::*;

use crate::app::AppState;
use crate::app::files::question::{About, Answer};
use crate::epd::game::Game;
use crate::language::say;
use crate::protocol::{GameReading, Keep, Positions};
use crate::ui::dialog::with_end;

/// The question.
#[component]
pub(super) fn Games() -> impl IntoView {
    let state = AppState::expect();
    with_end(state.questions.games, "games.title", "dialog", body, |state| state.questions.drop_it(true))
}

/// Where it is said whether something is kept.
type Place = fn(&mut GameReading) -> &mut bool;

/// What records can keep, as the dialog names it, and where it is.
const KEPT: [(&str, Place); 5] = [
    ("games.engine", |reading| &mut reading.keep.engine),
    ("games.comments", |reading| &mut reading.keep.comments),
    ("games.eco", |reading| &mut reading.keep.eco),
    ("games.event", |reading| &mut reading.keep.event),
    ("games.result", |reading| &mut reading.keep.result),
];

fn body() -> AnyView {
    let state = AppState::expect();
    let Some(About::Games(name)) = state.questions.about() else { return ().into_any() };
    let (which, ply) = (RwSignal::new(0_u32), RwSignal::new(0_u32));
    // What was said about the positions is kept, what all records of a game would repeat is not.
    let keep = Keep { engine: true, comments: true, ..Keep::default() };
    let reading = RwSignal::new(GameReading {
        positions: Positions::Every,
        keep,
        variations: false,
        game: Game::Chess,
    });
    let answer = move || {
        let positions = match which.get_untracked() {
            0 => Positions::Every,
            1 => Positions::Final,
            _ => Positions::AtPly(ply.get_untracked()),
        };
        state.questions.choose(Answer::Games(GameReading { positions, ..reading.get_untracked() }));
    };
    let kept = move |(name, place): (&'static str, Place)| {
        view! {
            <label class="field field--inline">
                <input
                    type="checkbox"
                    prop:checked=move || *place(&mut reading.get())
                    on:change:target=move |event| reading.update(|reading| *place(reading) = event.target().checked())
                />
                <span>{state.language.tell(name)}</span>
            </label>
        }
        .into_any()
    };
    view! {
        <p class="note">{move || state.language.say(&say("games.question", [name.clone()]))}</p>
        <label class="field">
            <span class="field__label">{state.language.tell("games.positions")}</span>
            <select
                class="input"
                aria-label=state.language.tell("games.positions")
                on:change:target=move |event| which.set(event.target().value().parse().unwrap_or(0))
            >
                <option value="0">{state.language.tell("games.every")}</option>
                <option value="1">{state.language.tell("games.last")}</option>
                <option value="2">{state.language.tell("games.ply")}</option>
            </select>
        </label>
        <label class="field" hidden=move || which.get() != 2>
            <span class="field__label">{state.language.tell("games.plies")}</span>
            <input
                class="input input--number"
                aria-label=state.language.tell("games.plies")
                type="number"
                min="0"
                value="0"
                on:input:target=move |event| ply.set(event.target().value().parse().unwrap_or(0))
            />
        </label>
        <fieldset class="field">
            <legend class="field__label">{state.language.tell("games.kept")}</legend>
            {KEPT.map(kept).into_iter().collect_view()}
        </fieldset>
        {kept(("games.variations", |reading| &mut reading.variations))}
        <div class="button-row">
            <button class="button button--primary" on:click=move |_| answer()>{state.language.tell("command.open")}</button>
        </div>
    }
    .into_any()
}
