//! Clients that speak EPD, over the network and through pipes.

use super::{EPIDOTE, folder, games, mock, run};
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

fn client(folder: &Path, name: &str, line: &[&str]) -> Child {
    Command::new(EPIDOTE)
        .args(["client", "--engine", &format!("name={name}"), &format!("cmd={}", mock()), "arg=good"])
        .args(line)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("a client starts")
}

/// Both play the same games as when the programs run beside the referee.
fn beside(folder: &Path) -> String {
    let mock = mock();
    let words = format!(
        "argus --engine name=A cmd={mock} arg=good --engine name=B cmd={mock} arg=good --each tc=60+1 --rounds 1 \
         --games 2 --pgnout beside.pgn min --quiet"
    );
    assert_eq!(run(folder, &words).2, Some(0));
    fs::read_to_string(folder.join("beside.pgn")).expect("games")
}

#[test]
fn over_the_network() {
    let folder = folder("network");
    let mut referee = Command::new(EPIDOTE)
        .args(
            "argus --engine name=A proto=epd --engine name=B proto=epd --each tc=60+1 --rounds 1 --games 2"
                .split(' '),
        )
        .args(
            "--listen 127.0.0.1:0 --silence 0 --pgnout games.pgn min --journal event.log --quiet".split(' '),
        )
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the referee starts");
    let mut lines = BufReader::new(referee.stdout.take().expect("its output")).lines();
    let address = lines.next().expect("a line").expect("text").replace("Listening at ", "");
    let mut clients = ["B", "A"].map(|name| client(&folder, name, &["--connect", &address]));
    let rest: Vec<String> = lines.map_while(Result::ok).collect();
    assert!(referee.wait().expect("it ends").success(), "{rest:?}");
    for client in &mut clients {
        assert!(client.wait().expect("it ends").success());
    }
    assert_eq!(games(&folder.join("games.pgn")).len(), 2);
    assert_eq!(fs::read_to_string(folder.join("games.pgn")).expect("games"), beside(&folder));
    fs::remove_dir_all(&folder).expect("the folder goes");
}

/// Two pseudo-terminals that are connected with each other, as two serial ports are by a cable.
struct Cable {
    socat: Child,
    ends: [String; 2],
}

impl Cable {
    fn new(folder: &Path, name: &str) -> Self {
        let ends =
            ["r", "c"].map(|end| folder.join(format!("{name}-{end}")).to_str().expect("text").to_owned());
        let socat = Command::new("socat")
            .args(ends.each_ref().map(|end| format!("pty,raw,echo=0,link={end}")))
            .spawn()
            .expect("socat starts");
        while !ends.iter().all(|end| Path::new(end).exists()) {
            std::thread::yield_now();
        }
        Self { socat, ends }
    }
}

impl Drop for Cable {
    fn drop(&mut self) {
        let _ = self.socat.kill();
        let _ = self.socat.wait();
    }
}

#[test]
fn over_serial_lines() {
    if Command::new("socat").arg("-V").stdout(Stdio::null()).status().is_err() {
        eprintln!("SKIPPED: socat is not installed, so there are no serial lines");
        assert!(std::env::var_os("EPIDOTE_REQUIRE_ENGINES").is_none(), "socat is required");
        return;
    }
    let folder = folder("serial");
    let cables = ["a", "b"].map(|name| Cable::new(&folder, name));
    let [a, b] = &cables;
    let mut clients =
        [("B", &b.ends[1]), ("A", &a.ends[1])].map(|(name, port)| client(&folder, name, &["--serial", port]));
    let words = format!(
        "argus --engine name=A proto=epd --engine name=B proto=epd --each tc=60+1 --rounds 1 --games 2 --serial \
         {},115200 --serial {},115200 --silence 0 --pgnout games.pgn min --journal event.log --quiet",
        a.ends[0], b.ends[0]
    );
    let (out, err, status) = run(&folder, &words);
    assert_eq!(status, Some(0), "{out}{err}");
    for client in &mut clients {
        assert!(client.wait().expect("it ends").success());
    }
    assert_eq!(fs::read_to_string(folder.join("games.pgn")).expect("games"), beside(&folder));
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn through_pipes() {
    let folder = folder("pipes");
    let base = folder.join("b").to_str().expect("text").to_owned();
    let mock = mock();
    let mut other = client(&folder, "A", &["--fifo", &base]);
    let words = format!(
        "argus --engine name=A proto=epd fifo={base} --engine name=B cmd={mock} arg=good --each tc=60+1 --rounds 1 \
         --games 2 --silence 0 --pgnout games.pgn min --quiet"
    );
    let (out, err, status) = run(&folder, &words);
    assert_eq!(status, Some(0), "{out}{err}");
    assert!(other.wait().expect("it ends").success());
    assert_eq!(fs::read_to_string(folder.join("games.pgn")).expect("games"), beside(&folder));
    fs::remove_dir_all(&folder).expect("the folder goes");
}
