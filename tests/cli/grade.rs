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
