//! Tests of whole reports.

mod judging;

use proptest::prelude::*;

use super::compare::{Key, Ratio, compare};
use super::grade::{grade, write_grade};
use super::{NoReport, Report, Run, Solution, Summary, View, bar_lines, csv, fragment, markdown, page, text};
use crate::epd::conventions::Conventions;
use crate::epd::parse;
use crate::language::Catalog;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

pub(super) fn run(name: &str, operations: &[&str]) -> Run {
    let mut run = Run { name: name.to_owned(), ..Run::default() };
    for (line, operations) in (1..).zip(operations) {
        run.add(line, grade(line, format!("{START} {operations}").as_bytes(), None));
    }
    run
}

#[test]
fn the_vector_of_the_kit() {
    let run = run(
        "kit",
        &[
            "acd 5; acn 1000; acs 2; bm d4 e4; pv e4 e5;",
            "acd 7; acn 3000; acs 4; bm d4; pm e4;",
            "acd 7; acn 9; acs 1; am e4; sm d4;",
            "bm d4;",
            "pv e4;",
        ],
    );
    let summary = Summary::of(&run.entries);
    let shown = |value: Option<f64>| format!("{:.2}", value.expect("a value"));
    assert_eq!((summary.all.records, summary.all.acn), (3, Some(4009)));
    assert_eq!(shown(summary.all.mean(summary.all.acn)), "1336.33");
    assert_eq!(shown(summary.all.nodes_per_second()), "572.71");
    assert_eq!((summary.solved.records, summary.solved.acn), (2, Some(1009)));
    assert_eq!(shown(summary.rate().map(|rate| rate * 100.0)), "66.67");
    assert_eq!(shown(summary.solved.nodes_per_second()), "336.33");
    assert_eq!((summary.missed.records, summary.missed.acn), (1, Some(3000)));
    assert_eq!(shown(summary.missed.nodes_per_second()), "750.00");
    assert_eq!(run.skipped.iter().map(|skipped| skipped.count).sum::<u64>(), 2);
    let text = markdown(&Report::new(vec![run]), Catalog::english());
    assert!(text.contains("2 of 3 solved: 66.67 %"), "{text}");
    assert!(text.contains("| 4,009 | 1,336.33 | 7 | 2.33 | 572.71 |"), "{text}");
}

#[test]
fn points_and_groups_are_counted() {
    let points = "c7 \"e4 d4\"; c8 \"10 4\"; bm e4;";
    let run = run(
        "strategy",
        &[
            &format!("{points} id \"open.001\"; pm e4;"),
            &format!("{points} id \"open.002\"; pm d4;"),
            &format!("{points} id \"closed.001\"; pm c4;"),
            &format!("{points} id \"closed.002\"; pm e4;"),
        ],
    );
    assert_eq!(Summary::of(&run.entries).points, Some((24, 40)));
    let text = markdown(&Report::new(vec![run]), Catalog::english());
    assert!(text.contains("| open | 2 | 1 | 50.00 % | 9.5 to 90.5 | 14 | 20 | 70.00 % |"), "{text}");
    assert!(text.contains("| closed | 2 | 1 | 50.00 % | 9.5 to 90.5 | 10 | 20 | 50.00 % |"), "{text}");
}

#[test]
fn mates_and_counts_have_tables() {
    let mut run = run(
        "mates",
        &["bm #2; dm 2; pm e4;", "ce 32764; dm 3; pm e4;", "ce 0; dm 3; pm d4;", "bm e4; pm e4;"],
    );
    for (line, depth, is_right) in [(1, 2, true), (2, 2, false), (1, 1, true), (2, 1, true)] {
        run.add_claim(line, depth, is_right);
    }
    let text = markdown(&Report::new(vec![run.clone()]), Catalog::english());
    assert!(text.contains("| 2 | 1 | 1 | 100.00 % |") && text.contains("| 3 | 2 | 1 | 50.00 % |"), "{text}");
    assert!(text.contains("| 1 | 2 | 0 |") && text.contains("| 2 | 1 | 1 |"), "{text}");
    assert!(text.contains("dm 3"), "{text}");
    let report = Report::new(vec![run]);
    assert_eq!(Report::from_json(report.to_json().as_bytes()), Ok(report));
}

#[test]
fn a_sum_over_some_records_is_not_told() {
    let run = run("some", &["acn 5; acs 1; bm e4; pm e4;", "acs 1; bm e4; pm e4;"]);
    let summary = Summary::of(&run.entries);
    assert_eq!((summary.all.acn, summary.all.acs, summary.solved.acd), (None, Some(2), None));
}

