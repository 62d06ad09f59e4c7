//! Proofs by numbers, beside a plain search, and mates that are known only to be no longer than that.

use super::*;
use crate::mate::numbers::{Line, Numbers};
use crate::mate::table::Table;
use std::cell::Cell;

/// The bound that is proved without a limit, and the line for it.
fn bound(fields: &str, moves: u8, kind: Line) -> Option<(u8, Option<Vec<cozy_chess::Move>>)> {
    let (mut table, mut numbers) = (Table::new(1), Numbers::new(1 << 20));
    let clock = Ticking::default();
    let mut search = Search::new((&mut table, &mut numbers), &MateLimits::default(), &clock);
    let board = board(fields);
    let found = search.at_most(&board, moves, u64::MAX)?;
    // A bound can be too great: then one of the next has a line.
    let most = if kind == Line::Whole { 1 } else { found };
    let line = (most..=found).rev().find_map(|moves| search.line_of_numbers(&board, moves, kind));
    Some((found, line))
}

#[track_caller]
fn ends_in_mate(fields: &str, line: &[cozy_chess::Move], most: u8) {
    let mut board = board(fields);
    for &mv in line {
        board.try_play(mv).unwrap();
    }
    assert!(plain_loss(&board, 0) && line.len() < 2 * usize::from(most), "{fields}: {line:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn a_bound_is_proved_where_there_is_a_mate_and_nowhere_else(
        men in proptest::collection::vec((0..64_usize, 0..12_u8), 3..5),
        black in any::<bool>(),
    ) {
        let Some(fields) = position(&men, black) else { return Ok(()) };
        let shortest = (1..=3).find(|&moves| plain_mate(&board(&fields), moves));
        let found = bound(&fields, 3, Line::Whole);
        prop_assert_eq!(found.is_some(), shortest.is_some(), "{}", fields);
        if let (Some((most, line)), Some(shortest)) = (found, shortest) {
            prop_assert!(u32::from(most) >= shortest && most <= 3);
            ends_in_mate(&fields, &line.unwrap(), most);
            // Where nothing shorter is asked for, the line has all the moves of the shortest mate.
            let (most, line) = bound(&fields, u8::try_from(shortest).unwrap(), Line::Shortest).unwrap();
            prop_assert_eq!(u32::from(most), shortest);
            let line = line.unwrap();
            prop_assert_eq!(line.len(), 2 * usize::from(most) - 1);
            // The defender resists as long as possible, and the attacker loses no time.
            let mut board = board(&fields);
            for (at, &mv) in line.iter().enumerate() {
                board.play_unchecked(mv);
                let left = u32::from(most) - u32::try_from(at / 2 + 1).unwrap();
                let is_held = if at % 2 == 0 { plain_loss(&board, left) } else { !plain_mate(&board, left - 1) };
                prop_assert!(is_held, "{} {:?} at {}", fields, line, at);
            }
        }
    }
}

#[test]
fn long_mates_are_the_shortest_when_all_shorter_ones_are_refuted() {
    // Pieces placed at random.
    for (fields, moves) in [("8/8/8/3k4/8/8/8/KQ5R w - -", 5), ("R7/1P6/8/1k5r/4p3/8/6K1/7R w - -", 5)] {
        assert_eq!(answer(&mut Prover::new(1), fields, 0, Aim::Mate, 7), Some(moves), "{fields}");
        assert_eq!(answer(&mut Prover::new(1), fields, 0, Aim::Mate, moves - 1), None, "{fields}");
        // With the fifty-move rule near, all lengths are searched.
        assert_eq!(answer(&mut Prover::new(1), fields, 88, Aim::Mate, 7), Some(moves), "{fields}");
    }
}

