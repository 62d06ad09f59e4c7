//! The field for the operands of one operation. Its kind depends on the opcode.

use std::sync::Arc;

use leptos::prelude::*;

use crate::app::AppState;
use crate::browser::focus;
use crate::epd::opcode::{Operands, lookup};
use crate::epd::write::WriteError;
use crate::language::{Text, args, say};
use crate::logic::meaning::{meaning, typed_score, typed_time};
use crate::logic::operands::{cut_before, is_move, sans_after};
use crate::logic::stepping::PlayMode;
use crate::ui::button::{IconButton, icon_button};
use crate::ui::icon::icon;
use crate::view::OperationRow;

type Row = Memo<Option<OperationRow>>;

fn operands(row: Row) -> String {
    row.with(|row| row.as_ref().map(|row| row.operands.clone()).unwrap_or_default())
}

/// Sets the operands of the operation of a row.
fn set(state: AppState, row: Row, operands: &str) {
    if let Some(row) = row.get_untracked() {
        state.editing.set_operands(&row, operands);
    }
}

/// The field.
#[component]
pub(super) fn OperandField(
    /// The opcode whose operands are edited.
    opcode: String,
    /// The present operation.
    row: Row,
) -> impl IntoView {
    let state = AppState::expect();
    match lookup(opcode.as_bytes()).map(|spec| spec.operands) {
        Some(Operands::None) => view! { <span class="operand operand--none">{move || state.language.say(&Operands::None.key().into())}</span> }.into_any(),
        Some(Operands::MoveSet) => moves_field(opcode, row, false),
        Some(Operands::MoveLine) => moves_field(opcode, row, true),
        Some(Operands::Move) => move_field(opcode, row),
        Some(Operands::String | Operands::OptionalString) => string_field(opcode, row),
        Some(Operands::Keyword(words)) => keyword_field(opcode, row, words),
        Some(Operands::Timestamp) => timestamp_field(opcode, row),
        Some(operands @ Operands::Integer { .. }) => {
            number_field(opcode, row, operands.in_words())
        }
        Some(Operands::Clocks) => {
            plain_field(opcode, row, "hint.clocks".into())
        }
        Some(Operands::TwoStrings | Operands::TagPairs | Operands::Any) | None => {
            let hint = lookup(opcode.as_bytes()).map_or("hint.unknown", |spec| spec.operands.key()).into();
            plain_field(opcode, row, hint)
        }
    }
}

/// The operands as they are written in the line.
fn plain_field(opcode: String, row: Row, hint: Text) -> AnyView {
    view! { <span class="operand operand--set">{typed_field(opcode, row, hint, false)}</span> }.into_any()
}

/// One integer, and what it means.
fn number_field(opcode: String, row: Row, hint: Text) -> AnyView {
    let state = AppState::expect();
    let name = opcode.clone();
    let words = move || meaning(&name, &operands(row)).map(|words| state.language.say(&words));
    view! {
        <span class="operand operand--number">
            {typed_field(opcode, row, hint, true)}
            <output class="operand__meaning">{words}</output>
        </span>
    }
    .into_any()
}

/// A field for operands as they are written in the line; for a score or a time also as people write it. It shows the hint while it
/// is empty.
fn typed_field(opcode: String, row: Row, hint: Text, is_number: bool) -> AnyView {
    let state = AppState::expect();
    let error = RwSignal::new(None::<Text>);
    // The operands that stayed when a text was refused: other ones are newer than the text.
    let kept = RwSignal::new(String::new());
    let is_refused = move || error.with(Option::is_some) && kept.get() == operands(row);
    let is_typed_otherwise = matches!(opcode.as_str(), "ce" | "acs");
    let of_people = match opcode.as_str() {
        "ce" => |typed: &str| typed_score(typed).map(|score| score.to_string()),
        "acs" => |typed: &str| typed_time(typed).map(|seconds| seconds.to_string()),
        _ => |_: &str| None,
    };
    let written = move |typed: &str| of_people(typed).unwrap_or_else(|| typed.trim().to_owned());
    // The typed text stays, including blanks at its end, while it means the same as the record or cannot be
    // put into the record yet.
    let typed = RwSignal::new(String::new());
    let value = move || {
        let (typed, operands) = (typed.get(), operands(row));
        if written(&typed) == operands || is_refused() { typed } else { operands }
    };
    let label = opcode.clone();
    let hint = Memo::new(move |_| state.language.say(&hint));
    let name = opcode;
    on_cleanup(move || tell_lost(name, error, &typed.try_get_untracked().unwrap_or_default()));
    view! {
        <input
            class="input"
            aria-label=label
            aria-invalid=move || is_refused().to_string()
            inputmode=if is_number && !is_typed_otherwise { "numeric" } else { "text" }
            placeholder=move || hint.get()
            title=move || hint.get()
            autocomplete="off"
            spellcheck="false"
            prop:value=value
            on:input:target=move |event| {
                let text = event.target().value();
                let Some(row) = row.get_untracked() else { return };
                error.set(state.editing.set_whole_operands(&row, &written(&text)).err().map(WriteError::text));
                kept.set(row.operands);
                typed.set(text);
            }
            // What was typed in another way is shown as it is in the line.
            on:blur=move |_| if !untrack(is_refused) { typed.set(String::new()) }
        />
        {field_error(Box::new(move || error.get().filter(|_| is_refused())))}
    }
    .into_any()
}

