//! The parts of a position beside its pieces: side to move, castling, en passant, counters.

use leptos::prelude::*;

use crate::app::AppState;
use crate::chess::{CastlingSide, Color, Square};
use crate::epd::parse;
use crate::epd::position::move_counters;
use crate::epd::setup::{Change, Right, Settings as SetUp};
use crate::language::say;
use crate::ui::button::{Button, buttons};

const WHOLE: &[Button] = &[
    Button::new("setup.start", "setup.start.title", |state| state.board.set_up(&Change::Start)).small(),
    Button::new("setup.clear", "setup.clear.title", |state| state.board.set_up(&Change::Clear)).small(),
    Button::new("setup.mirror", "setup.mirror.title", |state| state.board.set_up(&Change::Mirror)).small(),
    Button::new("setup.reverse", "setup.reverse.title", |state| state.editing.reverse_record()).small(),
];

/// The settings of the position that is being set up.
#[component]
pub(super) fn Settings() -> impl IntoView {
    let state = AppState::expect();
    let known = Memo::new(move |_| {
        state.documents.record.with(|record| {
            let record = record.as_ref()?;
            let parsed = parse(&record.text);
            let fields: Vec<_> = (0..4)
                .filter_map(|at| parsed.field(at))
                .map(|field| String::from_utf8_lossy(field).into_owned())
                .collect();
            let (halfmoves, fullmoves) = move_counters(&parsed);
            let fen = format!("{} {halfmoves} {fullmoves}", fields.join(" "));
            Some((SetUp::of(&parsed), halfmoves, fullmoves, fen))
        })
    });
    let set = Memo::new(move |_| known.with(|known| known.as_ref().map(|known| known.0.clone())));
    let turn = move |color: Color, name: &'static str| {
        view! {
            <label class="field field--inline">
                <input
                    type="radio"
                    name="setup-turn"
                    prop:checked=move || set.with(|set| set.as_ref().is_some_and(|set| set.turn == color))
                    on:change=move |_| state.board.set_up(&Change::Turn(color))
                />
                <span>{state.language.words(name)}</span>
            </label>
        }
        .into_any()
    };
    let right = move |at: usize| {
        let of = move || set.with(|set| set.as_ref().map(|set| set.rights[at]));
        view! {
            <label class="field field--inline">
                <input
                    type="checkbox"
                    prop:checked=move || of().is_some_and(|right| right.is_given)
                    disabled=move || !of().is_some_and(|right| right.is_given || right.is_possible)
                    on:change:target=move |event| {
                        if let Some(right) = set.with_untracked(|set| set.as_ref().map(|set| set.rights[at])) {
                            state.board.set_up(&Change::Castling(right.color, right.side, event.target().checked()));
                        }
                    }
                />
                <span>{move || of().map(|right| state.language.tell(right_name(right)))}</span>
            </label>
        }
        .into_any()
    };
    let targets = move || {
        let (targets, chosen) =
            set.with(|set| set.as_ref().map(|set| (set.targets.clone(), set.en_passant))).unwrap_or_default();
        let option = |square: Square| {
            view! { <option value=square.to_string() selected=chosen == Some(square)>{square.to_string()}</option> }
                .into_any()
        };
        view! {
            <option value="-" selected=chosen.is_none()>
                "–"
            </option>
            {targets.into_iter().map(option).collect_view()}
        }
        .into_any()
    };
    let no_target = move || set.with(|set| set.as_ref().is_none_or(|set| set.targets.is_empty()));
    let counter = move |name: &'static str,
                        opcode: &'static str,
                        least: u32,
                        of: fn(&(SetUp, u32, u32, String)) -> u32| {
        view! {
            <label class="field field--inline">
                <span class="field__label">{state.language.words(name)}</span>
                <input
                    class="input input--short"
                    type="number"
                    min=least.to_string()
                    prop:value=move || known.with(|known| known.as_ref().map(of).unwrap_or_default().to_string())
                    on:change:target=move |event| {
                        let number = event.target().value().parse().unwrap_or(least).max(least);
                        state.editing.set_operation(opcode, &number.to_string());
                    }
                />
            </label>
        }
        .into_any()
    };
    view! {
        <div class="setup" role="group" aria-label=state.language.words("setup.title")>
            <div class="button-row">{buttons(state, WHOLE)}</div>
            <div class="button-row" role="radiogroup" aria-label=state.language.words("setup.turn")>
                <span class="field__label">{state.language.words("setup.turn")}</span>
                {turn(Color::White, "side.white")}
                {turn(Color::Black, "side.black")}
            </div>
            <div class="button-row" role="group" aria-label=state.language.words("setup.castling")>
                <span class="field__label">{state.language.words("setup.castling")}</span>
                {(0..4).map(right).collect_view()}
            </div>
            <div class="button-row">
                <label class="field field--inline">
                    <span class="field__label">{state.language.words("setup.en-passant")}</span>
                    <select
                        class="input"
                        disabled=no_target
                        on:change:target=move |event| {
                            state.board.set_up(&Change::EnPassant(event.target().value().parse().ok()));
                        }
                    >
                        {targets}
                    </select>
                </label>
                {counter("setup.halfmoves", "hmvc", 0, |known| known.1)}
                {counter("setup.fullmoves", "fmvn", 1, |known| known.2)}
            </div>
            <Chess960 />
            <FenField fen=Memo::new(move |_| {
                known.with(|known| known.as_ref().map(|known| known.3.clone()).unwrap_or_default())
            }) />
            <p class="note">{state.language.words("setup.hint")}</p>
        </div>
    }
    .into_any()
}