#[test]
fn a_limit_leaves_a_bound() {
    let fields = "R7/1P6/8/1k5r/4p3/8/6K1/7R w - -";
    let prove = |nodes, moves, prover: &mut Prover| {
        let mut learned = Vec::new();
        let limits = MateLimits { nodes: Some(nodes), ..MateLimits::default() };
        let (question, clock) = (Question::new(fields), Ticking::default());
        let proof =
            prover.prove(&question, Aim::Mate, moves, &limits, &clock, &mut |news| learned.push(news));
        (proof.unwrap().verdict, learned)
    };
    let mut prover = Prover::new(1);
    let (verdict, learned) = prove(60_000, 12, &mut prover);
    let Verdict::AtMost { mate, refuted } = &verdict else { panic!("{verdict:?}") };
    assert!((3..mate.moves).contains(refuted) && mate.moves <= 12, "{mate:?} {refuted}");
    assert_eq!(mate.keys[0], mate.line[0]);
    let played: Vec<String> = mate.line.iter().map(ToString::to_string).collect();
    let played: Vec<&str> = played.iter().map(String::as_str).collect();
    let end = Asked::of(&Question { played: &played, ..Question::new(fields) }).unwrap();
    assert!(plain_loss(&end.position.board, 0), "{played:?}");
    // One length after another was refuted, and bounds became smaller.
    let refutations = learned.iter().filter_map(|news| match news {
        Learned::Refuted(moves) => Some(*moves),
        Learned::AtMost(_) => None,
    });
    assert_eq!(refutations.collect::<Vec<_>>(), (1..=*refuted).collect::<Vec<_>>());
    let bounds: Vec<u32> = learned
        .iter()
        .filter_map(|news| match news {
            Learned::AtMost(moves) => Some(*moves),
            Learned::Refuted(_) => None,
        })
        .collect();
    assert!(bounds.is_sorted_by(|a, b| a > b) && bounds.last() == Some(&mate.moves), "{bounds:?}");
    // Asked again, the same prover says the same, since a limit of nodes clears what it knows.
    assert_eq!(prove(60_000, 12, &mut prover).0, verdict);
    // A mate that is longer than what was asked for is none.
    let (verdict, _) = prove(20_000, 3, &mut prover);
    assert!(matches!(verdict, Verdict::GaveUp { .. } | Verdict::NoMate), "{verdict:?}");
}

/// A clock that somebody stops after it was read some times.
struct Stopped(Cell<u32>);

impl Clock for Stopped {
    fn now_ms(&self) -> f64 {
        self.0.set(self.0.get().saturating_sub(1));
        if self.0.get() == 0 { f64::INFINITY } else { 0.0 }
    }
}

#[test]
fn whatever_the_limit_a_mate_that_is_proved_is_told() {
    let fields = "R7/1P6/8/1k5r/4p3/8/6K1/7R w - -";
    let mut bounds = 0;
    for reads in 2..200 {
        // Far more moves than the fifty-move rule allows make no difference.
        let (limits, clock) = (MateLimits::default(), Stopped(Cell::new(reads)));
        let question = Question::new(fields);
        let proof =
            Prover::new(1).prove(&question, Aim::Mate, 12 + reads, &limits, &clock, &mut |_| ()).unwrap();
        match proof.verdict {
            Verdict::AtMost { mate, refuted } => {
                bounds += 1;
                assert!(mate.moves > refuted + 1, "a mate in {} is the shortest", mate.moves);
                assert!(mate.moves > 5, "{mate:?}");
            }
            Verdict::Mate(mate) => assert_eq!((mate.moves, mate.line.len()), (5, 9)),
            Verdict::GaveUp { refuted } => assert!(refuted < 5),
            Verdict::NoMate => panic!("there is a mate"),
        }
    }
    assert!(bounds > 0);
    // Where all keys are wanted, all work is for them.
    let limits = MateLimits { nodes: Some(60_000), all_keys: true, ..MateLimits::default() };
    assert!(matches!(prove(&Question::new(fields), Aim::Mate, 12, limits).verdict, Verdict::GaveUp { .. }));
}
