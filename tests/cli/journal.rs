//! Runs that are killed, stopped, and continued.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};

use crate::folder::{Folder, Ran};

const JOURNAL: &str = "a.epd.epidote-journal";

/// Records that each take a moment; the results do not depend on the clock.
fn suite() -> String {
    let mut out = String::from("# mates\r\n");
    for at in 0..120 {
        let piece = ["Q7", "2Q5", "R7", "2R5", "4R3"][at % 5];
        let king = ["5K2/8", "8/5K2", "8/4K3"][at / 5 % 3];
        out.extend(["7k/8/", king, "/8/8/", piece, "/8 w - - id \"", &at.to_string(), "\";\n"]);
    }
    out.push_str("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - id \"last\"");
    out
}

/// The command: a proof that is given up after a number of moves, which is the same on any machine.
const MATE: &[&str] = &["mate", "4", "--nodes", "3000", "-j", "2", "-i", "a.epd"];

fn begin(folder: &Folder, arguments: &[&str]) -> Child {
    folder.command(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts")
}

/// Sends a signal to a run; it may have ended in the meantime.
fn send(signal: &str, child: &Child) {
    let id = child.id().to_string();
    let _ = std::process::Command::new("kill").args([signal, &id]).stderr(Stdio::null()).status();
}

/// Waits until a file has this many bytes, or until the program has ended.
fn wait_for(child: &mut Child, file: &Path, size: u64) -> bool {
    loop {
        if fs::metadata(file).is_ok_and(|known| known.len() >= size) {
            return true;
        }
        if child.try_wait().expect("a child").is_some() {
            return false;
        }
        std::thread::yield_now();
    }
}

/// The result of an undisturbed run over the suite.
fn undisturbed() -> Vec<u8> {
    let folder = Folder::new();
    folder.write("a.epd", suite());
    assert_eq!(folder.run(MATE).status, Some(0));
    assert_eq!(folder.names(), ["a.epd"]);
    let done = folder.read("a.epd");
    assert!(String::from_utf8_lossy(&done).matches(" dm ").count() > 30);
    done
}

/// Ends a run by this signal once its journal has this many bytes; `None` if the run had already ended.
fn end_by(folder: &Folder, arguments: &[&str], signal: &str, size: u64) -> Option<i32> {
    let mut child = begin(folder, arguments);
    if wait_for(&mut child, &folder.path(JOURNAL), size) {
        send(signal, &child);
    }
    let status = child.wait().expect("an end");
    folder.path(JOURNAL).exists().then(|| status.code().unwrap_or(-1))
}

/// A folder with a run that a signal ended before it was finished, and the status of the run. The speed of
/// the machine decides at which point that happens.
fn broken_off(signal: &str) -> (Folder, i32) {
    for _ in 0..100 {
        let folder = Folder::new();
        folder.write("a.epd", suite());
        if let Some(status) = end_by(&folder, MATE, signal, 600) {
            return (folder, status);
        }
    }
    panic!("no run could be broken off");
}

#[test]
fn a_run_that_is_killed_goes_on_where_it_was() {
    let expected = undisturbed();
    let resumed = [MATE, &["--resume"]].concat();
    let mut kills = 0;
    while kills < 6 {
        let (folder, _) = broken_off("-KILL");
        kills += 1;
        loop {
            let now = folder.read("a.epd");
            assert!(now == suite().as_bytes() || now == expected, "neither the old file nor the new one");
            let known = fs::metadata(folder.path(JOURNAL)).expect("a journal").len();
            if end_by(&folder, &resumed, "-KILL", known + 500).is_none() {
                break;
            }
            kills += 1;
        }
        assert_eq!(String::from_utf8_lossy(&folder.read("a.epd")), String::from_utf8_lossy(&expected));
        assert_eq!(folder.names(), ["a.epd"]);
    }
}

/// A file that only its owner may read is not shown to others while a run over it goes on, nor after it was broken off.
#[cfg(unix)]
#[test]
fn what_a_run_keeps_is_for_those_who_may_read_the_file() {
    use std::os::unix::fs::PermissionsExt as _;
    for _ in 0..100 {
        let folder = Folder::new();
        folder.write("a.epd", suite());
        fs::set_permissions(folder.path("a.epd"), fs::Permissions::from_mode(0o600)).expect("rights");
        if end_by(&folder, MATE, "-KILL", 600).is_none() {
            continue;
        }
        for name in folder.names() {
            let mode = fs::metadata(folder.path(&name)).expect("a file").permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "{name}");
        }
        return;
    }
    panic!("no run could be broken off");
}

