//! Conventions outside the 1995 text that real files follow.
//!
//! The text tells a reader to ignore what it does not know (§5.3), so these operations are kept as they are,
//! like any other unknown one. Their meaning is shown and marked as a convention: test suites and programs
//! have agreed on it, the text has not.

use crate::epd::counters::perft_depth;
use crate::epd::opcode::is_identifier;
use crate::epd::operand::{Integer, read_integer};
use crate::epd::{Operand, OperandKind, Operation, Parse};

/// What an operation outside the text means by convention.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extension {
    /// `D5 4865609`, `perft5 4865609`, or the fifth of several bare numbers: the number of positions after
    /// `depth` plies.
    Perft {
        /// The depth in plies.
        depth: u32,
    },
    /// `Ae`: the program that analysed the position (strategic test suites).
    Engine,
    /// `Opn`, `Var`: names of opening and variation (opening suites).
    OpeningName,
    /// `pes`: the evaluation in pawns (New EPD of 2011).
    PawnScore,
    /// `cte`, `ctu`: the time elapsed and used (New EPD of 2011).
    ElapsedTime,
    /// `wdl`, `dtz`, `wdl_table`: results from an endgame table.
    EndgameTable,
    /// `PV: e2e4 e7e5`: a variation after a label (mate suites).
    Variation,
    /// `moves g2g4 a7a5`: moves that were played from the position (opening databases).
    PlayedMoves,
    /// `cdb eval: -27`: the score from an opening database.
    DatabaseScore,
    /// `00:07`, `--:--`, `00:07 @ C2`: the time to the solution, perhaps with the settings used (mate
    /// suites).
    SolutionTime,
    /// `Duals(4)`: how many second solutions there are (mate suites).
    Duals,
    /// `v=-385`: a named value.
    NamedValue,
    /// `#17 white wins`: a remark after a `#`.
    Remark,
}

impl Extension {
    /// Reads operation number `index` of the line. `None` for opcodes of the text, and for everything without
    /// a known convention.
    ///
    /// ```
    /// use epidote::epd::{extension::Extension, parse};
    /// let line = parse(b"4k3/8/8/8/8/8/8/4K3 w - - D1 5; Mine 7; pes +0.12;");
    /// let read: Vec<_> = (0..3).map(|index| Extension::read(&line, index)).collect();
    /// assert_eq!(read, [Some(Extension::Perft { depth: 1 }), None, Some(Extension::PawnScore)]);
    /// ```
    pub fn read(parse: &Parse<'_>, index: usize) -> Option<Self> {
        let operation = parse.operations.get(index)?;
        let opcode = parse.opcode(operation);
        let operands = parse.operands(operation);
        let value = |operand: &Operand| operand.value(parse.text());
        if let Some(depth) = perft_depth(opcode) {
            let count = matches!(operands, [only] if is_count(value(only)));
            return count.then_some(Self::Perft { depth });
        }
        let number = |operand: &Operand| is_decimal(value(operand));
        match (opcode, operands) {
            (b"Ae", [name]) if name.kind == OperandKind::Str => Some(Self::Engine),
            (b"Opn" | b"Var", [name]) if name.kind == OperandKind::Str => Some(Self::OpeningName),
            (b"pes", [score]) if number(score) => Some(Self::PawnScore),
            (b"cte" | b"ctu", [time]) if is_time(value(time)) => Some(Self::ElapsedTime),
            (b"wdl" | b"dtz" | b"wdl_table", [score]) if number(score) => Some(Self::EndgameTable),
            (b"moves", [_, ..]) => Some(Self::PlayedMoves),
            (b"cdb", [label, _]) if value(label) == b"eval:" => Some(Self::DatabaseScore),
            ([b'#', rest @ ..], _) if !rest.is_empty() || !operands.is_empty() => Some(Self::Remark),
            (_, [_, ..]) if is_variation_label(opcode) => Some(Self::Variation),
            (_, [_, ..]) if is_minutes(opcode) && value(&operands[0]) == b"@" => Some(Self::SolutionTime),
            (_, []) if is_minutes(opcode) => Some(Self::SolutionTime),
            (_, []) => read_alone(parse, index, operation),
            _ => None,
        }
    }

