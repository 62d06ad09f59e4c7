//! Where lines come from: standard input, pipes, links, folders, files that are read-only.

use std::fs;

use super::files::parts;
use super::{Adds, Arranges, Case, Fixes, Games, Line, Rewrites, Splits, folder, is_well, plain, rows};

/// Names of standard input in what is printed, and those of files.
const NAMES: &[&str] = &[
    "<stdin>",
    "&lt;stdin&gt;",
    "%3Cstdin%3E",
    "\\<stdin\\>",
    "/dev/stdin",
    "pipe",
    "link/1.epd",
    "all/1.epd",
    "a.epd",
];

/// Names of its own.
fn split_of(folder: &crate::folder::Folder) -> Vec<u8> {
    parts(folder, "stdin")
}

#[test]
fn standard_input_is_a_file_like_others() {
    for row in rows(Case::Input) {
        let name = row.name();
        let [one, _] = row.samples();
        // Games have blank lines of their own.
        let content =
            if row.kind == Games { one } else { one.replacen('\n', "\r\n", 1).replace("\n#", "\n\n#") };
        let make = || folder(&[("a.epd", &content)]);
        let file = row.run(&make(), &["a.epd"]);
        assert!(is_well(&file), "{name}: {file:?}");
        let (status, expect) = match row.kind {
            Fixes => (file.status, plain(&String::from_utf8_lossy(&row.result(content.as_bytes())), NAMES)),
            _ => (file.status, plain(&file.text(), NAMES)),
        };
        let none: &[&str] = &[];
        for files in [none, &["-"], &["-", "-"]] {
            if row.kind == Line && files.len() != 1 {
                continue;
            }
            let folder = make();
            let piped = row.run_with(&folder, files, content.as_bytes());
            assert_eq!(
                (piped.status, plain(&piped.text(), NAMES)),
                (status, expect.clone()),
                "{name} {files:?}"
            );
            if row.kind == Splits {
                assert_eq!(String::from_utf8_lossy(&split_of(&folder)), content, "{name} {files:?}");
            }
        }
        if row.kind != Line {
            // After a file. What is found in the file is told apart from lines that are printed.
            let behind = row.run_with(&make(), &["a.epd", "-"], content.as_bytes());
            let told = behind.out.len() + behind.err.len();
            assert!(is_well(&behind) && told >= file.out.len(), "{name}: {behind:?}");
        }
    }
}

/// What `<(command)` of a shell gives: a file that can be read only once.
#[cfg(target_os = "linux")]
#[test]
fn a_pipe_in_the_place_of_a_file_is_read_once() {
    for row in rows(Case::Pipe) {
        let name = row.name();
        let [one, _] = row.samples();
        let folder = folder(&[("a.epd", &one)]);
        if row.kind != Fixes {
            let file = row.run(&folder, &["a.epd"]);
            let piped = row.run_with(&folder, &["/dev/stdin"], one.as_bytes());
            assert!(is_well(&file), "{name}: {file:?}");
            // Not beside the pipe, which is in a folder of the system.
            assert!(
                row.kind != Splits || split_of(&folder) == one.as_bytes(),
                "{name}: {:?}",
                folder.names()
            );
            assert_eq!(
                (piped.status, plain(&piped.text(), NAMES)),
                (file.status, plain(&file.text(), NAMES)),
                "{name}"
            );
        }
        if row.writes() {
            let words = row.words(&[row.in_place(), &["/dev/stdin"]].concat());
            let written =
                folder.run_with(&words.iter().map(String::as_str).collect::<Vec<_>>(), one.as_bytes());
            let is_refused = written.err.contains("/dev/stdin: it is no ordinary file");
            assert!(written.status == Some(2) && is_refused, "{name}: {written:?}");
        }
    }
}

