//! The command line program as its users run it.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "test helpers may panic")]

use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const BROKEN: &str = "4k3/8/8/8/8/8/8/4K3 w - - bm Kd9; id x\n# remark\n\n4k3/8/8/8/8/8/8/4K3 w - -\r\n";

fn epidote(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_epidote"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    match child.stdin.take().expect("its input").write_all(input.as_bytes()) {
        // A program that refuses its arguments ends without reading.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
        written => written.expect("its input is read"),
    }
    child.wait_with_output().expect("the program ends")
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn file(name: &str, content: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("epidote-{}-{name}", std::process::id()));
    fs::write(&path, content).expect("a file");
    path
}

#[test]
fn the_status_tells_what_was_found() {
    let status = |arguments: &[&str], input: &str| epidote(arguments, input).status.code();
    assert_eq!(status(&["lint"], BROKEN), Some(1));
    assert_eq!(status(&["lint", "--deny", "never"], BROKEN), Some(0));
    assert_eq!(status(&["lint"], "4k3/8/8/8/8/8/8/4K3 w - -\n"), Some(0));
    let warning = "4k3/8/8/8/8/8/8/4K3 w - -  id \"x\";\n";
    assert_eq!(status(&["lint"], warning), Some(0));
    assert_eq!(status(&["lint", "--deny", "warn"], warning), Some(1));
    let info = "4k3/8/8/8/8/8/8/4K3 w - - foo 1;\n";
    assert_eq!(status(&["lint", "--deny", "warn"], info), Some(0));
    assert_eq!(status(&["lint", "--deny", "info"], info), Some(1));
    assert_eq!(status(&["lint", "/no/such/file.epd"], ""), Some(2));
    assert_eq!(status(&["lint", "--format", "none"], ""), Some(2));
}

#[test]
fn the_dialect_is_chosen() {
    let line = "4k3/8/8/8/8/8/8/4K3 w - - ts 1998.09.15 12:30;\n";
    assert_eq!(epidote(&["lint"], line).status.code(), Some(1));
    assert_eq!(epidote(&["lint", "--dialect", "kvetka"], line).status.code(), Some(0));
    assert_eq!(text(&epidote(&["repair"], line)), line);
    let repaired = text(&epidote(&["repair", "--dialect", "kvetka"], line));
    assert_eq!(repaired, "4k3/8/8/8/8/8/8/4K3 w - - ts 1998.09.15 12:30:00;\n");
}

#[test]
fn tenths_become_centipawns() {
    let lines = "4k3/8/8/8/8/8/8/4K3 w - - ce 12;\r\n# ce 12;\n4k3/8/8/8/8/8/8/4K3 w - - ce 32766;";
    assert_eq!(text(&epidote(&["tenths"], lines)), lines.replacen("ce 12;", "ce 120;", 1));
}

#[test]
fn one_kind_of_fix_is_applied() {
    let line = "4k3/8/8/8/8/8/8/4K3 w - -  id x;\n";
    let only = |rule: &str| text(&epidote(&["repair", "--only", rule], line));
    assert_eq!(only("W102"), "4k3/8/8/8/8/8/8/4K3 w - - id x;\n");
    assert_eq!(only("unquoted-string"), "4k3/8/8/8/8/8/8/4K3 w - -  id \"x\";\n");
    assert_eq!(epidote(&["repair", "--only", "X1"], line).status.code(), Some(2));
}

#[test]
fn repetitions_in_a_file_are_noted() {
    let lines = "4k3/8/8/8/8/8/8/4K3 w - - id \"x\";\n4k3/8/8/8/8/8/8/4K3 b - - id \"x\";\n4k3/8/8/8/8/8/8/4K3 b - -\n";
    let output = text(&epidote(&["lint"], lines));
    assert!(output.contains("I439") && output.contains("line 1"), "{output}");
    assert!(output.contains("I216") && output.contains("line 2"), "{output}");
    assert_eq!(epidote(&["lint"], lines).status.code(), Some(0));
}

#[test]
fn json_has_an_object_for_each_line() {
    let output = text(&epidote(&["lint", "--format", "json"], BROKEN));
    let objects: Vec<serde_json::Value> =
        output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects.len(), 4);
    assert_eq!(objects[0]["verdict"], "error");
    assert_eq!(objects[0]["normalized"], "4k3/8/8/8/8/8/8/4K3 w - - bm Kd9; id x;");
    assert_eq!(objects[0]["diagnostics"][0]["code"], "E305");
    assert_eq!(
        (&objects[0]["diagnostics"][0]["start"], &objects[0]["diagnostics"][0]["end"]),
        (&29.into(), &32.into())
    );
    assert_eq!((&objects[1]["record"], &objects[1]["verdict"]), (&false.into(), &"ok".into()));
    assert_eq!(objects[1]["normalized"], serde_json::Value::Null);
    assert_eq!(objects[3]["line"], 4);
}

