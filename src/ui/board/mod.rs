//! The board: a drawing, and over it a grid of squares for pointer, keyboard and screen reader.

mod arrows;
mod drawing;
mod framed;
mod keys;
mod overlay;
mod palette;
mod pieces;
mod promotion;
mod setup;
mod squares;
pub(super) mod still;

use leptos::prelude::*;

use crate::app::AppState;
use crate::browser::sound::knock;
use crate::chess::{Color, Position as _};
use crate::commands::Command;
use crate::epd::LineKind;
use crate::language::{say, word};
use crate::logic::setup::Stamp;
use crate::logic::stepping::PlayMode;
use crate::ui::button::{Weight, command};
use crate::ui::engine::Engine;
use crate::ui::line_stepper::{LineStepper, StepButtons};
use crate::ui::record_name::named;
use crate::ui::staged_mount::staged_mount;
use crate::ui::study::Standing;
use crate::view::PositionState;
use crate::view::RecordView;
pub(super) use framed::FramedBoard;
use overlay::Overlay;
pub(super) use pieces::piece_id;

/// The board with its controls.
#[component]
pub(super) fn BoardPane() -> impl IntoView {
    let state = AppState::expect();
    let overlay = Overlay::new();
    let setup = state.board.setup.is_on;
    let turned = StoredValue::new(0.0);
    let [has_controls] = staged_mount();
    hear_moves(state);
    let name = move || {
        state.documents.record.with(|record| {
            let name = |record: &RecordView| named(state, &record.name.0, record.name.1, record.kind);
            record.as_ref().map(name).unwrap_or_default()
        })
    };
    let below = move || {
        if !has_controls.get() {
            ().into_any()
        } else if setup.get() {
            view! { <setup::Settings /> }.into_any()
        } else {
            view! {
                <div class="board-foot">
                    <ModeSwitch />
                    <StepButtons />
                </div>
                <Engine />
                <LineStepper />
            }
            .into_any()
        }
    };
    let palette = move |is_top: bool| {
        move || setup.get().then(|| view! { <palette::Palette overlay is_top /> }.into_any())
    };
    // A comment has no side to move.
    let no_record = Memo::new(move |_| {
        state.documents.record.with(|record| record.as_ref().is_some_and(|r| r.kind != LineKind::Record))
    });
    view! {
        <div class="board-head">
            <span class=move || format!("board-head__side board-head__side--{}", side(state)) aria-hidden="true" hidden=move || no_record.get()></span>
            <p class="board-head__turn" role="status">{move || state.language.tell(turn_text(state))}</p>
            <span class="board-head__name">{name}</span>
            {HEAD.map(|one| command(state, one, Weight::Icon)).into_iter().collect_view()}
        </div>
        {palette(true)}
        <div class="board-row">
            <Standing />
            <div
                class="board"
                class:board--stamp=move || setup.get() && state.board.setup.stamp.get() != Stamp::Pointer
                on:wheel=move |event| wheel(state, turned, &event)
            >
                <drawing::Drawing overlay />
                <squares::Squares overlay />
                <promotion::Promotion />
            </div>
        </div>
        {palette(false)}
        {below}
    }
    .into_any()
}

/// Lets moves on the board be heard, if the user wants that.
fn hear_moves(state: AppState) {
    Effect::new(move |before: Option<_>| {
        let (last, ply) = state.board.shown.with(|shown| (shown.last, shown.ply));
        let (is_heard, record) = untrack(|| (state.looks.is_heard(), state.documents.selection()));
        // A record that is selected shows a position, and no move to it.
        let has_moved = before.is_some_and(|(other, before)| other == record && before != ply);
        if let Some(last) = last.filter(|_| is_heard && has_moved) {
            knock(last.is_capture());
        }
        (record, ply)
    });
}

/// The commands over the board.
const HEAD: [Command; 4] = [Command::RecordBefore, Command::NextRecord, Command::FlipBoard, Command::SetUp];

