//! One table for all verbs: what holds for every kind of file, whatever is done with it. The verbs are those
//! of the program, so that a new one cannot be forgotten.

use std::collections::BTreeSet;
use std::fs;
use std::io::{Read as _, Write as _};

use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use crate::folder::{Folder, Ran};

/// What a verb does with lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Prints every line, some of them changed; writes files in place.
    Rewrites,
    /// Prints lines in another order, or fewer; writes files in place.
    Arranges,
    /// Prints something for lines.
    Prints,
    /// Reports something about all lines together.
    Sums,
    /// Reads games.
    Games,
    /// Reads one line.
    Line,
    /// Writes new files.
    Splits,
    /// Reads no file.
    Other,
    /// Plays games between other programs, and does nothing without them.
    Plays,
}

use Kind::{Arranges, Games, Line, Other, Plays, Prints, Rewrites, Splits, Sums};

/// Every verb with the arguments before its files.
const VERBS: &[(&str, Kind, &[&str])] = &[
    ("lint", Prints, &["--exit-zero", "--ignore", "I216"]),
    ("explain", Other, &["W102"]),
    ("show", Line, &[]),
    ("stat", Sums, &[]),
    ("find", Prints, &["side:w"]),
    ("normalize", Rewrites, &[]),
    ("repair", Rewrites, &[]),
    ("tenths", Rewrites, &[]),
    ("set", Rewrites, &["c0", "\"{n}\""]),
    ("remove", Rewrites, &["id"]),
    ("rename", Rewrites, &["id", "c3"]),
    ("stamp", Rewrites, &["--present"]),
    ("reverse", Rewrites, &[]),
    ("sort", Arranges, &["--by", "id"]),
    ("shuffle", Arranges, &["--seed", "7"]),
    ("dedupe", Arranges, &[]),
    ("merge", Prints, &[]),
    ("split", Splits, &["--size", "1"]),
    ("export", Prints, &["--to", "epd"]),
    ("import", Games, &[]),
    ("analyze", Rewrites, &["--depth", "1"]),
    ("mate", Rewrites, &["1"]),
    ("target", Rewrites, &["--nodes", "200"]),
    ("cooks", Rewrites, &["1"]),
    ("count", Rewrites, &["1", "--write"]),
    ("run", Rewrites, &["recipe.json"]),
    ("grade", Sums, &[]),
    ("uci", Other, &[]),
    ("perft", Other, &["1"]),
    ("bench", Other, &["1"]),
    ("completions", Other, &["bash"]),
    ("man", Other, &[]),
    ("argus", Plays, &[]),
    ("client", Plays, &[]),
    ("check-engine", Plays, &[]),
];

const RECIPE: &str = r#"{"format": "epidote-recipe", "version": 1, "steps": ["normalize", {"set": {"opcode": "c0", "operands": "5"}}]}"#;

/// A record with something to do for each verb.
const ONE: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; ce 12;  dm 1; id \"b\";";
const TWO: &str = "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; ce 5; id \"a\"; ";

const GAME: &str = "[Event \"a\"]\n\n1. e4 e5 *\n";

const MARK: &str = "\u{feff}";

/// A folder with the recipe and these files.
fn folder(files: &[(&str, &str)]) -> Folder {
    let folder = Folder::new();
    folder.write("recipe.json", RECIPE);
    for (name, content) in files {
        folder.write(name, content);
    }
    folder
}

/// Verbs of these kinds, with their arguments.
fn verbs(kinds: &[Kind]) -> impl Iterator<Item = (&'static str, Kind, Vec<&'static str>)> {
    let all = VERBS.iter().filter(|(_, kind, _)| kinds.contains(kind));
    all.map(|&(name, kind, before)| (name, kind, [&[name], before].concat())).collect::<Vec<_>>().into_iter()
}

/// All verbs that read lines of any number of files.
const READERS: &[Kind] = &[Rewrites, Arranges, Prints, Sums];

fn run(folder: &Folder, before: &[&str], files: &[&str]) -> Ran {
    folder.run(&[before, files].concat())
}

/// Whether nothing went wrong in a run, by its status.
fn is_well(ran: &Ran) -> bool {
    matches!(ran.status, Some(0 | 1))
}

