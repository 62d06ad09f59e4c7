//! Other engines for the verbs that search: `--engine`.

use super::{EPIDOTE, folder, mock, run};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

const SUITE: &str = "\
6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"mate\";
7k/8/8/8/8/8/8/K6R b - - id \"check\";
# a remark

7k/5Q2/6K1/8/8/8/8/8 b - - id \"stalemate\";
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"start\";
";

#[track_caller]
fn analyze(folder: &Path, arguments: &[&str]) -> (String, String, Option<i32>) {
    fs::write(folder.join("suite.epd"), SUITE).expect("a suite");
    let output = Command::new(EPIDOTE)
        .args(arguments)
        .arg("suite.epd")
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr), output.status.code())
}

/// The records without some of their operations.
fn without(opcodes: &[&str], text: &str) -> Vec<String> {
    let stays = |operation: &&str| !opcodes.contains(&operation.split(' ').next().unwrap_or_default());
    text.lines().map(|line| line.split("; ").filter(stays).collect::<Vec<_>>().join("; ")).collect()
}

#[test]
fn the_own_engine_answers_in_the_same_way_over_uci() {
    let folder = folder("native-own");
    let limits = ["--nodes", "20000"];
    let (own, _, _) = analyze(&folder, &[&["analyze"], &limits[..]].concat());
    let (other, err, status) = analyze(&folder, &[&["analyze", "--engine", "epidote"], &limits[..]].concat());
    assert_eq!(status, Some(0), "{err}");
    assert_eq!(without(&["acs"], &other), without(&["acs"], &own));
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn an_engine_claims_second_solutions_and_never_that_there_is_no_mate() {
    let folder = folder("native-cooks");
    let suite = "\
6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - bm Ra8#; dm 1;
6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; dm 1;
6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - dm 1;
6k1/5ppp/8/8/8/8/4QPPP/6K1 w - - bm Qe8#; dm 1; c9 \"also Qe7\";
6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Kg2; dm 1; id \"wrong\";
4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; dm 2; id \"no mate\";
4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"no claim\";
";
    fs::write(folder.join("mates.epd"), suite).expect("a suite");
    let cooks = |more: &str| run(&folder, &format!("cooks 3 --engine epidote --depth 4 {more} mates.epd"));
    let (out, err, status) = cooks("");
    assert_eq!(status, Some(0), "{err}");
    let expect = "\
6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - bm Ra8#; c9 \"also Rb8#\"; dm 1;
6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; dm 1;
6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - c9 \"2 solutions: Ra8# Rb8#\"; dm 1;
6k1/5ppp/8/8/8/8/4QPPP/6K1 w - - bm Qe8#; dm 1; c9 \"also Qe7\";
6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Kg2; c9 \"also Ra8#\"; dm 1; id \"wrong\";
4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; dm 2; id \"no mate\";
4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"no claim\";
";
    assert_eq!(out, expect);
    // A line is all that this engine may tell.
    let (out, err, _) = cooks("--lines 1");
    assert_eq!(out.matches("also").count(), 2 + usize::from(out.contains("Rb8#")), "{out}{err}");
    // Twice over the same file: nothing changes.
    fs::write(folder.join("mates.epd"), expect).expect("the output");
    assert_eq!(cooks("").0, expect);
    // What is asked wrongly.
    for (words, why) in [
        ("cooks 3 --depth 4 mates.epd", "--engine"),
        ("cooks 3 --engine epidote mates.epd", "limit"),
        ("cooks 3 --engine epidote --depth 4 --lines 11 mates.epd", "lines"),
    ] {
        let (_, err, status) = run(&folder, words);
        assert!(status == Some(2) && err.contains(why), "{words}: {err}");
    }
    // An engine of xboard tells its best line.
    let command = format!("\"{} x-good\"", mock());
    let (_, err, status) = analyze(
        &folder,
        &["cooks", "3", "--proto", "xboard", "--depth", "1", "--engine", command.trim_matches('"')],
    );
    assert_eq!(status, Some(0), "{err}");
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn engines_of_both_protocols() {
    let folder = folder("native-mock");
    for (engine, proto) in [("good", "uci"), ("x-good", "xboard")] {
        let command = format!("{} {engine}", mock());
        let (out, err, status) =
            analyze(&folder, &["analyze", "--depth", "1", "--engine", &command, "--proto", proto]);
        assert_eq!(status, Some(0), "{engine}: {err}");
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines.len(), SUITE.lines().count(), "{engine}: {out}");
        let searched = lines.iter().filter(|line| line.contains("acd 1;") && line.contains("pv ")).count();
        assert_eq!(searched, 3, "{engine}: {out}");
        // The same from one thread; the engine tells how often it was asked as score and nodes.
        let (again, _, _) =
            analyze(&folder, &["analyze", "--depth", "1", "--engine", &command, "--proto", proto, "-j", "1"]);
        let volatile = ["acn", "acs", "ce"];
        assert_eq!(without(&volatile, &again), without(&volatile, &out), "{engine}");
    }
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn an_engine_that_knows_no_limit_of_depth_is_told_to_move() {
    let folder = folder("native-deep");
    let command = format!("{} x-deep", mock());
    let (out, err, status) =
        analyze(&folder, &["analyze", "--depth", "2", "--engine", &command, "--proto", "xboard"]);
    assert_eq!(status, Some(0), "{err}");
    assert_eq!(out.lines().filter(|line| line.contains("pv ")).count(), 3, "{out}");
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn engines_that_fail_leave_their_records_as_they_are() {
    let folder = folder("native-bad");
    for (engine, proto, why) in
        [("illegal", "uci", "e2e5"), ("x-illegal", "xboard", "e2e5"), ("x-resigns", "xboard", "resign")]
    {
        let command = format!("{} {engine}", mock());
        let (out, err, _) =
            analyze(&folder, &["analyze", "--depth", "1", "--engine", &command, "--proto", proto, "-j", "1"]);
        assert_eq!(out.lines().count(), SUITE.lines().count(), "{engine}: {out}");
        assert!(err.contains(why), "{engine}: {err}");
    }
    // One that cannot search at all is told once, before the run.
    let command = format!("{} gone-at-once", mock());
    let (out, err, status) = analyze(&folder, &["analyze", "--depth", "1", "--engine", &command]);
    assert_eq!((out.as_str(), err.lines().count(), status), ("", 1, Some(2)), "{err}");
    assert!(err.contains("--engine: ") && err.contains("cannot be started"), "{err}");
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn engines_that_crash_once_are_asked_once_more() {
    let folder = folder("native-crash");
    for (engine, proto) in [("dies", "uci"), ("x-dies", "xboard")] {
        let command = format!("{} {engine}", mock());
        let (out, err, status) =
            analyze(&folder, &["analyze", "--depth", "1", "--engine", &command, "--proto", proto, "-j", "1"]);
        assert_eq!(status, Some(0), "{engine}: {err}");
        assert_eq!(out.matches("acd 1;").count(), 3, "{engine}: {out}");
    }
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn what_is_asked_wrongly() {
    let folder = folder("native-wrong");
    let mock = mock();
    let good = format!("{mock} good");
    let (_, err, _) =
        analyze(&folder, &["analyze", "--depth", "1", "--engine", &good, "--option", "Nothing=1"]);
    assert!(err.contains("has no option Nothing"), "{err}");
    let (_, err, status) = analyze(&folder, &["analyze", "--depth", "1", "--engine", "\"x"]);
    assert_eq!((status, err.trim()), (Some(2), "epidote: --engine: a quote is not closed"));
    let (_, err, status) =
        analyze(&folder, &["analyze", "--depth", "1", "--engine", &good, "--option", "=1"]);
    assert_eq!((status, err.trim()), (Some(2), "epidote: --option: \"=1\" has no name"));
    let xboard = format!("{mock} x-good");
    let (_, err, _) = analyze(
        &folder,
        &["analyze", "--depth", "1", "--engine", &xboard, "--proto", "xboard", "--option", "Nothing=1"],
    );
    assert!(err.contains("has no option Nothing") && !err.contains("crashed"), "{err}");
    let (_, err, _) = analyze(&folder, &["target", "--nodes", "5", "--engine", &xboard, "--proto", "xboard"]);
    assert!(err.contains("no limit by nodes"), "{err}");
    let (_, err, status) = run(&folder, "analyze --depth 1 --engine /no/such/engine suite.epd");
    let said = "epidote: --engine: it cannot be started: there is no program /no/such/engine";
    assert_eq!((status, err.trim()), (Some(2), said));
    fs::remove_dir_all(&folder).expect("the folder goes");
}