    /// The key of its meaning in the language files, worded as part of a sentence.
    pub fn key(self) -> &'static str {
        match self {
            Self::Perft { .. } => "extension.perft",
            Self::Engine => "extension.engine",
            Self::OpeningName => "extension.opening",
            Self::PawnScore => "extension.pawn-score",
            Self::ElapsedTime => "extension.elapsed-time",
            Self::EndgameTable => "extension.endgame-table",
            Self::Variation => "extension.variation",
            Self::PlayedMoves => "extension.played-moves",
            Self::DatabaseScore => "extension.database-score",
            Self::SolutionTime => "extension.solution-time",
            Self::Duals => "extension.duals",
            Self::NamedValue => "extension.named-value",
            Self::Remark => "extension.remark",
        }
    }
}

/// The most operations that are searched for counts of positions: no depth is greater than 99.
const MOST_COUNTS: usize = 110;

/// Assigns comment registers to the remarks of a record that have no opcode, as pairs of the number of the
/// operation and its register. The remarks take the registers that no operation names, in ASCII order of
/// their texts, so the order in which they are written does not matter. What cannot be a string gets none.
pub(super) fn remark_registers(parse: &Parse<'_>, is_remark: impl Fn(usize) -> bool) -> Vec<(usize, String)> {
    let remarks = parse.operations.iter().enumerate().filter(|(at, _)| is_remark(*at));
    let mut texts: Vec<(Vec<u8>, usize)> =
        remarks.filter_map(|(at, operation)| Some((remark_text(parse, operation)?, at))).collect();
    texts.sort_unstable();
    let free = (0..=9).map(|number| format!("c{number}")).filter(|name| parse.operation(name).is_none());
    texts.into_iter().zip(free).map(|((_, at), register)| (at, register)).collect()
}

/// The words of an operation as one text; `None` if that cannot be a string.
pub(super) fn remark_text(parse: &Parse<'_>, operation: &Operation) -> Option<Vec<u8>> {
    let operands = parse.operands(operation).iter().map(|operand| parse.bytes(operand.span));
    let words: Vec<&[u8]> = std::iter::once(parse.opcode(operation)).chain(operands).collect();
    let text = words.join(&b' ');
    (text.len() <= LONGEST && !text.contains(&b'"')).then_some(text)
}

/// The most bytes of a string (§5.1).
const LONGEST: usize = 255;

/// Reads operations of one word.
fn read_alone(parse: &Parse<'_>, index: usize, operation: &Operation) -> Option<Extension> {
    let opcode = parse.opcode(operation);
    if is_count(opcode) {
        // Counts come first in a line; only the counters of a FEN and counts that name their depth may
        // precede them.
        let before = parse.operations.get(..index).filter(|before| before.len() <= MOST_COUNTS)?;
        let counters = |other: &Operation| matches!(parse.opcode(other), b"hmvc" | b"fmvn");
        let count = |other: &Operation| {
            let opcode = parse.opcode(other);
            perft_depth(opcode).is_some() || parse.operands(other).is_empty() && is_count(opcode)
        };
        let depth = u32::try_from(before.iter().filter(|other| count(other)).count() + 1).ok()?;
        // A single number means nothing.
        let several = parse.operations.iter().take(MOST_COUNTS).filter(|other| count(other)).count() > 1;
        let alone = several && before.iter().all(|other| counters(other) || count(other));
        return alone.then_some(Extension::Perft { depth });
    }
    if let Some(count) = opcode.strip_prefix(b"Duals(").and_then(|rest| rest.strip_suffix(b")")) {
        return is_count(count).then_some(Extension::Duals);
    }
    let equals = opcode.iter().position(|&byte| byte == b'=')?;
    let (name, value) = (&opcode[..equals], &opcode[equals + 1..]);
    (is_identifier(name) && is_decimal(value)).then_some(Extension::NamedValue)
}

