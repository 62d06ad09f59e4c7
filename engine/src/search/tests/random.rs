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

    /// However soon it is cut off, a search for several lines tells one list, the best first, in which no move is twice.
    #[test]
    fn lines_are_one_list_in_order(
        choices in prop::collection::vec(any::<u16>(), 0..160),
        limit in 0..4000_u64,
        lines in 2..6_usize,
    ) {
        let board = random_position(518, &choices);
        let fields = format!("{board}").split(' ').take(4).collect::<Vec<_>>().join(" ");
        let question = Question { lines, ..Question::new(&fields) };
        let mut told: Vec<Option<Report>> = vec![None; lines];
        let report = Searcher::new(4)
            .go(&question, &nodes(limit), &Ticking::default(), &mut |report| told[report.line - 1] = Some(report.clone()))
            .unwrap();
        let told: Vec<Report> = told.into_iter().flatten().collect();
        if let Some(first) = told.first() {
            prop_assert_eq!((&first.pv, first.score), (&report.pv, report.score));
        }
        for (one, next) in told.iter().zip(told.iter().skip(1)) {
            prop_assert!(one.score >= next.score, "{}: {:?} before {:?}", fields, one.score, next.score);
        }
        let mut first: Vec<String> = told.iter().filter_map(|line| Some(line.pv.first()?.to_string())).collect();
        first.sort();
        first.dedup();
        prop_assert_eq!(first.len(), told.iter().filter(|line| !line.pv.is_empty()).count());
        for line in &told {
            check_line(&fields, 0, line);
        }
    }

    #[test]
    fn any_text_is_answered(fields in "[KQRBNPkqrbnp1-8/ wbKQkq-]{0,80}", clock in any::<u32>()) {
        if let Ok(report) = try_go(&fields, clock, nodes(50)) {
            check_line(&fields, clock, &report);
        }
    }
}
