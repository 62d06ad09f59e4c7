//! Reports.

use crate::folder::Folder;
use crate::support::*;

#[test]
fn files_are_graded_and_compared() {
    let fields = "4k3/8/8/8/8/8/8/4K3 w - -";
    let one = file(
        "one.epd",
        &format!("{fields} bm Kd2; id \"a.1\"; pm Kd2;\n{fields} am Kd2; id \"a.2\"; pm Kd2;\n"),
    );
    let two = file(
        "two.epd",
        &format!("{fields} bm Kd2; id \"a.1\"; pm Ke2;\n{fields} am Kd2; id \"a.2\"; pm Kd1;\n"),
    );
    let (one, two) = (one.to_str().unwrap(), two.to_str().unwrap());
    let report = text(&epidote(&["grade", "--format", "markdown", one, two], ""));
    assert!(report.contains("1 of 2 solved: 50.00 %"), "{report}");
    assert!(report.contains("| new solves | 1 |") && report.contains("| lost solves | 1 |"), "{report}");
    // A saved report can be graded again.
    let json = text(&epidote(&["grade", "--to", "json", one], ""));
    let saved = file("one.json", &json);
    assert_eq!(text(&epidote(&["grade", "--format", "markdown", saved.to_str().unwrap(), two], "")), report);
    assert!(text(&epidote(&["grade", "--to", "html", one], "")).starts_with("<!doctype html>"));
    assert_eq!(text(&epidote(&["grade", "--to", "csv", one], "")).lines().count(), 3);
    let other = file("other.json", "{\"format\": \"x\"}");
    let refused = epidote(&["grade", other.to_str().unwrap()], "");
    assert_eq!(refused.status.code(), Some(2));
    let graded = text(&epidote(&["grade", "--into", "c5", one], ""));
    assert!(graded.starts_with(&format!("{fields} bm Kd2; c5 \"solved: Kd2\"; id")), "{graded}");
    assert_eq!(epidote(&["grade", "--into", "id", one], "").status.code(), Some(2));
}

#[test]
fn a_report_is_in_the_language_asked_for() {
    let fields = "4k3/8/8/8/8/8/8/4K3 w - -";
    // From standard input, whose last line has no end.
    let lines = format!("{fields} acn 12345; bm Kd2; pm Kd2;\n{fields} acn 2; bm Kd2; pm Kd1;");
    let graded =
        |format: &str, lines: &str| text(&epidote(&["--language", "ru", "grade", "--format", format], lines));
    for format in ["text", "markdown", "html"] {
        let report = graded(format, &lines);
        assert!(report.contains("Решено 1 из 2: 50,00 %"), "{report}");
        assert!(report.contains("12\u{a0}345") && !report.contains("solved:"), "{report}");
    }
    assert!(graded("text", "").contains("Ни одна запись не считается."));
    // What programs read is the same in every language.
    for format in ["csv", "json"] {
        assert_eq!(graded(format, &lines), text(&epidote(&["grade", "--format", format], &lines)));
    }
}

/// A report is known by what it holds, whatever its file is called, and files of one name are told apart.
#[test]
fn a_saved_report_is_read_wherever_it_comes_from() {
    let folder = Folder::new();
    let fields = "4k3/8/8/8/8/8/8/4K3 w - -";
    folder.write("a.epd", format!("{fields} bm Kd2; pm Kd2;\n{fields} bm Kd2; pm Kd1;\n"));
    let json = folder.run(&["grade", "--format", "json", "a.epd"]).out;
    for name in ["r.json", "r.out", "R.JSON", "report"] {
        folder.write(name, &json);
    }
    let expect = folder.run(&["grade", "r.json"]).text();
    assert!(expect.contains("1 of 2 solved"), "{expect}");
    for name in ["r.out", "R.JSON", "report"] {
        assert_eq!(folder.run(&["grade", name]).text(), expect, "{name}");
    }
    assert_eq!(folder.run_with(&["grade"], &json).text(), expect);
    // The same records twice: each belongs to one.
    let twice = folder.run(&["grade", "a.epd", "a.epd"]).text();
    assert!(twice.contains("a.epd (2) against a.epd"), "{twice}");
    assert!(
        twice.contains("2 records matched by the four fields; 0 only in a.epd, 0 only in a.epd (2)."),
        "{twice}"
    );
    assert!(twice.contains("p = 1.0000"), "{twice}");
    let reports = folder.run(&["grade", "r.json", "r.json"]).text();
    assert!(reports.contains("a.epd (r.json) (2) against a.epd (r.json)"), "{reports}");
}

#[test]
fn groups_by_what_no_record_has_are_told() {
    let folder = Folder::new();
    folder.write("a.epd", "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; eco \"A00\"; pm Kd2;\n");
    let check = |by: &str, status: i32, err: &str| {
        let out = folder.run(&["grade", "--by", by, "a.epd"]);
        assert_eq!(out.status, Some(status), "{by}: {}", out.err);
        assert!(if err.is_empty() { out.err.is_empty() } else { out.err.contains(err) }, "{by}: {}", out.err);
    };
    check("eco", 0, "");
    check("zzz", 0, "--by zzz: no record has this opcode");
    check("", 2, "--by");
    check("a b", 2, "--by");
}

/// A chance that is small is not shown as none.
#[test]
fn what_is_nearly_impossible_is_not_shown_as_impossible() {
    let folder = Folder::new();
    let records = |played: &str| -> String {
        let one = |number| format!("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"a.{number}\"; pm {played};\n");
        (1..=40).map(one).collect::<Vec<_>>().concat()
    };
    folder.write("lost.epd", records("Ke2"));
    folder.write("won.epd", records("Kd2"));
    let report = folder.run(&["grade", "lost.epd", "won.epd"]).text();
    assert!(report.contains("p < 0.0001") && !report.contains("p = 0"), "{report}");
    assert!(report.contains("+100.00 % (95 % interval +"), "{report}");
    assert!(!report.contains("+100.00 to +100.00"), "{report}");
}
