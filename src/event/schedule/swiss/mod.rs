//! Pairs of one round of a Swiss tournament by the FIDE (Dutch) system, C.04.3, as in force since 2026.
//!
//! Each score group, with the players that come down from above, is a bracket, from the top to the
//! bottom. Out of all ways to pair a bracket that leave the rest of the round possible, the best one by
//! the criteria C5 to C21 is taken, and among equals the one that comes first in the order of the rules
//! (exchanges, then transpositions). C1 to C4 always hold. Each of this is a digit of a cost, and the
//! least perfect matching of the whole field is the answer; see [`cost`].
//!
//! C9 (games that the player with the bye did not play) has nothing to decide here: all players are
//! there from the first round, and nobody has the bye twice.

mod colour;
mod cost;
mod matching;
#[cfg(test)]
mod tests;

use crate::chess::Color;
use cost::{Bracket, Stage};
use matching::least_perfect_matching;

/// A player, with the results so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SwissPlayer {
    /// Points in the units of the tournament, such as half points.
    pub points: u32,
    /// The rounds so far, in order.
    pub rounds: Vec<SwissRound>,
}

/// What a round was for a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SwissRound {
    /// Met an opponent.
    Played {
        /// The place of the opponent in the list of players.
        opponent: usize,
        /// The colour (of the first game, where there are several).
        color: Color,
        /// The points made.
        points: u32,
    },
    /// Had no opponent.
    Bye {
        /// The points given for it.
        points: u32,
    },
}

impl SwissRound {
    fn points(self) -> u32 {
        match self {
            Self::Played { points, .. } | Self::Bye { points } => points,
        }
    }
}

/// What the pairing of a round must know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SwissRules {
    /// How many rounds the tournament has.
    pub rounds: usize,
    /// The most points of a round.
    pub points_of_win: u32,
    /// The colour of the first player in the first round.
    pub initial_color: Color,
}

/// The pairs of a round.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SwissPairs {
    /// White and Black, the pair with the best player first.
    pub pairs: Vec<(usize, usize)>,
    /// Who has no opponent.
    pub bye: Option<usize>,
}

/// The pairs of the next round. The order of the players is that of the initial ranking: strongest
/// first. `None` when no round is possible in which nobody meets an opponent again, gets the bye twice,
/// or has a colour too often.
pub fn pair(players: &[SwissPlayer], rules: SwissRules) -> Option<SwissPairs> {
    let field = Field::new(players, rules);
    let mut carried: Vec<usize> = Vec::new();
    let mut paired = vec![None; field.vertices()];
    let mut from = 0;
    while from < field.ranked.len() {
        let group = field.group_end(from);
        let mut members = carried.clone();
        members.extend(&field.ranked[from..group]);
        members.sort_by_key(|&player| field.rank[player]);
        let next = field.group_end(group);
        let pairs = pair_bracket(&field, members, (from, group, next), &mut paired)?;
        carried.clear();
        for (member, partner) in pairs {
            match partner {
                Some(partner) => paired[member] = Some(partner),
                None => carried.push(member),
            }
        }
        from = group;
    }
    let bye = carried.pop();
    let mut result = SwissPairs { pairs: Vec::new(), bye };
    for &player in &field.ranked {
        if let Some(partner) = paired[player].filter(|&partner| field.rank[player] < field.rank[partner]) {
            let white = colour::first_is_white(player, partner, &field);
            result.pairs.push(if white { (player, partner) } else { (partner, player) });
        }
    }
    Some(result)
}

/// Finds the pairs of a bracket; a member without partner floats down.
fn pair_bracket(
    field: &Field<'_>,
    members: Vec<usize>,
    (from, group, next): (usize, usize, usize),
    paired: &mut [Option<usize>],
) -> Option<Vec<(usize, Option<usize>)>> {
    let bracket = Bracket::new(field, members, (from, group, next));
    // Which criteria can be met decides how many pairs there are, and so where S1 ends.
    let mut stage = Stage::Criteria;
    loop {
        let open: Vec<usize> =
            (0..field.vertices()).filter(|&vertex| paired.get(vertex).is_none_or(Option::is_none)).collect();
        let cost = |a: usize, b: usize| cost::cost(field, &bracket, &stage, open[a], open[b]);
        let mates = least_perfect_matching(open.len(), cost)?;
        let partner = |vertex: usize| {
            let at = open.iter().position(|&other| other == vertex)?;
            Some(open[mates[at]])
        };
        let found: Vec<(usize, Option<usize>)> = bracket
            .members
            .iter()
            .map(|&member| (member, partner(member).filter(|mate| bracket.members.contains(mate))))
            .collect();
        match bracket.next_stage(&stage, &found) {
            Some(next) => stage = next,
            None => return Some(found),
        }
    }
}

