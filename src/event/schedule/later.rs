//! Rounds that depend on the results of those before: knock-out and Swiss.

use std::collections::BTreeMap;

use super::swiss::{self, SwissPlayer, SwissRound, SwissRules};
use super::{Encounter, Format, GameId, Round, Schedule, table};
use crate::chess::Color;
use crate::event::Outcome;

/// How far the players of a knock-out have come.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Progress {
    /// The number of rounds that each player has reached; one more for the winner.
    pub stages: Vec<u32>,
    /// Who has won, once that is decided.
    pub winner: Option<usize>,
    /// Encounters that stayed level after this many games, so that the better seed went on.
    pub by_seed: Vec<(usize, usize, u32)>,
}

impl Schedule {
    /// How far the players of a knock-out have come; `None` for other events.
    pub fn progress(&self) -> Option<Progress> {
        if self.plan.format != Format::Knockout {
            return None;
        }
        let mut progress = Progress { stages: vec![0; self.plan.players], ..Progress::default() };
        for (round, (encounters, byes)) in (0..).zip(&self.rounds) {
            let met = encounters.iter().flat_map(|&(first, second)| [first, second]);
            met.chain(byes.iter().copied()).for_each(|player| progress.stages[player] += 1);
            let level = (0..).zip(encounters).filter_map(|(at, &(first, second))| {
                let games = self.games_of(round, at);
                (self.lead(round, at, games)? == 0).then_some((first, second, games))
            });
            progress.by_seed.extend(level);
        }
        if self.is_over()
            && let [Some(winner)] = *self.knockout_winners()
        {
            progress.stages[winner] += 1;
            progress.winner = Some(winner);
        }
        Some(progress)
    }

    pub(super) fn knockout_round(&self) -> Round {
        let mut round = (Vec::new(), Vec::new());
        for pair in self.knockout_winners().chunks(2) {
            match *pair {
                [Some(first), Some(second)] => round.0.push((first, second)),
                [Some(alone), None] | [None, Some(alone)] => round.1.push(alone),
                _ => {}
            }
        }
        round
    }

    /// Who goes on, in the order of the bracket; before the first round, everybody.
    fn knockout_winners(&self) -> Vec<Option<usize>> {
        let place = |player: usize| self.seeds.iter().position(|&seed| seed == player);
        match self.rounds.split_last() {
            None => {
                table::seeded(self.plan.players).iter().map(|seed| seed.map(|at| self.seeds[at])).collect()
            }
            Some(((encounters, byes), before)) => {
                let round = u32::try_from(before.len()).unwrap_or(u32::MAX);
                let winner = |(at, &(first, second)): (u32, &Encounter)| match self
                    .lead(round, at, self.games_of(round, at))
                    .unwrap_or(0)
                {
                    0 if place(first) < place(second) => first,
                    1.. => first,
                    _ => second,
                };
                let mut winners: Vec<usize> = (0..).zip(encounters).map(winner).collect();
                // A bye takes the place of its encounter in the bracket.
                if !byes.is_empty() {
                    let bracket = table::seeded(self.plan.players);
                    let slot = |player: usize| bracket.iter().position(|seed| *seed == place(player));
                    winners.extend(byes);
                    winners.sort_by_key(|&player| slot(player));
                }
                winners.into_iter().map(Some).collect()
            }
        }
    }

    pub(super) fn swiss_round(&self) -> Option<Round> {
        let place: BTreeMap<usize, usize> =
            self.seeds.iter().enumerate().map(|(at, &seed)| (seed, at)).collect();
        let win = self.plan.games.saturating_mul(2);
        let mut players = vec![SwissPlayer::default(); self.plan.players];
        for (round, (encounters, byes)) in (0..).zip(&self.rounds) {
            for (at, &(first, second)) in (0..).zip(encounters) {
                let lead = self.lead(round, at, self.plan.games)?;
                let voids = (0..self.plan.games)
                    .filter(|&game| {
                        self.finished.get(&GameId { round, encounter: at, game }) == Some(&Outcome::None)
                    })
                    .count();
                let shared = i64::from(win) - 2 * i64::try_from(voids).unwrap_or(0);
                let points = u32::try_from(shared.midpoint(lead)).unwrap_or(0);
                let others = u32::try_from(shared.midpoint(-lead)).unwrap_or(0);
                let color = if self.plan.reverse { Color::Black } else { Color::White };
                let (first, second) = (place[&first], place[&second]);
                for (player, opponent, color, points) in
                    [(first, second, color, points), (second, first, !color, others)]
                {
                    players[player].points += points;
                    players[player].rounds.push(SwissRound::Played { opponent, color, points });
                }
            }
            for bye in byes {
                players[place[bye]].points += win;
                players[place[bye]].rounds.push(SwissRound::Bye { points: win });
            }
        }
        let initial_color = if self.plan.seed.is_multiple_of(2) { Color::White } else { Color::Black };
        let rules = SwissRules { rounds: self.plan.rounds as usize, points_of_win: win, initial_color };
        let found = swiss::pair(&players, rules)?;
        let real = |player: usize| self.seeds[player];
        let encounter = |&(white, black): &(usize, usize)| {
            let (first, second) = if self.plan.reverse { (black, white) } else { (white, black) };
            (real(first), real(second))
        };
        Some((found.pairs.iter().map(encounter).collect(), found.bye.map(real).into_iter().collect()))
    }
}