#[test]
fn every_verb_of_the_program_has_a_row() {
    let rows: BTreeSet<String> = VERBS.iter().map(|(name, ..)| (*name).to_owned()).collect();
    let verbs: BTreeSet<String> = epidote::cli::verbs().into_iter().collect();
    assert_eq!(rows, verbs);
}

#[test]
fn verbs_without_files_do_their_work() {
    let folder = folder(&[]);
    for (name, _, arguments) in verbs(&[Other]) {
        let ran = folder.run_with(&arguments, b"uci\nquit\n");
        assert!(ran.status == Some(0) && !ran.out.is_empty(), "{name}: {ran:?}");
    }
}

#[test]
fn verbs_that_play_say_what_is_missing() {
    let folder = folder(&[]);
    for (name, _, arguments) in verbs(&[Plays]) {
        let ran = folder.run_with(&arguments, b"");
        assert!(ran.status == Some(2) && ran.said.starts_with("epidote: "), "{name}: {ran:?}");
        let wrong = folder.run(&[name, "--no-such-option"]);
        assert!(wrong.status == Some(2) && wrong.said.contains("no-such-option"), "{name}: {wrong:?}");
    }
}

#[test]
fn files_stand_one_behind_the_other_and_no_lines_are_glued() {
    // Without a final line end, with a byte order mark in a later file, and with different line ends.
    let folder = folder(&[
        ("a.epd", &format!("{ONE}\r\n{TWO}")),
        ("b.epd", &format!("{MARK}{TWO}\n")),
        ("c.epd", ""),
        ("d.epd", &format!("{ONE}\n")),
    ]);
    let names = ["a.epd", "b.epd", "c.epd", "d.epd"];
    for (name, kind, before) in verbs(&[Rewrites, Arranges, Prints]) {
        let all = run(&folder, &before, &names);
        assert!(is_well(&all), "{name}: {all:?}");
        assert!(!all.text().contains(MARK), "{name}: {}", all.text());
        // The output for each file separately, in the same order. `export` and `merge` write no other line
        // end.
        let apart: Vec<String> = names
            .iter()
            .flat_map(|file| {
                let one = run(&folder, &before, &[file]).text();
                one.trim_start_matches(MARK).lines().map(str::to_owned).collect::<Vec<_>>()
            })
            .collect();
        let together: Vec<String> = all.text().lines().map(str::to_owned).collect();
        assert_eq!(together, apart, "{name}");
        if kind == Rewrites {
            let lines = all.text().split_inclusive('\n').filter(|line| line.ends_with("\r\n")).count();
            // The line without a line end gets that of its file.
            assert_eq!(lines, 2, "{name}: {}", all.text());
        }
    }
}

#[test]
fn the_mark_of_the_first_file_stays_where_files_are_rewritten() {
    let folder = folder(&[("a.epd", &format!("{MARK}{ONE}\n")), ("b.epd", &format!("{MARK}{TWO}\n"))]);
    for (name, kind, before) in verbs(&[Rewrites, Arranges, Prints]) {
        let text = run(&folder, &before, &["a.epd", "b.epd"]).text();
        assert_eq!(text.starts_with(MARK), kind != Prints, "{name}");
        assert_eq!(text.matches(MARK).count(), usize::from(kind != Prints), "{name}");
    }
}

#[test]
fn standard_input_is_a_file_like_others() {
    let content = format!("{ONE}\r\n# remark\n\n{TWO}");
    let folder = folder(&[("a.epd", &content)]);
    for (name, _, before) in verbs(READERS) {
        let file = run(&folder, &before, &["a.epd"]);
        assert!(is_well(&file), "{name}: {file:?}");
        let named = |ran: &Ran| ran.text().replace("<stdin>", "a.epd").replace("=======\n", "=====\n");
        let piped = folder.run_with(&before, content.as_bytes());
        assert_eq!((piped.status, named(&piped)), (file.status, named(&file)), "{name}");
        let dash = folder.run_with(&[&before[..], &["-"]].concat(), content.as_bytes());
        assert_eq!((dash.status, named(&dash)), (file.status, named(&file)), "{name} -");
        // With one file before it and one after it.
        let between = folder.run_with(&[&before[..], &["a.epd", "-"]].concat(), content.as_bytes());
        assert!(is_well(&between) && between.out.len() >= file.out.len(), "{name}: {between:?}");
    }
}

