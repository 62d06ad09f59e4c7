//! Events with a supervisor who gives orders.

use super::{command, ends, folder, games, mock, survives, wait_until};
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Child, Stdio};

/// Waits until the journal of a referee has a text this many times.
#[track_caller]
fn wait_for(referee: &mut Child, folder: &Path, text: &str, times: usize) {
    let count = || fs::read_to_string(folder.join("event.log")).map_or(0, |log| log.matches(text).count());
    wait_until(referee, text, || count() >= times);
}

#[test]
fn a_pause_ends_with_the_orders() {
    let folder = folder("paused");
    let mock = mock();
    let words = format!(
        "argus --engine name=A cmd={mock} arg=a --engine name=B cmd={mock} arg=b --each nodes=1 --rounds 2 \
         --games 1 --pgnout games.pgn --supervise"
    );
    let mut child = command(&folder, &words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(b"pause\n").expect("an order");
    let output = ends(child);
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{out}");
    assert!(out.contains("games begin again, because no more orders can come"), "{out}");
    assert_eq!(games(&folder.join("games.pgn")).len(), 2);
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn a_program_that_hangs_is_started_anew_and_its_game_adjudicated() {
    let folder = folder("supervised");
    let (mock, mark) = (mock(), folder.to_str().expect("text"));
    let words = format!(
        "argus --engine name=Bad cmd={mock} arg=hangs arg={mark} --engine name=Good cmd={mock} arg=good arg={mark} \
         --each tc=600 --rounds 2 --games 1 --pgnout games.pgn --journal event.log --supervise"
    );
    let mut child = command(&folder, &words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut orders = child.stdin.take().expect("a pipe");
    let mut say = |lines: &[u8]| orders.write_all(lines).expect("an order");
    // It hangs on its third move, and again on the third one of the program in its place.
    wait_for(&mut child, &folder, " move 1.1.1 ", 4);
    say(b"games\npause\nnonsense\ncaf\xe9\nrestart 9 white\nrestart 1 white\n");
    wait_for(&mut child, &folder, " move 1.1.1 ", 8);
    say(b"adjudicate 1 1/2-1/2 it hangs again\n");
    wait_for(&mut child, &folder, " end 1.1.1|", 1);
    say(b"continue\n");
    wait_for(&mut child, &folder, " move 2.1.1 ", 4);
    say(b"stop\n");
    let output = child.wait_with_output().expect("it ends");
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{out}");
    for line in [
        "paused: no more games begin; games that go on: 1",
        "\"nonsense\" is not an order; `help` lists them",
        "\"caf\u{fffd}\" is not an order; `help` lists them",
        "game 9 is not played now",
        "the program of Bad is started anew",
        "game 1 is ended: 1/2-1/2",
        "games begin again",
    ] {
        assert!(out.contains(line), "{line}\n{out}");
    }
    let games = games(&folder.join("games.pgn"));
    let ends: Vec<&str> = games.iter().map(|game| game.tag("Result")).collect();
    assert_eq!(ends, ["1/2-1/2", "*"]);
    assert!(games[0].text.contains("adjudication by the supervisor: it hangs again"), "{}", games[0].text);
    assert!(games[0].text.contains("4. "), "the game did not go on: {}", games[0].text);
    assert!(!survives(mark), "a program is still there");
    fs::remove_dir_all(&folder).expect("the folder goes");
}
