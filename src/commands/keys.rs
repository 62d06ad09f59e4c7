//! Keys: those that are no commands, and those that are a single character.

/// Keys that are no commands, those of the board and the list: the keys and what they do, as keys of texts.
pub static ELSEWHERE: &[(&str, &str)] = &[
    ("help.list.keys", "help.list"),
    ("help.picks.keys", "help.picks"),
    ("help.edit.keys", "help.edit"),
    ("help.complete.keys", "help.complete"),
    ("help.wheel.keys", "help.wheel"),
    ("help.board.keys", "help.board"),
    ("help.lines.keys", "help.lines"),
    ("help.pieces.keys", "help.pieces"),
    ("help.tell.keys", "help.tell"),
    ("help.best.keys", "help.best"),
    ("help.draw.keys", "help.draw"),
    ("help.paste.keys", "help.paste"),
];

/// Whether keys are a single character. Those never work while text is typed, and can be switched off.
pub fn is_single(keys: &str) -> bool {
    keys.chars().count() == 1
}
