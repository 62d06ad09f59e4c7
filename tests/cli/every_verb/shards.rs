//! Parts of the lines, as several machines do them, and putting them together.

use super::packed::gzip;
use super::table::{MARK, ONE, TWO};
use super::{Case, folder, is_well, rows};
use crate::folder::{Folder, Ran};

/// Runs a verb in this number of shards. Returns the names of the files with their output.
fn shards(folder: &Folder, of: usize, run: impl Fn(&str) -> Ran) -> Vec<String> {
    let shard = |number: usize| {
        let ran = run(&format!("--shard={number}/{of}"));
        assert!(is_well(&ran), "{number}/{of}: {ran:?}");
        let name = format!("part-{number}");
        folder.write(&name, ran.out);
        name
    };
    (1..=of).map(shard).collect()
}

fn merged(folder: &Folder, parts: &[String]) -> Ran {
    let parts = parts.iter().map(String::as_str);
    folder.run(&["merge-shards"].into_iter().chain(parts).collect::<Vec<_>>())
}

#[test]
fn shards_of_every_verb_are_what_one_machine_prints() {
    for row in rows(Case::Shards) {
        let name = row.name();
        let [one, two] = row.samples();
        let odd = format!("{MARK}{}", one.replacen('\n', "\r\n", 1));
        let files =
            [("a.epd", odd), ("b.epd", String::new()), ("c.epd", one.replace('\n', "\r")), ("d.epd", two)];
        let folder = folder(&files.each_ref().map(|(name, text)| (*name, text.as_str())));
        folder.write("e.gz", gzip(one.as_bytes()));
        let files = ["a.epd", "b.epd", "c.epd", "d.epd", "e.gz"];
        let whole = row.run(&folder, &files);
        assert!(is_well(&whole), "{name}: {whole:?}");
        for of in [1, 3, 20] {
            let mut parts = shards(&folder, of, |shard| row.run(&folder, &[&[shard], &files[..]].concat()));
            parts.reverse();
            let merged = merged(&folder, &parts);
            assert_eq!(merged.status, Some(0), "{name} {of}: {merged:?}");
            assert_eq!(merged.text(), whole.text(), "{name} {of}");
        }
        // Standard input is read once, and its lines are needed twice.
        let whole = row.run_with(&folder, &[], one.as_bytes());
        let parts = shards(&folder, 2, |shard| row.run_with(&folder, &[shard], one.as_bytes()));
        assert_eq!(merged(&folder, &parts).text(), whole.text(), "{name}");
    }
}

/// A folder with the parts of a run.
fn parts(of: usize) -> (Folder, Vec<String>, Vec<u8>) {
    let folder = folder(&[("a.epd", &format!("{ONE}\n{TWO}\n{ONE}\n{TWO}\n{ONE}"))]);
    let names = shards(&folder, of, |shard| folder.run(&["normalize", shard, "a.epd"]));
    let whole = folder.run(&["normalize", "a.epd"]).out;
    (folder, names, whole)
}

#[track_caller]
fn check_refused(folder: &Folder, names: &[String], words: &[&str]) {
    let ran = merged(folder, names);
    assert_eq!((ran.status, ran.out.len()), (Some(2), 0), "{ran:?}");
    for words in words.iter().chain(&["nothing was put together"]) {
        assert!(ran.err.contains(words), "{words} is not in {}", ran.err);
    }
    // What was there stays.
    folder.write("out", "old");
    let arguments: Vec<&str> =
        ["merge-shards", "-o", "out"].into_iter().chain(names.iter().map(String::as_str)).collect();
    assert_eq!((folder.run(&arguments).status, folder.read("out")), (Some(2), b"old".to_vec()));
}

