//! The options of a program, and how they are set.

use crate::seat::Out;
use crate::uci::heard::range_of_option;

/// The option by which a program castles as in Chess960.
pub(super) const CHESS960: &str = "UCI_Chess960";

/// An option that the program has.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) name: String,
    /// The least and the largest number, if it takes one.
    range: Option<(i64, i64)>,
}

impl Known {
    /// The option with this name, by the line that told of it.
    pub(super) fn of(name: &str, line: &str) -> Self {
        Self { name: name.to_owned(), range: range_of_option(line) }
    }
}

/// Sets an option, or says why that cannot be.
pub(super) fn set(all: &[Known], name: &str, value: &str) -> Out {
    let Some(known) = all.iter().find(|known| known.name.eq_ignore_ascii_case(name)) else {
        return Out::NoOption(name.to_owned());
    };
    let is_in = |(least, most)| value.parse().is_ok_and(|value: i64| (least..=most).contains(&value));
    match (value, known.range) {
        ("", _) => Out::Say(format!("setoption name {name}")),
        (value, Some(range)) if !is_in(range) => {
            let (least, most) = range;
            Out::Note(format!("option {name}: `{value}` is no number from {least} to {most}; it is not set"))
        }
        (value, _) => Out::Say(format!("setoption name {name} value {value}")),
    }
}