/// A pipe with a name, which would be waited for if it were opened twice.
#[cfg(unix)]
#[test]
fn a_pipe_with_a_name_is_opened_once() {
    for row in rows(Case::Fifo) {
        let name = row.name();
        let [one, _] = row.samples();
        let folder = folder(&[("a.epd", &one)]);
        let file = if row.kind == Fixes { None } else { Some(row.run(&folder, &["a.epd"])) };
        let pipe = folder.path("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
        let writer = std::thread::spawn(move || fs::write(pipe, one));
        let piped = row.run(&folder, &["pipe"]);
        // Where it is refused, nobody reads it to its end.
        let written = writer.join().expect("a writer");
        let Some(file) = file else {
            let is_refused = piped.err.contains("pipe: it is no ordinary file");
            assert!(piped.status == Some(2) && is_refused, "{name}: {piped:?}");
            continue;
        };
        written.expect("written");
        let shown = |text: String| plain(&text, NAMES);
        assert_eq!((piped.status, shown(piped.text())), (file.status, shown(file.text())), "{name}");
    }
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_stay() {
    let link = |folder: &crate::folder::Folder, to: &str, name: &str| {
        std::os::unix::fs::symlink(to, folder.path(name)).expect("a link");
    };
    for row in rows(Case::Links) {
        let name = row.name();
        let [one, two] = row.samples().map(|text| format!("{text}\n"));
        let (first, second) = (format!("all/1.{}", row.ending()), format!("all/2.{}", row.ending()));
        let make = || {
            let folder = folder(&[(first.as_str(), one.as_str()), (second.as_str(), two.as_str())]);
            link(&folder, &first, "link.epd");
            link(&folder, "all", "folder");
            link(&folder, "nothing.epd", "gone.epd");
            folder
        };
        let folder = make();
        let result = row.result(one.as_bytes());
        // Reading through a link, then writing.
        let read = row.run(&folder, &["link.epd"]);
        assert!(is_well(&read), "{name}: {read:?}");
        if row.kind != Fixes {
            let names: &[&str] = &["link.epd", &first];
            let direct = row.run(&make(), &[&first]);
            assert_eq!(plain(&read.text(), names), plain(&direct.text(), names), "{name}");
        }
        if row.kind == Splits {
            assert_eq!(parts(&folder, "link"), one.as_bytes(), "{name}");
        }
        if row.writes() {
            let written = row.write(&folder, &["link.epd"]);
            assert!(is_well(&written), "{name}: {written:?}");
            assert!(folder.path("link.epd").is_symlink(), "{name} replaced the link");
            assert_eq!(
                String::from_utf8_lossy(&folder.read(&first)),
                String::from_utf8_lossy(&result),
                "{name}"
            );
        }
        // To nothing.
        let gone = row.run(&folder, &["gone.epd"]);
        assert!(
            gone.status == Some(2) && gone.err.contains("gone.epd: there is no such file"),
            "{name}: {gone:?}"
        );
        if row.kind == Line {
            continue;
        }
        // To a folder: as an argument it is that folder; below a folder it is left out.
        let (linked, direct) = (make(), make());
        let names: &[&str] = &["folder/", "all/"];
        let through = row.run(&linked, &["folder"]);
        let expect = row.run(&direct, &["all"]);
        assert_eq!(
            (through.status, plain(&through.text(), names)),
            (expect.status, plain(&expect.text(), names)),
            "{name}"
        );
        assert_eq!(
            (linked.read(&first), linked.read(&second)),
            (direct.read(&first), direct.read(&second)),
            "{name}"
        );
        link(&linked, "..", "all/up");
        let circle = row.run(&linked, &[if row.kind == Splits { "nothing" } else { "all" }]);
        assert!(row.kind == Splits || is_well(&circle), "{name}: {circle:?}");
    }
}

#[test]
fn a_folder_means_its_files() {
    for row in rows(Case::Folder) {
        let name = row.name();
        let [one, two] = row.samples().map(|text| format!("{text}\n"));
        let (first, second) =
            (format!("all/1.{}", row.ending()), format!("all/b/2.{}", row.ending().to_uppercase()));
        let make = || folder(&[(&second, &one), (&first, &two), ("all/note.txt", "no records")]);
        let (whole, each) = (make(), make());
        let expect = row.run(&each, &[&first, &second]);
        assert!(is_well(&expect), "{name}: {expect:?}");
        assert_eq!(row.run(&whole, &["all"]), expect, "{name}");
        let content = |folder: &crate::folder::Folder| [folder.read(&first), folder.read(&second)];
        assert_eq!(content(&whole), content(&each), "{name}");
        if row.kind == Splits {
            assert_eq!(parts(&whole, "all/1"), two.as_bytes(), "{name}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_is_read_only_is_left_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    for row in rows(Case::ReadOnly) {
        let name = row.name();
        let [one, _] = row.samples().map(|text| format!("{text}\n"));
        let folder = folder(&[("a.epd", &one), ("b.epd", &one)]);
        fs::set_permissions(folder.path("a.epd"), fs::Permissions::from_mode(0o444)).expect("permissions");
        let names = folder.names();
        let ran = row.write(&folder, &["a.epd", "b.epd"]);
        assert_eq!(ran.status, Some(2), "{name}: {ran:?}");
        assert!(ran.err.contains("a.epd: it is read-only; the file is left as it is"), "{name}: {}", ran.err);
        assert_eq!(folder.read("a.epd"), one.as_bytes(), "{name}");
        assert_eq!(folder.names(), names, "{name} leaves files");
        // The other file is still done.
        assert_eq!(folder.read("b.epd"), row.result(one.as_bytes()), "{name}");
        assert!(matches!(row.kind, Rewrites | Adds | Arranges | Fixes));
    }
}
