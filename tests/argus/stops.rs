//! Events that end before their last game: by the user, by a test, by a crash.

use super::{command, folder, games, mock, run, succeed, survives, wait_until};
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};

pub(super) fn signal(child: &std::process::Child, signal: rustix::process::Signal) {
    let pid = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw).expect("a process");
    rustix::process::kill_process(pid, signal).expect("a signal");
}

/// Waits until the journal of a referee has this many bytes.
#[track_caller]
fn wait_for(referee: &mut Child, folder: &Path, bytes: u64) {
    let path = folder.join("event.log");
    wait_until(referee, "journal of that size", || fs::metadata(&path).is_ok_and(|file| file.len() >= bytes));
}

fn event(folder: &Path, more: &str) -> String {
    let (mock, mark) = (mock(), folder.to_str().expect("text"));
    format!(
        "argus --engine name=A cmd={mock} arg=a arg={mark} --engine name=B cmd={mock} arg=b arg={mark} \
         --each nodes=1 --maxmoves 60 --pgnout games.pgn --journal event.log {more}"
    )
}

#[test]
fn an_interrupt_ends_games_in_good_order() {
    use rustix::process::Signal;
    let whole = folder("interrupt-whole");
    succeed(&whole, &event(&whole, "--rounds 200 --quiet --concurrency 2"));
    let all = [Signal::INT, Signal::TERM, Signal::HUP];
    for sent in all.into_iter().filter(|&sent| sent != Signal::HUP || crate::hangup::is_heard()) {
        interrupted_by(sent, &whole);
    }
    fs::remove_dir_all(&whole).expect("the folder goes");
}

