//! Clients that speak EPD, over the network and through pipes.

use super::{command, folder, games, mock, run, succeed, wait_until};
use epidote::chess::START;
use epidote::referee::wire::write_directive;
use epidote::referee::words::{At, Directive, Refcom};
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Starts a client: its engine and the way to its referee, as on a command line.
fn client(folder: &Path, words: &str) -> Child {
    command(folder, &format!("client --engine {words}"))
        .stderr(Stdio::null())
        .spawn()
        .expect("a client starts")
}

/// Starts a client with the engine that plays well.
fn good_client(folder: &Path, name: &str, way: &str) -> Child {
    client(folder, &format!("name={name} cmd={} arg=good {way}", mock()))
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
    let words = "argus --engine name=A proto=epd --engine name=B proto=epd --each tc=60+1 --rounds 1 --games 2 \
                 --listen 127.0.0.1:0 --silence 0 --pgnout games.pgn min --journal event.log --quiet";
    let mut referee = command(&folder, words).stdout(Stdio::piped()).spawn().expect("the referee starts");
    let mut lines = BufReader::new(referee.stdout.take().expect("its output")).lines();
    let address = lines.next().expect("a line").expect("text").replace("Listening at ", "");
    let mut clients = ["B", "A"].map(|name| good_client(&folder, name, &format!("--connect {address}")));
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
pub(super) struct Cable {
    socat: Child,
    pub(super) ends: [String; 2],
}

impl Cable {
    pub(super) fn new(folder: &Path, name: &str) -> Self {
        let ends =
            ["r", "c"].map(|end| folder.join(format!("{name}-{end}")).to_str().expect("text").to_owned());
        let socat = Command::new("socat")
            // As somebody before may have left them.
            .args(ends.each_ref().map(|end| format!("pty,raw,echo=0,crtscts,cstopb,link={end}")))
            .spawn()
            .expect("socat starts");
        while !ends.iter().all(|end| Path::new(end).exists()) {
            std::thread::yield_now();
        }
        Self { socat, ends }
    }

    /// How both ends are set, as `stty` tells it.
    fn settings(&self) -> String {
        let settings = self.ends.each_ref().map(|end| {
            let output = Command::new("stty").args(["-a", "-F", end]).output().expect("stty starts");
            String::from_utf8(output.stdout).expect("text")
        });
        settings.join(" ")
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
    let mut clients = [("B", &b.ends[1]), ("A", &a.ends[1])]
        .map(|(name, port)| good_client(&folder, name, &format!("--serial {port}")));
    let words = format!(
        "argus --engine name=A proto=epd --engine name=B proto=epd --each tc=60+1 --rounds 1 --games 2 --serial \
         {},115200 --serial {},115200 --silence 0 --pgnout games.pgn min --journal event.log --quiet",
        a.ends[0], b.ends[0]
    );
    succeed(&folder, &words);
    for client in &mut clients {
        assert!(client.wait().expect("it ends").success());
    }
    assert_eq!(fs::read_to_string(folder.join("games.pgn")).expect("games"), beside(&folder));
    for cable in &cables {
        let settings = cable.settings();
        let count = |setting: &str| settings.split_ascii_whitespace().filter(|word| *word == setting).count();
        assert_eq!((count("-crtscts"), count("-cstopb"), count("cs8")), (2, 2, 2), "{settings}");
    }
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn through_pipes() {
    let folder = folder("pipes");
    let base = folder.join("b").to_str().expect("text").to_owned();
    let mock = mock();
    let mut other = good_client(&folder, "A", &format!("--fifo {base}"));
    let words = format!(
        "argus --engine name=A proto=epd fifo={base} --engine name=B cmd={mock} arg=good --each tc=60+1 --rounds 1 \
         --games 2 --silence 0 --pgnout games.pgn min --quiet"
    );
    succeed(&folder, &words);
    assert!(other.wait().expect("it ends").success());
    assert_eq!(fs::read_to_string(folder.join("games.pgn")).expect("games"), beside(&folder));
    // Where none can be made, the file is named.
    let (_, err, status) = run(&folder, &words.replace(&base, "/no/such/b"));
    assert_eq!(status, Some(2), "{err}");
    assert!(err.contains("/no/such/b.pc0: No such file"), "{err}");
    fs::remove_dir_all(&folder).expect("the folder goes");
}

/// A client whose program is a script, which may tell by `$starts` how often it was started.
fn scripted(folder: &Path, script: &str, address: SocketAddr, more: &str) -> Child {
    let program = folder.join("program");
    let count = "echo >>starts\nstarts=$(wc -l <starts)\n";
    fs::write(&program, format!("#!/bin/sh\n{count}{script}")).expect("a script");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("it may be started");
    client(folder, &format!("cmd=./program --connect {address} {more}"))
}

fn starts(folder: &Path) -> usize {
    fs::read(folder.join("starts")).map_or(0, |text| text.len())
}

#[test]
fn a_program_that_cannot_begin_again_is_given_up() {
    let folder = folder("client-gives-up");
    let listener = TcpListener::bind("127.0.0.1:0").expect("an address");
    let script = "test $starts = 1 || exit 5\n\
        while read line; do case $line in uci) echo uciok;; isready) echo readyok; exit 4;; esac; done\n";
    let mut client = scripted(&folder, script, listener.local_addr().expect("an address"), "");
    let (line, _) = listener.accept().expect("a client");
    // One that does not give up would tell of ever more faults.
    let records: Vec<String> = BufReader::new(line).lines().map_while(Result::ok).take(20).collect();
    let words: Vec<&str> =
        records.iter().filter_map(|line| line.split_once("refreq ")?.1.split(';').next()).collect();
    assert_eq!(words, ["sign_on", "fault", "fault", "sign_off"], "{records:#?}");
    assert_eq!(client.wait().expect("it ends").code(), Some(2));
    assert_eq!(starts(&folder), 2);
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn a_program_that_crashes_between_two_referees_is_started_anew() {
    let folder = folder("client-between");
    let listener = TcpListener::bind("127.0.0.1:0").expect("an address");
    let address = listener.local_addr().expect("an address");
    let script = "while read line; do case $line in uci) echo uciok;; isready) echo readyok;; \
        go*) test $starts = 2 && echo bestmove e2e4; >thinks;; stop) exit 4;; quit) exit 0;; esac; done\n";
    let mut client = scripted(&folder, script, address, "--reconnect 60");
    let tell = |line: &mut dyn std::io::Write, word: Refcom| {
        let record = write_directive(&Directive::new(word, At::new(START)));
        line.write_all(format!("{record}\n").as_bytes()).expect("it is told");
    };
    let (mut line, _) = listener.accept().expect("a client");
    let mut records = BufReader::new(line.try_clone().expect("a line")).lines();
    assert!(records.next().expect("a line").expect("text").contains("refreq sign_on"));
    for word in [Refcom::Reset, Refcom::Respond] {
        tell(&mut line, word);
    }
    wait_until(&mut client, "thought", || folder.join("thinks").exists());
    // The first referee goes; the program is told to stop, and crashes.
    drop((listener, line, records));
    wait_until(&mut client, "a second start", || starts(&folder) == 2);
    let listener = TcpListener::bind(address).expect("the address");
    let (mut line, _) = listener.accept().expect("the client again");
    let mut records = BufReader::new(line.try_clone().expect("a line")).lines();
    assert!(records.next().expect("a line").expect("text").contains("refreq sign_on"));
    for word in [Refcom::Reset, Refcom::Respond] {
        tell(&mut line, word);
    }
    let reply = records.next().expect("a line").expect("text");
    assert!(reply.contains("sm e4;"), "{reply}");
    tell(&mut line, Refcom::Disconnect);
    assert!(client.wait().expect("it ends").success());
    fs::remove_dir_all(&folder).expect("the folder goes");
}
