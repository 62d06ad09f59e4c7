//! Games and the records made of them.

use super::*;
use crate::chess::notation::san;
use crate::chess::testing::any_game;
use crate::chess::{Move, Position as _};
use crate::epd::lint::{self, Severity};
use crate::epd::normalize::normalize;
use crate::epd::parse;
use crate::epd::position::record_fields;
use crate::text::line_ends;
use proptest::prelude::*;

fn read(pgn: &[u8], positions: Positions) -> (String, Summary) {
    let mut out = Vec::new();
    let summary = records(pgn, positions, &mut out);
    let text = String::from_utf8(out).expect("UTF-8");
    assert_eq!(text.lines().count(), summary.records, "{text}");
    assert!(text.is_empty() || text.ends_with('\n'));
    assert_eq!(summary.first_failure.is_some(), summary.failed > 0);
    for line in text.lines() {
        assert_eq!(normalize(&parse(line.as_bytes())).as_deref(), Some(line.as_bytes()), "{line}");
    }
    (text, summary)
}

/// Shows the move played in each record, and the reason of each failure.
#[track_caller]
fn check(pgn: &str, positions: Positions, expect: &str) {
    let (text, summary) = read(pgn.as_bytes(), positions);
    let moves = text.lines().map(|line| {
        let played = parse(line.as_bytes()).value("sm").map(String::from_utf8_lossy);
        played.unwrap_or("-".into()).into_owned()
    });
    let failure = summary.first_failure.map(|failure| format!("({failure})"));
    let got: Vec<String> = moves.chain(failure).collect();
    assert_eq!(got.join(" "), expect, "{pgn}");
}

#[test]
fn positions_are_chosen() {
    let game = "1. e4 e5 2. Nf3 *";
    check(game, Positions::Every, "e4 e5 Nf3 -");
    check(game, Positions::Final, "-");
    check(game, Positions::AtPly(0), "e4");
    check(game, Positions::AtPly(2), "Nf3");
    check(game, Positions::AtPly(3), "-");
    check(game, Positions::AtPly(4), "");
    check("[Event \"x\"]\n\n*", Positions::Every, "-");
    check("", Positions::Every, "");
    check("\u{feff} \n\n", Positions::Every, "");
    check(
        "Games of a match\n\n\u{feff}[White \"a\"]\n\n{played\n\nin a park}\n\n1. d4 *",
        Positions::Every,
        "d4 -",
    );
}

#[test]
fn moves_are_read_between_other_things() {
    check(
        "1. e4! {a\n\ncomment} e5 $1 (1... c5 2. Nf3 (2. d4)) 2. Nf3 ; Nc6\n 1-0",
        Positions::Every,
        "e4 e5 Nf3 -",
    );
    check("1. e2e4 e7e5 2. Ng1f3 Nb8c6 3. Bc4 Bc5 4. 0-0", Positions::AtPly(6), "O-O");
    check("1. e4 Nf6 2. e5 d5 3. ed6 ed6 4. c2-c4 Pa5", Positions::AtPly(4), "exd6");
    check("1. e4 1-0\n[Event \"b\"]\n1. d4 1/2-1/2\n\n\n1. c4 *", Positions::Every, "e4 - d4 - c4 -");
}

