//! `epidote.toml`, and arguments that override it.

use crate::folder::Folder;

const LINE: &str = "4k3/8/8/8/8/8/8/4K3 w - -  foo 1; id x;\n";

fn codes(folder: &Folder, arguments: &[&str]) -> Vec<String> {
    let ran = folder.run(&[&["lint", "--format", "json"], arguments].concat());
    let objects = ran.text();
    let objects = objects.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
    let of_line = |object: serde_json::Value| {
        let all = object["diagnostics"].as_array().cloned().unwrap_or_default();
        let shown = all.into_iter().map(|found| {
            format!(
                "{} {}",
                found["code"].as_str().expect("a code"),
                found["severity"].as_str().expect("one")
            )
        });
        shown.collect::<Vec<_>>()
    };
    objects.flat_map(of_line).collect()
}

#[test]
fn the_nearest_file_of_settings_holds() {
    let folder = Folder::new();
    folder.write("epidote.toml", "ignore = [\"W102\"]\n[severity]\nunquoted-string = \"info\"\n");
    folder.write("a.epd", LINE);
    folder.write("old/epidote.toml", "select = [\"I\", \"W102\"]\nseverity = { I401 = \"error\" }\n");
    folder.write("old/deep/b.epd", LINE);
    assert_eq!(codes(&folder, &["a.epd"]), ["I401 info", "E406 info"]);
    assert_eq!(codes(&folder, &["old/deep/b.epd"]), ["W102 warning", "I401 error"]);
    assert_eq!(codes(&folder, &["--isolated", "a.epd"]), ["W102 warning", "I401 info", "E406 error"]);
    assert_eq!(codes(&folder, &["--config", "old/epidote.toml", "a.epd"]), ["W102 warning", "I401 error"]);
    // A selection in the arguments overrides the one in the file.
    assert_eq!(codes(&folder, &["--select", "E4,W1", "a.epd"]), ["W102 warning", "E406 info"]);
    assert_eq!(
        codes(&folder, &["--select", "ALL", "--ignore", "unknown-opcode", "a.epd"]),
        ["W102 warning", "E406 info"]
    );
    assert_eq!(folder.run(&["lint", "a.epd"]).status, Some(0));
    assert_eq!(folder.run(&["lint", "old/deep/b.epd"]).status, Some(1));
    assert_eq!(folder.run(&["lint", "--exit-zero", "old/deep/b.epd"]).status, Some(0));
}

#[test]
fn settings_hold_for_other_verbs_too() {
    let folder = Folder::new();
    let line = "4k3/8/8/8/8/8/8/4K3 w - - ts 1998.09.15 12:30;\n";
    folder.write("epidote.toml", "[[files]]\nmatch = [\"k*.epd\"]\ndialect = \"kvetka\"\n");
    folder.write("k.epd", line);
    folder.write("e.epd", line);
    let repaired = folder.run(&["repair", "k.epd", "e.epd"]).text();
    assert_eq!(repaired, format!("{}{line}", line.replace("12:30", "12:30:00")));
    assert_eq!(folder.run(&["find", "error", "k.epd", "e.epd"]).text(), line);
    assert_eq!(folder.run(&["repair", "--dialect", "edwards", "k.epd"]).text(), line);
}

