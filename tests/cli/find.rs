//! `find`, and which files arguments name.

use std::fs;

use crate::support::*;

#[test]
fn patterns_find_files_and_a_bad_one_does_not_stop_the_rest() {
    let path = file("pattern-one.epd", "4k3/8/8/8/8/8/8/4K3 w - -\n");
    let pattern = path.to_str().unwrap().replace("one", "*");
    let output = epidote(&["stat", "/no/such/file.epd", &pattern], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output).contains("records                         1"), "{}", text(&output));
    assert!(String::from_utf8_lossy(&output.stderr).contains("/no/such/file.epd"));
    fs::remove_file(path).unwrap();
}

#[test]
fn queries_find_lines() {
    let file = "8/8/4k3/8/8/4K3/4P3/8 b - - ce -150; id \"a\";\n4k3/8/8/8/8/8/8/4K3 w - - id \"b\";\n4k3/8/8/8/8/8/8/4K3 w - - ;\n";
    let find = |arguments: &[&str]| epidote(&[&["find"], arguments].concat(), file);
    assert_eq!(text(&find(&["ce<0"])), file.lines().next().unwrap().to_owned() + "\n");
    assert_eq!(text(&find(&["-n", "dup"])), "<stdin>:3:4k3/8/8/8/8/8/8/4K3 w - - ;\n");
    assert_eq!(text(&find(&["-n", "error:I216"])), "<stdin>:3:4k3/8/8/8/8/8/8/4K3 w - - ;\n");
    assert_eq!(text(&find(&["-c", "info"])), "<stdin>: 1\n");
    assert_eq!(text(&find(&["--count", "-has:ce"])), "<stdin>: 2\n");
    assert_eq!(find(&["side:w"]).status.code(), Some(0));
    assert_eq!(find(&["checkmate"]).status.code(), Some(1));
    let bad = find(&["side:x"]);
    assert_eq!(bad.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&bad.stderr).contains("`x` is not a side: w or b"));
}
