//! Verb pfga on one record: writes what a search found (§7.2, V-9 to V-12).
//!
//! `pv` and `ce` are always written; `pv` has no operand when the side to move is mated or
//! stalemated. `acd acn acs` tell the effort. An old `pm` is rewritten so that it agrees with
//! the new `pv`; without a move it is removed. An `sm` is game data and stays.

use crate::chess::notation::san;
use crate::chess::score::Score;
use crate::chess::{Chess, Move, Position};
use crate::epd::moves::moves_of;
use crate::epd::parse;
use crate::epd::position::PositionReading;
use crate::epd::write::{WriteError, remove_operation, set_operation};
use crate::language::Text;

/// What a search found for one record.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    /// Score for the side to move.
    pub score: Score,
    /// The best line in coordinates (`e2e4`, `e7e8q`), as engines write it.
    pub line: Vec<String>,
    /// Plies searched.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Milliseconds used.
    pub time_ms: u64,
}

/// Why an analysis cannot be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnalyzeError {
    /// The record has no legal position.
    NoPosition,
    /// The line of the analysis cannot be played from the position: it belongs to another one.
    OtherPosition,
    /// The record cannot be written to.
    Write(WriteError),
}

impl AnalyzeError {
    /// What is wrong.
    pub fn text(&self) -> Text {
        match self {
            Self::NoPosition => "why.no-position-to-analyze".into(),
            Self::OtherPosition => "why.changed-in-analysis".into(),
            Self::Write(error) => error.text(),
        }
    }
}

impl std::fmt::Display for AnalyzeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text().english())
    }
}

impl std::error::Error for AnalyzeError {}

impl From<WriteError> for AnalyzeError {
    fn from(error: WriteError) -> Self {
        Self::Write(error)
    }
}

/// The line with the analysis written into it. With `predicted_move` a `pm` is written even if
/// there was none.
///
/// ```
/// use epidote::chess::score::Score;
/// use epidote::epd::verbs::analyze::{Analysis, analyze};
/// let found = Analysis {
///     score: Score::Mate(1),
///     line: vec!["a1a8".to_owned()],
///     depth: 2,
///     nodes: 57,
///     time_ms: 1204,
/// };
/// let line = analyze(b"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - id \"back rank\";", &found, true).unwrap();
/// assert_eq!(
///     String::from_utf8_lossy(&line),
///     "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - acd 2; acn 57; acs 1; ce 32766; id \"back rank\"; pm Ra8#; pv Ra8#;"
/// );
/// ```
///
/// # Errors
/// No legal position, a line that cannot be played from it, or a record that cannot be written
/// to. The record is then to be left as it is.
pub fn analyze(text: &[u8], analysis: &Analysis, predicted_move: bool) -> Result<Vec<u8>, AnalyzeError> {
    let sans = line_of(text, analysis)?;
    let mut out = text.to_vec();
    for opcode in ["acd", "acn", "acs", "ce", "pv"] {
        out = set_operation(&parse(&out), opcode, analysis.operands(opcode, &sans).as_bytes())?.apply(&out);
    }
    with_predicted_move(out, &sans, predicted_move)
}

/// Whether the record has an `sm` that is not the first move of its `pv` (V-12): it tells of a game and
/// stays, and whoever analyses is told.
///
/// ```
/// use epidote::epd::verbs::analyze::has_other_supplied_move;
/// let other = |operations: &str| {
///     has_other_supplied_move(format!("4k3/8/8/8/8/8/8/4K3 w - - {operations}").as_bytes())
/// };
/// assert!(other("pv Kd2 Kd7; sm Kd1;"));
/// assert!(!other("pv Kd2 Kd7; sm e1d2;") && !other("pv Kd2;") && !other("sm Kd2;"));
/// ```
pub fn has_other_supplied_move(text: &[u8]) -> bool {
    let parsed = parse(text);
    let Some(position) = PositionReading::read(&parsed).chess else { return false };
    let first = |opcode| {
        let operation = parsed.operation(opcode)?;
        moves_of(&parsed, &position, operation).first()?.played()
    };
    matches!((first("sm"), first("pv")), (Some(supplied), Some(best)) if supplied != best)
}

impl Analysis {
    /// The operands of one of the opcodes that an analysis writes.
    pub(super) fn operands(&self, opcode: &str, sans: &[String]) -> String {
        match opcode {
            "acd" => self.depth.to_string(),
            "acn" => self.nodes.to_string(),
            "acs" => (self.time_ms / 1000).to_string(),
            "ce" => self.score.to_ce().to_string(),
            _ => sans.join(" "),
        }
    }
}

/// The line of an analysis in SAN, which must be one of the record's position; empty only where there is
/// no legal move.
pub(super) fn line_of(text: &[u8], analysis: &Analysis) -> Result<Vec<String>, AnalyzeError> {
    let position = PositionReading::read(&parse(text)).chess.ok_or(AnalyzeError::NoPosition)?;
    let sans = line_in_san(&position, &analysis.line).ok_or(AnalyzeError::OtherPosition)?;
    if sans.is_empty() == position.legal_moves().is_empty() {
        Ok(sans)
    } else {
        Err(AnalyzeError::OtherPosition)
    }
}

