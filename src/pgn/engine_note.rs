//! What an engine says of its move, as cutechess and fastchess write it into a comment.
//!
//! `+0.35/12 0.5s`: score and depth, and the time. Mates are counted in plies: `+M5`, `-M4`. Further parts
//! follow after commas: `n=123456` (nodes) and others with `=`, and words such as `White mates`.
//!
//! Sites and viewers write `[%eval 0.35,18]`: pawns seen by White, or a mate in moves (`#-3`), and perhaps the depth.

use crate::chess::Color;
use crate::chess::score::Score;

/// The evaluation in a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct EngineNote {
    score: Option<Score>,
    depth: Option<u32>,
    /// Whole seconds.
    seconds: Option<u64>,
    nodes: Option<u64>,
}

impl EngineNote {
    /// Reads a comment; also returns what else is in it. `None` if it begins with no score.
    pub(super) fn read(comment: &[u8]) -> Option<(Self, Vec<u8>)> {
        let text = std::str::from_utf8(comment).ok()?;
        let mut parts = text.split(',').map(str::trim);
        let mut words = parts.next()?.split_whitespace();
        let (score, depth) = words.next()?.split_once('/')?;
        let mut note =
            Self { score: Some(score_of(score)?), depth: Some(depth.parse().ok()?), ..Self::default() };
        let mut rest: Vec<&str> = Vec::new();
        for word in words {
            match seconds_of(word) {
                Some(seconds) if note.seconds.is_none() && rest.is_empty() => note.seconds = Some(seconds),
                _ => rest.push(word),
            }
        }
        for part in parts {
            match part.split_once('=') {
                Some(("n", nodes)) => note.nodes = nodes.trim().parse().ok(),
                Some(_) => {}
                None => rest.push(part),
            }
        }
        Some((note, rest.join(" ").into_bytes()))
    }

    /// Reads `[%eval]` in a comment, as the side to move sees it; also returns what else is in the comment.
    pub(super) fn of_eval(comment: &[u8], turn: Color) -> Option<(Self, Vec<u8>)> {
        let text = std::str::from_utf8(comment).ok()?;
        let (before, rest) = text.split_once("[%eval ")?;
        let (value, after) = rest.split_once(']')?;
        let (score, depth) =
            value.split_once(',').map_or((value, None), |(score, depth)| (score, Some(depth)));
        let depth = depth.map(|depth| depth.trim().parse()).transpose().ok()?;
        let note = Self { score: Some(seen_by(score.trim(), turn)?), depth, ..Self::default() };
        Some((note, [before.trim_end(), " ", after.trim_start()].concat().into_bytes()))
    }

    /// Writes `acd`, `acn` and `acs`.
    pub(super) fn write_effort(self, out: &mut Vec<u8>) {
        let counts = [("acd", self.depth.map(u64::from)), ("acn", self.nodes), ("acs", self.seconds)];
        for (opcode, count) in counts {
            if let Some(count) = count {
                out.extend_from_slice(format!(" {opcode} {count};").as_bytes());
            }
        }
    }

    /// Writes `ce`.
    pub(super) fn write_score(self, out: &mut Vec<u8>) {
        if let Some(score) = self.score {
            out.extend_from_slice(format!(" ce {};", score.to_ce()).as_bytes());
        }
    }
}

/// A score that is written as White sees it.
fn seen_by(text: &str, turn: Color) -> Option<Score> {
    let sign = if turn.is_white() { 1 } else { -1 };
    if let Some(moves) = text.strip_prefix('#') {
        return Some(Score::of_moves_to_mate(sign * moves.parse::<i16>().ok().map(i32::from)?));
    }
    let (is_minus, size) = match text.strip_prefix('-') {
        Some(size) => (true, size),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let size = hundredths(size)?;
    Some(Score::Centipawns(if is_minus { -sign * size } else { sign * size }))
}

/// A number with any number of decimals, in hundredths, rounded. By whole numbers: the library's reading of decimals is as
/// large as the rest of the module is.
fn hundredths(text: &str) -> Option<i32> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let is_count = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    // No score is greater.
    if !is_count(whole) || !is_count(part) || whole.len() > 4 {
        return None;
    }
    let digit = |at: usize| part.as_bytes().get(at).map_or(0, |byte| i32::from(byte - b'0'));
    let rounded = i32::from(digit(2) >= 5);
    Some(whole.parse::<i32>().ok()? * 100 + digit(0) * 10 + digit(1) + rounded)
}

