//! From tenths of a pawn to centipawns.
//!
//! Kvetka counts `ce` in tenths of a pawn, the text of 1995 in hundredths (§6.7). A file does not show which
//! of the two it means, so only the user starts this conversion.

use crate::epd::operand::{Integer, read_integer};
use crate::epd::swallowed::meant_operations;
use crate::epd::{Operand, OperandKind, Parse};
use crate::text::edit::{Indel, TextEdit};

/// The greatest ordinary score; beyond it are mates and illegal positions (§6.7).
const LIMIT: i64 = 32_000;

/// The line with every ordinary `ce` times ten; `None` if there is none, or only a value of 0.
/// Mates stay as they are, and a score too large for centipawns becomes the largest.
///
/// ```
/// use epidote::epd::{parse, verbs::tenths::to_centipawns};
/// let edit = to_centipawns(&parse(b"4k3/8/8/8/8/8/8/4K3 w - - ce -13;")).unwrap();
/// assert_eq!(edit.apply(b"4k3/8/8/8/8/8/8/4K3 w - - ce -13;"), b"4k3/8/8/8/8/8/8/4K3 w - - ce -130;");
/// ```
pub fn to_centipawns(parse: &Parse<'_>) -> Option<TextEdit> {
    let all = meant_operations(parse);
    let scores =
        all.iter().map(|(_, operation)| operation).filter(|operation| parse.opcode(operation) == b"ce");
    let edits = scores.filter_map(|operation| match parse.operands(operation) {
        [score] => converted(parse, *score),
        _ => None,
    });
    let indels: Vec<Indel> = edits.collect();
    (!indels.is_empty()).then(|| TextEdit::from_indels(indels))
}

fn converted(parse: &Parse<'_>, score: Operand) -> Option<Indel> {
    // As repair understands them: `"8"`, and `8.0`.
    let text = score.value(parse.text());
    let whole = text
        .iter()
        .position(|&byte| byte == b'.')
        .filter(|&at| text[at + 1..].iter().all(|&byte| byte == b'0'));
    let Integer::Value(value) = read_integer(&text[..whole.unwrap_or(text.len())]) else { return None };
    if score.kind == OperandKind::OpenStr {
        return None;
    }
    if value == 0 || !(-LIMIT..=LIMIT).contains(&value) {
        return None;
    }
    let centipawns = (value * 10).clamp(-LIMIT, LIMIT);
    Some(Indel { delete: score.span, insert: centipawns.to_string().into_bytes() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::parse;

    #[track_caller]
    fn check(before: &str, after: &str) {
        let line = format!("4k3/8/8/8/8/8/8/4K3 w - - {before}");
        let parsed = parse(line.as_bytes());
        let got = to_centipawns(&parsed).map(|edit| edit.apply(line.as_bytes()));
        let expect = format!("4k3/8/8/8/8/8/8/4K3 w - - {after}");
        assert_eq!(String::from_utf8_lossy(&got.unwrap_or_else(|| line.clone().into_bytes())), expect);
    }

    #[test]
    fn multiplies_by_ten() {
        check("ce 13;", "ce 130;");
        check("ce -7; id \"ce 7\";", "ce -70; id \"ce 7\";");
        check("ce +5;", "ce 50;");
        check("ce 4000;", "ce 32000;");
        check("ce 32000;", "ce 32000;");
        // The greatest numbers that are read; ten times as much would be no number.
        check("ce 9223372036854775807;", "ce 9223372036854775807;");
        check("ce -9223372036854775808; ce 1;", "ce -9223372036854775808; ce 10;");
        check("ce 1; ce 2;", "ce 10; ce 20;");
        check("bm Kd2 ce 5;", "bm Kd2 ce 50;");
        check("bm Kd2 ce 5 id \"x\"; ce 6", "bm Kd2 ce 50 id \"x\"; ce 60");
        // What repair would make an integer afterwards.
        check("ce \"8\"; ce 8.0; ce -3.;", "ce 80; ce 80; ce -30;");
    }

    #[test]
    fn leaves_mates_and_the_rest() {
        check("ce 32766;", "ce 32766;");
        check("ce -32768;", "ce -32768;");
        check("ce 0;", "ce 0;");
        check("ce +M3; ce 1 2; ce 1.5; ce;", "ce +M3; ce 1 2; ce 1.5; ce;");
        check("acn 5;", "acn 5;");
    }
}