#[test]
fn parts_that_are_missing_are_named() {
    let (folder, mut names, _) = parts(5);
    names.remove(3);
    names.remove(1);
    check_refused(&folder, &names, &["missing: shard 2/5, shard 4/5"]);
    check_refused(&folder, &names[1..2], &["missing: shards 1/5 to 2/5, shards 4/5 to 5/5"]);
    names.push("no-such-file".to_owned());
    check_refused(&folder, &names, &["no-such-file: there is no such file", "missing: shard 2/5, shard 4/5"]);
}

#[test]
fn a_part_that_is_cut_or_damaged_is_named_and_the_others_too() {
    let (folder, names, _) = parts(3);
    let whole = folder.read("part-2");
    for length in 0..whole.len() {
        folder.write("part-2", &whole[..length]);
        let ran = merged(&folder, &names);
        assert_eq!((ran.status, ran.out.len()), (Some(2), 0), "{length}: {ran:?}");
        assert!(
            ran.err.contains("part-2: ") && ran.err.contains("missing: shard 2/3"),
            "{length}: {}",
            ran.err
        );
    }
    for at in 0..whole.len() {
        let mut other = whole.clone();
        other[at] ^= 4;
        folder.write("part-2", other);
        let ran = merged(&folder, &names);
        assert_eq!((ran.status, ran.out.len()), (Some(2), 0), "{at}: {ran:?}");
    }
    folder.write("part-2", [&whole[..], b"# shard"].concat());
    folder.write("part-3", [b"x", &folder.read("part-3")[..]].concat());
    check_refused(
        &folder,
        &names,
        &["part-2: not the output", "part-3: damaged", "missing: shards 2/3 to 3/3"],
    );
    check_refused(&folder, &["a.epd".to_owned()], &["a.epd: not the output of a run with `--shard`"]);
}

#[test]
fn parts_of_other_runs_are_refused() {
    let (folder, mut names, whole) = parts(2);
    // The same part twice is what a job leaves that was started again.
    folder.write("again", folder.read("part-2"));
    names.push("again".to_owned());
    let ran = merged(&folder, &names);
    assert_eq!((ran.status, &ran.out), (Some(0), &whole), "{ran:?}");
    let check = |arguments: &[&str], words: &str| {
        let ran = folder.run(arguments);
        assert_eq!(ran.status, Some(0), "{ran:?}");
        folder.write("other", ran.out);
        check_refused(&folder, &["part-1".to_owned(), "other".to_owned()], &["other: ", words]);
    };
    folder.write("b.epd", format!("{ONE}\n{TWO}\n"));
    check(&["normalize", "--shard", "2/2", "b.epd"], "of other lines than part-1");
    // The same lines, of which one has ended a file.
    folder.write("c.epd", format!("{ONE}\n{TWO}\n{ONE}\n"));
    folder.write("d.epd", format!("{TWO}\n{ONE}"));
    check(&["normalize", "--shard", "2/2", "c.epd", "d.epd"], "of other lines than part-1");
    check(&["repair", "--shard", "2/2", "a.epd"], "made with other options");
    check(&["normalize", "--rights", "files", "--shard", "2/2", "a.epd"], "made with other options");
    check(&["normalize", "--dialect", "kvetka", "--shard", "2/2", "a.epd"], "made with other options");
    check(&["normalize", "--shard", "2/3", "a.epd"], "shard 2/3, and part-1 is one of 2");
}

#[test]
fn records_that_could_not_be_searched_are_told_again() {
    let folder = folder(&[("a.epd", &format!("{ONE}\n8/8/8/8/8/8/8/8 w - - id \"empty\";\n{TWO}\n"))]);
    let whole = folder.run(&["mate", "1", "a.epd"]);
    assert_eq!(whole.status, Some(2), "{whole:?}");
    for number in 1..=3 {
        let ran = folder.run(&["mate", "1", "--shard", &format!("{number}/3"), "a.epd"]);
        assert_eq!(ran.status, Some(if number == 2 { 2 } else { 0 }), "{ran:?}");
        folder.write(&format!("part-{number}"), ran.out);
    }
    let ran = folder.run(&["merge-shards", "part-1", "part-2", "part-3"]);
    assert_eq!((ran.status, ran.text()), (Some(2), whole.text()), "{ran:?}");
    assert!(ran.err.contains("part-2: 1 record could not be searched"), "{ran:?}");
}

