//! Verbs that rewrite lines.

use std::fs;

use crate::folder::Folder;
use crate::support::*;

#[test]
fn tenths_become_centipawns() {
    let lines = "4k3/8/8/8/8/8/8/4K3 w - - ce 12;\r\n# ce 12;\n4k3/8/8/8/8/8/8/4K3 w - - ce 32766;";
    assert_eq!(text(&epidote(&["tenths"], lines)), lines.replacen("ce 12;", "ce 120;", 1));
}

#[test]
fn one_kind_of_fix_is_applied() {
    let line = "4k3/8/8/8/8/8/8/4K3 w - -  id x;\n";
    let only = |rule: &str| text(&epidote(&["repair", "--only", rule], line));
    assert_eq!(only("W102"), "4k3/8/8/8/8/8/8/4K3 w - - id x;\n");
    assert_eq!(only("unquoted-string"), "4k3/8/8/8/8/8/8/4K3 w - -  id \"x\";\n");
    assert_eq!(epidote(&["repair", "--only", "X1"], line).status.code(), Some(2));
}

#[test]
fn rewriting_leaves_every_other_byte() {
    let normal = BROKEN.replace("id x", "id x;");
    assert_eq!(text(&epidote(&["normalize"], BROKEN)), normal);
    assert_eq!(text(&epidote(&["repair"], BROKEN)), BROKEN.replace("id x", "id \"x\";"));
    let path = file("rewrite.epd", BROKEN);
    let name = path.to_str().unwrap();
    assert_eq!(epidote(&["normalize", "--check", name], "").status.code(), Some(1));
    assert_eq!(epidote(&["normalize", "--in-place", name], "").status.code(), Some(0));
    assert_eq!(fs::read_to_string(&path).unwrap(), normal);
    assert_eq!(epidote(&["normalize", "--check", name], "").status.code(), Some(0));
    fs::remove_file(path).unwrap();
}

