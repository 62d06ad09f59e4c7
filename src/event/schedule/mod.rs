//! Who meets whom, in which game, and what is played next.
//!
//! ```
//! use epidote::event::Outcome;
//! use epidote::event::schedule::{Format, Plan, Schedule};
//! let mut schedule = Schedule::new(Plan::new(2, Format::RoundRobin)).unwrap();
//! // Two boards at once: both games of the pair, colours reversed, the same opening.
//! let (one, two) = (schedule.start().unwrap(), schedule.start().unwrap());
//! assert_eq!((one.white, one.black, one.opening), (two.black, two.white, two.opening));
//! assert_eq!(schedule.start(), None);
//! // Games may end in any order; after a restart the finished ones are put in again.
//! schedule.finish(two.id, Outcome::Draw).unwrap();
//! schedule.finish(one.id, Outcome::WhiteWins).unwrap();
//! assert!(schedule.is_over());
//! ```

mod game_id;
mod later;
mod plan;
pub mod swiss;
mod table;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::chess::Color;
use crate::event::Outcome;
use crate::random::Random;
use table::Table;

pub use game_id::{GameId, NoGameId};
pub use later::Progress;
pub use plan::{Format, OpeningPolicy, Plan, PlanError};

/// Most games by which an encounter of a knock-out is made longer. If it is even then, the player who
/// was seeded higher goes on.
pub const MOST_EXTRA_GAMES: u32 = 100;

/// A game to be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Game {
    /// Which one.
    pub id: GameId,
    /// Who has White: the player's number in the plan.
    pub white: usize,
    /// Who has Black.
    pub black: usize,
    /// The number of the opening, from 0; [`crate::event::openings`] begins again after the last one.
    pub opening: u64,
    /// The pair of games that it belongs to: they have the opening and the players in common.
    pub pair: PairId,
}

/// Games of two players from one opening: the unit of pentanomial statistics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PairId {
    /// The player with the lower number.
    pub low: usize,
    /// The player with the higher number.
    pub high: usize,
    /// The number of their opening, from 0.
    pub number: u64,
}

/// A game that cannot be finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FinishError {
    /// The event has no such game, or not yet.
    Unknown(GameId),
    /// It is finished already, with another result.
    Twice(GameId),
}

impl fmt::Display for FinishError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(id) => write!(f, "the event has no game {id}"),
            Self::Twice(id) => write!(f, "game {id} has another result already"),
        }
    }
}

impl std::error::Error for FinishError {}

/// Two players of a round, White of the first game first.
type Encounter = (usize, usize);

/// The encounters of a round, and who has no opponent.
type Round = (Vec<Encounter>, Vec<usize>);

/// Which games are finished and under way, and what follows. It depends on the plan and the results
/// alone, never on the order in which games end.
#[derive(Debug, Clone)]
pub struct Schedule {
    plan: Plan,
    /// The encounters of a cycle, where they depend on nothing.
    table: Option<Table>,
    /// The players in the order of their seeds.
    seeds: Vec<usize>,
    /// The rounds so far, where they depend on results, and who had the bye in each.
    rounds: Vec<Round>,
    finished: BTreeMap<GameId, Outcome>,
    running: BTreeSet<GameId>,
    /// All games before this one are finished.
    cursor: GameId,
    stopped: bool,
}

impl Schedule {
    /// The schedule of a plan, with nothing played.
    ///
    /// # Errors
    /// Says what about the plan cannot be played.
    pub fn new(plan: Plan) -> Result<Self, PlanError> {
        plan.check()?;
        let mut seeds: Vec<usize> = (0..plan.players).collect();
        if plan.shuffle {
            Random::new(plan.seed).shuffle(&mut seeds, || ());
        }
        let cursor = GameId { round: 0, encounter: 0, game: 0 };
        let (finished, running) = (BTreeMap::new(), BTreeSet::new());
        let table = table::table(&plan);
        let mut schedule =
            Self { plan, table, seeds, rounds: Vec::new(), finished, running, cursor, stopped: false };
        if schedule.table.is_none() {
            schedule.add_round();
        }
        Ok(schedule)
    }

