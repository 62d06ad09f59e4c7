//! The plain text of Stockfish's tools and of nnue-pytorch: a line each for `fen`, `move`, `score`, `ply` and
//! `result`, and `e` at the end of an entry.
//!
//! `score` and `result` are those of the side to move. `score` is `ce` as it is, whatever a trainer counts in;
//! from 31754 on it is a mate, in 32000 less that many plies, and 32002 says that there is none. `move` is `pm`.
//! `result` is the tag `Result` of `ptp`, as a game has it. `ply` follows from the number of the move; where it does
//! not, it is in `id`.

use crate::chess::notation::read_move;
use crate::chess::score::Score;
use crate::chess::{Chess, Color, Position as _};
use crate::dataset::line::{self, Start};
use crate::dataset::{Fault, Summary, rows};
use crate::epd::Parse;
use crate::epd::game::Game;
use crate::epd::position::{PositionReading, fields_of, move_counters};

/// The score of a mate on the board.
const MATE: i32 = 32_000;
/// The least score that is a mate.
const LEAST_MATE: i32 = MATE - 246;
/// What Stockfish writes, with any sign, where it has no score.
const NO_SCORE: i32 = 32_002;

/// The words of an entry.
#[derive(Default)]
struct Entry<'a> {
    line: usize,
    fen: Option<&'a [u8]>,
    played: Option<&'a [u8]>,
    score: Option<&'a [u8]>,
    ply: Option<&'a [u8]>,
    result: Option<&'a [u8]>,
}

/// Reads whole entries. The last one may lack its `e`.
pub(super) fn read(part: &[u8], first: usize, out: &mut Vec<u8>, summary: &mut Summary) {
    let mut entry = Entry::default();
    rows::each_line(part, first, |line, text| {
        let (key, value) = match memchr::memchr(b' ', text) {
            Some(at) => (&text[..at], text[at..].trim_ascii()),
            None => (text, &b""[..]),
        };
        let part = match key {
            b"fen" => {
                // Nothing of an entry that lacks its `e` is lost.
                end(&mut entry, out, summary);
                &mut entry.fen
            }
            b"move" => &mut entry.played,
            b"score" => &mut entry.score,
            b"ply" => &mut entry.ply,
            b"result" => &mut entry.result,
            b"e" => return end(&mut entry, out, summary),
            // Some writers add lines of their own.
            _ => return,
        };
        *part = Some(value);
        if entry.line == 0 {
            entry.line = line;
        }
    });
    end(&mut entry, out, summary);
}

/// Ends an entry, if it has begun.
fn end(entry: &mut Entry<'_>, out: &mut Vec<u8>, summary: &mut Summary) {
    let whole = std::mem::take(entry);
    if whole.line > 0 {
        summary.count(whole.line, whole.write(out));
    }
}

impl Entry<'_> {
    fn write(&self, out: &mut Vec<u8>) -> Result<usize, Fault> {
        let start = Start::read(self.fen.ok_or(Fault::Missing("fen"))?)?;
        let played = match self.played {
            None | Some(b"" | b"0000" | b"none" | b"(none)") => None,
            Some(word) => {
                let san = read_move(&start.chess, word).san(word);
                Some(san.ok_or_else(|| Fault::Move(line::shown(word)))?)
            }
        };
        let score = self.score.map(number).transpose()?;
        let result = self.result.map(number).transpose()?;
        let ply = self.ply.map(number).transpose()?;
        let turn = start.chess.turn();
        out.extend_from_slice(&start.fields);
        if let Some(score) = score.filter(|score| score.saturating_abs() != NO_SCORE) {
            line::number(out, "ce", score_of(score).to_ce());
        }
        line::counters(out, start.halfmoves, start.fullmoves);
        if let Some(ply) = ply
            && Some(ply) != ply_of(start.fullmoves, turn)
        {
            line::string(out, "id", format!("ply {ply}").as_bytes());
        }
        if let Some(played) = played {
            line::operation(out, "pm", played.as_bytes());
        }
        if let Some(result) = result {
            let white = if turn.is_white() { result } else { -result };
            let text = match white.signum() {
                1 => "1-0",
                -1 => "0-1",
                _ => "1/2-1/2",
            };
            line::operation(out, "ptp", format!("Result \"{text}\"").as_bytes());
        }
        out.push(b'\n');
        Ok(1)
    }
}

fn number(word: &[u8]) -> Result<i32, Fault> {
    let text = std::str::from_utf8(word).ok().and_then(|text| text.parse().ok());
    text.filter(|value: &i32| *value > i32::MIN).ok_or_else(|| Fault::Number(line::shown(word)))
}

fn score_of(score: i32) -> Score {
    let plies = MATE.saturating_sub(score.saturating_abs()).unsigned_abs();
    match score {
        LEAST_MATE..=MATE if !plies.is_multiple_of(2) => Score::Mate(plies),
        _ if (LEAST_MATE..=MATE).contains(&-score) && plies.is_multiple_of(2) => Score::Mated(plies),
        _ => Score::Centipawns(score),
    }
}

fn number_of(score: Score) -> i32 {
    let distance = |plies: u32| i32::try_from(plies).unwrap_or(i32::MAX).min(MATE - LEAST_MATE);
    match score {
        Score::Centipawns(value) => value,
        Score::Mate(plies) => MATE - distance(plies),
        Score::Mated(plies) => distance(plies) - MATE,
    }
}

/// The number of plies before a move with this number.
fn ply_of(fullmoves: u32, turn: Color) -> Option<i32> {
    i32::try_from(2 * i64::from(fullmoves.max(1) - 1) + i64::from(turn.is_black())).ok()
}

