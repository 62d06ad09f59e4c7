//! An observer on another machine: other folders stand for other machines.

use super::interrupted::{event, play};
use super::stops::signal;
use super::{command, ends, folder, mock, run, succeed, survives, wait_until};
use rustix::process::Signal;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

/// Starts the program, with words as on a command line.
fn start(folder: &Path, words: &str) -> Child {
    let output = || Stdio::piped();
    command(folder, words).stdout(output()).stderr(output()).spawn().expect("the program starts")
}

/// An address that nobody has; it can be had again at once.
fn address() -> String {
    let free = TcpListener::bind("127.0.0.1:0").expect("an address");
    free.local_addr().expect("an address").to_string()
}

fn text(path: &Path) -> String {
    String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned()
}

/// Waits until an observer says that it follows: only then can it take over.
#[track_caller]
fn follows(observer: &mut Child) {
    says(observer, "Following the event");
}

/// Waits until an observer prints a line with this part.
///
/// # Panics
/// It ends before.
#[track_caller]
fn says(observer: &mut Child, part: &str) {
    // Byte by byte: what comes behind the line is for others to read.
    let output = observer.stdout.as_mut().expect("its output");
    let (mut said, mut byte) = (Vec::new(), [0]);
    while !(said.ends_with(b"\n") && String::from_utf8_lossy(&said).contains(part)) {
        let read = output.read(&mut byte).expect("its output");
        assert_eq!(read, 1, "it has ended: {}", String::from_utf8_lossy(&said));
        said.push(byte[0]);
    }
}

/// A machine: a folder with the openings.
fn machine(folder: &Path, number: usize) -> PathBuf {
    let path = folder.join(number.to_string());
    fs::create_dir_all(&path).expect("a folder");
    fs::copy(folder.join("book.epd"), path.join("book.epd")).expect("a book");
    path
}

/// A journal without what belongs to the moment: nothing but the moves and ends of games, each once.
fn moves_and_ends(path: &Path) -> Vec<String> {
    let is_of_game = |line: &&str| line.contains(" move ") || line.contains(" end ");
    text(path).lines().filter(is_of_game).map(str::to_owned).collect()
}

#[test]
fn each_referee_that_is_killed_is_followed_by_one_on_another_machine() {
    let folder = folder("observed-chain");
    let mark = folder.to_str().expect("text").to_owned();
    let whole = play(&folder, 2);
    let words = event(&mock(), &mark, 2) + " --pgnout games.pgn min --journal event.log --sync move";
    let mut place = address();
    let mut machines = vec![machine(&folder, 0)];
    let mut referee = start(&machines[0], &format!("argus {words} --observers {place}"));
    for number in 1..=5 {
        let here = machine(&folder, number);
        // A file of games that is not of this event stays as it is.
        fs::write(here.join("games.pgn"), format!("[Event \"other {number}\"]\n\n*\n\n")).expect("a file");
        let next_place = address();
        let mut next = start(
            &here,
            &format!(
                "argus --observe {place} --journal event.log --quiet --sync move --observers {next_place}"
            ),
        );
        let copy = here.join("event.log.copy");
        let lines = || text(&copy).lines().count();
        follows(&mut next);
        let before = lines();
        while referee.try_wait().expect("a status").is_none() && lines() < before + 200 {
            std::thread::yield_now();
        }
        referee.kill().expect("it can be killed");
        ends(referee);
        wait_until(&mut next, "takeover", || {
            text(&here.join("event.log")).contains(&format!(" term {}", number + 1))
        });
        // No move is lost that a player had been told of.
        let known = moves_and_ends(&machines[number - 1].join("event.log"));
        let told: Vec<&String> = known.iter().take(known.len().saturating_sub(2)).collect();
        let copied = moves_and_ends(&here.join("event.log"));
        assert!(told.iter().all(|line| copied.contains(line)), "machine {number}");
        machines.push(here);
        (referee, place) = (next, next_place);
    }
    let output = ends(referee);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let last = text(&machines[5].join("games.pgn"));
    assert_eq!(last, format!("[Event \"other 5\"]\n\n*\n\n{whole}"));
    assert!(!survives(&mark), "a program is still there");
    fs::remove_dir_all(&folder).expect("the folder goes");
}

/// An event that is not over soon.
fn long_event(mark: &str) -> String {
    format!(
        "argus --engine name=A cmd={0} arg=a arg={mark} --engine name=B cmd={0} arg=b --each tc=60 --rounds 10000 \
         --journal event.log --quiet",
        mock()
    )
}

