//! What an engine says.

use std::str::SplitAsciiWhitespace;

use crate::chess::score::Score;

/// A line that means something here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Heard<'a> {
    /// `uciok`.
    Introduced,
    /// `readyok`.
    Ready,
    /// `info` about a line.
    Info(Info<'a>),
    /// `bestmove`, with the move.
    Best(&'a str),
    /// What Stockfish says of a position that it cannot read, before it falls silent.
    Critical(&'a str),
    /// All else.
    Nothing,
}

/// What `info` tells of a line. Of bounds nothing is kept.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Info<'a> {
    /// Which of the best lines it is, 1 first.
    pub(super) rank: usize,
    pub(super) depth: u32,
    pub(super) selective_depth: u32,
    /// `None` for a bound.
    pub(super) score: Option<Score>,
    pub(super) nodes: u64,
    pub(super) time_ms: u64,
    pub(super) pv: Vec<&'a str>,
}

/// Reads a line.
pub(super) fn read(line: &str) -> Heard<'_> {
    let mut words = line.split_ascii_whitespace();
    match words.next() {
        Some("uciok") => Heard::Introduced,
        Some("readyok") => Heard::Ready,
        Some("bestmove") => Heard::Best(words.next().unwrap_or_default()),
        Some("info") => match line.split_once("CRITICAL ERROR") {
            Some((_, reason)) => Heard::Critical(reason.trim_start_matches([':', ' '])),
            None => info(words).map_or(Heard::Nothing, Heard::Info),
        },
        _ => Heard::Nothing,
    }
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
            // Its text is no news, whatever words it has.
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
        "mate" => Some(super::mate_in(value.parse().ok()?)),
        _ => None,
    }
}