#[test]
fn what_is_asked_for_is_kept() {
    let pgn = b"[Event \"Cup\"]\n[Date \"2024.05.01\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[ECO \"C20\"]\n\n\
        {an open game} 1. e4 {the \"best\"\n by test} (1. d4 d5 {closed} (1... Nf6) 2. c4) 1... e5 1-0\n";
    let kept = |reading: Reading| {
        let mut out = Vec::new();
        let summary = records(pgn, reading, &mut out);
        assert_eq!(summary.records, memchr::memchr_iter(b'\n', &out).count());
        let text = String::from_utf8(out).expect("ASCII");
        for line in text.lines() {
            assert_eq!(lint::check(&parse(line.as_bytes())).len(), 0, "{line}");
            assert_eq!(normalize(&parse(line.as_bytes())).as_deref(), Some(line.as_bytes()));
        }
        text
    };
    let every = Reading::from(Positions::Every);
    assert_eq!(kept(every).lines().count(), 3);
    let all = kept(Reading { keep: Keep::ALL, ..every });
    let tags = "ptp Event \"Cup\" Date \"2024.05.01\" White \"A\" Black \"B\" Result \"1-0\";";
    assert_eq!(
        all.lines().next(),
        Some(&*format!(
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - c0 \"an open game\"; eco \"C20\"; id \"A - B, Cup 2024.05.01, ply 0\"; {tags} sm e4;"
        ))
    );
    assert!(all.lines().nth(1).is_some_and(|line| line.contains("c0 \"the 'best' by test\"; eco")), "{all}");
    assert!(all.lines().nth(2).is_some_and(|line| !line.contains(" c0 ") && line.contains(tags)), "{all}");
    let result = Keep { result: true, ..Keep::default() };
    assert!(
        kept(Reading { keep: result, ..every }).lines().all(|line| line.contains(" ptp Result \"1-0\";"))
    );
    // Each variation is a line from the position where it branches off.
    let lines = kept(Reading { variations: true, ..every });
    let moves: Vec<String> = lines
        .lines()
        .map(|line| {
            let parsed = parse(line.as_bytes());
            let value =
                |opcode| parsed.value(opcode).map(|value| String::from_utf8_lossy(value).into_owned());
            let id = value("id").expect("a label");
            let place = id.split_once(", ply ").expect("a place").1.replace(", variation ", "v");
            format!("{place} {}", value("sm").unwrap_or_else(|| "-".to_owned()))
        })
        .collect();
    assert_eq!(moves, ["0 e4", "0v1 d4", "1v1 d5", "1v2 Nf6", "2v2 -", "2v1 c4", "3v1 -", "1 e5", "2 -"]);
}

#[test]
fn a_variation_that_cannot_be_played_does_not_end_its_game() {
    let reading = Reading { variations: true, ..Reading::from(Positions::Every) };
    let mut out = Vec::new();
    let summary = records(b"1. e4 (1. Ke3 d5 (1... c5)) e5 (1... Qxh7) 2. Nf3 *", reading, &mut out);
    assert_eq!((summary.games, summary.failed), (1, 1));
    assert_eq!(
        summary.first_failure.map(|failure| failure.to_string()),
        Some("game 1: Ke3 at ply 1 cannot be played".to_owned())
    );
    let text = String::from_utf8(out).expect("ASCII");
    assert!(text.lines().last().is_some_and(|line| line.contains("ply 3\"")), "{text}");
}

#[test]
fn words_that_are_no_moves_are_counted() {
    let summary = records(
        b"1. e4 xyzzy e5 N 2. Nf3 += qed *\n\nsome prose\n\n1. d4 plugh",
        Positions::Final,
        &mut Vec::new(),
    );
    assert_eq!((summary.games, summary.failed, summary.passed_over), (2, 0, 3));
    assert_eq!(summary.first_passed_over, Some((1, "xyzzy".to_owned())));
}

#[test]
fn failed_games_keep_their_records() {
    check(
        "1. e4 e4 2. Nf3 *\n\n1. d4 *",
        Positions::Every,
        "e4 - d4 - (game 1: e4 at ply 2 cannot be played)",
    );
    check("1. d4 *\n\n1. e4 Ke4", Positions::Final, "- - (game 2: Ke4 at ply 2 cannot be played)");
    check("1. e4 e4", Positions::AtPly(0), "e4 (game 1: e4 at ply 2 cannot be played)");
    check("1. e4 --", Positions::AtPly(2), "(game 1: -- at ply 2 cannot be played)");
    check(
        "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n*",
        Positions::Every,
        "(game 1: illegal position: 8/8/8/8/8/8/8/8 w - - 0 1)",
    );
    check("[Variant \"Atomic\"]\n\n1. e4 *\n\n1. d4 *", Positions::Final, "- (game 1: Atomic is not chess)");
    check("1. e4 {open", Positions::Every, "e4 (game 1: not readable: unterminated comment)");
    check(
        "1. e4 {open\n\n[Event \"b\"]\n\n1. d4 {closed} *",
        Positions::Every,
        "e4 d4 - (game 1: not readable: unterminated comment)",
    );
    check("1. e4 Sf6 2. e5", Positions::Final, "- (game 1: Sf6 at ply 2 cannot be played)");
    check("[FEN \"\"]\n\n1. e4 *", Positions::Final, "-");
}

