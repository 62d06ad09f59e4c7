//! The standings of an event, by the same rules as those of its referee.

use crate::event::Outcome;
use crate::event::config::EventConfig;
use crate::event::schedule::{GameId, Schedule};
use crate::event::standings;
use crate::event::statistics::{Counts, Tally};

/// The results of an event so far.
#[derive(Debug)]
pub(super) struct Counting {
    config: EventConfig,
    schedule: Schedule,
    tally: Tally,
}

impl Counting {
    /// Nothing is finished yet; `None` if such an event cannot be played.
    pub(super) fn new(config: EventConfig) -> Option<Self> {
        let schedule = Schedule::new(config.plan()).ok()?;
        let tally = Tally::new(config.engines.len(), config.is_in_pairs());
        Some(Self { config, schedule, tally })
    }

    /// The same event with its lots drawn by this seed, before any game.
    pub(super) fn drawn_by(self, seed: u64) -> Option<Self> {
        let mut config = self.config;
        config.draw_by(seed);
        Self::new(config)
    }

    /// Counts a result. One that does not fit into the event is left out.
    pub(super) fn count(&mut self, id: GameId, outcome: Outcome) {
        let Some(game) = self.schedule.game(id) else { return };
        let _ = standings::count(&self.config, &mut self.schedule, &mut self.tally, &game, outcome);
    }

    /// The cells of each player, the best one first: name, points, and games won, drawn and lost.
    pub(super) fn rows(&self) -> Vec<[String; 5]> {
        let tally = standings::with_byes(&self.config, &self.schedule, &self.tally);
        let table = standings::crosstable(&self.config, &self.schedule, &tally);
        let cells = table.rows.iter().map(|row| {
            let name = self.config.engines.get(row.player).map_or("?", |engine| engine.name.as_str());
            let points = format!("{}.{}", row.half_points / 2, row.half_points % 2 * 5);
            let [lost, drawn, won] = match row.games {
                Counts::Games(counts) => counts.map(|count| count.to_string()),
                Counts::Pairs(_) => Default::default(),
            };
            [name.to_owned(), points, won, drawn, lost]
        });
        cells.collect()
    }
}