/// The record with `pm` in step with the line: where there was one, or wherever there is a move.
pub(super) fn with_predicted_move(
    text: Vec<u8>,
    sans: &[String],
    everywhere: bool,
) -> Result<Vec<u8>, AnalyzeError> {
    let has_pm = parse(&text).operation("pm").is_some();
    Ok(match sans.first() {
        Some(first) if everywhere || has_pm => {
            set_operation(&parse(&text), "pm", first.as_bytes())?.apply(&text)
        }
        None if has_pm => without(&text, "pm"),
        Some(_) | None => text,
    })
}

/// A move in coordinates, in each way that engines write it: castling by the king's two steps, and by the
/// king taking its rook.
pub fn coordinates(m: Move) -> [String; 2] {
    use shakmaty::uci::UciMove;
    [UciMove::from_standard(m).to_string(), UciMove::from_chess960(m).to_string()]
}

fn without(text: &[u8], opcode: &str) -> Vec<u8> {
    let parsed = parse(text);
    let index = parsed.operations.iter().position(|o| parsed.opcode(o) == opcode.as_bytes());
    index.map_or_else(|| text.to_vec(), |index| remove_operation(&parsed, index).apply(text))
}

/// A line of coordinate moves as moves; `None` if one cannot be played.
pub fn line_of_coordinates(position: &Chess, line: &[String]) -> Option<Vec<Move>> {
    let mut position = position.clone();
    let mut moves = Vec::with_capacity(line.len());
    for text in line {
        let m = shakmaty::uci::UciMove::from_ascii(text.as_bytes()).ok()?.to_move(&position).ok()?;
        position.play_unchecked(m);
        moves.push(m);
    }
    Some(moves)
}

/// A line of coordinate moves in SAN; `None` if one cannot be played.
pub fn line_in_san(position: &Chess, line: &[String]) -> Option<Vec<String>> {
    Some(sans(position, &line_of_coordinates(position, line)?))
}

/// Moves from a position in SAN; each must be legal where it is played.
pub fn sans(position: &Chess, moves: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let write = |&m: &Move| {
        let text = san(&position, m);
        position.play_unchecked(m);
        text
    };
    moves.iter().map(write).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(score: Score, line: &[&str]) -> Analysis {
        let line = line.iter().map(|&m| m.to_owned()).collect();
        Analysis { score, line, depth: 9, nodes: 1234, time_ms: 2999 }
    }

    #[track_caller]
    fn check(text: &str, analysis: &Analysis, predicted_move: bool, expect: &str) {
        let out = analyze(text.as_bytes(), analysis, predicted_move).expect("an analysis");
        assert_eq!(String::from_utf8_lossy(&out), expect);
    }

    #[test]
    fn writes_what_was_found() {
        check(
            "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#;  id \"m1\"; zz x;",
            &found(Score::Mate(1), &["a1a8"]),
            true,
            "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - acd 9; acn 1234; acs 2; bm Ra8#;  ce 32766; id \"m1\"; pm Ra8#; pv Ra8#; zz x;",
        );
    }

    #[test]
    fn replaces_old_values_and_keeps_pm_in_step() {
        check(
            "4k3/8/8/8/8/8/8/4K3 w - - ce 5; pm Ke2; pv Ke2 Kd7; sm Kf1;",
            &found(Score::Centipawns(0), &["e1d2", "e8d7"]),
            false,
            "4k3/8/8/8/8/8/8/4K3 w - - acd 9; acn 1234; acs 2; ce 0; pm Kd2; pv Kd2 Kd7; sm Kf1;",
        );
    }

    #[test]
    fn a_finished_game_has_an_empty_line() {
        check(
            "7k/5Q2/6K1/8/8/8/8/8 b - - pm Kg8;",
            &found(Score::Centipawns(0), &[]),
            true,
            "7k/5Q2/6K1/8/8/8/8/8 b - - acd 9; acn 1234; acs 2; ce 0; pv;",
        );
        check(
            "7k/6Q1/6K1/8/8/8/8/8 b - -",
            &found(Score::Mated(0), &[]),
            true,
            "7k/6Q1/6K1/8/8/8/8/8 b - - acd 9; acn 1234; acs 2; ce -32767; pv;",
        );
    }

    #[test]
    fn castling_is_written_in_both_ways() {
        let line = parse(b"4k3/8/8/8/8/8/8/4K2R w K -");
        let position = PositionReading::read(&line).chess.unwrap();
        let castling = position.legal_moves().into_iter().find(|m| m.is_castle()).unwrap();
        assert_eq!(coordinates(castling), ["e1g1", "e1h1"]);
    }

    #[test]
    fn refuses_what_does_not_belong() {
        let other = found(Score::Centipawns(0), &["e2e4"]);
        assert_eq!(analyze(b"4k3/8/8/8/8/8/8/4K3 w - -", &other, false), Err(AnalyzeError::OtherPosition));
        let none = found(Score::Centipawns(0), &[]);
        assert_eq!(analyze(b"4k3/8/8/8/8/8/8/4K3 w - -", &none, false), Err(AnalyzeError::OtherPosition));
        assert_eq!(analyze(b"8/8/8/8/8/8/8/8 w - -", &none, false), Err(AnalyzeError::NoPosition));
    }
}