#[test]
fn a_move_behind_a_result_begins_a_game() {
    check("[Event \"x\"]\n\n1. e4 e5 1-0\n1. d4 d5 0-1\n", Positions::Every, "e4 e5 - d4 d5 -");
    check("1. e4 1-0 1. d4 * 1. c4", Positions::Final, "- - -");
    // Only a move does.
    check("1. e4 1-0 1-0 {over} 2. N xyzzy $1 (1. d4 d5) *\n", Positions::Every, "e4 -");
    let reading = Reading { variations: true, ..Reading::from(Positions::Every) };
    let behind = records(b"1. e4 1-0 (1. d4 (1. c4) d5) 1. Nf3", reading, &mut Vec::new());
    assert_eq!((behind.games, behind.records, behind.failed), (2, 4, 0));
    // A game that fails takes what follows it, because that may be the rest of its moves.
    check("1. e4 e4 1-0\n1. d4 d5 0-1\n", Positions::Every, "e4 - (game 1: e4 at ply 2 cannot be played)");
    check(
        "[Variant \"Atomic\"]\n\n* 1. e4 *\n\n1. d4 *",
        Positions::Every,
        "d4 - (game 1: Atomic is not chess)",
    );
}

#[test]
fn records_tell_where_they_come_from() {
    let pgn = "[Event \"A \\\"B\\\"\"]\n[White \"W\tX\"]\n[Black \"Bl\u{f6}\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 7 30\"]\n[SetUp \"1\"]\n\n30. e4 Ke7 *";
    let (text, _) = read(pgn.as_bytes(), Positions::Every);
    assert_eq!(
        text,
        "4k3/8/8/8/8/8/4P3/4K3 w - - fmvn 30; hmvc 7; id \"W X - Bl\u{f6}, A 'B', ply 0\"; sm e4;\n\
         4k3/8/8/8/4P3/8/8/4K3 b - e3 fmvn 30; id \"W X - Bl\u{f6}, A 'B', ply 1\"; sm Ke7;\n\
         8/4k3/8/8/4P3/8/8/4K3 w - - fmvn 31; hmvc 1; id \"W X - Bl\u{f6}, A 'B', ply 2\";\n"
    );
    let (text, _) = read(b"1. e4 Nf6 2. e5 d5 *", Positions::Final);
    assert!(
        text.starts_with("rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 fmvn 3; id"),
        "{text}"
    );
    let pgn = b"[SetUp \"0\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - -\"]\n\n1. d4 *";
    assert!(read(pgn, Positions::AtPly(0)).0.starts_with("rnbqkbnr/"));
}

#[test]
fn the_target_is_given_whether_or_not_it_can_be_taken() {
    let last = |pgn: &str| read(pgn.as_bytes(), Positions::Final).0;
    assert!(last("1. e4 *").contains(" b KQkq e3 id"));
    assert!(last("1. e4 c5 *").contains(" w KQkq c6 fmvn 2;"));
    // §4.4 asks for the square; that the capture would open the file to the king does not matter.
    let pinned = "[FEN \"4r2k/3p4/8/4P3/8/8/8/4K3 b - -\"]\n\n1... d5 *";
    assert!(last(pinned).contains(" w - d6 "), "{}", last(pinned));
    assert!(last("1. e3 *").contains(" b KQkq - id"));
}

#[test]
fn chess960_is_played() {
    check(
        "[Variant \"Chess960\"]\n[FEN \"1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1\"]\n\n1. O-O O-O-O *",
        Positions::Every,
        "O-O O-O-O -",
    );
    // One right by X-FEN: the tag says which game it is. The record does without.
    let pgn = "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/R5K1 w Q - 0 1\"]\n\n1. O-O-O *";
    check(pgn, Positions::AtPly(0), "O-O-O");
    assert!(read(pgn.as_bytes(), Positions::AtPly(0)).0.starts_with("4k3/8/8/8/8/8/8/R5K1 w A - id"));
}

#[test]
fn long_tags_are_cut_in_the_id() {
    let pgn = format!("[Event \"{}\"]\n[White \"{}\"]\n\n*", "\u{e9}".repeat(20_000), "x".repeat(300));
    let (text, _) = read(pgn.as_bytes(), Positions::Final);
    assert!(text.len() < 300, "{text}");
}

/// The records of the games before and after a place, and what is told of both.
fn in_two_parts(pgn: &[u8], at: usize, reading: Reading) -> (Vec<u8>, Summary) {
    let mut out = Vec::new();
    let mut sum = records(&pgn[..at], reading, &mut out);
    let rest = records(&pgn[at..], reading, &mut out);
    let before = line_ends::count(&pgn[..at]);
    let lines = rest.lines.iter().map(|line| before + line).collect::<Vec<_>>();
    sum.add(rest);
    sum.lines.extend(lines);
    (out, sum)
}

