//! Whole runs: writing in place, workers, a reader that goes away; and verbs of one line and of new files.

use std::fs;
use std::io::Read as _;

use super::packed::gzip;
use super::table::{MARK, ONE, TWO};
use super::{Case, Fixes, Games, folder, is_well, rows};
use crate::folder::Ran;

#[test]
fn in_place_is_what_is_printed() {
    for row in rows(Case::InPlace) {
        let name = row.name();
        let [one, _] = row.samples();
        let content = format!("{MARK}{}", one.replacen('\n', "\r\n", 1));
        let folder = folder(&[("a.epd", &content), ("b.epd", ""), ("c.epd", &content)]);
        let expect = row.result(content.as_bytes());
        let names = folder.names();
        if row.kind != Fixes {
            let words = row.words(&["--check", "a.epd"]);
            let check = folder.run(&words.iter().map(String::as_str).collect::<Vec<_>>());
            let changes = expect != content.as_bytes();
            assert_eq!(check.status, Some(i32::from(changes)), "{name}: {check:?}");
            assert!(!check.text().contains(MARK), "{name}: {check:?}");
            assert_eq!(folder.read("a.epd"), content.as_bytes(), "{name}");
        }
        // Nothing is done when a file is named again.
        let written = row.write(&folder, &["a.epd", "b.epd", "a.epd", "./a.epd", "c.epd"]);
        assert_eq!(written.status, Some(0), "{name}: {written:?}");
        assert!(row.kind == Fixes || written.out.is_empty(), "{name}: {written:?}");
        let has_words =
            ["a.epd: ", " of 3 files changed", " lines fixed"].map(|words| written.err.contains(words));
        assert!(has_words.contains(&true), "{name} does not say what it did: {}", written.err);
        assert_eq!(
            String::from_utf8_lossy(&folder.read("a.epd")),
            String::from_utf8_lossy(&expect),
            "{name}"
        );
        assert_eq!((folder.read("c.epd"), folder.read("b.epd").len()), (expect, 0), "{name}");
        assert_eq!(folder.names(), names, "{name} leaves files");
    }
}

/// A sample many times over. Formats with a head have it once.
fn long(sample: &str, count: usize) -> String {
    let is_table = sample.starts_with("PuzzleId,") || sample.starts_with("Name,");
    match sample.split_once('\n').filter(|_| is_table) {
        Some((head, rest)) => format!("{head}\n{}", format!("{rest}\n").repeat(count)),
        None => format!("{sample}\n\n").repeat(count),
    }
}

/// Records that all differ.
fn numbered(count: usize) -> String {
    (0..count).map(|at| [&ONE[..33], "  id \"", &at.to_string(), "\"\n"].concat()).collect()
}

/// Verbs that end at once, and those of the referee, which show a table of games.
const WITHOUT_PROGRESS: [&str; 9] =
    ["explain", "show", "serve", "uci", "completions", "man", "argus", "client", "check-engine"];

#[test]
fn progress_is_told_by_every_verb_that_may_take_long() {
    for row in super::ROWS.iter().copied() {
        let name = row.name();
        let has_option = epidote::cli::options(row.verb).iter().any(|(option, _)| option == "progress");
        assert!(has_option != WITHOUT_PROGRESS.contains(&row.verb), "{name}");
        if !has_option {
            continue;
        }
        let [one, two] = row.samples();
        let files: &[&str] = if row.kind == super::Other { &[] } else { &["a.epd", "b.epd"] };
        // The last line tells that all is done: `90 B of 90 B, 80 KiB/s`.
        let tells_all = |ran: &Ran| {
            let is_all = |line: &str| {
                let count = line.split(',').next().and_then(|count| count.split_once(" of "));
                count.is_some_and(|(done, all)| done == all && done.starts_with(|c: char| c.is_ascii_digit()))
            };
            ran.err.lines().any(is_all)
        };
        let ran = |progress: &str| {
            // Some verbs write files, so each run has its own.
            let folder = folder(&[("a.epd", &one), ("b.epd", &two)]);
            let ran = row.run(&folder, &[&[progress], files].concat());
            assert!(is_well(&ran), "{name}: {}", ran.err);
            ran
        };
        let (plain, never) = (ran("--progress=plain"), ran("--progress=never"));
        assert!(tells_all(&plain) && !tells_all(&never), "{name}: {} and {}", plain.err, never.err);
    }
}

#[test]
fn a_reader_that_goes_away_ends_the_program_in_silence() {
    for row in rows(Case::Reader) {
        // The slow ones work like `run`.
        if row.is_slow() {
            continue;
        }
        let name = row.name();
        let [one, _] = row.samples();
        let folder = folder(&[("a.epd", &long(&one, 8_000))]);
        let words = row.words(&["--quiet", "a.epd"]);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        // What fits into a pipe may be written before its reader goes away.
        let fits = folder.run(&words).out.len() < 1 << 18;
        let mut child = folder.command(&words).spawn().expect("a start");
        let mut out = child.stdout.take().expect("its output");
        let mut first = [0; 10];
        out.read_exact(&mut first).unwrap_or_else(|error| panic!("{name}: {error}"));
        drop(out);
        let ran: Ran = child.wait_with_output().expect("an end").into();
        let is_right = ran.status == Some(141) || (fits && ran.status == Some(0));
        assert!(is_right && ran.err.is_empty(), "{name}: {ran:?}");
    }
}