/// The players of a round, ranked.
struct Field<'a> {
    players: &'a [SwissPlayer],
    rules: SwissRules,
    /// The players by score, then by their place in the list.
    ranked: Vec<usize>,
    /// The place of each player in `ranked`.
    rank: Vec<usize>,
    colours: Vec<colour::Wish>,
    /// Different scores, the highest first.
    scores: Vec<u32>,
}

impl<'a> Field<'a> {
    fn new(players: &'a [SwissPlayer], rules: SwissRules) -> Self {
        let mut ranked: Vec<usize> = (0..players.len()).collect();
        ranked.sort_by_key(|&player| (std::cmp::Reverse(players[player].points), player));
        let mut rank = vec![0; players.len()];
        for (place, &player) in ranked.iter().enumerate() {
            rank[player] = place;
        }
        let mut scores: Vec<u32> = ranked.iter().map(|&player| players[player].points).collect();
        scores.dedup();
        let colours = players.iter().map(colour::Wish::of).collect();
        Self { players, rules, ranked, rank, colours, scores }
    }

    /// Players, and the bye where their number is odd; it is the last one.
    fn vertices(&self) -> usize {
        self.players.len().next_multiple_of(2)
    }

    fn is_bye(&self, vertex: usize) -> bool {
        vertex == self.players.len()
    }

    fn points(&self, player: usize) -> u32 {
        self.players[player].points
    }

    /// The place of the score of a player among all scores.
    fn score_place(&self, player: usize) -> usize {
        self.scores.iter().position(|&score| score == self.points(player)).unwrap_or(0)
    }

    /// Where the score group ends that begins at a place.
    fn group_end(&self, from: usize) -> usize {
        let Some(&first) = self.ranked.get(from) else { return from };
        let same = |&&player: &&usize| self.points(player) == self.points(first);
        from + self.ranked[from..].iter().take_while(same).count()
    }

    fn rounds_played(&self) -> usize {
        self.players.iter().map(|player| player.rounds.len()).max().unwrap_or(0)
    }

    /// More than half of the points possible, before the last round (1.7).
    fn is_top_scorer(&self, player: usize) -> bool {
        let before = self.rounds_played();
        let most = u64::from(self.rules.points_of_win) * before as u64;
        before + 1 >= self.rules.rounds && 2 * u64::from(self.points(player)) > most
    }

    /// Whether two may meet at all: C1, C2 and C3.
    fn may_meet(&self, one: usize, other: usize) -> bool {
        if self.is_bye(one) || self.is_bye(other) {
            let player = one.min(other);
            return !self.players[player].rounds.iter().any(|round| matches!(round, SwissRound::Bye { .. }));
        }
        let met =
            |round: &SwissRound| matches!(round, SwissRound::Played { opponent, .. } if *opponent == other);
        !self.players[one].rounds.iter().any(met)
            && (!self.colours[one].is_absolute_against(self.colours[other])
                || self.is_top_scorer(one)
                || self.is_top_scorer(other))
    }

    /// The float of a player `rounds_ago` rounds before.
    fn float(&self, player: usize, rounds_ago: usize) -> Float {
        let rounds = &self.players[player].rounds;
        let Some(at) = rounds.len().checked_sub(rounds_ago) else { return Float::None };
        match rounds.get(at) {
            None | Some(SwissRound::Bye { points: 0 }) => Float::None,
            Some(SwissRound::Bye { .. }) => Float::Down,
            Some(SwissRound::Played { opponent, .. }) => {
                let before = |who: usize| -> u32 {
                    self.players[who].rounds.iter().take(at).map(|round| round.points()).sum()
                };
                match before(player).cmp(&before(*opponent)) {
                    std::cmp::Ordering::Greater => Float::Down,
                    std::cmp::Ordering::Less => Float::Up,
                    std::cmp::Ordering::Equal => Float::None,
                }
            }
        }
    }
}

/// How the scores of a player and of the opponent compared (1.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Float {
    None,
    Up,
    Down,
}
