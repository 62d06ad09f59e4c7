//! What is illegal in a record. Normalisation reports it (§7.1) and leaves it as it is.

use crate::epd::Parse;
use crate::epd::lint::{Diagnostic, Surroundings, check_with};

/// The rules about legality: of the position, of its fields and of the moves.
const RULES: [&str; 7] = ["E201", "E203", "E207", "E210", "E211", "E301", "E302"];

/// Finds what is illegal in a record: an impossible position, rights and targets that the board contradicts,
/// moves that cannot be played. The form of the line does not matter. Normalisation writes the record anyway
/// and reports this to the user (§7.1: "also checked for legality").
///
/// ```
/// use epidote::epd::lint::{Surroundings, illegalities};
/// use epidote::epd::parse;
/// let line = parse(b"4k3/8/8/8/8/8/8/4R1K1 w - -  bm e1d2; id x");
/// let found = illegalities(&line, Surroundings::default());
/// let shown: Vec<_> = found.iter().map(|found| found.message.english()).collect();
/// assert_eq!(shown, ["the side not to move is in check: e1, e8"]);
/// assert!(illegalities(&parse(b"4k3/8/8/8/8/8/8/4K3 w - -  id x"), Surroundings::default()).is_empty());
/// ```
pub fn illegalities(parse: &Parse<'_>, around: Surroundings) -> Vec<Diagnostic> {
    let mut found = check_with(parse, around);
    found.retain(|found| RULES.contains(&found.rule.code));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::lint::code::lookup;
    use crate::epd::parse;

    #[track_caller]
    fn check(line: &str, expect: &[&str]) {
        let found = illegalities(&parse(line.as_bytes()), Surroundings::default());
        let codes: Vec<_> = found.iter().map(|found| found.rule.code).collect();
        assert_eq!(codes, expect, "{line}");
    }

    #[test]
    fn tells_what_is_illegal_and_nothing_else() {
        assert!(RULES.iter().all(|code| lookup(code).is_some()));
        check("4k3/8/8/8/8/8/8/8 w - - bm Kd2", &["E211"]);
        check("4k3/8/8/8/8/8/8/4K3 w KQ e6", &["E207", "E210"]);
        check("4k3/8/8/8/8/8/8/4K3 w - - bm Kd3; pv Kd2 Kd2;", &["E301", "E301"]);
        check("4k3/8/8/8/8/8/8 w - -", &["E201"]);
        check(" 4k3/8/8/8/8/8/8/4K3 w - -  foo; id x", &[]);
        check("# 4k3/8/8/8/8/8/8/8 w - -", &[]);
        check("4k3/8/8/8/8/8/8/4R1K1 w - - ce -32768;", &[]);
    }
}
