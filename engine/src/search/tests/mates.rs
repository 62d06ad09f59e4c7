//! Mates: found, proved shortest, with the whole line.

use super::*;

/// Returns whether the side to move can force mate within `plies`, by trying all.
fn mates_within(board: &Board, plies: u32) -> bool {
    all_moves(board).into_iter().any(|mv| {
        let mut next = board.clone();
        next.play(mv);
        is_mate(&next) || (plies > 2 && is_mated_within(&next, plies - 1))
    })
}

fn is_mated_within(board: &Board, plies: u32) -> bool {
    let moves = all_moves(board);
    if moves.is_empty() {
        return is_mate(board);
    }
    plies > 1
        && moves.into_iter().all(|mv| {
            let mut next = board.clone();
            next.play(mv);
            mates_within(&next, plies - 1)
        })
}

fn all_moves(board: &Board) -> Vec<Move> {
    let mut all = Vec::new();
    board.generate_moves(|moves| {
        all.extend(moves);
        false
    });
    all
}

#[test]
fn the_shortest_mates_are_found() {
    for (fields, moves) in [
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -", 1),
        ("r5k1/5ppp/8/8/8/8/5PPP/6K1 b - -", 1),
        ("7k/8/8/8/8/8/R7/1R4K1 w - -", 2),
        ("8/8/7k/8/8/8/R7/1R4K1 w - -", 3),
        ("k7/8/2K5/8/8/8/8/6Q1 w - -", 2),
        ("7k/R7/8/5K2/8/8/8/8 w - -", 2),
        ("5r1k/6pp/7N/8/8/1Q6/8/6K1 w - -", 2),
        ("8/8/8/8/8/2k5/4q3/K7 b - -", 1),
    ] {
        let plies = (2 * moves - 1_i32).unsigned_abs();
        let board = Position::parse(fields, 0).unwrap().board;
        assert!(mates_within(&board, plies), "{fields}");
        assert!(moves == 1 || !mates_within(&board, plies - 2), "{fields}");
        let report = go(fields, nodes(200_000));
        assert_eq!(report.score, Score::Mate(plies), "{fields}: {report:?}");
        check_line(fields, 0, &report);
    }
}

#[test]
fn being_mated_is_seen_and_put_off() {
    // Black mates with Ra1 whatever White does; giving the rook delays it.
    let fields = "r5k1/5ppp/8/8/8/8/5PPP/4K3 w - -";
    let report = go(fields, nodes(50_000));
    assert!(matches!(report.score, Score::Centipawns(v) if v < 0), "{report:?}");
    let fields = "7K/8/8/8/8/8/r7/1r4k1 w - -";
    let report = go(fields, nodes(100_000));
    assert!(matches!(report.score, Score::Mated(_)), "{report:?}");
    check_line(fields, 0, &report);
}

#[test]
fn a_mate_ends_the_search_early() {
    let report = go("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -", Limits::default());
    assert_eq!(report.score, Score::Mate(1));
    assert_eq!(best(&report), "a1a8");
    assert_eq!(report.depth, 3);
}

#[test]
fn a_rook_alone_mates() {
    let fields = "8/8/8/8/8/4K3/7R/4k3 w - -";
    let report = go(fields, nodes(500_000));
    assert!(matches!(report.score, Score::Mate(_)), "{report:?}");
    check_line(fields, 0, &report);
}

#[test]
fn a_knight_is_better_than_a_queen() {
    // The new knight gives check and wins the queen; a new queen is mated.
    let fields = "8/3q1P1k/8/8/8/8/PP6/K7 w - -";
    let report = go(fields, nodes(50_000));
    assert_eq!(best(&report), "f7f8n");
    assert!(report.score > Score::Centipawns(300));
    check_line(fields, 0, &report);
}
