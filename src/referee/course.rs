//! The course of a game: where it began, where it is, and which positions it has seen.

use crate::referee::rules::{Rules, RulesError};
use crate::referee::words::At;

/// A game as far as it was played.
#[derive(Debug, Clone)]
pub struct Course<R> {
    start: R,
    here: R,
    /// The positions since the last move that cannot be taken back, the present one left out.
    seen: Vec<R>,
    plies: usize,
}

impl<R: Rules> Course<R> {
    /// A game that begins here.
    pub fn new(start: R) -> Self {
        Self { here: start.clone(), start, seen: Vec::new(), plies: 0 }
    }

    /// A game that begins with a position on the wire.
    ///
    /// # Errors
    /// Why it is not a position.
    pub fn set_up(at: &At) -> Result<Self, RulesError> {
        R::set_up(at).map(Self::new)
    }

    /// Where it began.
    pub fn start(&self) -> &R {
        &self.start
    }

    /// Where it is.
    pub fn here(&self) -> &R {
        &self.here
    }

    /// Plies played.
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// Plays a move of the position.
    pub fn play(&mut self, m: R::Move) {
        let before = self.here.clone();
        self.here.play(m);
        if self.here.hmvc() == 0 {
            self.seen.clear();
        } else {
            self.seen.push(before);
        }
        self.plies += 1;
    }

    /// How often the position stood on the board, this time included.
    pub fn occurrences(&self) -> usize {
        1 + self.seen.iter().filter(|seen| seen.is_same(&self.here)).count()
    }

    /// The present position on the wire, without counters: the receiver counts by itself (§8.1).
    pub fn at(&self) -> At {
        At::new(&self.here.fields())
    }

    /// Whether this is the present position; counters count where they are sent (§8.1).
    pub fn is_at(&self, at: &At) -> bool {
        let is_right = |sent: Option<u32>, ours| sent.is_none_or(|sent| sent == ours);
        is_right(at.hmvc, self.here.hmvc())
            && is_right(at.fmvn, self.here.fmvn())
            && (at.fields == self.here.fields() || R::set_up(at).is_ok_and(|sent| sent.is_same(&self.here)))
    }
}
