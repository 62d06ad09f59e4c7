//! Mates made up for these tests, and a plain search that shares nothing with the prover but the rules.

mod numbers;

use super::*;
use crate::search::tests::Ticking;
use cozy_chess::Board;
use proptest::prelude::*;

fn prove(question: &Question<'_>, aim: Aim, moves: u32, limits: MateLimits) -> Proof {
    Prover::new(1).prove(question, aim, moves, &limits, &Ticking::default(), &mut |_| ()).unwrap()
}

/// The mate, if there is one in `moves` moves.
fn mate(question: &Question<'_>, aim: Aim, moves: u32) -> Option<Mate> {
    match prove(question, aim, moves, MateLimits::default()).verdict {
        Verdict::Mate(mate) => Some(mate),
        Verdict::NoMate => None,
        Verdict::AtMost { .. } | Verdict::GaveUp { .. } => panic!("gave up without a limit"),
    }
}

#[track_caller]
fn check(fields: &str, moves: u32, expect: Option<(u32, &str)>) {
    let found = mate(&Question::new(fields), Aim::Mate, moves);
    let found = found.map(|mate| (mate.moves, mate.line[0].to_string()));
    assert_eq!(found, expect.map(|(moves, key)| (moves, key.to_owned())), "{fields}");
}

#[test]
fn finds_the_shortest_mate() {
    check("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -", 3, Some((1, "a1a8")));
    check("k7/8/2K5/8/8/8/8/7R w - -", 2, Some((2, "c6b6")));
    check("k7/8/2K5/8/8/8/8/7R w - -", 1, None);
    // Stalemate is not mate.
    check("7k/8/6Q1/8/8/8/8/K7 w - -", 1, None);
}

#[test]
fn special_moves_mate_too() {
    check("2B1R3/8/3Q4/2p5/1B6/5k2/8/4K2R w K -", 1, Some((1, "e1g1")));
    check("2B1R3/8/3Q4/2p5/1B6/5k2/8/4K2R w - -", 1, None);
    check("3K4/3R2P1/7k/2Q4P/8/8/1b1n4/8 w - -", 1, Some((1, "g7g8n")));
    check("8/6K1/8/2Q1Ppk1/1R6/8/7B/8 w - f6", 1, Some((1, "e5f6")));
    check("8/6K1/8/2Q1Ppk1/1R6/8/7B/8 w - -", 1, None);
}

#[test]
fn tells_all_keys() {
    let limits = MateLimits { all_keys: true, ..MateLimits::default() };
    let question = Question::new("k7/8/1K6/8/8/8/8/5Q1R w - -");
    let Verdict::Mate(mate) = prove(&question, Aim::Mate, 2, limits).verdict else { panic!("no mate") };
    let mut keys: Vec<String> = mate.keys.iter().map(ToString::to_string).collect();
    keys.sort();
    assert_eq!(keys, ["f1f8", "h1h8"]);
    assert_eq!(mate.moves, 1);
}

#[test]
fn looks_at_chosen_moves_only() {
    let question = Question { only: &["b6c6"], ..Question::new("k7/8/1K6/8/8/8/8/7R w - -") };
    let found = mate(&question, Aim::Mate, 3).unwrap();
    assert!(found.moves > 1 && found.keys[0].to_string() == "b6c6", "{found:?}");
}

#[test]
fn the_side_to_move_is_mated() {
    let lost = "1k6/8/1K6/8/8/8/8/7R b - -";
    assert_eq!(mate(&Question::new(lost), Aim::Mated, 0), None);
    let found = mate(&Question::new(lost), Aim::Mated, 3).unwrap();
    assert_eq!((found.moves, found.line.len()), (2, 4));
    let mated = mate(&Question::new("k6R/8/1K6/8/8/8/8/8 b - -"), Aim::Mated, 3).unwrap();
    assert_eq!((mated.moves, mated.line.len()), (0, 0));
}

#[test]
fn the_fifty_moves_come_first() {
    let fields = "k7/8/2K5/8/8/8/8/7R w - -";
    for (halfmove_clock, expect) in [(0, Some(2)), (97, Some(2)), (98, None), (99, None)] {
        let question = Question { halfmove_clock, ..Question::new(fields) };
        assert_eq!(mate(&question, Aim::Mate, 4).map(|mate| mate.moves), expect, "{halfmove_clock}");
    }
}

