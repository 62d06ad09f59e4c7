//! What a client remembers (§8.1).

use super::*;
use crate::referee::client::Adopted;

/// Directives, and what the client has then: its position, how often that occurred, and whether the last
/// directive brought a new one.
#[track_caller]
fn check(directives: &[&str], fields: &str, occurrences: usize, is_new: bool) {
    let mut follower: Follower<ChessRules> = Follower::default();
    let mut last = None;
    for line in directives {
        let directive = read_directive(line.as_bytes()).expect("a directive");
        last = Some(follower.take(&directive).expect("a position"));
    }
    assert_eq!(follower.at().fields, fields);
    assert_eq!(follower.course().occurrences(), occurrences);
    assert_eq!(last.map(|Adopted { is_new, .. }| is_new), Some(is_new));
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
const E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3";

#[test]
fn histories() {
    let start = |operations: &str| format!("{START} {operations}");
    let (play, history) = (start("refcom execute; sm e4;"), start("refcom execute; sv Nf3 Nf6 Ng1 Ng8;"));
    // The same position keeps its history, however the target of en passant is written.
    check(&[&play, &format!("{E4} refcom execute;")], E4, 1, false);
    check(&[&play, &format!("{} refcom execute;", E4.replace("e3", "-"))], E4, 1, false);
    // A whole history comes along.
    check(&[&history], START, 2, false);
    // Another position has none, nor the same one with other counters.
    check(&[&history, &format!("{E4} refcom execute;")], E4, 1, true);
    check(&[&history, &start("fmvn 3; hmvc 4; refcom execute;")], START, 2, false);
    check(&[&history, &start("fmvn 3; hmvc 0; refcom execute;")], START, 1, true);
    check(&[&history, &start("fmvn 1; refcom execute;")], START, 1, true);
    // Only what is to be executed changes the position.
    check(&[&history, &format!("{E4} ptp Event \"x\"; refcom inform;")], START, 2, false);
    check(&[&history, &start("refcom reset;")], START, 1, true);
}

#[test]
fn what_cannot_be_executed() {
    let take = |line: &str| {
        let mut follower: Follower<ChessRules> = Follower::default();
        follower
            .take(&read_directive(line.as_bytes()).expect("a directive"))
            .expect_err("no position")
            .to_string()
    };
    assert_eq!(take(&format!("{START} refcom respond; sm e5;")), "\"e5\" cannot be played");
    let empty = "8/8/8/8/8/8/8/8 w - - refcom execute;";
    assert_eq!(take(empty), "\"8/8/8/8/8/8/8/8 w - -\" is not a legal position");
}

#[test]
fn clocks_by_the_tag_and_cc() {
    let mut follower: Follower<ChessRules> = Follower::default();
    for line in [
        format!("{START} ptp TimeControl \"40/60+1\"; refcom inform;"),
        format!("{START} refcom execute; sm e4;"),
        format!("{E4} cc 000:00:00:07 000:00:00:00; refcom respond;"),
    ] {
        follower.take(&read_directive(line.as_bytes()).expect("a directive")).expect("a position");
    }
    assert_eq!(follower.face(Color::White).left_ms, Some(54_000));
    assert_eq!(follower.face(Color::Black).left_ms, Some(60_000));
    assert_eq!(follower.face(Color::White).moves_to_go, Some(39));
    // The tags of two sides with different times are tags of EPD.
    let line = format!("{START} ptp BlackControl \"30+1\" WhiteControl \"60\"; refcom inform;");
    let found = crate::epd::lint::check(&crate::epd::parse(line.as_bytes()));
    assert_eq!(found.iter().map(|found| found.rule.code).collect::<Vec<_>>(), Vec::<&str>::new());
    let mut follower: Follower<ChessRules> = Follower::default();
    follower.take(&read_directive(line.as_bytes()).expect("a directive")).expect("a position");
    let left = [Color::White, Color::Black].map(|side| follower.face(side).left_ms);
    assert_eq!(left, [Some(60_000), Some(30_000)]);
}
