//! What holds for every verb.

use proptest::prelude::*;

use super::*;
use crate::chess::score::Score;
use crate::epd::{PARSED, parse};
use crate::report::grade::solves;
use crate::verb::testing::{ROOK, asks, searched, written};

/// Each verb as its form describes it at first.
fn steps() -> impl Iterator<Item = Step> {
    FORMS.iter().filter_map(|form| {
        let initial: Vec<String> = form.fields.iter().map(|field| field.initial.to_owned()).collect();
        form.fill(&initial).ok()
    })
}

#[test]
fn what_is_no_position_is_not_searched() {
    let searched: Vec<Step> = steps().filter(Step::is_searched).collect();
    assert!(searched.len() >= 5, "{searched:?}");
    for step in searched {
        asks(&step, "# a comment", "no record");
        asks(&step, "", "no record");
        asks(&step, "prose without a position", "no record");
        asks(&step, "8/8/8/8/8/8/8/8 w - - bm Kd2;", "failed: the position is illegal");
    }
}

/// A record is parsed once on its way: what is asked and what is written stand on the same parse. Only operations that
/// are there twice, or edits that overlap, need another one.
#[test]
fn what_is_found_is_written_without_parsing_again() {
    let line = format!("{ROOK} bm Ra8#; D1 20; dm 1; id \"m\"; pm Kf1;");
    for step in steps().filter(Step::is_searched) {
        let record = Record::read(line.as_bytes()).expect("a record");
        let before = PARSED.get();
        let ask = step.ask(&record);
        let found = match ask {
            Ask::Engine(EngineTask::Perft { .. }) => Found::Perft(vec![19]),
            Ask::Engine(EngineTask::Prove { .. }) => Found::Proof(Proved {
                verdict: MateVerdict::Mate(1, vec!["a1a8".to_owned()]),
                keys: vec!["a1a8".to_owned()],
                nodes: 1,
                time_ms: 1,
            }),
            _ => searched(Score::Mate(1), &["a1a8"]),
        };
        step.write(&record, found);
        assert_eq!(PARSED.get(), before, "{}", step.name());
    }
}

#[test]
fn another_order_of_verbs_has_another_fingerprint() {
    assert_ne!(fingerprint(&["set", "purge"]), fingerprint(&["purge", "set"]));
    assert_ne!(fingerprint(&["set", "purge"]), fingerprint(&["setp", "urge"]));
    assert_ne!(fingerprint(&["set"]), fingerprint(&["set", ""]));
}

#[test]
fn recipes_say_the_settings_of_each_verb() {
    let rows = SETTINGS.iter().map(|(name, settings)| {
        let quotes = if settings.starts_with("none: ") { "\"" } else { "" };
        format!("| `{quotes}{name}{quotes}` | {settings} |\n")
    });
    let table = format!("| step | settings |\n|---|---|\n{}", rows.collect::<String>());
    let path = "docs/recipes.md";
    let known = std::fs::read_to_string(path).expect("docs/recipes.md");
    let from = known.find(table.lines().next().unwrap_or_default()).expect("a table of steps");
    let to = known[from..].find("\n\n").map_or(known.len(), |end| from + end + 1);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(path, format!("{}{table}{}", &known[..from], &known[to..])).expect("written");
    } else {
        assert_eq!(
            known[from..to],
            table,
            "run `UPDATE_DOCS=1 cargo test --no-default-features --lib recipes_say`"
        );
    }
}

proptest! {
    /// A run counts as solved what a report of the file counts.
    #[test]
    fn what_is_solved_is_what_a_report_says(
        score in prop_oneof![
            (1..=5_u32).prop_map(|moves| Score::Mate(2 * moves - 1)),
            (1..=5_u32).prop_map(|moves| Score::Mated(2 * moves)),
            (-30..30).prop_map(Score::Centipawns),
        ],
        found in prop::sample::select(vec!["a1a8", "a1a7", "g1f1"]),
        best in prop::sample::select(vec!["", "bm Ra8#;", "bm Ra7 Kf1;", "bm #2;", "bm Qd9;", "bm;"]),
        avoid in prop::sample::select(vec!["", "am Ra7;", "am x;"]),
        numbers in prop::sample::select(vec!["", "ce 12;", "ce 32764;", "dm 2;", "ce 32758; dm 5;", "dm 0;"]),
        other in prop::sample::select(vec!["", "pv Kf1;", "pm Ra7; sv Kf1;", "pv;"]),
    ) {
        let line = format!("{ROOK} {avoid} {best} {numbers} {other}");
        for step in steps().filter(|step| matches!(step, Step::Analyze(_) | Step::Target(_))) {
            let written = written(&step, &line, searched(score, &[found]));
            let text = written.text.expect("a text");
            let parsed = parse(&text);
            let position = Record::read(&text).expect("a record").position;
            prop_assert_eq!(written.is_solved, solves(&parsed, &position), "{}", String::from_utf8_lossy(&text));
        }
    }
}
