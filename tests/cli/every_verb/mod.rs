//! One table for all verbs: what holds for every kind of file, whatever is done with it. The verbs and their
//! options are those of the program, so that neither a new verb nor a new option can be forgotten: each must
//! have a row, and each row is tried with every case that its kind has.

mod at_once;
mod files;
mod packed;
mod places;
mod runs;
mod shards;
mod table;

use std::collections::BTreeSet;

use crate::folder::{Folder, Ran};
use table::{NO_MODES, OTHER_VALUES, ROWS};

/// What a verb does with lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Prints every line, some of them changed; writes files in place.
    Rewrites,
    /// Like that, and puts lines of its own between them.
    Adds,
    /// Prints lines in another order, or fewer; writes files in place.
    Arranges,
    /// Writes the files that it is given, and prints something else.
    Fixes,
    /// Prints something for lines.
    Prints,
    /// Reports something about all lines together.
    Sums,
    /// Reads games, or data sets of other programs.
    Games,
    /// Writes new files.
    Splits,
    /// Puts together what shards have printed, and takes nothing else.
    Merges,
    /// Reads one line.
    Line,
    /// Reads no file.
    Other,
    /// Plays games between other programs, and does nothing without them.
    Plays,
}

use Kind::{Adds, Arranges, Fixes, Games, Line, Merges, Other, Plays, Prints, Rewrites, Splits, Sums};

/// What may come up with files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Case {
    /// Several files, without a last line end, with marks and different line ends.
    Joined,
    /// The byte order mark of the first file.
    Mark,
    /// CRLF beside LF.
    LineEnds,
    /// Bytes of lines that are no records.
    OtherLines,
    /// Standard input.
    Input,
    /// `/dev/stdin`, which can be read once.
    Pipe,
    /// A pipe with a name.
    Fifo,
    /// Writing files in place.
    InPlace,
    /// Links to files, to nothing and to folders.
    Links,
    /// A file that is read-only.
    ReadOnly,
    /// A file that is missing, and a folder without files.
    Missing,
    /// A folder with files.
    Folder,
    /// Empty files.
    Empty,
    /// gzip, zstd, zip and UTF-16.
    Packed,
    /// A damaged archive.
    Damaged,
    /// A reader of the output that goes away.
    Reader,
    /// The number of workers.
    Workers,
    /// Parts of the lines on several machines.
    Shards,
    /// Another program that writes the same file at the same time.
    AtOnce,
}

/// Every case.
const ALL: &[Case] = &[
    Case::Joined,
    Case::Mark,
    Case::LineEnds,
    Case::OtherLines,
    Case::Input,
    Case::Pipe,
    Case::Fifo,
    Case::InPlace,
    Case::Links,
    Case::ReadOnly,
    Case::Missing,
    Case::Folder,
    Case::Empty,
    Case::Packed,
    Case::Damaged,
    Case::Reader,
    Case::Workers,
    Case::Shards,
    Case::AtOnce,
];

/// The cases that have no meaning for a kind. It is tried with all others.
fn without(kind: Kind) -> &'static [Case] {
    use Case::{AtOnce, Empty, Folder, InPlace, Joined, OtherLines, ReadOnly, Reader, Shards, Workers};
    match kind {
        Rewrites | Adds => &[],
        // They move or drop lines that are no records.
        Arranges => &[OtherLines, Shards],
        // Its output is not its lines, and short.
        Fixes => &[Reader, Shards],
        // They write no file, so none can be read-only.
        Prints | Games => &[OtherLines, InPlace, AtOnce, ReadOnly, Shards],
        // What they print is short, too.
        Sums => &[OtherLines, InPlace, AtOnce, ReadOnly, Reader, Shards],
        // One thread writes the parts, and nothing that is there.
        Splits => &[InPlace, AtOnce, ReadOnly, Reader, Workers, Shards],
        // One line of one file.
        Line => &[Joined, OtherLines, InPlace, AtOnce, ReadOnly, Folder, Empty, Reader, Workers, Shards],
        Other | Plays | Merges => ALL,
    }
}

