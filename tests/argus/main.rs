//! The referee and the server as users run them, with engines that behave well and engines that do not.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr, reason = "test helpers may panic")]
#![allow(clippy::disallowed_methods, reason = "this code never runs in a browser")]

mod analysis;
mod checks;
mod engines;
mod faults;
mod files;
#[path = "../support/hangup.rs"]
mod hangup;
mod interrupted;
mod live;
mod network;
mod observed;
mod openings;
#[path = "../support/pty.rs"]
mod pty;
mod refused;
mod serve;
mod stops;
mod supervised;
mod takeover;
mod words;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The program.
const EPIDOTE: &str = env!("CARGO_BIN_EXE_epidote");

/// The engine that misbehaves on demand.
fn mock() -> String {
    let own = std::env::current_exe().expect("a path");
    let path = own.parent().and_then(Path::parent).expect("a folder").join("examples/mock_engine");
    assert!(path.is_file(), "{} is not built: run `cargo build --examples`", path.display());
    path.to_str().expect("text").to_owned()
}

/// An empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("epidote-argus-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

/// The program in a folder with words as on a command line; there is nothing on its standard input.
fn command(folder: &Path, words: &str) -> Command {
    let mut command = Command::new(EPIDOTE);
    command.args(words.split_ascii_whitespace()).current_dir(folder).stdin(Stdio::null());
    command
}

/// Runs the program in a folder with words as on a command line; returns its output, its error messages and
/// its status.
fn run(folder: &Path, words: &str) -> (String, String, Option<i32>) {
    let output = command(folder, words).output().expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr), output.status.code())
}

/// Runs the program as above; returns its output.
///
/// # Panics
/// It does not succeed.
#[track_caller]
fn succeed(folder: &Path, words: &str) -> String {
    let (out, err, status) = run(folder, words);
    assert_eq!(status, Some(0), "{out}{err}");
    out
}

/// Waits until something is so.
///
/// # Panics
/// The program ends before, or a minute goes by.
#[track_caller]
fn wait_until(child: &mut Child, what: &str, is_so: impl Fn() -> bool) {
    let until = Instant::now() + Duration::from_mins(1);
    while !is_so() {
        let status = child.try_wait().expect("a status");
        assert!(status.is_none() || is_so(), "no {what}: the program has ended ({status:?})");
        assert!(Instant::now() < until, "no {what} within a minute");
        std::thread::yield_now();
    }
}

/// What a program printed that has to end by itself; it prints little.
///
/// # Panics
/// It is there after a minute.
#[track_caller]
fn ends(mut child: Child) -> Output {
    let until = Instant::now() + Duration::from_mins(1);
    while child.try_wait().expect("a status").is_none() {
        if Instant::now() > until {
            child.kill().expect("it can be killed");
            panic!("the program does not end");
        }
        std::thread::yield_now();
    }
    child.wait_with_output().expect("its output")
}

/// A game from a PGN file: its tags, and the text after them with blanks in place of line ends.
struct Played {
    tags: String,
    text: String,
}

impl Played {
    fn tag(&self, name: &str) -> &str {
        let rest = self.tags.split_once(&format!("[{name} \"")).map_or("", |(_, rest)| rest);
        rest.split('"').next().unwrap_or_default()
    }
}

fn games(path: &Path) -> Vec<Played> {
    let text = fs::read_to_string(path).expect("a file of games");
    let mut parts = text.split("\n\n").map(str::trim).filter(|part| !part.is_empty());
    let mut out = Vec::new();
    while let (Some(tags), Some(text)) = (parts.next(), parts.next()) {
        out.push(Played { tags: tags.to_owned(), text: text.replace('\n', " ") });
    }
    out
}

/// Whether a process with this command line exists; waits a moment for it to end.
fn survives(part: &str) -> bool {
    let is_there = || {
        fs::read_dir("/proc").expect("processes").flatten().any(|entry| {
            let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
            let line = String::from_utf8_lossy(&line).replace('\0', " ");
            line.contains(part) && ![" argus ", " serve "].iter().any(|verb| line.contains(verb))
        })
    };
    let until = Instant::now() + Duration::from_secs(5);
    while is_there() && Instant::now() < until {
        std::thread::yield_now();
    }
    is_there()
}
