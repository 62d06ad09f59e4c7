//! The question what the columns of a table become.

use leptos::prelude::*;

use crate::app::AppState;
use crate::app::files::question::{About, Answer};
use crate::epd::opcode::{OPCODES, lookup};
use crate::language::say;
use crate::logic::tables::obstacle;
use crate::protocol::Column;
use crate::ui::dialog::with_end;

/// The most letters of a cell that are shown.
const MOST_SHOWN: usize = 40;

/// The question.
#[component]
pub(super) fn Tables() -> impl IntoView {
    let state = AppState::expect();
    with_end(state.questions.table, "table.title", "dialog", body, |state| state.questions.drop_it(false))
}

fn body() -> AnyView {
    let state = AppState::expect();
    let Some(About::Table(name, columns)) = state.questions.about() else { return ().into_any() };
    // What each column becomes; nothing, if it is left out.
    let targets: Vec<_> =
        columns.iter().map(|column| RwSignal::new(column.target.clone().unwrap_or_default())).collect();
    let obstacle = {
        let targets = targets.clone();
        move || obstacle(&targets.iter().map(|target| target.get()).collect::<Vec<_>>())
    };
    let open = {
        let targets = targets.clone();
        move |_| {
            let targets = targets.iter().map(|target| target.get_untracked());
            state.questions.choose(Answer::Table(targets.collect()));
        }
    };
    let fields =
        columns.into_iter().zip(targets).map(|(column, target)| field(column, target)).collect_view();
    view! {
        <p class="note">{move || state.language.say(&say("table.question", [name.clone()]))}</p>
        {fields}
        <p class="note" role="status">
            {
                let obstacle = obstacle.clone();
                move || obstacle().map(|obstacle| state.language.say(&obstacle))
            }
        </p>
        <div class="button-row">
            <button class="button button--primary" disabled=move || obstacle().is_some() on:click=open>
                {state.language.tell("command.open")}
            </button>
            <button class="button" on:click=move |_| state.questions.choose(Answer::AsItIs)>
                {state.language.tell("table.as-it-is")}
            </button>
        </div>
    }
    .into_any()
}

/// The name of a column, its first value, and a list of what it can become.
fn field(column: Column, target: RwSignal<String>) -> AnyView {
    let state = AppState::expect();
    let Column { name, sample, target: own } = column;
    let sample: String = sample.chars().take(MOST_SHOWN).collect();
    let option = |(value, shown): (String, Option<&'static str>)| {
        let is_chosen = target.with_untracked(|target| *target == value);
        let shown = {
            let value = value.clone();
            move || shown.map_or_else(|| value.clone(), |shown| state.language.tell(shown))
        };
        view! {
            <option value=value selected=is_chosen>
                {shown}
            </option>
        }
        .into_any()
    };
    let first = [(String::new(), Some("table.left-out")), ("fen".to_owned(), Some("table.position"))];
    // Counts of moves have opcodes that no list has.
    let own = own.filter(|own| own != "fen" && lookup(own.as_bytes()).is_none());
    let opcodes = OPCODES.iter().map(|spec| spec.name.to_owned()).chain(own).map(|opcode| (opcode, None));
    let options = first.into_iter().chain(opcodes).map(option);
    view! {
        <label class="field">
            <span class="field__label">{name.clone()}</span>
            <small>{sample}</small>
            <select
                class="input"
                aria-label=name
                on:change:target=move |event| target.set(event.target().value())
            >
                {options.collect_view()}
            </select>
        </label>
    }
    .into_any()
}
