//! What ends an event before its last game: a test that is decided, an engine that crashed, the user.

use super::{Director, Playing};
use crate::event::Outcome;
use crate::event::record::{End, Termination};
use crate::event::statistics::{Counts, Decision};
use crate::referee::TableId;
use crate::referee::ending::{Cause, Ending};
use crate::room::Happened;

/// Why no more games begin. Games in progress are played to their end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli::argus) enum Halt {
    /// The test has its answer: the event is over.
    Decided(Decision),
    /// A program crashed, and the event does not go on then.
    Crashed,
}

/// The reason in games that were broken off.
const BROKEN_OFF: &str = "the event was interrupted";

/// Why games are broken off, in words.
pub(super) fn reason_of_break() -> String {
    Ending::open(BROKEN_OFF).words()
}

impl Director {
    /// Whether nothing is left to be played.
    pub(in crate::cli::argus) fn is_over(&self) -> bool {
        self.broken_off.is_empty() && (self.schedule.is_over() || matches!(self.halt, Some(Halt::Decided(_))))
    }

    /// The results that the test counts.
    pub(super) fn tested(&self) -> Option<Counts> {
        let sprt = self.config.sprt.as_ref()?;
        Some(if sprt.pairs { self.tally.pairs_between(0, 1) } else { self.tally.games_between(0, 1) })
    }

    /// Asks the test after a result. Its decision is final, whatever the games in progress will show.
    pub(super) fn decide(&mut self) {
        let (Some(sprt), Some(counts), None) = (&self.config.sprt, self.tested(), self.halt) else { return };
        match sprt.test.decide(&counts) {
            Decision::Open => {}
            decision => self.halt = Some(Halt::Decided(decision)),
        }
    }

    /// Ends the event if a program has crashed, unless events are to go on then.
    pub(super) fn look_for_crash(&mut self, ending: &Ending) {
        let is_crash = matches!(ending.cause, Cause::Disconnect(..) | Cause::Stall(..));
        if is_crash && !self.config.recover && self.halt.is_none() {
            self.halt = Some(Halt::Crashed);
            let at = self.carrier.now();
            self.warn(None, "no more games begin, because a program crashed; -recover goes on", at);
        }
    }

    /// Ends all games in progress, in good order. These ends are not in the journal: the games continue when
    /// the event is resumed.
    pub(super) fn break_off(&mut self) {
        self.postponed.clear();
        let tables: Vec<TableId> = self.games.keys().copied().collect();
        for table in tables {
            let Some(Playing { game, is_started, mut record, .. }) = self.games.remove(&table) else {
                continue;
            };
            if is_started {
                record.end = Some(End {
                    outcome: Outcome::None,
                    termination: Termination::Unterminated,
                    reason: reason_of_break(),
                });
                self.broken_off.insert(game.id, record);
            }
            let now = self.carrier.now();
            self.note(now, &format!("game {} is broken off", game.id));
            self.happens(Happened::Adjudicate(table, Ending::open(BROKEN_OFF)), now);
        }
    }
}