#[test]
fn runs_are_compared() {
    let old = run(
        "old",
        &[
            "acn 100; bm e4; id \"a\"; pm e4;",
            "acn 100; bm e4; id \"b\"; pm d4;",
            "acn 100; bm e4; id \"c\"; pm e4;",
            "acn 100; bm e4; id \"d\"; pm d4;",
            "acn 100; bm e4; id \"only\"; pm d4;",
        ],
    );
    let new = run(
        "new",
        &[
            "acn 50; bm e4; id \"d\"; pm d4;",
            "acn 50; bm e4; id \"b\"; pm e4;",
            "acn 50; bm e4; id \"a\"; pm e4;",
            "acn 50; bm e4; id \"c\"; pm d4;",
        ],
    );
    let found = compare(&old, &new);
    assert_eq!((found.by, found.pairs.len(), found.alone), (Key::Id, 4, (1, 0)));
    let names = |places: &[usize]| -> Vec<&str> {
        places.iter().map(|&at| old.entries[found.pairs[at].0].id.as_str()).collect()
    };
    assert_eq!(names(&found.both), ["a"]);
    assert_eq!(names(&found.new), ["b"]);
    assert_eq!(names(&found.lost), ["c"]);
    assert_eq!(names(&found.neither), ["d"]);
    let half = Ratio { ratio: 0.5, is_to_solution: false };
    assert_eq!((found.p.to_string(), found.nodes, found.time), ("1".to_owned(), Some(half), None));
    // A run knows how soon it found its solutions; the other one, or a file of records, may not.
    let mut told = new.clone();
    for entry in &mut told.entries {
        entry.time_ms = Some(8);
        entry.solution = Some(Solution { depth: 2, nodes: 10, time_ms: 3 });
    }
    let found = [compare(&old, &told), compare(&told, &told)].map(|found| (found.nodes, found.time));
    let same = Some(Ratio { ratio: 1.0, is_to_solution: true });
    assert_eq!(found, [(Some(half), None), (same, same)]);
    let text = markdown(&Report::new(vec![told.clone(), told]), Catalog::english());
    assert!(text.contains("| nodes to the solution, ratio over those solved by both | 1.000 |"), "{text}");
    let text = markdown(&Report::new(vec![old, new]), Catalog::english());
    assert!(text.contains("## new against old") && text.contains("| new solves | 1 |"), "{text}");
}

/// A run with groups v2, v10 and v1, and values in no order.
#[test]
fn a_report_has_the_words_and_numbers_of_its_language() {
    let many: Vec<String> =
        (0..2_000).map(|at| format!("acd {}; bm d4; pm {};", at % 9, ["d4", "e4"][at % 2])).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let mut runs = vec![run("one", &many), run("two", &many[1..]), grouped_run()];
    runs[0].add_claim(3, 2, false);
    let report = Report::new(runs);
    let pages = [markdown, page, text].map(|write| write(&report, Catalog::russian()));
    for written in &pages {
        assert!(!written.contains("report."), "a word is missing in {written}");
        assert!(!written.contains("solved:") && !written.contains(" of "), "English in {written}");
        assert!(written.contains("Решено 1\u{a0}000 из 2\u{a0}000: 50,00 %"), "{written}");
    }
    assert!(pages[1].contains("<html lang=\"ru\">"));
}

pub(super) fn grouped_run() -> Run {
    let record = |group: &str, number: u32, played: &str, acn: u32| {
        format!("acn {acn}; bm e4; id \"{group}.{number:03}\"; pm {played};")
    };
    let records = [
        record("v2", 1, "e4", 1_000),
        record("v10", 1, "d4", 90),
        record("v1", 1, "e4", 200),
        record("v2", 2, "d4", 20_000),
        record("v10", 2, "d4", 3),
        record("v1", 2, "d4", 1_500),
    ];
    run("groups", &records.each_ref().map(String::as_str))
}

#[test]
fn a_report_begins_with_its_charts_and_groups_are_in_natural_order() {
    let report = Report::new(vec![grouped_run()]);
    let html = fragment(&report, View::default(), Catalog::english());
    let place = |what: &str| html.find(what).unwrap_or_else(|| panic!("{what} is not in {html}"));
    let order = [
        "2 of 6 solved",
        "<figcaption>Solved by group",
        "<figcaption>Nodes",
        "<caption>Effort",
        "<caption>Groups",
    ];
    assert!(order.map(place).is_sorted(), "{html}");
    assert!([">v1<", ">v2<", ">v10<"].map(place).is_sorted(), "{html}");
    let text = text(&report, Catalog::english());
    assert!(text.contains("  v10  ........................................ 0 of 2: 0 % (0 to 66)"), "{text}");
    assert!(text.contains("v1   ####################.................... 1 of 2: 50 % (9 to 91)"), "{text}");
    assert!(text.contains("20,000"), "{text}");
}

