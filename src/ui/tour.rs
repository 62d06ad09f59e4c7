//! The tour, above the panes. It covers nothing, so that the whole page can be used in the meantime.

use leptos::prelude::*;

use crate::app::AppState;
use crate::app::parts::Part;
use crate::app::tour::STEPS;
use crate::browser::focus;
use crate::commands::Command;
use crate::language::say;
use crate::ui::button::key_of;

/// The id of the step's text.
const TEXT: &str = "tour-text";

/// The current step.
#[component]
pub(super) fn Tour() -> impl IntoView {
    let state = AppState::expect();
    move || state.tour.step.get().map(|at| step(state, at))
}

/// Shown by few visits: its code can come late.
#[inline(never)]
fn step(state: AppState, at: usize) -> AnyView {
    let tour = state.tour;
    let Some(step) = STEPS.get(at) else { return ().into_any() };
    let is_last = at + 1 == STEPS.len();
    let count =
        move || state.language.say(&say("tour.count", [(at + 1).to_string(), STEPS.len().to_string()]));
    let text = move || {
        let key = step.command.and_then(|command| key_of(state, command));
        // A command without a key is found in the menu.
        let key = key.unwrap_or_else(|| state.language.tell("command.palette"));
        let help = Command::OpcodeHelp;
        let help = key_of(state, help).unwrap_or_else(|| state.language.tell(help.row().name));
        state.language.say(&say(step.text, [key, help]))
    };
    let end = move |_| {
        state.tour.end_tour();
        state.parts.focus(Part::List, "records");
    };
    untrack(|| state.parts.show(step.part));
    // Screen readers announce each step, and the Tab key moves on from there.
    focus::move_to_once_drawn(TEXT);
    let next = (!is_last).then(|| {
        view! {
            <button class="button" on:click=move |_| state.tour.go_on_tour(at + 1)>
                {state.language.words("tour.next")}
            </button>
        }
        .into_any()
    });
    view! {
        <section class="banner tour" aria-label=state.language.words("command.tour")>
            <div id=TEXT class="tour__text" tabindex="-1">
                <p class="tour__count">{count}</p>
                <h2 class="tour__title">{state.language.words(step.title)}</h2>
                <p class="tour__keys">{text}</p>
                <p class="tour__touch">{state.language.words(step.touch)}</p>
            </div>
            <p class="tour__done" role="status">{move || tour.is_done.get().then(|| state.language.tell("tour.done"))}</p>
            <div class="button-row">
                <button class="button" disabled=at == 0 on:click=move |_| state.tour.go_on_tour(at - 1)>
                    {state.language.words("tour.back")}
                </button>
                {next}
                <button class="button" on:click=end>{state.language.words("tour.end")}</button>
            </div>
        </section>
    }
    .into_any()
}