#[test]
fn a_file_that_is_damaged_is_named_and_the_shard_is_not_complete() {
    let folder = folder(&[("a.epd", &format!("{ONE}\n"))]);
    let whole = gzip(format!("{TWO}\n").repeat(500).as_bytes());
    folder.write("b.epd.gz", &whole[..whole.len() - 9]);
    for verb in [&["normalize"][..], &["mate", "1"]] {
        let ran = folder.run(&[verb, &["--shard", "1/1", "a.epd", "b.epd.gz"]].concat());
        assert_eq!(ran.status, Some(2), "{ran:?}");
        assert!(ran.err.contains("b.epd.gz: ") && ran.err.contains("shard 1/1 is not complete"), "{ran:?}");
    }
}

#[test]
fn parts_are_found_in_a_folder_and_may_be_packed() {
    let (folder, names, whole) = parts(12);
    for name in &names {
        folder.write(&format!("parts/{name}.epd.gz"), gzip(&folder.read(name)));
        folder.write(&format!("plain/{name}.epd"), folder.read(name));
    }
    for from in ["plain", "parts/*", "plain/*.epd"] {
        let ran = folder.run(&["merge-shards", from, "-o", "out.epd"]);
        assert_eq!((ran.status, ran.out.len()), (Some(0), 0), "{from}: {ran:?}");
        assert!(ran.err.contains("12 shards put together"), "{from}: {}", ran.err);
        assert_eq!(folder.read("out.epd"), whole, "{from}");
    }
    // Again, over what is there.
    assert_eq!(folder.run(&["merge-shards", "plain", "-o", "out.epd"]).status, Some(0));
    assert_eq!(folder.read("out.epd"), whole);
    assert_eq!(folder.run(&["merge-shards"]).status, Some(2));
}

#[test]
fn what_cannot_be_a_shard_is_refused_with_a_reason() {
    let stamp = r#"{"format": "epidote-recipe", "version": 1, "steps": [{"stamp": {}}]}"#;
    let folder = folder(&[("a.epd", ONE), ("stamp.json", stamp)]);
    let check = |arguments: &[&str], words: &str| {
        let ran = folder.run(arguments);
        assert!(ran.status == Some(2) && ran.err.contains(words), "{arguments:?}: {ran:?}");
        assert_eq!((ran.out.len(), folder.read("a.epd")), (0, ONE.as_bytes().to_vec()));
    };
    for bad in ["0/3", "4/3", "3", "1/0", "x/y", "1/1000001"] {
        check(&["normalize", "--shard", bad, "a.epd"], "such as 3/8");
    }
    check(&["normalize", "-i", "--shard", "1/2", "a.epd"], "cannot be used with");
    check(&["normalize", "--check", "--shard", "1/2", "a.epd"], "cannot be used with");
    check(&["mate", "1", "--report", "x.json", "--shard", "1/2", "a.epd"], "cannot be used with");
    check(&["mate", "1", "--resume", "--shard", "1/2", "a.epd"], "--in-place");
    check(&["grade", "--shard", "1/2", "a.epd"], "--into");
    check(&["stamp", "--shard", "1/2", "a.epd"], "another moment");
    check(&["run", "stamp.json", "--shard", "1/2", "a.epd"], "another moment");
    check(&["sort", "--by", "id", "--shard", "1/2", "a.epd"], "unexpected argument '--shard'");
    // A file that is missing here may be there on other machines.
    let ran = folder.run(&["normalize", "--shard", "1/2", "no.epd", "a.epd"]);
    assert!(ran.status == Some(2) && ran.err.contains("shard 1/2 is not complete"), "{ran:?}");
    folder.write("part", ran.out);
    check_refused(&folder, &["part".to_owned()], &["part: not the output"]);
}
