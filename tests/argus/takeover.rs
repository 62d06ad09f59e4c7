//! A second referee that takes over.

use super::interrupted::{event, play};
use super::stops::signal;
use super::{command, ends, folder, mock, run, survives, wait_until};
use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Stdio};

/// Starts the program, with words as on a command line.
fn start(folder: &Path, words: &str) -> Child {
    command(folder, words).stdout(Stdio::null()).spawn().expect("the program starts")
}

/// How often a referee took over.
fn takeovers(folder: &Path) -> usize {
    let journal = fs::read(folder.join("event.log")).unwrap_or_default();
    String::from_utf8_lossy(&journal).matches(" note resumed on ").count()
}

/// Lines of the journal.
fn lines(folder: &Path) -> usize {
    fs::read(folder.join("event.log")).map_or(0, |text| text.split(|&byte| byte == b'\n').count())
}

#[test]
fn each_referee_that_is_killed_is_followed_by_the_next() {
    let folder = folder("takeover");
    let mark = folder.to_str().expect("text").to_owned();
    let whole = play(&folder, 2);
    fs::remove_file(folder.join("games.pgn")).expect("the games go");
    let words = event(&mock(), &mark, 2) + " --pgnout games.pgn min --journal event.log";
    let standby = "argus standby event.log --quiet";
    // The next one waits before there is an event.
    let mut next = start(&folder, standby);
    let mut referee = start(&folder, &format!("argus {words}"));
    for done in 0..6 {
        let before = lines(&folder);
        while referee.try_wait().expect("a status").is_none() && lines(&folder) < before + 300 {
            std::thread::yield_now();
        }
        referee.kill().expect("it can be killed");
        referee.wait().expect("it ends");
        // The one that waited takes over before another one can.
        wait_until(&mut next, "takeover", || takeovers(&folder) > done);
        referee = std::mem::replace(&mut next, start(&folder, standby));
    }
    assert!(referee.wait().expect("it ends").success());
    // Nothing is left to take over.
    assert!(next.wait().expect("it ends").success());
    assert_eq!(fs::read_to_string(folder.join("games.pgn")).expect("games"), whole);
    assert_eq!(takeovers(&folder), 6);
    assert!(!survives(&mark), "a program is still there");
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn two_referees_never_write_one_journal() {
    let folder = folder("two-referees");
    let mark = folder.to_str().expect("text").to_owned();
    let words = format!(
        "argus --engine name=A cmd={0} arg=a arg={mark} --engine name=B cmd={0} arg=b --each tc=60 --rounds 100 \
         --journal event.log --quiet",
        mock()
    );
    let mut referee = start(&folder, &words);
    wait_until(&mut referee, "event", || lines(&folder) >= 100);
    let (_, err, status) = run(&folder, "argus resume event.log");
    assert_eq!(status, Some(2));
    assert!(err.contains("event.log: another referee writes it"), "{err}");
    let mut next = start(&folder, "argus standby event.log");
    // A referee that is stopped in good order has no heir.
    signal(&referee, rustix::process::Signal::INT);
    assert_eq!(referee.wait().expect("it ends").code(), Some(1));
    assert_eq!(next.wait().expect("it ends").code(), Some(1));
    let (_, err, status) = run(&folder, "argus standby event.log --rounds 3");
    assert!(status == Some(2) && err.contains("--rounds cannot be given"), "{err}");
    assert!(!survives(&mark), "a program is still there");
    fs::remove_dir_all(&folder).expect("the folder goes");
}

/// Whether a process does something of its own when it is interrupted.
fn hears_interrupts(id: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let signals = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap_or_default();
    u64::from_str_radix(signals.trim(), 16).is_ok_and(|signals| signals & 0b10 != 0)
}

#[test]
fn an_heir_whose_address_is_taken_can_be_stopped() {
    let folder = folder("heir-stopped");
    let words = format!(
        "argus --engine name=A cmd={0} arg=a --engine name=B cmd={0} arg=b --each tc=60 --rounds 100 \
         --journal event.log --quiet",
        mock()
    );
    let mut referee = start(&folder, &words);
    wait_until(&mut referee, "event", || lines(&folder) >= 100);
    referee.kill().expect("it can be killed");
    referee.wait().expect("it ends");
    let taken = TcpListener::bind("127.0.0.1:0").expect("an address");
    let address = taken.local_addr().expect("an address");
    let heir = format!("argus standby event.log --quiet --listen {address}");
    let mut next =
        command(&folder, &heir).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let id = next.id();
    wait_until(&mut next, "ear for interrupts", || hears_interrupts(id));
    signal(&next, rustix::process::Signal::INT);
    let output = ends(next);
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "{out}{err}");
    assert!(out.contains("Interrupted; resume with"), "{out}{err}");
    drop(taken);
    fs::remove_dir_all(&folder).expect("the folder goes");
}
