//! What workers are asked to do.

use serde::{Deserialize, Serialize};

use crate::protocol::{Lines, Report};

/// What a worker can do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Task {
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
    },
    /// Prove the shortest mate of a position, or that there is none.
    Prove {
        /// The four fields.
        fields: String,
        /// `hmvc` of the record, 0 without one.
        halfmove_clock: u32,
        /// Most moves of the mate.
        moves: u32,
    },
    /// Read games and write their positions as records.
    Games {
        /// Which positions.
        positions: Positions,
        /// The games.
        #[serde(with = "serde_bytes")]
        text: Vec<u8>,
        /// Whether the text ends with them; the last game may be cut off otherwise, and is not read.
        is_end: bool,
    },
    /// Run a verb over lines.
    Rewrite {
        /// The verb.
        verb: Verb,
        /// The number of the first line among those of the run, 1 first.
        first: u32,
        /// The lines.
        lines: Lines,
    },
    /// Write what a search found into a record.
    Write {
        /// The record.
        #[serde(with = "serde_bytes")]
        line: Vec<u8>,
        /// What was found.
        report: Report,
        /// Whether `pm` is written too.
        predicted_move: bool,
    },
    /// Write a mate that was proved into a record.
    WriteMate {
        /// The record.
        #[serde(with = "serde_bytes")]
        line: Vec<u8>,
        /// Moves of the mate.
        moves: u32,
        /// The mate in coordinates.
        mate: Vec<String>,
    },
    /// Ask a query about lines.
    Find {
        /// The query.
        query: String,
        /// How lines are read.
        dialect: Dialect,
        /// The number of the first line in the file, 1 first.
        first: u32,
        /// The lines.
        lines: Lines,
        /// What stands in earlier lines.
        repeats: Repeats,
    },
    /// Tell records apart.
    Keys {
        /// Which of them are the same, in one sense or in several.
        same: Vec<Same>,
        /// The lines.
        lines: Lines,
    },
    /// Give keys to sort lines by.
    SortKeys {
        /// By what: `position`, `men`, `length`, a column of the list, or an opcode.
        by: String,
        /// How lines are read.
        dialect: Dialect,
        /// The lines.
        lines: Lines,
    },
    /// Put keys into order.
    Sort {
        /// The keys.
        keys: Lines,
        /// The greatest first.
        descending: bool,
    },
    /// Put places into an order that looks like chance and is the same for the same seed.
    Shuffle {
        /// Number of places.
        count: u32,
        /// The seed.
        seed: u64,
    },
    /// Find the places that have the same key.
    Group {
        /// The keys; 0 is none.
        keys: Vec<u64>,
        /// The last place stays, not the first.
        keep_last: bool,
    },
    /// Put together lines of the same position.
    Merge {
        /// How many lines are put together each time, one group behind the other.
        groups: Vec<u32>,
        /// The lines of all groups.
        lines: Lines,
    },
    /// Write a part of a file in another format.
    Export {
        /// The name of the format.
        format: String,
        /// The opcodes that have a column, for a table.
        columns: Vec<String>,
        /// The part.
        part: Part,
    },
    /// Count what lines hold.
    Count {
        /// The lines.
        lines: Lines,
    },
    /// Find what is wrong with a line.
    Findings {
        /// How the line is read.
        dialect: Dialect,
        /// The line.
        #[serde(with = "serde_bytes")]
        line: Vec<u8>,
    },
    /// Tell how bad the findings of lines are.
    Verdicts {
        /// How lines are read.
        dialect: Dialect,
        /// The lines.
        lines: Lines,
    },
    /// Tell which rules find something in which lines.
    Check {
        /// How lines are read.
        dialect: Dialect,
        /// The lines.
        lines: Lines,
        /// What stands in earlier lines.
        repeats: Repeats,
    },
}

/// The places of lines, 0 first and in ascending order, which have something that stands in an
/// earlier line of the file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Repeats {
    /// Their position.
    pub positions: Vec<u32>,
    /// Their label, the operation `id`.
    pub labels: Vec<u32>,
}

impl Repeats {
    /// Those of some lines, counted from the first of these.
    #[must_use]
    pub fn part(&self, first: usize, count: usize) -> Self {
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let (first, end) = (place(first), place(first + count));
        let part = |places: &[u32]| {
            let from = places.partition_point(|&at| at < first);
            let to = places.partition_point(|&at| at < end);
            places.get(from..to).unwrap_or_default().iter().map(|at| at - first).collect()
        };
        Self { positions: part(&self.positions), labels: part(&self.labels) }
    }
}

/// Which positions of a game become records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Positions {
    /// All.
    Every,
    /// The last.
    Final,
    /// The one behind so many plies.
    AtPly(u32),
}

/// A part of an export.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Part {
    /// What stands before all records.
    Head,
    /// Records.
    Lines {
        /// The number of the first line, 1 first.
        first: u32,
        /// The lines.
        lines: Lines,
    },
    /// What stands behind all records.
    Foot,
}

/// Which positions are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Same {
    /// Those with the same text in the four fields.
    Fields,
    /// Those of records with the same label, the operation `id`.
    Label,
    /// Those with the same men, side, castling rights and en passant captures that are legal.
    Game,
}

/// Verbs that rewrite lines one by one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verb {
    /// The normal form, pfdn.
    Normalize,
    /// All safe fixes.
    Repair {
        /// How lines are read.
        dialect: Dialect,
        /// The rule whose fixes are meant, by its code; all without one.
        only: Option<String>,
    },
    /// `ce` from tenths of a pawn to centipawns.
    TenthsToCentipawns,
    /// Set an operation.
    Set {
        /// The opcode.
        opcode: String,
        /// The operands, with `{n}` for the number of the line.
        operands: String,
    },
    /// Remove operations.
    Remove(Vec<String>),
    /// Give an operation another opcode.
    Rename {
        /// The opcode it has.
        from: String,
        /// The one it is given.
        to: String,
    },
    /// Reverse colours.
    Reverse,
}

/// Who searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum EngineName {
    /// The engine of this project.
    Epidote,
    /// Stockfish, loaded when it is first asked.
    Stockfish,
}

/// Which description of EPD lines follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Dialect {
    /// The text of 1995.
    Edwards,
    /// Kvetka's description.
    Kvetka,
}

/// When a search stops: at whatever is reached first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Limits {
    /// Nodes.
    pub nodes: Option<u64>,
    /// Plies.
    pub depth: Option<u32>,
    /// Milliseconds.
    pub time_ms: Option<u64>,
}

impl From<Limits> for crate::search::Limits {
    fn from(limits: Limits) -> Self {
        Self { nodes: limits.nodes, depth: limits.depth, time_ms: limits.time_ms, soft_ms: None, mate: None }
    }
}
