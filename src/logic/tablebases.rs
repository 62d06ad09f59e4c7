//! Tables of endgames that the user gives to the page: what they are good for, judged by names and sizes.

use std::collections::BTreeSet;

use crate::language::{Text, args, say};

/// The ending of tables for wins, draws and losses, and of those for distances.
const ENDINGS: [&str; 2] = ["rtbw", "rtbz"];

/// The bytes of a table are this many, and [`REST`] more.
const BLOCK: u64 = 64;
const REST: u64 = 16;

/// Whether a file is a Syzygy table, by its name.
pub fn is_table(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, ending)| ENDINGS.contains(&ending))
}

/// What is wrong with a table, as the key of a text; its name says which pieces it is about.
pub fn fault(name: &str, size: u64) -> Option<&'static str> {
    if men_of(name).is_none() {
        return Some("toast.no-table");
    }
    (size % BLOCK != REST).then_some("toast.damaged-table")
}

/// The number of pieces in the name of a table, such as `KQvKR.rtbw`; `None` if it is none.
fn men_of(name: &str) -> Option<usize> {
    count_of(name.rsplit_once('.')?.0)
}

fn count_of(pieces: &str) -> Option<usize> {
    let (white, black) = pieces.split_once('v')?;
    let is_side = |side: &str| {
        side.strip_prefix('K').is_some_and(|rest| rest.bytes().all(|piece| b"QRBNP".contains(&piece)))
    };
    (is_side(white) && is_side(black)).then_some(white.len() + black.len())
}

/// What tables with these names know, in words; `None` without any that says who wins.
pub fn told(names: &[String]) -> Option<Text> {
    let of = |wanted: &str| -> BTreeSet<&str> {
        let parts = names.iter().filter_map(|name| name.rsplit_once('.'));
        parts.filter(|(_, ending)| *ending == wanted).map(|(pieces, _)| pieces).collect()
    };
    let [wins, distances] = ENDINGS.map(of);
    let most = wins.iter().filter_map(|pieces| count_of(pieces)).max()?;
    // Who wins is known, but not how.
    let lacking = wins.difference(&distances).count();
    Some(match lacking {
        0 => say("endgame.held", args![wins.len(), most]),
        _ => say("endgame.held.lacking", args![wins.len(), most, lacking]),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Catalog;

    #[test]
    fn a_table_is_known_by_its_name_and_size() {
        for (name, size, expect) in [
            ("KQvK.rtbw", 16 + 64, (true, None)),
            ("KRPvKR.rtbz", 16, (true, None)),
            ("KQvK.rtbw", 80 + 1, (true, Some("toast.damaged-table"))),
            ("KQvK.rtbw", 0, (true, Some("toast.damaged-table"))),
            ("KQvK (1).rtbw", 80, (true, Some("toast.no-table"))),
            ("KQK.rtbw", 80, (true, Some("toast.no-table"))),
            ("KXvK.rtbw", 80, (true, Some("toast.no-table"))),
            ("vK.rtbw", 80, (true, Some("toast.no-table"))),
            ("KQvK.epd", 80, (false, None)),
            ("rtbw", 80, (false, Some("toast.no-table"))),
            ("", 80, (false, Some("toast.no-table"))),
        ] {
            assert_eq!((is_table(name), fault(name, size)), expect, "{name} {size}");
        }
    }

    #[track_caller]
    fn check(names: &[&str], expect: Option<&str>) {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        assert_eq!(told(&names).map(|text| Catalog::english().render(&text)).as_deref(), expect);
    }

    #[test]
    fn it_is_told_what_they_know() {
        check(&[], None);
        // Distances alone are not looked up.
        check(&["KQvK.rtbz"], None);
        check(
            &["KQvK.rtbw", "KRPvKR.rtbz"],
            Some("1 table of endgames, up to 3 pieces; 1 without distances (.rtbz)"),
        );
        check(&["KQvK.rtbw", "KQvK.rtbz"], Some("1 table of endgames, up to 3 pieces"));
        let two = ["KQvK.rtbw", "KRvKR.rtbw", "KRvKR.rtbz"];
        check(&two, Some("2 tables of endgames, up to 4 pieces; 1 without distances (.rtbz)"));
    }
}