    /// What is played.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// All results so far.
    pub fn results(&self) -> &BTreeMap<GameId, Outcome> {
        &self.finished
    }

    /// The next game that can be played, marked as under way. `None` when the event is over, or when
    /// games under way must end first.
    pub fn start(&mut self) -> Option<Game> {
        while self.finished.contains_key(&self.cursor) {
            self.cursor = self.after(self.cursor)?;
        }
        let mut id = Some(self.cursor);
        while let Some(here) = id {
            if !self.finished.contains_key(&here) && !self.running.contains(&here) {
                let game = self.game(here)?;
                self.running.insert(here);
                return Some(game);
            }
            id = self.after(here);
        }
        None
    }

    /// Puts a game back that was started and cannot be played now: it is the next one again.
    pub fn put_back(&mut self, id: GameId) {
        self.running.remove(&id);
    }

    /// Takes in a result. The same result twice is taken once.
    ///
    /// # Errors
    /// When there is no such game, or it has another result.
    pub fn finish(&mut self, id: GameId, outcome: Outcome) -> Result<(), FinishError> {
        if self.game(id).is_none() {
            return Err(FinishError::Unknown(id));
        }
        match self.finished.get(&id) {
            Some(&known) if known == outcome => return Ok(()),
            Some(_) => return Err(FinishError::Twice(id)),
            None => self.finished.insert(id, outcome),
        };
        self.running.remove(&id);
        if self.table.is_none() && id.round as usize + 1 == self.rounds.len() && self.round_is_over() {
            self.add_round();
        }
        Ok(())
    }

    /// Whether nothing is left to play.
    pub fn is_over(&self) -> bool {
        match self.total() {
            Some(total) => self.finished.len() as u64 == total,
            None => self.is_last_round() && self.round_is_over(),
        }
    }

    /// Whether a Swiss event has ended before its last round, because nobody could be paired any more.
    pub fn has_stopped_early(&self) -> bool {
        self.stopped
    }

    /// How many games there will be; `None` for a knock-out, where results decide, and for a Swiss event
    /// that has stopped early.
    pub fn total(&self) -> Option<u64> {
        let encounters = match (&self.table, self.plan.format) {
            (Some(table), _) => table.iter().map(Vec::len).sum(),
            (None, Format::Swiss) if !self.stopped => self.plan.players / 2,
            (None, _) => return None,
        };
        let games = u64::from(self.plan.rounds) * u64::from(self.plan.games);
        Some((encounters as u64).saturating_mul(games))
    }

    /// A game by its name; `None` when the event has no such game, or does not know its players yet.
    pub fn game(&self, id: GameId) -> Option<Game> {
        let round = self.round(id.round)?;
        let &(first, second) = round.get(id.encounter as usize)?;
        if id.game >= self.games_of(id.round, id.encounter) {
            return None;
        }
        // How often these two have met, and the first number of an opening of the round.
        let (met, base, width) = match &self.table {
            Some(table) => {
                let cycle = u64::from(id.round) / table.len() as u64;
                let before: usize = table[..id.round as usize % table.len()].iter().map(Vec::len).sum();
                let width: usize = table.iter().map(Vec::len).sum();
                (cycle * u64::from(self.plan.games), before as u64, width as u64)
            }
            None => (0, self.openings_before(id.round), round.len() as u64),
        };
        let played = met + u64::from(id.game);
        let number = played / u64::from(self.plan.repeat);
        let swapped = (self.plan.swap && !played.is_multiple_of(2)) != self.plan.reverse;
        let (white, black) = if swapped { (second, first) } else { (first, second) };
        let encounter = base + u64::from(id.encounter);
        let opening = match self.plan.openings {
            OpeningPolicy::Pair => number * width + encounter,
            OpeningPolicy::Encounter => met / u64::from(self.plan.games) * width + encounter,
            OpeningPolicy::Round => u64::from(id.round),
        };
        let pair = PairId { low: first.min(second), high: first.max(second), number };
        Some(Game { id, white, black, opening, pair })
    }

