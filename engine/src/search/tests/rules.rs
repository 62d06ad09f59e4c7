//! Draws, stalemate, and games that are over.

use super::*;

#[test]
fn no_legal_move() {
    let mated = go("R5k1/5ppp/8/8/8/8/8/6K1 b - -", Limits::default());
    assert_eq!((mated.score, mated.pv.len(), mated.nodes), (Score::Mated(0), 0, 0));
    let stalemate = go("7k/5Q2/6K1/8/8/8/8/8 b - -", Limits::default());
    assert_eq!((stalemate.score, stalemate.pv.len()), (Score::Centipawns(0), 0));
    // Mate comes before the fifty-move rule.
    let late = try_go("R5k1/5ppp/8/8/8/8/8/6K1 b - -", 100, Limits::default()).unwrap();
    assert_eq!(late.score, Score::Mated(0));
}

#[test]
fn perpetual_check_is_a_draw() {
    let report = go("6k1/6p1/8/7Q/8/8/qr6/7K w - -", nodes(100_000));
    assert_eq!(report.score, Score::Centipawns(0));
    assert_eq!(best(&report), "h5e8");
}

#[test]
fn stalemate_is_avoided_by_the_winner_and_sought_by_the_loser() {
    // The lone king takes its last chance: the queen must be taken.
    let report = go("8/8/8/8/8/5k2/5q2/7K w - -", nodes(1000));
    assert_eq!(report.score, Score::Centipawns(0));
    // Queen to f7 or g6 would be stalemate.
    let report = go("7k/8/8/6K1/8/8/5Q2/8 w - -", nodes(20_000));
    assert!(matches!(report.score, Score::Mate(_)), "{report:?}");
}

#[test]
fn fifty_moves() {
    let mating = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";
    assert_eq!(try_go(mating, 99, nodes(10_000)).unwrap().score, Score::Mate(1));
    let rook = "8/8/8/4k3/8/8/8/4K2R w - -";
    assert_eq!(try_go(rook, 99, nodes(10_000)).unwrap().score, Score::Centipawns(0));
    assert!(go(rook, nodes(10_000)).score > Score::Centipawns(200));
    // Mate in two: in time, and one ply too late.
    let ladder = "7k/8/8/8/8/8/R7/1R4K1 w - -";
    assert_eq!(try_go(ladder, 97, nodes(50_000)).unwrap().score, Score::Mate(3));
    assert_eq!(try_go(ladder, 98, nodes(50_000)).unwrap().score, Score::Centipawns(0));
    // A clock beyond the limit still gives a move.
    assert_eq!(try_go(rook, 4_000_000_000, nodes(1000)).unwrap().pv.len(), 1);
}

#[test]
fn dead_positions_are_drawn() {
    let report = go("8/8/4k3/8/8/3NK3/8/8 w - -", Limits { depth: Some(4), ..Limits::default() });
    assert_eq!(report.score, Score::Centipawns(0));
    assert_eq!(report.pv.len(), 1);
}

/// What was learned about the errors of the evaluation does not affect the rules of endgames.
#[test]
fn what_cannot_be_won_is_even_after_a_long_search() {
    for fields in ["7k/8/8/7P/8/8/8/K4B2 w - -", "8/8/8/8/8/4b2p/8/k6K b - -"] {
        assert_eq!(go(fields, nodes(100_000)).score, Score::Centipawns(0), "{fields}");
    }
}
