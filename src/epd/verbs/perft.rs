//! Counts of positions: those that a record claims, and those that are right.

use crate::epd::extension::Extension;
use crate::epd::verbs::analyze::AnalyzeError;
use crate::epd::write::set_operation;
use crate::epd::{Parse, parse};
use crate::language::{Text, inside, say};

/// The counts that a record claims (`D1 20`, `perft2 400`): plies and positions.
pub fn claims(parsed: &Parse<'_>) -> Vec<(u32, u64)> {
    let claim = |at: usize| {
        let Some(Extension::Perft { depth }) = Extension::read(parsed, at) else { return None };
        let operation = parsed.operations.get(at)?;
        // The number stands behind the opcode, or, in suites of nothing but numbers, alone.
        let word = parsed.operands(operation).last().map(|operand| operand.value(parsed.text()));
        let number = word.unwrap_or(parsed.opcode(operation));
        Some((depth, std::str::from_utf8(number).ok()?.parse().ok()?))
    };
    (0..parsed.operations.len()).filter_map(claim).collect()
}

/// A claim beside what is right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Compared {
    /// Plies.
    pub depth: u32,
    /// The positions that the record claims.
    pub claimed: u64,
    /// Those that there are.
    pub counted: u64,
}

/// The claims of a record, when `counts` are the positions after one ply, two and so on. Deeper claims are
/// not looked at.
pub fn compared(parsed: &Parse<'_>, counts: &[u64]) -> Vec<Compared> {
    let compare = |(depth, claimed): (u32, u64)| {
        let counted = *counts.get(depth.checked_sub(1)? as usize)?;
        Some(Compared { depth, claimed, counted })
    };
    claims(parsed).into_iter().filter_map(compare).collect()
}

/// What is wrong with claims; nothing when they are right.
pub fn differences(compared: &[Compared]) -> Option<Text> {
    let wrong = compared.iter().rev().filter(|of| of.claimed != of.counted);
    wrong.fold(None, |rest: Option<Text>, of| {
        let numbers = [of.depth.to_string(), of.counted.to_string(), of.claimed.to_string()];
        let [depth, counted, claimed] = numbers;
        Some(match rest {
            None => say("why.counts", [depth, counted, claimed]),
            Some(rest) => say("why.counts-and", [depth, counted, claimed, inside(&rest.written())]),
        })
    })
}

/// The record with counts as `D1`, `D2` and so on.
///
/// # Errors
/// A record that cannot be written to.
pub fn write_counts(text: &[u8], counts: &[u64]) -> Result<Vec<u8>, AnalyzeError> {
    let mut out = text.to_vec();
    for (count, depth) in counts.iter().zip(1..) {
        let operands = count.to_string();
        out = set_operation(&parse(&out), &format!("D{depth}"), operands.as_bytes())?.apply(&out);
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::START;

    #[track_caller]
    fn check(operations: &str, expect: &str) {
        let line = format!("{START} {operations}");
        let compared = compared(&parse(line.as_bytes()), &[20, 400, 8902]);
        assert_eq!(
            differences(&compared).map(|text| text.english()).unwrap_or_default(),
            expect,
            "{operations}"
        );
    }

    #[test]
    fn claims_are_compared_depth_by_depth() {
        check("D1 20; D2 400; D3 8902; D4 1;", "");
        check("D1 20; D2 401;", "depth 2: 400 positions, not 401");
        check("perft1 21; perft3 8902;", "depth 1: 20 positions, not 21");
        check("bm e4;", "");
    }

    #[test]
    fn counts_are_written() {
        let line = write_counts(START.as_bytes(), &[20, 400]).unwrap();
        assert_eq!(String::from_utf8_lossy(&line), format!("{START} D1 20; D2 400;"));
    }
}
