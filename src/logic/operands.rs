//! The text that is written when the user typed nothing, or something that a line cannot hold.

use crate::epd::opcode::{Operands, lookup};

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
    fn what_is_typed_is_one_line() {
        let check = |typed, expected| assert_eq!(one_line(typed), expected, "{typed:?}");
        check("a b", "a b");
        check("a\r\nb\nc\rd", "a b c d");
        check("\n", " ");
    }
}