#[test]
fn tables_are_sorted_by_their_heads() {
    let report = Report::new(vec![grouped_run()]);
    // The tables are: effort, groups, missed, solved.
    let rows = |sorted: Option<(usize, usize, bool)>, table: &str| -> Vec<String> {
        let html = fragment(&report, View { sorted }, Catalog::english());
        let table = html.split("<caption>").find(|part| part.starts_with(table)).expect("the table");
        let rows = table.split("<tr>").skip(1);
        let first =
            |row: &str| row.split("<td").nth(1).map(|cell| cell.split(['<', '>']).nth(1).unwrap().to_owned());
        rows.filter_map(first).collect()
    };
    let lines = |sorted| -> Vec<String> {
        let html = fragment(&report, View { sorted }, Catalog::english());
        let table =
            html.split("<caption>").find(|part| part.starts_with("Missed")).expect("the table").to_owned();
        table.split("#report-0-").skip(1).map(|link| link.split('"').next().unwrap().to_owned()).collect()
    };
    assert_eq!(rows(None, "Groups"), ["v1", "v2", "v10"]);
    assert_eq!(rows(Some((1, 0, true)), "Groups"), ["v10", "v2", "v1"]);
    assert_eq!(rows(Some((1, 3, false)), "Groups"), ["v10", "v1", "v2"]);
    // By acn, the seventh column of the missed records.
    assert_eq!(lines(None)[..4], ["2", "4", "5", "6"]);
    assert_eq!(lines(Some((2, 6, false)))[..4], ["5", "2", "6", "4"]);
    assert_eq!(lines(Some((2, 6, true)))[..4], ["4", "6", "2", "5"]);
    // By line, and by what no record has.
    assert_eq!(lines(Some((2, 0, true)))[..4], ["6", "5", "4", "2"]);
    assert_eq!(lines(Some((2, 4, true)))[..4], ["2", "4", "5", "6"]);
    let html = fragment(&report, View { sorted: Some((2, 6, true)) }, Catalog::english());
    assert_eq!(html.matches("aria-sort").count(), 1);
    assert!(html.contains("aria-sort=\"descending\"><a href=\"#report-sort-2-6\">acn"), "{html}");
    // What is not there changes nothing.
    for sorted in [(9, 0, false), (1, 99, true)] {
        assert_eq!(rows(Some(sorted), "Groups"), ["v1", "v2", "v10"]);
    }
    // A file has no links that nobody follows.
    assert!(
        !page(&report, Catalog::english()).contains("report-sort")
            && !page(&report, Catalog::english()).contains("href=")
    );
}

#[test]
fn the_page_shows_the_first_rows_of_a_long_table_in_its_order() {
    let records: Vec<String> = (0..1_234).map(|at| format!("acn {at}; bm e4; pm d4;")).collect();
    let report = Report::new(vec![run("long", &records.iter().map(String::as_str).collect::<Vec<_>>())]);
    let lines = |html: &str| html.matches("#report-0-").count();
    let html = fragment(&report, View::default(), Catalog::english());
    assert!(html.contains("The first 1,000 of 1,234 rows.") && lines(&html) == 1_000);
    // From the greatest on: of the tables only efforts come before, and acn is the seventh column.
    let html = fragment(&report, View { sorted: Some((1, 6, true)) }, Catalog::english());
    assert!(html.contains(">1,233</td>") && !html.contains(">233</td>"), "{html}");
    let file = page(&report, Catalog::english());
    assert!(!file.contains("The first") && file.matches(">d4</td>").count() == 1_234);
}

#[test]
fn a_bar_knows_its_records() {
    let report =
        Report::new(vec![grouped_run(), run("other", &["acn 5; bm e4; pm e4;", "acn 7; bm e4; pm d4;"])]);
    let html = fragment(&report, View::default(), Catalog::english());
    let all: Vec<(usize, Vec<u32>)> = (0..).map_while(|bar| bar_lines(&report, bar)).collect();
    // Bins without records are drawn, and lead nowhere.
    for (bar, (_, lines)) in all.iter().enumerate() {
        assert_eq!(html.contains(&format!("#report-bar-{bar}\"")), !lines.is_empty(), "{bar}");
    }
    assert!(all.iter().any(|(_, lines)| lines.is_empty()));
    assert!(!html.contains(&format!("#report-bar-{}\"", all.len())));
    // The bars of both runs, then those of the groups of the first.
    assert_eq!(all[..2], [(0, vec![1, 2, 3, 4, 5, 6]), (1, vec![1, 2])]);
    assert_eq!(all[2..5], [(0, vec![3, 6]), (0, vec![1, 4]), (0, vec![2, 5])]);
    for run in [0, 1] {
        let mut lines: Vec<u32> =
            all[5..].iter().filter(|(of, _)| *of == run).flat_map(|(_, lines)| lines.clone()).collect();
        lines.sort_unstable();
        assert_eq!(lines, if run == 0 { vec![1, 2, 3, 4, 5, 6] } else { vec![1, 2] });
    }
}

