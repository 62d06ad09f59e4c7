//! An engine for tests: plays any legal move at once, and misbehaves as it is told.
//!
//! Which move it plays depends on nothing but the line `position`, so that games are the same however
//! many are played at once.

#![allow(clippy::print_stderr, clippy::expect_used, reason = "a helper of tests")]

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{BufRead as _, Write as _, stdin, stdout};
use std::thread::sleep;
use std::time::Duration;

use epidote::chess::notation::{coordinates, read_and_play};
use epidote::chess::{Chess, Position as _};
use epidote::epd::parse;
use epidote::epd::position::PositionReading;

/// The position of a line `position`.
fn position(line: &str) -> Chess {
    let words: Vec<&str> = line.split(' ').collect();
    let moves = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let mut chess = match words.get(1) {
        Some(&"fen") => {
            let fields = words[2..6].join(" ");
            PositionReading::read(&parse(fields.as_bytes())).chess.expect("a position")
        }
        _ => Chess::default(),
    };
    for word in words.iter().skip(moves + 1) {
        read_and_play(&mut chess, word.as_bytes());
    }
    chess
}

/// A move that depends on the line alone.
fn any_move(line: &str) -> String {
    let moves = position(line).legal_moves();
    let mut hasher = DefaultHasher::new();
    line.hash(&mut hasher);
    let count = u64::try_from(moves.len()).expect("few").max(1);
    let at = usize::try_from(hasher.finish() % count).expect("few");
    moves.get(at).map_or_else(|| "(none)".to_owned(), |&m| coordinates(m))
}

fn say(line: &str) {
    let mut out = stdout().lock();
    // A referee that is gone is no trouble for a test.
    let _ = out.write_all(line.as_bytes()).and_then(|()| out.flush());
}

/// It does not go, whatever happens.
fn stay() -> ! {
    loop {
        std::thread::park();
    }
}

fn main() {
    let how = std::env::args().nth(1).unwrap_or_default();
    let end = if how == "crlf" { "\r\n" } else { "\n" };
    match how.as_str() {
        "gone-at-once" => std::process::exit(3),
        "silent" => stay(),
        _ => {}
    }
    let (mut last, mut turns) = (String::from("position startpos"), 0_u32);
    for line in stdin().lock().lines() {
        let Ok(line) = line else { break };
        let word = line.split(' ').next().unwrap_or_default();
        match word {
            "uci" => say(&format!(
                "id name Mock {how}{end}option name Hash type spin default 1 min 1 max 2{end}uciok{end}"
            )),
            "isready" if how == "deaf" && last != "position startpos" => {}
            "isready" => say(&format!("readyok{end}")),
            "position" => last.clone_from(&line),
            "go" => {
                turns += 1;
                go(&how, turns, &last, end);
            }
            "quit" if how != "stubborn" => return,
            _ => {}
        }
    }
    if how == "stubborn" {
        stay();
    }
}

/// Thinks, in its own manner from the third move on.
fn go(how: &str, turns: u32, last: &str, end: &str) {
    let best = any_move(last);
    if turns == 3 {
        match how {
            "hangs" => stay(),
            "dies" => {
                eprintln!("assertion failed: the king is gone");
                std::process::abort();
            }
            "dies-in-a-word" => {
                say("bestm");
                std::process::exit(0);
            }
            "closes" => {
                // It lives on, and nothing can be heard of it.
                std::process::Command::new("sleep")
                    .arg("3600")
                    .stdout(std::process::Stdio::null())
                    .spawn()
                    .ok();
                std::process::exit(0);
            }
            "talks" => loop {
                say("info depth 1 score cp 1 nodes 1 pv e2e4\n");
                sleep(Duration::from_millis(1));
            },
            "floods" => {
                let line = format!("info string {}\n", "x".repeat(1000));
                (0..100_000).for_each(|_| say(&line));
            }
            "one-long-line" => {
                say(&"x".repeat(5_000_000));
                say("\n");
            }
            "late" => sleep(Duration::from_millis(1500)),
            "illegal" => return say("bestmove e2e5\n"),
            "none" => return say("bestmove (none)\n"),
            "nonsense" => return say("bestmove\n"),
            "twice" => say(&format!("bestmove {best}\n")),
            _ => {}
        }
    }
    say(&format!("info depth 1 score cp {turns} nodes {turns} pv {best}{end}bestmove {best}{end}"));
}
