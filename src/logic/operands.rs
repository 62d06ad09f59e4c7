//! The text that is written when the user typed nothing, or something that a line cannot hold.

use crate::chess::Chess;
use crate::chess::notation::{MoveReading, read_and_play, san};
use crate::epd::opcode::{Operands, lookup};
use crate::headless::board::legal_moves;

/// The operands of an operation added in the form: the least that the opcode may have.
pub fn least_operands(opcode: &str) -> &'static str {
    match lookup(opcode.as_bytes()).map(|spec| spec.operands) {
        Some(Operands::String) => "\"\"",
        Some(Operands::TwoStrings) => "\"\" \"\"",
        Some(Operands::Integer { min, .. }) if min > 0 => "1",
        Some(Operands::Integer { .. }) => "0",
        Some(Operands::Clocks) => "000:00:00:00 000:00:00:00",
        Some(Operands::Keyword(words)) => words.first().copied().unwrap_or_default(),
        _ => "",
    }
}

/// The legal moves after a line of moves, in SAN, sorted; none if the line cannot be played.
pub fn sans_after(position: &Chess, line: &[String]) -> Vec<String> {
    let mut here = position.clone();
    let is_played = |token: &String| {
        matches!(
            read_and_play(&mut here, token.as_bytes()),
            MoveReading::Exact(_) | MoveReading::Loose { .. }
        )
    };
    if !line.iter().all(is_played) {
        return Vec::new();
    }
    let mut sans: Vec<String> = legal_moves(Some(&here)).into_iter().map(|m| san(&here, m)).collect();
    sans.sort();
    sans
}

/// A text as one line: line ends become blanks.
pub fn one_line(typed: &str) -> String {
    typed.replace("\r\n", " ").replace(['\r', '\n'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::lint::Severity;
    use crate::epd::opcode::OPCODES;
    use crate::epd::{lint, parse};

    #[test]
    fn an_operation_that_is_added_is_no_error() {
        for spec in OPCODES {
            let line = format!("4k3/8/8/8/8/8/4P3/4K3 w - - {} {};", spec.name, least_operands(spec.name))
                .replace(" ;", ";");
            let needs_moves = least_operands(spec.name).is_empty();
            let errors: Vec<String> = lint::check(&parse(line.as_bytes()))
                .into_iter()
                .filter(|found| found.rule.severity == Severity::Error)
                .map(|found| found.rule.code.to_owned())
                .collect();
            assert!(needs_moves || errors.is_empty(), "{line}: {errors:?}");
        }
    }

    #[test]
    fn the_moves_after_a_line_are_those_of_its_end() {
        let check = |line: &[&str], first: Option<&str>, count| {
            let line: Vec<String> = line.iter().map(ToString::to_string).collect();
            let sans = sans_after(&Chess::default(), &line);
            assert_eq!((sans.first().map(String::as_str), sans.len()), (first, count), "{line:?}");
        };
        check(&[], Some("Na3"), 20);
        check(&["e4"], Some("Na6"), 20);
        check(&["e2e4", "e7e5", "Bc4"], Some("Ba3"), 29);
        // A line that cannot be played, at its beginning or later.
        check(&["e5"], None, 0);
        check(&["e4", "e4"], None, 0);
        check(&["no move"], None, 0);
        // Nothing follows mate.
        check(&["f3", "e5", "g4", "Qh4#"], None, 0);
    }

    #[test]
    fn what_is_typed_is_one_line() {
        let check = |typed, expected| assert_eq!(one_line(typed), expected, "{typed:?}");
        check("a b", "a b");
        check("a\r\nb\nc\rd", "a b c d");
        check("\n", " ");
    }
}