fn is_variation_label(opcode: &[u8]) -> bool {
    opcode.eq_ignore_ascii_case(b"pv:")
}

fn is_count(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(u8::is_ascii_digit)
}

/// Returns whether a text is an integer or a decimal number.
fn is_decimal(text: &[u8]) -> bool {
    let (whole, fraction) = match text.iter().position(|&byte| byte == b'.') {
        Some(point) => (&text[..point], Some(&text[point + 1..])),
        None => (text, None),
    };
    read_integer(whole) != Integer::Malformed && fraction.is_none_or(is_count)
}

/// Returns whether a text is digits with `.` and `:` between them: `000.00:00:00.001`.
fn is_time(text: &[u8]) -> bool {
    text.contains(&b':') && text.iter().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b':'))
}

/// Returns whether a text is minutes and seconds, perhaps with a mark: `00:07`, `00:07+`, `00:07(1)`,
/// `--:--`.
fn is_minutes(text: &[u8]) -> bool {
    let Some((time, mark)) = text.split_at_checked(5) else { return false };
    let digits = matches!(time, [a, b, b':', c, d] if [a, b, c, d].iter().all(|b| b.is_ascii_digit()));
    let known = match mark {
        [] | [b'+' | b'-'] => true,
        [b'(', count @ .., b')'] => is_count(count),
        _ => false,
    };
    (digits || time == b"--:--") && known
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::parse;

    #[track_caller]
    fn check(operations: &str, expect: &[Option<Extension>]) {
        let line = format!("4k3/8/8/8/8/8/8/4K3 w - - {operations}");
        let parse = parse(line.as_bytes());
        let found: Vec<_> = (0..parse.operations.len()).map(|at| Extension::read(&parse, at)).collect();
        assert_eq!(found, expect, "{operations}");
    }

    #[test]
    fn knows_conventions() {
        let perft = |depth| Some(Extension::Perft { depth });
        check("D1 5; D12 30;", &[perft(1), perft(12)]);
        check("perft1 5; perft2 30;", &[perft(1), perft(2)]);
        check("0 1;5;30", &[perft(1), perft(2)]);
        check("Ae \"some engine\"; Opn \"Open\";", &[Some(Extension::Engine), Some(Extension::OpeningName)]);
        check(
            "pes +0.124; pes 3; wdl -2;",
            &[Some(Extension::PawnScore), Some(Extension::PawnScore), Some(Extension::EndgameTable)],
        );
        check("cte 000.00:00:00.001;", &[Some(Extension::ElapsedTime)]);
        check("PV: e1d2 e8d7; cdb eval: M1;", &[Some(Extension::Variation), Some(Extension::DatabaseScore)]);
        check("ep; 00:07; Duals(4);", &[None, Some(Extension::SolutionTime), Some(Extension::Duals)]);
        check("--:--; 00:07+; 00:07(1); 00:07 @ C2;", &[Some(Extension::SolutionTime); 4]);
        check("hmvc 0; fmvn 1; 5; 30;", &[None, None, perft(1), perft(2)]);
        check("moves e1d2 e8d7;", &[Some(Extension::PlayedMoves)]);
        check("v=-385; #17 draw", &[Some(Extension::NamedValue), Some(Extension::Remark)]);
    }

    #[test]
    fn does_not_guess() {
        check("D0 1; D 5; D1; D1 x; D+1 5;", &[None; 5]);
        check("bm Kd2; 20; 400;", &[None; 3]);
        check("00:07 x; 0:07; ab:cd; 00:07(); 00:07++;", &[None; 5]);
        check("0 1; 5;", &[None]);
        // Counts that name their depth do not shift the others.
        let perft = |depth| Some(Extension::Perft { depth });
        check("20; D2 400; 8902;", &[perft(1), perft(2), perft(3)]);
        check("=5; v=; v=x; 00:0x; Duals(x); PV:;", &[None; 6]);
        check("pes; pes x; Ae x; wdl 1 2; foo 1;", &[None; 5]);
    }
}