#[test]
fn opcodes_come_first_and_files_behind_them() {
    let folder = Folder::new();
    let line = "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"x\";\n";
    folder.write("a.epd", line);
    folder.write("b.epd", line);
    let ran = folder.run(&["purge", "-i", "id", "a.epd", "b.epd"]);
    assert_eq!((ran.status, ran.err.contains("2 of 2 records changed")), (Some(0), true), "{ran:?}");
    for name in ["a.epd", "b.epd"] {
        assert_eq!(folder.read(name), b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;\n");
    }
    assert_eq!(folder.run_with(&["purge", "id,bm"], line.as_bytes()).text(), "4k3/8/8/8/8/8/8/4K3 w - -\n");
    // A user who forgets the opcodes gets an error.
    let forgotten = folder.run(&["purge", "-i", "a.epd", "b.epd"]);
    assert!(
        forgotten.status == Some(2) && forgotten.err.contains("`a.epd` is not an opcode"),
        "{forgotten:?}"
    );
}

#[test]
fn a_fix_that_is_not_safe_is_applied_on_request_and_told_otherwise() {
    let line = "4k3/8/8/8/8/8/8/4K3 w KQ - id \"x\";\n";
    let folder = Folder::new();
    folder.write("a.epd", line);
    let ran = folder.run(&["repair", "--only", "E207", "a.epd"]);
    assert_eq!((ran.status, ran.text()), (Some(0), line.to_owned()));
    assert!(ran.err.contains("a.epd:1: E207 remains: its fix may change the meaning"), "{}", ran.err);
    let forced = folder.run(&["repair", "--only", "E207", "--unsafe-fixes", "a.epd"]);
    assert_eq!(forced.text(), line.replace("KQ", "-"));
    let none = folder.run_with(&["repair", "--only", "E305"], b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd9;\n");
    assert!(none.err.contains("E305 remains: it has no fix"), "{}", none.err);
}

#[test]
fn operations_are_set_and_renamed() {
    let folder = Folder::new();
    folder.write("a.epd", "4k3/8/8/8/8/8/8/4K3 w - -\n# remark\n4k3/8/8/8/8/8/8/4K3 b - - id \"x\";\n");
    let set = folder.run(&["set", "id", "\"new.{n:3}\"", "a.epd"]).text();
    assert!(set.contains("w - - id \"new.001\";\n# remark\n") && set.ends_with("id \"new.003\";\n"), "{set}");
    assert_eq!(folder.run(&["set", "ce", "-15", "a.epd"]).text().matches("ce -15;").count(), 2);
    let bad = folder.run(&["set", "id", "a; b", "a.epd"]);
    assert!(bad.status == Some(2) && !bad.err.is_empty(), "{bad:?}");
    assert!(folder.run(&["rename", "id", "c0", "a.epd"]).text().ends_with("b - - c0 \"x\";\n"));
    assert_eq!(folder.run(&["rename", "id", "2x", "a.epd"]).status, Some(2));
}

#[test]
fn a_position_that_is_not_legal_is_told_when_it_is_normalized() {
    let line = "4k3/8/8/8/8/8/8/4R1K1 w - - id \"x\"\n";
    let folder = Folder::new();
    let ran = folder.run_with(&["normalize"], line.as_bytes());
    assert_eq!((ran.status, ran.text()), (Some(0), line.replace("\"x\"", "\"x\";")));
    assert!(
        ran.err.contains("<stdin>:1: the side not to move is in check") && ran.err.contains("§7.1"),
        "{ran:?}"
    );
    let many = folder.run_with(&["normalize"], line.repeat(30).as_bytes());
    assert_eq!(many.err.lines().count(), 22, "{}", many.err);
}

#[test]
fn what_was_done_is_said_in_the_language_and_not_at_all_on_request() {
    let folder = Folder::new();
    folder.write("a.epd", "4k3/8/8/8/8/8/8/4K3 w - -  id \"x\"\n");
    assert_eq!(folder.run(&["normalize", "a.epd"]).err, "1 of 1 record changed\n");
    assert_eq!(folder.run(&["--language", "ru", "normalize", "a.epd"]).err, "изменена 1 из 1 записи\n");
    assert_eq!(folder.run(&["-q", "normalize", "a.epd"]).err, "");
    assert_eq!(
        folder.run(&["--language", "ru", "lint", "a.epd"]).err.lines().next(),
        Some("1 запись: 1 ошибка, 1 предупреждение, 0 примечаний")
    );
}

#[test]
fn comments_before_the_first_record_stay_there() {
    let folder = Folder::new();
    let record = |at: u32| format!("4k3/8/8/8/8/8/8/4K3 w - - id \"x{:02}\";\n", 19 - at);
    let records = (0..20).map(record).collect::<Vec<_>>().concat();
    folder.write("a.epd", format!("% suicide chess\n\n{records}# the end\n"));
    for verb in [&["sort", "--by", "id"][..], &["sort", "--by", "id", "-d"], &["shuffle", "--seed", "7"]] {
        let text = folder.run(&[verb, &["-q", "a.epd"]].concat()).text();
        assert!(text.starts_with("% suicide chess\n\n4k3/"), "{verb:?}: {text}");
        let mut lines: Vec<&str> = text.lines().collect();
        lines.sort_unstable();
        let mut all: Vec<String> =
            String::from_utf8(folder.read("a.epd")).unwrap().lines().map(str::to_owned).collect();
        all.sort_unstable();
        assert_eq!(lines, all, "{verb:?}");
    }
}

#[test]
fn lines_are_arranged_as_in_the_page() {
    let folder = Folder::new();
    let line = |rest: &str| format!("4k3/8/8/8/8/8/8/4K3 w - - {rest}\n");
    folder.write(
        "a.epd",
        [
            line("ce 5; id \"x10\";"),
            line("ce -2; id \"x2\";"),
            "# remark\n".to_owned(),
            line("bm Kd2; id \"x1\";"),
        ]
        .concat(),
    );
    let ids = |ran: crate::folder::Ran| {
        let text = ran.text();
        let id = |line: &str| {
            line.split("id \"").nth(1).map_or("-".to_owned(), |rest| rest.trim_end_matches("\";").to_owned())
        };
        text.lines().map(id).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(ids(folder.run(&["sort", "--by", "id", "a.epd"])), "x1 x2 x10 -");
    assert_eq!(ids(folder.run(&["sort", "--by", "ce", "--descending", "a.epd"])), "x10 x2 - x1");
    let shuffled = ids(folder.run(&["shuffle", "--seed", "5", "a.epd"]));
    assert_eq!(shuffled, ids(folder.run(&["shuffle", "--seed", "5", "a.epd"])));
    assert_eq!(ids(folder.run(&["dedupe", "a.epd"])), "x10 -");
    assert_eq!(ids(folder.run(&["dedupe", "--keep-last", "a.epd"])), "- x1");
    assert_eq!(ids(folder.run(&["dedupe", "--same", "label", "a.epd"])), "x10 x2 - x1");
    let merged = folder.run(&["dedupe", "--merge", "a.epd"]).text();
    assert!(merged.starts_with("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; ce 5; id \"x10\";"), "{merged}");
    folder.write("b.epd", "# b\r\n");
    assert_eq!(folder.run(&["merge", "b.epd", "a.epd", "-o", "all.epd"]).status, Some(0));
    let all = String::from_utf8(folder.read("all.epd")).expect("text");
    assert_eq!(all.matches("\r\n").count(), 5, "{all}");
}

#[test]
fn a_duplicate_that_cannot_be_merged_stays_and_is_told_by_file() {
    let folder = Folder::new();
    let kings = "4k3/8/8/8/8/8/8/4K3 w - -";
    let (latin, russian) = (b"id \"caf\xe9\";\n".as_slice(), "c0 \"\u{416}\"; ce 5;\n".as_bytes());
    let lines = [kings.as_bytes(), b" ", latin, kings.as_bytes(), b" ", russian].concat();
    folder.write("a.epd", &lines);
    // Without a last newline.
    folder.write("b.epd", format!("{kings} bm Kd2;\n{kings} ce 5;"));
    let ran = folder.run(&["dedupe", "--merge", "-i", "a.epd", "b.epd"]);
    assert!(ran.err.contains("a.epd: 1 duplicate stays"), "{}", ran.err);
    assert!(!ran.err.contains("b.epd: 1 duplicate"), "{}", ran.err);
    assert_eq!(folder.read("a.epd"), lines);
    assert_eq!(folder.read("b.epd"), format!("{kings} bm Kd2; ce 5;\n").into_bytes());
    // A second time nothing changes.
    folder.run(&["dedupe", "--merge", "-i", "a.epd", "b.epd"]);
    assert_eq!(folder.read("a.epd"), lines);
    let ran = folder.run_with(&["dedupe", "--merge", "-"], &lines);
    assert!(ran.err.contains("1 duplicate stays"), "{}", ran.err);
    assert_eq!(ran.out, lines);
}