/// Writes a record with `ce`, a move, and a result in `ptp`.
pub fn write(parse: &Parse<'_>, out: &mut Vec<u8>) {
    let Some(chess) = PositionReading::read_as(parse, Game::Chess).chess else { return };
    let (Some(score), Some(played), Some(result)) =
        (line::score_of(parse), line::chosen(parse, &chess), result_of(parse, &chess))
    else {
        return;
    };
    let (halfmoves, fullmoves) = move_counters(parse);
    let named = parse.value("id").and_then(|id| number(id.strip_prefix(b"ply ")?).ok());
    let ply = named.or_else(|| ply_of(fullmoves, chess.turn())).unwrap_or_default();
    let text = format!(
        "fen {} {halfmoves} {fullmoves}\nmove {played}\nscore {}\nply {ply}\nresult {result}\ne\n",
        fields_of(&chess),
        number_of(score),
    );
    out.extend_from_slice(text.as_bytes());
}

/// The result of the side to move: 1, 0 or -1.
fn result_of(parse: &Parse<'_>, chess: &Chess) -> Option<i32> {
    let pairs = parse.operands(parse.operation("ptp")?);
    let value = |operand: &crate::epd::Operand| operand.value(parse.text());
    let pair = pairs.chunks_exact(2).find(|pair| value(&pair[0]) == b"Result")?;
    let white = match value(&pair[1]) {
        b"1-0" => 1,
        b"0-1" => -1,
        b"1/2-1/2" => 0,
        _ => return None,
    };
    Some(if chess.turn().is_white() { white } else { -white })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::Reading;
    use crate::dataset::testing::{export, import};

    const ENTRY: &str = "fen rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\nmove g1f3\nscore 37\nply 2\nresult -1\ne\n";
    const RECORD: &str = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - ce 37; fmvn 2; pm Nf3; ptp Result \"0-1\";\n";

    #[test]
    fn entries_are_records_and_back() {
        assert_eq!(import(Reading::Plain, ENTRY.as_bytes()), (RECORD.to_owned(), Vec::new()));
        assert_eq!(export(write, RECORD), ENTRY);
        let open = ENTRY.strip_suffix("e\n").unwrap().replace('\n', "\r\n");
        assert_eq!(import(Reading::Plain, open.as_bytes()).0, RECORD);
        let black =
            "fen r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 20\nmove e8g8\nscore -31998\nply 7\nresult 1\ne\n";
        let (record, _) = import(Reading::Plain, black.as_bytes());
        assert_eq!(
            record,
            "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - ce -32765; fmvn 20; hmvc 3; id \"ply 7\"; pm O-O; ptp Result \"0-1\";\n"
        );
        assert_eq!(export(write, &record), black);
    }

    #[test]
    fn an_entry_ends_before_the_next_position_too() {
        let text = "# made here\nfen 4k3/8/8/8/8/8/8/4K3 w - - 0 1\nfen 4k3/8/8/8/8/8/8/4K3 b - - 0 1\nscore 5\ne\n\ne\n";
        let records = "4k3/8/8/8/8/8/8/4K3 w - -\n4k3/8/8/8/8/8/8/4K3 b - - ce 5;\n";
        assert_eq!(import(Reading::Plain, text.as_bytes()), (records.to_owned(), Vec::new()));
    }

    #[test]
    fn scores_are_taken_as_they_are() {
        for score in [0, 37, -31_753, 31_753, 31_755, 31_999, -31_754, -32_000, 12] {
            assert_eq!(number_of(score_of(score)), score, "{score}");
        }
        assert_eq!(score_of(32_000), Score::Centipawns(32_000));
        assert_eq!(score_of(31_999), Score::Mate(1));
        assert_eq!(score_of(-32_000), Score::Mated(0));
        assert_eq!(score_of(i32::MAX).to_ce(), 32_000);
    }

    #[test]
    fn no_score_is_no_ce() {
        for score in ["32002", "-32002"] {
            let text = ENTRY.replace("score 37", &format!("score {score}"));
            assert_eq!(import(Reading::Plain, text.as_bytes()), (RECORD.replace(" ce 37;", ""), Vec::new()));
        }
    }

    #[test]
    fn bad_entries_are_told_and_others_are_read() {
        for (bad, expect) in [
            ("move e2e4\ne\n", "there is no fen"),
            ("fen 8/8/8/8/8/8/8/8 w - - 0 1\ne\n", "illegal position"),
            ("fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1\nmove e1e3\ne\n", "`e1e3` cannot be played"),
            ("fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1\nscore x\ne\n", "`x` is not a number"),
        ] {
            let (records, failures) = import(Reading::Plain, format!("{ENTRY}\n{bad}{ENTRY}").as_bytes());
            assert_eq!(records, RECORD.repeat(2), "{bad}");
            assert!(failures.len() == 1 && failures[0].0 == 8, "{failures:?}");
            assert!(failures[0].1.to_string().contains(expect), "{}", failures[0].1);
        }
    }

    #[test]
    fn records_without_a_result_are_left_out() {
        for line in [
            "4k3/8/8/8/8/8/8/4K3 w - - ce 5; pm Kd2;",
            "4k3/8/8/8/8/8/8/4K3 w - - ce 5; pm Kd2; ptp Result \"*\";",
            "4k3/8/8/8/8/8/8/4K3 w - - pm Kd2; ptp Result \"1-0\";",
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 Kf2; ce 5; ptp Result \"1-0\";",
            "# x",
        ] {
            assert_eq!(export(write, line), "", "{line}");
        }
        let only = "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; ce 5; ptp White \"a\" Result \"1-0\";";
        assert!(export(write, only).contains("move e1d2\nscore 5\nply 0\nresult 1\n"));
    }
}