/// A verb with options that change what it does with files.
#[derive(Debug, Clone, Copy)]
struct Row {
    verb: &'static str,
    kind: Kind,
    /// The arguments before the files.
    before: &'static [&'static str],
}

impl Row {
    /// The verb and its arguments, for messages.
    fn name(self) -> String {
        [&[self.verb], self.before].concat().join(" ")
    }

    /// The whole command line. `show` reads the second line of each file.
    fn words(self, files: &[&str]) -> Vec<String> {
        let name = |file: &&str| if self.kind == Line { format!("{file}:2") } else { (*file).to_owned() };
        let head = [&[self.verb], self.before].concat().into_iter().map(str::to_owned);
        head.chain(files.iter().map(name)).collect()
    }

    fn run(self, folder: &Folder, files: &[&str]) -> Ran {
        folder.run(&self.words(files).iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn run_with(self, folder: &Folder, files: &[&str], input: &[u8]) -> Ran {
        folder.run_with(&self.words(files).iter().map(String::as_str).collect::<Vec<_>>(), input)
    }

    /// What its files contain: two texts that may stand one behind the other.
    fn samples(self) -> [String; 2] {
        table::samples(self)
    }

    /// The ending of files that it finds in folders.
    fn ending(self) -> &'static str {
        let from = |format: &str| self.before.windows(2).any(|words| words == ["--from", format]);
        match self.kind {
            Games if from("puzzles") || from("csv") => "csv",
            Games if from("evaluations") => "jsonl",
            Games if from("plain") => "plain",
            Games => "pgn",
            _ => "epd",
        }
    }

    /// Whether it works on some records for so long that thousands of them are too many for a test.
    fn is_slow(self) -> bool {
        let searches = ["search.json", "lines.json"].iter().any(|recipe| self.before.contains(recipe));
        searches || ["analyze", "mate", "target", "cooks", "count"].contains(&self.verb)
    }

    fn writes(self) -> bool {
        matches!(self.kind, Rewrites | Adds | Arranges | Fixes)
    }

    /// The option that writes files in place. `lint --fix` does so by itself.
    fn in_place(self) -> &'static [&'static str] {
        if self.kind == Fixes { &[] } else { &["-i"] }
    }

