//! An engine for tests: plays any legal move at once, and misbehaves as it is told.
//!
//! Which move it plays depends on nothing but the line `position`, so that games are the same however
//! many are played at once.

#![allow(clippy::print_stderr, clippy::expect_used, reason = "a helper of tests")]

mod xboard;

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{BufRead as _, Write as _, stdin, stdout};
use std::thread::sleep;
use std::time::Duration;

use epidote::chess::notation::{coordinates, read_and_play};
use epidote::chess::{Chess, Position as _};
use epidote::epd::parse;
use epidote::epd::position::PositionReading;

/// The position of a line `position`, and that line.
#[derive(Default)]
struct Known {
    chess: Chess,
    line: String,
}

impl Known {
    /// The position of a line. One that goes on where the last one ended is played on: a long game takes no more time
    /// than a short one.
    fn take(&mut self, line: &str) {
        match line.strip_prefix(self.line.as_str()).and_then(|rest| rest.strip_prefix(' ')) {
            Some(rest) if !self.line.is_empty() => {
                for word in rest.split(' ').filter(|&word| word != "moves") {
                    read_and_play(&mut self.chess, word.as_bytes());
                }
            }
            _ => self.chess = position(line),
        }
        line.clone_into(&mut self.line);
    }
}

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

/// A number that depends on the text alone.
fn number(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// A move that depends on the line alone.
fn any_move(known: &Known) -> String {
    let moves = known.chess.legal_moves();
    let count = u64::try_from(moves.len()).expect("few").max(1);
    let at = usize::try_from(number(&known.line) % count).expect("few");
    moves.get(at).map_or_else(|| "(none)".to_owned(), |&m| coordinates(m))
}

fn say(line: &str) {
    let mut out = stdout().lock();
    // A referee that is gone is no trouble for a test.
    let _ = out.write_all(line.as_bytes()).and_then(|()| out.flush());
}

/// Options whose names hold words of the protocol, two blanks, and signs.
const ODD_OPTIONS: &str = "id author\nid name  \n\
option name Clear Hash type button\n\
option name Book  File type string default <empty>\n\
option name max type spin default 1 min -5 max 9\n\
option name Rate (1.5x) type spin default 0.5 min 0 max 1\n\
option name Style type combo default Solid var Solid var Very Risky\n\
option without a name\noption\nuciok\n";

/// It does not go, whatever happens.
fn stay() -> ! {
    loop {
        std::thread::park();
    }
}

fn main() {
    let how = std::env::args().nth(1).unwrap_or_default();
    if let Some(how) = how.strip_prefix("x-") {
        return xboard::run(how);
    }
    let end = if how == "crlf" { "\r\n" } else { "\n" };
    match how.as_str() {
        "gone-at-once" => std::process::exit(3),
        "silent" => stay(),
        _ => {}
    }
    let (mut last, mut turns) = (Known::default(), 0_u32);
    last.take("position startpos");
    for line in stdin().lock().lines() {
        let Ok(line) = line else { break };
        let word = line.split(' ').next().unwrap_or_default();
        match word {
            "uci" if how == "odd-options" => say(ODD_OPTIONS),
            "uci" => say(&format!(
                "id name Mock {how}{end}option name Hash type spin default 1 min 1 max 2{end}uciok{end}"
            )),
            "isready" if how == "early" => say("bestmove e2e4\nreadyok\n"),
            "setoption" if how == "odd-options" => eprintln!("{line}"),
            "isready" if how == "deaf" && last.line != "position startpos" => {}
            "isready" => say(&format!("readyok{end}")),
            "position" => last.take(&line),
            "go" => {
                turns += 1;
                go(&how, turns, &last, end);
            }
            "quit" if how == "dies-on-quit" => std::process::abort(),
            "quit" if how != "stubborn" => return,
            _ => {}
        }
    }
    if how == "stubborn" {
        stay();
    }
}

/// Thinks, in its own manner from the third move on.
fn go(how: &str, turns: u32, last: &Known, end: &str) {
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
            "no-news" => return say(&format!("bestmove {best}\n")),
            "writes-errors" => {
                let line = "x".repeat(1000);
                (0..100_000).for_each(|_| eprintln!("{line}"));
            }
            "eats" => {
                let all: Vec<u64> = (0..100_000_000).collect();
                eprintln!("{}", all.len());
            }
            "null" => return say("bestmove 0000\n"),
            "late" => sleep(Duration::from_millis(1500)),
            "illegal" => return say("bestmove e2e5\n"),
            "none" => return say("bestmove (none)\n"),
            "nonsense" => return say("bestmove\n"),
            "twice" => say(&format!("bestmove {best}\n")),
            _ => {}
        }
    }
    say(&format!("info depth 1 score cp {turns} nodes {turns} pv {best}{end}bestmove {best}{end}"));
    if turns == 3 && how == "dies-idle" {
        std::process::exit(7);
    }
}