/// What `<(command)` of a shell gives: a file that can be read only once.
#[cfg(target_os = "linux")]
#[test]
fn a_pipe_in_the_place_of_a_file_is_read_once() {
    let content = format!("{ONE}\r\n# remark\n\n{TWO}");
    let folder = folder(&[("a.epd", &content), ("game.pgn", GAME)]);
    folder.write("a.zip", zip(&[("a.epd", content.as_bytes())]));
    let tables: &[&str] = &["export", "--to", "csv"];
    let readers = verbs(READERS).chain(verbs(&[Games])).chain([(tables[0], Prints, tables.to_vec())]);
    for (name, kind, before) in readers {
        let file = if kind == Games { "game.pgn" } else { "a.epd" };
        let plain = run(&folder, &before, &[file]);
        let piped = folder.run_with(&[&before[..], &["/dev/stdin"]].concat(), &folder.read(file));
        let named = |ran: &Ran| ran.text().replace("/dev/stdin", file).replace('=', "");
        assert!(is_well(&plain) && !plain.out.is_empty(), "{name}: {plain:?}");
        assert_eq!((piped.status, named(&piped)), (plain.status, named(&plain)), "{name}");
        if kind != Games {
            let packed = folder.run_with(&[&before[..], &["/dev/stdin"]].concat(), &folder.read("a.zip"));
            assert_eq!(packed.status, plain.status, "{name}: {packed:?}");
            assert_eq!(packed.text().lines().count(), plain.text().lines().count(), "{name} packed");
        }
        if matches!(kind, Rewrites | Arranges) {
            let written = folder.run_with(&[&before[..], &["-i", "/dev/stdin"]].concat(), content.as_bytes());
            assert!(
                written.status == Some(2) && written.said.contains("/dev/stdin: it is no ordinary file"),
                "{name}: {written:?}"
            );
        }
    }
}

