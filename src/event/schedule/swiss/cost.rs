//! What it costs to pair two players, as digits: the criteria of C.04.3, and the order of candidates.
//!
//! A candidate is a perfect matching of all players who are not yet paired. An edge between two members
//! of the bracket is a pair; an edge from a member to somebody below says that the member floats down.
//! That the rest can be paired too is C4. The digits, the most important first:
//!
//! | digits | criterion |
//! |---|---|
//! | 1 | C5: the score of the player with the bye |
//! | 1 | C6: downfloaters |
//! | one for each score | C7: their scores, the highest first |
//! | 1, one for each score | C8: C6 and C7 in the next bracket |
//! | 2 | C10, C11: top scorers with a third more of a colour, or three times the same |
//! | 2 | C12, C13: wishes for a colour, and strong ones, that are not granted |
//! | 4 | C14 to C17: floats of the same kind as one and two rounds before |
//! | four for each score | C18 to C21: the scores of such floats |
//!
//! Behind them come digits that say which candidate is the first of the order (4.2 to 4.4): who of those
//! moved down is paired, with whom, then exchanges between S1 and S2, then transpositions of S2. What S1
//! is depends on how many pairs there are, and on whom those moved down meet: that is why there are
//! stages, each of which keeps what the one before has found.

use super::colour::Strength;
use super::matching::Cost;
use super::{Field, Float};

/// The players to be paired with each other.
pub(super) struct Bracket {
    /// Those moved down and the residents, in the order of their ranks.
    pub(super) members: Vec<usize>,
    /// How many of them were moved down.
    moved: usize,
    /// The residents of the next score group.
    next: Vec<usize>,
    /// For each vertex its place among the members.
    place: Vec<Option<usize>>,
}

/// What is being decided.
pub(super) enum Stage {
    /// The criteria alone.
    Criteria,
    /// Which of those moved down are paired, and with whom.
    Moved,
    /// The residents that are left: all pairs of those moved down are fixed.
    Rest {
        /// The pairs that are fixed, and the floaters among those moved down.
        fixed: Vec<(usize, Option<usize>)>,
        /// For each member its place among the residents that are left.
        place: Vec<Option<usize>>,
        /// How many of them belong to S1.
        first: usize,
    },
}

impl Bracket {
    pub(super) fn new(
        field: &Field<'_>,
        members: Vec<usize>,
        (from, group, next): (usize, usize, usize),
    ) -> Self {
        let moved = members.len() - (group - from);
        let mut place = vec![None; field.vertices()];
        for (at, &member) in members.iter().enumerate() {
            place[member] = Some(at);
        }
        Self { members, moved, next: field.ranked[group..next].to_vec(), place }
    }

    /// What is decided next, by what was found; `None` at the end.
    pub(super) fn next_stage(&self, stage: &Stage, found: &[(usize, Option<usize>)]) -> Option<Stage> {
        match stage {
            Stage::Criteria if self.moved > 0 => Some(Stage::Moved),
            Stage::Criteria | Stage::Moved => {
                let is_moved = |member: usize| self.place[member].is_some_and(|at| at < self.moved);
                let fixed: Vec<_> = found.iter().copied().filter(|&(member, _)| is_moved(member)).collect();
                let taken = |member: usize| fixed.iter().any(|&(_, partner)| partner == Some(member));
                let mut place = vec![None; self.members.len()];
                let mut count = 0;
                for (at, &member) in self.members.iter().enumerate().skip(self.moved) {
                    if !taken(member) {
                        place[at] = Some(count);
                        count += 1;
                    }
                }
                let is_left = |member: usize| self.place[member].is_some_and(|at| place[at].is_some());
                let pairs = found
                    .iter()
                    .filter(|&&(member, partner)| {
                        partner.is_some_and(|partner| is_left(member) && is_left(partner))
                    })
                    .count();
                Some(Stage::Rest { fixed, place, first: pairs / 2 })
            }
            Stage::Rest { .. } => None,
        }
    }
}

/// What an edge between two vertices costs; `None` when they cannot meet.
pub(super) fn cost(
    field: &Field<'_>,
    bracket: &Bracket,
    stage: &Stage,
    one: usize,
    other: usize,
) -> Option<Cost> {
    if !field.may_meet(one, other) {
        return None;
    }
    // The one who is ranked higher first; the bye is below all.
    let rank = |vertex: usize| if field.is_bye(vertex) { usize::MAX } else { field.rank[vertex] };
    let (high, low) = if rank(one) < rank(other) { (one, other) } else { (other, one) };
    let (high_place, low_place) = (bracket.place[high], bracket.place[low]);
    let is_pair = high_place.is_some() && low_place.is_some();
    // Whom a higher bracket could not pair meets a resident or nobody (3.2).
    if is_pair && low_place.is_some_and(|at| at < bracket.moved) {
        return None;
    }
    let mut digits = Digits { cost: Cost::new(), scores: field.scores.len() };
    digits.push(if field.is_bye(low) { i64::from(field.points(high)) } else { 0 });
    let floats = high_place.is_some() && !is_pair;
    digits.flag(floats);
    digits.score(floats.then(|| field.score_place(high)));
    let is_next = |vertex: usize| bracket.next.contains(&vertex);
    let fails_next = (high_place.is_some() || is_next(high)) && !is_pair && !is_next(low);
    digits.flag(fails_next);
    digits.score(fails_next.then(|| field.score_place(high)));
    colour_digits(field, high, low, is_pair, &mut digits);
    for rounds_ago in [1, 2] {
        let resident = high_place.is_some_and(|at| at >= bracket.moved);
        digits.flag(floats && resident && field.float(high, rounds_ago) == Float::Down);
        digits.flag(is_upfloat_again(field, high, low, is_pair, rounds_ago));
    }
    for rounds_ago in [1, 2] {
        let down = floats && field.float(high, rounds_ago) == Float::Down;
        digits.score(down.then(|| field.score_place(high)));
        let up = is_upfloat_again(field, high, low, is_pair, rounds_ago);
        digits.score(up.then(|| field.score_place(high)));
    }
    order_digits(bracket, stage, (high, low), is_pair, &mut digits)?;
    Some(digits.cost)
}

