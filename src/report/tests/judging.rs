//! Tests of what is solved, and what counts.

use super::START;
use crate::epd::conventions::Conventions;
use crate::epd::game::Game;
use crate::epd::lint::Variant;
use crate::report::grade::{Grade, grade, grade_as};

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
    check("am; bm; pm e4;", "skipped: neither bm nor am");
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
    check("dm 3; pm e4;", "skipped: neither bm nor am");
    check("bm e4; ce 20; dm 3; pm e4;", "solved e4");
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
