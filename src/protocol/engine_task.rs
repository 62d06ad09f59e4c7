//! What engines are asked to do.

use serde::{Deserialize, Serialize};

use crate::recipe::{EngineName, Limits, StopRule};

/// What an engine can do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum EngineTask {
    /// Search a position.
    Search {
        /// Who searches.
        engine: EngineName,
        /// The four fields.
        fields: String,
        /// `hmvc` of the record, 0 without one.
        halfmove_clock: u32,
        /// When to stop.
        limits: Limits,
        /// How many best lines are wanted, at least 1.
        lines: u32,
        /// What would solve the record, for those who want to know when that is found.
        target: Option<Goal>,
        /// Whether what the last search of the worker found out is used: for a search that goes on where one
        /// was stopped.
        goes_on: bool,
    },
    /// Count the positions after one ply, after two, and so on.
    Perft {
        /// The four fields.
        fields: String,
        /// Plies.
        depth: u32,
    },
    /// Prove the shortest mate of a position, or that there is none.
    Prove {
        /// The four fields.
        fields: String,
        /// `hmvc` of the record, 0 without one.
        halfmove_clock: u32,
        /// Most moves of the mate.
        moves: u32,
        /// Moves made on the board after which it is given up.
        nodes: Option<u64>,
        /// Milliseconds after which it is given up.
        time_ms: Option<u64>,
        /// Whether all first moves that mate as soon are wanted.
        all_keys: bool,
    },
}

/// What would solve a record, in coordinates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Goal {
    /// The moves of `bm`; any move, when there is none.
    pub best: Vec<String>,
    /// The moves of `am`.
    pub avoid: Vec<String>,
    /// When to stop because it is solved.
    pub stop: Option<StopRule>,
}
