//! Games as the journal tells them.

use super::Director;
use crate::chess::notation::{MoveReading, read_move};
use crate::chess::score::Score;
use crate::cli::argus::journal::Entry;
use crate::cli::argus::misfit::{Fault, Misfit};
use crate::event::Outcome;
use crate::event::record::{End, Note, PlayedMove, Termination};
use crate::event::schedule::GameId;
use crate::referee::board::{Past, Played};

/// A move as the journal has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::cli) struct PastMove {
    pub(in crate::cli) san: String,
    pub(in crate::cli) used_ms: u64,
    pub(in crate::cli) left_ms: Option<u64>,
    pub(in crate::cli) score: Option<Score>,
    pub(in crate::cli) depth: Option<u32>,
    pub(in crate::cli) nodes: Option<u64>,
}

/// A game as far as the journal has it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::cli::argus) struct PastGame {
    moves: Vec<PastMove>,
    /// Plies, with the milliseconds that a lost program used for them.
    wastes: Vec<(usize, u64)>,
}

fn or_dash<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

impl PastMove {
    pub(super) fn of(played: &Played, note: &Note) -> Self {
        Self {
            san: played.san.clone(),
            used_ms: played.used_ms,
            left_ms: note.clock,
            score: note.score,
            depth: note.depth,
            nodes: note.nodes,
        }
    }

    /// As a line of the journal, without time and word.
    pub(super) fn line(&self, id: GameId, ply: usize) -> String {
        let Self { san, used_ms, left_ms, score, depth, nodes } = self;
        let score = or_dash(score.map(Score::to_ce));
        let (left, depth, nodes) = (or_dash(*left_ms), or_dash(*depth), or_dash(*nodes));
        format!("{id} {ply} {san} {used_ms} {left} {score} {depth} {nodes}")
    }

    /// Reads what [`PastMove::line`] writes: the game, the ply, the move.
    pub(in crate::cli) fn read(rest: &str) -> Option<(GameId, usize, Self)> {
        let words: Vec<&str> = rest.split(' ').collect();
        let [id, ply, san, used, left, score, depth, nodes] = words.as_slice() else { return None };
        let past = Self {
            san: (*san).to_owned(),
            used_ms: used.parse().ok()?,
            left_ms: left.parse().ok(),
            score: score.parse().ok().and_then(Score::from_ce),
            depth: depth.parse().ok(),
            nodes: nodes.parse().ok(),
        };
        Some((id.parse().ok()?, ply.parse().ok()?, past))
    }

    fn note(&self) -> Note {
        Note {
            is_book: false,
            score: self.score,
            depth: self.depth,
            nodes: self.nodes,
            time: Some(self.used_ms),
            clock: self.left_ms,
        }
    }
}

/// The words of terminations, for the journal.
const TERMINATIONS: [Termination; 7] = [
    Termination::Normal,
    Termination::Adjudication,
    Termination::TimeForfeit,
    Termination::IllegalMove,
    Termination::Abandoned,
    Termination::StalledConnection,
    Termination::Unterminated,
];

