//! Any position that random play leads to is searched without fault.

use super::*;
use proptest::prelude::*;

/// The positions of a Chess960 game of random legal moves.
pub(in crate::search) fn random_game(scharnagl: u32, choices: &[u16]) -> Vec<Board> {
    let mut board = Board::chess960_startpos(scharnagl);
    let mut game = vec![board.clone()];
    for &choice in choices {
        let mut moves = Vec::new();
        board.generate_moves(|some| {
            moves.extend(some);
            false
        });
        if moves.is_empty() {
            break;
        }
        board.play(moves[usize::from(choice) % moves.len()]);
        game.push(board.clone());
    }
    game
}

/// The last position of [`random_game`].
pub(in crate::search) fn random_position(scharnagl: u32, choices: &[u16]) -> Board {
    random_game(scharnagl, choices).pop().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn lines_are_legal_and_limits_kept(
        standard in any::<bool>(),
        number in 0..960_u32,
        choices in prop::collection::vec(any::<u16>(), 0..160),
        limit in 0..4000_u64,
    ) {
        let board = random_position(if standard { 518 } else { number }, &choices);
        let text = if standard { format!("{board}") } else { format!("{board:#}") };
        let fields = text.split(' ').take(4).collect::<Vec<_>>().join(" ");
        let clock = u32::from(board.halfmove_clock());
        let report = try_go(&fields, clock, nodes(limit)).unwrap();
        prop_assert!(report.nodes <= limit);
        check_line(&fields, clock, &report);
    }

    #[test]
    fn any_text_is_answered(fields in "[KQRBNPkqrbnp1-8/ wbKQkq-]{0,80}", clock in any::<u32>()) {
        if let Ok(report) = try_go(&fields, clock, nodes(50)) {
            check_line(&fields, clock, &report);
        }
    }
}