#[test]
fn gives_up_at_a_limit_and_says_what_is_known() {
    let fields = "r3k2r/pppqbppp/2npbn2/4p3/4P3/2NPBN2/PPPQBPPP/R3K2R w KQkq -";
    let limits = MateLimits { nodes: Some(20_000), ..MateLimits::default() };
    let proof = prove(&Question::new(fields), Aim::Mate, 9, limits);
    let Verdict::GaveUp { refuted } = proof.verdict else { panic!("{proof:?}") };
    assert!(refuted >= 1 && proof.nodes <= 20_000);
    assert_eq!(mate(&Question::new(fields), Aim::Mate, refuted), None);
    assert_eq!(prove(&Question::new(fields), Aim::Mate, 9, limits), proof, "the same every time");
    let limits = MateLimits { time_ms: Some(3), ..MateLimits::default() };
    assert!(matches!(prove(&Question::new(fields), Aim::Mate, 9, limits).verdict, Verdict::GaveUp { .. }));
    let limits = MateLimits { nodes: Some(0), ..MateLimits::default() };
    let nothing = prove(&Question::new(fields), Aim::Mate, 9, limits).verdict;
    assert_eq!(nothing, Verdict::GaveUp { refuted: 0 });
}

#[test]
fn a_bad_question_is_an_error() {
    let mut prover = Prover::new(1);
    let clock = Ticking::default();
    let mut ask = |question: &Question<'_>| {
        prover.prove(question, Aim::Mate, 1, &MateLimits::default(), &clock, &mut |_| ()).is_err()
    };
    assert!(ask(&Question::new("8/8/8/8/8/8/8/8 w - -")));
    assert!(ask(&Question { only: &["a1a8"], ..Question::new("k7/8/1K6/8/8/8/8/7R w - -") }));
}

fn board(fields: &str) -> Board {
    Asked::of(&Question::new(fields)).unwrap().position.board
}

fn children(board: &Board) -> Vec<Board> {
    let mut all = Vec::new();
    board.generate_moves(|moves| {
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            all.push(next);
        }
        false
    });
    all
}

/// Tries every move and every reply, and nothing else.
fn plain_mate(board: &Board, moves: u32) -> bool {
    moves > 0 && children(board).iter().any(|next| plain_loss(next, moves - 1))
}

fn plain_loss(board: &Board, moves: u32) -> bool {
    let replies = children(board);
    if replies.is_empty() {
        return !board.checkers().is_empty();
    }
    moves > 0 && replies.iter().all(|next| plain_mate(next, moves))
}

/// A position with two kings and some pieces, if it is legal.
fn position(men: &[(usize, u8)], black: bool) -> Option<String> {
    let mut squares = [b'.'; 64];
    for (&(square, piece), at) in men.iter().zip(0..) {
        let piece = match at {
            0 => b'K',
            1 => b'k',
            _ => b"QRBNPQRqrbnp"[usize::from(piece)],
        };
        if squares[square] != b'.' || (matches!(piece, b'P' | b'p') && !(8..56).contains(&square)) {
            return None;
        }
        squares[square] = piece;
    }
    let mut fields = String::new();
    for (rank, at) in squares.chunks(8).zip(0..) {
        if at > 0 {
            fields.push('/');
        }
        for &square in rank {
            // A digit for each empty square can be read as well.
            fields.push(if square == b'.' { '1' } else { square.into() });
        }
    }
    fields.push_str(if black { " b - -" } else { " w - -" });
    Asked::of(&Question::new(&fields)).is_ok().then_some(fields)
}

/// The verdict of one prover that has answered other questions before.
fn answer(prover: &mut Prover, fields: &str, clock: u32, aim: Aim, moves: u32) -> Option<u32> {
    let question = Question { halfmove_clock: clock, ..Question::new(fields) };
    let limits = MateLimits::default();
    let proof = prover.prove(&question, aim, moves, &limits, &Ticking::default(), &mut |_| ()).unwrap();
    let Verdict::Mate(mate) = proof.verdict else {
        assert_eq!(proof.verdict, Verdict::NoMate, "{fields} {clock} {aim:?}");
        return None;
    };
    let plies = if aim == Aim::Mate { 2 * mate.moves - 1 } else { 2 * mate.moves };
    assert_eq!(mate.line.len(), plies as usize, "{fields} {clock} {aim:?}");
    let played: Vec<String> = mate.line.iter().map(ToString::to_string).collect();
    let played: Vec<&str> = played.iter().map(String::as_str).collect();
    let end = Asked::of(&Question { played: &played, ..Question::new(fields) }).unwrap();
    assert!(plain_loss(&end.position.board, 0), "{fields} {clock} {aim:?}: {played:?}");
    Some(mate.moves)
}

/// A question to a prover: the four fields, the halfmove clock, who is to be mated, in how many moves.
type Asking = (String, u32, Aim, u32);