    /// Who had no opponent in a round.
    pub fn byes(&self, round: u32) -> &[usize] {
        self.rounds.get(round as usize).map_or(&[], |(_, byes)| byes)
    }

    /// Who had no opponent, round by round, as far as the rounds are known.
    pub fn all_byes(&self) -> impl Iterator<Item = usize> {
        self.rounds.iter().flat_map(|(_, byes)| byes.iter().copied())
    }

    fn round(&self, round: u32) -> Option<Cow<'_, [Encounter]>> {
        match &self.table {
            Some(table) => {
                let rounds = table.len() as u64 * u64::from(self.plan.rounds);
                let at = round as usize % table.len();
                (u64::from(round) < rounds).then(|| Cow::Borrowed(table[at].as_slice()))
            }
            None => {
                self.rounds.get(round as usize).map(|(encounters, _)| Cow::Borrowed(encounters.as_slice()))
            }
        }
    }

    /// The number of openings that the rounds before need, without the games that make encounters longer.
    fn openings_before(&self, round: u32) -> u64 {
        let each = u64::from(self.plan.games.div_ceil(self.plan.repeat));
        self.rounds[..round as usize].iter().map(|(encounters, _)| encounters.len() as u64 * each).sum()
    }

    /// The game after this one, in the rounds that are known.
    fn after(&self, id: GameId) -> Option<GameId> {
        let mut next = GameId { game: id.game + 1, ..id };
        if next.game >= self.games_of(id.round, id.encounter) {
            next = GameId { encounter: id.encounter + 1, game: 0, ..id };
        }
        while next.encounter as usize >= self.round(next.round)?.len() {
            next = GameId { round: next.round + 1, encounter: 0, game: 0 };
        }
        Some(next)
    }

    /// The games of an encounter, as far as results have decided.
    fn games_of(&self, round: u32, encounter: u32) -> u32 {
        let mut games = self.plan.games;
        if self.plan.format != Format::Knockout {
            return games;
        }
        let more = if games.is_multiple_of(2) { 2 } else { 1 };
        while self.lead(round, encounter, games) == Some(0) && games < self.plan.games + MOST_EXTRA_GAMES {
            games += more;
        }
        games
    }

    /// By how many half points the first player of an encounter leads after its first games; `None`
    /// when not all of them are finished.
    fn lead(&self, round: u32, encounter: u32, games: u32) -> Option<i64> {
        let mut lead = 0;
        for game in 0..games {
            let outcome = self.finished.get(&GameId { round, encounter, game })?;
            let swapped = (self.plan.swap && game % 2 == 1) != self.plan.reverse;
            let (mine, theirs) =
                if swapped { (Color::Black, Color::White) } else { (Color::White, Color::Black) };
            lead += i64::from(outcome.half_points(mine)) - i64::from(outcome.half_points(theirs));
        }
        Some(lead)
    }

    /// Whether all games of the last known round are finished.
    fn round_is_over(&self) -> bool {
        let Some(last) = self.rounds.len().checked_sub(1).and_then(|last| u32::try_from(last).ok()) else {
            return false;
        };
        let encounters = self.rounds.last().map_or(0, |(encounters, _)| encounters.len());
        (0..u32::try_from(encounters).unwrap_or(u32::MAX))
            .all(|encounter| self.lead(last, encounter, self.games_of(last, encounter)).is_some())
    }

    fn is_last_round(&self) -> bool {
        match self.plan.format {
            Format::Knockout => self.rounds.last().is_some_and(|(round, byes)| round.len() + byes.len() == 1),
            _ => self.stopped || self.rounds.len() >= self.plan.rounds as usize,
        }
    }

    fn add_round(&mut self) {
        if self.is_last_round() {
            return;
        }
        let round = match self.plan.format {
            Format::Knockout => Some(self.knockout_round()),
            _ => self.swiss_round(),
        };
        match round {
            Some(round) => self.rounds.push(round),
            None => self.stopped = true,
        }
    }
}