fn is_upfloat_again(field: &Field<'_>, high: usize, low: usize, is_pair: bool, rounds_ago: usize) -> bool {
    is_pair && field.points(high) > field.points(low) && field.float(low, rounds_ago) == Float::Up
}

/// C10 to C13.
fn colour_digits(field: &Field<'_>, high: usize, low: usize, is_pair: bool, digits: &mut Digits) {
    if !is_pair {
        digits.cost.extend([0; 4]);
        return;
    }
    let (one, other) = (field.colours[high], field.colours[low]);
    let against = one.is_against(other);
    let wide = against && one.difference.abs() > 1 && other.difference.abs() > 1;
    // Who yields has the smaller difference.
    let repeats = match one.difference.abs().cmp(&other.difference.abs()) {
        std::cmp::Ordering::Equal => one.repeated.is_some() && one.repeated == other.repeated,
        std::cmp::Ordering::Greater => other.repeated.is_some(),
        std::cmp::Ordering::Less => one.repeated.is_some(),
    };
    let both_absolute = one.is_absolute_against(other);
    digits.flag(wide);
    digits.flag(both_absolute && repeats);
    digits.flag(against);
    let both_strong = one.strength >= Strength::Strong && other.strength >= Strength::Strong;
    digits.flag(against && both_strong && !both_absolute);
}

/// Which candidate comes first; `None` for an edge that is no longer open.
fn order_digits(
    bracket: &Bracket,
    stage: &Stage,
    (high, low): (usize, usize),
    is_pair: bool,
    digits: &mut Digits,
) -> Option<()> {
    let high_place = bracket.place[high];
    let signed = |place: usize| i64::try_from(place).unwrap_or(i64::MAX);
    match stage {
        Stage::Criteria => {}
        Stage::Moved => {
            // 4.4: the highest of those moved down are paired, each with the highest resident.
            let moved = high_place.filter(|&at| at < bracket.moved);
            digits.at(bracket.moved, moved.filter(|_| !is_pair), 1);
            let resident = bracket.place[low].map_or(0, signed);
            digits.at(bracket.moved, moved.filter(|_| is_pair), resident);
        }
        Stage::Rest { fixed, place, first } => {
            let known = |vertex: usize| fixed.iter().find(|&&(member, _)| member == vertex);
            let partner_of = |vertex: usize| fixed.iter().any(|&(_, partner)| partner == Some(vertex));
            match known(high) {
                Some(&(_, Some(partner))) if partner != low => return None,
                Some(&(_, None)) if is_pair => return None,
                None if partner_of(high) || partner_of(low) => return None,
                Some(_) | None => {}
            }
            let left = |vertex: usize| bracket.place[vertex].and_then(|at| place[at]);
            let size = place.iter().flatten().count();
            let (high, low) = (left(high), left(low));
            // 4.3: players exchanged, the difference of their numbers, the lowest of S1, the highest of S2.
            let from_first = high.map(|high| if is_pair { low.unwrap_or(high) } else { high });
            let from_first = from_first.filter(|at| at < first);
            let from_second = high.filter(|high| is_pair && high >= first);
            digits.flag(from_first.is_some());
            digits.push(from_second.map_or(0, signed) - from_first.map_or(0, signed));
            digits.at(*first, from_first.map(|at| first - 1 - at), -1);
            digits.at(size - first, from_second.map(|at| at - first), -1);
            // 4.2: the opponents of S1 in turn.
            digits.at(size, high.filter(|_| is_pair), low.map_or(0, signed));
        }
    }
    Some(())
}

/// A cost that is being written.
struct Digits {
    cost: Cost,
    /// How many different scores there are.
    scores: usize,
}

impl Digits {
    fn push(&mut self, digit: i64) {
        self.cost.push(digit);
    }

    fn flag(&mut self, flag: bool) {
        self.push(i64::from(flag));
    }

    /// One digit for each score, of which one is set.
    fn score(&mut self, place: Option<usize>) {
        self.at(self.scores, place, 1);
    }

    /// Some digits, of which one is set.
    fn at(&mut self, count: usize, place: Option<usize>, digit: i64) {
        let from = self.cost.len();
        self.cost.resize(from + count, 0);
        if let Some(cost) = place.and_then(|place| self.cost.get_mut(from + place)) {
            *cost = digit;
        }
    }
}