/// Plays an event that is interrupted, and goes on with it; a whole one is compared with it.
#[track_caller]
fn interrupted_by(sent: rustix::process::Signal, whole: &Path) {
    let folder = folder("interrupt");
    let mut child = command(&folder, &event(&folder, "--rounds 200 --concurrency 2"))
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    wait_for(&mut child, &folder, 200_000);
    signal(&child, sent);
    let output = child.wait_with_output().expect("it ends");
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{out}");
    assert!(out.contains("Interrupted; resume with `epidote argus resume event.log`"), "{out}");
    assert!(!survives(folder.to_str().expect("text")), "a program is still there");
    let broken_off: Vec<_> =
        games(&folder.join("games.pgn")).into_iter().filter(|game| game.tag("Result") == "*").collect();
    assert!((1..=2).contains(&broken_off.len()), "{out}");
    assert!(broken_off.iter().all(|game| game.tag("Termination") == "unterminated"), "{out}");
    assert!(!folder.join("games.pgn.live").exists());
    succeed(&folder, "argus resume event.log --quiet");
    // Only the times of moves differ.
    let all = |folder: &Path| games(&folder.join("games.pgn")).len();
    assert_eq!((all(&folder), all(whole)), (400, 400));
    assert!(games(&folder.join("games.pgn")).iter().all(|game| game.tag("Result") != "*"));
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn games_can_be_read_while_they_are_played() {
    // One game is at the end of the file of games, several are in a file beside it.
    for (boards, file) in [(1, "games.pgn"), (2, "games.pgn.live")] {
        let folder = folder(&format!("in-progress-{boards}"));
        let words = event(&folder, &format!("--rounds 2 --quiet --concurrency {boards}"));
        let mut child = command(&folder, &words.replace("arg=a", "arg=late"))
            .stdout(Stdio::null())
            .spawn()
            .expect("the program starts");
        let played = || fs::read(folder.join(file)).map_or(Vec::new(), |_| games(&folder.join(file)));
        let moves = || played().iter().map(|game| game.text.matches('{').count()).collect::<Vec<_>>();
        for least in [1, 3] {
            wait_until(&mut child, "moves", || {
                let moves = moves();
                moves.len() == boards && moves.iter().all(|&count| count >= least)
            });
        }
        assert!(
            played().iter().all(|game| game.tag("Result") == "*" && game.text.ends_with('*') == (boards > 1))
        );
        signal(&child, rustix::process::Signal::INT);
        child.wait().expect("it ends");
        assert_eq!(games(&folder.join("games.pgn")).len(), boards);
        fs::remove_dir_all(&folder).expect("the folder goes");
    }
}

#[test]
fn a_second_interrupt_ends_all_at_once() {
    let folder = folder("interrupt-twice");
    let mock = mock();
    let mark = folder.to_str().expect("text");
    let words = format!(
        "argus --engine name=A cmd={mock} arg=stubborn arg={mark} --engine name=B cmd={mock} arg=hangs arg={mark} \
         --each tc=600 --journal event.log --quiet"
    );
    let mut child = command(&folder, &words).stdout(Stdio::null()).spawn().expect("the program starts");
    wait_for(&mut child, &folder, 1500);
    while child.try_wait().expect("a status").is_none() {
        signal(&child, rustix::process::Signal::INT);
        std::thread::yield_now();
    }
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert!(!survives(mark), "a program is still there");
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn a_test_that_is_decided_stays_decided() {
    let folder = folder("decided");
    let mock = mock();
    // A loses each game, so few pairs decide.
    let words = format!(
        "argus --engine name=A cmd={mock} arg=illegal --engine name=B cmd={mock} arg=good --each nodes=1 restart=on \
         --sprt elo0=0 elo1=50 alpha=0.05 beta=0.05 --concurrency 3 --pgnout games.pgn min --journal event.log"
    );
    let out = succeed(&folder, &words);
    assert!(out.contains("H0 was accepted"), "{out}");
    let pgn = fs::read_to_string(folder.join("games.pgn")).expect("games");
    let played = games(&folder.join("games.pgn")).len();
    assert!((2..500).contains(&played), "{played} games");
    // Going on with it plays nothing more.
    let out = succeed(&folder, "argus resume event.log");
    assert!(!out.contains("Started game"), "{out}");
    assert_eq!(fs::read_to_string(folder.join("games.pgn")).expect("games"), pgn);
    // Killed just before the last end: that game goes on, and no other one begins.
    let journal = fs::read_to_string(folder.join("event.log")).expect("a journal");
    let lines: Vec<&str> = journal.lines().collect();
    let last = lines.iter().rposition(|line| line.contains(" end ")).expect("an end");
    fs::write(folder.join("event.log"), lines[..last].join("\n") + "\n").expect("a journal");
    // The end of a game is in the journal before the game is in this file.
    fs::remove_file(folder.join("games.pgn")).expect("the games go");
    let out = succeed(&folder, "argus resume event.log");
    assert_eq!(games(&folder.join("games.pgn")).len(), played, "{out}");
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn a_crash_ends_an_event_that_is_not_to_recover() {
    let folder = folder("crash");
    let mock = mock();
    let words = |more: &str| {
        format!(
            "argus -engine name=A cmd={mock} arg=dies -engine name=B cmd={mock} arg=good -each proto=uci nodes=1 \
             -rounds 3 -pgnout games.pgn min {more}"
        )
    };
    let (out, err, status) = run(&folder, &words(""));
    assert_eq!(status, Some(1), "{out}{err}");
    assert!(err.contains("no more games begin, because a program crashed"), "{err}");
    assert_eq!(games(&folder.join("games.pgn")).len(), 1);
    fs::remove_file(folder.join("games.pgn")).expect("the games go");
    succeed(&folder, &words("-recover"));
    assert_eq!(games(&folder.join("games.pgn")).len(), 3);
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn a_link_stays_one() {
    let folder = folder("link");
    let mock = mock();
    fs::create_dir(folder.join("far")).expect("a folder");
    for (link, target) in [("games.pgn", "far/games"), ("event.json", "far/json"), ("last.epd", "far/epd")] {
        std::os::unix::fs::symlink(target, folder.join(link)).expect("a link");
    }
    let words = format!(
        "argus --engine name=A cmd={mock} arg=good --engine name=B cmd={mock} arg=good --each nodes=1 --maxmoves 4 \
         --rounds 3 --concurrency 2 --pgnout games.pgn --jsonout event.json --epdout last.epd --quiet"
    );
    succeed(&folder, &words);
    assert_eq!(games(&folder.join("far/games")).len(), 6);
    assert_eq!(fs::read_to_string(folder.join("far/epd")).expect("records").lines().count(), 6);
    assert!(folder.join("far/json").is_file());
    let names = |folder: &Path| -> Vec<_> {
        let mut names: Vec<_> =
            fs::read_dir(folder).expect("a folder").flatten().map(|file| file.file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(names(&folder), ["event.json", "far", "games.pgn", "last.epd"]);
    assert_eq!(names(&folder.join("far")), ["epd", "games", "json"]);
    assert!(folder.join("games.pgn").is_symlink());
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn a_full_disk_ends_the_event_and_says_why() {
    let folder = folder("full");
    let mock = mock();
    let words = format!(
        "argus --engine name=A cmd={mock} arg=good --engine name=B cmd={mock} arg=good --each nodes=1 \
         --pgnout games.pgn --quiet"
    );
    std::os::unix::fs::symlink("/dev/full", folder.join("games.pgn")).expect("a link");
    let (_, err, status) = run(&folder, &words);
    assert_eq!(status, Some(2), "{err}");
    assert!(err.contains("No space left"), "{err}");
    fs::remove_dir_all(&folder).expect("the folder goes");
}
