//! Lines sent by an engine that speaks UCI, both for asking it and for letting it play.

use std::str::SplitAsciiWhitespace;

use crate::chess::score::Score;

/// A line, as far as it matters here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Heard<'a> {
    /// `id name`.
    Name(&'a str),
    /// `option`, with its name.
    Option(&'a str),
    /// `uciok`.
    Introduced,
    /// `readyok`.
    Ready,
    /// `info` about a line.
    Info(Info<'a>),
    /// `bestmove`, with the move and the one to ponder on.
    Best(&'a str, Option<&'a str>),
    /// A complaint of Stockfish about a position that it cannot read, after which it falls silent.
    Critical(&'a str),
    /// Any other line.
    Nothing,
}

/// What `info` says about a line. Bounds on scores are dropped.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Info<'a> {
    /// Which of the best lines it is, from 1.
    pub rank: usize,
    /// Depth of the search in plies.
    pub depth: u32,
    /// The longest line examined, in plies.
    pub selective_depth: u32,
    /// `None` for a bound.
    pub score: Option<Score>,
    /// Positions visited.
    pub nodes: u64,
    /// Milliseconds since the start.
    pub time_ms: u64,
    /// The line.
    pub pv: Vec<&'a str>,
}

/// Reads a line.
pub fn read(line: &str) -> Heard<'_> {
    let mut words = line.split_ascii_whitespace();
    match words.next() {
        Some("uciok") => Heard::Introduced,
        Some("readyok") => Heard::Ready,
        Some("bestmove") => {
            let best = words.next().unwrap_or_default();
            let ponder = if words.next() == Some("ponder") { words.next() } else { None };
            Heard::Best(best, ponder)
        }
        Some("id") => line.split_once(" name ").map_or(Heard::Nothing, |(_, name)| Heard::Name(name.trim())),
        Some("option") => option(line).map_or(Heard::Nothing, Heard::Option),
        Some("info") => match line.split_once("CRITICAL ERROR") {
            Some((_, reason)) => Heard::Critical(reason.trim_start_matches([':', ' '])),
            None => info(words).map_or(Heard::Nothing, Heard::Info),
        },
        _ => Heard::Nothing,
    }
}

/// The name in `option name NAME type …`. A name may contain blanks, and even the word `type`.
fn option(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once(" name ")?;
    let kinds = ["check", "spin", "combo", "button", "string"];
    let follows = ["default", "min", "max", "var"];
    let end = rest.match_indices(" type ").find(|&(at, sign)| {
        let mut words = rest[at + sign.len()..].split_ascii_whitespace();
        words.next().is_some_and(|kind| kinds.contains(&kind))
            && words.next().is_none_or(|word| follows.contains(&word))
    });
    Some(rest[..end?.0].trim())
}

/// The least and the largest number that an option takes, if it is one of numbers that says so: `type spin … min …
/// max …`.
///
/// ```
/// use epidote::uci::heard::range_of_option;
/// assert_eq!(range_of_option("option name Hash type spin default 16 min 1 max 1024"), Some((1, 1024)));
/// assert_eq!(range_of_option("option name Ponder type check default false"), None);
/// ```
pub fn range_of_option(line: &str) -> Option<(i64, i64)> {
    let (_, rest) = line.rsplit_once(" type spin")?;
    let after = |word: &str| {
        let mut words = rest.split_ascii_whitespace().skip_while(|&found| found != word);
        words.nth(1)?.parse().ok()
    };
    Some((after("min")?, after("max")?))
}

fn info(mut words: SplitAsciiWhitespace<'_>) -> Option<Info<'_>> {
    let mut info = Info { rank: 1, ..Info::default() };
    let mut is_bound = false;
    while let Some(word) = words.next() {
        match word {
            "depth" => info.depth = words.next()?.parse().ok()?,
            "seldepth" => info.selective_depth = words.next()?.parse().ok()?,
            "nodes" => info.nodes = words.next()?.parse().ok()?,
            "time" => info.time_ms = words.next()?.parse().ok()?,
            "multipv" => info.rank = words.next()?.parse().ok().filter(|&rank| rank > 0)?,
            "lowerbound" | "upperbound" => is_bound = true,
            "score" => info.score = Some(score(&mut words)?),
            "pv" => {
                info.pv = words.collect();
                break;
            }
            // Its text carries no news, whatever words it contains.
            "string" => return None,
            _ => {}
        }
    }
    if is_bound {
        info.score = None;
    }
    Some(info)
}

fn score(words: &mut SplitAsciiWhitespace<'_>) -> Option<Score> {
    let (kind, value) = (words.next()?, words.next()?);
    match kind {
        "cp" => Some(Score::Centipawns(value.parse().ok()?)),
        "mate" => Some(mate_in(value.parse().ok()?)),
        _ => None,
    }
}

/// A UCI score of a mate, counted in moves of the mating side and negative if the other side mates.
fn mate_in(moves: i64) -> Score {
    let plies = u32::try_from(moves.unsigned_abs()).unwrap_or(u32::MAX / 4).min(u32::MAX / 4) * 2;
    if moves > 0 { Score::Mate(plies - 1) } else { Score::Mated(plies) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_options() {
        let name = |line| match read(line) {
            Heard::Option(name) => Some(name),
            _ => None,
        };
        assert_eq!(name("option name Hash type spin default 16 min 1 max 33554432"), Some("Hash"));
        assert_eq!(name("option name Clear Hash type button"), Some("Clear Hash"));
        assert_eq!(name("option name Book type string type string default x"), Some("Book type string"));
        assert_eq!(name("option name nothing"), None);
    }

    #[test]
    fn best_moves() {
        assert_eq!(read("bestmove e2e4 ponder e7e5"), Heard::Best("e2e4", Some("e7e5")));
        assert_eq!(read("bestmove e2e4 ponder"), Heard::Best("e2e4", None));
        assert_eq!(read("bestmove"), Heard::Best("", None));
    }

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(mate_in(1), Score::Mate(1));
        assert_eq!(mate_in(3), Score::Mate(5));
        assert_eq!(mate_in(0), Score::Mated(0));
        assert_eq!(mate_in(-2), Score::Mated(4));
        assert!(matches!(mate_in(i64::MIN), Score::Mated(_)));
    }
}