impl Director {
    /// Takes in the entries of a journal: finished games count, others continue from their last move.
    ///
    /// # Errors
    /// Which entry contradicts the event.
    pub(in crate::cli::argus) fn remember<'a>(
        &mut self,
        entries: impl Iterator<Item = Entry<'a>>,
    ) -> Result<(), Misfit> {
        for entry in entries {
            let why = |fault| Misfit { entry: format!("{} {}", entry.word, entry.rest), fault };
            match entry.word {
                "move" => {
                    let (id, ply, past) = PastMove::read(entry.rest).ok_or_else(|| why(Fault::Unreadable))?;
                    let game = self.schedule.game(id).ok_or_else(|| why(Fault::NoGame))?;
                    let first = self.openings.get(game.opening).moves.len();
                    let known = self.past.entry(id).or_default();
                    // A game that was begun again, from its first move.
                    known.moves.truncate(ply.saturating_sub(first + 1));
                    known.wastes.retain(|&(wasted, _)| wasted <= ply);
                    known.moves.push(past);
                }
                "waste" => {
                    let words: Vec<&str> = entry.rest.split(' ').collect();
                    let [id, ply, ms] = words.as_slice() else { return Err(why(Fault::Unreadable)) };
                    let id = id.parse().map_err(|_| why(Fault::Unreadable))?;
                    let numbers = ply.parse().ok().zip(ms.parse().ok());
                    self.past
                        .entry(id)
                        .or_default()
                        .wastes
                        .push(numbers.ok_or_else(|| why(Fault::Unreadable))?);
                }
                "end" => self.remember_end(entry.rest).map_err(why)?,
                "note" => {
                    let id =
                        entry.rest.strip_prefix("game ").and_then(|rest| rest.strip_suffix(" is broken off"));
                    self.were_broken_off.extend(id.and_then(|id| id.parse::<GameId>().ok()));
                }
                "game" | "epd" => {
                    let id = entry.rest.split(' ').next().and_then(|id| id.parse().ok());
                    let id = id.ok_or_else(|| why(Fault::Unreadable))?;
                    if entry.word == "game" { &mut self.begun } else { &mut self.positions_written }
                        .insert(id);
                }
                "pgn" => self.pgn_offset = Some(entry.rest.parse().map_err(|_| why(Fault::Unreadable))?),
                _ => {}
            }
        }
        Ok(())
    }

    fn remember_end(&mut self, rest: &str) -> Result<(), Fault> {
        let mut words = rest.splitn(4, '|');
        let mut next = || words.next().ok_or(Fault::Unreadable);
        let (id, result, termination, reason) = (next()?, next()?, next()?, next()?);
        let id: GameId = id.parse().map_err(|_| Fault::NoName)?;
        let outcome = Outcome::read(result).ok_or(Fault::NoResult)?;
        let termination =
            TERMINATIONS.into_iter().find(|one| one.as_str() == termination).ok_or(Fault::UnknownWord)?;
        let game = self.schedule.game(id).ok_or(Fault::NoGame)?;
        let mut record = self.new_record(&game);
        self.add_past(&mut record, id)?;
        record.end = Some(End { outcome, termination, reason: reason.to_owned() });
        self.count(&game, outcome).map_err(Fault::Finish)?;
        self.decide();
        self.past.remove(&id);
        self.finished.insert(id, record);
        self.started = self.finished.len();
        Ok(())
    }

    /// The past of a game, for the referee.
    pub(super) fn past_of(&self, id: GameId) -> Vec<Past> {
        let Some(PastGame { moves, wastes }) = self.past.get(&id) else { return Vec::new() };
        let first = self.schedule.game(id).map_or(0, |game| self.openings.get(game.opening).moves.len());
        let mut all = Vec::with_capacity(moves.len() + wastes.len());
        for at in 0..=moves.len() {
            let wasted = wastes.iter().filter(|&&(ply, _)| ply == first + at + 1);
            all.extend(wasted.map(|&(_, ms)| Past::Wasted(ms)));
            all.extend(moves.get(at).map(|past| Past::Move(past.san.clone(), past.used_ms)));
        }
        all
    }

    /// Puts the moves of the past after the opening.
    pub(super) fn add_past(
        &self,
        record: &mut crate::event::record::GameRecord,
        id: GameId,
    ) -> Result<(), Fault> {
        for past in self.past.get(&id).map(|past| past.moves.as_slice()).unwrap_or_default() {
            match read_move(&record.last().position, past.san.as_bytes()) {
                MoveReading::Exact(m) => record.moves.push(PlayedMove { m, note: past.note() }),
                _ => return Err(Fault::Unplayable(past.san.clone())),
            }
        }
        Ok(())
    }
}
