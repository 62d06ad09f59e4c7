//! The settings of the steps that search.

use serde::{Deserialize, Serialize};

/// Who searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EngineName {
    /// The engine of this project.
    #[default]
    Epidote,
    /// Stockfish, loaded when it is first asked.
    Stockfish,
}

/// When a search stops: at whatever is reached first. The same for every record (§7.2, V-7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Nodes: the same answer on every machine.
    pub nodes: Option<u64>,
    /// Plies.
    pub depth: Option<u32>,
    /// Milliseconds, after which the search is broken off.
    pub time_ms: Option<u64>,
    /// Milliseconds after which no deeper search is begun; the one that goes on is finished.
    pub soft_ms: Option<u64>,
}

impl From<Limits> for crate::search::Limits {
    fn from(limits: Limits) -> Self {
        Self {
            nodes: limits.nodes,
            depth: limits.depth,
            time_ms: limits.time_ms,
            soft_ms: limits.soft_ms,
            mate: None,
        }
    }
}

fn one() -> u32 {
    1
}

/// Search and write `acd`, `acn`, `acs`, `ce` and `pv`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Analyze {
    /// Who searches.
    #[serde(default)]
    pub engine: EngineName,
    /// When to stop.
    pub limits: Limits,
    /// Whether `pm` is written where there is none, too.
    #[serde(default)]
    pub predicted_move: bool,
    /// How many best lines are wanted.
    #[serde(default = "one")]
    pub lines: u32,
    /// Whether those after the first become records behind theirs; they go into `c1`, `c2` and so on
    /// otherwise.
    #[serde(default)]
    pub as_records: bool,
}

/// Prove the shortest mate and write `dm`, `pm` and `pv`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mate {
    /// Most moves of the side that mates. Every length from one on is tried, the shortest first.
    pub moves: u32,
    /// Moves made on the board for each record, after which it is given up.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// Milliseconds for each record, after which it is given up.
    #[serde(default)]
    pub time_ms: Option<u64>,
    /// Whether `dm` is `moves` even where a shorter mate exists: one pass by the letter of §7.3, in place of
    /// passes with 1, 2, 3 and so on.
    #[serde(default)]
    pub single_pass: bool,
}

/// Search records that have `bm` or `am`, and write `acn`, `acs`, `pm` and `pv`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// Who searches.
    #[serde(default)]
    pub engine: EngineName,
    /// When to stop.
    pub limits: Limits,
    /// When to stop before that, because the solution is found.
    #[serde(default)]
    pub stop: Option<StopRule>,
}

/// When a search is stopped because the solution is found: at the end of an iteration in which it is on
/// the solution, and
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum StopRule {
    /// it was in each of the last `plies` iterations, and the depth is at least `depth` (Arena).
    Arena {
        /// Iterations.
        plies: u32,
        /// Plies.
        depth: u32,
    },
    /// the same move was best since an iteration at least `plies` ago (polyglot).
    Polyglot {
        /// Plies.
        plies: u32,
    },
    /// it was in each of the `plies` iterations before this one (Arasan).
    Arasan {
        /// Iterations.
        plies: u32,
    },
    /// the solution was first seen at least `plies` iterations ago, even if it was left since (Fritz).
    Fritz {
        /// Plies.
        plies: u32,
    },
}

/// Find first moves that mate as soon as `bm` and are not in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cooks {
    /// Most moves of the mates that are looked at.
    pub moves: u32,
    /// The comment register that says which they are, `c0` to `c9`.
    pub register: String,
    /// Moves made on the board for each record, after which it is given up.
    #[serde(default)]
    pub nodes: Option<u64>,
}

/// Count positions to a depth.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Perft {
    /// Plies.
    pub depth: u32,
    /// Whether `D1`, `D2` and so on are written into records that have none.
    #[serde(default)]
    pub write: bool,
}
