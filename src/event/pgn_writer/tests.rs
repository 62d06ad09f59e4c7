//! Tests of games as PGN.

use super::*;
use crate::chess::notation::{MoveReading, read_move};
use crate::chess::testing::any_game;
use crate::epd::game::Game;
use crate::epd::normalize::normalize;
use crate::epd::parse;
use crate::event::record::Termination;
use crate::pgn::{Positions, records};
use proptest::prelude::*;

/// A game of moves in SAN, each with a note.
fn game(fen: &str, moves: &str, note: impl Fn(usize) -> Note) -> GameRecord {
    let start = match fen {
        "" => Start::default(),
        fen => crate::event::openings::Openings::from_epd(fen.as_bytes(), Game::Chess).get(0).start,
    };
    let header = Header { white: "W".to_owned(), black: "B \"2\"".to_owned(), start, ..Header::default() };
    let mut record = GameRecord { header, moves: Vec::new(), end: None };
    for (at, word) in moves.split_whitespace().enumerate() {
        let (MoveReading::Exact(m) | MoveReading::Loose { m, .. }) =
            read_move(&record.last().position, word.as_bytes())
        else {
            panic!("{word}")
        };
        record.moves.push(PlayedMove { m, note: note(at) });
    }
    record
}

fn mated(record: GameRecord) -> GameRecord {
    let end = End {
        outcome: Outcome::BlackWins,
        termination: Termination::Normal,
        reason: "Black mates".to_owned(),
    };
    GameRecord { end: Some(end), ..record }
}

fn thought(at: usize) -> Note {
    let score = [Score::Centipawns(12), Score::Centipawns(-205), Score::Mated(2), Score::Mate(1)][at % 4];
    let time = [34, 0, 1_290, 12_999][at % 4];
    Note { score: Some(score), depth: Some(8), time: Some(time), clock: Some(59_966), ..Note::default() }
}

#[test]
fn a_whole_game() {
    let record = mated(game("", "f3 e5 g4 Qh4", thought));
    let short = record.to_pgn(Comments::Short);
    assert_eq!(
        short,
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"W\"]\n[Black \"B \\\"2\\\"\"]\n\
         [Result \"0-1\"]\n[PlyCount \"4\"]\n[Termination \"normal\"]\n\n\
         1. f3 {+0.12/8 0.034s} 1... e5 {-2.05/8 0s} 2. g4 {-M2/8 1.2s} 2... Qh4# {+M1/8\n12s, Black mates} 0-1\n\n"
    );
    let full = record.to_pgn(Comments::Full);
    assert!(
        full.contains("1. f3 {[%eval 0.12,8] [%clk 0:00:59.966] [%emt 0:00:00.034] +0.12/8 0.034s}"),
        "{full}"
    );
    // Black's -2.05 is White's 2.05; White is mated in one move.
    assert!(full.replace('\n', " ").contains("e5 {[%eval 2.05,8]"), "{full}");
    assert!(full.replace('\n', " ").contains("g4 {[%eval #-1,8]"), "{full}");
    let none = record.to_pgn(Comments::None);
    assert!(none.ends_with("[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n"), "{none}");
    assert!(none.starts_with("[Event"));
}

#[test]
fn games_from_positions() {
    let note = |at| Note { is_book: at < 1, ..Note::default() };
    let mut record = game("4k3/8/8/8/8/8/4P3/4K3 b - - 7 30", "Kd7 e4 Kc6", note);
    record.header.time_controls = Some(["40/60".to_owned(), "10+0.1".to_owned()]);
    record.header.more = vec![
        ("A b".to_owned(), "x\ny".to_owned()),
        ("Zeta".to_owned(), "1".to_owned()),
        ("!".to_owned(), String::new()),
    ];
    let pgn = record.to_pgn(Comments::Short);
    assert!(pgn.contains("[Ab \"x y\"]\n[BlackTimeControl \"10+0.1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 7 30\"]\n[PlyCount \"3\"]\n[SetUp \"1\"]\n[WhiteTimeControl \"40/60\"]\n[Zeta \"1\"]\n\n"), "{pgn}");
    assert!(pgn.ends_with("30... Kd7 {book} 31. e4 Kc6 *\n\n"), "{pgn}");
    assert_eq!(
        record.final_epd(),
        "8/8/2k5/8/4P3/8/8/4K3 w - - c0 \"*\"; fmvn 32; hmvc 1; id \"W - B '2',\";\n"
    );
    let chess960 = game("nrkbbrqn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBRQN w FBfb -", "", thought);
    assert!(chess960.to_pgn(Comments::Short).contains("[Variant \"Chess960\"]"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn games_are_read_back_and_streams_are_the_same(
        positions in any_game(80), style in 0..3_usize, reason in "[ -~\n]{0,90}", event in "[ -~é\t]{0,40}",
    ) {
        let comments = [Comments::None, Comments::Short, Comments::Full][style];
        let start = Start { position: positions[0].clone(), halfmoves: 0, fullmoves: 1 };
        let mut record = GameRecord {
            header: Header { event, start, ..Header::default() },
            moves: Vec::new(),
            end: Some(End { outcome: Outcome::Draw, termination: Termination::Adjudication, reason }),
        };
        for (at, pair) in positions.windows(2).enumerate() {
            let moves = pair[0].legal_moves();
            let leads = |m: &&crate::chess::Move| pair[0].clone().play(**m).is_ok_and(|next| next == pair[1]);
            record.moves.push(PlayedMove { m: *moves.iter().find(leads).expect("a move"), note: thought(at) });
        }
        let pgn = record.to_pgn(comments);
        let mut lines = Vec::new();
        let summary = records(pgn.as_bytes(), Positions::Every, &mut lines);
        prop_assert_eq!((summary.games, summary.failed, summary.records), (1, 0, positions.len()), "{}", pgn);
        for line in pgn.split_once("\n\n").expect("moves").1.lines() {
            prop_assert!(!line.starts_with(['%', '[']), "{}", pgn);
            prop_assert!(line.chars().count() < 80 || line.contains("[%"), "{}", pgn);
        }
        // Move by move.
        let (mut writer, mut text) = PgnWriter::begin(&record.header, comments);
        record.moves.iter().for_each(|played| text.push_str(&writer.play(played)));
        text.push_str(&writer.end(record.end.as_ref().expect("an end")));
        let moves = |pgn: &str| pgn.split_once("\n\n").expect("moves").1.to_owned();
        prop_assert_eq!(moves(&text), moves(&pgn));
        let epd = record.final_epd();
        let line = epd.trim_end_matches('\n').as_bytes();
        let normal = normalize(&parse(line));
        prop_assert_eq!(normal.as_deref(), Some(line));
    }
}
