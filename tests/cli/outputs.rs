//! Files that are made of others: what was there stays if they cannot be made whole, and nothing that is packed is replaced
//! by plain text.

use std::io::Write as _;

use crate::folder::Folder;

const ONE: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"1\";\n";

fn gzip(text: &str) -> Vec<u8> {
    let mut packing = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packing.write_all(text.as_bytes()).expect("memory");
    packing.finish().expect("memory")
}

#[test]
fn what_was_there_stays_if_not_all_can_be_read() {
    let making = [
        &["merge"][..],
        &["export", "--to", "fen"],
        &["export", "--to", "csv"],
        &["export", "--to", "parquet"],
        &["export", "--to", "json"],
        &["grade"],
        &["merge-shards"],
    ];
    let cut = gzip(&ONE.repeat(500));
    for verb in making {
        for inputs in
            [&["typo.epd"][..], &["a.epd", "typo.epd"], &["a.epd", "cut.epd.gz"], &["no-folder/*.epd"]]
        {
            let folder = Folder::new();
            folder.write("a.epd", ONE);
            folder.write("cut.epd.gz", &cut[..cut.len() - 9]);
            folder.write("out", "precious");
            let arguments = [verb, inputs, &["-o", "out"]].concat();
            let ran = folder.run(&arguments);
            // A report says by itself what could not be read, and grades the rest.
            if verb == ["grade"] && inputs.len() > 1 {
                continue;
            }
            assert_eq!(ran.status, Some(2), "{arguments:?}: {}", ran.err);
            assert!(!ran.err.contains(" written"), "{arguments:?}: {}", ran.err);
            assert_eq!(folder.read("out"), b"precious", "{arguments:?}: {}", ran.err);
            // What cannot be read is told once, however often it is looked at.
            let told = ran.err.lines().filter(|line| line.contains("cut.epd.gz")).count();
            assert_eq!(told, usize::from(inputs.contains(&"cut.epd.gz")), "{arguments:?}: {}", ran.err);
            assert_eq!(folder.names(), ["a.epd", "cut.epd.gz", "out"], "{arguments:?}");
        }
    }
    let folder = Folder::new();
    folder.write("r.json", "precious");
    let ran = folder.run(&["analyze", "--depth", "1", "--report", "r.json", "typo.epd"]);
    assert_eq!((ran.status, folder.read("r.json")), (Some(2), b"precious".to_vec()), "{}", ran.err);
}

#[test]
fn a_merge_replaces_no_packed_file_and_does_not_read_what_it_made() {
    let folder = Folder::new();
    folder.write("a.epd", ONE);
    for (name, bytes) in [
        ("b.epd.gz", gzip(ONE)),
        (
            "b16.epd",
            ONE.encode_utf16().fold(vec![0xff, 0xfe], |mut bytes, unit| {
                bytes.extend(unit.to_le_bytes());
                bytes
            }),
        ),
    ] {
        folder.write(name, &bytes);
        let ran = folder.run(&["merge", "a.epd", name, "-o", name]);
        assert_eq!((ran.status, folder.read(name)), (Some(2), bytes), "{name}: {}", ran.err);
    }
    // A plain file may take the lines of others.
    folder.write("c.epd", ONE);
    assert_eq!(folder.run(&["merge", "c.epd", "a.epd", "-o", "c.epd"]).status, Some(0));
    assert_eq!(folder.read("c.epd"), ONE.repeat(2).into_bytes());
    folder.write("suites/1.epd", ONE);
    folder.write("suites/2.epd", ONE);
    // What is found in a folder may be what an earlier merge made of the others, or one of the others.
    for status in [0, 2] {
        let ran = folder.run(&["merge", "suites", "-o", "suites/all.epd"]);
        assert_eq!(ran.status, Some(status), "{}", ran.err);
        assert_eq!(folder.read("suites/all.epd"), ONE.repeat(2).into_bytes());
    }
    folder.write("suites/all.epd.gz", gzip(ONE));
    for target in ["suites/1.epd", "suites/all.epd.gz"] {
        let before = folder.read(target);
        let ran = folder.run(&["merge", "suites", "-o", target]);
        assert_eq!((ran.status, folder.read(target)), (Some(2), before), "{}", ran.err);
    }
}

