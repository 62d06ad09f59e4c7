//! What verbs ask of engines, and what engines find.

use serde::{Deserialize, Serialize};

use crate::chess::score::Score;
use crate::language::{Text, say};
use crate::report::Solution;
use crate::verb::outcome::Ended;
use crate::verb::{EngineName, SearchLimits, StopRule};

/// What a verb needs before it can write into a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ask {
    /// Nothing: the record is done.
    Nothing(Ended),
    /// The answer of an engine.
    Engine(EngineTask),
}

/// What an engine can do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum EngineTask {
    /// Search a position.
    Search {
        /// The engine that searches.
        engine: EngineName,
        /// The four fields.
        fields: String,
        /// `hmvc` of the record, 0 without one.
        halfmove_clock: u32,
        /// When to stop.
        limits: SearchLimits,
        /// Number of best lines wanted, at least 1.
        lines: u32,
        /// What would solve the record, if it matters when that is found.
        target: Option<Goal>,
        /// Whether the tables of the worker's last search are reused, to continue a search that was stopped.
        continues: bool,
        /// What the worker does, if several search the position.
        team: Option<InTeam>,
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
        /// Moves made on the board after which the proof is given up.
        nodes: Option<u64>,
        /// Milliseconds after which the proof is given up.
        time_ms: Option<u64>,
        /// Whether all first moves that mate as fast are wanted.
        all_keys: bool,
    },
}

impl EngineTask {
    /// The same search, in a team. Other tasks are done alone.
    #[must_use]
    pub fn in_team(mut self, place: InTeam) -> Self {
        if let Self::Search { team, .. } = &mut self {
            *team = Some(place);
        }
        self
    }
}

/// What a worker does in a search that several do, in memory that the page has given to all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct InTeam {
    /// The number of the search, greater than those of earlier ones.
    pub number: u32,
    /// Distinguishes what the search stores in the memory; a search that continues another has the same. Not 0.
    pub generation: u16,
    /// Whether the worker helps; otherwise it leads.
    pub helps: bool,
}

/// What would solve a record, in coordinates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Goal {
    /// The moves of `bm`; if there are none, any move.
    pub best: Vec<String>,
    /// The length in moves of the mate that `bm` asks for in place of moves (`#4`): a mate as short solves the record.
    pub mate: Option<u32>,
    /// The moves of `am`.
    pub avoid: Vec<String>,
    /// When to stop early because the record is solved.
    pub stop: Option<StopRule>,
}

/// What an engine found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Found {
    /// By a search.
    Search(Searched),
    /// By a proof.
    Proof(Proved),
    /// Positions after one ply, after two, and so on.
    Perft(Vec<u64>),
}

impl Found {
    /// What was found, in words, when it is not a line of moves.
    pub fn words(&self) -> Option<Text> {
        match self {
            Self::Search(_) => None,
            Self::Proof(proof) => Some(match &proof.verdict {
                MateVerdict::Mate(moves, _) => say("run.mate-proved", [*moves]),
                MateVerdict::AtMost { moves, refuted, .. } => say("run.mate-bounded", [*moves, *refuted]),
                MateVerdict::NoMate => "run.mate-refuted".into(),
                MateVerdict::GaveUp(refuted) => say("run.mate-unknown", [*refuted]),
            }),
            Self::Perft(counts) => Some(say("run.positions", [counts.last().copied().unwrap_or(1)])),
        }
    }
}

/// A line of a search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundLine {
    /// Which of the best lines it is, from 1.
    pub rank: u32,
    /// Plies of the last finished iteration.
    pub depth: u32,
    /// Longest line examined, in plies.
    pub selective_depth: u32,
    /// Its value, from the side to move.
    pub score: Score,
    /// The line in coordinates.
    pub line: Vec<String>,
    /// Positions searched since the search began.
    pub nodes: u64,
    /// Milliseconds.
    pub time_ms: u64,
}

/// The end of a search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Searched {
    /// The best line.
    pub best: FoundLine,
    /// The lines after it, from better to worse, if more than one was wanted.
    pub others: Vec<FoundLine>,
    /// From when on the search kept the solution until its end, if it knew the solution and ended on it.
    pub solution: Option<Solution>,
}

impl From<FoundLine> for Searched {
    fn from(best: FoundLine) -> Self {
        Self { best, others: Vec::new(), solution: None }
    }
}

/// The end of a proof.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proved {
    /// What is known.
    pub verdict: MateVerdict,
    /// First moves of the shortest mates, in coordinates: one, or all if they were wanted.
    pub keys: Vec<String>,
    /// Moves made on the board.
    pub nodes: u64,
    /// Milliseconds.
    pub time_ms: u64,
}

/// What is known of a mate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum MateVerdict {
    /// The shortest one: its moves, and its line in coordinates.
    Mate(u32, Vec<String>),
    /// One that need not be the shortest; a limit was reached.
    AtMost {
        /// Its moves.
        moves: u32,
        /// Its line in coordinates.
        line: Vec<String>,
        /// There is none in this number of moves.
        refuted: u32,
    },
    /// There is none within the number of moves asked for.
    NoMate,
    /// There is none in this number of moves; longer ones were not excluded.
    GaveUp(u32),
}

impl From<&crate::search::Report> for FoundLine {
    fn from(report: &crate::search::Report) -> Self {
        Self {
            rank: u32::try_from(report.line).unwrap_or(u32::MAX),
            depth: report.depth,
            selective_depth: report.selective_depth,
            score: report.score,
            line: report.pv.iter().map(ToString::to_string).collect(),
            nodes: report.nodes,
            time_ms: report.time_ms,
        }
    }
}

impl From<crate::mate::Proof> for Proved {
    fn from(proof: crate::mate::Proof) -> Self {
        let crate::mate::Proof { verdict, nodes, time_ms } = proof;
        let moves = |moves: &[crate::search::PvMove]| moves.iter().map(ToString::to_string).collect();
        let (verdict, keys) = match verdict {
            crate::mate::Verdict::Mate(mate) => {
                (MateVerdict::Mate(mate.moves, moves(&mate.line)), moves(&mate.keys))
            }
            crate::mate::Verdict::AtMost { mate, refuted } => {
                let (line, keys) = (moves(&mate.line), moves(&mate.keys));
                (MateVerdict::AtMost { moves: mate.moves, line, refuted }, keys)
            }
            crate::mate::Verdict::NoMate => (MateVerdict::NoMate, Vec::new()),
            crate::mate::Verdict::GaveUp { refuted } => (MateVerdict::GaveUp(refuted), Vec::new()),
        };
        Self { verdict, keys, nodes, time_ms }
    }
}
