//! The keys of the board while a square has the focus. Those for blind players are the same as on lichess, so
//! that nobody has to learn new ones.

use std::cell::Cell;

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use crate::app::AppState;
use crate::app::look::keys::latin_key;
use crate::app::parts::Part;
use crate::browser::focus;
use crate::chess::legal::lines_of_sight;
use crate::chess::notation::san;
use crate::chess::{File, Move, Rank, Square};
use crate::epd::setup::Change;
use crate::headless::board::{Hand, legal_moves, step};
use crate::headless::shapes::{Hue, Shape, draw};
use crate::language::{Text, enumeration, list, say};
use crate::logic::board_keys::piece_of;
use crate::logic::setup::Stamp;
use crate::ui::board::drawing::shown_board;
use crate::ui::board::pieces::square_name;
use crate::ui::board::squares::square_id;
use crate::view::RecordView;

thread_local! {
    /// The square of the circle that was drawn by keys last, where an arrow may begin.
    static DRAWN_FROM: Cell<Option<Square>> = const { Cell::new(None) };
}

/// The user pressed a key on the board. Who came there by a click wants the keys of commands: `k` is one move back, and
/// not a way to the king.
pub(super) fn press(state: AppState, event: &KeyboardEvent, is_pointed: bool) {
    if event.ctrl_key() || event.alt_key() || event.meta_key() {
        return;
    }
    let key = latin_key(event);
    // Letters place pieces while a position is set up. Otherwise they move to pieces and announce facts.
    let is_done = walk(state, &key)
        || sketch(state, event)
        || pick(state, &key)
        || place(state, &key)
        || go_to_line(state, event)
        || (!is_pointed && go_to_piece(state, &key))
        || tell(state, &key);
    if is_done {
        event.prevent_default();
    }
}

fn go_to(state: AppState, square: Square) {
    state.board.focus.set(square);
    focus::move_to(&square_id(square));
}

/// Moves the focus to another square.
fn walk(state: AppState, key: &str) -> bool {
    let (right, down) = match key {
        "ArrowLeft" => (-1, 0),
        "ArrowRight" => (1, 0),
        "ArrowUp" => (0, -1),
        "ArrowDown" => (0, 1),
        "Home" => (-7, 0),
        "End" => (7, 0),
        _ => return false,
    };
    let focus = state.board.focus.get_untracked();
    go_to(state, step(focus, right, down, state.board.bottom.get_untracked()));
    true
}

/// Draws with Shift and Enter: a circle on the square, which becomes an arrow if they are pressed on another one next.
fn sketch(state: AppState, event: &KeyboardEvent) -> bool {
    if !event.shift_key() || event.key() != "Enter" {
        return false;
    }
    let board = state.board;
    let to = board.focus.get_untracked();
    let circle = |square| Shape { from: square, to: square, hue: Hue::Green };
    // A circle that is gone by now, with its record or by another drawing, begins no arrow.
    let has_circle = |square| board.shapes.with_untracked(|shapes| shapes.contains(&circle(square)));
    let from = DRAWN_FROM.take().filter(|&from| from != to && has_circle(from));
    board.shapes.update(|shapes| match from {
        Some(from) => {
            shapes.retain(|known| *known != circle(from));
            draw(shapes, Shape { from, to, hue: Hue::Green });
        }
        None => draw(shapes, circle(to)),
    });
    let is_drawn = has_circle(to);
    DRAWN_FROM.set(Some(to).filter(|_| from.is_none() && is_drawn));
    let text = match (from, is_drawn) {
        (Some(from), _) => say("announce.arrow", [from.to_string(), to.to_string()]),
        (None, true) => say("announce.circle", [to.to_string()]),
        (None, false) => say("announce.no-circle", [to.to_string()]),
    };
    state.announcements.announce(text);
    true
}

/// Picks a piece up, drops it, or puts it back.
fn pick(state: AppState, key: &str) -> bool {
    match key {
        "Enter" | " " => state.board.choose_square(state.board.focus.get_untracked(), false),
        "Escape" => {
            DRAWN_FROM.set(None);
            state.board.hand.set(Hand::default());
            state.board.promotion.set(Vec::new());
            state.board.setup.stamp.set(Stamp::Pointer);
        }
        _ => return false,
    }
    true
}