#[test]
fn sarif_and_annotations_name_the_place() {
    let sarif: serde_json::Value =
        serde_json::from_str(&text(&epidote(&["lint", "--format", "sarif"], BROKEN))).unwrap();
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&"E305".into(), &"error".into()));
    assert_eq!(result["locations"][0]["physicalLocation"]["region"]["startColumn"], 30);
    let annotations = text(&epidote(&["lint", "--format", "github"], BROKEN));
    assert!(
        annotations.starts_with("::error file=<stdin>,line=1,col=30,endColumn=32,title=E305 not-a-move::")
    );
}

#[test]
fn findings_speak_russian() {
    let output = text(&epidote(&["--language", "ru", "lint"], BROKEN));
    assert!(output.contains("не ход"), "{output}");
}

#[test]
fn rewriting_leaves_every_other_byte() {
    let normal = BROKEN.replace("id x", "id x;");
    assert_eq!(text(&epidote(&["normalize"], BROKEN)), normal);
    assert_eq!(text(&epidote(&["repair"], BROKEN)), BROKEN.replace("id x", "id \"x\";"));
    let path = file("rewrite.epd", BROKEN);
    let name = path.to_str().unwrap();
    assert_eq!(epidote(&["normalize", "--check", name], "").status.code(), Some(1));
    assert_eq!(epidote(&["normalize", "--in-place", name], "").status.code(), Some(0));
    assert_eq!(fs::read_to_string(&path).unwrap(), normal);
    assert_eq!(epidote(&["normalize", "--check", name], "").status.code(), Some(0));
    fs::remove_file(path).unwrap();
}

#[test]
fn patterns_find_files_and_a_bad_one_does_not_stop_the_rest() {
    let path = file("pattern-one.epd", "4k3/8/8/8/8/8/8/4K3 w - -\n");
    let pattern = path.to_str().unwrap().replace("one", "*");
    let output = epidote(&["stat", "/no/such/file.epd", &pattern], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output).contains("1 records"), "{}", text(&output));
    assert!(String::from_utf8_lossy(&output.stderr).contains("/no/such/file.epd"));
    fs::remove_file(path).unwrap();
}

#[test]
fn queries_find_lines() {
    let file = "8/8/4k3/8/8/4K3/4P3/8 b - - ce -150; id \"a\";\n4k3/8/8/8/8/8/8/4K3 w - - id \"b\";\n4k3/8/8/8/8/8/8/4K3 w - - ;\n";
    let find = |arguments: &[&str]| epidote(&[&["find"], arguments].concat(), file);
    assert_eq!(text(&find(&["ce<0"])), file.lines().next().unwrap().to_owned() + "\n");
    assert_eq!(text(&find(&["-n", "dup"])), "<stdin>:3:4k3/8/8/8/8/8/8/4K3 w - - ;\n");
    assert_eq!(text(&find(&["--count", "-has:ce"])), "<stdin>: 2\n");
    assert_eq!(find(&["side:w"]).status.code(), Some(0));
    assert_eq!(find(&["checkmate"]).status.code(), Some(1));
    let bad = find(&["side:x"]);
    assert_eq!(bad.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&bad.stderr).contains("`x` is no side: w or b"));
}

#[test]
fn records_are_exported() {
    let lines =
        "4k3/8/8/8/8/8/8/4K3 w - - pv Kd2; id \"a, b\";\n# remark\r\n4k3/8/8/8/8/8/8/4K3 b - - 3 9 ce -5;\n";
    let export = |arguments: &[&str]| text(&epidote(&[&["export", "--to"], arguments].concat(), lines));
    assert_eq!(export(&["epd"]), lines.replace('\r', ""));
    assert!(export(&["normal"]).starts_with("4k3/8/8/8/8/8/8/4K3 w - - id \"a, b\"; pv Kd2;\n# remark\n"));
    assert_eq!(export(&["fen"]), "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n4k3/8/8/8/8/8/8/4K3 b - - 3 9\n");
    assert_eq!(
        export(&["csv"]),
        "line,placement,side,castling,en_passant,ce,fmvn,hmvc,id,pv\r\n\
         1,4k3/8/8/8/8/8/8/4K3,w,-,-,,,,\"a, b\",Kd2\r\n\
         3,4k3/8/8/8/8/8/8/4K3,b,-,-,-5,9,3,,\r\n"
    );
    assert!(
        export(&["csv", "--columns", "pv,id"]).contains("\r\n1,4k3/8/8/8/8/8/8/4K3,w,-,-,Kd2,\"a, b\"\r\n")
    );
    let json: serde_json::Value = serde_json::from_str(&export(&["json"])).unwrap();
    assert_eq!((&json[1]["line"], &json[2]["line"]), (&1.into(), &3.into()));
    assert!(export(&["pgn"]).contains("\n1. Kd2 *\n\n"));
    assert_eq!(epidote(&["export"], lines).status.code(), Some(2));
}

