//! Tests of the pairing of Swiss rounds.

use super::*;
use crate::random::Random;
use proptest::prelude::*;

/// A tournament whose results `outcome` gives: points of White and Black out of two.
fn play(count: usize, rounds: usize, mut outcome: impl FnMut(usize, usize) -> (u32, u32)) -> Vec<SwissPairs> {
    let rules = SwissRules { rounds, points_of_win: 2, initial_color: Color::White };
    let mut players = vec![SwissPlayer::default(); count];
    let mut played = Vec::new();
    for _ in 0..rounds {
        let Some(pairs) = pair(&players, rules) else { break };
        for &(white, black) in &pairs.pairs {
            let points = outcome(white, black);
            for (player, opponent, color, points) in
                [(white, black, Color::White, points.0), (black, white, Color::Black, points.1)]
            {
                players[player].points += points;
                players[player].rounds.push(SwissRound::Played { opponent, color, points });
            }
        }
        if let Some(bye) = pairs.bye {
            players[bye].points += 2;
            players[bye].rounds.push(SwissRound::Bye { points: 2 });
        }
        played.push(pairs);
    }
    played
}

/// Who plays whom in each round, 1 first; a player alone has the bye.
#[track_caller]
fn check(count: usize, outcome: impl FnMut(usize, usize) -> (u32, u32), expect: &[&str]) {
    let shown = |round: &SwissPairs| {
        let pairs = round.pairs.iter().map(|(white, black)| format!("{}-{}", white + 1, black + 1));
        pairs.chain(round.bye.map(|bye| (bye + 1).to_string())).collect::<Vec<_>>().join(" ")
    };
    let rounds: Vec<String> = play(count, expect.len(), outcome).iter().map(shown).collect();
    assert_eq!(rounds, expect);
}

// These tournaments were paired by another program for the same rules too, with the same pairs.

#[test]
fn the_stronger_wins() {
    let stronger = |white, black| if white < black { (2, 0) } else { (0, 2) };
    check(6, stronger, &["1-4 5-2 3-6", "2-1 4-3 6-5", "1-3 6-2 5-4"]);
    check(8, stronger, &["1-5 6-2 3-7 8-4", "4-1 2-3 5-8 7-6", "1-2 3-5 6-4 8-7"]);
}

#[test]
fn floats_and_byes() {
    let some_draws = |white: usize, black: usize| match (white + black) % 3 {
        0 => (1, 1),
        _ if white < black => (2, 0),
        _ => (0, 2),
    };
    check(
        9,
        some_draws,
        &[
            "1-5 6-2 3-7 8-4 9",
            "4-1 9-3 2-8 5-6 7",
            "3-4 1-2 6-9 7-5 8",
            "1-3 4-6 2-7 8-9 5",
            "9-1 3-2 5-4 7-8 6",
        ],
    );
}

#[test]
fn no_round_is_left() {
    // Of three players, each has met the others and had the bye.
    assert_eq!(play(3, 4, |_, _| (1, 1)).len(), 3);
    assert_eq!(play(2, 3, |_, _| (1, 1)).len(), 1);
    let rules = SwissRules { rounds: 1, points_of_win: 2, initial_color: Color::Black };
    assert_eq!(pair(&[], rules), Some(SwissPairs::default()));
    let alone = SwissPairs { pairs: Vec::new(), bye: Some(0) };
    assert_eq!(pair(&[SwissPlayer::default()], rules), Some(alone));
    let two = vec![SwissPlayer::default(); 2];
    assert_eq!(pair(&two, rules).expect("a round").pairs, [(1, 0)]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn the_absolute_rules_hold(count in 2_usize..24, rounds in 1_usize..10, seed in any::<u64>()) {
        let mut random = Random::new(seed);
        let played = play(count, rounds, |_, _| [(2, 0), (1, 1), (0, 2)][random.below(3)]);
        let mut colors = vec![Vec::new(); count];
        let mut met = std::collections::BTreeSet::new();
        let mut rested = std::collections::BTreeSet::new();
        for (round, pairs) in played.iter().enumerate() {
            prop_assert_eq!(2 * pairs.pairs.len() + usize::from(pairs.bye.is_some()), count);
            for &(white, black) in &pairs.pairs {
                prop_assert!(met.insert((white.min(black), white.max(black))));
                colors[white].push(1_i32);
                colors[black].push(-1);
            }
            prop_assert!(pairs.bye.is_none_or(|bye| rested.insert(bye)));
            // Top scorers of the last round may have a colour too often.
            if round + 1 < rounds {
                for colors in &colors {
                    prop_assert!(colors.iter().sum::<i32>().abs() <= 2, "{:?}", colors);
                    prop_assert!(colors.windows(3).all(|three| three.iter().sum::<i32>().abs() < 3), "{:?}", colors);
                }
            }
        }
    }
}
