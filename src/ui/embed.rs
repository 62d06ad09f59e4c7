//! The view that other pages embed: the board, its lines, some operations, and a link to the full page. It is
//! read-only.

use leptos::ev;
use leptos::prelude::*;

use crate::app::AppState;
use crate::app::language::First;
use crate::app::share::embed::{Showing, refusal, show_embedded, whole_page};
use crate::browser::page;
use crate::commands::Command;
use crate::document::workspace::OpenDocument;
use crate::language::say;
use crate::logic::meaning::meaning;
use crate::logic::picking::Way;
use crate::ui::board::{FramedBoard, turn_text};
use crate::ui::button::{Weight, command, with_key};
use crate::ui::line_stepper::{LineStepper, StepButtons};
use crate::view::RecordView;

/// The commands that are useful here. All of them only show something.
const COMMANDS: &[Command] = &[
    Command::FlipBoard,
    Command::StepBack,
    Command::StepForward,
    Command::NextRecord,
    Command::RecordBefore,
];

/// Opcodes with moves and numbers, in the order in which they are shown. Remarks follow.
const OPCODES: [&str; 4] = ["bm", "am", "dm", "ce"];

/// The view.
#[component]
pub(super) fn Embed(
    /// The language in which the page starts.
    first: First,
) -> impl IntoView {
    let state = AppState::new(first.spoken);
    provide_context(state);
    state.language.keep_language(first.refused);
    state.language.bring_late();
    let (showing, whole) = show_embedded(state.board, state.list, state.files, state.language);
    // A new address means another view or the full page.
    let changes = window_event_listener(ev::hashchange, move |_| page::reload());
    let keys = window_event_listener(ev::keydown, move |event| press(state, &event));
    on_cleanup(move || {
        changes.remove();
        keys.remove();
    });
    let content = move || match showing.get() {
        Showing::Reading => view! { <p role="status">{state.language.tell("embed.reading")}</p> }.into_any(),
        Showing::Records(count) => record_view(state, count),
        Showing::Refused(why) => {
            view! { <p class="embed__refused" role="alert">{state.language.say(&refusal(&why))}</p> }
                .into_any()
        }
    };
    view! {
        <main class="embed" aria-label=state.language.words("embed.title")>
            {content}
            <p class="embed__foot">
                <a href=move || showing.with(|showing| whole_page(showing, &whole)) target="_blank" rel="noopener">{move || open_words(state, showing)}</a>
            </p>
        </main>
    }
    .into_any()
}

fn open_words(state: AppState, showing: RwSignal<Showing>) -> String {
    let is_refused = showing.with(|showing| matches!(showing, Showing::Refused(_)));
    state.language.tell(if is_refused { "embed.go" } else { "embed.open" })
}

fn press(state: AppState, event: &ev::KeyboardEvent) {
    match event.key().as_str() {
        _ if event.ctrl_key() || event.meta_key() => {}
        "ArrowLeft" if !event.alt_key() => state.board.step_line(-1),
        "ArrowRight" if !event.alt_key() => state.board.step_line(1),
        _ => state.press_one_of(event, COMMANDS),
    }
}

fn record_view(state: AppState, count: usize) -> AnyView {
    let name = move || state.documents.record.with(|record| record.as_ref()?.string_of("id"));
    let has_line = move || {
        let has = |r: &RecordView| !r.predicted.is_empty() || !r.supplied.is_empty();
        state.documents.record.with(|record| record.as_ref().is_some_and(has))
    };
    let at = move || {
        state.documents.workspace.with(|w| w.active().and_then(OpenDocument::position).unwrap_or_default())
    };
    let place = move || state.language.say(&say("embed.place", [at() + 1, count]));
    let step = move |to: Command, sign: &'static str, by: isize| {
        let label = to.row().name;
        let is_end = move || at().checked_add_signed(by).is_none_or(|at| at >= count);
        view! {
            <button
                class="button button--small"
                aria-label=state.language.words(label)
                title=move || with_key(state, to, label.into())
                disabled=is_end
                on:click=move |_| state.list.go_by(by, Way::Past)
            >
                {sign}
            </button>
        }
        .into_any()
    };
    let records = (count > 1).then(|| {
        view! {
            <div class="embed__records" role="group" aria-label=state.language.words("list.records")>
                {step(Command::RecordBefore, "‹", -1)}
                <span role="status">{place}</span>
                {step(Command::NextRecord, "›", 1)}
            </div>
        }
        .into_any()
    });
    view! {
        <h1 class="embed__name">{name}</h1>
        <div class="board-head">
            <p class="board-head__turn" role="status">{move || state.language.tell(turn_text(state))}</p>
            {command(state, Command::FlipBoard, Weight::Icon)}
        </div>
        <FramedBoard />
        {move || has_line().then(|| view! {
            <StepButtons />
            <LineStepper />
        }.into_any())}
        <dl class="embed__texts">{move || texts(state)}</dl>
        {records}
    }
    .into_any()
}

/// The operations that are shown beside the board.
fn texts(state: AppState) -> AnyView {
    let rows = state.documents.record.with(|record| record.as_ref().map(rows_of).unwrap_or_default());
    let row = |(opcode, text): (String, String)| {
        view! {
            <div>
                <dt><code>{opcode}</code></dt>
                <dd>{text}</dd>
            </div>
        }
        .into_any()
    };
    rows.into_iter().map(row).collect_view().into_any()
}

fn rows_of(record: &RecordView) -> Vec<(String, String)> {
    let row = |opcode: &str, text: String| (!text.is_empty()).then(|| (opcode.to_owned(), text));
    let value = |opcode: &str| {
        let operands = record.operands_of(opcode);
        // The number of a mate says nothing.
        let score = (opcode == "ce").then(|| meaning(opcode, operands)).flatten();
        score.map_or_else(|| operands.to_owned(), |score| score.english())
    };
    let moves = OPCODES.iter().filter_map(|opcode| row(opcode, value(opcode)));
    let remarks = (0..10).filter_map(|at| {
        let opcode = format!("c{at}");
        row(&opcode, record.string_of(&opcode).unwrap_or_default())
    });
    moves.chain(remarks).collect()
}
