//! Thinking along: what is searched, and what the search has found.

use crate::chess::notation::coordinates;
use crate::chess::notation::line::PlayedLine;
use crate::chess::score::Score;
use crate::chess::{Chess, Color, Move, Position as _};
use crate::document::RecordId;
use crate::document::workspace::DocumentId;
use crate::epd::parse;
use crate::epd::position::move_counters;
use crate::language::Text;
use crate::logic::stepping::Shown;
use crate::verb::{EngineName, FoundLine, Searched};
use crate::view::RecordView;

/// A position to look at without going there.
#[derive(Debug, Clone, PartialEq)]
pub struct Preview {
    /// The position.
    pub chess: Chess,
    /// The move that led to it.
    pub last: Move,
}

/// The position to search.
#[derive(Debug, Clone, PartialEq)]
pub struct Root {
    /// The file.
    pub document: DocumentId,
    /// The record whose position is searched.
    pub record: RecordId,
    /// The position of the record.
    pub start: Chess,
    /// The moves from there to the position on the board.
    pub before: Vec<Move>,
    /// The position on the board.
    pub shown: Chess,
    /// The position that is searched: for a threat the other side is to move.
    pub chess: Chess,
    /// Plies since the last capture or pawn move, as far as the record tells them; 0 after further moves and
    /// for a threat.
    pub halfmove_clock: u32,
    /// Whether to search for what the other side would do.
    pub is_threat: bool,
    /// The engine that searches.
    pub engine: EngineName,
    /// The name of the native engine.
    pub native: String,
    /// Which tables of endgames it looks into: how often they have changed.
    pub tables: u32,
    /// Number of lines.
    pub lines: u32,
    /// Number of workers that search together.
    pub threads: u32,
}

/// The user's settings, and what is on the board.
#[derive(Debug, Clone)]
pub struct Wanted<'a> {
    /// Whether the search is switched on.
    pub is_on: bool,
    /// Whether the workers are busy with a run.
    pub has_run: bool,
    /// The file and its selected record.
    pub selection: Option<(DocumentId, RecordId)>,
    /// The selected record, if its position can be searched.
    pub record: Option<&'a RecordView>,
    /// What is on the board.
    pub shown: &'a Shown,
    /// The moves of the line being stepped through.
    pub moves: Vec<Move>,
    /// Whether to search for what the other side would do.
    pub is_threat: bool,
    /// The engine that searches.
    pub engine: EngineName,
    /// The name of the native engine.
    pub native: String,
    /// Which tables of endgames it looks into: how often they have changed.
    pub tables: u32,
    /// Number of lines.
    pub lines: u32,
    /// Number of workers that search together.
    pub threads: u32,
}

/// Why nothing is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotSearched {
    /// The search is switched off.
    Off,
    /// A run has the workers.
    AfterRun,
    /// There is no record, or it has no legal position.
    NoPosition,
    /// It is of a game that no engine knows; holds the key of the text about that game.
    OtherGame(&'static str),
    /// The side to move is in check, so it cannot pass.
    NoThreat,
    /// The game is over.
    GameOver,
}

impl NotSearched {
    /// What is shown in place of lines.
    pub fn text(self) -> Text {
        match self {
            Self::Off => Text::Plain(String::new()),
            Self::AfterRun => "study.waits-for-run".into(),
            Self::NoPosition => "study.no-position".into(),
            Self::OtherGame(key) => key.into(),
            Self::NoThreat => "study.no-threat".into(),
            Self::GameOver => "study.game-over".into(),
        }
    }
}

impl Root {
    /// The position to search.
    ///
    /// # Errors
    /// Why nothing is searched.
    pub fn of(wanted: Wanted<'_>) -> Result<Self, NotSearched> {
        let Wanted {
            is_on,
            has_run,
            selection,
            record,
            shown,
            moves,
            is_threat,
            engine,
            native,
            tables,
            lines,
            threads,
        } = wanted;
        if !is_on {
            return Err(NotSearched::Off);
        }
        if has_run {
            return Err(NotSearched::AfterRun);
        }
        let ((document, record_id), record) = selection.zip(record).ok_or(NotSearched::NoPosition)?;
        if let Some(key) = record.other_game {
            return Err(NotSearched::OtherGame(key));
        }
        let start = record.chess.clone().ok_or(NotSearched::NoPosition)?;
        let shown_chess = shown.chess.clone().ok_or(NotSearched::NoPosition)?;
        let before: Vec<Move> = moves.into_iter().take(shown.ply).collect();
        let mut chess = shown_chess.clone();
        if is_threat {
            chess = chess.swap_turn().map_err(|_| NotSearched::NoThreat)?;
        }
        if chess.is_game_over() {
            return Err(NotSearched::GameOver);
        }
        let (clock, _) = move_counters(&parse(&record.text));
        let halfmove_clock = if before.is_empty() && !is_threat { clock } else { 0 };
        // Only our own engine looks into tables, and has help.
        let is_own = engine == EngineName::Epidote;
        let (tables, threads) = if is_own { (tables, threads) } else { (0, 1) };
        Ok(Self {
            document,
            record: record_id,
            start,
            before,
            shown: shown_chess,
            chess,
            halfmove_clock,
            is_threat,
            engine,
            native,
            tables,
            lines,
            threads,
        })
    }
}

