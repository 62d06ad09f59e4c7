//! Games of records, and back.

use super::*;
use crate::chess::testing::any_game;
use crate::epd::parse;
use crate::pgn::{Keep, Positions, Reading, records};
use proptest::prelude::*;

/// The games of records. The parts in which they are taken do not matter.
#[track_caller]
fn games(records: &str) -> String {
    let taken = |count: usize| {
        let (mut games, mut out) = (Games::default(), Vec::new());
        for part in records.lines().collect::<Vec<_>>().chunks(count) {
            let mut plies = Vec::new();
            for line in part {
                write(&parse(line.as_bytes()), &mut plies);
            }
            games.take(&plies, &mut out);
        }
        games.end(&mut out);
        String::from_utf8(out).expect("UTF-8")
    };
    let whole = taken(usize::MAX);
    assert_eq!((taken(1), taken(3)), (whole.clone(), whole.clone()));
    whole
}

fn imported(pgn: &str) -> String {
    let reading = Reading { keep: Keep::ALL, ..Reading::from(Positions::Every) };
    let mut out = Vec::new();
    assert_eq!(records(pgn.as_bytes(), reading, &mut out).failed, 0, "{pgn}");
    String::from_utf8(out).expect("text")
}

/// Checks the games of records, whose first lines are tags, and that they become the same records.
#[track_caller]
fn check(pgn: &str) {
    let records = imported(pgn);
    assert_eq!(games(&records), pgn, "{records}");
}

const TAGS: &str = "[Event \"m\"]\n[Site \"?\"]\n[Date \"2026.01.02\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n";

#[test]
fn games_of_engines_come_back() {
    check(
        &format!("{TAGS}\n1. e4 {{+0.34/12 1s}} 1... e5 {{-0.20/11 2s, n=5000}} 2. Nf3 2... {{x}}\n")
            .replace(" 2... {x}\n", " 1-0\n\n"),
    );
    check(&format!(
        "{TAGS}\n{{a match}} 1. e4 {{book}} 1... e5 2. Qh5 {{0.00/1 0s, a threat}} 2... Ke7 {{-M2/3 0s}}\n3. Qxe5# {{+M1/9 1s, White mates}} 1-0\n\n"
    ));
    // What a comment says that could be taken for a part of what the engine says stands alone.
    check(&format!("{TAGS}\n1. e4 {{+0.34/12 1s}} {{first, tried once}} 1... e5 {{x=1}} 1-0\n\n"));
    let from = format!(
        "{TAGS}[ECO \"C20\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 9\"]\n\n9... Kd7 10. e4 {{+9.00/1}} 1-0\n\n"
    );
    check(&from);
    check(&format!("{TAGS}\n1. e4 1-0\n\n{from}"));
}

#[test]
fn what_viewers_say_is_of_its_position() {
    check(&format!(
        "{TAGS}\n{{[%eval +0.18]}} 1. e4 {{[%eval +0.25] a plan}} 1... e5 {{[%eval -1.30,20]}} 1-0\n\n"
    ));
    check(&format!(
        "{TAGS}[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 1\"]\n\n{{[%eval #3]}} 1... Kd7 {{[%eval #-2]}} 1-0\n\n"
    ));
}

#[test]
fn records_that_do_not_follow_are_games_of_their_own() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"a\"; sm e4;\n";
    let other = "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"b\";\n";
    let text = games(&format!("{start}# a comment\n{start}{other}8/8/8/8/8/8/8/8 w - -\n"));
    let moves: Vec<&str> = text.lines().filter(|line| line.ends_with('*')).collect();
    assert_eq!(moves, ["1. e4 *", "1. e4 *", "*"]);
    assert!(text.contains("[Event \"a\"]") && text.contains("[Event \"b\"]"), "{text}");
    assert!(text.contains("[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]"), "{text}");
    assert_eq!(games(""), "");
    // A record between two that would follow, and the same moves in another game.
    let next = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - sm e5;\n";
    assert!(games(&format!("{start}{next}")).contains("1. e4 e5 *"));
    assert!(!games(&format!("{start}{other}{next}")).contains("1. e4 e5 *"));
    let tagged = next.replace("sm", "ptp White \"C\"; sm");
    assert!(games(&format!("{start}{tagged}")).contains("1... e5 *"));
}

