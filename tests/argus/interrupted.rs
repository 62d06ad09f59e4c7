//! Events that are killed and continued.

use super::{command, folder, games, mock, run, succeed, survives};
use std::fs;
use std::path::Path;
use std::process::Stdio;

/// An event of twelve games between engines whose moves depend on the position alone.
pub(super) fn event(mock: &str, mark: &str, boards: u32) -> String {
    format!(
        "--engine name=A cmd={mock} arg=a arg={mark} --engine name=B cmd={mock} arg=b arg={mark} --engine name=C \
         cmd={mock} arg=c arg={mark} --each nodes=1 --rounds 2 --games 2 --concurrency {boards} \
         --openings file=book.epd --maxmoves 60 --quiet"
    )
}

const BOOK: &str = "\
rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3
rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6
rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6
";

pub(super) fn play(folder: &Path, boards: u32) -> String {
    let mark = folder.to_str().expect("text").to_owned();
    fs::write(folder.join("book.epd"), BOOK).expect("a book");
    succeed(folder, &format!("argus {} --pgnout games.pgn min", event(&mock(), &mark, boards)));
    fs::read_to_string(folder.join("games.pgn")).expect("games")
}

#[test]
fn games_are_the_same_on_any_number_of_boards() {
    let folder = folder("boards");
    let one = play(&folder, 1);
    assert_eq!(games(&folder.join("games.pgn")).len(), 12);
    for boards in [2, 5, 12] {
        fs::remove_file(folder.join("games.pgn")).expect("the games go");
        assert_eq!(play(&folder, boards), one, "{boards} boards");
    }
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn a_journal_can_be_cut_anywhere() {
    let folder = folder("cut");
    let mark = folder.to_str().expect("text").to_owned();
    let whole = play(&folder, 2);
    fs::remove_file(folder.join("games.pgn")).expect("the games go");
    let words = event(&mock(), &mark, 2) + " --pgnout games.pgn min --journal event.log";
    succeed(&folder, &format!("argus {words}"));
    let journal = fs::read(folder.join("event.log")).expect("a journal");
    // After the lines that describe the event.
    let first = journal.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(4).expect("lines").0 + 1;
    for part in 0..=10 {
        let end = first + (journal.len() - first) * part / 10 - usize::from(part > 0);
        fs::write(folder.join("event.log"), &journal[..end]).expect("a journal");
        // Games that only this file knew would stay there: they might be those of others.
        fs::remove_file(folder.join("games.pgn")).expect("the games go");
        let (out, err, status) = run(&folder, "argus resume event.log --quiet");
        assert_eq!(status, Some(0), "cut at {end}: {out}{err}");
        assert_eq!(fs::read_to_string(folder.join("games.pgn")).expect("games"), whole, "cut at {end}");
    }
    // A journal that is cut before the description cannot be continued, and is left unchanged.
    fs::write(folder.join("event.log"), &journal[..20]).expect("a journal");
    let (_, err, status) = run(&folder, "argus resume event.log");
    assert_eq!(status, Some(2));
    assert!(err.contains("not a journal"), "{err}");
    assert_eq!(fs::read(folder.join("event.log")).expect("a journal"), &journal[..20]);
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn a_killed_referee_leaves_nothing_behind_and_goes_on() {
    let folder = folder("killed");
    let mark = folder.to_str().expect("text").to_owned();
    let whole = play(&folder, 2);
    fs::remove_file(folder.join("games.pgn")).expect("the games go");
    let words = event(&mock(), &mark, 2) + " --pgnout games.pgn min --journal event.log";
    let mut line = format!("argus {words}");
    let log = folder.join("event.log");
    let lines = || fs::read(&log).map_or(0, |text| text.split(|&byte| byte == b'\n').count());
    for _ in 0..6 {
        let before = lines();
        let mut child = command(&folder, &line).stdout(Stdio::null()).spawn().expect("the program starts");
        // At some point during the games.
        while child.try_wait().expect("a status").is_none() && lines() < before + 700 {
            std::thread::yield_now();
        }
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        assert!(!survives(&mark), "a program is still there");
        line = "argus resume event.log --quiet".to_owned();
    }
    succeed(&folder, &line);
    assert_eq!(fs::read_to_string(folder.join("games.pgn")).expect("games"), whole);
    // An event that has ended is not changed by another run.
    let (_, _, status) = run(&folder, "argus resume event.log --quiet");
    assert_eq!(status, Some(0));
    assert_eq!(fs::read_to_string(folder.join("games.pgn")).expect("games"), whole);
    // An event never overwrites another one.
    let (_, err, status) = run(&folder, &format!("argus {words}"));
    assert_eq!(status, Some(2));
    assert!(err.contains("argus resume event.log"), "{err}");
    fs::remove_dir_all(&folder).expect("the folder goes");
}
