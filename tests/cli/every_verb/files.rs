//! What files contain: line ends, marks, nothing; and files that are missing.

use super::table::{MARK, ONE, TWO};
use super::{Adds, Arranges, Case, Fixes, Line, Rewrites, Row, Splits, folder, is_well, plain, rows};
use crate::folder::Folder;

/// All parts of a file that was split, one behind the other.
pub(super) fn parts(folder: &Folder, stem: &str) -> Vec<u8> {
    let part = |number: usize| format!("{stem}-{number}.epd");
    (1..1_000)
        .map(part)
        .take_while(|name| folder.path(name).exists())
        .flat_map(|name| folder.read(&name))
        .collect()
}

/// The line ends of a text, in order.
fn ends(text: &[u8]) -> Vec<bool> {
    text.split_inclusive(|&byte| byte == b'\n').map(|line| line.ends_with(b"\r\n")).collect()
}

/// Names of files with what they contain.
type Files = [(&'static str, String); 4];

/// Four files: without a last line end and with different line ends, with a mark, empty, and an ordinary one.
/// Then the same files as they would be without all that.
fn four(row: Row) -> [Files; 2] {
    let [one, two] = row.samples();
    let odd = [one.replace('\n', "\r\n"), format!("{MARK}{two}\n"), String::new(), format!("{one}\n")];
    let even = [format!("{one}\n"), format!("{two}\n"), String::new(), format!("{one}\n")];
    [odd, even].map(|[a, b, c, d]| [("a.epd", a), ("b.epd", b), ("c.epd", c), ("d.epd", d)])
}

fn folder_of(files: &Files) -> Folder {
    folder(&files.iter().map(|(name, text)| (*name, text.as_str())).collect::<Vec<_>>())
}

#[test]
fn files_stand_one_behind_the_other_and_no_lines_are_glued() {
    for row in rows(Case::Joined) {
        let name = row.name();
        let [odd, even] = four(row);
        let files = odd.clone().map(|(name, _)| name);
        let folder = folder_of(&odd);
        let all = row.run(&folder, &files);
        assert!(is_well(&all), "{name}: {all:?}");
        if matches!(row.kind, Fixes | Splits) {
            for (file, text) in &odd {
                let stem = file.trim_end_matches(".epd");
                let text = text.as_bytes();
                let expect = if row.kind == Fixes { row.result(text) } else { text.trim_start_with(MARK) };
                let got = if row.kind == Fixes { folder.read(file) } else { parts(&folder, stem) };
                assert_eq!(String::from_utf8_lossy(&got), String::from_utf8_lossy(&expect), "{name} {file}");
            }
            continue;
        }
        let one_mark = usize::from(all.text().starts_with(MARK));
        assert_eq!(all.text().matches(MARK).count(), one_mark, "{name}: {}", all.text());
        let clean = row.run(&folder_of(&even), &files);
        assert_eq!(plain(&all.text(), &[]), plain(&clean.text(), &[]), "{name}");
        if row.kind == super::Sums {
            continue;
        }
        let apart: String = files.iter().map(|file| plain(&row.run(&folder, &[file]).text(), &[])).collect();
        assert_eq!(plain(&all.text(), &[]), apart, "{name}");
        if row.kind == Rewrites {
            // The line without a line end gets that of its file.
            let crlf = all.text().matches("\r\n").count();
            assert_eq!(crlf, odd[0].1.matches('\n').count() + 1, "{name}: {}", all.text());
        }
    }
}

trait Trim {
    fn trim_start_with(&self, mark: &str) -> Vec<u8>;
}

impl Trim for [u8] {
    fn trim_start_with(&self, mark: &str) -> Vec<u8> {
        self.strip_prefix(mark.as_bytes()).unwrap_or(self).to_vec()
    }
}

#[test]
fn the_mark_of_the_first_file_stays_where_files_are_rewritten() {
    for row in rows(Case::Mark) {
        let name = row.name();
        let [one, two] = row.samples().map(|text| format!("{MARK}{text}\n"));
        let folder = folder(&[("a.epd", &one), ("b.epd", &two)]);
        let files: &[&str] = if row.kind == Line { &["a.epd"] } else { &["a.epd", "b.epd"] };
        let ran = row.run(&folder, files);
        assert!(is_well(&ran), "{name}: {ran:?}");
        // What is exported as EPD is the file, too.
        let is_file =
            row.verb == "export" && row.before.iter().any(|&word| ["epd", "normal"].contains(&word));
        let stays = is_file || matches!(row.kind, Rewrites | Adds | Arranges);
        assert_eq!(ran.text().starts_with(MARK), stays, "{name}");
        assert_eq!(ran.text().matches(MARK).count(), usize::from(stays), "{name}");
        for file in ["a.epd", "b.epd"] {
            let text = String::from_utf8(folder.read(file)).expect("text");
            assert!(text.starts_with(MARK) && text.matches(MARK).count() == 1, "{name} {file}");
        }
        let unmarked = folder_without(&one, &two);
        assert_eq!(plain(&ran.text(), &[]), plain(&row.run(&unmarked, files).text(), &[]), "{name}");
        assert!(row.kind != Splits || !parts(&folder, "a").starts_with(MARK.as_bytes()), "{name}");
    }
}

fn folder_without(one: &str, two: &str) -> Folder {
    folder(&[("a.epd", one.trim_start_matches(MARK)), ("b.epd", two.trim_start_matches(MARK))])
}

#[test]
fn line_ends_do_not_count_and_stay() {
    for row in rows(Case::LineEnds) {
        let name = row.name();
        let [one, two] = row.samples();
        // The units of some formats begin with a head.
        let text =
            if row.kind == super::Games { format!("{one}\n") } else { format!("{one}\n{two}\n{one}\n") };
        let mut count = 0;
        let mixed: String = text
            .split_inclusive('\n')
            .map(|line| {
                count += 1;
                if count % 2 == 1 { line.replace('\n', "\r\n") } else { line.to_owned() }
            })
            .collect();
        let folder = folder(&[("a.epd", &mixed), ("b.epd", &text)]);
        match row.kind {
            Rewrites | Fixes => {
                let result = row.result(mixed.as_bytes());
                assert_eq!(ends(&result), ends(mixed.as_bytes()), "{name}");
                let even = row.result(text.as_bytes());
                let without = String::from_utf8_lossy(&result).replace('\r', "");
                assert_eq!(without, String::from_utf8_lossy(&even), "{name}");
            }
            Splits => {
                assert_eq!(row.run(&folder, &["a.epd"]).status, Some(0), "{name}");
                assert_eq!(String::from_utf8_lossy(&parts(&folder, "a")), mixed, "{name}");
            }
            _ => {
                let shown = |file: &str| plain(&row.run(&folder, &[file]).text(), &[file]);
                assert_eq!(shown("a.epd"), shown("b.epd"), "{name}");
            }
        }
    }
}

#[test]
fn bytes_of_other_lines_stay() {
    let text = format!("{ONE}\r\n# remark \t\r\r\n\n{TWO}\r{ONE}\nprose, no record");
    for row in rows(Case::OtherLines) {
        let name = row.name();
        if row.kind == Splits {
            let folder = folder(&[("x.epd", &text)]);
            row.run(&folder, &["x.epd"]);
            assert_eq!(String::from_utf8_lossy(&parts(&folder, "x")), text, "{name}");
            continue;
        }
        let result = String::from_utf8(row.result(text.as_bytes())).expect("text");
        assert!(
            result.contains("\r\n# remark \t\r\r\n\n4k3") && result.ends_with("\nprose, no record"),
            "{name}: {result}"
        );
        assert!(row.kind == Adds || result.matches('\r').count() == 4, "{name}: {result}");
    }
}

#[test]
fn empty_files_are_files() {
    for row in rows(Case::Empty) {
        let folder = folder(&[("a.epd", ""), ("mark.epd", MARK), ("line.epd", "\n")]);
        for file in ["a.epd", "mark.epd", "line.epd"] {
            let name = format!("{} {file}", row.name());
            let before = folder.read(file);
            let ran = row.run(&folder, &[file]);
            assert!(is_well(&ran), "{name}: {ran:?}");
            if matches!(row.kind, Rewrites | Adds | Arranges) {
                assert_eq!(ran.out, before, "{name}");
            }
            assert_eq!(folder.read(file), before, "{name}");
        }
    }
}

#[test]
fn what_is_missing_is_told_and_the_rest_is_done() {
    for row in rows(Case::Missing) {
        let name = row.name();
        let [one, _] = row.samples().map(|text| format!("{text}\n"));
        let make = || folder(&[("a.epd", &one), ("empty/x.txt", "")]);
        if row.kind == Line {
            let ran = row.run(&make(), &["no.epd"]);
            assert!(
                ran.status == Some(2) && ran.err.contains("no.epd: there is no such file"),
                "{name}: {ran:?}"
            );
            continue;
        }
        let (alone, with) = (make(), make());
        let expect = row.run(&alone, &["a.epd"]);
        let ran = row.run(&with, &["no/such.epd", "empty", "a.epd"]);
        assert_eq!(ran.status, Some(2), "{name}: {ran:?}");
        assert!(ran.err.contains("no/such.epd: there is no such file"), "{name}: {}", ran.err);
        assert!(ran.err.contains("empty: a folder without files"), "{name}: {}", ran.err);
        assert_eq!(ran.text(), expect.text(), "{name}");
        assert_eq!((with.names(), with.read("a.epd")), (alone.names(), alone.read("a.epd")), "{name}");
        let none = row.run(&make(), &["no/such.epd"]);
        assert_eq!(none.status, Some(2), "{name}: {none:?}");
    }
}
