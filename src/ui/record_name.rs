//! What a record is called.

use crate::app::AppState;
use crate::chess::Color;
use crate::language::say;

/// The name of a record; with the side to move if it is named by its material.
pub(super) fn named(state: AppState, name: &str, turn: Option<Color>) -> String {
    match turn {
        None => name.to_owned(),
        Some(turn) => {
            let side = if turn.is_white() { "list.white" } else { "list.black" };
            state.language.say(&say(side, [name.to_owned()]))
        }
    }
}
