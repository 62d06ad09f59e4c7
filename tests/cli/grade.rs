//! Reports.

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
