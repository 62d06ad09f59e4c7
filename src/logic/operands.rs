//! The text that is written when the user typed nothing, or something that a line cannot hold.

use crate::chess::Chess;
use crate::chess::notation::{MoveReading, read_and_play, san};
use crate::epd::moves::NoMove;
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

/// Returns whether a word among moves is one itself, and no number or sign.
pub fn is_move(word: &str) -> bool {
    NoMove::of(word.as_bytes()).is_none()
}

/// The words of a line before one of them, without numbers and signs at the end.
pub fn cut_before(words: &[String], at: usize) -> &[String] {
    let kept = &words[..at.min(words.len())];
    let end = kept.iter().rposition(|word| is_move(word)).map_or(0, |last| last + 1);
    &kept[..end]
}

/// The legal moves after a line, in SAN, sorted; none if the line cannot be played. Numbers and signs in it do
/// not matter.
pub fn sans_after(position: &Chess, line: &[String]) -> Vec<String> {
    let mut here = position.clone();
    let mut moves = line.iter().filter(|word| is_move(word));
    let is_played = moves.all(|word| {
        let reading = read_and_play(&mut here, word.as_bytes());
        matches!(reading, MoveReading::Exact(_) | MoveReading::Loose { .. })
    });
    if !is_played {
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
        // With numbers and marks.
        check(&["1.", "e4", "e5", "2.", "Bc4", "!"], Some("Ba3"), 29);
        // A line that cannot be played, at its beginning or later.
        check(&["e5"], None, 0);
        check(&["e4", "e4"], None, 0);
        check(&["no move"], None, 0);
        // Nothing follows mate.
        check(&["f3", "e5", "g4", "Qh4#"], None, 0);
    }

    #[test]
    fn a_line_is_cut_with_the_signs_before_a_move() {
        let check = |words: &str, at, kept: &str| {
            let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
            assert_eq!(cut_before(&words, at).join(" "), kept, "{words:?} {at}");
        };
        check("e4 e5 Nf3", 2, "e4 e5");
        check("e4 e5 Nf3", 0, "");
        check("1. e4 e5 2. Nf3", 4, "1. e4 e5");
        check("1. e4 e5 2. Nf3", 1, "");
        check("e4", 9, "e4");
    }

    #[test]
    fn what_is_typed_is_one_line() {
        let check = |typed, expected| assert_eq!(one_line(typed), expected, "{typed:?}");
        check("a b", "a b");
        check("a\r\nb\nc\rd", "a b c d");
        check("\n", " ");
    }
}