/// Tells the user of a text that was refused, when its field goes: another record is selected, or the file is closed.
fn tell_lost(opcode: String, error: RwSignal<Option<Text>>, typed: &str) {
    if let Some(reason) = error.try_get_untracked().flatten().filter(|_| !typed.is_empty()) {
        AppState::expect().notices.problem(say("toast.field-lost", args![opcode, typed, reason]));
    }
}

/// What moves on the board are for, where it is this opcode.
fn mode_of(opcode: &str) -> Option<PlayMode> {
    PlayMode::ALL.into_iter().find(|mode| mode.label() == opcode)
}

/// A button after which moves on the board go into an operation, and which ends that.
fn picker(mode: PlayMode) -> AnyView {
    let state = AppState::expect();
    let is_on = move || state.board.mode.get() == mode;
    icon_button(IconButton {
        icon: "piece",
        words: Arc::new(move || state.language.say(&say("operand.pick", [mode.label()]))),
        is_on: Some(Box::new(is_on)),
        obstacle: None,
        press: Box::new(move || {
            state.board.set_play_mode(if untrack(is_on) { PlayMode::Try } else { mode });
        }),
    })
}

/// Why the typed text is not in the record yet.
fn field_error(why: Box<dyn Fn() -> Option<Text> + Send>) -> AnyView {
    let state = AppState::expect();
    let error = move || {
        why().map(|text| {
            view! { <span class="field__error" role="alert">{state.language.say(&text)}</span> }.into_any()
        })
    };
    view! { {error} }.into_any()
}

/// A string, shown without its quotes.
fn string_field(opcode: String, row: Row) -> AnyView {
    let state = AppState::expect();
    let error = RwSignal::new(None::<Text>);
    let typed = RwSignal::new(String::new());
    let name = opcode.clone();
    on_cleanup(move || tell_lost(name, error, &typed.try_get_untracked().unwrap_or_default()));
    let value = move || {
        row.with(|row| {
            row.as_ref()
                .map(|row| row.string.clone().unwrap_or_else(|| row.operands.clone()))
                .unwrap_or_default()
        })
    };
    view! {
        <span class="operand">
            <input
                class="input"
                aria-label=opcode
                aria-invalid=move || error.with(Option::is_some).to_string()
                autocomplete="off"
                prop:value=value
                on:input:target=move |event| {
                    let Some(row) = row.get_untracked() else { return };
                    typed.set(event.target().value());
                    error.set(state.editing.set_string(&row, &typed.get_untracked()).err().map(WriteError::text));
                }
            />
            {field_error(Box::new(move || error.get()))}
        </span>
    }
    .into_any()
}

/// One word from a list.
#[inline(never)]
fn keyword_field(opcode: String, row: Row, words: &'static [&'static str]) -> AnyView {
    let state = AppState::expect();
    let other = move || Some(operands(row)).filter(|word| !words.contains(&word.as_str()));
    view! {
        <select
            class="input operand"
            aria-label=opcode
            prop:value=move || operands(row)
            on:change:target=move |event| set(state, row, &event.target().value())
        >
            {move || other().map(|word| view! { <option value=word.clone() selected=true>{word.clone()}</option> }.into_any())}
            {words
                .iter()
                .map(|&word| view! { <option value=word selected=move || operands(row) == word>{word}</option> }.into_any())
                .collect_view()}
        </select>
    }.into_any()
}

/// A date and a time of day, in UTC.
#[inline(never)]
fn timestamp_field(opcode: String, row: Row) -> AnyView {
    let state = AppState::expect();
    // The parts are recognised by their separators, so that either can be set first.
    let part = move |sign: char| {
        operands(row).split_whitespace().find(|part| part.contains(sign)).unwrap_or_default().to_owned()
    };
    let set = move |date: String, time: String| {
        if let Some(row) = row.get_untracked() {
            state.editing.type_operands(&row, format!("{date} {time}").trim());
        }
    };
    let (date, time) = (say("operand.date", [opcode.clone()]), say("operand.time", [opcode]));
    view! {
        <span class="operand operand--pair">
            <input
                class="input"
                type="date"
                aria-label=move || state.language.say(&date)
                // Date fields of browsers use hyphens.
                prop:value=move || part('.').replace('.', "-")
                on:change:target=move |event| set(event.target().value().replace('-', "."), part(':'))
            />
            <input
                class="input"
                type="time"
                step="1"
                aria-label=move || state.language.say(&time)
                prop:value=move || part(':')
                on:change:target=move |event| {
                    let time = event.target().value();
                    // The browser omits seconds that are zero.
                    let time = if time.len() == 5 { format!("{time}:00") } else { time };
                    set(part('.'), time);
                }
            />
        </span>
    }
    .into_any()
}

