//! What an engine is asked.

use std::fmt::Write as _;

use crate::search::Limits;

/// Nodes of `go mate`, which otherwise ends only when it finds a mate.
const MATE_NODES: u64 = 1_000_000;

/// A question for the engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// The four fields of the position.
    pub fields: String,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// When to stop.
    pub limits: Limits,
    /// How many best lines are wanted, at least 1.
    pub lines: u32,
    /// Whether the results of the last search are reused.
    pub continues: bool,
}

/// The line `go …` for the limits.
pub(super) fn go(limits: &Limits) -> String {
    // `soft_ms` has no word of UCI: the client watches it itself.
    let Limits { nodes, depth, time_ms, soft_ms: _, mate } = *limits;
    let mut line = "go".to_owned();
    let mut add = |word: &str, number: Option<u64>| {
        if let Some(number) = number {
            // Writing to a string cannot fail.
            let _ = write!(line, " {word} {number}");
        }
    };
    add("nodes", nodes.or(mate.map(|_| MATE_NODES)));
    add("depth", depth.map(u64::from));
    add("mate", mate.map(u64::from));
    add("movetime", time_ms);
    if line == "go" {
        line.push_str(" infinite");
    }
    line
}
