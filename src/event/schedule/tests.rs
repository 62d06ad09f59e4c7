//! Tests of schedules.

use super::*;
use proptest::prelude::*;

/// Plays an event on some boards: the result of a game is drawn from its name, and the game that ends
/// next from a seed. Gives the games by their names.
fn play(plan: &Plan, boards: usize, order: u64) -> (BTreeMap<GameId, Game>, Schedule) {
    let mut schedule = Schedule::new(plan.clone()).expect("a plan");
    let mut random = Random::new(order);
    let (mut running, mut games) = (Vec::new(), BTreeMap::new());
    loop {
        while running.len() < boards
            && let Some(game) = schedule.start()
        {
            assert_eq!(games.insert(game.id, game), None, "{} twice", game.id);
            running.push(game);
        }
        if running.is_empty() {
            break;
        }
        let game: Game = running.swap_remove(random.below(running.len()));
        schedule.finish(game.id, drawn(plan.seed, game)).expect("a game");
        assert!(games.len() < 5_000);
    }
    assert!(schedule.is_over());
    (games, schedule)
}

fn drawn(seed: u64, game: Game) -> Outcome {
    let GameId { round, encounter, game: number } = game.id;
    let name = seed ^ u64::from(round) << 40 ^ u64::from(encounter) << 20 ^ u64::from(number);
    [Outcome::WhiteWins, Outcome::BlackWins, Outcome::Draw, Outcome::Draw][Random::new(name).below(4)]
}

/// `white-black@opening` of each game, in order.
#[track_caller]
fn check(plan: &Plan, expect: &str) {
    let (games, _) = play(plan, 1, 0);
    let shown = |game: &Game| format!("{}-{}@{}", game.white, game.black, game.opening);
    assert_eq!(games.values().map(shown).collect::<Vec<_>>().join(" "), expect, "{plan:?}");
}

fn plan(players: usize, format: Format, rounds: u32, games: u32) -> Plan {
    Plan { rounds, games, ..Plan::new(players, format) }
}

#[test]
fn events_that_are_known_from_the_start() {
    check(&plan(2, Format::RoundRobin, 2, 2), "0-1@0 1-0@0 0-1@1 1-0@1");
    // A pair of games may reach over two rounds.
    check(&plan(2, Format::RoundRobin, 4, 1), "0-1@0 1-0@0 0-1@1 1-0@1");
    check(&plan(2, Format::RoundRobin, 1, 3), "0-1@0 1-0@0 0-1@1");
    check(&plan(3, Format::RoundRobin, 1, 1), "1-2@0 0-1@1 2-0@2");
    // A double round robin: colours are reversed in the second cycle.
    check(&plan(3, Format::RoundRobin, 2, 1), "1-2@0 0-1@1 2-0@2 2-1@0 1-0@1 0-2@2");
    check(&plan(3, Format::Gauntlet { seeds: 1 }, 1, 2), "0-1@0 1-0@0 0-2@1 2-0@1");
    check(&plan(4, Format::Gauntlet { seeds: 2 }, 1, 1), "0-2@0 1-2@1 0-3@2 1-3@3");
    check(&plan(3, Format::Pyramid, 1, 1), "1-0@0 2-0@1 2-1@2");
}

#[test]
fn the_greatest_numbers_are_too_many_games_for_no_event() {
    for (format, rounds) in [(Format::RoundRobin, u32::MAX), (Format::Swiss, 3)] {
        let mut schedule = Schedule::new(plan(3, format, rounds, u32::MAX)).expect("a plan");
        assert!(schedule.total().is_some_and(|games| games >= u64::from(u32::MAX)), "{format:?}");
        assert!(schedule.start().is_some(), "{format:?}");
    }
}

#[test]
fn colours_and_openings_as_asked() {
    let match_ = plan(2, Format::RoundRobin, 1, 2);
    check(&Plan { swap: false, ..match_.clone() }, "0-1@0 0-1@0");
    check(&Plan { reverse: true, ..match_.clone() }, "1-0@0 0-1@0");
    check(&Plan { repeat: 1, ..match_.clone() }, "0-1@0 1-0@1");
    let several = plan(3, Format::RoundRobin, 1, 4);
    let openings = |openings| {
        let (games, _) = play(&Plan { openings, ..several.clone() }, 1, 0);
        games.values().map(|game| game.opening.to_string()).collect::<String>()
    };
    assert_eq!(openings(OpeningPolicy::Pair), "003311442255");
    assert_eq!(openings(OpeningPolicy::Encounter), "000011112222");
    assert_eq!(openings(OpeningPolicy::Round), "000011112222");
}

#[test]
fn a_knockout_goes_on_until_it_is_decided() {
    let plan = plan(5, Format::Knockout, 1, 2);
    let mut schedule = Schedule::new(plan).expect("a plan");
    assert_eq!(schedule.byes(0), [0, 1, 2]);
    let mut finish = |game: &str, white, black, outcome| {
        let game = schedule.game(game.parse().expect("a name")).expect("a game");
        assert_eq!((game.white, game.black), (white, black), "{}", game.id);
        schedule.finish(game.id, outcome).expect("a game");
        schedule.is_over()
    };
    finish("1.1.1", 3, 4, Outcome::Draw);
    finish("1.1.2", 4, 3, Outcome::Draw);
    finish("1.1.3", 3, 4, Outcome::Draw);
    finish("1.1.4", 4, 3, Outcome::WhiteWins);
    finish("2.1.1", 0, 4, Outcome::WhiteWins);
    finish("2.2.1", 1, 2, Outcome::BlackWins);
    finish("2.2.2", 2, 1, Outcome::Draw);
    finish("2.1.2", 4, 0, Outcome::Draw);
    assert!(!finish("3.1.1", 0, 2, Outcome::WhiteWins));
    assert!(finish("3.1.2", 2, 0, Outcome::Draw));
    assert_eq!(schedule.start(), None);
    let progress = schedule.progress().expect("a knock-out");
    assert_eq!(progress.stages, [4, 2, 3, 1, 2]);
    assert_eq!((progress.winner, progress.by_seed), (Some(0), Vec::new()));
}

