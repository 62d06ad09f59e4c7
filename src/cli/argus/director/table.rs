//! The table of an event, and what else its state is told by.

use super::Director;
use crate::event::standings;
use crate::event::statistics::{Crosstable, MatchReport, Tally};

impl Director {
    /// All results, with the byes of a Swiss event.
    pub(super) fn standings(&self) -> Tally {
        standings::with_byes(&self.config, &self.schedule, &self.tally)
    }

    pub(super) fn crosstable(&self, tally: &Tally) -> Crosstable {
        standings::crosstable(&self.config, &self.schedule, tally)
    }

    /// The table of the event.
    pub(in crate::cli::argus) fn table(&self) -> String {
        let tally = self.standings();
        self.crosstable(&tally).to_text(&self.names(), &tally).trim_end().to_owned()
    }

    /// Who won a knock-out, and which encounters the seeds decided.
    pub(in crate::cli::argus) fn winner(&self) -> Vec<String> {
        let Some(progress) = self.schedule.progress() else { return Vec::new() };
        let name = |player: usize| self.config.engines[player].name.as_str();
        let by_seed = progress.by_seed.iter().map(|&(first, second, games)| {
            format!(
                "{} and {} were level after {games} games: the better seed went on.",
                name(first),
                name(second)
            )
        });
        let winner = progress.winner.map(|player| format!("Winner: {}", name(player)));
        by_seed.chain(winner).collect()
    }

    /// The report on a match of two.
    pub(super) fn report(&self) -> Option<MatchReport<'_>> {
        let [one, other] = self.config.engines.as_slice() else { return None };
        let report =
            MatchReport::new([&one.name, &other.name], &self.tally, self.config.pairs, &self.settings);
        Some(match (&self.config.sprt, self.tested()) {
            (Some(sprt), Some(counts)) => report.with_test(&sprt.test, counts),
            _ => report,
        })
    }

    /// The referee's own time.
    pub(in crate::cli::argus) fn latency(&self) -> String {
        self.latency.to_string()
    }

    /// The standings, in the style that was asked for.
    pub(in crate::cli::argus) fn state(&self) -> String {
        match self.report() {
            Some(report) => report.lines(self.config.report),
            None => self.table(),
        }
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.config.engines.iter().map(|engine| engine.name.clone()).collect()
    }
}