/// One prover that is asked everything, in the order given and backwards, gives the same answers as a fresh
/// one.
fn check_any_order(questions: &[Asking]) {
    let one = |prover: &mut Prover, (fields, clock, aim, moves): &Asking| {
        answer(prover, fields, *clock, *aim, *moves)
    };
    let alone: Vec<_> = questions.iter().map(|asking| one(&mut Prover::new(1), asking)).collect();
    let (mut forward, mut backward) = (Prover::new(1), Prover::new(1));
    for (asking, expect) in questions.iter().zip(&alone) {
        assert_eq!(one(&mut forward, asking), *expect, "forward: {asking:?}");
    }
    for (asking, expect) in questions.iter().zip(&alone).rev() {
        assert_eq!(one(&mut backward, asking), *expect, "backward: {asking:?}");
    }
}

/// Every position of a mating line, with either side to move and either side to be mated.
fn questions_of_line(fields: &str, line: &[&str], moves: u32) -> Vec<Asking> {
    let mut questions = Vec::new();
    for played in 0..=line.len() {
        let question = Question { played: &line[..played], ..Question::new(fields) };
        let board = Asked::of(&question).unwrap().position.board;
        for board in [Some(board.clone()), board.null_move()].into_iter().flatten() {
            let shown = format!("{board:#}");
            let fields = shown.split(' ').take(4).collect::<Vec<_>>().join(" ");
            for clock in [0, 95, 99] {
                questions.push((fields.clone(), clock, Aim::Mate, moves));
                questions.push((fields.clone(), clock, Aim::Mated, moves - 1));
            }
        }
    }
    questions
}

#[test]
fn a_prover_asked_for_either_side_in_turn_answers_as_a_fresh_one() {
    let before = "8/8/8/R4Q2/8/4r1k1/8/5K2 b - -";
    let after = "8/8/8/R4Q2/8/6k1/8/4rK2 w - -";
    let mut prover = Prover::new(1);
    answer(&mut prover, before, 0, Aim::Mate, 5);
    assert_eq!(answer(&mut prover, after, 0, Aim::Mate, 5), Some(3));
}

#[test]
fn the_order_of_questions_changes_no_answer() {
    // Positions made up for this test; each is a mate in the number of moves beside it.
    let mates = [
        ("k7/8/2K5/8/8/8/8/7R w - -", 2),
        ("8/8/8/R4Q2/8/6k1/8/4rK2 w - -", 3),
        ("7k/8/5K2/8/8/8/6Q1/8 w - -", 2),
        ("8/8/8/8/8/2k5/1q6/3K4 b - -", 1),
        ("r5k1/5ppp/8/8/8/8/1R3PPP/1R4K1 w - -", 2),
    ];
    let mut questions = Vec::new();
    for (fields, moves) in mates {
        let Some(mate) = mate(&Question::new(fields), Aim::Mate, moves) else { panic!("{fields}") };
        let line: Vec<String> = mate.line.iter().map(ToString::to_string).collect();
        let line: Vec<&str> = line.iter().map(String::as_str).collect();
        questions.extend(questions_of_line(fields, &line, 3));
    }
    check_any_order(&questions);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn agrees_with_a_plain_search_to_three_moves(
        men in proptest::collection::vec((0..64_usize, 0..12_u8), 3..5),
        black in any::<bool>(),
    ) {
        let Some(fields) = position(&men, black) else { return Ok(()) };
        let shortest = (1..=3).find(|&moves| plain_mate(&board(&fields), moves));
        prop_assert_eq!(answer(&mut Prover::new(1), &fields, 0, Aim::Mate, 3), shortest, "{}", fields);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn agrees_with_a_plain_search(
        men in proptest::collection::vec((0..64_usize, 0..12_u8), 3..7),
        black in any::<bool>(),
    ) {
        let Some(fields) = position(&men, black) else { return Ok(()) };
        let board = board(&fields);
        let shortest = (1..=2).find(|&moves| plain_mate(&board, moves));
        let found = mate(&Question::new(&fields), Aim::Mate, 2);
        prop_assert_eq!(found.as_ref().map(|mate| mate.moves), shortest, "{}", fields);
        if let Some(mate) = found {
            prop_assert_eq!(mate.line.len(), 2 * mate.moves as usize - 1);
            let played: Vec<String> = mate.line.iter().map(ToString::to_string).collect();
            let played: Vec<&str> = played.iter().map(String::as_str).collect();
            let end = Asked::of(&Question { played: &played, ..Question::new(&fields) }).unwrap();
            prop_assert!(plain_loss(&end.position.board, 0));
        }
        let lost = (0..=1).find(|&moves| plain_loss(&board, moves));
        prop_assert_eq!(mate(&Question::new(&fields), Aim::Mated, 1).map(|mate| mate.moves), lost);
    }
}