/// The number of records that a resumed run found done.
fn done_before(ran: &Ran) -> usize {
    let count =
        ran.err.split(" records were done before").next().and_then(|rest| rest.split('\n').next_back());
    count.and_then(|count| count.parse().ok()).unwrap_or_else(|| panic!("no count in {ran:?}"))
}

#[test]
fn a_file_that_was_changed_meanwhile_gets_the_results_of_the_lines_that_stayed() {
    let (folder, _) = broken_off("-KILL");
    // If all results were in the file already, they are there still.
    let now = String::from_utf8(folder.read("a.epd")).expect("text");
    let changed = format!("# new\n{}\n# the end\n", now.replace("last", "first"));
    folder.write("a.epd", &changed);
    let resumed = folder.run(&[MATE, &["--resume"]].concat());
    assert_eq!(resumed.status, Some(0), "{resumed:?}");
    assert!(resumed.err.contains("a.epd: it has been changed since; lines that stayed keep their results"));
    assert!(done_before(&resumed) > 3, "{resumed:?}");
    let fresh = Folder::new();
    fresh.write("a.epd", &changed);
    assert_eq!(fresh.run(MATE).status, Some(0));
    assert_eq!(String::from_utf8_lossy(&folder.read("a.epd")), String::from_utf8_lossy(&fresh.read("a.epd")));
    assert_eq!(folder.names(), ["a.epd"]);
}

#[test]
fn what_was_done_is_not_done_again() {
    let (folder, _) = broken_off("-KILL");
    // Without the option nothing is begun, and nothing is lost.
    let journal = folder.read(JOURNAL);
    let refused = folder.run(MATE);
    assert!(refused.status == Some(2) && refused.err.contains("continue with --resume"), "{refused:?}");
    assert_eq!(folder.read(JOURNAL), journal);
    // Other steps are refused as well.
    let other = folder.run(&["mate", "3", "--nodes", "3000", "-i", "a.epd", "--resume"]);
    assert!(other.status == Some(2) && other.err.contains("had other steps"), "{other:?}");
    // So is another reading of the files.
    let other = folder.run(&[MATE, &["--resume", "--chess960"]].concat());
    assert!(other.status == Some(2) && other.err.contains("as another game, or by other rules"), "{other:?}");
    // A file that was put before the others since: what was done is not forgotten.
    folder.write("0.epd", suite());
    for more in [&[][..], &["--resume"]] {
        let other = folder.run(&[&["mate", "4", "--nodes", "3000", "-i", "0.epd", "a.epd"], more].concat());
        assert!(other.status == Some(2) && other.err.contains(JOURNAL), "{other:?}");
        assert_eq!(folder.read(JOURNAL), journal);
    }
    let resumed = folder.run(&[MATE, &["--resume"]].concat());
    assert!(done_before(&resumed) > 3, "{resumed:?}");
}

#[test]
fn a_report_replaces_nothing_that_is_read() {
    let folder = Folder::new();
    folder.write("a.epd", "8/8/8/8/8/8/8/8 w - -\n");
    folder.write("r.json", "[{\"mate\":{\"moves\":1}}]");
    folder.write("s.toml", "");
    for (arguments, file) in [
        (&["run", "r.json", "a.epd", "--report", "./r.json"][..], "r.json"),
        (&["mate", "1", "a.epd", "--config", "s.toml", "--report", "s.toml"], "s.toml"),
        (&["mate", "1", "a.epd", "--report", "a.epd"], "a.epd"),
    ] {
        let before = folder.read(file);
        let ran = folder.run(arguments);
        assert!(ran.status == Some(2) && ran.err.contains("would be replaced"), "{ran:?}");
        assert_eq!(folder.read(file), before);
    }
}

