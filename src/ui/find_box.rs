//! The search box for records.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use crate::app::AppState;
use crate::browser::focus;
use crate::language::{args, say};
use crate::query::TERMS;
use crate::ui::button::{Button, buttons};
use crate::ui::record_columns::title;

/// Milliseconds without a key before a query runs.
const PAUSE_MS: u64 = 200;

const ORDER: &[Button] =
    &[Button::new("find.keep-order", "find.keep-order.title", |state| state.list.keep_order()).small()];

/// Queries that are asked often: the key of the name, and the query.
const OFTEN: [(&str, &str); 7] = [
    ("find.all", ""),
    ("find.problems", "(error | warning)"),
    ("find.unsolved", "unsolved"),
    ("find.changed", "changed"),
    ("find.analysed", "has:pv"),
    ("find.mates", "mate"),
    ("find.repeated", "dup"),
];

/// Buttons that write a query.
fn chips(state: AppState) -> AnyView {
    let chip = |(name, query): (&'static str, &'static str)| {
        view! {
            <button
                class="chip"
                aria-pressed=move || {
                    let is_asked = state.list.query.with(|now| now.trim() == query);
                    (is_asked && !state.list.is_part_without_query()).to_string()
                }
                title=move || {
                    if query.is_empty() {
                        state.language.tell("find.all.title")
                    } else {
                        state.language.say(&say("find.often.title", [query.to_owned()]))
                    }
                }
                on:click=move |_| {
                    state.list.query.set(query.to_owned());
                    if query.is_empty() { state.list.clear_find() } else { state.list.find(query) }
                }
            >
                {state.language.words(name)}
            </button>
        }
        .into_any()
    };
    view! {
        <div class="chips" role="group" aria-label=state.language.words("find.often")>
            {OFTEN.map(chip).into_iter().collect_view()}
        </div>
    }
    .into_any()
}

/// The box and the result of the query.
#[component]
pub(super) fn FindBox() -> impl IntoView {
    let state = AppState::expect();
    let find = state.list;
    let pause = StoredValue::new_local(None::<TimeoutHandle>);
    let stop_waiting = move || {
        if let Some(handle) = pause.try_update_value(Option::take).flatten() {
            handle.clear();
        }
    };
    let ask = move || {
        stop_waiting();
        state.list.find(&find.query.get_untracked());
    };
    let wait = move || {
        stop_waiting();
        let pause_length = std::time::Duration::from_millis(PAUSE_MS);
        pause.set_value(set_timeout_with_handle(ask, pause_length).ok());
    };
    let press = move |event: KeyboardEvent| {
        match event.key().as_str() {
            "Escape" => {
                stop_waiting();
                state.list.clear_find();
            }
            "Enter" => ask(),
            "ArrowDown" if !event.alt_key() => {
                focus::move_to("records");
                state.list.select_listed();
            }
            _ => return,
        }
        event.prevent_default();
    };
    let choices = move || {
        let begun = find.query.get();
        let start = begun.rfind([' ', '(', '|', '-']).map_or(0, |at| at + 1);
        let before = begun[..start].to_owned();
        TERMS
            .iter()
            .map(|term| view! { <option value=format!("{before}{}", term.example)>{state.language.say(&term.key.into())}</option> }.into_any())
            .collect_view()
    };
    let arranging = move || find.arranging.get().map(|(what, done)| state.language.say(&say(what, [done])));
    let found = move || {
        find.found.with(|found| {
            let found = found.as_ref()?;
            let count = found.ids.len();
            Some(state.language.say(&if let Some((groups, _)) = &found.groups {
                say("find.groups", [*groups, count])
            } else if let Some((by, _)) = find.sorted.get() {
                say("find.sorted", args![count, title(state, &by)])
            } else if found.done < found.total {
                say("find.so-far", [count, found.done * 100 / found.total])
            } else {
                say("find.found", [count, found.total])
            }))
        })
    };
    // Screen readers announce only the result, because progress would be announced again and again.
    let live = move || {
        let is_asked = find.found.with(|found| found.as_ref().is_some_and(|found| found.done < found.total));
        if is_asked || find.arranging.with(Option::is_some) { "off" } else { "polite" }
    };
    let refused = move || {
        find.refused.with(|refused| {
            let refused = refused.as_ref()?;
            Some(state.language.say(&say("find.refused", args![&refused.part, &refused.reason])))
        })
    };
    let has_order = Memo::new(move |_| find.sorted.with(Option::is_some));
    view! {
        <search class="find">
            <input
                id="find"
                class="input find__query"
                type="search"
                data-own-undo="true"
                aria-label=state.language.words("find.label")
                aria-describedby="find-result"
                placeholder=state.language.words("find.placeholder")
                list="query-terms"
                autocomplete="off"
                spellcheck="false"
                aria-invalid=move || find.refused.with(Option::is_some).to_string()
                prop:value=move || find.query.get()
                on:input:target=move |event| {
                    find.query.set(event.target().value());
                    wait();
                }
                on:keydown=press
            />
            <datalist id="query-terms">{choices}</datalist>
            {chips(state)}
            <p id="find-result" class="find__result" class:find__result--refused=move || find.refused.with(Option::is_some) role="status" aria-live=live>
                {move || refused().or_else(arranging).or_else(found)}
            </p>
            {move || has_order.get().then(|| buttons(state, ORDER))}
        </search>
    }
    .into_any()
}