/// Every verb that reads rules, with what it does in a folder where a rule is off and another is no error.
#[test]
fn rules_of_a_folder_hold_for_every_verb_that_reads_rules() {
    let folder = Folder::new();
    folder.write("set/epidote.toml", "[severity]\nW102 = \"off\"\nE406 = \"warning\"\nI401 = \"error\"\n");
    for name in ["set/a.epd", "bare/a.epd"] {
        folder.write(name, LINE);
    }
    for (arguments, set, bare) in [
        (&["lint"][..], "error I401", "warning W102"),
        (&["lint", "--format", "github"], "title=I401", "title=W102"),
        (&["lint", "--statistics"], "E406", "W102"),
        (&["lint", "--fix", "-"], "- -  foo 1; id \"x\";", "- - foo 1; id \"x\";"),
        (&["stat"], "E406", "W102"),
        (&["find", "error"], "4k3", "4k3"),
        (&["find", "-c", "error:W102"], ": 0", ": 1"),
        (&["find", "-c", "warning -error:W102"], ": 1", ": 0"),
        (&["find", "-c", "info"], ": 0", ": 1"),
        (&["show"], "E406", "W102"),
        (&["repair"], "- -  foo 1; id \"x\";", "- - foo 1; id \"x\";"),
        (&["repair", "--unsafe-fixes"], "- -  foo 1; id \"x\";", "- - foo 1; id \"x\";"),
    ] {
        for (place, expect) in [("set", set), ("bare", bare)] {
            let mut words = arguments.to_vec();
            let (named, shown) = (format!("{place}/a.epd"), format!("{place}/a.epd:1"));
            let is_piped = words.last() == Some(&"-");
            match (words[0], is_piped) {
                (_, true) => {}
                ("show", _) => words.push(&shown),
                _ => words.push(&named),
            }
            // Standard input has the settings of the folder that the program runs in.
            let mut command = folder.command(&words);
            if is_piped {
                let file = std::fs::File::open(folder.path(&named)).expect("a file");
                command.stdin(file).current_dir(folder.path(place));
            }
            let ran: crate::folder::Ran = command.output().expect("an end").into();
            assert!(ran.text().contains(expect), "{place} {words:?}: {ran:?}");
            if place == "set" {
                assert!(!ran.text().contains("W102"), "{words:?}: {ran:?}");
            }
        }
    }
}

#[test]
fn what_is_counted_as_understood_depends_on_the_rules_of_the_folder() {
    let folder = Folder::new();
    let count = |rules: &str, line: &str| {
        folder.write("epidote.toml", rules);
        folder.write("a.epd", format!("4k3/8/8/8/8/8/8/4K3 w - - {line}\n"));
        let table = folder.run(&["stat", "--format", "markdown", "--list", "a.epd"]).text();
        let row = |name: &str| {
            let row =
                table.lines().find(|line| line.contains(name)).unwrap_or_else(|| panic!("{name}: {table}"));
            row.split('|').nth(2).and_then(|count| count.trim().parse::<usize>().ok()).expect("a count")
        };
        [row("without an error"), row("without one after repair"), row("not understood")]
    };
    // E406 has a safe fix, and nothing mends a move that is not legal.
    assert_eq!(count("", "id x;"), [0, 1, 0]);
    assert_eq!(count("severity = { E406 = \"info\" }", "id x;"), [1, 0, 0]);
    // As editors of Windows write it.
    assert_eq!(count("\u{feff}[severity]\r\nE406 = \"info\"\r\n", "id x;"), [1, 0, 0]);
    assert_eq!(count("", "bm Kd4;"), [0, 0, 1]);
    assert_eq!(count("severity = { E301 = \"warning\" }", "bm Kd4;"), [1, 0, 0]);
    assert_eq!(count("", "foo 1;"), [1, 0, 0]);
    assert_eq!(count("severity = { I401 = \"error\" }", "foo 1;"), [0, 0, 1]);
}

#[test]
fn bad_settings_are_told_and_nothing_is_done_by_them() {
    let folder = Folder::new();
    folder.write("epidote.toml", "ignroe = []\n");
    folder.write("a.epd", LINE);
    let ran = folder.run(&["lint", "a.epd"]);
    assert_eq!((ran.status, ran.out.len()), (Some(2), 0), "{ran:?}");
    assert!(ran.err.contains("epidote.toml") && ran.err.contains("unknown field `ignroe`"), "{ran:?}");
    assert_eq!(folder.run(&["repair", "-i", "a.epd"]).status, Some(2));
    assert_eq!(folder.read("a.epd"), LINE.as_bytes());
}

/// A right of the king's rook in a file of Chess960, which says nothing in one of chess.
const HIDDEN: &str = "4k3/8/8/8/8/8/8/R5K1 w Q - bm O-O-O;\n";

