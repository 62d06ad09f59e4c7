//! A record as six fields of FEN.

use crate::epd::position::move_counters;
use crate::epd::{LineKind, Parse};

/// The fields as they are written, then the halfmove clock and the number of the move.
pub(super) fn write(parse: &Parse<'_>, out: &mut Vec<u8>) {
    if parse.kind != LineKind::Record || parse.fields.len() < 4 || !parse.has_ranks() {
        return;
    }
    for &field in &parse.fields {
        out.extend_from_slice(parse.bytes(field));
        out.push(b' ');
    }
    let (halfmoves, fullmoves) = move_counters(parse);
    out.extend_from_slice(format!("{halfmoves} {fullmoves}\n").as_bytes());
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
    fn what_is_no_position_is_left_out() {
        check("# remark", "");
        check("", "");
        check("Win at Chess suite", "");
        check("8/8/8 w - -", "");
        check("4k3/8/8/8/8/8/8/4K3 w -", "");
    }
}
