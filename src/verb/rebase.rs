//! Adds a result to a record that was edited while it was being worked on.

use crate::epd::{Parse, parse};
use crate::verb::Draft;

/// The current record with the changes that lead from `asked` to `written`. An operation that was edited
/// since `asked` is kept as it is now. `None` when the position has changed, or when the record cannot be
/// edited.
///
/// ```
/// use epidote::verb::rebase;
/// let asked = b"4k3/8/8/8/8/8/8/4K3 w - - ce 1; id \"a\";";
/// let written = b"4k3/8/8/8/8/8/8/4K3 w - - acd 5; ce 7; id \"a\";";
/// let now = b"4k3/8/8/8/8/8/8/4K3 w - - ce 1; id \"b\";";
/// let both = rebase(asked, written, now).unwrap();
/// assert_eq!(both, b"4k3/8/8/8/8/8/8/4K3 w - - acd 5; ce 7; id \"b\";");
/// ```
pub fn rebase(asked: &[u8], written: &[u8], now: &[u8]) -> Option<Vec<u8>> {
    let [asked, written, now] = [asked, written, now].map(parse);
    if !asked.has_fields_of(&now) {
        return None;
    }
    let mut opcodes: Vec<&[u8]> = Vec::new();
    for parsed in [&asked, &written] {
        opcodes.extend(parsed.operations.iter().map(|operation| parsed.opcode(operation)));
    }
    opcodes.sort_unstable();
    opcodes.dedup();
    let mut draft = Draft::new(&now);
    for opcode in opcodes {
        let Ok(opcode) = std::str::from_utf8(opcode) else { continue };
        let [before, after, present] = [&asked, &written, &now].map(|parsed| operands(parsed, opcode));
        if before == after || before != present {
            continue;
        }
        match after {
            Some(after) => draft.set(opcode, after),
            None => draft.remove(opcode),
        }
    }
    draft.apply().ok()
}

/// The operands of an operation as written, separated by single blanks; `None` if there is no such operation.
fn operands(parsed: &Parse<'_>, opcode: &str) -> Option<Vec<u8>> {
    let operation = parsed.operation(opcode)?;
    let operands = parsed.operands(operation);
    let texts: Vec<&[u8]> = operands.iter().map(|operand| parsed.bytes(operand.span)).collect();
    Some(texts.join(&b' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(asked: &str, written: &str, now: &str, expect: Option<&str>) {
        let line = |operations: &str| format!("4k3/8/8/8/8/8/8/4K3 w - - {operations}");
        let got = rebase(line(asked).as_bytes(), line(written).as_bytes(), line(now).as_bytes());
        let got = got.map(|text| String::from_utf8(text).unwrap());
        assert_eq!(got, expect.map(line), "{asked} | {written} | {now}");
    }

    #[test]
    fn the_result_is_added_to_what_was_typed() {
        check("", "ce 1;", "id \"x\";", Some("ce 1; id \"x\";"));
        check("ce 5; dm 2;", "ce 1;", "ce 5; dm 2; id \"x\";", Some("ce 1; id \"x\";"));
        check("ce 5;", "ce 1;", "ce 6;", Some("ce 6;"));
        check("ce 5;", "ce 1;", "", Some(""));
        check("", "pv Kd2 Kd7;", "", Some("pv Kd2 Kd7; "));
    }

    #[test]
    fn another_position_is_refused() {
        let kings = b"4k3/8/8/8/8/8/8/4K3 w - -";
        assert_eq!(rebase(kings, b"4k3/8/8/8/8/8/8/4K3 w - - ce 1;", b"4k3/8/8/8/8/8/8/4K3 b - -"), None);
        assert_eq!(rebase(kings, kings, b"# a comment"), None);
    }
}
