//! What is asked for wrongly is said before anything is begun: no journal, no lock, no game.

use super::{folder, games, mock, run, succeed};
use std::fs;
use std::net::TcpListener;

/// An event with a journal and a file of games, unless `more` names others.
fn event(more: &str) -> String {
    let files = ["--journal event.log", "--pgnout games.pgn"];
    let usual = files.into_iter().filter(|file| !more.contains(file.split(' ').next().unwrap_or_default()));
    format!(
        "argus --engine name=A cmd={0} --engine name=B cmd={0} --each nodes=1 --maxmoves 3 --quiet {more} {1}",
        mock(),
        usual.collect::<Vec<_>>().join(" ")
    )
}

#[test]
fn no_journal_is_begun_by_an_event_that_cannot_be_played() {
    let folder = folder("refused");
    let taken = TcpListener::bind("127.0.0.1:0").expect("an address");
    let address = taken.local_addr().expect("an address");
    for (more, why) in [
        ("--listen 8000".to_owned(), "--listen needs HOST:PORT, not \"8000\""),
        (format!("--listen {address}"), "Address already in use"),
        ("--openings file=none.epd".to_owned(), "none.epd: there is no such file"),
        ("--tb none".to_owned(), "-tb: none: No such file"),
        ("--pgnout /no/such/x.pgn".to_owned(), "/no/such/x.pgn: No such file"),
        ("--pgnout /".to_owned(), "/: it is a folder"),
        ("--epdout /no/such/x.epd".to_owned(), "/no/such/x.epd: No such file"),
        ("--epdout /".to_owned(), "/: it is a folder"),
        ("--jsonout /no/such/x.json".to_owned(), "/no/such/x.json: No such file"),
        ("--jsonout /".to_owned(), "/: it is a folder"),
        ("--journal /".to_owned(), "/: it is a folder"),
        ("--journal /no/such/x.log".to_owned(), "/no/such/x.log: No such file"),
    ] {
        let (_, err, status) = run(&folder, &event(&more));
        assert_eq!(status, Some(2), "{more}: {err}");
        assert!(err.contains(why), "{more}: {err}");
        let left: Vec<_> = fs::read_dir(&folder).expect("a folder").flatten().collect();
        assert!(left.is_empty(), "{more}: {left:?}");
    }
    // So the event can begin once that is mended.
    succeed(&folder, &event("--listen localhost:0"));
    assert_eq!(games(&folder.join("games.pgn")).len(), 2);
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn what_goes_on_with_an_event_has_no_settings() {
    let folder = folder("refused-standby");
    // There is no such journal: one that waited for it would wait for ever.
    let words = "cannot be given when an event is resumed";
    for (line, why) in [
        ("argus standby event.log --rounds 3", words),
        ("argus resume event.log --rounds 3", words),
        ("argus standby event.log --listen nowhere", "--listen needs HOST:PORT, not \"nowhere\""),
    ] {
        let (_, err, status) = run(&folder, line);
        assert_eq!(status, Some(2), "{line}: {err}");
        assert!(err.contains(why), "{line}: {err}");
    }
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn a_client_takes_no_options_of_the_referee() {
    let folder = folder("refused-client");
    for option in ["--listen 127.0.0.1:0", "--grace 5", "--supervise", "--rounds 3"] {
        let line = format!("client --engine cmd={} --connect 127.0.0.1:1 {option}", mock());
        let (_, err, status) = run(&folder, &line);
        assert_eq!(status, Some(2), "{line}: {err}");
        let word = option.split(' ').next().unwrap_or_default();
        assert_eq!(err.trim(), format!("epidote: {word} is not an option of a client"));
    }
    fs::remove_dir_all(&folder).expect("the folder goes");
}
