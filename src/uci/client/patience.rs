//! How long an engine may take: to start, to search, and to stop.

use super::{Action, Client, Stage};
use crate::search::Limits;
use crate::uci::heard::Info;

/// Milliseconds of silence after which an engine is asked whether it is still there.
const SILENCE_MS: f64 = 3_000.0;

/// Milliseconds that it has for the answer.
const PATIENCE_MS: f64 = 10_000.0;

/// An engine that is still searching this many milliseconds after its time is told to stop.
const LATE_MS: f64 = 3_000.0;

/// The last iteration may begin until its time is over. It is stopped after this many times that time.
const LAST_ITERATION: u64 = 10;

/// An engine is told to stop once it has searched more than this many times its limit of nodes, …
const FAR_BEYOND: u64 = 2;
/// … and more than this many nodes past it. Engines that keep their limit pass it by less, and are left alone.
const NODES_BEYOND: u64 = 20_000;

/// Milliseconds that an engine may take to introduce itself.
const START_MS: f64 = 60_000.0;

/// Whether the engine has searched beyond what is left to the client to watch, or far beyond its limit.
pub(super) fn is_beyond(limits: &Limits, info: &Info<'_>) -> bool {
    let is_far =
        |nodes: u64| info.nodes > nodes.saturating_mul(FAR_BEYOND).max(nodes.saturating_add(NODES_BEYOND));
    // An iteration that goes on is completed: only a line at its end counts, and none with a bound.
    let is_complete = info.score.is_some() && !info.pv.is_empty();
    let is_soft = |soft| is_complete && info.time_ms >= soft;
    limits.nodes.is_some_and(is_far) || limits.soft_ms.is_some_and(is_soft)
}

impl Client {
    /// Tells the engine once to stop its search.
    pub(super) fn tell_to_stop(&mut self, now_ms: f64) -> Vec<Action> {
        if self.told_ms.is_some() {
            return Vec::new();
        }
        self.told_ms = Some(now_ms);
        vec![Action::Say("stop".to_owned())]
    }

    /// Sees to it that a search ends, even that of an engine that ignores its limit or what it is told.
    pub(super) fn watch(&mut self, now_ms: f64) -> Vec<Action> {
        let Some(question) = self.question.as_ref().filter(|_| self.stage == Stage::Searching) else {
            return Vec::new();
        };
        if let Some(told) = self.told_ms {
            if now_ms - told < PATIENCE_MS {
                return Vec::new();
            }
            return self.give_up(self.failure("engine.deaf", ""));
        }
        #[expect(clippy::cast_precision_loss, reason = "milliseconds")]
        let is_late = |ms: u64| now_ms - self.began_ms >= ms as f64 + LATE_MS;
        let Limits { time_ms, soft_ms, .. } = question.search.limits;
        // Nothing more may come from an engine that has reached its last depth.
        let most_ms = time_ms.or(soft_ms.map(|soft| soft.saturating_mul(LAST_ITERATION)));
        if most_ms.is_some_and(is_late) { self.tell_to_stop(now_ms) } else { Vec::new() }
    }

    /// Asks a silent engine whether it is still there, and gives up one that is not.
    pub(super) fn tick(&mut self, now_ms: f64) -> Vec<Action> {
        let silent_ms = now_ms - self.heard_ms;
        match self.stage {
            Stage::Starting if silent_ms >= START_MS => self.give_up(self.failure("engine.no-start", "")),
            Stage::Preparing | Stage::Searching if self.is_called => {
                if silent_ms < SILENCE_MS + PATIENCE_MS {
                    return Vec::new();
                }
                self.give_up(self.failure("engine.silent", ""))
            }
            Stage::Preparing | Stage::Searching if silent_ms >= SILENCE_MS => {
                self.is_called = true;
                vec![Action::Say("isready".to_owned())]
            }
            _ => Vec::new(),
        }
    }
}