    /// Writes files in place.
    fn write(self, folder: &Folder, files: &[&str]) -> Ran {
        let words = self.words(&[self.in_place(), files].concat());
        folder.run(&words.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// What becomes of a text: as it is printed or, for verbs that print something else, as it is written.
    fn result(self, text: &[u8]) -> Vec<u8> {
        let folder = folder(&[]);
        folder.write("x.epd", text);
        if self.kind != Fixes {
            return self.run(&folder, &["x.epd"]).out;
        }
        self.run(&folder, &["x.epd"]);
        folder.read("x.epd")
    }
}

/// All rows that have this case.
fn rows(case: Case) -> impl Iterator<Item = Row> {
    ROWS.iter().copied().filter(move |row| !without(row.kind).contains(&case))
}

/// A folder with the recipes and these files.
fn folder(files: &[(&str, &str)]) -> Folder {
    let folder = Folder::new();
    for (name, steps) in table::RECIPES {
        let head = r#"{"format": "epidote-recipe", "version": 1, "steps": ["#;
        folder.write(name, format!("{head}{steps}]}}"));
    }
    for (name, content) in files {
        folder.write(name, content);
    }
    folder
}

/// Whether nothing went wrong in a run, by its status.
fn is_well(ran: &Ran) -> bool {
    matches!(ran.status, Some(0 | 1))
}

/// What is printed, without what depends on the names of files, on their size and on their line ends.
fn plain(text: &str, names: &[&str]) -> String {
    let mut text = text.replace('\r', "").replace(table::MARK, "");
    for name in names {
        text = text.replace(name, "FILE");
    }
    let depends = |line: &&str| {
        line.starts_with("  bytes")
            || line.starts_with("| bytes |")
            || line.chars().all(|c| c == '=') && !line.is_empty()
    };
    text.lines().filter(|line| !depends(line)).flat_map(|line| [line, "\n"]).collect()
}

#[test]
fn every_verb_and_every_option_of_the_program_has_a_row() {
    let rows: BTreeSet<&str> = ROWS.iter().map(|row| row.verb).collect();
    let verbs = epidote::cli::verbs();
    assert_eq!(rows, verbs.iter().map(String::as_str).collect());
    for verb in &verbs {
        let of_verb: Vec<&Row> = ROWS.iter().filter(|row| row.verb == verb).collect();
        for (option, values) in epidote::cli::options(verb) {
            let option = format!("--{option}");
            if NO_MODES.iter().any(|&(known, name)| (known == "*" || known == verb) && name == option) {
                continue;
            }
            let has = |words: &[&str]| {
                of_verb.iter().any(|row| row.before.windows(words.len()).any(|w| w == words))
            };
            assert!(
                has(&[&option]),
                "{verb} {option} has no row, and is not among those that change nothing for files"
            );
            for value in values.iter().filter(|_| has(&[&option])) {
                let is_apart = OTHER_VALUES.contains(&(verb.as_str(), option.as_str(), value.as_str()));
                assert_ne!(has(&[&option, value]), is_apart, "{verb} {option} {value} has no row");
            }
        }
    }
    for &(verb, option) in NO_MODES {
        let is_there = verbs.iter().filter(|known| verb == "*" || *known == verb);
        let is_there = is_there
            .flat_map(|known| epidote::cli::options(known))
            .any(|(name, _)| option == format!("--{name}"));
        assert!(is_there, "{verb} has no {option}");
    }
}

#[test]
fn every_case_is_tried() {
    assert_eq!(ALL.len(), Case::AtOnce as usize + 1);
    for &case in ALL {
        assert!(rows(case).count() > 0, "{case:?}");
    }
}

#[test]
fn verbs_without_files_do_their_work() {
    let folder = folder(&[]);
    for row in ROWS.iter().filter(|row| row.kind == Other) {
        let ran = row.run_with(&folder, &[], b"uci\nquit\n");
        let has_printed = !ran.out.is_empty() || row.before == ["pages"];
        assert!(ran.status == Some(0) && has_printed, "{}: {ran:?}", row.name());
    }
}

#[test]
fn pages_of_the_manual_are_written_into_a_folder() {
    let folder = folder(&[("file", "")]);
    let pages = || -> Vec<(String, Vec<u8>)> {
        let files = std::fs::read_dir(folder.path("pages")).expect("a folder").flatten();
        let mut pages: Vec<_> = files
            .map(|file| (file.file_name().into_string().unwrap(), std::fs::read(file.path()).unwrap()))
            .collect();
        pages.sort();
        pages
    };
    let ran = folder.run(&["man", "pages"]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    let first = pages();
    let names: BTreeSet<&str> = first.iter().map(|(name, _)| name.as_str()).collect();
    for verb in epidote::cli::verbs() {
        assert!(names.contains(format!("epidote-{verb}.1").as_str()), "{verb}: {names:?}");
    }
    assert!(names.contains("epidote.1") && first.iter().all(|(_, page)| page.starts_with(b".")));
    // Again; behind a run that was killed; and where a file is.
    std::fs::write(folder.path("pages/epidote-lint.1"), "half").unwrap();
    assert_eq!(folder.run(&["man", "pages"]).status, Some(0));
    assert!(pages() == first, "{names:?}");
    let ran = folder.run(&["man", "file"]);
    assert!(ran.status == Some(2) && ran.err.contains("file"), "{ran:?}");
}

#[test]
fn verbs_that_play_say_what_is_missing() {
    let folder = folder(&[]);
    for row in ROWS.iter().filter(|row| row.kind == Plays) {
        let ran = row.run_with(&folder, &[], b"");
        assert!(ran.status == Some(2) && ran.err.starts_with("epidote: "), "{}: {ran:?}", row.name());
        let wrong = folder.run(&[row.verb, "--no-such-option"]);
        assert!(wrong.status == Some(2) && wrong.err.contains("no-such-option"), "{}: {wrong:?}", row.name());
    }
}