#[cfg(unix)]
#[test]
fn a_run_that_is_asked_to_end_writes_what_is_done_and_goes_on_later() {
    let expected = undisturbed();
    for signal in ["-TERM", "-INT", "-HUP"].into_iter().filter(|&signal| is_heard(signal)) {
        let (folder, status) = broken_off(signal);
        assert_eq!(status, 2, "{signal}");
        let now = String::from_utf8(folder.read("a.epd")).expect("text");
        assert!(now.contains(" dm ") && now.as_bytes() != expected, "{signal}: {now}");
        let resumed = folder.run(&[MATE, &["--resume"]].concat());
        assert_eq!(resumed.status, Some(0), "{signal}: {resumed:?}");
        assert!(resumed.err.contains(" done before"), "{resumed:?}");
        assert_eq!(folder.read("a.epd"), expected, "{signal}");
        assert_eq!(folder.names(), ["a.epd"]);
    }
}

#[test]
fn two_runs_at_once_do_not_meet() {
    let folder = Folder::new();
    let endless = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -\n";
    folder.write("a.epd", endless);
    let mut child = begin(&folder, &["analyze", "--nodes", "1000000000000", "-i", "a.epd"]);
    assert!(wait_for(&mut child, &folder.path(JOURNAL), 30));
    for more in [&[][..], &["--resume"]] {
        let second = folder.run(&[&["analyze", "--nodes", "1000000000000", "-i", "a.epd"], more].concat());
        assert!(
            second.status == Some(2) && second.err.contains("another run is using these files"),
            "{second:?}"
        );
    }
    child.kill().expect("a kill");
    child.wait().expect("an end");
}

#[test]
fn printed_records_are_there_as_soon_as_their_turn_comes() {
    for signal in ["-KILL", "-TERM", "-INT", "-HUP"].into_iter().filter(|&signal| is_heard(signal)) {
        printed_until(signal);
    }
}

/// Ends a run that prints, while it searches its last record.
fn printed_until(signal: &str) {
    let folder = Folder::new();
    let lines = "7k/6Q1/6K1/8/8/8/8/8 b - -\n# remark\n6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -\n";
    let endless = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -\n";
    folder.write("a.epd", format!("{lines}{endless}"));
    let out = fs::File::create(folder.path("out.epd")).expect("a file");
    let mut child = folder
        .command(&["analyze", "--nodes", "1000000000000", "a.epd"])
        .stdout(out)
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let is_there =
        |bytes: &[u8]| String::from_utf8_lossy(bytes).lines().count() == 3 && bytes.ends_with(b"\n");
    while !is_there(&folder.read("out.epd")) {
        assert!(child.try_wait().expect("a child").is_none());
        std::thread::yield_now();
    }
    send(signal, &child);
    let status = child.wait().expect("an end").code();
    let text = String::from_utf8(folder.read("out.epd")).expect("text");
    assert!(text.contains("pv Ra8#;\n") && text.contains("\n# remark\n"), "{signal}: {text}");
    if signal == "-KILL" {
        assert!(status.is_none() && is_there(text.as_bytes()), "{signal}: {text}");
    } else {
        // The record that was being searched is printed as it was.
        assert!(status == Some(2) && text.ends_with(endless), "{signal}: {status:?} {text}");
    }
}

