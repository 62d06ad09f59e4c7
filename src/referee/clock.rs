//! The clock of one player in a game.

use crate::referee::pace::Pace;
use crate::referee::words::Face;
use crate::time_control::{Bonus, TimeControl};

/// A clock, in milliseconds. It does not run by itself: each move takes its time from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clock {
    pace: Pace,
    left_ms: i64,
    used_ms: u64,
    moves: u32,
}

/// Milliseconds as a signed number; more than three hundred million years are cut off.
fn signed(ms: u64) -> i64 {
    i64::try_from(ms).unwrap_or(i64::MAX / 4).min(i64::MAX / 4)
}

impl Clock {
    /// A clock before the first move.
    pub fn new(pace: Pace) -> Self {
        let left_ms = pace.control.period_after(0).map_or(0, |(period, _)| signed(period.time));
        Self { pace, left_ms, used_ms: 0, moves: 0 }
    }

    /// The time and the limits that it was made for.
    pub fn pace(&self) -> &Pace {
        &self.pace
    }

    /// The time used since the game began, as in `cc` (§6.6).
    pub fn used_ms(&self) -> u64 {
        self.used_ms
    }

    /// What is left; `None` without a clock.
    pub fn left_ms(&self) -> Option<i64> {
        self.pace.control.period_after(0).map(|_| self.left_ms)
    }

    /// The time of the next move: the flag falls when it takes longer. `None` where no clock limits it.
    pub fn allowance_ms(&self) -> Option<u64> {
        let margin = self.pace.margin_ms;
        if let Some(ms) = self.pace.move_ms() {
            return Some(ms.saturating_add(margin));
        }
        let (period, _) = self.pace.control.period_after(self.moves)?;
        let free = match period.bonus {
            Bonus::Delay(ms) => ms,
            _ => 0,
        };
        let left = u64::try_from(self.left_ms).unwrap_or(0);
        Some(left.saturating_add(free).saturating_add(margin))
    }

    /// The program made a move. Returns by how many milliseconds it was late, if it was.
    ///
    /// What is used within the margin is forgiven. With an hourglass the other player gains what
    /// [`Clock::gain`] is then given.
    pub fn charge(&mut self, ms: u64) -> Option<u64> {
        let late = self.overrun(ms);
        self.used_ms = self.used_ms.saturating_add(ms);
        let Some((period, _)) = self.pace.control.period_after(self.moves) else {
            self.moves += 1;
            return late;
        };
        let counted = match period.bonus {
            Bonus::Delay(free) => ms.saturating_sub(free),
            _ => ms,
        };
        self.left_ms = (self.left_ms - signed(counted)).max(0);
        let back = match period.bonus {
            Bonus::Increment(more) => more,
            Bonus::Bronstein(most) => ms.min(most),
            Bonus::Delay(_) => 0,
        };
        self.moves += 1;
        let next = self.pace.control.begins_after(self.moves).map_or(0, |period| period.time);
        self.left_ms = self.left_ms.saturating_add(signed(back)).saturating_add(signed(next));
        late
    }

    /// By how many milliseconds a move that took this long is late, if it is.
    pub fn overrun(&self, ms: u64) -> Option<u64> {
        let allowed = self.allowance_ms()?;
        (ms > allowed).then(|| ms - (allowed - self.pace.margin_ms))
    }

    /// Time that was used without a move, in a game that is broken off or goes on elsewhere.
    pub fn waste(&mut self, ms: u64) {
        self.used_ms = self.used_ms.saturating_add(ms);
        self.left_ms = (self.left_ms - signed(ms)).max(0);
    }

    /// What the other player used, for an hourglass.
    pub fn gain(&mut self, ms: u64) {
        if matches!(self.pace.control, TimeControl::Hourglass(_)) {
            self.left_ms = self.left_ms.saturating_add(signed(ms));
        }
    }

    /// A move of an opening: it counts, and takes no time.
    pub fn skip(&mut self) {
        self.moves += 1;
        let next = self.pace.control.begins_after(self.moves).map_or(0, |period| period.time);
        self.left_ms = self.left_ms.saturating_add(signed(next));
    }

    /// Sets what is left, as a client does that hears it exactly.
    pub fn set_left(&mut self, ms: i64) {
        self.left_ms = ms;
    }