#[test]
fn settings_do_not_matter_where_lines_stay_as_they_are() {
    let folder = Folder::new();
    folder.write("epidote.toml", "no settings");
    folder.write("a.epd", ONE);
    assert_eq!(folder.run(&["merge", "a.epd", "-o", "b.epd"]).status, Some(0));
    assert_eq!(folder.run(&["split", "a.epd", "--size", "1"]).status, Some(0));
    assert_eq!(
        (folder.read("b.epd"), folder.read("a-1.epd")),
        (ONE.as_bytes().to_vec(), ONE.as_bytes().to_vec())
    );
    assert_eq!(folder.run(&["lint", "a.epd"]).status, Some(2));
}

#[test]
fn a_check_says_how_many_lines_in_the_language_asked_for() {
    let folder = Folder::new();
    folder.write("a.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - id  \"2\"\n4k3/8/8/8/8/8/4P3/4K3 w - - id \"1\";\n");
    let (english, russian) = (["1 line", "2 lines"], ["изменится 1 строка", "изменятся 2 строки"]);
    for (verb, changed) in [(&["normalize"][..], 1), (&["stamp"], 2), (&["sort", "--by", "id"], 2)] {
        for language in ["en", "ru"] {
            let expect = match language {
                "en" => format!("a.epd: {} would change\n", english[changed - 1]),
                _ => format!("a.epd: {}\n", russian[changed - 1]),
            };
            let ran = folder.run(&[verb, &["--check", "--language", language, "a.epd"]].concat());
            assert_eq!((ran.status, ran.text()), (Some(1), expect), "{verb:?}: {}", ran.err);
            let is_past = ran.err.contains("2 of 2 lines moved") || ran.err.contains("перемещены");
            assert!(!is_past, "{verb:?}: {}", ran.err);
        }
    }
}

#[test]
fn epd_is_not_imported_and_a_format_that_is_not_there_is_told() {
    let check = |arguments: &[&str], input: &str, status: i32, words: &str| {
        let ran = Folder::new().run_with(arguments, input.as_bytes());
        assert_eq!((ran.status, ran.text().as_str()), (Some(status), ""), "{arguments:?} {input}");
        assert!(ran.err.contains(words), "{arguments:?} {input}: {}", ran.err);
    };
    for input in [ONE, "\n\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\r\n", "\u{feff}4k3/8/8/8/8/8/4P3/4K3 w - -"] {
        check(&["import"], input, 2, "records already");
    }
    check(&["import", "--from", "plain"], ONE, 1, "nothing in it is of this format");
    check(&["import", "--from", "pgn"], "4k3/8 and more\n", 1, "no games");
    // Only a header is a table without rows.
    let ran = Folder::new().run_with(&["import"], b"fen,id\n");
    assert_eq!((ran.status, ran.text().as_str()), (Some(0), ""), "{}", ran.err);
}

#[test]
fn files_packed_inside_of_an_archive_are_read() {
    let folder = Folder::new();
    let inner = gzip(ONE);
    folder.write("n.zip", stored(&[("a.epd", ONE.as_bytes()), ("b.epd.gz", &inner)]));
    let ran = folder.run(&["merge", "n.zip"]);
    assert_eq!((ran.status, ran.text()), (Some(0), ONE.repeat(2)), "{}", ran.err);
}

#[test]
fn what_is_packed_by_programs_that_are_not_read_is_told() {
    let folder = Folder::new();
    for (program, begins) in [
        ("bzip2", &b"BZh91AY&SY\x8f\x81"[..]),
        ("xz", b"\xfd7zXZ\0\0\x04"),
        ("7-Zip", b"7z\xbc\xaf\x27\x1c\0\x04"),
        ("RAR", b"Rar!\x1a\x07\x01\0"),
        ("LZ4", b"\x04\x22\x4d\x18\x64"),
    ] {
        folder.write("a.epd", begins);
        folder.write("n.zip", stored(&[("a.epd", begins)]));
        for file in ["a.epd", "n.zip"] {
            let ran = folder.run(&["lint", file]);
            let words = format!("it is packed with {program}: unpack it first");
            assert!(ran.status == Some(2) && ran.err.contains(&words), "{file}: {}", ran.err);
        }
    }
    // Words that only begin in the same way are words.
    folder.write("a.epd", "BZh9 is no record\n7z\nRar!\n");
    assert_eq!(folder.run(&["lint", "a.epd"]).status, Some(1));
}

