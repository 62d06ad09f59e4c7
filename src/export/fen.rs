//! A record as six fields of FEN, in the canonical spelling of the position.

use crate::epd::normalize::canonical_fields;
use crate::epd::position::move_counters;
use crate::epd::{LineKind, Parse};

/// The fields in their canonical spelling, then the halfmove clock and the number of the move.
pub(super) fn write(parse: &Parse<'_>, out: &mut Vec<u8>) {
    if parse.kind != LineKind::Record || parse.fields.len() < 4 || !parse.has_ranks() {
        return;
    }
    out.extend_from_slice(&canonical_fields(parse));
    let (halfmoves, fullmoves) = move_counters(parse);
    out.extend_from_slice(format!(" {halfmoves} {fullmoves}\n").as_bytes());
}

#[cfg(test)]
mod tests {
    use crate::export::Format;
    use crate::export::testing::exported;

    #[track_caller]
    fn check(line: &str, expect: &str) {
        assert_eq!(exported(Format::Fen, &[], line.as_bytes()).trim_end(), expect, "{line}");
    }

    #[test]
    fn counters_come_from_where_they_are() {
        const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - -";
        check(&format!("{KINGS} id \"x\";"), &format!("{KINGS} 0 1"));
        check(&format!("{KINGS} fmvn 30; hmvc 12;"), &format!("{KINGS} 12 30"));
        check(&format!("{KINGS} 12 30 id \"x\";"), &format!("{KINGS} 12 30"));
        check(&format!("{KINGS} 12 30 hmvc 13;"), &format!("{KINGS} 13 30"));
        check(&format!("{KINGS} - -"), &format!("{KINGS} 0 1"));
        check(&format!("{KINGS} fmvn 0; hmvc -1;"), &format!("{KINGS} 0 1"));
        check(" 4k3/8/8/8/8/8/8/4K3\tw  - -", &format!("{KINGS} 0 1"));
    }

    #[test]
    fn fields_have_one_spelling() {
        check("r3k2r/44/8/8/4P3/8/8/R3K2R B kqKQ E3", "r3k2r/8/8/8/4P3/8/8/R3K2R b KQkq e3 0 1");
        // What cannot be read stays as it is.
        check("r3k2r/8/8/3x4/8/8/8/R3K2R w kqK- e9", "r3k2r/8/8/3x4/8/8/8/R3K2R w kqK- e9 0 1");
        check("nrkbbrqn/44/8/8/8/8/8/NRKBBRQN w FBfb -", "nrkbbrqn/8/8/8/8/8/8/NRKBBRQN w FBfb - 0 1");
    }

    #[test]
    fn what_is_no_position_is_left_out() {
        check("# remark", "");
        check("", "");
        check("Win at Chess suite", "");
        check("8/8/8 w - -", "");
        check("4k3/8/8/8/8/8/8/4K3 w -", "");
    }
}