#[test]
fn files_of_chess960_are_read_by_its_rules() {
    let folder = Folder::new();
    folder.write("a.epd", HIDDEN);
    folder.write("b.epd", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - id \"start\";\n");
    for file in ["a.epd", "b.epd"] {
        assert!(folder.run(&["lint", "--deny", "info", file]).status == Some(1), "{file}");
        let ran = folder.run(&["lint", "--deny", "info", "--chess960", file]);
        assert!(ran.status == Some(0) && ran.out.is_empty(), "{file}: {ran:?}");
    }
    let asked = "game = \"chess960\"\n";
    folder.write("epidote.toml", asked);
    assert_eq!(folder.run(&["lint", "--deny", "info", "a.epd", "b.epd"]).status, Some(0));
    assert_eq!(folder.run(&["lint", "--isolated", "--deny", "info", "a.epd"]).status, Some(1));
    folder.write("epidote.toml", "[[files]]\nmatch = [\"b*\"]\ngame = \"chess960\"\n");
    assert_eq!(folder.run(&["lint", "--deny", "info", "b.epd"]).status, Some(0));
    assert_eq!(folder.run(&["lint", "--deny", "info", "a.epd"]).status, Some(1));
    folder.write("epidote.toml", "game = \"draughts\"\n");
    let refused = folder.run(&["lint", "a.epd"]);
    assert!(refused.status == Some(2) && refused.err.contains("chess960"), "{refused:?}");
}

#[test]
fn verbs_play_chess960_and_leave_the_rights_as_they_are() {
    let folder = Folder::new();
    folder.write("a.epd", HIDDEN);
    folder.write("recipe.json", r#"{"format": "epidote-recipe", "version": 1, "steps": ["normalize"]}"#);
    let same = |arguments: &[&str]| {
        let ran = folder.run(arguments);
        assert!(ran.status == Some(0) && ran.text().contains("/R5K1 w Q - "), "{arguments:?}: {ran:?}");
        ran.text()
    };
    for verb in ["normalize", "repair", "tenths"] {
        assert_eq!(same(&[verb, "--chess960", "a.epd"]), HIDDEN);
    }
    assert_eq!(same(&["run", "--chess960", "recipe.json", "a.epd"]), HIDDEN);
    // The castling move counts; without the setting it cannot be played.
    let solved = same(&["target", "--nodes", "3000", "--chess960", "a.epd"]);
    assert!(solved.contains("pm "), "{solved}");
    let without = folder.run(&["target", "--nodes", "3000", "a.epd"]);
    assert!(!without.text().contains("pm "), "{without:?}");
}

#[test]
fn a_recipe_follows_the_settings_of_each_file() {
    let folder = Folder::new();
    folder.write("epidote.toml", "[[files]]\nmatch = [\"b.epd\"]\nignore = [\"E303\"]\n");
    folder.write("repair.json", r#"{"format":"epidote-recipe","version":1,"steps":[{"repair":{}}]}"#);
    for name in ["a.epd", "b.epd"] {
        folder.write(name, "4k3/8/8/8/8/8/8/4K3 w - - bm e1d2; id x;\n");
    }
    let fixed = |arguments: &[&str]| folder.run(arguments).text();
    for verb in [&["repair"][..], &["run", "repair.json"]] {
        let whole = "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"x\";\n";
        assert_eq!(fixed(&[verb, &["a.epd", "-q"]].concat()), whole, "{verb:?}");
        let kept = "4k3/8/8/8/8/8/8/4K3 w - - bm e1d2; id \"x\";\n";
        assert_eq!(fixed(&[verb, &["b.epd", "-q"]].concat()), kept, "{verb:?}");
    }
    // The list is sorted by what is reported.
    folder.write(
        "b.epd",
        "4k3/8/8/8/8/8/8/4K3 w - - bm e1d2; id \"1\";\n4k3/8/8/8/8/8/8/4K3 b - - bm Ke1; id \"2\";\n",
    );
    let sorted = fixed(&["sort", "--by", "state", "b.epd", "-q"]);
    assert!(sorted.starts_with("4k3/8/8/8/8/8/8/4K3 b"), "{sorted}");
}
