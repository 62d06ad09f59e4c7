//! Real results of test suites, graded and compared.

use std::fs;

use epidote::language::Catalog;
use epidote::report::compare::{Key, compare};
use epidote::report::grade::grade;
use epidote::report::{Report, Run, Summary, page};

use crate::corpus;

fn run(name: &str) -> Option<Run> {
    let bytes = fs::read(corpus::file(name)?).expect("a real file");
    let mut run = Run { name: name.to_owned(), ..Run::default() };
    for (number, line) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
        run.add(number, grade(number, line.strip_suffix(b"\r").unwrap_or(line), None));
    }
    Some(run)
}

#[test]
fn two_programs_on_one_suite() {
    let Some(first) = run("wac_analysed_emacs_chess.epd") else { return };
    let second = run("wac_analysed_dm_sarona.epd").expect("the folder is there");
    let solved = |run: &Run| {
        let summary = Summary::of(&run.entries);
        (summary.solved.records, summary.all.records)
    };
    assert_eq!((solved(&first), solved(&second)), ((292, 300), (299, 299)));
    let found = compare(&first, &second);
    assert_eq!((found.by, found.pairs.len(), found.alone), (Key::Id, 299, (1, 0)));
    assert_eq!((found.both.len(), found.lost.len(), found.neither.len()), (299 - found.new.len(), 0, 0));
    // Seven or eight out of eight for one side alone.
    assert!(found.new.len() >= 7 && found.p < 0.05, "{} new, p = {}", found.new.len(), found.p);
    let html = page(&Report::new(vec![first, second]), Catalog::english());
    assert!(html.contains("against wac_analysed_emacs_chess.epd"));
}
