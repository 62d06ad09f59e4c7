//! Options before and behind the verb, and how the winner is announced.

use super::{folder, mock, succeed};
use std::fs;

#[test]
fn who_wins_a_knockout_is_told() {
    let folder = folder("knockout");
    // Two that play alike are level for ever.
    let words = format!(
        "argus --tournament knockout --engine name=A cmd={0} arg=a --engine name=B cmd={0} arg=a --each nodes=1 \
         --rounds 1 --games 2 --maxmoves 1 --quiet",
        mock()
    );
    let out = succeed(&folder, &words);
    assert!(
        out.contains("A and B were level after 102 games: the better seed went on.\nWinner: A\n"),
        "{out}"
    );
    assert!(out.contains("   1 A ") && out.contains("   2 B "), "{out}");
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn output_that_cannot_be_written_is_told() {
    let folder = folder("full");
    let two =
        format!("argus --engine name=A cmd={0} --engine name=B cmd={0} --each nodes=1 --maxmoves 1", mock());
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
    let mut command = super::command(&folder, &two);
    let output = command.stdout(full).output().expect("the program starts");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(err.contains("not all could be printed"), "{err}");
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn options_of_every_verb_may_stand_before_and_behind_it() {
    let folder = folder("everywhere");
    let two = format!(
        "--engine name=A cmd={0} --engine name=B cmd={0} --each nodes=1 --maxmoves 1 --rounds 1 --games 2",
        mock()
    );
    let loud = succeed(&folder, &format!("argus {two}"));
    let quiet = succeed(&folder, &format!("argus {two} --quiet"));
    assert!(loud.contains("Finished game 1") && !quiet.contains("Finished game 1"), "{quiet}");
    for words in [
        format!("-q argus {two}"),
        format!("argus -q {two}"),
        format!("argus {two} --language ru --color never -q"),
        format!("--language ru --quiet argus {two}"),
    ] {
        assert_eq!(succeed(&folder, &words), quiet, "{words}");
    }
    for words in [format!("argus {two} --help"), "argus --help".to_owned(), "argus -q -h".to_owned()] {
        let out = succeed(&folder, &words);
        assert!(out.contains("--pgnout FILE") && out.contains("Usage: epidote argus"), "{words}: {out}");
    }
    let out = succeed(&folder, "client --connect host:1 --help");
    assert!(out.contains("Usage: epidote client"), "{out}");
    fs::remove_dir_all(&folder).expect("the folder goes");
}
