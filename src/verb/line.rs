//! A search of a record, and the lines that it found: what verbs that search have in common.

use crate::chess::notation::line::PlayedLine;
use crate::chess::score::Score;
use crate::chess::{Move, legal};
use crate::epd::mate;
use crate::epd::sought::Claimed;
use crate::report::grade::is_solved_by;
use crate::verb::outcome::WriteFailure;
use crate::verb::{Ask, Draft, EngineName, EngineTask, FoundLine, Goal, Record, SearchLimits, Searched};

/// The task of searching a record.
pub(super) fn search(
    record: &Record<'_>,
    engine: EngineName,
    limits: SearchLimits,
    lines: u32,
    target: Option<Goal>,
) -> Ask {
    Ask::Engine(EngineTask::Search {
        engine,
        fields: record.fields(),
        halfmove_clock: record.halfmove_clock(),
        limits,
        lines,
        target,
        continues: false,
        team: None,
    })
}

/// A line that a search found, played from the position of the record.
#[derive(Debug)]
pub(super) struct Line<'r> {
    pub(super) report: &'r FoundLine,
    /// Its moves; none only when there is no legal move.
    pub(super) moves: Vec<Move>,
    /// The SAN of each move.
    pub(super) sans: Vec<String>,
}

impl<'r> Line<'r> {
    /// Plays the moves of a report.
    pub(super) fn play(record: &Record<'_>, report: &'r FoundLine) -> Result<Self, WriteFailure> {
        match PlayedLine::of_coordinates(&record.position, &report.line) {
            Some(PlayedLine { moves, sans }) if !moves.is_empty() || !legal::can_move(&record.position) => {
                Ok(Self { report, moves, sans })
            }
            _ => Err(WriteFailure::OtherPosition),
        }
    }

    /// The best line, and those after it.
    pub(super) fn play_all(record: &Record<'_>, searched: &'r Searched) -> Result<Vec<Self>, WriteFailure> {
        [&searched.best]
            .into_iter()
            .chain(&searched.others)
            .map(|report| Self::play(record, report))
            .collect()
    }

    /// Whether the record is solved by this line, with the mates that the draft claims; `None` if that does not
    /// count.
    pub(super) fn is_solution(&self, record: &Record<'_>, draft: &Draft<'_, '_>) -> Option<bool> {
        let claimed = Claimed { dm: draft.integer("dm"), ce: draft.integer("ce") };
        is_solved_by(&record.parsed, &record.position, &self.moves, claimed)
    }
}

/// `dm`, where it is a length that a mate can have.
pub(super) fn known_mate(record: &Record<'_>) -> Option<i64> {
    record.parsed.integer("dm").filter(|known| (1..=mate::LONGEST).contains(known))
}

/// Whether `ce` may say this beside the `dm` of a record, which changes only where the score refutes it: a shorter mate
/// replaces it, and it is removed when the side to move is mated itself. A longer mate or a score below 0 contradicts
/// it too, but may be due to the limits of this search: then the `dm` of a problem is kept, and the score left out
/// (§6.8).
pub(super) fn fits_known_mate(draft: &mut Draft<'_, '_>, known: Option<i64>, score: Score) -> bool {
    match (score.mate_in_moves().map(i64::from), known) {
        (Some(moves @ 1..), Some(known)) if moves < known => {
            draft.update("dm", moves.to_string());
            true
        }
        (Some(moves @ 1..), Some(known)) => moves == known,
        (Some(..=0), _) => {
            draft.remove("dm");
            true
        }
        (None, Some(_)) => score.to_ce() >= 0,
        (_, None) => true,
    }
}

/// Writes `pm`, either wherever there is a move or only into records that have it. It is removed when no move
/// can be played.
pub(super) fn write_predicted_move(draft: &mut Draft<'_, '_>, sans: &[String], everywhere: bool) {
    match sans.first() {
        Some(first) if everywhere => draft.set("pm", first.as_str()),
        Some(first) => draft.update("pm", first.as_str()),
        None => draft.remove("pm"),
    }
}

/// Writes how much was searched: `acn` and, unless it is left out, `acs`.
pub(super) fn write_effort(draft: &mut Draft<'_, '_>, report: &FoundLine, with_acs: bool) {
    draft.set("acn", report.nodes.to_string());
    if with_acs {
        draft.set("acs", (report.time_ms / 1000).to_string());
    } else {
        draft.remove("acs");
    }
}