fn score_of(text: &str) -> Option<Score> {
    let (is_minus, size) = match text.strip_prefix('-') {
        Some(size) => (true, size),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    match size.strip_prefix('M') {
        Some(plies) if is_minus => Some(Score::Mated(plies.parse().ok()?)),
        Some(plies) => Some(Score::Mate(plies.parse().ok()?)),
        None => Score::of_shown(text),
    }
}

/// Seconds as they are written, `0.5s`, rounded to whole ones.
fn seconds_of(word: &str) -> Option<u64> {
    let (whole, part) = word.strip_suffix('s')?.split_once('.').unwrap_or((word.strip_suffix('s')?, "0"));
    let is_count = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_count(whole) || !is_count(part) {
        return None;
    }
    whole.parse::<u64>().ok()?.checked_add(u64::from(part.as_bytes()[0] >= b'5'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(comment: &str, expect: &str, rest: &str) {
        let read = EngineNote::read(comment.as_bytes()).map(|(note, rest)| {
            let mut out = Vec::new();
            note.write_effort(&mut out);
            note.write_score(&mut out);
            (String::from_utf8(out).expect("text"), String::from_utf8(rest).expect("text"))
        });
        assert_eq!(read.unwrap_or_default(), (expect.to_owned(), rest.to_owned()), "{comment}");
    }

    #[test]
    fn evaluations_seen_by_white() {
        let check = |comment: &str, white: &str, black: &str, rest: &str| {
            for (turn, expect) in [(Color::White, white), (Color::Black, black)] {
                let read = EngineNote::of_eval(comment.as_bytes(), turn).map(|(note, rest)| {
                    let mut out = Vec::new();
                    note.write_effort(&mut out);
                    note.write_score(&mut out);
                    (String::from_utf8(out).expect("text"), String::from_utf8(rest).expect("text"))
                });
                let (out, left) = read.unwrap_or_default();
                assert_eq!((out.as_str(), left.trim()), (expect, rest), "{comment} {turn:?}");
            }
        };
        check("[%eval 0.25]", " ce 25;", " ce -25;", "");
        check("[%eval -1.3,18] [%clk 0:03:00]", " acd 18; ce -130;", " acd 18; ce 130;", "[%clk 0:03:00]");
        check("A blunder. [%eval #3] Why?", " ce 32762;", " ce -32761;", "A blunder. Why?");
        check("[%eval +12]", " ce 1200;", " ce -1200;", "");
        check("[%eval 0.255]", " ce 26;", " ce -26;", "");
        check("[%eval #-1]", " ce -32765;", " ce 32766;", "");
        for none in
            ["[%eval x]", "[%eval ]", "[%eval 1e9]", "[%eval NaN]", "[%eval 0.2,x]", "[%eval 0.2", "0.25"]
        {
            check(none, "", "", "");
        }
    }

    #[test]
    fn comments_of_engines() {
        check("+0.35/12 0.5s", " acd 12; acs 1; ce 35;", "");
        check("-12.05/7 13s", " acd 7; acs 13; ce -1205;", "");
        check(
            "0.00/45 1.1s, Draw by 3-fold repetition",
            " acd 45; acs 1; ce 0;",
            "Draw by 3-fold repetition",
        );
        check("+M5/20 1.2s, White mates", " acd 20; acs 1; ce 32762;", "White mates");
        check("-M4/20 0.49s", " acd 20; acs 0; ce -32763;", "");
        check("+0.24/14 0.205s, n=123456, sd=20, nps=9, tl=4.1s", " acd 14; acn 123456; acs 0; ce 24;", "");
        check("+0.24/14", " acd 14; ce 24;", "");
        check("+0.24/14 0.2s good", " acd 14; acs 0; ce 24;", "good");
        for none in [
            "",
            "book",
            "a comment",
            "+0.3/12 1s",
            "0.35 12",
            "1/2 1s",
            "+M/3 1s",
            "+0.35/x 1s",
            "\u{fffd}/3",
        ] {
            check(none, "", "");
        }
    }
}