/// The legal moves in SAN after some moves from the record's own position; none where these cannot be played.
fn legal_sans(after: &[String]) -> Vec<String> {
    AppState::expect().documents.record.with(|record| {
        let chess = record.as_ref().and_then(|record| record.chess.as_ref());
        chess.map(|chess| sans_after(chess, after)).unwrap_or_default()
    })
}

/// One move, picked from the legal ones.
#[inline(never)]
fn move_field(opcode: String, row: Row) -> AnyView {
    let state = AppState::expect();
    let sans = Memo::new(move |_| legal_sans(&[]));
    let current = Memo::new(move |_| operands(row));
    let options = move || {
        let now = current.get();
        let mut choices = sans.get();
        if !choices.contains(&now) {
            choices.insert(0, now.clone());
        }
        choices
            .into_iter()
            .map(|san| {
                view! { <option value=san.clone() selected=san == now>{san.clone()}</option> }.into_any()
            })
            .collect_view()
    };
    let can_pick = mode_of(&opcode);
    view! {
        <span class="operand operand--set">
            <select
                class="input input--short"
                aria-label=opcode
                on:change:target=move |event| set(state, row, &event.target().value())
            >
                {options}
            </select>
            {can_pick.map(picker)}
        </span>
    }
    .into_any()
}

/// Takes a move out of a set, or ends a line before it.
#[inline(never)]
fn take(row: Row, moves: Memo<Vec<String>>, is_line: bool, at: usize) {
    let mut all = moves.get_untracked();
    if is_line {
        all = cut_before(&all, at).to_vec();
    } else {
        all.remove(at);
    }
    // The button that was pressed may be gone, so the keyboard goes on with the choice of a move.
    focus::move_to_first(".operand:focus-within select");
    set(AppState::expect(), row, &all.join(" "));
}

/// Moves, each with a button: a set loses the move, a line ends before it. Legal moves can be added; those of a line
/// follow it.
#[inline(never)]
fn moves_field(opcode: String, row: Row, is_line: bool) -> AnyView {
    let state = AppState::expect();
    let moves = Memo::new(move |_| crate::epd::write::split_operands(&operands(row)));
    let add = move |san: String| {
        let mut all = moves.get_untracked();
        all.push(san);
        if !is_line {
            all.sort();
        }
        set(state, row, &all.join(" "));
    };
    let (words, sign) = if is_line { ("operand.cut", "scissors") } else { ("operand.take", "x") };
    let name = opcode.clone();
    let chips = move || {
        let name = name.clone();
        let chip = move |(at, san): (usize, String)| {
            let words = state.language.say(&say(words, [san.clone(), name.clone()]));
            view! {
                <button class="chip" aria-label=words.clone() title=words on:click=move |_| take(row, moves, is_line, at)>
                    {state.looks.moves_shown(&san)}
                    {icon(sign)}
                </button>
            }
            .into_any()
        };
        moves.get().into_iter().enumerate().filter(|(_, word)| is_move(word)).map(chip).collect_view()
    };
    let options = move || {
        let known = moves.get();
        let mut sans = legal_sans(if is_line { &known } else { &[] });
        sans.retain(|san| is_line || !known.contains(san));
        let option = |san: String| view! { <option value=san.clone()>{san.clone()}</option> }.into_any();
        sans.into_iter().map(option).collect_view()
    };
    let can_pick = mode_of(&opcode);
    let typed = is_line.then(|| typed_field(opcode.clone(), row, Operands::MoveLine.key().into(), false));
    let put = say("operand.put", [opcode]);
    view! {
        <span class="operand operand--set">
            {typed}
            {chips}
            <select
                class="input input--short"
                aria-label=move || state.language.say(&put)
                prop:value=""
                on:change:target=move |event| {
                    let san = event.target().value();
                    if !san.is_empty() {
                        add(san);
                        // The next choice begins without one.
                        event.target().set_value("");
                    }
                }
            >
                <option value="">{state.language.words("operand.move")}</option>
                {options}
            </select>
            {can_pick.map(picker)}
        </span>
    }
    .into_any()
}