    /// What it shows.
    pub fn face(&self) -> Face {
        let (period, moves_to_go) =
            self.pace.control.period_after(self.moves).map_or((None, None), |(p, m)| (Some(p), m));
        Face {
            left_ms: self.left_ms(),
            increment_ms: period.map_or(0, |period| period.bonus.milliseconds()),
            moves_to_go,
            move_ms: self.pace.move_ms(),
            depth: self.pace.depth,
            nodes: self.pace.nodes,
        }
    }

    /// Sets what was used, as a client does that hears `cc` (§8.1): what is left follows from it, as far
    /// as it can without the time of each move. The first `free` of the moves are those of an opening,
    /// which bring no increment.
    pub fn set_used(&mut self, used_ms: u64, moves: u32, free: u32) {
        let control = &self.pace.control;
        let mut left = control.period_after(0).map_or(0, |(period, _)| signed(period.time));
        for played in 0..moves {
            if let (Some((period, _)), true) = (control.period_after(played), played >= free)
                && let Bonus::Increment(ms) = period.bonus
            {
                left = left.saturating_add(signed(ms));
            }
            let next = control.begins_after(played + 1);
            left = left.saturating_add(next.map_or(0, |period| signed(period.time)));
        }
        (self.used_ms, self.moves) = (used_ms, moves);
        self.left_ms = left.saturating_sub(signed(used_ms)).max(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn clock(tag: &str) -> Clock {
        Clock::new(Pace::read_tag(tag).expect("a tag"))
    }

    /// Moves, what is left after each, and whether the last one is late.
    #[track_caller]
    fn check(tag: &str, moves: &[u64], left: &[i64], late: Option<u64>) {
        let mut clock = clock(tag);
        let mut last = None;
        let after: Vec<i64> = moves
            .iter()
            .map(|&ms| {
                assert_eq!(last, None, "{tag}: late before the end");
                last = clock.charge(ms);
                clock.left_ms
            })
            .collect();
        assert_eq!(after, left, "{tag}");
        assert_eq!(last, late, "{tag}");
        assert_eq!(clock.used_ms(), moves.iter().sum::<u64>(), "{tag}");
    }

    #[test]
    fn every_kind_of_control() {
        check("10", &[4000, 6000], &[6000, 0], None);
        check("10", &[4000, 6001], &[6000, 0], Some(1));
        check("10+2", &[4000, 1000], &[8000, 9000], None);
        check("2/10:5", &[4000, 5000, 6000], &[6000, 6000, 0], None);
        check("2/10", &[4000, 5000, 6000], &[6000, 11_000, 5000], None);
        check("10d2", &[1000, 3000], &[10_000, 9000], None);
        check("1d2", &[3001], &[0], Some(1));
        check("10b2", &[1000, 3000], &[10_000, 9000], None);
        check("1b2", &[1001], &[1001], Some(1));
    }

    #[test]
    fn an_hourglass_gives_to_the_other() {
        let (mut white, mut black) = (clock("*10"), clock("*10"));
        assert_eq!(white.charge(4000), None);
        black.gain(4000);
        assert_eq!((white.left_ms, black.left_ms), (6000, 14_000));
        let mut other = clock("10");
        other.gain(4000);
        assert_eq!(other.left_ms, 10_000);
    }

    #[test]
    fn the_margin_is_forgiven_and_no_more() {
        let mut clock = clock("1");
        clock.pace.margin_ms = 50;
        assert_eq!(clock.allowance_ms(), Some(1050));
        assert_eq!(clock.overrun(1050), None);
        assert_eq!(clock.overrun(1051), Some(51));
        assert_eq!(clock.charge(1050), None);
        assert_eq!(clock.left_ms(), Some(0));
    }

    #[test]
    fn limits_without_a_clock() {
        let nodes = Clock::new(Pace { nodes: Some(10), ..Pace::default() });
        assert_eq!((nodes.allowance_ms(), nodes.left_ms()), (None, None));
        let mut each = Clock::new(Pace { control: TimeControl::PerMove(500), ..Pace::default() });
        assert_eq!(each.charge(500), None);
        assert_eq!(each.charge(501), Some(1));
    }

    proptest! {
        #[test]
        fn a_client_knows_what_is_left(moves in proptest::collection::vec(0_u64..900, 0..50)) {
            for tag in ["100", "60+1", "4/10+1:20/50:30"] {
                let mut referee = clock(tag);
                for &ms in &moves {
                    prop_assert_eq!(referee.charge(ms), None);
                }
                let mut client = clock(tag);
                client.set_used(referee.used_ms(), referee.moves, 0);
                prop_assert_eq!(client.left_ms(), referee.left_ms());
            }
        }
    }
}
