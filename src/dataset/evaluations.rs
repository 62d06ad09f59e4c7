//! The evaluations of lichess: `lichess_db_eval.jsonl`.
//!
//! A line is a position of four fields with evaluations, each of some depth, some thousands of nodes, and one
//! line or several. Scores are White's; `ce` is that of the side to move. Castling is written as the king
//! taking its rook. The record has the deepest evaluation, of equals the one with more nodes, as an analysis
//! writes it: `acd`, `acn`, `ce`, `pm`, `pv`, and its other lines in `c1` to `c9`.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde::Deserialize;

use crate::chess::notation::line::both_coordinates;
use crate::chess::score::Score;
use crate::chess::{Chess, Move, Position as _};
use crate::dataset::Fault;
use crate::dataset::line::{self, LONGEST, Start};
use crate::epd::Parse;
use crate::epd::game::Game;
use crate::epd::position::{PositionReading, fields_of};

/// A line of the file.
#[derive(Deserialize)]
struct Row<'a> {
    #[serde(borrow)]
    fen: Cow<'a, str>,
    #[serde(borrow)]
    evals: Vec<Evaluation<'a>>,
}

#[derive(Deserialize)]
struct Evaluation<'a> {
    #[serde(borrow)]
    pvs: Vec<Pv<'a>>,
    #[serde(default)]
    knodes: u64,
    #[serde(default)]
    depth: u32,
}

#[derive(Deserialize)]
struct Pv<'a> {
    cp: Option<i64>,
    mate: Option<i64>,
    #[serde(borrow, default)]
    line: Cow<'a, str>,
}

impl Pv<'_> {
    /// The score of the side to move.
    fn score(&self, chess: &Chess) -> Result<Score, Fault> {
        let clamped = |value: i64| i32::try_from(value.clamp(-1_000_000, 1_000_000)).unwrap_or_default();
        let own = |value: i64| clamped(if chess.turn().is_white() { value } else { -value.max(-i64::MAX) });
        match (self.mate, self.cp) {
            (Some(moves), _) => Ok(Score::of_moves_to_mate(own(moves))),
            (None, Some(cp)) => Ok(Score::Centipawns(own(cp))),
            (None, None) => Err(Fault::Missing("cp")),
        }
    }
}

/// Reads a line; returns the number of records.
pub(super) fn read(text: &[u8], every: bool, out: &mut Vec<u8>) -> Result<usize, Fault> {
    let row: Row<'_> = serde_json::from_slice(text).map_err(|error| Fault::Json(error.to_string()))?;
    let start = Start::read(row.fen.as_bytes())?;
    let deepest = || {
        let mut deepest: Option<&Evaluation<'_>> = None;
        for evaluation in &row.evals {
            let key = |evaluation: &Evaluation<'_>| (evaluation.depth, evaluation.knodes);
            if deepest.is_none_or(|best| key(evaluation) > key(best)) {
                deepest = Some(evaluation);
            }
        }
        deepest.ok_or(Fault::Missing("evals"))
    };
    let from = out.len();
    let written = if every {
        row.evals
            .iter()
            .try_for_each(|evaluation| write_record(&start, evaluation, out))
            .map(|()| row.evals.len())
    } else {
        deepest().and_then(|evaluation| write_record(&start, evaluation, out)).map(|()| 1)
    };
    written.inspect_err(|_| out.truncate(from))
}

fn write_record(start: &Start, evaluation: &Evaluation<'_>, out: &mut Vec<u8>) -> Result<(), Fault> {
    let (best, others) = evaluation.pvs.split_first().ok_or(Fault::Missing("pvs"))?;
    out.extend_from_slice(&start.fields);
    line::number(out, "acd", evaluation.depth);
    line::number(out, "acn", evaluation.knodes.saturating_mul(1000));
    for (register, other) in (1..10).zip(others) {
        let score = other.score(&start.chess)?;
        let sans = line::play_line(&start.chess, other.line.as_bytes())?;
        let mut text = score.to_string();
        for san in line::words(&sans) {
            if text.len() + 1 + san.len() > LONGEST {
                break;
            }
            text.push(' ');
            text.push_str(&String::from_utf8_lossy(san));
        }
        line::string(out, &format!("c{register}"), text.as_bytes());
    }
    line::number(out, "ce", best.score(&start.chess)?.to_ce());
    line::counters(out, start.halfmoves, start.fullmoves);
    let sans = line::play_line(&start.chess, best.line.as_bytes())?;
    if let Some(first) = line::words(&sans).next() {
        line::operation(out, "pm", first);
        line::operation(out, "pv", &sans);
    }
    out.push(b'\n');
    Ok(())
}

/// Castling as the king taking its rook.
fn spell(m: Move) -> String {
    let [_, chess960] = both_coordinates(m);
    chess960
}