#[test]
fn exports_go_into_a_file() {
    let (one, two) =
        (file("export-1.epd", "8/8/8/8/8/8/8/8 w - -\n"), file("export-2.epd", "8/8/8/8/8/8/8/8 b - -"));
    let target = file("export.csv", "old");
    let names = [&target, &one, &two].map(|path| path.to_str().unwrap());
    let arguments = ["export", "--to", "csv", "--output", names[0], names[1], "/no/such/file.epd", names[2]];
    assert_eq!(epidote(&arguments, "").status.code(), Some(2));
    let rows = fs::read_to_string(&target).unwrap();
    assert!(rows.ends_with("\r\n1,8/8/8/8/8/8/8/8,w,-,-\r\n2,8/8/8/8/8/8/8/8,b,-,-\r\n"), "{rows}");
    let nowhere = ["export", "--to", "fen", "--output", "/no/such/folder/x.fen", names[1]];
    assert_eq!(epidote(&nowhere, "").status.code(), Some(2));
    for path in [target, one, two] {
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn games_are_imported() {
    let games = "[White \"A\"]\n\n1. e4 e5 *\n\n1. d4 e4 *\n";
    let import = |arguments: &[&str]| epidote(&[&["import"], arguments].concat(), games);
    let every = import(&[]);
    assert_eq!(every.status.code(), Some(1));
    assert_eq!(text(&every).lines().count(), 5);
    let said = String::from_utf8_lossy(&every.stderr).into_owned();
    assert!(said.contains("1 of 2 games") && said.contains("game 2: e4 at ply 2"), "{said}");
    assert_eq!(text(&import(&["--positions", "final"])).lines().count(), 2);
    let first =
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - id \"A - ?, ? ????.??.??, ply 1\"; sm e5;";
    assert_eq!(text(&import(&["--positions", "1"])).lines().next(), Some(first));
    assert_eq!(import(&["--positions", "last"]).status.code(), Some(2));
    assert_eq!(epidote(&["import", "/no/such/file.pgn"], "").status.code(), Some(2));
    assert_eq!(epidote(&["import"], "1. e4 *").status.code(), Some(0));
}

#[test]
fn uci_answers_on_standard_output() {
    let asked = "uci\nposition startpos moves f2f3 e7e5 g2g4\ngo depth 3\nquit\n";
    let output = epidote(&["uci"], asked);
    let said = text(&output);
    assert!(said.contains("uciok\n") && said.ends_with("bestmove d8h4\n"), "{said}");
    // The end of the input ends the program too, after what was asked.
    assert!(text(&epidote(&["uci"], "position startpos\ngo nodes 500\n")).contains("bestmove "));
}

#[test]
fn uci_stops_when_it_is_told() {
    let output = epidote(&["uci"], "go infinite\nisready\nstop\nquit\n");
    let said = text(&output);
    assert!(said.contains("readyok\n") && said.contains("bestmove "), "{said}");
}

#[test]
fn perft_and_bench_count() {
    assert!(text(&epidote(&["perft", "3"], "")).contains("8902 in "));
    let kings = ["perft", "1", "4k3/8/8/8/8/8/8/4K3", "w", "-", "-"];
    assert!(text(&epidote(&kings, "")).contains("\n5 in "));
    assert_eq!(epidote(&["perft", "1", "8/8/8/8/8/8/8/8", "w", "-", "-"], "").status.code(), Some(2));
    let twice = [0; 2].map(|_| text(&epidote(&["bench", "3"], "")).split(',').next().unwrap().to_owned());
    assert!(twice[0].ends_with(" nodes") && twice[0] == twice[1], "{twice:?}");
}

const SEARCHED: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - id \"back rank\";\n# remark\r\n\
    8/8/8/8/8/8/8/8 w - - id \"none\";\n4k3/8/8/8/8/8/4P3/4K3 w - - id \"pawn\";\n";

#[test]
fn analyze_writes_what_it_finds_the_same_with_any_number_of_workers() {
    let [one, three] = ["1", "3"].map(|workers| {
        let output = epidote(&["analyze", "--nodes", "2000", "--workers", workers], SEARCHED);
        assert_eq!(output.status.code(), Some(2), "the record without kings is told");
        text(&output)
    });
    // The seconds that it took are as they are.
    assert_eq!(one.replace("acs 1", "acs 0"), three.replace("acs 1", "acs 0"));
    let lines: Vec<&str> = one.split('\n').collect();
    assert!(lines[0].contains(" ce 32766; ") && lines[0].contains("pv Ra8#;"), "{one}");
    assert_eq!(lines[1..3], ["# remark\r", "8/8/8/8/8/8/8/8 w - - id \"none\";"]);
    assert!(lines[3].contains(" acn 2000; "), "{one}");
    assert_eq!(epidote(&["analyze"], SEARCHED).status.code(), Some(2), "without a limit");
}

#[test]
fn mate_writes_what_it_proves() {
    let output = epidote(&["mate", "2"], SEARCHED);
    let lines = text(&output);
    assert!(lines.starts_with(
        "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - dm 1; id \"back rank\"; pm Ra8#; pv Ra8#;\n# remark\r\n"
    ));
    assert!(lines.ends_with("4k3/8/8/8/8/8/4P3/4K3 w - - id \"pawn\";\n"), "{lines}");
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("1 written") && told.contains("1 without a mate in up to 2 moves"), "{told}");
    // A record that has as short a mate is left alone.
    let known = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - dm 1; pm Kf1;\n";
    assert_eq!(text(&epidote(&["mate", "2"], known)), known);
    let limited = epidote(&["mate", "5", "--nodes", "100"], "4k3/8/8/8/8/8/4P3/4K3 w - -\n");
    assert!(String::from_utf8(limited.stderr).unwrap().contains("1 given up at the limit"));
}

#[test]
fn files_are_graded_and_compared() {
    let fields = "4k3/8/8/8/8/8/8/4K3 w - -";
    let one = file(
        "one.epd",
        &format!("{fields} bm Kd2; id \"a.1\"; pm Kd2;\n{fields} am Kd2; id \"a.2\"; pm Kd2;\n"),
    );
    let two = file(
        "two.epd",
        &format!("{fields} bm Kd2; id \"a.1\"; pm Ke2;\n{fields} am Kd2; id \"a.2\"; pm Kd1;\n"),
    );
    let (one, two) = (one.to_str().unwrap(), two.to_str().unwrap());
    let report = text(&epidote(&["grade", one, two], ""));
    assert!(report.contains("1 of 2 solved: 50.00 %"), "{report}");
    assert!(report.contains("| new solves | 1 |") && report.contains("| lost solves | 1 |"), "{report}");
    // A saved report is a file that can be graded again.
    let json = text(&epidote(&["grade", "--to", "json", one], ""));
    let saved = file("one.json", &json);
    assert_eq!(text(&epidote(&["grade", saved.to_str().unwrap(), two], "")), report);
    assert!(text(&epidote(&["grade", "--to", "html", one], "")).starts_with("<!doctype html>"));
    assert_eq!(text(&epidote(&["grade", "--to", "csv", one], "")).lines().count(), 3);
    let other = file("other.json", "{\"format\": \"x\"}");
    let refused = epidote(&["grade", other.to_str().unwrap()], "");
    assert_eq!(refused.status.code(), Some(2));
    let graded = text(&epidote(&["grade", "--into", "c5", one], ""));
    assert!(graded.starts_with(&format!("{fields} bm Kd2; c5 \"solved: Kd2\"; id")), "{graded}");
    assert_eq!(epidote(&["grade", "--into", "id", one], "").status.code(), Some(2));
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
    assert!(words.contains("Stockfish is in the page only"), "{words}");
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

/// The last record takes for ever; an interrupt keeps what was found of the others.
#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_is_done() {
    use std::io::{BufRead as _, BufReader};
    let content = "7k/6Q1/6K1/8/8/8/8/8 b - -\n6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -\n\
        r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -\n";
    let records = file("interrupted.epd", content);
    let mut child = Command::new(env!("CARGO_BIN_EXE_epidote"))
        .args(["analyze", "--nodes", "1000000000000", "--progress", "-i", records.to_str().unwrap()])
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut said = BufReader::new(child.stderr.take().expect("what it says")).lines();
    while said.next().expect("progress").expect("text") != "2 of 3" {}
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill").success());
    let rest: Vec<String> = said.map(|line| line.expect("text")).collect();
    assert_eq!(child.wait().expect("an end").code(), Some(2));
    assert!(rest.iter().any(|line| line.ends_with("analyze: stopped: 2 written, 1 not done")), "{rest:?}");
    let written = fs::read_to_string(records).unwrap();
    let lines: Vec<&str> = written.lines().collect();
    assert!(lines[0].ends_with("ce -32767; pv;") && lines[1].ends_with("pv Ra8#;"), "{written}");
    assert_eq!(lines[2], content.lines().last().unwrap());
}
