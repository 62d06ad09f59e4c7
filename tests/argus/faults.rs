//! Engines that misbehave: each fault loses its game, with the right reason, and affects nothing else.

use super::{folder, games, mock, run, succeed, survives};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;

/// The options of the engine that misbehaves: what begins with `x-` speaks the protocol of xboard.
fn bad(how: &str, mark: &str) -> String {
    let proto = if how.starts_with("x-") { "xboard" } else { "uci" };
    format!("--engine name=Bad cmd={} arg={how} arg={mark} proto={proto}", mock())
}

/// Checks a game between a misbehaving engine (White) and a well-behaved one: the result for White, the tag
/// `Termination`, and the words.
#[track_caller]
fn check(how: &str, limits: &str, expect: (&str, &str, &str)) {
    let (folder, mock) = (folder(how), mock());
    let mark = folder.to_str().expect("text");
    let bad = bad(how, mark);
    let words = format!(
        "argus {bad} --engine name=Good cmd={mock} arg=good arg={mark} \
         --each {limits} --rounds 1 --games 1 --pgnout games.pgn --journal event.log"
    );
    let (out, err, status) = run(&folder, &words);
    assert_eq!(status, Some(0), "{how}: {out}{err}");
    let games = games(&folder.join("games.pgn"));
    assert_eq!(games.len(), 1, "{how}");
    let tags = (games[0].tag("Result"), games[0].tag("Termination"));
    assert_eq!(tags, (expect.0, expect.1), "{how}: {}", games[0].text);
    assert!(games[0].text.contains(expect.2), "{how}: {}", games[0].text);
    // What it said last is kept, with how it ended.
    let faults = fs::read_to_string(folder.join("games.pgn.faults")).unwrap_or_default();
    let is_fault = expect.1 != "normal";
    let first = faults.lines().next().unwrap_or_default();
    assert_eq!(first.starts_with("# 1.1.1 Bad - Good: "), is_fault, "{how}: {faults}");
    assert_eq!(first.contains(expect.2), is_fault, "{how}: {faults}");
    assert_eq!(faults.lines().any(|line| line.starts_with("> ")), is_fault, "{faults}");
    assert!(!survives(mark), "{how}: a program is still there");
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn programs_that_go() {
    check("gone-at-once", "tc=5", ("0-1", "abandoned", "White disconnects: exit status: 3"));
    check("dies", "tc=5", ("0-1", "abandoned", "White disconnects: signal: 6"));
    check("dies-in-a-word", "tc=5", ("0-1", "abandoned", "White disconnects: exit status: 0"));
    check("closes", "tc=5", ("0-1", "abandoned", "White disconnects: exit status: 0"));
    // It goes while the other side thinks.
    check("dies-idle", "tc=5", ("0-1", "abandoned", "White disconnects: exit status: 7"));
    check("x-dies", "tc=5", ("0-1", "abandoned", "White disconnects: signal: 6"));
    check("eats", "tc=60 memory=256", ("0-1", "abandoned", "White disconnects: signal: 6"));
}

#[test]
fn programs_that_are_late() {
    check("hangs", "tc=1", ("0-1", "time forfeit", "White loses on time"));
    check("late", "tc=1", ("0-1", "time forfeit", "White loses on time"));
    check("talks", "tc=1", ("0-1", "time forfeit", "White loses on time"));
    check("x-hangs", "tc=1", ("0-1", "time forfeit", "White loses on time"));
    check("x-talks", "tc=1", ("0-1", "time forfeit", "White loses on time"));
    check("late", "st=1", ("0-1", "time forfeit", "White loses on time"));
}

/// It hangs in each of its games, and loses each of them for that alone.
#[test]
fn a_program_that_hangs_plays_the_next_game() {
    let (folder, mock) = (folder("hangs-twice"), mock());
    let mark = folder.to_str().expect("text");
    let words = format!(
        "argus --engine name=Bad cmd={mock} arg=hangs arg={mark} --engine name=Good cmd={mock} arg=good arg={mark} \
         --each tc=1 --rounds 1 --games 2 --pgnout games.pgn"
    );
    let out = succeed(&folder, &words);
    let games = games(&folder.join("games.pgn"));
    let ends: Vec<&str> = games.iter().map(|game| game.tag("Termination")).collect();
    assert_eq!(ends, ["time forfeit", "time forfeit"], "{out}");
    assert!(!survives(mark), "a program is still there");
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn programs_that_play_nonsense() {
    check("illegal", "tc=5", ("0-1", "illegal move", "White makes an illegal move: e2e5"));
    check("none", "tc=5", ("0-1", "illegal move", "White makes an illegal move: (none)"));
    check("nonsense", "tc=5", ("0-1", "illegal move", "White makes an illegal move"));
    check("null", "tc=5", ("0-1", "illegal move", "White makes an illegal move: 0000"));
    check("x-illegal", "tc=5", ("0-1", "illegal move", "White makes an illegal move: e2e5"));
    check("x-nonsense", "tc=5", ("0-1", "illegal move", "White makes an illegal move"));
    check("x-complains", "tc=5", ("0-1", "abandoned", "it does not take a legal move: Illegal move"));
    check("x-claims-a-win", "tc=5", ("0-1", "abandoned", "it claims a wrong result: 1-0"));
    check("x-gives-up", "tc=5", ("0-1", "abandoned", "it gives the game up: *"));
}

#[test]
fn programs_that_resign() {
    check("x-resigns", "tc=5", ("0-1", "normal", "White resigns"));
    check("x-loses-by-result", "tc=5", ("0-1", "normal", "White resigns"));
}

#[test]
fn programs_that_do_not_answer() {
    check("deaf", "tc=5 tscale=0.2", ("0-1", "stalled connection", "no answer to isready"));
    check("silent", "tc=5 tscale=0.2", ("0-1", "stalled connection", "no answer to uci"));
    check("x-deaf", "tc=5 tscale=0.2", ("0-1", "stalled connection", "no answer to ping"));
    check("x-never-done", "tc=5 tscale=0.2", ("0-1", "stalled connection", "no answer to protover"));
}

/// It has no clock, and thinks for ever all the same.
#[test]
fn programs_without_a_clock() {
    check("hangs", "nodes=1 patience=1", ("0-1", "stalled connection", "no move in 1000 ms"));
    check("talks", "depth=1 patience=1", ("0-1", "stalled connection", "no move in 1000 ms"));
}

/// It reads nothing, and more is sent than any pipe holds.
#[test]
fn a_program_that_reads_nothing() {
    let folder = folder("reads-nothing");
    let mock = mock();
    let much = vec!["x".repeat(1000); 400].join("\\n");
    // From a file: a command line may not be so long.
    let event = format!(
        "rounds = 1\ngames = 1\npgnout = 'games.pgn'\neach = ['tc=5']\n[[engine]]\nname = 'Bad'\ncmd = '{mock}'\n\
         arg = 'silent'\ninitstr = '{much}'\ntscale = 0.2\n[[engine]]\nname = 'Good'\ncmd = '{mock}'\narg = 'good'\n"
    );
    fs::write(folder.join("event.toml"), event).expect("an event");
    succeed(&folder, "argus event.toml");
    assert_eq!(games(&folder.join("games.pgn"))[0].tag("Termination"), "stalled connection");
    fs::remove_dir_all(&folder).expect("the folder goes");
}

/// What was said on standard error goes into a file, if there is one.
#[test]
fn standard_error_is_kept() {
    let folder = folder("errors");
    let mock = mock();
    let words = format!(
        "argus --engine name=Odd cmd={mock} arg=odd-options stderr=odd.txt option.max=3 --engine name=Good cmd={mock} \
         arg=good --each nodes=1 --rounds 1 --games 1 --pgnout games.pgn"
    );
    succeed(&folder, &words);
    let kept = fs::read_to_string(folder.join("odd.txt")).expect("a file");
    assert_eq!(kept, "setoption name max value 3\n");
    fs::remove_dir_all(&folder).expect("the folder goes");
}

/// Odd but harmless behaviour: the game is played to its end.
#[test]
fn programs_that_are_only_odd() {
    for how in [
        "crlf",
        "twice",
        "floods",
        "one-long-line",
        "stubborn",
        "good",
        "early",
        "odd-options",
        "no-news",
        "writes-errors",
        "dies-on-quit",
        "x-good",
        "x-crlf",
        "x-twice",
        "x-old",
        "x-san",
        "x-one-game",
        "x-odd-features",
        "x-offers",
        "x-accepts",
        "x-dies-on-quit",
    ] {
        let (folder, mock) = (folder(how), mock());
        let mark = folder.to_str().expect("text");
        let bad = bad(how, mark);
        let words = format!(
            "argus {bad} tscale=0.2 --engine name=Good cmd={mock} arg=good \
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

/// A program that goes from the disk: it loses the game that it could not begin, and the event ends when it cannot begin
/// another one. So what is left can be played when the program is there again.
#[test]
fn a_program_that_is_gone_does_not_lose_all_games() {
    let (folder, mock) = (folder("gone"), mock());
    let mark = folder.to_str().expect("text");
    let script = format!("#!/bin/sh\nrm -- \"$0\"\nexec {mock} good {mark}\n");
    let begin = |more: &str| {
        let engine = folder.join("engine.sh");
        fs::write(&engine, &script).expect("a script");
        fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).expect("a program");
        let words = format!(
            "argus --engine name=Gone cmd=./engine.sh restart=on --engine name=Good cmd={mock} arg=good arg={mark} \
             --each nodes=1 --rounds 20 --pgnout games.pgn --journal event.log {more}"
        );
        let (out, err, status) = run(&folder, &words);
        let played = games(&folder.join("games.pgn"));
        fs::remove_file(folder.join("event.log")).expect("a journal");
        fs::remove_file(folder.join("games.pgn")).expect("games");
        (played.len(), status, format!("{out}{err}"))
    };
    let (played, status, said) = begin("");
    // One game was played, and one was lost for each failure.
    assert_eq!((played, status), (3, Some(2)), "{said}");
    assert!(said.contains("Gone: it cannot be started"), "{said}");
    let (played, status, said) = begin("--recover false");
    assert_eq!((played, status), (2, Some(1)), "{said}");
    assert!(said.contains("no more games begin, because a program crashed"), "{said}");
    assert!(!survives(mark), "a program is still there");
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn what_cannot_be_started_is_said_before_anything_is_begun() {
    let folder = folder("nothing");
    fs::write(folder.join("text"), "no program").expect("a file");
    let files = "--journal event.log --pgnout games.pgn";
    for (bad, why) in [
        ("/no/such/engine", "A: it cannot be started: there is no program /no/such/engine"),
        ("no-such-engine", "A: it cannot be started: there is no program no-such-engine"),
        ("./text", "A: it cannot be started: ./text is no file that may be run"),
    ] {
        let event = format!(
            "argus --engine name=A cmd={bad} --engine name=B cmd={} --each nodes=1 --maxmoves 3 {files}",
            mock()
        );
        for _ in 0..2 {
            let (out, err, status) = run(&folder, &event);
            assert!(status == Some(2) && out.is_empty() && err.contains(why), "{bad}: {out}{err}");
        }
        let left: Vec<_> = fs::read_dir(&folder).expect("a folder").flatten().collect();
        assert_eq!(left.len(), 1, "{left:?}");
    }
    let (_, err, status) = run(&folder, "argus --engine cmd=a --engin cmd=b");
    assert_eq!(status, Some(2));
    assert!(err.contains("-engin: there is no such option"), "{err}");
}