/// Writes a record with `ce` and the moves of `pv`, or of `pm`.
pub fn write(parse: &Parse<'_>, out: &mut Vec<u8>) {
    let Some(chess) = PositionReading::read_as(parse, Game::Chess).chess else { return };
    let Some(score) = line::score_of(parse) else { return };
    let moves = |opcode| line::coordinates_of(parse, opcode, &chess, spell);
    let Some(moves) = moves("pv").or_else(|| moves("pm")) else { return };
    let integer = |opcode| parse.integer(opcode).unwrap_or_default().max(0);
    let mut text = format!("{{\"fen\":\"{}\",\"evals\":[{{\"pvs\":[", fields_of(&chess));
    push_line(&mut text, &chess, score, &moves);
    for register in 1..10 {
        if let Some((score, moves)) = other_line(parse, &chess, register) {
            text.push(',');
            push_line(&mut text, &chess, score, &moves);
        }
    }
    // Writing into a string cannot fail.
    let _ = writeln!(text, "],\"knodes\":{},\"depth\":{}}}]}}", integer("acn") / 1000, integer("acd"));
    out.extend_from_slice(text.as_bytes());
}

fn push_line(text: &mut String, chess: &Chess, score: Score, moves: &[String]) {
    let sign = if chess.turn().is_white() { 1 } else { -1 };
    let (name, value) = match (score, score.mate_in_moves()) {
        (Score::Centipawns(value), _) => ("cp", value),
        (_, moves) => ("mate", moves.unwrap_or_default()),
    };
    let _ = write!(text, "{{\"{name}\":{},\"line\":\"{}\"}}", sign * value, moves.join(" "));
}

/// A further line in a comment, as an analysis writes it: `-0.20 Nf3 d5 c4`.
fn other_line(parse: &Parse<'_>, chess: &Chess, register: u32) -> Option<(Score, Vec<String>)> {
    let opcode = format!("c{register}");
    let comment = std::str::from_utf8(parse.value(&opcode)?).ok()?;
    let (score, sans) = comment.split_once(' ')?;
    let score = Score::of_shown(score)?;
    let mut here = chess.clone();
    let mut moves = Vec::new();
    for san in sans.split(' ') {
        moves.push(spell(line::play(&mut here, san.as_bytes(), &mut Vec::new()).ok()?));
    }
    Some((score, moves))
}

/// What the evaluations of a line begin after.
const EVALUATIONS: &[u8] = b",\"evals\":[";

/// Makes one line of neighbours with the same position.
#[derive(Debug, Default)]
pub struct Lines {
    /// The last line, without the end of its evaluations and of the line.
    open: Vec<u8>,
}

/// The end of the evaluations and of the line.
const END: &[u8] = b"]}\n";

impl Lines {
    /// Takes whole lines, as [`write`] writes them, and appends those to which no evaluation can come any more.
    pub fn take(&mut self, lines: &[u8], out: &mut Vec<u8>) {
        for line in lines.split_inclusive(|&byte| byte == b'\n') {
            let line = line.strip_suffix(END).unwrap_or(line);
            let Some(at) = memchr::memmem::find(line, EVALUATIONS) else { continue };
            let head = at + EVALUATIONS.len();
            if self.open.get(..head) == line.get(..head) {
                self.open.push(b',');
                self.open.extend_from_slice(&line[head..]);
            } else {
                self.end(out);
                self.open.extend_from_slice(line);
            }
        }
    }

