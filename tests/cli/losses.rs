//! What must not be lost: a file that changes during a run, one that cannot be written, a request to end in the middle
//! of a search, and output that nobody reads. Two programs on one file are a case of every verb.

use std::fs;
use std::io::Read as _;
use std::process::{Child, Stdio};
use std::time::Duration;

use crate::folder::Folder;

const JOURNAL: &str = "a.epd.epidote-journal";

fn start(folder: &Folder, arguments: &[&str]) -> Child {
    folder.command(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts")
}

/// Two records: a mate at once, and a search without an end.
const ENDLESS: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - id \"mate\";\n\
                       r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - id \"endless\";\n";

const ANALYZE: &[&str] = &["analyze", "--nodes", "1000000000000", "-j", "1", "-i", "a.epd"];

/// Waits until the journal has the first result.
fn wait_for_result(folder: &Folder, child: &mut Child) {
    while !fs::read(folder.path(JOURNAL)).is_ok_and(|bytes| String::from_utf8_lossy(&bytes).contains("Ra8#"))
    {
        assert!(child.try_wait().expect("a child").is_none(), "it has ended");
        std::thread::yield_now();
    }
}

fn send(signal: &str, child: &Child) {
    let sent = std::process::Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
}

#[cfg(unix)]
#[test]
fn a_request_to_end_in_the_middle_of_a_long_search_keeps_what_is_done() {
    // Some programs tell of one request by two signals.
    for signals in [&["-TERM"][..], &["-INT"], &["-TERM", "-TERM"], &["-INT", "-TERM"]] {
        let folder = Folder::new();
        folder.write("a.epd", ENDLESS);
        let mut child = start(&folder, ANALYZE);
        wait_for_result(&folder, &mut child);
        // The search lasts longer than an input may be silent once the run is stopped.
        std::thread::sleep(Duration::from_millis(1_200));
        for signal in signals {
            send(signal, &child);
        }
        assert_eq!(child.wait().expect("an end").code(), Some(2), "{signals:?}");
        let now = String::from_utf8(folder.read("a.epd")).expect("text");
        assert!(now.contains("Ra8#") && now.contains("endless"), "{signals:?}: {now}");
        assert_eq!(folder.names(), ["a.epd", JOURNAL], "{signals:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_second_request_ends_at_once_and_leaves_no_unfinished_file() {
    let folder = Folder::new();
    folder.write("a.epd", ONE);
    // Its input stays open.
    let mut command = folder.command(&["mate", "3", "a.epd", "-"]);
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("a start");
    // It runs when the first file is printed.
    let mut first = [0; ONE.len()];
    child.stdout.as_mut().expect("a pipe").read_exact(&mut first).expect("a record");
    // As a user does: again, later than what still belongs to the first request, until it ends.
    let ended = (0..40).find_map(|_| {
        send("-INT", &child);
        std::thread::sleep(Duration::from_millis(250));
        child.try_wait().expect("a child")
    });
    if ended.is_none() {
        child.kill().expect("an end");
    }
    assert_eq!(ended.and_then(|ended| ended.code()), Some(130));
    assert_eq!(folder.names(), ["a.epd"]);
}

const MATE: &[&str] = &["mate", "1", "-i", "a.epd"];
const ONE: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - id \"mate\";\n";

#[test]
fn results_that_cannot_be_written_stay_in_the_journal() {
    let folder = Folder::new();
    folder.write("a.epd", ONE);
    // A folder stands where the file would be written.
    fs::create_dir(folder.path("a.epd.epidote-tmp")).expect("a folder");
    let run = folder.run(MATE);
    assert_eq!(run.status, Some(2), "{run:?}");
    assert_eq!(folder.read("a.epd"), ONE.as_bytes());
    assert!(folder.path(JOURNAL).exists(), "{run:?}");
    assert!(run.err.contains("continue with the same command and --resume"), "{run:?}");
    fs::remove_dir(folder.path("a.epd.epidote-tmp")).expect("no folder");
    let resumed = folder.run(&[MATE, &["--resume"]].concat());
    assert_eq!(resumed.status, Some(0), "{resumed:?}");
    assert!(resumed.err.contains("1 record was done before"), "{resumed:?}");
    assert!(String::from_utf8_lossy(&folder.read("a.epd")).contains(" dm 1;"));
    assert_eq!(folder.names(), ["a.epd"]);
}

/// What was not written is not told as changed.
#[test]
fn a_file_that_cannot_be_written_has_no_changes() {
    for words in [&["set", "c5", "\"new\"", "-i", "a.epd"][..], &["lint", "--fix", "--exit-zero", "a.epd"]] {
        let folder = Folder::new();
        folder.write("a.epd", "4k3/8/8/8/8/8/8/4K2R w K - bm 0-0; id \"x\"\n");
        fs::create_dir(folder.path("a.epd.epidote-tmp")).expect("a folder");
        let run = folder.run(words);
        assert_eq!(run.status, Some(2), "{run:?}");
        assert!(run.err.contains("; the file is left as it is"), "{run:?}");
        assert!(run.err.contains("0 of 1 record") || run.err.contains("0 lines fixed"), "{run:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_is_changed_during_a_run_is_left_and_its_results_are_kept() {
    let folder = Folder::new();
    folder.write("a.epd", ENDLESS);
    let mut child = folder.command(ANALYZE).stdout(Stdio::null()).spawn().expect("a start");
    wait_for_result(&folder, &mut child);
    let changed = format!("{ENDLESS}# note\n");
    folder.write("a.epd", &changed);
    send("-TERM", &child);
    let ended = child.wait_with_output().expect("an end");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(2), "{said}");
    assert!(said.contains("continue with the same command and --resume"), "{said}");
    assert!(said.contains("it was changed during the run and is left as it is"), "{said}");
    assert_eq!(folder.read("a.epd"), changed.as_bytes());
    // The changed file gets what is in the journal.
    let mut child = start(&folder, &[ANALYZE, &["--resume"]].concat());
    std::thread::sleep(Duration::from_millis(300));
    send("-TERM", &child);
    child.wait().expect("an end");
    let text = String::from_utf8(folder.read("a.epd")).expect("text");
    assert!(text.contains("Ra8#") && text.ends_with("# note\n"), "{text}");
}

/// Only the superuser can own files of others, and so lose their owner.
#[cfg(unix)]
#[test]
fn a_file_keeps_its_owner() {
    use std::os::unix::fs::{MetadataExt as _, chown};
    let folder = Folder::new();
    folder.write("a.epd", "4k3/8/8/8/8/8/8/4K3 w - - id x;\n");
    let path = folder.path("a.epd");
    if chown(&path, Some(12_345), Some(54_321)).is_err() {
        return;
    }
    assert_eq!(folder.run(&["repair", "-i", "a.epd"]).status, Some(0));
    let known = fs::metadata(&path).expect("the file");
    assert_eq!((known.uid(), known.gid()), (12_345, 54_321));
    assert!(String::from_utf8_lossy(&folder.read("a.epd")).contains("id \"x\";"));
}

#[test]
fn files_are_fixed_to_the_last_also_if_nobody_reads_the_findings() {
    let folder = Folder::new();
    let names = ["a.epd", "b.epd", "c.epd"];
    let broken = "4k3/8/8/8/8/8/8/4K2R w K - bm 0-0; id \"x\"\n".repeat(2_000);
    for name in names {
        folder.write(name, &broken);
    }
    let mut command = folder.command(&[&["lint", "--fix"][..], &names].concat());
    let mut child = command.stderr(Stdio::null()).spawn().expect("a start");
    drop(child.stdout.take());
    // Not 0: the findings were not told.
    assert_eq!(child.wait().expect("an end").code(), Some(141));
    for name in names {
        let fixed = String::from_utf8(folder.read(name)).expect("text");
        assert!(fixed.ends_with("bm O-O; id \"x\";\n") && !fixed.contains("0-0"), "{name}");
    }
}

#[test]
fn fixed_lines_come_alone_in_every_format() {
    let broken = "4k3/8/8/8/8/8/8/4K2R w K - bm 0-0; id x;\n";
    let folder = Folder::new();
    let lines = folder.run_with(&["lint", "--fix"], broken.as_bytes()).out;
    assert!(String::from_utf8_lossy(&lines).contains("bm O-O;"));
    for format in ["text", "json", "sarif", "github"] {
        let run = folder.run_with(&["lint", "--fix", "--format", format], broken.as_bytes());
        assert_eq!(run.out, lines, "{format}");
        assert!(!run.err.is_empty(), "{format}");
    }
}

#[test]
fn an_output_replaces_no_file_that_is_read() {
    for words in [
        &["analyze", "--nodes", "100", "-i", "--report", "a.epd", "a.epd"][..],
        &["mate", "1", "--report", "./a.epd", "a.epd"],
        &["grade", "a.epd", "-o", "a.epd"],
        &["export", "--to", "csv", "a.epd", "-o", "a.epd"],
        // Told before the search, not after it.
        &["analyze", "--nodes", "100", "-i", "--report", "absent/report.json", "a.epd"],
    ] {
        let folder = Folder::new();
        folder.write("a.epd", ONE);
        let run = folder.run(words);
        assert_eq!(run.status, Some(2), "{words:?}: {run:?}");
        assert_eq!(folder.read("a.epd"), ONE.as_bytes(), "{words:?}");
        assert_eq!(folder.names(), ["a.epd"], "{words:?}");
    }
}

#[test]
fn an_engine_that_is_absent_is_told_once_before_anything_is_read() {
    let folder = Folder::new();
    folder.write("a.epd", ONE.repeat(3));
    for verb in ["analyze", "target"] {
        let run = folder.run(&[verb, "--nodes", "10", "--engine", "no-such-engine", "-i", "a.epd"]);
        let said = "--engine: it cannot be started: there is no program no-such-engine";
        assert_eq!((run.status, run.err.matches(said).count()), (Some(2), 1), "{run:?}");
        assert_eq!(run.err.lines().count(), 1, "{run:?}");
        assert_eq!(folder.names(), ["a.epd"]);
    }
}

#[test]
fn an_option_that_the_engine_lacks_is_told_once_before_anything_is_read() {
    let folder = Folder::new();
    folder.write("a.epd", ONE.repeat(3));
    let engine = format!("{} uci", env!("CARGO_BIN_EXE_epidote"));
    let run = |verb: &[&str], option: &str, files: &[&str]| {
        folder.run(&[verb, &["--engine", &engine, "--option", option], files].concat())
    };
    for verb in
        [&["analyze", "--nodes", "10"][..], &["target", "--nodes", "10"], &["cooks", "1", "--nodes", "10"]]
    {
        for files in [&["-i", "a.epd"][..], &["a.epd"], &["a.epd", "a.epd"], &[]] {
            let refused = run(verb, "Colour=red", files);
            assert_eq!((refused.status, &refused.out[..]), (Some(2), &b""[..]), "{refused:?}");
            let said = format!("epidote: --option: {engine} has no option Colour\n");
            assert_eq!(refused.err, said, "{verb:?} {files:?}");
            assert_eq!(folder.names(), ["a.epd"]);
        }
        assert_eq!(run(verb, "Hash=8", &["a.epd"]).status, Some(0), "{verb:?}");
    }
    assert_eq!(folder.read("a.epd"), ONE.repeat(3).as_bytes());
}

#[test]
fn help_tells_how_the_line_number_is_written() {
    let help = String::from_utf8(Folder::new().run(&["set", "--help"]).out).expect("text");
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("an n in braces is the line number, `{n:4}`"), "{help}");
}

#[test]
fn an_engine_of_another_protocol_is_told_once() {
    let folder = Folder::new();
    folder.write("a.epd", ONE.repeat(3));
    // A program that ends as soon as it is spoken to.
    for proto in ["uci", "xboard"] {
        let words = ["analyze", "--depth", "1", "--engine", "head -n 1", "--proto", proto, "-i", "a.epd"];
        let run = folder.run(&words);
        assert_eq!((run.status, run.err.lines().count()), (Some(2), 1), "{run:?}");
        assert!(run.err.starts_with("epidote: --engine: head -n 1 "), "{run:?}");
    }
    // A limit that the protocol does not have.
    let run = folder.run(&["analyze", "--nodes", "9", "--engine", "head -n 1", "--proto", "xboard", "a.epd"]);
    let said = "epidote: --nodes: engines that speak the protocol of xboard have no limit by nodes\n";
    assert_eq!((run.status, &run.err[..]), (Some(2), said), "{run:?}");
    assert_eq!(folder.names(), ["a.epd"]);
    assert_eq!(folder.read("a.epd"), ONE.repeat(3).as_bytes());
}

/// The record is asked again, so the run does not fail. It is told all the same: an engine that is not well may answer
/// wrongly, too.
#[cfg(unix)]
#[test]
fn an_engine_that_ends_in_the_middle_is_told() {
    let engine = "while read -r line; do case $line in \
        uci) echo uciok ;; \
        isready) echo readyok ;; \
        'position fen 6k1'*) mkdir ended 2>/dev/null && exit 3 ;; \
        go*) echo info depth 1 score cp 5 nodes 1 pv a1a8; echo bestmove a1a8 ;; \
        quit) exit ;; \
        esac; done\n";
    let folder = Folder::new();
    folder.write("engine.sh", engine);
    folder.write("a.epd", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#;\n".repeat(2));
    for (verb, language, said) in [
        ("analyze", "en", "sh engine.sh crashed: exit status: 3; it is started again and asked once more"),
        ("target", "ru", "sh engine.sh: сбой (exit status: 3); он запущен снова"),
    ] {
        let words =
            ["--language", language, verb, "--depth", "1", "--nodes", "9", "--workers", "1", "--engine"];
        let run = folder.run(&[&words[..], &["sh engine.sh", "a.epd"]].concat());
        assert_eq!((run.status, run.err.matches(said).count()), (Some(0), 1), "{run:?}");
        assert_eq!(run.text().matches("pv Ra8#;").count(), 2, "{run:?}");
        fs::remove_dir(folder.path("ended")).expect("the engine ended once");
    }
}

#[test]
fn a_part_is_not_replaced_by_what_it_is_put_together_to() {
    let folder = Folder::new();
    folder.write("a.epd", ONE.repeat(3));
    let parts = ["1", "2"].map(|number| {
        let name = format!("part-{number}.epd");
        let shard = format!("{number}/2");
        folder.write(&name, folder.run(&["normalize", "--shard", &shard, "a.epd"]).out);
        name
    });
    let before = parts.clone().map(|name| folder.read(&name));
    let run = folder.run(&["merge-shards", "part-1.epd", "part-2.epd", "-o", "part-1.epd"]);
    assert!(run.status == Some(2) && run.err.contains("its records are read here"), "{run:?}");
    assert_eq!(parts.map(|name| folder.read(&name)), before);
}

#[test]
fn a_report_is_printed_where_records_are_not() {
    let folder = Folder::new();
    folder.write("a.epd", ONE);
    let run = folder.run(&["analyze", "--nodes", "9", "a.epd", "--report", "-"]);
    assert!(run.status == Some(2) && run.out.is_empty() && run.err.contains("--in-place"), "{run:?}");
    let run = folder.run(&["analyze", "--nodes", "9", "-i", "a.epd", "--report", "-"]);
    let report: serde_json::Value = serde_json::from_slice(&run.out).expect("JSON");
    assert_eq!((run.status, report["runs"][0]["name"].as_str()), (Some(0), Some("a.epd")), "{run:?}");
    assert_eq!(folder.names(), ["a.epd"]);
}

#[test]
fn runs_of_one_suite_have_the_names_of_their_reports() {
    let folder = Folder::new();
    folder.write("a.epd", ONE);
    for report in ["one.json", "two.json"] {
        assert_eq!(folder.run(&["analyze", "--nodes", "900", "a.epd", "--report", report]).status, Some(0));
    }
    let names = |files: &[&str]| -> Vec<String> {
        let run = folder.run(&[&["grade", "--format", "json"], files].concat());
        let report: serde_json::Value = serde_json::from_slice(&run.out).expect("JSON");
        let runs = report["runs"].as_array().expect("runs").iter();
        runs.map(|run| run["name"].as_str().expect("a name").to_owned()).collect()
    };
    assert_eq!(names(&["one.json"]), ["a.epd"]);
    assert_eq!(names(&["one.json", "two.json"]), ["a.epd (one.json)", "a.epd (two.json)"]);
    assert_eq!(names(&["a.epd", "two.json"]), ["a.epd", "a.epd (two.json)"]);
}

#[test]
fn a_table_that_cannot_be_read_is_told_in_one_line() {
    let folder = Folder::new();
    folder.write("t.csv", "FEN,Best\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -,e4\n");
    let run = folder.run(&["import", "--map", "FEN=fen,Nope=bm", "t.csv"]);
    assert_eq!(run.err, "epidote: t.csv: there is no column `Nope`\n");
    assert_eq!((run.status, &run.out[..]), (Some(2), &b""[..]));
}