/// A pipe with a name, which would be waited for if it were opened twice.
#[cfg(unix)]
#[test]
fn a_pipe_with_a_name_is_opened_once() {
    let content = format!("{ONE}\n{TWO}\n");
    for before in
        [&["analyze", "--depth", "1"][..], &["mate", "1"], &["export", "--to", "csv"], &["lint", "-q"]]
    {
        let folder = folder(&[("a.epd", &content)]);
        let plain = run(&folder, before, &["a.epd"]);
        let pipe = folder.path("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
        let (path, text) = (pipe.clone(), content.clone());
        let writer = std::thread::spawn(move || fs::write(path, text));
        let piped = run(&folder, before, &["pipe"]);
        writer.join().expect("a writer").expect("written");
        let named = piped.text().replace("pipe:", "a.epd:");
        assert_eq!((piped.status, named), (plain.status, plain.text()), "{before:?}");
    }
}

#[test]
fn bytes_of_other_lines_stay() {
    let folder = folder(&[("a.epd", &format!("{ONE}\r\n# remark \t\r\r\n\n{TWO}\r{ONE}\nprose, no record"))]);
    for (name, _, before) in verbs(&[Rewrites]) {
        let text = run(&folder, &before, &["a.epd"]).text();
        assert!(
            text.contains("\r\n# remark \t\r\r\n\n4k3") && text.ends_with("\nprose, no record"),
            "{name}: {text}"
        );
        assert_eq!(text.matches('\r').count(), 4, "{name}: {text}");
    }
}

#[test]
fn in_place_is_what_is_printed() {
    for (name, _, before) in verbs(&[Rewrites, Arranges]) {
        let content = format!("{MARK}{ONE}\r\n{TWO}\n# remark\n{ONE}");
        let folder = folder(&[("a.epd", &content), ("b.epd", ""), ("c.epd", &content)]);
        let printed = run(&folder, &before, &["a.epd"]);
        let check = run(&folder, &before, &["--check", "a.epd"]);
        let changes = printed.out != content.as_bytes();
        assert_eq!(check.status, Some(i32::from(changes)), "{name}: {check:?}");
        let names = folder.names();
        // Nothing is done when a file is named again.
        let written = run(&folder, &before, &["-i", "a.epd", "b.epd", "a.epd", "./a.epd", "c.epd"]);
        assert_eq!((written.status, written.out.len()), (Some(0), 0), "{name}: {written:?}");
        assert_eq!(String::from_utf8_lossy(&folder.read("a.epd")), printed.text(), "{name}");
        assert_eq!((folder.read("c.epd"), folder.read("b.epd").len()), (printed.out, 0), "{name}");
        assert_eq!(folder.names(), names, "{name} leaves files");
    }
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link() {
    for (name, _, before) in verbs(&[Rewrites, Arranges]) {
        let folder = folder(&[("real/a.epd", &format!("{ONE}\n{TWO}\n"))]);
        let printed = run(&folder, &before, &["real/a.epd"]).out;
        std::os::unix::fs::symlink("real/a.epd", folder.path("link.epd")).expect("a link");
        let written = run(&folder, &before, &["-i", "link.epd"]);
        assert_eq!(written.status, Some(0), "{name}: {written:?}");
        assert!(folder.path("link.epd").is_symlink(), "{name} replaced the link");
        assert_eq!(folder.read("real/a.epd"), printed, "{name}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_is_read_only_is_left_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    for (name, _, before) in verbs(&[Rewrites, Arranges]) {
        let content = format!("{ONE}\n{TWO}\n");
        let folder = folder(&[("a.epd", &content), ("b.epd", &content)]);
        fs::set_permissions(folder.path("a.epd"), fs::Permissions::from_mode(0o444)).expect("permissions");
        let names = folder.names();
        let ran = run(&folder, &before, &["-i", "a.epd", "b.epd"]);
        assert_eq!(ran.status, Some(2), "{name}: {ran:?}");
        assert!(ran.said.contains("a.epd: it is read-only; the file is unchanged"), "{name}: {}", ran.said);
        assert_eq!(folder.read("a.epd"), content.as_bytes(), "{name}");
        assert_eq!(folder.names(), names, "{name} leaves files");
        // The other file is still done.
        assert_eq!(folder.read("b.epd"), run(&folder, &before, &["a.epd"]).out, "{name}");
    }
}

#[test]
fn what_is_missing_is_told_and_the_rest_is_done() {
    let folder = folder(&[("a.epd", &format!("{ONE}\n")), ("game.pgn", GAME), ("empty/x.txt", "")]);
    for (name, kind, before) in verbs(&[Rewrites, Arranges, Prints, Sums, Games]) {
        let file = if kind == Games { "game.pgn" } else { "a.epd" };
        let alone = run(&folder, &before, &[file]);
        let ran = run(&folder, &before, &["no/such.epd", "empty", file]);
        assert_eq!(ran.status, Some(2), "{name}: {ran:?}");
        assert!(ran.said.contains("no/such.epd: there is no such file"), "{name}: {}", ran.said);
        assert!(ran.said.contains("empty: a folder without files"), "{name}: {}", ran.said);
        assert_eq!(ran.text(), alone.text(), "{name}");
    }
    for arguments in [
        &["show", "no.epd:1"][..],
        &["show", "a.epd:2"],
        &["show", "a.epd"],
        &["split", "--size", "1", "no.epd"],
    ] {
        assert_eq!(folder.run(arguments).status, Some(2), "{arguments:?}");
    }
}

#[test]
fn a_folder_means_its_files() {
    let folder = folder(&[
        ("all/b/2.EPD", &format!("{ONE}\n")),
        ("all/1.epd", &format!("{TWO}\n")),
        ("all/note.txt", "no records"),
        ("games/1.pgn", GAME),
    ]);
    for (name, kind, before) in verbs(&[Rewrites, Arranges, Prints, Sums, Games]) {
        let (all, each) = match kind {
            Games => ("games", &["games/1.pgn"][..]),
            _ => ("all", &["all/1.epd", "all/b/2.EPD"][..]),
        };
        assert_eq!(run(&folder, &before, &[all]), run(&folder, &before, each), "{name}");
    }
}

#[test]
fn empty_files_are_files() {
    let folder = folder(&[("a.epd", ""), ("mark.epd", MARK), ("line.epd", "\n")]);
    for (name, kind, before) in verbs(&[Rewrites, Arranges, Prints, Sums, Games]) {
        for file in ["a.epd", "mark.epd", "line.epd"] {
            let ran = run(&folder, &before, &[file]);
            assert!(is_well(&ran), "{name} {file}: {ran:?}");
            if matches!(kind, Rewrites | Arranges) {
                assert_eq!(ran.out, folder.read(file), "{name} {file}");
            }
        }
    }
}

/// An uncompressed zip archive with these files.
fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (name, bytes) in files {
        let mut crc = flate2::Crc::new();
        crc.update(bytes);
        let size = u32::try_from(bytes.len()).expect("small").to_le_bytes();
        let start = u32::try_from(out.len()).expect("small").to_le_bytes();
        let name_length = u16::try_from(name.len()).expect("small").to_le_bytes();
        let common = [&[0; 8][..], &crc.sum().to_le_bytes(), &size, &size, &name_length, &[0, 0]].concat();
        out.extend([b"PK\x03\x04\x14\x00", &common[..], name.as_bytes(), bytes].concat());
        directory
            .extend([b"PK\x01\x02\x14\x00\x14\x00", &common[..], &[0; 10], &start, name.as_bytes()].concat());
    }
    let (count, size, start) = (
        u16::try_from(files.len()).expect("small").to_le_bytes(),
        u32::try_from(directory.len()).expect("small").to_le_bytes(),
        u32::try_from(out.len()).expect("small").to_le_bytes(),
    );
    out.extend(directory);
    out.extend([b"PK\x05\x06\0\0\0\0", &count[..], &count, &size, &start, &[0, 0]].concat());
    out
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).expect("packed");
    encoder.finish().expect("packed")
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec(bytes, CompressionLevel::Fastest)
}

#[test]
fn packed_files_are_read_like_plain_ones_and_never_written() {
    let content = format!("{ONE}\r\n{TWO}\n");
    let wide: Vec<u8> =
        MARK.encode_utf16().chain(content.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    for (name, kind, before) in verbs(&[Rewrites, Arranges, Prints, Sums, Games]) {
        let text = if kind == Games { GAME } else { &content };
        let folder = folder(&[("a", text)]);
        folder.write("a.gz", gzip(text.as_bytes()));
        folder.write("a.zst", zstd(text.as_bytes()));
        folder.write("a.zip", zip(&[("x/", b""), ("x/a", text.as_bytes())]));
        folder.write("a.utf16", if kind == Games { text.as_bytes() } else { &wide });
        let plain = run(&folder, &before, &["a"]);
        assert!(is_well(&plain), "{name}: {plain:?}");
        let packed = [("a.gz", "a.gz"), ("a.zst", "a.zst"), ("a.zip", "a.zip/x/a"), ("a.utf16", "a.utf16")];
        for (file, shown) in packed {
            let named = |text: String| text.replace(shown, "a").replace('=', "");
            let packed = run(&folder, &before, &[file]);
            assert_eq!(
                (packed.status, named(packed.text())),
                (plain.status, named(plain.text())),
                "{name} {file}"
            );
            let piped = folder.run_with(&before, &folder.read(file));
            assert_eq!(piped.status, plain.status, "{name} {file}: {piped:?}");
            let is_told = packed.said.matches("a.utf16: read as UTF-16").count();
            assert_eq!(is_told, usize::from(file == "a.utf16" && kind != Games), "{name}: {}", packed.said);
            assert_eq!(piped.text().lines().count(), plain.text().lines().count(), "{name} {file}");
            if matches!(kind, Rewrites | Arranges) {
                let before_run = folder.read(file);
                let ran = run(&folder, &before, &["-i", file]);
                assert!(
                    ran.status == Some(2) && ran.said.contains("cannot be written in place"),
                    "{name} {file}: {ran:?}"
                );
                assert_eq!(folder.read(file), before_run, "{name} {file}");
            }
        }
    }
}

#[test]
fn a_damaged_archive_is_told() {
    let folder = folder(&[]);
    let packed = gzip(format!("{ONE}\n").repeat(500).as_bytes());
    folder.write("cut.gz", &packed[..packed.len() - 30]);
    let packed = zstd(format!("{ONE}\n").repeat(500).as_bytes());
    folder.write("cut.zst", &packed[..packed.len() - 10]);
    let mut bad = zip(&[("a.epd", format!("{ONE}\n").as_bytes())]);
    bad[45] ^= 1;
    folder.write("bad.zip", bad);
    folder.write("no.zip", "PK\u{3}\u{4} and nothing");
    for (name, _, before) in verbs(READERS) {
        for file in ["cut.gz", "cut.zst", "bad.zip", "no.zip"] {
            let ran = run(&folder, &before, &[file]);
            assert_eq!(ran.status, Some(2), "{name} {file}: {ran:?}");
            assert!(ran.said.contains(file), "{name} {file}: {}", ran.said);
        }
    }
}

#[test]
fn a_reader_that_goes_away_ends_the_program_in_silence() {
    let folder =
        folder(&[("a.epd", &format!("{ONE}\n{TWO}\n").repeat(30_000)), ("a.pgn", &GAME.repeat(30_000))]);
    for (name, kind, before) in verbs(&[Rewrites, Arranges, Prints, Games]) {
        if ["analyze", "mate", "target", "cooks", "count"].contains(&name) {
            // They work like `run`, and take longer.
            continue;
        }
        let file = if kind == Games { "a.pgn" } else { "a.epd" };
        let mut child = folder.command(&[&before[..], &["--quiet", file]].concat()).spawn().expect("a start");
        let mut out = child.stdout.take().expect("its output");
        let mut first = [0; 10];
        out.read_exact(&mut first).expect("some output");
        drop(out);
        let ran: Ran = child.wait_with_output().expect("an end").into();
        assert_eq!((ran.status, ran.said.as_str()), (Some(0), ""), "{name}");
    }
}

#[test]
fn lines_come_in_order_whatever_the_number_of_workers() {
    let record = |at: usize| [&ONE[..33], "  id \"", &at.to_string(), "\"\n"].concat();
    let lines: String = (0..4_000).map(record).collect();
    let folder = folder(&[("a.epd", &lines.repeat(4)), ("b.epd", TWO)]);
    for (name, kind, before) in verbs(READERS) {
        if kind == Rewrites && ["analyze", "mate", "target", "cooks", "count"].contains(&name)
            || ["merge", "grade"].contains(&name)
        {
            continue;
        }
        let with = |workers| run(&folder, &before, &["-j", workers, "a.epd", "b.epd"]);
        let (one, many) = (with("1"), with("5"));
        assert!(is_well(&one), "{name}: {}", one.said);
        assert_eq!(one.out, many.out, "{name}");
        assert_eq!(one.said, many.said, "{name}");
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
    assert_eq!(folder.run(&["show", "a.epd:2"]).status, Some(0));
}

#[test]
fn a_file_is_split_and_nothing_is_written_over() {
    let content = format!("{ONE}\r\n{TWO}\n# remark");
    let folder = folder(&[("a.epd", &content)]);
    let split = folder.run(&["split", "--size", "2", "a.epd"]);
    assert_eq!(split.status, Some(0), "{split:?}");
    let parts = [folder.read("a-1.epd"), folder.read("a-2.epd")];
    assert_eq!(parts.concat(), content.as_bytes());
    assert_eq!(parts[1], b"# remark");
    let again = folder.run(&["split", "--size", "3", "a.epd"]);
    assert!(again.status == Some(2) && again.said.contains("not overwritten"), "{again:?}");
    assert_eq!(folder.read("a-1.epd"), parts[0]);
    fs::create_dir(folder.path("parts")).expect("a folder");
    assert_eq!(
        folder.run_with(&["split", "--size", "1", "--into", "parts", "-"], content.as_bytes()).status,
        Some(0)
    );
    assert_eq!(fs::read_dir(folder.path("parts")).expect("a folder").count(), 3);
}
