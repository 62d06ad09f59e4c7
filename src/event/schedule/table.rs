//! The encounters of events that are known before the first game.

use super::plan::{Format, Plan};

/// Rounds of encounters, in each of which White of the first game comes first.
pub(super) type Table = Vec<Vec<(usize, usize)>>;

/// One cycle of an event; nothing for those whose rounds depend on results.
pub(super) fn table(plan: &Plan) -> Option<Table> {
    match plan.format {
        Format::RoundRobin => Some(berger(plan.players)),
        Format::Gauntlet { seeds } => {
            let against = |other| (0..seeds).map(move |seed| (seed, other)).collect();
            Some((seeds..plan.players).map(against).collect())
        }
        Format::Pyramid => {
            let against = |player| (0..player).map(move |other| (player, other)).collect();
            Some((1..plan.players).map(against).collect())
        }
        Format::Knockout | Format::Swiss => None,
    }
}

/// The tables of Berger: in round `r` (from 1) those players meet whose numbers (from 1) add up to `r + 1`,
/// counted round a circle of all but the last; a player whose number would meet itself meets the last.
fn berger(players: usize) -> Table {
    let even = players.next_multiple_of(2);
    let circle = even - 1;
    let round = |r: usize| {
        // Twice this number is r + 1, round the circle.
        let pivot = if r.is_multiple_of(2) { r.midpoint(even) } else { r.div_ceil(2) };
        let last = even - 1;
        let first = pivot - 1;
        let mut pairs = vec![if r.is_multiple_of(2) { (last, first) } else { (first, last) }];
        pairs.extend((1..even / 2).map(|step| ((first + step) % circle, (first + circle - step) % circle)));
        pairs.retain(|&(one, other)| one < players && other < players);
        pairs
    };
    (1..=circle).map(round).collect()
}

/// The order of the seeds in a knock-out: neighbours meet, and the first two only at the end.
pub(super) fn seeded(players: usize) -> Vec<Option<usize>> {
    let mut order = vec![0];
    while order.len() < players {
        let size = 2 * order.len();
        order = order.iter().flat_map(|&seed| [seed, size - 1 - seed]).collect();
    }
    order.into_iter().map(|seed| (seed < players).then_some(seed)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn tables_of_berger() {
        let shown = |players| -> Vec<String> {
            let pair = |&(one, other): &(usize, usize)| format!("{}-{}", one + 1, other + 1);
            berger(players).iter().map(|round| round.iter().map(pair).collect::<Vec<_>>().join(" ")).collect()
        };
        assert_eq!(shown(4), ["1-4 2-3", "4-3 1-2", "2-4 3-1"]);
        assert_eq!(shown(3), ["2-3", "1-2", "3-1"]);
        assert_eq!(shown(6), ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"]);
        assert_eq!(shown(2), ["1-2"]);
    }

    #[test]
    fn everyone_meets_everyone_once() {
        for players in 2..30 {
            let mut met = BTreeSet::new();
            for round in berger(players) {
                let mut busy = BTreeSet::new();
                for (one, other) in round {
                    assert!(busy.insert(one) && busy.insert(other));
                    assert!(met.insert((one.min(other), one.max(other))));
                }
            }
            assert_eq!(met.len(), players * (players - 1) / 2);
        }
    }

    #[test]
    fn the_best_meet_late() {
        let shown = |players| -> Vec<usize> {
            seeded(players).into_iter().map(|seed| seed.map_or(0, |seed| seed + 1)).collect()
        };
        assert_eq!(shown(8), [1, 8, 4, 5, 2, 7, 3, 6]);
        assert_eq!(shown(5), [1, 0, 4, 5, 2, 0, 3, 0]);
        assert_eq!(shown(2), [1, 2]);
    }
}