#[test]
fn a_knockout_that_nobody_wins_ends() {
    let mut schedule = Schedule::new(plan(3, Format::Knockout, 1, 1)).expect("a plan");
    let mut games = 0;
    while let Some(game) = schedule.start() {
        schedule.finish(game.id, Outcome::Draw).expect("a game");
        games += 1;
    }
    assert!(schedule.is_over());
    assert_eq!(games, 2 * (1 + MOST_EXTRA_GAMES));
    assert_eq!(
        schedule.game("2.1.1".parse().expect("a name")).map(|game| (game.white, game.black)),
        Some((0, 1))
    );
    let progress = schedule.progress().expect("a knock-out");
    assert_eq!((progress.stages, progress.winner), (vec![3, 2, 1], Some(0)));
    assert_eq!(progress.by_seed, [(1, 2, 1 + MOST_EXTRA_GAMES), (0, 1, 1 + MOST_EXTRA_GAMES)]);
    let begun =
        Schedule::new(plan(3, Format::Knockout, 1, 1)).expect("a plan").progress().expect("a knock-out");
    assert_eq!((begun.stages, begun.winner), (vec![1, 1, 1], None));
    assert_eq!(Schedule::new(plan(2, Format::RoundRobin, 1, 2)).expect("a plan").progress(), None);
}

#[test]
fn results_are_taken_once() {
    let mut schedule = Schedule::new(plan(2, Format::RoundRobin, 1, 2)).expect("a plan");
    let game = schedule.start().expect("a game");
    schedule.put_back(game.id);
    assert_eq!(schedule.start(), Some(game));
    assert_eq!(schedule.finish(game.id, Outcome::Draw), Ok(()));
    assert_eq!(schedule.finish(game.id, Outcome::Draw), Ok(()));
    assert_eq!(schedule.finish(game.id, Outcome::None), Err(FinishError::Twice(game.id)));
    let other = GameId { round: 0, encounter: 0, game: 2 };
    assert_eq!(schedule.finish(other, Outcome::Draw), Err(FinishError::Unknown(other)));
    assert_eq!(schedule.total(), Some(2));
}

#[test]
fn plans_that_cannot_be_played() {
    let refused = |plan: Plan| Schedule::new(plan).expect_err("an error").to_string();
    assert_eq!(refused(plan(1, Format::RoundRobin, 1, 1)), "an event needs two engines, not 1");
    assert!(refused(plan(2, Format::RoundRobin, 0, 1)).starts_with("0 rounds"));
    assert!(refused(plan(2, Format::RoundRobin, 1, 0)).starts_with("0 games"));
    assert!(refused(Plan { repeat: 0, ..plan(2, Format::RoundRobin, 1, 1) }).contains("0 times"));
    assert!(refused(plan(3, Format::Gauntlet { seeds: 3 }, 1, 1)).contains("1 to 2"));
    assert!(refused(plan(4, Format::Swiss, 4, 1)).contains("at most 3"));
}

fn any_plan() -> impl Strategy<Value = Plan> {
    let formats = prop_oneof![
        Just(Format::RoundRobin),
        Just(Format::Gauntlet { seeds: 1 }),
        Just(Format::Pyramid),
        Just(Format::Knockout),
        Just(Format::Swiss),
    ];
    (2_usize..9, formats, 1_u32..4, 1_u32..5, 1_u32..3, any::<[bool; 2]>(), any::<u64>()).prop_map(
        |(players, format, rounds, games, repeat, [reverse, shuffle], seed)| {
            let rounds = if format == Format::Swiss {
                rounds.min(u32::try_from(players).unwrap() - 1)
            } else {
                rounds
            };
            Plan { rounds, games, repeat, reverse, shuffle, seed, ..Plan::new(players, format) }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]
    #[test]
    fn boards_and_restarts_change_nothing(plan in any_plan(), boards in 1_usize..6, order in any::<u64>()) {
        let (alone, schedule) = play(&plan, 1, 0);
        let (several, other) = play(&plan, boards, order);
        prop_assert_eq!(&several, &alone);
        prop_assert_eq!(other.results(), schedule.results());
        if let Some(total) = schedule.total() {
            prop_assert_eq!(alone.len() as u64, total);
        }
        // A restart in the middle: what is finished is put in, the rest follows.
        let mut again = Schedule::new(plan).expect("a plan");
        let half = alone.len() / 2;
        for (id, outcome) in schedule.results().iter().take(half) {
            again.finish(*id, *outcome).expect("a game");
        }
        let next = again.start().map(|game| game.id);
        prop_assert_eq!(next, alone.keys().nth(half).copied());
    }

    #[test]
    fn the_games_of_a_pair_reverse_the_colours(plan in any_plan()) {
        let plan = Plan { repeat: 2, ..plan };
        let (games, _) = play(&plan, 1, 0);
        let mut pairs: BTreeMap<PairId, Vec<Game>> = BTreeMap::new();
        for game in games.values() {
            pairs.entry(game.pair).or_default().push(*game);
        }
        for pair in pairs.values() {
            prop_assert!(pair.len() <= 2);
            if let [one, two] = pair[..] {
                prop_assert_eq!((one.white, one.black, one.opening), (two.black, two.white, two.opening));
            }
        }
    }
}