#[test]
fn parts_are_games() {
    let pgn = b"[Event \"a\"]\n\n1. e4 e4 *\n\n[Event \"b\"]\n\n1. d4 *\n\n \r\n[Event \"c\"]\n\n1. Ke2 *\n";
    let mut whole = Vec::new();
    let summary = records(pgn, Positions::Every, &mut whole);
    let at = last_game_start(pgn).expect("a game");
    assert!(pgn[at..].starts_with(b"[Event \"c\"]"));
    assert_eq!(summary.lines, [1, 1, 5, 5, 10]);
    assert_eq!(in_two_parts(pgn, at, Positions::Every.into()), (whole, summary));
    assert_eq!(last_game_start(b"{x}\n[Event \"a\"]"), None);
    assert_eq!(last_game_start(b"[Event \"a\"] [Event \"b\"]\n\n [Event \"c\"]"), None);
    assert_eq!(last_game_start(b""), None);
    // Tags may have blanks in their brackets.
    let spaced = b"[ Event \"a\" ]\n[ White \"A\" ]\n\n1. e4 {\n\n[ Event \"b\" ]\n\n1. d4 *\n";
    assert_eq!(last_game_start(spaced), Some(38));
    let (found, _) = read(spaced, Positions::AtPly(0));
    assert!(found.contains("id \"A - ?, a, ply 0\"") && found.contains("id \"b, ply 0\""), "{found}");
    let mut later = Summary { games: 2, ..Summary::default() };
    later.add(records(b"1. e5", Positions::Final, &mut Vec::new()));
    assert_eq!(later.first_failure.map(|failure| failure.game), Some(3));
}

/// E-4.
#[test]
fn a_line_may_end_with_cr_alone() {
    let pgn = b"[Event \"x\"]\r\r1. e4 e5 *\r\r[Event \"y\"]\r\r{a\rb} 1. d4 ; d5\r d6 *\r";
    let (_, summary) = read(pgn, Positions::Every);
    assert_eq!((summary.games, summary.failed, summary.lines), (2, 0, vec![1, 1, 1, 5, 5, 5]));
    assert_eq!(last_game_start(pgn), Some(25));
    // Badly copied files have several before LF: no line is blank.
    let copied = "[Event \"x\"]\r\r\n\r\r\n1. e4\r\r\ne5 *\r\r\n[Event \"y\"]";
    check(copied, Positions::Every, "e4 e5 - -");
    assert_eq!(last_game_start(copied.as_bytes()), None);
}

