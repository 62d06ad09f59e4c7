//! Options that would have no effect are refused, and nothing is written.

use crate::folder::Folder;

const LINE: &str = "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"a\"; pv Kd2;\n";

#[test]
fn options_without_effect_are_refused() {
    for arguments in [
        &["grade", "-i", "a.epd"][..],
        &["grade", "--check", "a.epd"],
        &["grade", "--into", "c5", "--by", "c0", "a.epd"],
        &["grade", "--into", "c5", "--format", "csv", "a.epd"],
        &["grade", "--into", "c5", "-o", "x", "a.epd"],
        &["target", "--nodes", "10", "--plies", "2", "a.epd"],
        &["target", "--nodes", "10", "--least-depth", "2", "a.epd"],
        &["target", "--nodes", "10", "--stop", "fritz", "a.epd"],
        &["export", "--to", "fen", "--columns", "id", "-o", "x", "a.epd"],
        &["analyze", "--depth", "1", "--as-records", "-i", "a.epd"],
        &["analyze", "--depth", "1", "--resume", "a.epd"],
        &["lint", "--statistics", "--format", "sarif", "a.epd"],
        &["lint", "--statistics", "--format", "github", "a.epd"],
        &["lint", "--unsafe-fixes", "a.epd"],
        &["lint", "--registers", "a.epd"],
        &["merge", "-j", "2", "a.epd"],
        &["normalize", "-i", "--check", "a.epd"],
        &["sort", "--by", "", "a.epd"],
        &["export", "--to", "csv", "--columns", "", "a.epd"],
        &["export", "--to", "csv", "--columns", "id,,ce", "a.epd"],
        &["export", "--to", "csv", "--columns", "=ce", "a.epd"],
        &["export", "--to", "csv", "--columns", "Score=", "a.epd"],
    ] {
        let folder = Folder::new();
        folder.write("a.epd", LINE);
        let ran = folder.run(arguments);
        assert!(ran.status == Some(2) && ran.out.is_empty() && !ran.err.is_empty(), "{arguments:?}: {ran:?}");
        assert_eq!(
            (folder.names(), folder.read("a.epd")),
            (vec!["a.epd".to_owned()], LINE.into()),
            "{arguments:?}"
        );
    }
}

#[test]
fn a_report_is_announced() {
    let folder = Folder::new();
    folder.write("a.epd", LINE);
    let graded = folder.run(&["grade", "a.epd", "-o", "report.txt"]);
    assert_eq!((graded.status, graded.err.as_str()), (Some(0), "report written to report.txt\n"));
    let searched = folder.run(&["analyze", "--depth", "1", "a.epd", "--report", "report.json"]);
    assert!(searched.err.ends_with("report written to report.json\n"), "{}", searched.err);
    let missing = folder.run(&["grade", "no.epd", "-o", "other.txt"]);
    assert!(missing.status == Some(2) && missing.err == "epidote: no.epd: there is no such file\n");
    assert_eq!(folder.names(), ["a.epd", "report.json", "report.txt"]);
}

/// The number of workers is in the report on a run.
#[test]
fn there_is_a_worker_for_each_core_unless_told_otherwise() {
    let workers = |options: &[&str]| {
        let folder = Folder::new();
        folder.write("a.epd", LINE);
        let ran =
            folder.run(&[&["analyze", "--depth", "1", "a.epd", "--report", "r.json"], options].concat());
        assert_eq!(ran.status, Some(0), "{ran:?}");
        let report: serde_json::Value = serde_json::from_slice(&folder.read("r.json")).expect("JSON");
        report["runs"][0]["provenance"]["workers"].as_u64()
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    assert_eq!(workers(&[]), Some(cores));
    assert_eq!(workers(&["-j", "3"]), Some(3));
    assert_eq!(workers(&["-j3"]), Some(3));
    // Also before a word that may begin with a hyphen.
    let folder = Folder::new();
    folder.write("a.epd", LINE);
    for found in [&["find", "-j1", "has:id", "a.epd"][..], &["set", "-j1", "acd", "-5", "a.epd"]] {
        let ran = folder.run(found);
        assert_eq!(ran.status, Some(0), "{found:?}: {}", ran.err);
        assert_eq!(ran.text().lines().count(), 1, "{found:?}: {}", ran.text());
    }
    for bad in ["0", "257", "many"] {
        let folder = Folder::new();
        assert_eq!(folder.run(&["lint", "-j", bad]).status, Some(2), "{bad}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_to_a_file_that_is_still_missing_stays_a_link() {
    let folder = Folder::new();
    folder.write("a.epd", LINE);
    folder.write("far/b.epd", LINE);
    let link = |from: &str, to: &str| std::os::unix::fs::symlink(to, folder.path(from)).expect("a link");
    link("out.epd", "far/next.epd");
    link("far/next.epd", "new.epd");
    assert_eq!(folder.run(&["merge", "a.epd", "-o", "out.epd"]).status, Some(0));
    assert!(folder.path("out.epd").is_symlink() && folder.path("far/next.epd").is_symlink());
    assert_eq!(folder.read("far/new.epd"), LINE.as_bytes());
    // The system's link to a pipe that is open names nothing, and is written to.
    assert_eq!(folder.run(&["merge", "a.epd", "-o", "/dev/stdout"]).out, LINE.as_bytes());
    // A circle leads nowhere.
    link("x.epd", "y.epd");
    link("y.epd", "x.epd");
    for arguments in
        [&["lint", "x.epd"][..], &["normalize", "-i", "x.epd"], &["analyze", "--depth", "1", "x.epd"]]
    {
        let ran = folder.run(arguments);
        assert!(ran.status == Some(2) && ran.err.contains("x.epd: "), "{arguments:?}: {ran:?}");
    }
    // A link to nothing is a file that is missing.
    link("gone.epd", "nothing.epd");
    for arguments in [&["lint", "gone.epd"][..], &["sort", "--by", "id", "-i", "gone.epd"]] {
        let ran = folder.run(arguments);
        assert!(ran.status == Some(2) && ran.err.contains("there is no such file"), "{arguments:?}: {ran:?}");
    }
}
