//! What is done for a mate of which only a bound is known, beside the search for the shortest one.

use super::numbers::Line;
use super::prove::{MOST_MOVES, Search, written_line};
use super::{Mate, Verdict};
use crate::search::Asked;

/// From this number of moves on, a mate in at most as many as were asked for is looked for by proof numbers, too: shorter
/// ones are found quickly.
const NUMBERS_FROM: u32 = 4;

/// The part of the work that goes there. Chosen by reasoning: so much does a proof of the shortest mate lose at most.
const NUMBERS_SHARE: u64 = 4;

/// The least work that is worth beginning.
const LEAST_SHARE: u64 = 4_096;

/// Most moves made for the line of the shortest mate, before it is searched for as any other.
const MOST_FOR_LINE: u64 = 1 << 20;

/// What is looked for by proof numbers.
pub(super) struct Bounded<'a> {
    asked: &'a Asked,
    /// Most moves of the mate that is looked for; 0 if none is.
    most: u32,
    /// The moves of the mate that was found; 0 for none.
    pub(super) found: u8,
    /// The moves made for it.
    spent: u64,
}

impl<'a> Bounded<'a> {
    pub(super) fn new(asked: &'a Asked, moves: u32, all_keys: bool) -> Self {
        // No mate that is looked for is so long that the fifty-move rule could come first.
        let in_time = 100_u32.saturating_sub(asked.position.board.halfmove_clock().into()) / 2;
        // Where only some moves are asked for, or all that mate, one mate is not enough.
        let is_enough = asked.only.is_empty() && !all_keys;
        let most = if is_enough { moves.min(MOST_MOVES).min(in_time) } else { 0 };
        Self { asked, most, found: 0, spent: 0 }
    }

    /// Whether the mate that was found has as many moves.
    pub(super) fn is_of(&self, number: u32) -> bool {
        u32::from(self.found) == number
    }
}

impl Search<'_> {
    /// Spends a share of the work on a mate in at most as many moves as were asked for, or in fewer than the one that is
    /// known, before it is searched for one of `number` moves. Returns whether one was found.
    pub(super) fn look_further(&mut self, bounded: &mut Bounded<'_>, number: u32) -> bool {
        if number < NUMBERS_FROM || bounded.most <= number {
            return false;
        }
        let before = self.nodes;
        let share = ((before - bounded.spent) / NUMBERS_SHARE).saturating_sub(bounded.spent);
        if share < LEAST_SHARE {
            return false;
        }
        let until = before.saturating_add(share);
        let left = u8::try_from(bounded.most).unwrap_or(u8::MAX);
        let found = self.at_most(&bounded.asked.position.board, left, until);
        bounded.spent += self.nodes - before;
        if let Some(moves) = found {
            (bounded.found, bounded.most) = (moves, u32::from(moves).saturating_sub(1));
        }
        found.is_some()
    }

    /// The verdict when a limit was reached and there is no mate in `refuted` moves.
    pub(super) fn given_up(&mut self, bounded: &Bounded<'_>, refuted: u32) -> Verdict {
        if bounded.found == 0 {
            return Verdict::GaveUp { refuted };
        }
        // There is a line, and it took no more work to find that there is.
        self.lift_limits();
        self.node_limit = self.nodes.saturating_add(bounded.spent).saturating_add(MOST_FOR_LINE);
        if let Some(mate) = self.shortest(bounded, refuted + 1) {
            return Verdict::Mate(mate);
        }
        // If no line is so long, bounds of other positions were improved meanwhile, and this one can be, too.
        let known =
            (1..=bounded.found).rev().find_map(|moves| self.mate_of_numbers(bounded, moves, Line::Whole));
        match known {
            Some(mate) => Verdict::AtMost { mate, refuted },
            None => Verdict::GaveUp { refuted },
        }
    }

    /// The shortest mate, if one of `number` moves is known when all shorter ones are refuted.
    pub(super) fn shortest(&mut self, bounded: &Bounded<'_>, number: u32) -> Option<Mate> {
        if !bounded.is_of(number) {
            return None;
        }
        let limit = self.node_limit;
        self.node_limit = limit.min(self.nodes.saturating_add(MOST_FOR_LINE));
        let mate = self.mate_of_numbers(bounded, bounded.found, Line::Shortest);
        self.node_limit = limit;
        mate
    }

    fn mate_of_numbers(&mut self, bounded: &Bounded<'_>, moves: u8, kind: Line) -> Option<Mate> {
        let line = self.line_of_numbers(&bounded.asked.position.board, moves, kind)?;
        let line = written_line(bounded.asked, line);
        let keys = line.first().copied().into_iter().collect();
        Some(Mate { moves: moves.into(), keys, line })
    }
}
