//! Verbs that search.

use std::fs;
use std::process::{Command, Stdio};

use crate::folder::Folder;
use crate::support::*;

const SEARCHED: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - id \"back rank\";\n# remark\r\n\
    8/8/8/8/8/8/8/8 w - - id \"none\";\n4k3/8/8/8/8/8/4P3/4K3 w - - id \"pawn\";\n";

#[test]
fn analyze_writes_what_it_finds_the_same_with_any_number_of_workers() {
    let [one, three] = ["1", "3"].map(|workers| {
        let output = epidote(&["analyze", "--nodes", "2000", "--workers", workers], SEARCHED);
        assert_eq!(output.status.code(), Some(2), "the record without kings is told");
        text(&output)
    });
    let without_time = |written: &str| text(&epidote(&["remove", "-q", "acs"], written));
    assert!(without_time(&one).contains("pv Ra8#;"), "{one}");
    assert_eq!(without_time(&one), without_time(&three));
    let lines: Vec<&str> = one.split('\n').collect();
    assert!(lines[0].contains(" ce 32766; ") && lines[0].contains("pv Ra8#;"), "{one}");
    assert_eq!(lines[1..3], ["# remark\r", "8/8/8/8/8/8/8/8 w - - id \"none\";"]);
    assert!(lines[3].contains(" acn 2000; "), "{one}");
    assert_eq!(epidote(&["analyze"], SEARCHED).status.code(), Some(2), "without a limit");
}

/// A record that has `acs` loses it: the seconds would be those of another search.
#[test]
fn without_seconds_every_run_writes_the_same_bytes() {
    let bare = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - acs 7; bm Ra8#; id \"back rank\";\n";
    let searched = |words: &[&str], workers: &str, records: &str| {
        let limit = ["--nodes", "2000", "--without-acs", "--workers", workers];
        text(&epidote(&[words, &limit].concat(), records))
    };
    for words in [&["analyze"][..], &["analyze", "--lines", "2", "--as-records"], &["target"]] {
        let one = searched(words, "1", &bare.repeat(5));
        assert!(one.contains(" acn ") && !one.contains(" acs "), "{one}");
        assert_eq!(searched(words, "3", &bare.repeat(5)), one);
        assert!(text(&epidote(&[words, &["--nodes", "2000"]].concat(), bare)).contains(" acs "));
    }
}

#[test]
fn mate_writes_what_it_proves() {
    let output = epidote(&["mate", "2"], SEARCHED);
    let lines = text(&output);
    assert!(lines.starts_with(
        "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - dm 1; id \"back rank\"; pm Ra8#; pv Ra8#;\n# remark\r\n"
    ));
    assert!(lines.ends_with("4k3/8/8/8/8/8/4P3/4K3 w - - id \"pawn\";\n"), "{lines}");
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(err.contains("written: 1") && err.contains("no mate in up to 2 moves: 1"), "{err}");
    // A record with an equally short mate is left unchanged.
    let known = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - dm 1; pm Kf1;\n";
    assert_eq!(text(&epidote(&["mate", "2"], known)), known);
    let limited = epidote(&["mate", "5", "--nodes", "100"], "4k3/8/8/8/8/8/4P3/4K3 w - -\n");
    assert!(String::from_utf8(limited.stderr).unwrap().contains("limit reached; there is no mate in up to "));
}

#[test]
fn an_engine_that_is_not_here_is_refused_before_anything_is_done() {
    let recipe = file(
        "stockfish.json",
        r#"{"format": "epidote-recipe", "version": 1,
            "steps": ["normalize", {"analyze": {"engine": "stockfish", "limits": {"nodes": 1}}}]}"#,
    );
    let records = file("untouched.epd", BROKEN);
    let ran = epidote(&["run", recipe.to_str().unwrap(), "-i", records.to_str().unwrap()], "");
    assert_eq!(ran.status.code(), Some(2));
    let words = String::from_utf8(ran.stderr).unwrap();
    assert!(words.contains("Stockfish is available in the page only"), "{words}");
    assert_eq!(fs::read_to_string(records).unwrap(), BROKEN);
}

#[test]
fn other_lines_become_records() {
    let arguments = ["analyze", "--nodes", "100", "--lines", "2", "--as-records", "--workers", "2"];
    let kings = "4k3/8/8/8/8/8/8/4K3 w - - id \"kings\";\r\n# remark\r\n";
    let written = text(&epidote(&arguments, kings));
    let lines: Vec<&str> = written.split("\r\n").collect();
    assert_eq!(lines.len(), 4, "{written}");
    assert!(lines[0].contains("id \"kings\";") && lines[1].contains("id \"kings line 2\";"), "{written}");
    assert_eq!(lines[2..], ["# remark", ""]);
}

/// The last record would take forever; an interrupt keeps the results of the others.
#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_is_done() {
    use std::io::{BufRead as _, BufReader};
    let content = "7k/6Q1/6K1/8/8/8/8/8 b - -\n6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -\n\
        r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -\n";
    // The run leaves a journal, which would stop another one beside a file of this name.
    let folder = Folder::new();
    folder.write("a.epd", content);
    let run = ["analyze", "--nodes", "1000000000000", "--progress", "-i", "a.epd"];
    let mut child = folder.command(&run).stdout(Stdio::null()).spawn().expect("the program starts");
    let mut err = BufReader::new(child.stderr.take().expect("what it says")).lines();
    while !err.next().expect("progress").expect("text").starts_with("2 of 3") {}
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill").success());
    let rest: Vec<String> = err.map(|line| line.expect("text")).collect();
    assert_eq!(child.wait().expect("an end").code(), Some(2));
    assert!(rest.iter().any(|line| line.ends_with("analyze: stopped; written: 2, not done: 1")), "{rest:?}");
    let written = String::from_utf8(folder.read("a.epd")).expect("text");
    let lines: Vec<&str> = written.lines().collect();
    assert!(lines[0].ends_with("ce -32767; pv;") && lines[1].ends_with("pv Ra8#;"), "{written}");
    assert_eq!(lines[2], content.lines().last().unwrap());
}