#[test]
fn a_referee_that_hangs_is_deposed() {
    let folder = folder("observed-hangs");
    let mark = folder.to_str().expect("text").to_owned();
    let (one, two, place) = (folder.join("1"), folder.join("2"), address());
    fs::create_dir_all(&one).expect("a folder");
    fs::create_dir_all(&two).expect("a folder");
    let mut referee = start(&one, &format!("{} --observers {place} --lease 600", long_event(&mark)));
    let mut next = start(&two, &format!("argus --observe {place} --journal event.log --quiet"));
    follows(&mut next);
    wait_until(&mut next, "copy", || text(&two.join("event.log.copy")).lines().count() > 50);
    signal(&referee, Signal::STOP);
    wait_until(&mut next, "takeover", || text(&two.join("event.log")).contains(" term 2"));
    let before = text(&one.join("event.log")).matches(" move ").count();
    signal(&referee, Signal::CONT);
    let output = ends(std::mem::replace(&mut referee, start(&one, "argus resume nothing.log")));
    ends(referee);
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(err.contains("may have taken over: nothing more is sent"), "{err}");
    assert!(err.contains("argus resume event.log"), "{err}");
    let journal = text(&one.join("event.log"));
    assert!(!journal.contains(" leave "), "it has not left in good order");
    // The answer to the last line that it sent, and one that was not in the file yet.
    assert!(journal.matches(" move ").count() <= before + 2, "it played on");
    signal(&next, Signal::INT);
    assert_eq!(ends(next).status.code(), Some(1));
    assert!(!survives(&mark), "a program is still there");
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn an_observer_that_goes_leaves_the_referee_alone() {
    let folder = folder("observed-alone");
    let mark = folder.to_str().expect("text").to_owned();
    let (one, two, place) = (folder.join("1"), folder.join("2"), address());
    fs::create_dir_all(&one).expect("a folder");
    fs::create_dir_all(&two).expect("a folder");
    // An observer may be there before its referee.
    let observe = format!("argus --observe {place} --journal event.log");
    let mut next = start(&two, &observe);
    let mut referee = start(&one, &format!("{} --observers {place}", long_event(&mark)));
    let lines = || text(&two.join("event.log.copy")).lines().count();
    let moves = || text(&one.join("event.log")).matches(" move ").count();
    for (how, expect) in [(Signal::KILL, None), (Signal::INT, Some(1)), (Signal::KILL, None)] {
        let before = lines();
        wait_until(&mut next, "copy", || lines() > before + 20);
        signal(&next, how);
        assert_eq!(ends(next).status.code(), expect);
        // The referee plays on without it.
        let before = moves();
        wait_until(&mut referee, "moves", || moves() > before + 100);
        // The next one goes on with the copy.
        next = start(&two, &observe);
    }
    // Others that connect are no observers, and harm nobody.
    for said in ["GET / HTTP/1.1\r\n\r\n", "from 99999999 1\n", "bye\n", ""] {
        let mut stream = TcpStream::connect(&place).expect("a connection");
        let _ = stream.write_all(said.as_bytes());
    }
    let before = lines();
    wait_until(&mut next, "copy", || lines() > before + 20);
    signal(&referee, Signal::INT);
    let output = ends(referee);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(ends(next).status.code(), Some(1));
    assert_eq!(text(&two.join("event.log")), text(&one.join("event.log")));
    assert!(!survives(&mark), "a program is still there");
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn an_observer_hears_how_the_referee_left() {
    let folder = folder("observed-left");
    let mark = folder.to_str().expect("text").to_owned();
    let (one, two, place) = (folder.join("1"), folder.join("2"), address());
    fs::create_dir_all(&one).expect("a folder");
    fs::create_dir_all(&two).expect("a folder");
    let referee = start(&one, &format!("{} --observers {place}", long_event(&mark)));
    let mut next = start(&two, &format!("argus --observe {place} --journal event.log"));
    wait_until(&mut next, "copy", || text(&two.join("event.log.copy")).lines().count() > 50);
    // A second one would take over too.
    let second = folder.join("3");
    fs::create_dir_all(&second).expect("a folder");
    let (_, err, status) = run(&second, &format!("argus --observe {place} --journal event.log"));
    assert!(status == Some(2) && err.contains("another observer follows"), "{err}");
    let (_, err, status) = run(&two, &format!("argus --observe {place} --journal event.log"));
    assert!(status == Some(2) && err.contains("another observer writes it"), "{err}");
    signal(&referee, Signal::INT);
    assert_eq!(ends(referee).status.code(), Some(1));
    let output = ends(next);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("stopped in good order"));
    assert_eq!(text(&two.join("event.log")), text(&one.join("event.log")));
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn what_cannot_be_observed() {
    let folder = folder("observed-refused");
    let mark = folder.to_str().expect("text").to_owned();
    let check = |words: &str, why: &str| {
        let (out, err, status) = run(&folder, words);
        assert!(status == Some(2) && err.contains(why), "{words}: {out}{err}");
    };
    check("argus --observe 127.0.0.1:1", "--observe needs --journal FILE");
    check("argus --observe 127.0.0.1:1 --journal event.log --rounds 3", "--observe needs --journal FILE");
    check("argus --observe nowhere --journal event.log", "--observe needs HOST:PORT");
    let two = format!("argus --engine name=A cmd={0} --engine name=B cmd={0} --each nodes=1", mock());
    check(&format!("{two} --observers 127.0.0.1:0"), "--observers needs --journal FILE");
    check(&format!("{two} --lease 1000"), "--lease needs");
    fs::write(folder.join("there.log"), "mine").expect("a file");
    check("argus --observe 127.0.0.1:1 --journal there.log", "there.log exists");
    assert_eq!(text(&folder.join("there.log")), "mine");
    // Something that is no referee: it says something else, or nothing, or never ends a line.
    let taken = TcpListener::bind("127.0.0.1:0").expect("an address");
    let place = taken.local_addr().expect("an address").to_string();
    for said in ["220 mail.example.org\r\n".to_owned(), "x".repeat(10_000)] {
        let observer = start(&folder, &format!("argus --observe {place} --journal new.log"));
        let (mut stream, _) = taken.accept().expect("the observer connects");
        let _ = stream.write_all(said.as_bytes());
        let output = ends(observer);
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && err.contains("no referee that can be observed"), "{err}");
    }
    // A port that is taken: nothing is left that a next try would take for an event.
    let words = format!("{two} --rounds 1 --games 1 --journal tried.log --pgnout tried.pgn");
    check(&format!("{words} --observers {place}"), "in use");
    assert!(!folder.join("tried.log").exists());
    succeed(&folder, &words);
    // A copy of another event.
    let place = address();
    fs::write(folder.join("other.log.copy"), "0 # epidote argus journal 1 of yesterday\n").expect("a file");
    let mut referee = start(&folder, &format!("{} --observers {place}", long_event(&mark)));
    wait_until(&mut referee, "event", || TcpStream::connect(&place).is_ok());
    check(&format!("argus --observe {place} --journal other.log"), "of another event");
    // A copy that knows a later referee than the one that is there.
    fs::write(folder.join("later.log.copy"), "0 # epidote argus journal 1 of today\n7 term 4\n")
        .expect("a file");
    check(&format!("argus --observe {place} --journal later.log"), "number 4 has taken over");
    signal(&referee, Signal::INT);
    ends(referee);
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn an_observer_answers_each_beat_with_what_it_has() {
    let folder = folder("observed-wire");
    let taken = TcpListener::bind("127.0.0.1:0").expect("an address");
    let place = taken.local_addr().expect("an address").to_string();
    let observer = start(&folder, &format!("argus --observe {place} --journal event.log"));
    let (mut stream, _) = taken.accept().expect("the observer connects");
    let mut reader = BufReader::new(stream.try_clone().expect("a stream"));
    let mut hear = || {
        let mut line = String::new();
        reader.read_line(&mut line).expect("a line");
        line
    };
    stream.write_all(b"epidote observe 1 1 60000\n").expect("it is sent");
    assert_eq!(hear(), "from 0 0\n");
    stream.write_all(b"data 5\n0 # e").expect("it is sent");
    stream.write_all(b"beat 1\n").expect("it is sent");
    assert_eq!(hear(), "got 1 5\n");
    // A piece may come in pieces.
    stream.write_all(b"data 4\nx\n").expect("it is sent");
    stream.write_all(b"y\nbeat 2\nend\n").expect("it is sent");
    assert_eq!(hear(), "got 2 9\n");
    assert_eq!(hear(), "bye\n");
    assert_eq!(ends(observer).status.code(), Some(1));
    assert_eq!(text(&folder.join("event.log")), "0 # ex\ny\n");
    let mut rest = String::new();
    assert_eq!(reader.read_to_string(&mut rest).ok(), Some(0));
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn an_observer_without_a_lease_takes_nothing_over_and_can_be_stopped() {
    let folder = folder("observed-no-lease");
    let taken = TcpListener::bind("127.0.0.1:0").expect("an address");
    let place = taken.local_addr().expect("an address").to_string();
    let mut observer = start(&folder, &format!("argus --observe {place} --journal event.log"));
    let (mut stream, _) = taken.accept().expect("the observer connects");
    // A piece of the journal, and no beat behind it: there is more, which does not come.
    stream.write_all(b"epidote observe 1 1 300\ndata 5\n0 # e").expect("it is sent");
    says(&mut observer, "The referee fell silent before it sent all of its journal");
    assert!(!folder.join("event.log").exists());
    // Not even a whole piece.
    stream.write_all(b"data 4\nx").expect("it is sent");
    signal(&observer, Signal::INT);
    assert_eq!(ends(observer).status.code(), Some(1));
    let mut said = Vec::new();
    // The connection is reset if it went before it had read all.
    let _ = stream.read_to_end(&mut said);
    assert_eq!(String::from_utf8_lossy(&said), "from 0 0\nbye\n");
    assert_eq!(text(&folder.join("event.log.copy")), "0 # e");
    fs::remove_dir_all(&folder).expect("the folder goes");
}
