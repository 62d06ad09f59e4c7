//! The task that reports what lines say about the registers for comments and names.

use crate::epd::dialect::Dialect;
use crate::epd::parse;
use crate::epd::registers::{Held, Registers};
use crate::protocol::Lines;

/// The registers that lines mention: the opcode, the place of the line, and the text if the line put one
/// there.
pub(super) fn registers(dialect: Dialect, first: u32, lines: &Lines) -> Vec<(String, u32, Option<Vec<u8>>)> {
    let mut registers = Registers::of(dialect);
    for (number, line) in lines.iter().enumerate() {
        registers.apply(&parse(line), number);
    }
    let change = |(opcode, held): (String, &Held)| {
        let place = |at: usize| first.saturating_add(u32::try_from(at).unwrap_or(u32::MAX));
        match held {
            Held::Untouched => None,
            Held::Cleared(at) => Some((opcode, place(*at), None)),
            Held::Text(at, text) => Some((opcode, place(*at), Some(text.clone()))),
        }
    };
    registers.touched().filter_map(change).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_which_line_said_what() {
        let lines = [
            "4k3/8/8/8/8/8/8/4K3 w - - c0 \"a\"; c1 \"b\";",
            "# c1;",
            "4k3/8/8/8/8/8/8/4K3 b - - c1; eco \"B00\";",
        ];
        let changes = registers(Dialect::Edwards, 10, &lines.iter().collect());
        let changes: Vec<_> =
            changes.iter().map(|(o, at, text)| (o.as_str(), *at, text.as_deref())).collect();
        assert_eq!(changes[..2], [("c0", 10, Some(&b"a"[..])), ("c1", 12, None)]);
        assert_eq!(changes.last(), Some(&("eco", 12, Some(&b"B00"[..]))));
        assert_eq!(changes.len(), 11);
    }
}
