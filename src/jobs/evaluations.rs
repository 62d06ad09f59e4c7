//! The task that evaluates positions for White, by their `ce`.

use crate::chess::score::Score;
use crate::epd::parse;

/// The score in the `ce` of a line for White, on the scale of `ce`. `None` without a score, or if the side to
/// move is not known.
pub(super) fn evaluation(line: &[u8]) -> Option<i32> {
    let parsed = parse(line);
    let score = Score::from_ce(i32::try_from(parsed.integer("ce")?).ok()?)?;
    match parsed.field(1)? {
        b"w" | b"W" => Some(score.to_ce()),
        b"b" | b"B" => Some(match score.of_other_side() {
            Score::Centipawns(value) => value,
            // The number of moves to mate does not matter to the chart.
            Score::Mate(_) => MATE,
            Score::Mated(_) => -MATE,
        }),
        _ => None,
    }
}

/// More than any ordinary score.
const MATE: i32 = 32_766;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_those_of_white() {
        let check = |turn: &str, ce: &str, expect: Option<i32>| {
            let line = format!("4k3/8/8/8/8/8/8/4K3 {turn} - - ce {ce};");
            assert_eq!(evaluation(line.as_bytes()), expect, "{line}");
        };
        check("w", "12", Some(12));
        check("b", "12", Some(-12));
        check("w", "32764", Some(32_764));
        check("b", "32766", Some(-MATE));
        check("b", "-32765", Some(MATE));
        check("w", "-32768", None);
        check("x", "12", None);
        assert_eq!(evaluation(b"# ce 12;"), None);
        assert_eq!(evaluation(b"4k3/8/8/8/8/8/8/4K3 w - - id \"a\";"), None);
    }
}
