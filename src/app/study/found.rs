//! What a search that thinks along has found.

use crate::chess::notation::line::{line_of_coordinates, sans};
use crate::chess::score::Score;
use crate::chess::{Chess, Color, Move, Position as _};
use crate::document::RecordId;
use crate::document::workspace::DocumentId;
use crate::language::Text;
use crate::verb::Report;

/// What is searched.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Root {
    pub(crate) document: DocumentId,
    pub(crate) record: RecordId,
    /// The position of the record.
    pub(crate) start: Chess,
    /// The moves from there to the position on the board.
    pub(crate) before: Vec<Move>,
    /// The position on the board.
    pub(crate) shown: Chess,
    /// The position that is searched: for a threat the other side is to move.
    pub(crate) chess: Chess,
    pub(crate) halfmove_clock: u32,
    pub(crate) is_threat: bool,
    pub(crate) is_stockfish: bool,
    pub(crate) lines: u32,
}

/// A line that the search found.
#[derive(Debug, Clone, PartialEq)]
pub struct StudyLine {
    /// The score for the side to move.
    pub score: Score,
    /// Plies.
    pub depth: u32,
    /// The moves.
    pub moves: Vec<Move>,
    /// The moves in SAN.
    pub sans: Vec<String>,
}

/// What the search found of a position.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Studied {
    pub(crate) root: Option<Root>,
    /// The lines, the best first.
    pub lines: Vec<StudyLine>,
    /// Plies.
    pub depth: u32,
    /// Nodes.
    pub nodes: u64,
    /// Milliseconds.
    pub time_ms: u64,
    /// What is said in the place of lines: the engine is being loaded, or why there are none.
    pub words: Option<Text>,
}

impl Studied {
    /// Takes in news of the search.
    pub(crate) fn hear(&mut self, report: &Report) {
        let Some(chess) = self.root.as_ref().map(|root| root.chess.clone()) else { return };
        let Some(moves) = line_of_coordinates(&chess, &report.line) else { return };
        let sans = sans(&chess, &moves);
        let line = StudyLine { score: report.score, depth: report.depth, moves, sans };
        let rank = (report.rank as usize).saturating_sub(1);
        // A line whose better ones are not known yet comes again.
        if rank < self.lines.len() {
            self.lines[rank] = line;
        } else if rank == self.lines.len() {
            self.lines.push(line);
        }
        self.words = None;
        (self.depth, self.nodes, self.time_ms) = (self.depth.max(report.depth), report.nodes, report.time_ms);
    }

    /// The score for White, unless a threat was searched.
    pub(crate) fn score_for_white(&self) -> Option<Score> {
        let root = self.root.as_ref().filter(|root| !root.is_threat)?;
        Some(for_white(self.lines.first()?.score, root.chess.turn()))
    }

    /// The threat, if that was searched, or else the best move; shown as an arrow.
    pub fn arrow(&self) -> Option<(Move, bool)> {
        let root = self.root.as_ref()?;
        Some((*self.lines.first()?.moves.first()?, root.is_threat))
    }
}

/// A score of the side to move for White.
pub(crate) fn for_white(score: Score, turn: Color) -> Score {
    if turn.is_white() { score } else { score.of_other_side() }
}