/// Messages name a file of an archive so.
#[test]
fn a_file_of_an_archive_can_be_named() {
    let folder = Folder::new();
    let archive = stored(&[("a.epd", b""), ("b/c.epd", ONE.as_bytes())]);
    folder.write("n.zip", &archive);
    let told = folder.run(&["lint", "n.zip/b/c.epd", "n.zip"]);
    assert_eq!((told.status, told.text().as_str()), (Some(0), ""), "{}", told.err);
    assert!(told.err.contains("2 records"), "{}", told.err);
    for verb in [&["merge"][..], &["normalize"], &["merge", "-o", "-"], &["analyze", "--depth", "1", "-q"]] {
        let ran = folder.run(&[verb, &["n.zip/b/c.epd"]].concat());
        assert!(ran.status == Some(0) && ran.text().starts_with("4k3/8"), "{verb:?}: {}", ran.err);
    }
    assert!(folder.run(&["show", "n.zip/b/c.epd:1"]).text().starts_with(ONE));
    assert!(folder.run(&["lint", "n.zip//b/./c.epd"]).err.contains("1 record:"));
    for (missing, words) in [
        ("n.zip/x.epd", "none of the files of the archive that are read"),
        ("n.zip/b", "none of the files of the archive that are read"),
        ("no.zip/a.epd", "there is no such file"),
    ] {
        let ran = folder.run(&["lint", missing]);
        assert!(ran.status == Some(2) && ran.err.contains(words), "{}", ran.err);
    }
    for writing in [
        &["stamp", "-i"][..],
        &["analyze", "--depth", "1", "-i"],
        &["merge", "-o", "n.zip"],
        &["export", "--to", "fen", "-o", "n.zip"],
        &["grade", "-o", "n.zip"],
        &["mate", "2", "--report", "n.zip"],
    ] {
        let ran = folder.run(&[writing, &["n.zip/b/c.epd"]].concat());
        assert_eq!(ran.status, Some(2), "{writing:?}: {}", ran.err);
        assert!(!ran.err.contains("os error"), "{writing:?}: {}", ran.err);
        assert_eq!(folder.read("n.zip"), archive, "{writing:?}");
    }
    assert_eq!(folder.names(), ["n.zip"]);
}

#[test]
fn a_hyphen_is_standard_output() {
    let folder = Folder::new();
    folder.write("a.epd", ONE);
    for verb in [&["merge"][..], &["export", "--to", "csv"], &["grade"]] {
        let arguments = [verb, &["a.epd"]].concat();
        let (named, plain) = (folder.run(&[&arguments[..], &["-o", "-"]].concat()), folder.run(&arguments));
        assert_eq!((named.status, named.text()), (plain.status, plain.text()), "{verb:?}: {}", named.err);
    }
    assert_eq!(folder.names(), ["a.epd"]);
}

#[test]
fn options_that_say_nothing_about_a_format_are_refused() {
    let folder = Folder::new();
    folder.write("a.csv", "fen,id\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1,x\n");
    for (format, options) in [
        ("csv", &["--positions", "final"][..]),
        ("csv", &["--keep", "eco"]),
        ("puzzles", &["--variations"]),
        ("plain", &["--every-evaluation"]),
        ("pgn", &["--map", "fen=fen"]),
        ("evaluations", &["--map", "fen=fen"]),
    ] {
        let ran = folder.run(&[&["import", "--from", format, "a.csv"], options].concat());
        let words = format!("{} says nothing about what --from names", options[0]);
        assert!(ran.status == Some(2) && ran.err.contains(&words), "{format} {options:?}: {}", ran.err);
        assert_eq!(ran.text(), "");
    }
    // What is found may be of several kinds.
    let ran = folder.run(&["import", "--keep", "eco", "--map", "fen=fen", "a.csv"]);
    assert_eq!(ran.status, Some(0), "{}", ran.err);
}

/// The low bytes of a number, the lowest first.
fn low<const N: usize>(number: usize) -> [u8; N] {
    *number.to_le_bytes().first_chunk().expect("fewer bytes than a number has")
}