/// The side to move on the board, for the style sheet.
fn side(state: AppState) -> &'static str {
    let shown = state.board.shown.get().chess.map(|chess| chess.turn());
    let turn = shown.or_else(|| state.documents.record.with(|record| record.as_ref().map(|r| r.turn)));
    if turn.is_some_and(Color::is_black) { "black" } else { "white" }
}

/// The board of the first page: a move on it begins a file.
#[component]
pub(super) fn FirstBoard() -> impl IntoView {
    let overlay = Overlay::new();
    view! {
        <div class="board welcome__board">
            <drawing::Drawing overlay />
            <squares::Squares overlay />
            <promotion::Promotion />
        </div>
    }
    .into_any()
}

/// Pixels of scrolling for one move.
const WHEEL_STEP: f64 = 4.0;

/// The same for one record: a turn of the wheel, and not the least touch.
const RECORD_STEP: f64 = 60.0;

/// The wheel over the board steps through the line. Without a line it scrolls the page.
fn wheel(state: AppState, turned: StoredValue<f64>, event: &leptos::ev::WheelEvent) {
    // With Alt or Shift it goes through the records.
    let is_records = event.alt_key() || event.shift_key();
    let can = is_records || untrack(|| state.board.has_line());
    if event.ctrl_key() || state.board.setup.is_on.get_untracked() || !can {
        return;
    }
    event.prevent_default();
    // Some systems scroll sideways while Shift is held.
    let by = if event.delta_y() == 0.0 { event.delta_x() } else { event.delta_y() };
    let sum = turned.get_value() + by;
    if sum.abs() < if is_records { RECORD_STEP } else { WHEEL_STEP } {
        turned.set_value(sum);
        return;
    }
    turned.set_value(0.0);
    match (is_records, sum > 0.0) {
        (true, true) => state.run_command(Command::NextRecord),
        (true, false) => state.run_command(Command::RecordBefore),
        (false, is_on) => state.board.step_line(if is_on { 1 } else { -1 }),
    }
}

/// The key of the text about the side to move and the state of the game.
pub(super) fn turn_text(state: AppState) -> &'static str {
    let shown = state.board.shown.get();
    // A comment has no side to move.
    let turn = state.documents.record.with(|record| {
        let record = record.as_ref().filter(|record| record.kind == LineKind::Record)?;
        Some((record.turn, record.state))
    });
    let Some((turn, position)) = turn else { return "turn.none" };
    let of =
        |color: Color, white: &'static str, black: &'static str| if color.is_white() { white } else { black };
    match (&shown.chess, position) {
        (None, _) | (_, PositionState::Illegal) => of(turn, "turn.white.illegal", "turn.black.illegal"),
        (Some(chess), _) => {
            let side = chess.turn();
            if chess.is_checkmate() {
                of(side, "turn.white.mated", "turn.black.mated")
            } else if chess.is_stalemate() {
                of(side, "turn.white.stalemated", "turn.black.stalemated")
            } else if chess.is_check() {
                of(side, "turn.white.check", "turn.black.check")
            } else {
                of(side, "turn.white", "turn.black")
            }
        }
    }
}

/// The switch for the effect of a move on the board.
#[component]
fn ModeSwitch() -> impl IntoView {
    let state = AppState::expect();
    let mode = state.board.mode;
    let button = move |choice: PlayMode| {
        let help = move || state.language.tell(choice.help());
        let label = move || state.language.tell(choice.label());
        let name =
            move || state.language.say(&say("play.choice", [word(choice.label()), word(choice.help())]));
        view! {
            <label class="switch__choice" title=help>
                <input
                    class="visually-hidden"
                    type="radio"
                    name="play-mode"
                    aria-label=name
                    prop:checked=move || mode.get() == choice
                    on:change=move |_| state.board.set_play_mode(choice)
                />
                <span class="switch__label">{label}</span>
            </label>
        }
        .into_any()
    };
    view! {
        <fieldset class="switch" aria-label=state.language.words("play.name")>
            <legend class="visually-hidden">{state.language.words("play.into")}</legend>
            {PlayMode::ALL.into_iter().map(button).collect_view()}
        </fieldset>
    }
    .into_any()
}
