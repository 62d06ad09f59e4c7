//! Lines between pages and engines, and the end of each.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use super::page_folder;
use super::web::{Message, Server};
use crate::network::Cable;
use crate::{mock, survives};

/// A script as an engine.
fn script(folder: &Path, text: &str) -> String {
    fs::write(folder.join("engine.sh"), text).expect("a script");
    format!("Script=sh engine.sh {}", folder.display())
}

/// An engine that misbehaves in some way; the folder is in its command line.
fn bad(folder: &Path, how: &str) -> String {
    format!("{how}={} {how} {}", mock(), folder.display())
}

#[test]
fn lines_go_both_ways() {
    let folder = page_folder("lines");
    let crlf = bad(&folder, "crlf");
    let script = script(&folder, "while read line; do echo \"got $line\"; done\n");
    let server = Server::start(&folder, &["--engine", &crlf, "--engine", &script]);
    let mut socket = server.reach("crlf");
    socket.send("uci");
    let answer = socket.until(|line| line == "uciok");
    assert_eq!(answer, ["id name Mock crlf", "option name Hash type spin default 1 min 1 max 2", "uciok"]);
    // Several lines at once, with and without an end, and a message of two frames.
    socket.send("position startpos\ngo nodes 1\n");
    assert!(socket.until(|line| line.starts_with("bestmove")).len() == 2);
    socket.send_frame(0x01, b"isre");
    socket.send_frame(0x80, b"ady");
    assert_eq!(socket.until(|line| line == "readyok"), ["readyok"]);

    let mut socket = server.reach("Script");
    let check = |socket: &mut super::Socket, text: &str, expect: &[&str]| {
        socket.send(text);
        let last = *expect.last().expect("a line");
        assert_eq!(socket.until(|line| line == last), expect, "{text:?}");
    };
    check(&mut socket, "", &["got "]);
    check(&mut socket, "\n", &["got "]);
    check(&mut socket, "a\n\nb", &["got a", "got ", "got b"]);
    check(&mut socket, "Ёж\n", &["got Ёж"]);
    let long = "x".repeat(64 * 1024);
    check(&mut socket, &long, &[&format!("got {long}")]);
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn each_connection_has_a_program_of_its_own() {
    let folder = page_folder("two");
    let script = script(&folder, "while read line; do echo $$; done\n");
    let server = Server::start(&folder, &["--engine", &script]);
    let mut sockets = [0; 3].map(|_| server.reach("Script"));
    let mut ids = sockets.each_mut().map(|socket| {
        socket.send("who");
        socket.until(|_| true).remove(0)
    });
    ids.sort();
    assert!(ids[0] != ids[1] && ids[1] != ids[2], "{ids:?}");
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn programs_end_with_their_connection() {
    let folder = page_folder("end");
    let mark = folder.to_str().expect("text");
    let stubborn = bad(&folder, "stubborn");
    let children = format!("Children=sh -c 'sh -c \"sleep 3600; : {mark}\" & exec cat' {mark}");
    let server = Server::start(&folder, &["--engine", &stubborn, "--engine", &children]);
    let check = |engine: &str, closes: bool| {
        let mut socket = server.reach(engine);
        socket.send("isready");
        assert_eq!(socket.until(|_| true).len(), 1);
        if closes {
            socket.send_frame(0x88, &[]);
            socket.farewell();
        }
        drop(socket);
        assert!(!survives(mark), "{engine}, closes {closes}");
    };
    for engine in ["stubborn", "Children"] {
        check(engine, true);
        check(engine, false);
    }
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn no_program_survives_the_server() {
    let folder = page_folder("signals");
    let mark = folder.to_str().expect("text");
    let stubborn = bad(&folder, "stubborn");
    let check = |signal: &str, expect: Option<i32>| {
        let server = Server::start(&folder, &["--engine", &stubborn]);
        let mut sockets = [0; 2].map(|_| server.reach("stubborn"));
        for socket in &mut sockets {
            socket.send("isready");
            socket.until(|line| line == "readyok");
        }
        assert_eq!(server.end(signal), expect, "{signal}");
        assert!(!survives(mark), "{signal}");
        for socket in &mut sockets {
            let farewell = socket.farewell();
            let closed = Message::Close(1001, "the server ends".to_owned());
            assert_eq!(farewell, if expect.is_some() { closed } else { Message::Gone }, "{signal}");
        }
    };
    check("-INT", Some(0));
    check("-TERM", Some(0));
    check("-KILL", None);
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn the_end_of_an_engine_is_told() {
    let folder = page_folder("ends");
    let engines = [
        "None=no-such-program".to_owned(),
        bad(&folder, "gone-at-once"),
        bad(&folder, "dies"),
        "Blank=sh -c 'printf \"  why \\n\\n\" >&2; printf half >&2'".to_owned(),
        "Last=printf 'one\\ntwo'".to_owned(),
        format!("Long=sh -c 'echo {} >&2; exit 1'", "Ё".repeat(100)),
    ];
    let arguments: Vec<&str> = engines.iter().flat_map(|engine| ["--engine", engine]).collect();
    let server = Server::start(&folder, &arguments);
    let check = |engine: &str, says: &str, code: u16, reason: &str| {
        let mut socket = server.open(engine).expect("a connection");
        for _ in 0..3 {
            socket.send(says);
        }
        match socket.farewell() {
            Message::Close(given, why) => {
                assert!(given == code && why.contains(reason), "{engine}: {given} {why}");
            }
            other => panic!("{engine}: {other:?}"),
        }
    };
    check("None", "", 4000, "no-such-program: No such file");
    check("gone-at-once", "", 4001, "exit status: 3");
    check("dies", "go", 4001, "signal: 6 (SIGABRT)");
    check("dies", "go", 4001, "assertion failed: the king is gone");
    check("Blank", "", 4001, "exit status: 0: half");
    check("Long", "", 4001, "exit status: 1: Ё");
    // All that it said comes before.
    let mut socket = server.reach("Last");
    assert_eq!(socket.until(|line| line == "two"), ["one", "two"]);
    assert_eq!(socket.next(), Message::Close(4001, "exit status: 0".to_owned()));
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn messages_that_are_too_long_are_refused_and_not_read() {
    let folder = page_folder("long");
    let good = bad(&folder, "good");
    let server = Server::start(&folder, &["--engine", &good]);
    let check = |what: &str, send: &dyn Fn(&mut super::Socket)| {
        let mut socket = server.reach("good");
        send(&mut socket);
        match socket.farewell() {
            Message::Close(code, why) => assert_eq!(code, 1008, "{what}: {why}"),
            // What was sent and not read resets a connection.
            Message::Gone => {}
            Message::Text(text) => panic!("{what}: {text}"),
        }
        drop(socket);
        assert!(!survives(folder.to_str().expect("text")), "{what}");
    };
    let huge = 100 * 1024 * 1024;
    check("announced", &|socket| socket.send_head(0x81, huge));
    check("one more", &|socket| socket.send_head(0x81, 64 * 1024 + 1));
    check("sent", &|socket| {
        socket.send_head(0x81, huge);
        assert!(socket.pour(huge) < huge, "all of it was taken");
    });
    check("in parts", &|socket| {
        socket.send_frame(0x01, &vec![b'x'; 40_000]);
        socket.send_frame(0x80, &vec![b'x'; 40_000]);
    });
    check("bytes", &|socket| socket.send_frame(0x82, b"isready"));
    check("no text", &|socket| socket.send_frame(0x81, &[0xff]));
    check("no frame", &|socket| socket.send_frame(0xf3, b""));
    assert!(server.most_memory() < 60, "{} MiB", server.most_memory());
    // It serves on.
    let mut socket = server.reach("good");
    socket.send("isready");
    assert_eq!(socket.until(|_| true), ["readyok"]);
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn an_engine_that_does_not_read_is_given_up() {
    let folder = page_folder("deaf");
    let silent = bad(&folder, "silent");
    let server = Server::start(&folder, &["--engine", &silent]);
    let mut socket = server.reach("silent");
    let text = "x".repeat(60_000);
    for _ in 0..80 {
        socket.send(&text);
    }
    assert_eq!(socket.farewell(), Message::Close(1008, "the engine reads nothing".to_owned()));
    assert!(!survives(folder.to_str().expect("text")));
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn an_engine_that_floods_waits_for_the_page() {
    let folder = page_folder("floods");
    let floods = bad(&folder, "floods");
    let errors = bad(&folder, "writes-errors");
    let server = Server::start(&folder, &["--engine", &floods, "--engine", &errors]);
    let mut socket = server.reach("floods");
    socket.send("go\ngo\ngo\n");
    // The page reads nothing until nothing moves any more.
    let is_ours = |path: &Path| {
        let line = fs::read(path.join("cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        line.contains(folder.to_str().expect("text")) && !line.contains(" serve ")
    };
    let find = || fs::read_dir("/proc").ok()?.flatten().map(|entry| entry.path()).find(|path| is_ours(path));
    let engine = std::iter::repeat_with(find).flatten().next().expect("the engine runs");
    let written = || {
        let io = fs::read_to_string(engine.join("io")).expect("the engine runs");
        let count = io.lines().find_map(|line| line.strip_prefix("wchar: ")).expect("a number");
        count.parse::<u64>().expect("a number")
    };
    let (mut last, mut still) = (0, 0);
    while still < 2_000 {
        let now = written();
        still = if now == last { still + 1 } else { 0 };
        last = now;
        thread::yield_now();
    }
    assert!(last < 50_000_000, "{last} bytes were written, and nobody read them");
    // It is heard meanwhile, and loses nothing.
    let lines = socket.until_times(3, |line| line.starts_with("bestmove"));
    let flooded = lines.iter().filter(|line| line.starts_with("info string")).count();
    assert_eq!(flooded, 100_000);
    let mut socket = server.reach("writes-errors");
    socket.send("go\ngo\ngo\n");
    socket.until_times(3, |line| line.starts_with("bestmove"));
    assert!(server.most_memory() < 60, "{} MiB", server.most_memory());
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn engines_over_the_network() {
    let folder = page_folder("peer");
    // Of an address that no other test takes: its port stays free afterwards.
    let listener = TcpListener::bind("127.0.0.14:0").expect("an address");
    let address = listener.local_addr().expect("an address");
    let other = thread::spawn(move || {
        let (mut line, _) = listener.accept().expect("a connection");
        let mut lines = BufReader::new(line.try_clone().expect("a line")).lines();
        let heard = lines.next().expect("a line").expect("text");
        line.write_all(format!("heard {heard}\n").as_bytes()).expect("it is sent");
        // Until the page goes.
        line.read_to_end(&mut Vec::new()).expect("the end")
    });
    let server = Server::start(&folder, &["--peer", &format!("Far={address}")]);
    let list = server.get(&format!("/engines?token={}", server.token), "").body;
    assert_eq!(list, r#"[{"kind":"peer","name":"Far"}]"#);
    let mut socket = server.reach("Far");
    socket.send("uci");
    assert_eq!(socket.until(|_| true), ["heard uci"]);
    drop(socket);
    assert_eq!(other.join().expect("no panic"), 0);
    // Nobody is there any more.
    let Message::Close(4000, why) = server.open("Far").expect("a connection").farewell() else {
        panic!("it is not told");
    };
    assert!(why.contains("refused"), "{why}");
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn engines_behind_serial_ports() {
    if Command::new("socat").arg("-V").stdout(Stdio::null()).status().is_err() {
        eprintln!("SKIPPED: socat is not installed, so there are no serial lines");
        assert!(std::env::var_os("EPIDOTE_REQUIRE_ENGINES").is_none(), "socat is required");
        return;
    }
    let folder = page_folder("serial");
    let cable = Cable::new(&folder, "a");
    let [port, far] = &cable.ends;
    let mut far = fs::File::options().read(true).write(true).open(far).expect("the other end");
    let server = Server::start(&folder, &["--serial", &format!("Line={port},115200")]);
    for _ in 0..2 {
        let mut socket = server.reach("Line");
        socket.send("uci");
        let mut heard = [0; 4];
        far.read_exact(&mut heard).expect("a line");
        assert_eq!(&heard, b"uci\n");
        far.write_all(b"uciok\n").expect("it is sent");
        assert_eq!(socket.until(|_| true), ["uciok"]);
        let mut second = server.open("Line").expect("a connection");
        let closed = Message::Close(4000, format!("{port},115200: another page uses it"));
        assert_eq!(second.farewell(), closed);
        socket.send_frame(0x88, &[]);
        socket.farewell();
    }
    fs::remove_dir_all(&folder).expect("the folder goes");
}
