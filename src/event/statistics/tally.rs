//! The results of an event, game by game and pair by pair.

use std::collections::BTreeMap;

use super::Counts;
use crate::chess::Color;
use crate::event::Outcome;
use crate::event::schedule::{Game, PairId};

/// All results so far. The order in which they are added does not matter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    players: usize,
    /// By player and opponent: losses, draws and wins.
    games: BTreeMap<(usize, usize), [u64; 3]>,
    /// By player and opponent: pairs that made 0 to 4 half points.
    pairs: BTreeMap<(usize, usize), [u64; 5]>,
    /// By player and opponent: pairs with a win and a loss.
    split: BTreeMap<(usize, usize), u64>,
    /// Pairs of which one game is finished: what it was for the player with the lower number.
    half: BTreeMap<PairId, Option<u32>>,
    /// Half points for byes.
    byes: BTreeMap<usize, Vec<u32>>,
    in_pairs: bool,
}

impl Tally {
    /// Nothing played. `in_pairs` says that each opening is played twice with colours reversed, so that
    /// pairs can be counted.
    pub fn new(players: usize, in_pairs: bool) -> Self {
        Self { players, in_pairs, ..Self::default() }
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Adds a finished game. A game without result counts for nobody, and its pair is not counted.
    pub fn add(&mut self, game: &Game, outcome: Outcome) {
        let low_is_white = game.white < game.black;
        let low = if low_is_white { Color::White } else { Color::Black };
        let points = (outcome != Outcome::None).then(|| outcome.half_points(low));
        let PairId { low, high, .. } = game.pair;
        if let Some(points) = points {
            self.games.entry((low, high)).or_default()[points as usize] += 1;
            self.games.entry((high, low)).or_default()[2 - points as usize] += 1;
        }
        if !self.in_pairs {
            return;
        }
        let Some(before) = self.half.remove(&game.pair) else {
            self.half.insert(game.pair, points);
            return;
        };
        let Some((one, other)) = before.zip(points) else { return };
        let sum = (one + other) as usize;
        self.pairs.entry((low, high)).or_default()[sum] += 1;
        self.pairs.entry((high, low)).or_default()[4 - sum] += 1;
        if one.abs_diff(other) == 2 {
            *self.split.entry((low, high)).or_default() += 1;
            *self.split.entry((high, low)).or_default() += 1;
        }
    }

    /// Adds a bye worth this number of half points.
    pub fn add_bye(&mut self, player: usize, half_points: u32) {
        self.byes.entry(player).or_default().push(half_points);
    }

    /// The byes of a player, in half points.
    pub fn byes(&self, player: usize) -> &[u32] {
        self.byes.get(&player).map_or(&[], Vec::as_slice)
    }

    /// Games of a player against another one.
    pub fn games_between(&self, player: usize, opponent: usize) -> Counts {
        Counts::Games(self.games.get(&(player, opponent)).copied().unwrap_or_default())
    }

    /// Pairs of a player against another one.
    pub fn pairs_between(&self, player: usize, opponent: usize) -> Counts {
        Counts::Pairs(self.pairs.get(&(player, opponent)).copied().unwrap_or_default())
    }

    /// Pairs of a player against another one that were a win and a loss; the other pairs of one point
    /// were two draws.
    pub fn split_pairs_between(&self, player: usize, opponent: usize) -> u64 {
        self.split.get(&(player, opponent)).copied().unwrap_or(0)
    }

    /// All games of a player.
    pub fn games_of(&self, player: usize) -> Counts {
        Counts::Games(sum(self.games.range((player, 0)..(player + 1, 0)).map(|(_, counts)| counts)))
    }

    /// All pairs of a player.
    pub fn pairs_of(&self, player: usize) -> Counts {
        Counts::Pairs(sum(self.pairs.range((player, 0)..(player + 1, 0)).map(|(_, counts)| counts)))
    }

    /// Half points of a player from games and byes.
    pub fn half_points(&self, player: usize) -> u64 {
        let byes: u64 = self.byes(player).iter().copied().map(u64::from).sum();
        match self.games_of(player) {
            Counts::Games([_, draws, wins]) => byes + draws + 2 * wins,
            Counts::Pairs(_) => byes,
        }
    }
}

fn sum<'a, const N: usize>(counts: impl Iterator<Item = &'a [u64; N]>) -> [u64; N] {
    let mut all = [0; N];
    for counts in counts {
        all.iter_mut().zip(counts).for_each(|(all, count)| *all += count);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Outcome::{BlackWins, Draw, None as NoResult, WhiteWins};
    use crate::event::schedule::{Format, Plan, Schedule};

    #[test]
    fn pairs_count_when_both_games_are_finished() {
        let plan = Plan { rounds: 5, ..Plan::new(2, Format::RoundRobin) };
        let mut schedule = Schedule::new(plan).expect("a plan");
        let games: Vec<Game> = std::iter::from_fn(|| schedule.start()).collect();
        // Won twice, won and lost, two draws, a draw and no result, lost and not finished.
        let outcomes = [WhiteWins, BlackWins, WhiteWins, WhiteWins, Draw, Draw, Draw, NoResult, BlackWins];
        let mut tally = Tally::new(2, true);
        // The second games end first.
        for at in [1, 0, 3, 2, 5, 4, 7, 6, 8] {
            tally.add(&games[at], outcomes[at]);
        }
        assert_eq!(tally.pairs_between(0, 1), Counts::Pairs([0, 0, 2, 0, 1]));
        assert_eq!(tally.pairs_of(1), Counts::Pairs([1, 0, 2, 0, 0]));
        assert_eq!(tally.split_pairs_between(1, 0), 1);
        assert_eq!(tally.games_between(0, 1), Counts::Games([2, 3, 3]));
        assert_eq!(tally.games_of(1), Counts::Games([3, 3, 2]));
        assert_eq!((tally.half_points(0), tally.half_points(1)), (9, 7));
        tally.add_bye(1, 2);
        assert_eq!(tally.half_points(1), 9);
    }
}
