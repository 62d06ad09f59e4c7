//! Second solutions of mates: first moves that mate as soon as those of `bm`.

use crate::chess::Position as _;
use crate::chess::notation::san;
use crate::chess::score::Score;
use crate::epd::mate::announced;
use crate::epd::position::PositionReading;
use crate::epd::verbs::analyze::{AnalyzeError, line_of_coordinates};
use crate::epd::verbs::play::PlayInto;
use crate::epd::write::set_operation;
use crate::epd::{Parse, parse};

/// The length of the mate that a record speaks of: by `dm`, by a `bm` that names it (`#4`), or by `ce`.
pub fn claimed_mate(parsed: &Parse<'_>) -> Option<u32> {
    let distance = parsed.integer("dm");
    let announced_one = || {
        let operation = parsed.operation(PlayInto::BestMoves.opcode())?;
        parsed.operands(operation).iter().find_map(|operand| announced(parsed.bytes(operand.span)))
    };
    let by_score = || {
        let score = i32::try_from(parsed.integer("ce")?).ok().and_then(Score::from_ce)?;
        score.mate_in_moves().map(i64::from)
    };
    distance
        .or_else(announced_one)
        .or_else(by_score)
        .and_then(|moves| u32::try_from(moves).ok())
        .filter(|&moves| moves > 0)
}

/// What is wrong with `bm`, when these first moves, in coordinates, mate in `moves` and no others, and
/// none mates sooner; empty when nothing is. `None` without a legal position.
pub fn cooks_of(text: &[u8], moves: u32, keys: &[String]) -> Option<String> {
    let parsed = parse(text);
    let position = PositionReading::read(&parsed).chess?;
    let played = |key: &String| line_of_coordinates(&position, std::slice::from_ref(key))?.first().copied();
    let keys: Vec<_> = keys.iter().filter_map(played).collect();
    let best: Vec<_> = match parsed.operation("bm") {
        Some(operation) => {
            let operands = crate::epd::opcode::Operands::MoveSet;
            let read = crate::epd::moves::read_moves(&position, operands, &parsed, operation);
            read.iter().filter_map(crate::epd::moves::ReadOperand::played).collect()
        }
        None => Vec::new(),
    };
    let mut faults = Vec::new();
    if claimed_mate(&parsed).is_some_and(|claimed| claimed > moves) {
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
    fn the_length_is_read_from_what_stands_there() {
        let claimed = |operations: &str| claimed_mate(&parse(format!("{ROOKS} {operations}").as_bytes()));
        assert_eq!(claimed("dm 2; ce 32766;"), Some(2));
        assert_eq!(claimed("bm #4;"), Some(4));
        assert_eq!(claimed("bm Ra8; ce 32766;"), Some(1));
        assert_eq!(claimed("bm Ra8; ce -32766;"), None);
        assert_eq!(claimed("bm Ra8;"), None);
    }
}
