//! The group that a record is counted in.

use crate::epd::Parse;
use crate::text::encoding::{CodePage, Encoding};

/// The group: the operands of the opcode `by`, or the beginning of `id` before its number.
pub(super) fn group_of(parsed: &Parse<'_>, id: &str, by: Option<&str>) -> String {
    match by {
        Some(opcode) => {
            let Some(operation) = parsed.operation(opcode) else { return String::new() };
            let values = parsed.operands(operation).iter().map(|operand| operand.value(parsed.text()));
            let values: Vec<_> = values.map(readable).collect();
            values.join(" ")
        }
        None => beginning(id).to_owned(),
    }
}

/// The characters of a text: those of Windows-1252 if it is not UTF-8.
pub(super) fn readable(text: &[u8]) -> String {
    Encoding::detect(text, CodePage::default()).decode(text).into_owned()
}

/// The part of a name before the number at its end.
fn beginning(id: &str) -> &str {
    let before = id.trim_end_matches(|c: char| c.is_ascii_digit());
    if before.len() == id.len() { id } else { before.trim_end_matches([' ', '.', '-', '_', '#', ':', '/']) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::parse;

    #[test]
    fn the_number_at_the_end_is_no_name() {
        assert_eq!(beginning("WAC.001"), "WAC");
        assert_eq!(beginning("Suite(v1.0) Open Files.012"), "Suite(v1.0) Open Files");
        assert_eq!(beginning("pawns #7"), "pawns");
        assert_eq!(beginning("17"), "");
        assert_eq!(beginning("a study"), "a study");
    }

    #[test]
    fn an_opcode_names_the_group() {
        let line = parse(b"4k3/8/8/8/8/8/8/4K3 w - - eco \"A00\"; theme one two;");
        assert_eq!(group_of(&line, "x", Some("eco")), "A00");
        assert_eq!(group_of(&line, "x", Some("theme")), "one two");
        assert_eq!(group_of(&line, "x", Some("id")), "");
    }
}
