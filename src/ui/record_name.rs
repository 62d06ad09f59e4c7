//! What a record is called.

use crate::app::AppState;
use crate::chess::Color;
use crate::epd::LineKind;
use crate::language::say;

/// The name of a line; with the side to move if it is named by its material. A record without any name has no
/// position that could name it.
pub(super) fn named(state: AppState, name: &str, turn: Option<Color>, kind: LineKind) -> String {
    match turn {
        None if name.is_empty() && kind == LineKind::Record => state.language.tell("list.nameless"),
        None => name.to_owned(),
        Some(turn) => {
            let side = if turn.is_white() { "list.white" } else { "list.black" };
            state.language.say(&say(side, [name.to_owned()]))
        }
    }
}
