//! Files of events that others use too.

use super::interrupted::{event, play};
use super::{command, ends, folder, games, mock, run, succeed, wait_until};
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Child, Stdio};

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_default()
}

/// The games whose tag `Event` is this.
fn count(folder: &Path, name: &str, event: &str) -> usize {
    read(folder, name).matches(&format!("[Event \"{event}\"]")).count()
}

/// A program that does not outlive a test that fails.
struct Guard(Child);

impl Drop for Guard {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// An event of twelve games with this name.
fn named(folder: &Path, name: &str, boards: u32) -> String {
    let mark = folder.to_str().expect("text").to_owned();
    format!(
        "argus {} --event {name} --pgnout games.pgn min --journal {name}.log",
        event(&mock(), &mark, boards)
    )
}

#[test]
fn events_one_after_another_share_a_file() {
    let folder = folder("files-shared");
    play(&folder, 1);
    for before in
        ["", "1. e4 e5 1-0", "[Event \"mine\"]\n\n1. e4", "[Event \"mine\"]\r\n\r\n1. e4 1-0\r\n\r\n"]
    {
        fs::write(folder.join("games.pgn"), before).expect("a file");
        succeed(&folder, &named(&folder, "One", 2));
        succeed(&folder, &named(&folder, "Two", 1));
        let both = read(&folder, "games.pgn");
        assert!(both.starts_with(before), "{before:?}");
        assert_eq!(
            (count(&folder, "games.pgn", "One"), count(&folder, "games.pgn", "Two")),
            (12, 12),
            "{before:?}"
        );
        // Events that are over change nothing, in any order and again.
        for journal in ["One", "Two", "One"] {
            succeed(&folder, &format!("argus resume {journal}.log --quiet"));
            assert_eq!(read(&folder, "games.pgn"), both, "{before:?} {journal}");
        }
        for journal in ["One.log", "Two.log"] {
            fs::remove_file(folder.join(journal)).expect("the journal goes");
        }
    }
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn a_killed_event_leaves_the_games_of_the_next_one_alone() {
    let folder = folder("files-killed");
    play(&folder, 1);
    fs::remove_file(folder.join("games.pgn")).expect("the games go");
    for boards in [1, 3] {
        let mut child = command(&folder, &named(&folder, "One", boards))
            .stdout(Stdio::null())
            .spawn()
            .expect("it starts");
        let is_begun =
            || read(&folder, "One.log").lines().filter(|line| line.contains(" move ")).count() > 200;
        wait_until(&mut child, "moves", is_begun);
        child.kill().expect("it can be killed");
        ends(child);
        succeed(&folder, &named(&folder, "Two", 2));
        assert_eq!(count(&folder, "games.pgn", "Two"), 12);
        succeed(&folder, "argus resume One.log --quiet");
        succeed(&folder, "argus resume Two.log --quiet");
        let played = games(&folder.join("games.pgn"));
        assert_eq!(played.len(), 24, "{boards} boards");
        assert!(played.iter().all(|game| game.text.ends_with(game.tag("Result"))), "{boards} boards");
        assert_eq!((count(&folder, "games.pgn", "One"), count(&folder, "games.pgn", "Two")), (12, 12));
        for file in ["games.pgn", "One.log", "Two.log"] {
            fs::remove_file(folder.join(file)).expect("it goes");
        }
    }
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn two_events_at_once_do_not_share_a_file() {
    let folder = folder("files-at-once");
    let mark = folder.to_str().expect("text").to_owned();
    fs::write(folder.join("games.pgn"), "[Event \"mine\"]\n\n1. e4 *\n\n").expect("a file");
    let long = format!(
        "argus --engine name=A cmd={0} arg=a arg={mark} --engine name=B cmd={0} arg=b --each tc=60 --rounds 10000 \
         --pgnout games.pgn",
        mock()
    );
    let mut first = Guard(command(&folder, &long).stdout(Stdio::null()).spawn().expect("it starts"));
    wait_until(&mut first.0, "game", || read(&folder, "games.pgn").contains("[White \"A\"]"));
    let (_, err, status) = run(&folder, &(named(&folder, "Two", 1).replace(" --openings file=book.epd", "")));
    assert!(status == Some(2) && err.contains("another event writes it"), "{err}");
    assert!(!folder.join("Two.log").exists());
    super::stops::signal(&first.0, rustix::process::Signal::INT);
    assert_eq!(first.0.wait().expect("it ends").code(), Some(1));
    assert!(read(&folder, "games.pgn").starts_with("[Event \"mine\"]\n\n1. e4 *\n\n[Event \"?\"]"));
    assert_eq!(count(&folder, "games.pgn", "Two"), 0);
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn a_file_is_not_used_for_two_things() {
    let folder = folder("files-twice");
    let book = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n";
    let two =
        format!("argus --engine name=A cmd={0} --engine name=B cmd={0} --each nodes=1 --maxmoves 2", mock());
    for words in [
        "--openings file=op.epd --epdout op.epd",
        "--openings file=op.epd --jsonout ./op.epd",
        "--openings file=op.epd --pgnout op.epd",
        "--openings file=op.epd --journal op.epd",
        "--journal x --pgnout x",
        "--jsonout x --pgnout x",
        "--epdout x --pgnout ./x",
        "--epdout x.live --pgnout x",
        "--each stderr=x --pgnout x",
    ] {
        fs::write(folder.join("op.epd"), book).expect("a file");
        let (_, err, status) = run(&folder, &format!("{two} {words}"));
        assert!(status == Some(2) && err.contains("it is named for two things"), "{words}: {err}");
        assert_eq!(read(&folder, "op.epd"), book, "{words}");
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1, "{words}");
    }
    succeed(&folder, &format!("{two} --pgnout /dev/null --epdout /dev/null"));
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn final_positions_are_added_and_other_files_stay() {
    let folder = folder("files-final");
    let two = format!(
        "argus --engine name=A cmd={0} --engine name=B cmd={0} --each nodes=1 --maxmoves 2 --quiet",
        mock()
    );
    fs::write(folder.join("o.epd"), "# mine").expect("a file");
    for number in 1..=3 {
        succeed(&folder, &format!("{two} --epdout o.epd --jsonout o.json --journal {number}.log"));
        let text = read(&folder, "o.epd");
        assert!(text.starts_with("# mine\n") && text.lines().count() == 1 + 2 * number, "{text}");
    }
    // Where there is nothing to add, not even a line end is.
    fs::write(folder.join("o.epd"), read(&folder, "o.epd").trim_end()).expect("a file");
    let text = read(&folder, "o.epd");
    succeed(&folder, "argus resume 1.log");
    assert_eq!(read(&folder, "o.epd"), text);
    fs::write(folder.join("o.json"), "{\"mine\": 1}").expect("a file");
    let (_, err, status) = run(&folder, &format!("{two} --jsonout o.json"));
    assert!(status == Some(2) && err.contains("something else than the JSON of an event"), "{err}");
    assert_eq!(read(&folder, "o.json"), "{\"mine\": 1}");
    fs::remove_dir_all(&folder).expect("the folder goes");
}

/// Events that have the same tags but for the players, and the same event with other games.
#[test]
fn events_of_one_name_do_not_take_each_other_for_their_own() {
    let folder = folder("files-namesakes");
    let event = |names: [&str; 2], moves: u32, journal: &str| {
        format!(
            "argus --engine name={} cmd={mock} arg=a --engine name={} cmd={mock} arg=b --each nodes=1 --rounds 1 --games 2 \
             --maxmoves {moves} --pgnout games.pgn min --journal {journal} --quiet",
            names[0],
            names[1],
            mock = mock()
        )
    };
    for (number, (names, moves)) in
        [(["A", "B"], 2), (["C", "D"], 2), (["A", "B"], 4), (["A", "B"], 2), (["A", "E"], 1)]
            .into_iter()
            .enumerate()
    {
        let before = read(&folder, "games.pgn");
        succeed(&folder, &event(names, moves, &format!("{number}.log")));
        let after = read(&folder, "games.pgn");
        assert!(after.starts_with(&before), "{number}");
        assert_eq!(games(&folder.join("games.pgn")).len(), 2 * (number + 1));
    }
    // What the user writes behind them is nobody's.
    let mine = "; my note\n\n1. d4 d5 2. c4 1-0\n\n[Site \"x\"]\n[Event \"?\"]\n\n1. e4 *";
    let all = read(&folder, "games.pgn") + mine;
    fs::write(folder.join("games.pgn"), &all).expect("a file");
    for number in [4, 0, 2, 1, 3, 0] {
        succeed(&folder, &format!("argus resume {number}.log --quiet"));
        assert!(read(&folder, "games.pgn").starts_with(&all), "{number}");
    }
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn what_others_write_during_a_game_stays() {
    let folder = folder("files-during");
    let mark = folder.to_str().expect("text").to_owned();
    let words = format!(
        "argus --engine name=A cmd={0} arg=a arg={mark} --engine name=B cmd={0} arg=b --each tc=60 --rounds 40 \
         --pgnout games.pgn min --journal event.log --quiet",
        mock()
    );
    let mut child = Guard(command(&folder, &words).stdout(Stdio::null()).spawn().expect("it starts"));
    let mine = "[Event \"mine\"]\n\n1. e4 *\n\n";
    for count in [1, 3] {
        wait_until(&mut child.0, "games", || {
            read(&folder, "games.pgn").matches("[White \"A\"]").count() > count
        });
        let mut file = fs::OpenOptions::new().append(true).open(folder.join("games.pgn")).expect("a file");
        file.write_all(mine.as_bytes()).expect("it is written");
    }
    assert!(child.0.wait().expect("it ends").success());
    let text = read(&folder, "games.pgn");
    assert_eq!(text.matches(mine.trim_end()).count(), 2, "{text}");
    let ended = games(&folder.join("games.pgn"));
    let own =
        ended.iter().filter(|game| !game.tag("White").is_empty() && game.text.ends_with(game.tag("Result")));
    assert!(own.count() >= 40, "{text}");
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn records_go_into_pipes_too() {
    let folder = folder("files-pipes");
    let two = format!(
        "argus --engine name=A cmd={0} --engine name=B cmd={0} --each nodes=1 --maxmoves 2 --quiet",
        mock()
    );
    let out = succeed(&folder, &format!("{two} --jsonout /dev/stdout --epdout /dev/stdout"));
    assert!(out.contains("\"format\": \"epidote-event\"") && out.contains("c0 \""), "{out}");
    // What came into the place of the JSON in the meantime stays.
    succeed(&folder, &format!("{two} --jsonout o.json --journal event.log"));
    fs::write(folder.join("o.json"), "{\"mine\": 1}").expect("a file");
    let (_, err, status) = run(&folder, "argus resume event.log");
    assert!(status == Some(2) && err.contains("something else than the JSON of an event"), "{err}");
    assert_eq!(read(&folder, "o.json"), "{\"mine\": 1}");
    fs::remove_dir_all(&folder).expect("the folder goes");
}

/// What is shown of a game in progress goes when the event is interrupted, however often, and what the user wrote stays.
#[test]
fn interrupted_events_write_each_game_once() {
    let folder = folder("files-interrupted");
    let mark = folder.to_str().expect("text").to_owned();
    for (boards, how) in [(1, ""), (1, " min"), (1, " min fi"), (2, " min")] {
        let words = format!(
            "argus --engine name=A cmd={0} arg=a arg={mark} --engine name=B cmd={0} arg=b --each tc=60 --rounds 30 \
             --concurrency {boards} --pgnout games.pgn{how} --epdout o.epd --journal event.log --quiet",
            mock()
        );
        let mut line = words.clone();
        let moves = || read(&folder, "event.log").matches(" move ").count();
        for kills in [false, false, true, false] {
            let before = moves();
            let mut child = Guard(command(&folder, &line).stdout(Stdio::null()).spawn().expect("it starts"));
            wait_until(&mut child.0, "moves", || moves() > before + 250);
            if kills {
                child.0.kill().expect("it can be killed");
            } else {
                super::stops::signal(&child.0, rustix::process::Signal::INT);
            }
            child.0.wait().expect("it ends");
            line = "argus resume event.log --quiet".to_owned();
        }
        fs::OpenOptions::new()
            .append(true)
            .open(folder.join("games.pgn"))
            .and_then(|mut file| file.write_all(b"\n; my note\n"))
            .expect("it is written");
        succeed(&folder, &line);
        let text = read(&folder, "games.pgn");
        assert_eq!(text.matches("[White \"").count(), 60, "{boards}{how}");
        assert_eq!(text.matches("; my note\n").count(), 1, "{boards}{how}");
        assert_eq!(read(&folder, "o.epd").lines().count(), 60, "{boards}{how}");
        for file in ["games.pgn", "event.log", "o.epd"] {
            fs::remove_file(folder.join(file)).expect("it goes");
        }
    }
    fs::remove_dir_all(&folder).expect("the folder goes");
}
