//! Files whose comments say that they are not chess: each verb that judges records tells so.

use crate::folder::{Folder, Ran};

/// The moves would be errors in chess, and the blanks a warning.
const GAME: &str = "4k3/8/8/8/8/8/8/4K3 w - -  bm e1d2 Ke3;";

/// A file of that game.
fn suicide() -> String {
    format!("% Giveaway suite\n\n{GAME}\n# later\n{GAME}\n")
}

/// A folder with that file, and one of chess with the same records.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("suicide.epd", suicide());
    folder.write("chess.epd", format!("{GAME}\n% Giveaway suite\n{GAME}\n"));
    folder
}

/// Runs a verb on both files in either order, on each of them alone, and on standard input.
fn runs(arguments: &[&str]) -> [Ran; 5] {
    let folder = folder();
    let run = |files: &[&str]| folder.run(&[arguments, &["-q"], files].concat());
    [
        run(&["suicide.epd", "chess.epd"]),
        run(&["chess.epd", "suicide.epd"]),
        run(&["suicide.epd"]),
        run(&["chess.epd"]),
        folder.run_with(&[arguments, &["-q"]].concat(), suicide().as_bytes()),
    ]
}

#[test]
fn records_of_another_game_are_told_as_such_by_every_verb_that_judges() {
    let count = |ran: &Ran, word: &str| ran.text().matches(word).count();
    for (arguments, word, of_suicide, of_chess) in [
        (&["lint"][..], "E214", 2, 0),
        (&["lint"], "E301", 0, 2),
        (&["find", "error:E214"], "4k3", 2, 0),
        (&["find", "error:E301"], "4k3", 0, 2),
        (&["find", "error:E301 | dup"], "4k3", 1, 2),
        (&["find", "warning"], "4k3", 0, 2),
        (&["find", "legal"], "4k3", 0, 2),
        (&["export", "--to", "pgn"], "[FEN", 0, 2),
        (&["export", "--to", "evaluations"], "4k3", 0, 0),
        (&["export", "--to", "fen"], "4k3", 2, 2),
        (&["stat"], "E303", 0, 1),
        (&["stat"], "of variants                   2", 1, 0),
        (&["stat", "--list"], ": E301", 0, 2),
        (&["repair"], "Kd2", 0, 2),
        (&["repair"], "  bm e1d2 Ke3;", 2, 0),
        (&["repair", "--unsafe-fixes"], "  bm e1d2 Ke3;", 2, 0),
    ] {
        let [first, second, suicide, chess, piped] = runs(arguments);
        let counts = [&suicide, &chess, &piped].map(|ran| count(ran, word));
        assert_eq!(counts, [of_suicide, of_chess, of_suicide], "{arguments:?} {word}: {}", suicide.text());
        if arguments != ["stat"] {
            let both = of_suicide + of_chess;
            assert_eq!([count(&first, word), count(&second, word)], [both; 2], "{arguments:?} {word}");
        }
    }
}

#[test]
fn nothing_is_fixed_by_the_rules_of_chess() {
    let folder = folder();
    for verb in [&["lint", "--fix", "--exit-zero"][..], &["repair", "-i"]] {
        let ran = folder.run(&[verb, &["chess.epd", "suicide.epd"]].concat());
        assert_eq!(ran.status, Some(0), "{ran:?}");
        assert_eq!(String::from_utf8_lossy(&folder.read("suicide.epd")), suicide());
        assert!(String::from_utf8_lossy(&folder.read("chess.epd")).contains("Kd2"), "{verb:?}");
        folder.write("chess.epd", format!("{GAME}\n"));
    }
}

#[test]
fn a_line_is_shown_by_what_stands_above_it() {
    let folder = folder();
    let shown = |place: &str| folder.run(&["show", place]).text();
    assert!(shown("suicide.epd:3").contains("E214") && shown("suicide.epd:5").contains("E214"));
    assert!(!shown("suicide.epd:5").contains("E301"));
    assert!(shown("chess.epd:3").contains("E301") && !shown("chess.epd:3").contains("E214"));
}

#[test]
fn it_is_told_in_all_parts_of_a_long_file() {
    let folder = Folder::new();
    let comments = "# by nobody\n".repeat(100_000);
    folder.write(
        "a.epd",
        format!("{comments}% Giveaway suite\n{comments}{}", format!("{GAME}\n").repeat(30_000)),
    );
    for workers in ["1", "5"] {
        let found = folder.run(&["find", "-c", "error:E214", "-j", workers, "a.epd"]);
        assert_eq!(found.text(), "a.epd: 30000\n");
        let fixed = folder.run(&["repair", "--check", "-j", workers, "a.epd"]);
        assert_eq!(fixed.status, Some(0), "{fixed:?}");
    }
}