#[test]
fn lines_come_in_order_whatever_the_number_of_workers() {
    for row in rows(Case::Workers) {
        let name = row.name();
        if !epidote::cli::options(row.verb).iter().any(|(option, _)| option == "workers") {
            // One thread does it.
            continue;
        }
        let [one, two] = row.samples();
        let lines = match row.kind {
            Games => long(&one, 250),
            _ if row.is_slow() => numbered(60),
            _ => numbered(2_000).repeat(4),
        };
        let with = |workers| {
            let folder = folder(&[("a.epd", &lines), ("b.epd", &two)]);
            let words = row.words(&["-j", workers, "a.epd", "b.epd"]);
            let ran = folder.run(&words.iter().map(String::as_str).collect::<Vec<_>>());
            (ran.status, ran.out, ran.err, folder.read("a.epd"), folder.read("b.epd"))
        };
        let (one, many) = (with("1"), with("5"));
        assert!(matches!(one.0, Some(0 | 1)), "{name}: {}", one.2);
        assert!(one == many, "{name}: {} and {}", one.2, many.2);
    }
}

#[test]
fn one_line_is_shown_of_any_kind_of_file() {
    let folder = folder(&[("a.epd", &format!("{MARK}{TWO}\r\n\n{ONE}"))]);
    folder.write("a.gz", gzip(&folder.read("a.epd")));
    let shown = folder.run(&["show", "a.epd:3"]);
    assert!(shown.text().contains("1  R . . . . . K ."), "{}", shown.text());
    assert!(shown.text().contains("White to move") && shown.text().contains("W102"), "{}", shown.text());
    assert_eq!(folder.run(&["show", "a.gz:3"]), shown);
    assert_eq!(folder.run_with(&["show", "-:3"], &folder.read("a.epd")), shown);
    let flipped = folder.run(&["show", "--flip", "a.epd:1"]).text();
    assert!(flipped.contains("8  . . . k . . . .") && flipped.contains("h g f e"), "{flipped}");
    assert!(is_well(&folder.run(&["show", "a.epd:2"])));
    for place in ["no.epd:1", "a.epd:4", "a.epd", "a.epd:0"] {
        assert_eq!(folder.run(&["show", place]).status, Some(2), "{place}");
    }
}

#[test]
fn a_file_is_split_and_nothing_is_written_over() {
    let content = format!("# head\n{ONE}\r\n# remark\r\n{TWO}\n# end");
    let folder = folder(&[("a.epd", &content)]);
    let split = folder.run(&["split", "--size", "1", "a.epd"]);
    assert_eq!(split.status, Some(0), "{split:?}");
    let parts = [folder.read("a-1.epd"), folder.read("a-2.epd")];
    assert_eq!(parts.concat(), content.as_bytes());
    assert_eq!(parts[1], format!("# remark\r\n{TWO}\n# end").as_bytes());
    let again = folder.run(&["split", "--size", "3", "a.epd"]);
    assert!(again.status == Some(2) && again.err.contains("not overwritten"), "{again:?}");
    assert_eq!(folder.read("a-1.epd"), parts[0]);
    fs::create_dir(folder.path("parts")).expect("a folder");
    assert_eq!(
        folder.run_with(&["split", "--size", "1", "--into", "parts", "-"], content.as_bytes()).status,
        Some(0)
    );
    assert_eq!(fs::read_dir(folder.path("parts")).expect("a folder").count(), 2);
}

/// What is written with `-o` is what is printed, for each verb that has the option.
#[test]
fn an_output_file_is_what_is_printed() {
    for row in super::ROWS {
        if !epidote::cli::options(row.verb).iter().any(|(option, _)| option == "output")
            || !super::without(row.kind).contains(&Case::InPlace)
            // A test of its own.
            || row.kind == super::Merges
        {
            continue;
        }
        let name = row.name();
        let [one, two] = row.samples();
        let folder = folder(&[("a.epd", &one), ("b.epd", &format!("{MARK}{two}\r\n")), ("out", "old")]);
        let printed = row.run(&folder, &["a.epd", "b.epd"]);
        assert!(is_well(&printed), "{name}: {printed:?}");
        let names = folder.names();
        let written = row.run(&folder, &["-o", "out", "a.epd", "b.epd"]);
        assert_eq!((written.status, written.out.len()), (printed.status, 0), "{name}: {written:?}");
        assert_eq!(String::from_utf8_lossy(&folder.read("out")), printed.text(), "{name}");
        assert_eq!(folder.names(), names, "{name} leaves files");
        // A file that cannot be read leaves what was there, or what could be written, but never half a line.
        let bad = row.run(&folder, &["-o", "none/out", "a.epd"]);
        assert_eq!(bad.status, Some(2), "{name}: {bad:?}");
    }
}
