//! Two programs that write one file at the same time.

use std::process::{Child, Stdio};

use super::{Case, Fixes, folder, rows};
use crate::folder::Folder;

/// The other program.
const OTHER: &[&str] = &["set", "-i", "c9", "\"other\"", "a.epd"];

fn start(folder: &Folder, words: &[&str]) -> Child {
    folder.command(words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("a start")
}

/// A text after the other program.
fn after_other(text: &[u8]) -> Vec<u8> {
    let folder = folder(&[]);
    folder.write("a.epd", text);
    assert_eq!(folder.run(OTHER).status, Some(0));
    folder.read("a.epd")
}

#[test]
fn two_programs_on_one_file_leave_it_as_one_after_the_other_would() {
    for row in rows(Case::AtOnce) {
        let name = row.name();
        let [one, _] = row.samples();
        let text = format!("{one}\n").repeat(if row.is_slow() { 2 } else { 400 });
        let alone = [row.result(text.as_bytes()), after_other(text.as_bytes())];
        let in_turn = [after_other(&alone[0]), row.result(&alone[1])];
        let words = row.words(&[row.in_place(), &["a.epd"]].concat());
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        for _ in 0..3 {
            let folder = folder(&[("a.epd", &text)]);
            let names = folder.names();
            let mut children = [start(&folder, &words), start(&folder, OTHER)];
            let done = children.each_mut().map(|child| child.wait().expect("an end").code());
            let now = folder.read("a.epd");
            let is_right = match done {
                [Some(0 | 1), Some(0)] => in_turn.contains(&now),
                [Some(0 | 1), Some(2)] => now == alone[0],
                [Some(2), Some(0)] => now == alone[1],
                _ => false,
            };
            assert!(is_right, "{name} {done:?}: {}", String::from_utf8_lossy(&now));
            // Results that found no place in the file are kept.
            let is_kept = |file: &String| file == "a.epd.epidote-journal" && done[0] == Some(2);
            let left: Vec<String> = folder.names().into_iter().filter(|file| !is_kept(file)).collect();
            assert_eq!(left, names, "{name} {done:?}");
        }
        // The same twice, the second begun while the first may be at work: all of it is done at least once.
        if row.kind != Fixes && row.result(&alone[0]) == alone[0] {
            let folder = folder(&[("a.epd", &text)]);
            let mut children = [start(&folder, &words), start(&folder, &words)];
            for child in &mut children {
                child.wait().expect("an end");
            }
            assert_eq!(folder.read("a.epd"), alone[0], "{name}");
        }
    }
}
