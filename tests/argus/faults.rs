//! Engines that misbehave: each fault loses its game, with the right reason, and affects nothing else.

use super::{folder, games, mock, run, survives};
use std::fs;

/// Checks a game between a misbehaving engine (White) and a well-behaved one: the result for White, the tag
/// `Termination`, and the words.
#[track_caller]
fn check(how: &str, limits: &str, expect: (&str, &str, &str)) {
    let (folder, mock) = (folder(how), mock());
    let mark = folder.to_str().expect("text");
    let words = format!(
        "argus --engine name=Bad cmd={mock} arg={how} arg={mark} --engine name=Good cmd={mock} arg=good arg={mark} \
         --each {limits} --rounds 1 --games 1 --pgnout games.pgn --journal event.log"
    );
    let (out, err, status) = run(&folder, &words);
    assert_eq!(status, Some(0), "{how}: {out}{err}");
    let games = games(&folder.join("games.pgn"));
    assert_eq!(games.len(), 1, "{how}");
    let said = (games[0].tag("Result"), games[0].tag("Termination"));
    assert_eq!(said, (expect.0, expect.1), "{how}: {}", games[0].text);
    assert!(games[0].text.contains(expect.2), "{how}: {}", games[0].text);
    assert!(!survives(mark), "{how}: a program is still there");
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn programs_that_go() {
    check("gone-at-once", "tc=5", ("0-1", "abandoned", "White disconnects: exit status: 3"));
    check("dies", "tc=5", ("0-1", "abandoned", "White disconnects: signal: 6"));
    check("dies-in-a-word", "tc=5", ("0-1", "abandoned", "White disconnects: exit status: 0"));
    check("closes", "tc=5", ("0-1", "abandoned", "White disconnects: exit status: 0"));
}

#[test]
fn programs_that_are_late() {
    check("hangs", "tc=1", ("0-1", "time forfeit", "White loses on time"));
    check("late", "tc=1", ("0-1", "time forfeit", "White loses on time"));
    check("talks", "tc=1", ("0-1", "time forfeit", "White loses on time"));
    check("late", "st=1", ("0-1", "time forfeit", "White loses on time"));
}

#[test]
fn programs_that_play_nonsense() {
    check("illegal", "tc=5", ("0-1", "illegal move", "White makes an illegal move: e2e5"));
    check("none", "tc=5", ("0-1", "illegal move", "White makes an illegal move: (none)"));
    check("nonsense", "tc=5", ("0-1", "illegal move", "White makes an illegal move"));
}

#[test]
fn programs_that_do_not_answer() {
    check("deaf", "tc=5 tscale=0.2", ("0-1", "stalled connection", "no answer to isready"));
    check("silent", "tc=5 tscale=0.2", ("0-1", "stalled connection", "no answer to uci"));
}

/// Odd but harmless behaviour: the game is played to its end.
#[test]
fn programs_that_are_only_odd() {
    for how in ["crlf", "twice", "floods", "one-long-line", "stubborn", "good"] {
        let (folder, mock) = (folder(how), mock());
        let mark = folder.to_str().expect("text");
        let words = format!(
            "argus --engine name=Odd cmd={mock} arg={how} arg={mark} --engine name=Good cmd={mock} arg=good \
             arg={mark} --each tc=60+1 --rounds 1 --games 2 --pgnout games.pgn --journal event.log"
        );
        let (out, err, status) = run(&folder, &words);
        assert_eq!(status, Some(0), "{how}: {out}{err}");
        let games = games(&folder.join("games.pgn"));
        let ends: Vec<&str> = games.iter().map(|game| game.tag("Termination")).collect();
        assert_eq!(ends, ["normal", "normal"], "{how}");
        assert!(!survives(mark), "{how}: a program is still there");
        // A program that floods its output does not fill the disk.
        let journal = fs::metadata(folder.join("event.log")).expect("a journal").len();
        assert!(journal < 3_000_000, "{how}: {journal} bytes");
        fs::remove_dir_all(&folder).expect("the folder goes");
    }
}

#[test]
fn what_cannot_be_started_is_said_at_once() {
    let folder = folder("nothing");
    let words =
        "argus --engine name=A cmd=/no/such/engine --engine name=B cmd=/no/other --each tc=1 --rounds 5";
    let (_, err, status) = run(&folder, words);
    assert_eq!(status, Some(2));
    assert!(err.contains("A: it cannot be started") || err.contains("B: it cannot be started"), "{err}");
    let (_, err, status) = run(&folder, "argus --engine cmd=a --engin cmd=b");
    assert_eq!(status, Some(2));
    assert!(err.contains("-engin: there is no such option"), "{err}");
}