/// At most the records that are being worked on are lost: what the progress has told is done is not done again.
#[cfg(unix)]
#[test]
fn what_progress_told_is_kept_when_the_run_is_killed() {
    let folder = Folder::new();
    let mates = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -\n".repeat(20);
    folder.write("a.epd", format!("{mates}r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -\n"));
    let run = ["analyze", "--nodes", "1000000000000", "-j", "2", "--progress=plain", "-i", "a.epd"];
    // What each run tells until it has told this, and is killed then.
    let until = |arguments: &[&str], word: &str| -> String {
        let mut child = folder.command(arguments).stderr(Stdio::piped()).spawn().expect("the program starts");
        let mut err = BufReader::new(child.stderr.take().expect("what it says")).lines();
        let line = err.find(|line| line.as_ref().is_ok_and(|line| line.contains(word)));
        send("-KILL", &child);
        child.wait().expect("an end");
        line.expect("told").expect("text")
    };
    until(&run, "20 of 21");
    // Twice, because the second run must keep what the first one did, too.
    for _ in 0..2 {
        let resumed = until(&[&run[..], &["--resume"]].concat(), "done before");
        assert!(resumed.contains("20 records were done before"), "{resumed}");
    }
}

#[test]
fn records_behind_others_are_written_in_place() {
    let folder = Folder::new();
    folder.write("a.epd", "4k3/8/8/8/8/8/8/4K3 w - - id \"a\";\n4k3/8/8/8/8/8/4P3/4K3 w - - id \"b\"");
    let arguments = ["analyze", "--nodes", "300", "--lines", "2", "--as-records", "-i", "a.epd"];
    let first = folder.run(&arguments);
    assert_eq!(first.status, Some(0), "{first:?}");
    let text = String::from_utf8(folder.read("a.epd")).expect("text");
    assert_eq!(text.lines().count(), 4, "{text}");
    assert_eq!(folder.names(), ["a.epd"]);
}

/// Whether a program that a test starts hears this signal.
#[cfg(unix)]
fn is_heard(signal: &str) -> bool {
    signal != "-HUP" || crate::hangup::is_heard()
}

/// As `nohup` starts it.
#[cfg(unix)]
#[test]
fn a_run_that_outlives_its_terminal_goes_on() {
    let folder = Folder::new();
    folder.write("a.epd", "# kept\n");
    let own = folder.command(&["merge", "a.epd", "-", "-o", "out.epd"]);
    let mut command = std::process::Command::new("sh");
    command.args(["-c", "trap '' HUP; exec \"$0\" \"$@\""]).arg(own.get_program()).args(own.get_args());
    command.current_dir(own.get_current_dir().expect("a folder"));
    let mut child = command.stdin(Stdio::piped()).spawn().expect("a start");
    assert!(wait_for(&mut child, &folder.path("out.epd.epidote-tmp"), 0));
    let sent = std::process::Command::new("kill").args(["-HUP", &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
    drop(child.stdin.take());
    assert!(child.wait().expect("an end").success());
    assert_eq!(folder.read("out.epd"), b"# kept\n");
}

/// Runs that keep nothing of what is done.
#[cfg(unix)]
#[test]
fn a_run_that_is_ended_leaves_no_unfinished_file() {
    let all = [("-TERM", 15), ("-INT", 2), ("-HUP", 1)];
    for (signal, number) in all.into_iter().filter(|&(signal, _)| is_heard(signal)) {
        let folder = Folder::new();
        folder.write("a.epd", suite());
        folder.write("out.epd", "old\n");
        for arguments in [
            &["merge", "a.epd", "-", "-o", "out.epd"][..],
            &["export", "--to", "fen", "a.epd", "-", "-o", "out.epd"],
        ] {
            // Its input stays open, so that it does not come to its end.
            let mut command = folder.command(arguments);
            let mut child = command.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().expect("a start");
            assert!(wait_for(&mut child, &folder.path("out.epd.epidote-tmp"), 0), "{arguments:?}");
            let id = child.id().to_string();
            let sent = std::process::Command::new("kill").args([signal, &id]).status();
            assert!(sent.is_ok_and(|status| status.success()));
            let input = child.stdin.take();
            let ended = child.wait().expect("an end");
            drop(input);
            assert_eq!(std::os::unix::process::ExitStatusExt::signal(&ended), Some(number), "{arguments:?}");
            assert_eq!(folder.names(), ["a.epd", "out.epd"], "{arguments:?}");
            assert_eq!(folder.read("out.epd"), b"old\n", "{arguments:?}");
        }
    }
}