#[test]
fn what_engines_say_is_of_the_position_before_their_move() {
    let pgn = b"1. e4 {+0.35/12 0.5s} e5 {-0.30/11 1.6s} (1... c5 {a note}) 2. Ke2 {book} Nf6 {+M5/9 0.1s, White resigns} 1-0";
    let every = Reading::from(Positions::Every);
    let lines = |keep: Keep| {
        let mut out = Vec::new();
        let summary = records(pgn, Reading { keep, variations: true, ..every }, &mut out);
        assert_eq!(summary.failed, 0);
        let text = String::from_utf8(out).expect("text");
        text.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let records = lines(Keep { engine: true, comments: true, ..Keep::default() });
    assert_eq!(records.len(), 7, "{records:#?}");
    assert!(
        records[0].contains("- acd 12; acs 1; ce 35;") && records[0].ends_with("sm e4;"),
        "{}",
        records[0]
    );
    assert!(
        records[1].contains("acd 11; acs 2; ce -30;") && records[1].ends_with("sm e5;"),
        "{}",
        records[1]
    );
    assert!(records[2].ends_with("variation 1\"; sm c5;") && !records[2].contains("ce "), "{}", records[2]);
    assert!(records[3].contains("c0 \"a note\";"), "{}", records[3]);
    assert!(records[4].ends_with("sm Ke2;") && !records[4].contains("ce "), "{}", records[4]);
    assert!(records[5].contains("acd 9; acs 0; c0 \"book\"; ce 32762;"), "{}", records[5]);
    assert!(records[6].contains("c0 \"White resigns\";"), "{}", records[6]);
    let plain = lines(Keep { comments: true, ..Keep::default() });
    assert!(plain[1].contains("c0 \"+0.35/12 0.5s\";") && !plain.iter().any(|line| line.contains("ce ")));
}

#[test]
fn what_viewers_say_is_of_the_position_after_the_move() {
    let pgn = b"[Event \"x\"]\n[UTCDate \"2026.01.02\"]\n[Date \"????.??.??\"]\n\n{[%eval 0.18]} 1. e4 {[%eval 0.25] a plan [%clk 0:03:00] [%emt 0:00:01]} e5 {[%eval -1.3,18]} 2. Ke2 {-0.80/12 1s} Ke7 {[%eval #-2]} 0-1";
    let mut out = Vec::new();
    let keep = Keep { engine: true, comments: true, ..Keep::default() };
    records(pgn, Reading { keep, ..Reading::from(Positions::Every) }, &mut out);
    let text = String::from_utf8(out).expect("text");
    let records: Vec<&str> = text.lines().collect();
    let has = |at: usize, expect: &str| assert!(records[at].contains(expect), "{at}: {}", records[at]);
    has(0, " - ce 18; id \"x 2026.01.02, ply 0\"");
    has(1, " c0 \"a plan\"; ce -25; ");
    // The engine that moves knows its own position better.
    has(2, "acd 12; acs 1; ce -80; ");
    has(3, " b kq - fmvn 2;");
    has(4, " ce -32763; ");
    assert_eq!(records.len(), 5);
}

proptest! {
    #[test]
    fn any_bytes_can_be_read(bytes in proptest::collection::vec(any::<u8>(), 0..200), positions in 0..3_u32) {
        any_text_gives_records(&bytes, positions);
    }

    #[test]
    fn anything_like_a_game_can_be_read(
        parts in proptest::collection::vec(proptest::sample::select(vec![
            "[Event \"", "\n\n[Event \"", "[FEN \"", "[White \"a", "\"]", "\n", "\n\n", "\r\n\r\n", "\r\r", "1. ", "e4 ", "e5 ", "Nf3 ", "{", "}",
            "{+0.35/12 0.5s}", "{-M4/3 1s, x}", "(", ")", ";", "%", "\\", "*", "1-0", "O-O", "4k3/8/8/8/8/8/4P3/4K3 w - - 7 30", "$1", "\0", "\u{e9}", "--",
        ]), 0..40),
        positions in 0..3_u32,
    ) {
        any_text_gives_records(parts.concat().as_bytes(), positions);
    }
}

fn any_text_gives_records(pgn: &[u8], positions: u32) {
    let positions = [Positions::Every, Positions::Final, Positions::AtPly(1)][positions as usize];
    let plain = Reading::from(positions);
    for reading in [plain, Reading { keep: Keep::ALL, variations: true, ..plain }] {
        any_text_gives_records_with(pgn, reading);
    }
}

fn any_text_gives_records_with(pgn: &[u8], positions: Reading) {
    let mut out = Vec::new();
    let summary = records(pgn, positions, &mut out);
    assert_eq!(memchr::memchr_iter(b'\n', &out).count(), summary.records);
    for line in out.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
        assert_eq!(normalize(&parse(line)).as_deref(), Some(line), "{}", String::from_utf8_lossy(line));
    }
    if let Some(at) = last_game_start(pgn) {
        assert!(at > 0 && pgn[at..].starts_with(b"[Event "));
        assert_eq!(in_two_parts(pgn, at, positions), (out, summary));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]
    #[test]
    fn positions_of_any_game_come_back(game in any_game(60)) {
        let mut pgn = format!("[FEN \"{} 0 1\"]\n\n", record_fields(&game[0]));
        for (here, next) in game.iter().zip(&game[1..]) {
            let moves = here.legal_moves();
            let leads = |m: &&Move| here.clone().play(**m).is_ok_and(|after| after == *next);
            pgn.push_str(&san(here, *moves.iter().find(leads).expect("a move")));
            pgn.push('\n');
        }
        let (text, summary) = read(pgn.as_bytes(), Positions::Every);
        prop_assert_eq!((summary.records, summary.failed), (game.len(), 0));
        for (line, position) in text.lines().zip(&game) {
            prop_assert!(line.starts_with(&record_fields(position)));
            let found = lint::check(&parse(line.as_bytes()));
            // E208: castling of Chess960 is an error in a record, whoever wrote it.
            let errors = found.iter().filter(|d| d.rule.severity == Severity::Error && d.rule.code != "E208");
            let errors: Vec<_> = errors.collect();
            prop_assert!(errors.is_empty(), "{}: {:?}", line, errors);
        }
    }
}
