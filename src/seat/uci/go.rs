//! The word `go`, and which news of a search count.

use std::fmt::Write as _;

use crate::chess::{ByColor, Color};
use crate::referee::words::Face;
use crate::seat::UNTIMED_MS;

/// `go` for the side to move, by what the clocks show.
pub(super) fn line(faces: ByColor<Face>, turn: Color, ponders: bool) -> String {
    let mut out = "go".to_owned();
    if ponders {
        out.push_str(" ponder");
    }
    // Writing to a string cannot fail.
    let mut add = |word: &str, number: u64| {
        let _ = write!(out, " {word} {number}");
    };
    let own = faces.get(turn);
    let left = |face: &Face| face.left_ms.map(|ms| u64::try_from(ms).unwrap_or(0).max(1));
    if let (Some(_), None) = (own.left_ms, own.move_ms) {
        // A side without a clock has as much as the other one.
        let white = left(&faces.white).or(left(&faces.black));
        let black = left(&faces.black).or(left(&faces.white));
        add("wtime", white.unwrap_or(1));
        add("btime", black.unwrap_or(1));
        if faces.white.increment_ms > 0 || faces.black.increment_ms > 0 {
            add("winc", faces.white.increment_ms);
            add("binc", faces.black.increment_ms);
        }
        if let Some(moves) = own.moves_to_go {
            add("movestogo", u64::from(moves));
        }
    }
    if let Some(ms) = own.move_ms {
        add("movetime", ms);
    }
    if let Some(depth) = own.depth {
        add("depth", u64::from(depth));
    }
    if let Some(nodes) = own.nodes {
        add("nodes", nodes);
    }
    if out == "go" || out == "go ponder" {
        // `infinite` would mean that it waits for `stop`.
        let _ = write!(out, " movetime {UNTIMED_MS}");
    }
    out
}

/// Whether a report gives the exact score of the best line: no bound, no second line.
pub(super) fn counts(line: &[u8]) -> bool {
    let has = |word: &[u8]| memchr::memmem::find(line, word).is_some();
    has(b" score ")
        && !has(b" lowerbound")
        && !has(b" upperbound")
        && !line.starts_with(b"info string")
        && (!has(b" multipv ") || has(b" multipv 1 "))
}