/// A line found by the search.
#[derive(Debug, Clone, PartialEq)]
pub struct StudyLine {
    /// The score for the side to move.
    pub score: Score,
    /// Plies.
    pub depth: u32,
    /// The moves of the line, from the position that is searched.
    pub moves: Vec<Move>,
    /// The moves in SAN.
    pub sans: Vec<String>,
}

/// The results of the search so far.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Studied {
    /// The position that is searched.
    pub root: Option<Root>,
    /// The lines, the best first.
    pub lines: Vec<StudyLine>,
    /// Plies.
    pub depth: u32,
    /// Positions searched since the search began.
    pub nodes: u64,
    /// Milliseconds.
    pub time_ms: u64,
    /// Words to show in place of lines: that the engine is being loaded, or why there are no lines.
    pub words: Option<Text>,
    /// What tables of endgames know of the position.
    pub known: Option<Text>,
}

impl Studied {
    /// Handles a report of the search.
    pub fn hear(&mut self, report: &FoundLine) {
        let Some(chess) = self.root.as_ref().map(|root| root.chess.clone()) else { return };
        let Some(PlayedLine { moves, sans }) = PlayedLine::of_coordinates(&chess, &report.line) else {
            return;
        };
        let line = StudyLine { score: report.score, depth: report.depth, moves, sans };
        let rank = (report.rank as usize).saturating_sub(1);
        // If better lines are still missing, this line will be reported again.
        if rank < self.lines.len() {
            self.lines[rank] = line;
        } else if rank == self.lines.len() {
            self.lines.push(line);
        }
        self.words = None;
        (self.depth, self.nodes, self.time_ms) = (self.depth.max(report.depth), report.nodes, report.time_ms);
    }

    /// What was found, as the result of an analysis of the record; `None` while nothing is known, and if the
    /// search was about another position than that of the record.
    pub fn result(&self) -> Option<Searched> {
        self.root.as_ref().filter(|root| !root.is_threat && root.before.is_empty())?;
        let best = self.lines.first()?;
        let report = FoundLine {
            rank: 1,
            depth: best.depth,
            selective_depth: best.depth,
            score: best.score,
            line: best.moves.iter().map(|&m| coordinates(m)).collect(),
            nodes: self.nodes,
            time_ms: self.time_ms,
        };
        Some(report.into())
    }

    /// The position after a move of a line; both are counted from 0.
    pub fn preview(&self, line: usize, ply: usize) -> Option<Preview> {
        let mut chess = self.root.as_ref()?.chess.clone();
        let moves = self.lines.get(line)?.moves.get(..=ply)?;
        for &m in moves {
            chess.play_unchecked(m);
        }
        Some(Preview { chess, last: *moves.last()? })
    }

    /// The moves from the position of the record to a move of a line, or to the end of the line. `None` for a
    /// threat, which cannot be played.
    pub fn moves_into(&self, line: usize, ply: Option<usize>) -> Option<Vec<Move>> {
        let root = self.root.as_ref().filter(|root| !root.is_threat)?;
        let moves = &self.lines.get(line)?.moves;
        let moves = match ply {
            Some(ply) => moves.get(..=ply)?,
            None => moves,
        };
        Some([&root.before[..], moves].concat())
    }

    /// The score for White; `None` if a threat was searched.
    pub fn score_for_white(&self) -> Option<Score> {
        let root = self.root.as_ref().filter(|root| !root.is_threat)?;
        Some(for_white(self.lines.first()?.score, root.chess.turn()))
    }

    /// The first move of the best line, to be shown as an arrow, and whether it is a threat.
    pub fn arrow(&self) -> Option<(Move, bool)> {
        let root = self.root.as_ref()?;
        Some((*self.lines.first()?.moves.first()?, root.is_threat))
    }
}

/// Converts a score for the side to move to one for White.
pub fn for_white(score: Score, turn: Color) -> Score {
    if turn.is_white() { score } else { score.of_other_side() }
}

#[cfg(test)]
mod tests;