/// A zip archive whose files are not compressed.
fn stored(files: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in files {
        let mut crc = flate2::Crc::new();
        crc.update(content);
        let at = low::<4>(bytes.len());
        let size = low::<4>(content.len());
        let length = low::<2>(name.len());
        let common =
            [&[20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0x50][..], &crc.sum().to_le_bytes(), &size, &size, &length]
                .concat();
        bytes.extend([b"PK\x03\x04", &common[..], &[0, 0], name.as_bytes(), content].concat());
        directory.extend([b"PK\x01\x02\x14\x00", &common[..], &[0; 12], &at, name.as_bytes()].concat());
    }
    let (start, size, count) = (low::<4>(bytes.len()), low::<4>(directory.len()), low::<2>(files.len()));
    bytes.extend(directory);
    bytes.extend([b"PK\x05\x06\0\0\0\0", &count[..], &count, &size, &start, &[0, 0]].concat());
    bytes
}

#[test]
fn counters_of_fen_are_found_and_sorted_by() {
    let folder = Folder::new();
    let lines = [
        "4k3/8/8/8/8/8/4P3/4K3 w - - 3 60",
        "4k3/8/8/8/8/8/4P3/4K3 b - - hmvc 1; fmvn 50;",
        "4k3/8/8/8/8/8/8/4K3 b - -",
        // Dashes say nothing.
        "4k3/8/8/8/8/8/8/4K3 w - - - -",
    ];
    folder.write("f.epd", lines.join("\n"));
    let found = |query: &str| folder.run(&["find", query, "f.epd"]).text().lines().count();
    for (query, count) in [("fmvn>=50", 2), ("fmvn>50", 1), ("has:hmvc", 2), ("hmvc<2", 1), ("-has:fmvn", 2)]
    {
        assert_eq!(found(query), count, "{query}");
    }
    let sorted = folder.run(&["sort", "--by", "fmvn", "-d", "-q", "f.epd"]).text();
    assert_eq!(sorted.lines().collect::<Vec<_>>(), lines);
}

#[test]
fn an_operation_stays_on_its_line() {
    for operands in ["\"a\nb\"", "\"a\rb\"", "1\n2"] {
        let ran = Folder::new().run_with(&["set", "id", operands], ONE.as_bytes());
        assert_eq!((ran.status, ran.text().as_str()), (Some(2), ""), "{operands:?}: {}", ran.err);
    }
}

#[cfg(unix)]
#[test]
fn names_need_not_be_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let folder = Folder::new();
    let name = OsStr::from_bytes(b"caf\xe9.epd");
    std::fs::write(folder.path("").join(name), ONE.repeat(2)).expect("a file");
    let run = |arguments: &[&str]| folder.command(arguments).arg(name).output().expect("the program runs");
    assert!(run(&["split", "--size", "1"]).status.success());
    for part in [&b"caf\xe9-1.epd"[..], b"caf\xe9-2.epd"] {
        assert!(folder.path("").join(OsStr::from_bytes(part)).is_file(), "{part:?}");
    }
}

#[test]
fn half_a_line_of_a_file_that_is_cut_off_is_no_record() {
    let mut all = String::new();
    for id in 1..=500 {
        all.push_str(&ONE.replace("\"1\"", &format!("\"{id}\"")));
    }
    let cut = gzip(&all);
    for verb in [
        &["normalize"][..],
        &["merge"],
        &["export", "--to", "csv"],
        &["export", "--to", "fen"],
        &["find", "has:bm | line:1-"],
        &["set", "acd", "5"],
    ] {
        let folder = Folder::new();
        folder.write("cut.epd.gz", &cut[..cut.len() / 2]);
        let ran = folder.run(&[verb, &["cut.epd.gz"]].concat());
        assert_eq!(ran.status, Some(2), "{verb:?}: {}", ran.err);
        let text = ran.text();
        assert!(text.lines().count() > 20, "{verb:?}: {}", ran.err);
        for line in text.lines().skip(1) {
            let is_whole = line.ends_with(';') || line.ends_with(|c: char| c.is_ascii_digit());
            assert!(is_whole && line.contains("4k3/8/8/8/8/8/4P3/4K3"), "{verb:?}: {line}");
        }
    }
    let folder = Folder::new();
    folder.write("cut.epd.gz", &cut[..cut.len() / 2]);
    assert_eq!(folder.run(&["split", "--size", "400", "cut.epd.gz"]).status, Some(2));
    let part = folder.read("cut-1.epd");
    assert!(all.as_bytes().starts_with(&part) && part.ends_with(b";\n"));
}
