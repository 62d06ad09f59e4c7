//! Tests of what is solved, and what counts.

use super::START;
use crate::epd::conventions::Conventions;
use crate::epd::game::Game;
use crate::epd::lint::Variant;
use crate::report::grade::{Grade, grade, grade_as, write_grade};

#[track_caller]
fn check(operations: &str, expect: &str) {
    let line = format!("{START} {operations}");
    let shown = match grade(1, line.as_bytes(), None) {
        Grade::NoRecord => "no record".to_owned(),
        Grade::Skipped(reason) => format!("skipped: {}", crate::language::Text::from(reason.key()).english()),
        Grade::Counted(entry) => {
            format!("{} {}", if entry.solved { "solved" } else { "missed" }, entry.result)
        }
    };
    assert_eq!(shown, expect, "{operations}");
}

#[test]
fn a_record_is_judged() {
    check("bm e4; pv e4 e5;", "solved e4");
    check("bm e4; pv d4; pm e4; sm e4;", "missed d4");
    check("bm e4; sm e4; sv d4;", "missed d4");
    check("bm e4; pv; pm e4;", "solved e4");
    check("am e4; pm e4;", "missed e4");
    check("am e4; bm e4; pm e4;", "missed e4");
    check("am d4; bm e4 c4; pm c4;", "solved c4");
    check("am; bm e4; pm e4;", "solved e4");
    // Moves are compared, not texts.
    check("bm e2e4; pm e4!;", "solved e4!");
    check("am; bm; pm e4;", "skipped: no move or mate in bm or am");
    check("bm e4;", "skipped: no result: no move in pv, pm, sv or sm");
    check("bm e5; pm e4;", "skipped: bm or am cannot be read");
    check("bm e4; pm e5;", "skipped: the result cannot be played");
    // A mate is asked for.
    check("bm #3; dm 3; pm e4;", "solved e4");
    check("bm #3; ce 32764; pm e4;", "solved e4");
    check("bm #3; dm 4; pm e4;", "missed e4");
    check("bm #3; ce 20; pm e4;", "missed e4");
    // By `dm` too, if nothing else is asked and there is a `ce`.
    check("ce 32764; dm 3; pv e4;", "solved e4");
    check("ce 32760; dm 3; pv e4;", "missed e4");
    check("ce 20; dm 3; pm e4;", "missed e4");
    check("dm 3; pm e4;", "skipped: no move or mate in bm or am");
    check("bm e4; ce 20; dm 3; pm e4;", "solved e4");
    // A search that has found none leaves `ce` out.
    check("acd 9; dm 3; pv e4 e5;", "missed e4");
    check("acn 9; dm 3; pv e4; ", "missed e4");
    check("dm 3; pv e4 e5;", "skipped: no move or mate in bm or am");
    check("acn 9; dm 3; pm e4;", "skipped: no move or mate in bm or am");
    // What is to be avoided is a move, not a mate.
    check("am #4; pm e4;", "skipped: bm or am cannot be read");
    // As programs write them.
    check("bm e4; pv 1. e4 e5 2. Nf3;", "solved e4");
    check("bm e4; pv 1. 2.; pm d4;", "missed d4");
    check("bm e4; pm \"e4\";", "solved e4");
    check("bm #3; ce +M3; pm e4;", "solved e4");
    check("ce #3; dm 3; pv e4;", "solved e4");
    check("bm #3; ce 32764.0; pm e4;", "solved e4");
    check("bm #3; ce 32764.5; pm e4;", "missed e4");
}

#[test]
fn a_file_says_by_which_rules_it_is_judged() {
    let check = |conventions: &Conventions, operations: &str, expect: &str| {
        let line = format!("4k3/8/8/8/8/8/8/R5K1 w Q - {operations}");
        let shown = match grade_as(conventions, 1, line.as_bytes(), None) {
            Grade::NoRecord => "no record",
            Grade::Skipped(reason) => reason.key(),
            Grade::Counted(entry) if entry.solved => "solved",
            Grade::Counted(_) => "missed",
        };
        assert_eq!(shown, expect, "{operations} {conventions:?}");
    };
    let chess = Conventions::default();
    let chess960 = Conventions { game: Game::Chess960, ..Conventions::default() };
    let suicide = Conventions::default().with_variant(Some(Variant::Suicide));
    check(&chess, "bm O-O-O; pm O-O-O;", "report.bad-target");
    check(&chess960, "bm O-O-O; pm O-O-O;", "solved");
    check(&chess960, "bm O-O-O; pm Kf1;", "missed");
    for (conventions, expect) in [(&chess, "solved"), (&suicide, "report.no-position")] {
        check(conventions, "bm Kf1; pm Kf1;", expect);
    }
    assert_eq!(grade_as(&suicide, 1, b"# a note", None), Grade::NoRecord);
}

/// A line with a mate in one, as `mate` and searches write it.
#[test]
fn a_mate_in_the_line_is_the_result_itself() {
    let check = |operations: &str, expect: &str| {
        let line = format!("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - {operations}");
        let shown = match grade(1, line.as_bytes(), None) {
            Grade::NoRecord => "no record",
            Grade::Skipped(reason) => reason.key(),
            Grade::Counted(entry) if entry.solved => "solved",
            Grade::Counted(_) => "missed",
        };
        assert_eq!(shown, expect, "{operations}");
    };
    check("acn 9; dm 1; pv Ra8#;", "report.no-target");
    check("acn 9; dm 2; pv Ra8#;", "report.no-target");
    check("acn 9; dm 1; pv Kf1 h6 Ra8+;", "missed");
    check("acn 9; ce 32766; dm 1; pv Ra8#;", "solved");
}

#[test]
fn texts_and_numbers_are_read_as_they_are_elsewhere() {
    let line = b"4k3/8/8/8/8/8/8/4K3 w - - acn 100.00; acs 60.0; bm Kd2; c1 \"F\xfcnf\"; id \"M\xfcller.1\"; pm \"Kd2\";";
    let Grade::Counted(entry) = grade(1, line, Some("c1")) else { panic!("it counts") };
    assert_eq!((entry.id.as_str(), entry.group.as_str(), entry.result.as_str()), ("Müller.1", "Fünf", "Kd2"));
    assert_eq!((entry.acs, entry.acn), (Some(60), Some(100)));
}

#[test]
fn a_grade_beside_points_does_not_hide_them() {
    let line = b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; c7 \"Kd2 Ke2\"; c8 \"10 3\"; pm \"Ke2\";";
    let written = write_grade(&Conventions::default(), line, "c9").expect("a grade");
    let text = String::from_utf8_lossy(&written);
    assert!(text.contains("c9 \"missed: Ke2, 3 of 10 points\";"), "{text}");
    let Grade::Counted(entry) = grade(1, &written, None) else { panic!("it counts") };
    assert_eq!(entry.points, Some((3, 10)));
}
