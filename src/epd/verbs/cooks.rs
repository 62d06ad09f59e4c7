//! Second solutions of mates: first moves that mate as soon as those of `bm`.

use crate::chess::Position as _;
use crate::chess::notation::san;
use crate::epd::parse;
use crate::epd::position::PositionReading;
use crate::epd::sought::{Sought, known_mate};
use crate::epd::verbs::analyze::{AnalyzeError, line_of_coordinates};
use crate::epd::write::set_operation;

/// What is wrong with `bm`, when these first moves, in coordinates, mate in `moves` and no others, and
/// none mates sooner; empty when nothing is. `None` without a legal position.
pub fn cooks_of(text: &[u8], moves: u32, keys: &[String]) -> Option<String> {
    let parsed = parse(text);
    let position = PositionReading::read(&parsed).chess?;
    let played = |key: &String| line_of_coordinates(&position, std::slice::from_ref(key))?.first().copied();
    let keys: Vec<_> = keys.iter().filter_map(played).collect();
    let Sought { moves: best, mate, .. } = Sought::read(&parsed, &position, "bm");
    let mut faults = Vec::new();
    if mate.or_else(|| known_mate(&parsed)).is_some_and(|claimed| claimed > moves) {
        faults.push(format!("mate in {moves}"));
    }
    // A suite that names only the length says nothing about moves; several of them are a cook.
    let is_only = best.is_empty();
    let missing: Vec<_> = keys.iter().filter(|key| !best.contains(key)).collect();
    let wrong: Vec<_> = best.iter().filter(|best| !keys.contains(best)).collect();
    let shown = |moves: &[&crate::chess::Move]| {
        moves.iter().map(|m| san(&position, **m)).collect::<Vec<_>>().join(" ")
    };
    if is_only && keys.len() > 1 {
        faults.push(format!("{} solutions: {}", keys.len(), shown(&missing)));
    }
    if !is_only && !missing.is_empty() {
        faults.push(format!("also {}", shown(&missing)));
    }
    if !wrong.is_empty() {
        faults.push(format!("no mate in {moves} by {}", shown(&wrong)));
    }
    debug_assert!(keys.iter().all(|key| position.is_legal(*key)));
    Some(faults.join("; "))
}

/// The record with a remark in a comment register.
///
/// # Errors
/// A record that cannot be written to.
pub fn write_remark(text: &[u8], register: &str, remark: &str) -> Result<Vec<u8>, AnalyzeError> {
    let words = format!("\"{}\"", remark.chars().take(255).collect::<String>());
    Ok(set_operation(&parse(text), register, words.as_bytes())?.apply(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both rooks mate on the eighth rank.
    const ROOKS: &str = "6k1/5ppp/8/8/8/8/8/RR4K1 w - -";

    #[track_caller]
    fn check(operations: &str, expect: &str) {
        let text = format!("{ROOKS} {operations}");
        let keys = ["a1a8".to_owned(), "b1b8".to_owned()];
        assert_eq!(cooks_of(text.as_bytes(), 1, &keys).as_deref(), Some(expect), "{operations}");
    }

    #[test]
    fn bm_is_compared_with_all_solutions() {
        check("bm Ra8# Rb8#; dm 1;", "");
        check("bm Ra8#; dm 1;", "also Rb8#");
        check("bm Ra8 Rb8 Kf2; dm 1;", "no mate in 1 by Kf2");
        check("bm #1;", "2 solutions: Ra8# Rb8#");
        check("bm Ra8 Rb8; dm 3;", "mate in 1");
    }

    #[test]
    fn the_length_is_that_of_bm_before_that_of_dm_and_ce() {
        check("bm #1; dm 3;", "2 solutions: Ra8# Rb8#");
        check("bm #2; dm 1;", "mate in 1; 2 solutions: Ra8# Rb8#");
        check("bm Ra8 Rb8; ce 32764;", "mate in 1");
    }
}
