//! Proofs by numbers, beside a plain search, and mates that are known only to be no longer than that.

use super::*;
use crate::mate::numbers::Numbers;
use crate::mate::table::Table;

/// The bound that is proved without a limit, and the line for it.
fn bound(fields: &str, moves: u8, is_shortest: bool) -> Option<(u8, Option<Vec<cozy_chess::Move>>)> {
    let (mut table, mut numbers) = (Table::new(1), Numbers::new(1 << 20));
    let clock = Ticking::default();
    let mut search = Search::new((&mut table, &mut numbers), &MateLimits::default(), &clock);
    let board = board(fields);
    let found = search.at_most(&board, moves, u64::MAX)?;
    Some((found, search.line_of_numbers(&board, found, is_shortest)))
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
        let found = bound(&fields, 3, false);
        prop_assert_eq!(found.is_some(), shortest.is_some(), "{}", fields);
        if let (Some((most, line)), Some(shortest)) = (found, shortest) {
            prop_assert!(u32::from(most) >= shortest && most <= 3);
            ends_in_mate(&fields, &line.unwrap(), most);
            // Where nothing shorter is asked for, the line has all the moves of the shortest mate.
            let (most, line) = bound(&fields, u8::try_from(shortest).unwrap(), true).unwrap();
            prop_assert_eq!(u32::from(most), shortest);
            prop_assert_eq!(line.unwrap().len(), 2 * usize::from(most) - 1);
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