fn right_name(right: Right) -> &'static str {
    match (right.color, right.side) {
        (Color::White, CastlingSide::KingSide) => "setup.white-short",
        (Color::White, CastlingSide::QueenSide) => "setup.white-long",
        (Color::Black, CastlingSide::KingSide) => "setup.black-short",
        (Color::Black, CastlingSide::QueenSide) => "setup.black-long",
    }
}

/// The number of the last starting position of Chess960.
const LAST: u16 = 959;

/// The number of a Chess960 starting position.
#[component]
fn Chess960() -> impl IntoView {
    let state = AppState::expect();
    let number = RwSignal::new(518_u16);
    view! {
        <div class="button-row">
            <label class="field field--inline">
                <span class="field__label">{state.language.words("setup.chess960")}</span>
                <input
                    class="input input--short"
                    type="number"
                    min="0"
                    max=LAST.to_string()
                    data-own-undo="true"
                    prop:value=move || number.get().to_string()
                    on:change:target=move |event| {
                        let chosen = event.target().value().trim().parse().ok();
                        if let Some(chosen) = chosen.filter(|&number| number <= LAST) {
                            number.set(chosen);
                        } else {
                            event.target().set_value(&number.get_untracked().to_string());
                            state.notices.problem(say("setup.chess960.range", [LAST.to_string()]));
                        }
                    }
                />
            </label>
            <button class="button button--small" on:click=move |_| state.board.set_up(&Change::Chess960(number.get_untracked()))>
                {state.language.words("setup.chess960.set")}
            </button>
        </div>
    }
    .into_any()
}

/// The position as FEN. It is read when the user leaves the field, if it is valid.
#[component]
fn FenField(fen: Memo<String>) -> impl IntoView {
    let state = AppState::expect();
    let is_wrong = RwSignal::new(false);
    // A position that was set up otherwise is the answer to a text that was none.
    Effect::new(move || {
        fen.track();
        is_wrong.set(false);
    });
    let take = move |typed: String| {
        if typed.trim() == fen.get_untracked() {
            is_wrong.set(false);
            return;
        }
        is_wrong.set(!state.board.set_up_fen(typed.trim()));
    };
    view! {
        <label class="field">
            <span class="field__label">{state.language.words("setup.fen")}</span>
            <input
                id="setup-fen"
                class="input input--mono"
                data-own-undo="true"
                spellcheck="false"
                autocomplete="off"
                aria-invalid=move || is_wrong.get().to_string()
                aria-errormessage="setup-fen-wrong"
                prop:value=move || fen.get()
                on:change:target=move |event| take(event.target().value())
            />
        </label>
        <p id="setup-fen-wrong" class="field__error" role="alert">
            {move || is_wrong.get().then(|| state.language.tell("setup.fen.wrong"))}
        </p>
    }
    .into_any()
}