/// While a position is set up, a letter puts a piece on the square. As in FEN, capitals are White's pieces.
fn place(state: AppState, key: &str) -> bool {
    if !state.board.setup.is_on.get_untracked() {
        return false;
    }
    let piece = match key {
        "Delete" | "Backspace" => None,
        _ => match piece_of(key) {
            Some(piece) => Some(piece),
            None => return false,
        },
    };
    state.board.set_up(&Change::Put(state.board.focus.get_untracked(), piece));
    true
}

/// `1` to `8` move the focus to a rank, and with Shift to a file.
fn go_to_line(state: AppState, event: &KeyboardEvent) -> bool {
    let code = event.code();
    let digit = code.strip_prefix("Digit").and_then(|digit| digit.parse::<u32>().ok());
    let Some(at) = digit.filter(|digit| (1..=8).contains(digit)).map(|digit| digit - 1) else { return false };
    let focus = state.board.focus.get_untracked();
    let square = if event.shift_key() {
        Square::from_coords(File::new(at), focus.rank())
    } else {
        Square::from_coords(focus.file(), Rank::new(at))
    };
    go_to(state, square);
    true
}

/// The letter of a piece moves the focus to the next such piece, a capital letter to the previous one.
fn go_to_piece(state: AppState, key: &str) -> bool {
    let Some(piece) = piece_of(key) else { return false };
    let board = untrack(|| shown_board(state));
    let squares: Vec<Square> = board.by_role(piece.role).into_iter().collect();
    let focus = state.board.focus.get_untracked();
    let found = if piece.color.is_white() {
        squares.iter().rev().find(|&&square| square < focus).or(squares.last())
    } else {
        squares.iter().find(|&&square| square > focus).or(squares.first())
    };
    match found {
        Some(&square) => go_to(state, square),
        None => state.announcements.announce("announce.no-piece"),
    }
    true
}

/// Announces what a sighted player sees, and runs the other letter commands.
fn tell(state: AppState, key: &str) -> bool {
    let shown = state.board.shown.get_untracked();
    let focus = state.board.focus.get_untracked();
    let san_of = |m: Move| shown.chess.as_ref().map(|chess| san(chess, m)).unwrap_or_default();
    let best = || {
        let record = |record: &RecordView| record.best.first().or(record.predicted.first()).copied();
        let is_own = shown.ply == 0;
        state.documents.record.with_untracked(|view| view.as_ref().and_then(record)).filter(|_| is_own)
    };
    let text = match key {
        "o" => Some(square_text(state, focus)),
        "l" => shown.last.and_then(|last| {
            Some(say("announce.last-move", [last.from()?.to_string(), last.to().to_string()]))
        }),
        "m" | "M" => {
            let moves = legal_moves(shown.chess.as_ref());
            let is_meant = |m: &Move| m.from() == Some(focus) && (key == "m" || m.is_capture());
            enumeration(moves.into_iter().filter(is_meant).map(|m| Text::from(san_of(m))))
        }
        "x" => scan(state, focus),
        "v" => {
            let score = |view: &RecordView| {
                let of = |opcode: &str| view.operations.iter().find(|row| row.opcode == opcode);
                let row = of("ce").or_else(|| of("dm"))?;
                Some(say("announce.operation", [&row.opcode, &row.operands]))
            };
            state.documents.record.with_untracked(|view| view.as_ref().and_then(score))
        }
        "g" => best().map(|m| san_of(m).into()),
        "G" => {
            if let Some(best) = best() {
                state.board.play_on_board(best);
            }
            return true;
        }
        "A" | "D" => {
            state.board.step_line(if key == "A" { -1 } else { 1 });
            return true;
        }
        "i" => {
            state.parts.focus(Part::Record, "record-text");
            return true;
        }
        _ => return false,
    };
    let text = text.unwrap_or_else(|| "announce.nothing".into());
    state.announcements.announce(text);
    true
}

/// A square and the piece on it.
fn square_text(state: AppState, square: Square) -> Text {
    square_name(square, untrack(|| shown_board(state)).piece_at(square))
}

/// The pieces visible from a square along its files, ranks and diagonals.
fn scan(state: AppState, from: Square) -> Option<Text> {
    let board = untrack(|| shown_board(state));
    let seen = lines_of_sight(from, &board) & board.occupied();
    list(seen.into_iter().map(|square| square_text(state, square)))
}