#[test]
fn speeds_are_those_of_the_milliseconds_of_the_run() {
    let mut run = run("quick", &["acn 3000; acs 0; bm e4; pm e4;", "acn 1000; acs 0; bm e4; pm d4;"]);
    assert_eq!(Summary::of(&run.entries).all.nodes_per_second(), None);
    for (entry, time_ms) in run.entries.iter_mut().zip([300, 500]) {
        entry.time_ms = Some(time_ms);
    }
    let summary = Summary::of(&run.entries);
    assert_eq!(summary.all.nodes_per_second(), Some(5_000.0));
    assert_eq!(
        (summary.solved.nodes_per_second(), summary.missed.nodes_per_second()),
        (Some(10_000.0), Some(2_000.0))
    );
    let report = Report::new(vec![run]);
    assert_eq!(Report::from_json(report.to_json().as_bytes()), Ok(report));
}

#[test]
fn records_without_names_are_matched_by_position() {
    let old = run("old", &["bm e4; pm e4;"]);
    assert_eq!(compare(&old, &run("new", &["bm e4; id \"x\"; pm d4;"])).by, Key::Fields);
}

#[test]
fn json_is_read_back() {
    let report = Report::new(vec![run("r", &["acn 5; bm e4; pm e4;", "bm e4;"])]);
    let json = report.to_json();
    assert_eq!(Report::from_json(json.as_bytes()), Ok(report));
    assert!(json.starts_with("{\"format\":\"epidote-report\",\"version\":1,"), "{json}");
    assert!(json.contains("\"reason\":\"no-result\""), "{json}");
    let other = json.replace("\"version\":1", "\"version\":2");
    assert_eq!(Report::from_json(other.as_bytes()), Err(NoReport::Version(2)));
    let other = json.replace("epidote-report", "other");
    assert_eq!(Report::from_json(other.as_bytes()), Err(NoReport::Other("other".to_owned())));
    assert!(matches!(Report::from_json(b"{}"), Err(NoReport::Malformed(_))));
}

#[test]
fn a_grade_goes_into_a_register() {
    let line = format!("{START} bm e4; pm e4;");
    let graded = write_grade(&Conventions::default(), line.as_bytes(), "c3").expect("a grade");
    assert_eq!(parse(&graded).value("c3"), Some(&b"solved: e4"[..]));
    assert_eq!(write_grade(&Conventions::default(), line.as_bytes(), "id"), None);
    assert_eq!(write_grade(&Conventions::default(), b"# note", "c3"), None);
}

#[test]
fn parts_of_a_file_are_put_together() {
    let operations = ["bm e4; pm e4;", "bm e4;", "bm e4; pm d4;", "pm e4;", "bm d4;"];
    let whole = run("x", &operations);
    let mut parts = run("x", &operations[..2]);
    let mut later = Run::default();
    for (line, operations) in (3..).zip(&operations[2..]) {
        later.add(line, grade(line, format!("{START} {operations}").as_bytes(), None));
    }
    parts.append(later);
    assert_eq!(parts, whole);
}

#[test]
fn what_users_write_stays_text() {
    let run = run("<b>x</b>", &["bm e4; id \"<script>alert(1)</script>|=1+1\"; pm e4;"]);
    let report = Report::new(vec![run]);
    for html in [fragment(&report, View::default(), Catalog::english()), page(&report, Catalog::english())] {
        assert!(!html.contains("<script") && !html.contains("<b>"), "{html}");
    }
    assert!(markdown(&report, Catalog::english()).contains("\\|=1+1"));
    assert!(csv(&report).contains("<script>alert(1)</script>|=1+1"));
}

proptest! {
    #[test]
    fn any_line_is_answered(line in proptest::collection::vec(any::<u8>(), 0..80)) {
        let mut run = Run::default();
        run.add(1, grade(1, &line, None));
        run.add(2, grade(2, &[START.as_bytes(), b" ", &line].concat(), Some("id")));
        let report = Report::new(vec![run]);
        let _ = (markdown(&report, Catalog::english()), page(&report, Catalog::english()), csv(&report));
    }
}