    /// Appends the last line.
    pub fn end(&mut self, out: &mut Vec<u8>) {
        if !self.open.is_empty() {
            out.append(&mut self.open);
            out.extend_from_slice(END);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::Reading;
    use crate::dataset::testing::{export, import};

    const DEEPEST: Reading = Reading::Evaluations { every: false };

    #[track_caller]
    fn check(json: &str, expect: &str) {
        let (records, failures) = import(DEEPEST, json.as_bytes());
        assert_eq!((records.trim_end(), failures), (expect, Vec::new()));
    }

    #[test]
    fn the_deepest_evaluation_is_the_analysis() {
        check(
            r#"{"fen":"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -","evals":[{"pvs":[{"cp":5,"line":"a1a8"},{"cp":-3,"line":"e1d1"}],"knodes":9,"depth":20},{"pvs":[{"cp":11,"line":"e1h1 e8a8"}],"knodes":7,"depth":33},{"pvs":[{"cp":12,"line":"e1a1"}],"knodes":6,"depth":33}]}"#,
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - acd 33; acn 7000; ce 11; pm O-O; pv O-O O-O-O;",
        );
        check(
            r#"{"fen":"r3k2r/8/8/8/8/8/8/R3K2R b KQkq -","evals":[{"pvs":[{"cp":5,"line":"e8h8"},{"mate":-3,"line":"a8a1 e1d2"},{"cp":-40}],"knodes":9,"depth":20}]}"#,
            "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - acd 20; acn 9000; c1 \"#3 Rxa1+ Kd2\"; c2 \"+0.40\"; ce -5; pm O-O; pv O-O;",
        );
    }

    #[test]
    fn every_evaluation_can_be_a_record() {
        let json = r#"{"fen":"4k3/8/8/8/8/8/4P3/4K3 b - -","evals":[{"pvs":[{"mate":7,"line":"e8e7"}],"knodes":1,"depth":9},{"pvs":[{"mate":-2,"line":"e8d7"}],"knodes":2,"depth":8}]}"#;
        let (records, _) = import(Reading::Evaluations { every: true }, json.as_bytes());
        assert_eq!(
            records,
            "4k3/8/8/8/8/8/4P3/4K3 b - - acd 9; acn 1000; ce -32753; pm Ke7; pv Ke7;\n\
             4k3/8/8/8/8/8/4P3/4K3 b - - acd 8; acn 2000; ce 32764; pm Kd7; pv Kd7;\n"
        );
        let taken = |records: &str, count: usize| {
            let (mut lines, mut out) = (Lines::default(), Vec::new());
            for part in records.lines().collect::<Vec<_>>().chunks(count) {
                lines.take(export(write, &part.join("\n")).as_bytes(), &mut out);
            }
            lines.end(&mut out);
            String::from_utf8(out).expect("UTF-8")
        };
        let lines = |records: &str| {
            assert_eq!(taken(records, 1), taken(records, 2));
            taken(records, 1)
        };
        assert_eq!(lines(&records).trim_end(), json);
        // Another position between them, and the same position again.
        let other = records.replace("4P3", "3P4");
        let (first, second) = records.split_once('\n').expect("two records");
        let apart = lines(&format!("{first}\n{other}{second}\n"));
        assert_eq!(apart.lines().map(|line| line.matches("pvs").count()).collect::<Vec<_>>(), [1, 2, 1]);
        assert_eq!(lines("# a comment\n"), "");
    }

    #[test]
    fn records_are_written_as_they_were() {
        for json in [
            r#"{"fen":"r3k2r/8/8/8/8/8/8/R3K2R b KQkq -","evals":[{"pvs":[{"cp":5,"line":"e8h8"},{"mate":-3,"line":"a8a1 e1d2"}],"knodes":9,"depth":20}]}"#,
            r#"{"fen":"4k3/8/8/8/8/8/4P3/4K3 w - -","evals":[{"pvs":[{"mate":-4,"line":"e1d2"}],"knodes":0,"depth":0}]}"#,
        ] {
            let (records, _) = import(DEEPEST, json.as_bytes());
            assert_eq!(export(write, &records).trim_end(), json);
        }
        for line in [
            "4k3/8/8/8/8/8/8/4K3 w - - ce 5;",
            "4k3/8/8/8/8/8/8/4K3 w - - pv Kd2;",
            "8/8 w - - ce 1; pv a;",
            "#",
        ] {
            assert_eq!(export(write, line), "", "{line}");
        }
        let comment = "4k3/8/8/8/8/8/8/4K3 w - - c1 \"a comment\"; c2 \"+0.10 Kd9\"; ce 5; pm Kd2;";
        assert_eq!(
            export(write, comment),
            "{\"fen\":\"4k3/8/8/8/8/8/8/4K3 w - -\",\"evals\":[{\"pvs\":[{\"cp\":5,\"line\":\"e1d2\"}],\"knodes\":0,\"depth\":0}]}\n"
        );
    }

    #[test]
    fn bad_lines_are_told_and_others_are_read() {
        let good = r#"{"fen":"4k3/8/8/8/8/8/4P3/4K3 w - -","evals":[{"pvs":[{"cp":1,"line":"e1d2"}],"knodes":1,"depth":9}]}"#;
        for (bad, expect) in [
            (r#"{"fen":"4k3/8/8/8/8/8/8/8 w - -","evals":[]}"#, "illegal position"),
            (r#"{"fen":"4k3/8/8/8/8/8/4P3/4K3 w - -","evals":[]}"#, "there is no evals"),
            (r#"{"fen":"4k3/8/8/8/8/8/4P3/4K3 w - -","evals":[{"pvs":[]}]}"#, "there is no pvs"),
            (r#"{"fen":"4k3/8/8/8/8/8/4P3/4K3 w - -","evals":[{"pvs":[{}]}]}"#, "there is no cp"),
            (r#"{"fen":"4k3/8/8/8/8/8/4P3/4K3 w - -","evals":[{"pvs":[{"cp":1,"line":"e1e3"}]}]}"#, "`e1e3`"),
            (r#"{"fen":"4k3/8"#, "not the JSON of an evaluation"),
            ("[]", "not the JSON of an evaluation"),
        ] {
            let (records, failures) = import(DEEPEST, format!("{good}\n{bad}\n\n{good}").as_bytes());
            assert_eq!(records.lines().count(), 2, "{bad}");
            assert!(failures.len() == 1 && failures[0].0 == 2, "{failures:?}");
            assert!(failures[0].1.to_string().contains(expect), "{bad}: {}", failures[0].1);
        }
    }
}