#[test]
fn a_record_without_rules_has_no_normal_form_by_them() {
    let ran = folder().run(&["normalize", "suicide.epd"]);
    assert!(ran.err.contains("suicide.epd:3: ") && ran.err.contains("suicide.epd:5: "), "{ran:?}");
    assert_eq!(ran.text(), suicide().replace("-  bm e1d2 Ke3", "- bm Ke3 e1d2"));
}

/// Records of chess, of a file of another game, and of another game by themselves.
#[test]
fn nothing_is_searched_by_the_rules_of_chess() {
    let mate = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; dm 1;";
    let pocket = "6k1/5ppp/8/8/8/8/5PPP/R5K1[Qn] w - - dm 1;";
    let named = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - dm 1; variant crazyhouse;";
    let suicide = format!("% Giveaway suite\n\n{mate}\n# later\n{mate}");
    let chess = format!("{mate}\n% Giveaway suite\n{mate}\n{pocket}\n{named}\n");
    let recipe =
        r#"{"format": "epidote-recipe", "version": 1, "steps": [{"perft": {"depth": 1, "write": true}}]}"#;
    for verb in [
        &["analyze", "--depth", "1"][..],
        &["analyze", "--depth", "1", "--engine", "epidote"],
        &["target", "--nodes", "100"],
        &["mate", "1"],
        &["cooks", "1"],
        &["count", "1", "--write"],
        &["run", "recipe.json"],
    ] {
        for workers in ["1", "4"] {
            let folder = Folder::new();
            folder.write("suicide.epd", &suicide);
            folder.write("chess.epd", &chess);
            folder.write("recipe.json", recipe);
            let ran = folder.run(&[verb, &["-i", "-j", workers, "suicide.epd", "chess.epd"]].concat());
            assert_eq!(ran.status, Some(2), "{verb:?}: {ran:?}");
            assert_eq!(String::from_utf8_lossy(&folder.read("suicide.epd")), suicide, "{verb:?}");
            let lines: Vec<String> =
                String::from_utf8_lossy(&folder.read("chess.epd")).lines().map(str::to_owned).collect();
            assert_eq!(lines[3..], [pocket, named], "{verb:?}");
            // The mate is known, and has no second solution.
            let is_written = !matches!(verb[0], "mate" | "cooks");
            assert_eq!(lines[0] != mate && lines[2] != mate, is_written, "{verb:?}: {lines:?}");
            for (place, game) in [
                ("suicide.epd:3", "suicide chess"),
                ("suicide.epd:5", "suicide chess"),
                ("chess.epd:4", "a crazyhouse pocket"),
                ("chess.epd:5", "a chess variant"),
            ] {
                let message = format!("{place}: {game}");
                let line = ran.err.lines().find(|line| line.contains(&message));
                assert!(
                    line.is_some_and(|line| line.ends_with("; not changed")),
                    "{verb:?}: {message}: {ran:?}"
                );
            }
            assert_eq!(ran.err.matches("; not changed").count(), 4, "{verb:?}: {ran:?}");
        }
    }
}

#[test]
fn records_of_another_game_are_not_graded_and_not_written_as_chess() {
    let line = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; ce 5; pm e4; pv e4; ptp Result \"1-0\"; sm e4;\n";
    let folder = Folder::new();
    folder.write("suicide.epd", format!("% suicide chess\n{line}"));
    folder.write("chess.epd", line);
    let has = |arguments: &[&str], word: &str| {
        let texts =
            ["chess.epd", "suicide.epd"].map(|file| folder.run(&[arguments, &["-q", file]].concat()).text());
        texts.map(|text| text.contains(word))
    };
    assert_eq!(has(&["grade"], "1 of 1 solved"), [true, false]);
    for (to, word) in [("pgn", "1. e4"), ("games", "1. e4"), ("plain", "move e2e4"), ("evaluations", "4k3")] {
        assert_eq!(has(&["export", "--to", to], word), [true, false], "{to}");
    }
    for query in ["solved", "legal", "check | legal"] {
        assert_eq!(has(&["find", query], "4k3"), [true, false], "{query}");
    }
}