#[test]
fn tags_are_words() {
    let text = games("4k3/8/8/8/8/8/8/4K3 w - - ptp White \"A\" \"a ]\" \"x\" FEN \"8/8\" Result \"won\";\n");
    assert!(text.contains("[White \"A\"]") && text.contains("[Result \"*\"]"), "{text}");
    assert!(!text.contains("a ]") && !text.contains("8/8\"]") && text.ends_with("\n\n*\n\n"), "{text}");
    let text = games(
        "4k3/8/8/8/8/8/8/4K3 w - - eco \"A00\"; ptp ECO \"B00\" Setup \"0\" fen \"x\" x \"1\" X \"2\";\n",
    );
    let names: Vec<&str> =
        text.lines().skip(7).filter_map(|line| line.split_once(' ')).map(|(name, _)| name).collect();
    assert_eq!(names, ["[ECO", "[x", "[SetUp", "[FEN"], "{text}");
}

#[test]
fn moves_are_counted_where_records_do_not() {
    let records = imported(&format!("{TAGS}\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n"));
    let bare: Vec<String> = records.lines().map(|line| line.replace(" fmvn", " c9 \"\"; zz")).collect();
    assert!(games(&bare.join("\n")).ends_with("\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n"));
}

#[test]
fn an_opening_does_not_end_a_game() {
    let records = imported(&format!("{TAGS}\n1. e4 e5 1-0\n\n"));
    let mut lines: Vec<String> = records.lines().map(str::to_owned).collect();
    lines[1] = lines[1].replace(" ptp", " eco \"C20\"; ptp");
    assert!(games(&lines.join("\n")).ends_with("\n1. e4 e5 1-0\n\n"));
}

/// A score of another move than the one that was played is one of the position.
#[test]
fn the_player_did_not_say_what_an_analysis_says() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let played = |found: &str| games(&format!("{start} acd 20; ce 35; {found} sm f3;\n"));
    for found in ["pv e4 e5;", "pm e4;"] {
        assert!(played(found).ends_with("{[%eval +0.35,20]} 1. f3 *\n\n"), "{}", played(found));
    }
    for found in ["pv f3 e5;", "pm f3;", ""] {
        assert!(played(found).ends_with("1. f3 {+0.35/20} *\n\n"), "{}", played(found));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]
    #[test]
    fn any_game_comes_back(
        game in any_game(40),
        notes in proptest::collection::vec(
            (any::<bool>(), -300..300_i32, 0..40_u32, proptest::option::of(0..9_u32), proptest::option::of(0..9_u32)),
            40,
        ),
    ) {
        let variant = if is_chess960(&game[0]) { "[Variant \"Chess960\"]\n" } else { "" };
        let fen = record_fields(&game[0]);
        let mut text = format!("{TAGS}[SetUp \"1\"]\n[FEN \"{fen} 0 1\"]\n{variant}\n");
        for ((here, next), (has_note, score, depth, seconds, nodes)) in game.iter().zip(&game[1..]).zip(notes) {
            let leads = |m: &&crate::chess::Move| here.clone().play(**m).is_ok_and(|after| after == *next);
            let moves = here.legal_moves();
            text.push_str(&san(here, *moves.iter().find(leads).expect("a move")));
            if has_note {
                let seconds = seconds.map_or_else(String::new, |seconds| format!(" {seconds}s"));
                let nodes = nodes.map_or_else(String::new, |nodes| format!(", n={nodes}"));
                let note = format!("{}/{depth}{seconds}{nodes}", Score::Centipawns(score));
                text.extend([" {", &*note, "}"]);
            }
            text.push('\n');
        }
        text.push_str("1-0\n\n");
        let records = imported(&text);
        prop_assert_eq!(imported(&games(&records)), records);
    }
}
