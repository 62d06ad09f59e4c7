//! Reading positions and writing moves; all moves, each once.

use super::*;
use crate::search::bench::POSITIONS;
use crate::search::history::History;
use crate::search::order::{Hints, Picker, Ranked, Wanted};

#[test]
fn castling_as_it_is_written() {
    for (fields, castles, shown) in [
        ("4k3/8/8/8/8/8/8/4K2R w K -", "e1h1", "e1g1"),
        ("r3k3/8/8/8/8/8/8/4K3 b q -", "e8a8", "e8c8"),
        ("4k3/8/8/8/8/8/8/4K2R w H -", "e1h1", "e1h1"),
        ("4k3/8/8/8/8/8/8/1R1K4 w Q -", "d1b1", "d1b1"),
        ("4k3/8/8/8/8/8/8/RR2K3 w B -", "e1b1", "e1b1"),
    ] {
        let position = Position::parse(fields, 0).unwrap();
        let mv: Move = castles.parse().unwrap();
        assert!(position.board.is_legal(mv), "{fields}");
        assert_eq!(written(&position.board, mv, position.chess960).to_string(), shown, "{fields}");
    }
}

#[test]
fn the_outermost_rook_of_the_wing_castles() {
    for (fields, rook) in [
        ("4k3/8/8/8/8/8/8/RR2K3 w Q -", "A"),
        ("4k3/8/8/8/8/8/8/RR2K3 w B -", "B"),
        ("4k3/8/8/8/8/8/8/1R2K1RR w K -", "H"),
        ("4k3/8/8/8/8/8/8/1R2K1RR w G -", "G"),
    ] {
        let board = Position::parse(fields, 0).unwrap().board;
        assert_eq!(format!("{board:#}").split(' ').nth(2), Some(rook), "{fields}");
    }
}

#[test]
fn moves_tell_their_parts() {
    let report = go("8/3q1P1k/8/8/8/8/PP6/K7 w - -", nodes(50_000));
    let mv = report.pv[0];
    assert_eq!((mv.from(), mv.to(), mv.promotion()), (53, 61, Some('n')));
    assert_eq!(report.pv[1].promotion(), None);
}

#[test]
fn an_impossible_en_passant_square_is_ignored() {
    for square in ["e3", "a6", "d5", "zz", "é3"] {
        let fields = format!("4k3/8/8/8/8/8/4P3/4K3 w - {square}");
        assert!(try_go(&fields, 0, nodes(100)).is_ok(), "{square}");
    }
    // A valid one is used.
    let report = go("7k/6pp/8/3pP3/8/8/6PP/7K w - d6", Limits { depth: Some(1), ..Limits::default() });
    assert_eq!(best(&report), "e5d6");
}

#[test]
fn bad_positions_are_refused_with_a_reason() {
    for fields in [
        "",
        "8/8/8/8/8/8/8/8 w - -",
        "4k3/8/8/8/8/8/8/4K3 w -",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/4K3 w - -",
        "4k3/8/8/8/8/8/8/4K3 x - -",
        "4k3/8/8/8/8/8/8/4KK2 w - -",
        "3Kk3/8/8/8/8/8/8/8 w - -",
        "4k3/4R3/8/8/8/8/8/4K3 w - -",
        "4k3/8/8/8/8/8/8/P3K3 w - -",
        "4k3/8/8/8/8/8/8/4K3 w KQkq -",
        "4k3/8/8/8/8/8/4K3/7R w K -",
        "4k3/8/8/8/8/8/8/4K2R w KK -",
        "4k3/8/8/8/8/8/8/4K2R w X -",
        "4k3/8/8/8/8/8/8/4K2R w \u{212a} -",
        "4k3/9/8/8/8/8/8/4K3 w - -",
        "4k3/99999999999/8/8/8/8/8/4K3 w - -",
        "4k3/8/8/8/QQQQQQQQ/QQQQQQQQ/Q7/4K3 w - -",
    ] {
        let error = try_go(fields, 0, nodes(10)).unwrap_err();
        assert!(error.to_string().starts_with("the position cannot be searched: "), "{fields}");
    }
}

/// Counts the lines of `depth` moves, taking the moves from the picker.
fn count_lines(board: &Board, depth: u32, list: &mut Vec<Ranked>, history: &History) -> u64 {
    if depth == 0 {
        return 1;
    }
    let start = list.len();
    let mut picker = Picker::new(Hints::NONE, Wanted::All);
    let mut count = 0;
    while let Some((mv, _)) = picker.next(board, list, history) {
        let mut next = board.clone();
        next.play(mv);
        count += count_lines(&next, depth - 1, list, history);
    }
    list.truncate(start);
    count
}

#[test]
fn every_move_is_given_out_once() {
    let mut list = Vec::new();
    let history = History::new();
    assert_eq!(count_lines(&Board::default(), 3, &mut list, &history), 8902);
    for fields in POSITIONS {
        let board = Position::parse(fields, 0).unwrap().board;
        let mut plain = 0;
        board.generate_moves(|moves| {
            for mv in moves {
                let mut next = board.clone();
                next.play(mv);
                next.generate_moves(|replies| {
                    plain += replies.len() as u64;
                    false
                });
            }
            false
        });
        assert_eq!(count_lines(&board, 2, &mut list, &history), plain, "{fields}");
    }
}

#[test]
fn the_move_from_the_table_is_not_given_out_twice() {
    let board = Position::parse("r3k2r/pp4pp/8/3qN3/8/8/PP4PP/R2QK2R w KQkq -", 0).unwrap().board;
    let history = History::new();
    let all = |first: Option<Move>, wanted: Wanted| {
        let mut picker = Picker::new(Hints { first, ..Hints::NONE }, wanted);
        let mut list = Vec::new();
        let mut moves = Vec::new();
        while let Some((mv, _)) = picker.next(&board, &mut list, &history) {
            moves.push(mv);
        }
        moves
    };
    let plain = all(None, Wanted::All);
    for &mv in &plain {
        let mut moves = all(Some(mv), Wanted::All);
        assert_eq!(moves[0], mv);
        assert_eq!(moves.len(), plain.len());
        moves.sort_by_key(ToString::to_string);
        moves.dedup();
        assert_eq!(moves.len(), plain.len());
    }
    assert_eq!(all(None, Wanted::Noisy).len(), 1);
    // The queen's checks on the king's files and diagonals come on top.
    let checks = all(None, Wanted::NoisyAndChecks);
    assert!(checks.len() > 1);
    for mv in checks {
        let mut next = board.clone();
        next.play(mv);
        assert!(!next.checkers().is_empty() || mv == all(None, Wanted::Noisy)[0], "{mv}");
    }
}
