//! Every verb that reads positions, on files of Chess960 whose rights can be read by its rules only.

use crate::folder::{Folder, Ran};

/// The king is not at home, and the letter means the outer rook: in a file of chess the right has no effect. The
/// king stays where it is when it castles, and only that mates.
const HIDDEN: &str = "2rkr3/2p1p3/8/8/8/8/8/R1K5 w Q -";

/// The same position with the right by the file of the rook.
const BY_FILE: &str = "2rkr3/2p1p3/8/8/8/8/8/R1K5 w A -";

/// Runs a verb on a line, as chess and as Chess960.
fn both(arguments: &[&str], line: &str) -> [Ran; 2] {
    let folder = Folder::new();
    folder.write("a.epd", format!("{line}\n"));
    let arguments = [arguments, &["a.epd"]].concat();
    [folder.run(&arguments), folder.run(&[&arguments[..], &["--chess960"]].concat())]
}

/// Checks what a verb prints as chess and as Chess960.
#[track_caller]
fn check(arguments: &[&str], operations: &str, chess: &str, chess960: &str) {
    let [first, second] = both(arguments, &format!("{HIDDEN}{operations}"));
    assert!(first.text().contains(chess), "{arguments:?}: {}{}", first.text(), first.err);
    assert!(second.text().contains(chess960), "{arguments:?}: {}{}", second.text(), second.err);
    assert!(!first.text().contains(chess960), "{arguments:?}: {}", first.text());
}

#[test]
fn records_are_exported_by_rook_files() {
    check(&["export", "--to", "fen"], " bm O-O-O;", "R1K5 w Q - 0 1\n", "R1K5 w A - 0 1\n");
    check(&["export", "--to", "pgn"], " pv O-O-O;", "w - - 0 1\"]", "w A - 0 1\"]\n[Variant \"Chess960\"]");
    check(&["export", "--to", "pgn"], " pv O-O-O;", "{pv O-O-O} *", "1. O-O-O# *");
    for to in ["epd", "normal"] {
        let [_, made] = both(&["export", "--to", to], &format!("{HIDDEN} bm O-O-O;"));
        assert_eq!(made.text(), format!("{HIDDEN} bm O-O-O;\n"), "{to}");
    }
}

#[test]
fn data_sets_have_rights_by_rook_files() {
    let right = "R1K5 w A -";
    check(&["export", "--to", "evaluations"], " ce 32766; pv O-O-O#;", "", &format!("{right}\",\"evals\""));
    check(&["export", "--to", "evaluations"], " ce 32766; pv O-O-O#;", "", "\"line\":\"c1a1\"");
    check(&["export", "--to", "plain"], " ce 9; pm Ra8; ptp Result \"1-0\";", "R1K5 w - -", right);
    let before = "2rk1r2/2p1p3/8/8/8/8/8/R1K5 b A - 0 1";
    let operations = format!(" c4 \"{before} f8e8\"; pv O-O-O#;");
    check(&["export", "--to", "puzzles"], &operations, "", &format!("{before},f8e8 c1a1,"));
}

#[test]
fn searches_castle() {
    check(&["mate", "1"], "", "w Q -\n", "dm 1; pm O-O-O#; pv O-O-O#;");
    check(&["cooks", "1"], " bm Kd2; dm 1;", "w Q - bm Kd2;", "c9 \"also O-O-O#; no mate in 1 by Kd2\"");
    check(&["count", "1", "--write"], "", "D1 13;", "D1 14;");
    for verb in [&["analyze", "--depth", "2"][..], &["target", "--nodes", "2000"]] {
        check(verb, " bm O-O-O#;", "R1K5 w Q - ", "pv O-O-O#;");
    }
}

#[test]
fn castling_solves_a_record() {
    let operations = " bm O-O-O#; id \"x\"; pv O-O-O#;";
    check(&["grade"], operations, "No record counts", "1 of 1 solved");
    check(&["grade", "--into", "c5"], operations, "bm O-O-O#; id", "c5 \"solved: O-O-O#\"");
}

#[test]
fn rights_are_the_same_in_either_spelling() {
    let lines = format!("{HIDDEN} id \"a\";\n{BY_FILE} id \"b\";");
    let [chess, chess960] = both(&["dedupe", "--same", "game"], &lines);
    assert_eq!((chess.text().lines().count(), chess960.text().lines().count()), (2, 1));
    let [_, fields] = both(&["dedupe", "--same", "fields"], &lines);
    assert_eq!(fields.text().lines().count(), 2);
}

#[test]
fn lines_are_sorted_by_what_is_wrong_in_their_game() {
    let lines = format!("{HIDDEN} bm Kd2;\n{BY_FILE}  bm Kd2;");
    let [chess, chess960] = both(&["sort", "--by", "state"], &lines);
    assert!(chess.text().starts_with(HIDDEN), "{}", chess.text());
    assert!(chess960.text().starts_with(BY_FILE), "{}", chess960.text());
}

#[test]
fn rights_are_spelled_as_asked() {
    let normal = |rights: &str, line: &str| {
        let [chess, chess960] = both(&["normalize", "-q", "--rights", rights], line);
        [chess.text(), chess960.text()]
    };
    let line = |fields: &str| format!("{fields}\n");
    assert_eq!(normal("files", HIDDEN), [line(HIDDEN), line(BY_FILE)]);
    // Without the option this record shows that it is of Chess960; the other spelling does not.
    assert_eq!(normal("xfen", BY_FILE), [line(HIDDEN), line(HIDDEN)]);
    let chess = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";
    assert_eq!(normal("files", chess)[0], line(chess));
}

#[test]
fn a_query_finds_solved_what_a_report_counts() {
    let folder = Folder::new();
    let records = [
        "4k3/8/8/8/8/8/8/R5K1 w Q - bm O-O-O; pm O-O-O;",
        "4k3/8/8/8/8/8/8/R5K1 w Q - bm O-O-O; pm Kf1;",
        "4k3/8/8/8/8/8/8/R5K1 w Q - bm O-O-O;",
    ];
    folder.write("a.epd", records.join("\n"));
    let find = |query: &str| folder.run(&["find", "--chess960", query, "a.epd"]).text();
    assert_eq!(find("solved"), format!("{}\n", records[0]));
    assert_eq!(find("unsolved"), format!("{}\n", records[1]));
    let report = folder.run(&["grade", "--chess960", "--format", "csv", "a.epd"]).text();
    assert_eq!(report.matches("O-O-O").count(), 3, "{report}");
    // Tables are read back without knowing the game.
    let table = folder.run(&["export", "-q", "--chess960", "--to", "csv", "a.epd"]).out;
    let back = folder.run_with(&["import", "-q"], &table).text();
    assert_eq!(back, format!("{}\n", records.join("\n").replace(" Q ", " A ")));
    let changed = folder.run(&["find", "changed", "a.epd"]);
    assert!(changed.status == Some(2) && changed.err.contains("only the page"), "{changed:?}");
}
