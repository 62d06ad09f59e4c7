//! Golden records for every verb that searches: what it asks, and what it writes.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::chess::score::Score;
use crate::epd::lint::check;
use crate::epd::parse;

/// A rook that can mate on the back rank, but does not have to.
const ROOK: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";
const MATED: &str = "7k/6Q1/6K1/8/8/8/8/8 b - -";
const STALEMATE: &str = "7k/5Q2/6K1/8/8/8/8/8 b - -";

fn analyze(predicted_move: bool) -> Step {
    let limits = SearchLimits { nodes: Some(1), ..SearchLimits::default() };
    Step::Analyze(Analyze {
        engine: EngineName::Epidote,
        limits,
        predicted_move,
        lines: 1,
        as_records: false,
    })
}

fn mate(moves: u32) -> Step {
    Step::Mate(Mate { moves, nodes: None, time_ms: None, single_pass: false, bounds: false })
}

fn target(stop: Option<StopRule>) -> Step {
    let limits = SearchLimits { nodes: Some(1), ..SearchLimits::default() };
    Step::Target(Target { engine: EngineName::Epidote, limits, stop })
}

fn cooks() -> Step {
    Step::Cooks(Cooks { moves: 3, register: "c9".to_owned(), nodes: None, claims: None })
}

fn searched(score: Score, line: &[&str]) -> Found {
    let line = line.iter().map(|&m| m.to_owned()).collect();
    let report = FoundLine { rank: 1, depth: 7, selective_depth: 9, score, line, nodes: 4321, time_ms: 1999 };
    Found::Search(Searched::from(report))
}

fn proved(moves: u32, line: &[&str], keys: &[&str]) -> Found {
    let owned = |moves: &[&str]| moves.iter().map(|&m| m.to_owned()).collect();
    Found::Proof(Proved {
        verdict: MateVerdict::Mate(moves, owned(line)),
        keys: owned(keys),
        nodes: 9,
        time_ms: 1,
    })
}

fn unproved(verdict: MateVerdict) -> Found {
    Found::Proof(Proved { verdict, keys: Vec::new(), nodes: 9, time_ms: 1 })
}

fn written(step: &Step, line: &str, found: Found) -> Written {
    step.write(&Record::read(line.as_bytes()).expect("a record"), found)
}

/// A summary of what is asked about a line.
fn asked(step: &Step, line: &str) -> String {
    let ask = match Record::read(line.as_bytes()) {
        Ok(record) => step.ask(&record),
        Err(ended) => Ask::Nothing(ended),
    };
    match ask {
        Ask::Nothing(Ended::NoRecord) => "no record".to_owned(),
        Ask::Nothing(Ended::Written | Ended::Noted(_)) => "written".to_owned(),
        Ask::Nothing(Ended::Unchanged(reason)) => reason.english(),
        Ask::Nothing(Ended::Failed(reason)) => format!("failed: {}", reason.english()),
        Ask::Engine(task) => match task {
            EngineTask::Search { target: Some(Goal { mate: Some(moves), avoid, .. }), .. } => {
                format!("search for #{moves} not {}", avoid.join(" "))
            }
            EngineTask::Search { target: Some(goal), .. } => {
                format!("search for {} not {}", goal.best.join(" "), goal.avoid.join(" "))
            }
            EngineTask::Search { halfmove_clock, .. } => format!("search, hmvc {halfmove_clock}"),
            EngineTask::Prove { moves, all_keys, .. } => format!("prove {moves} {all_keys}"),
            EngineTask::Perft { depth, .. } => format!("perft {depth}"),
        },
    }
}

#[track_caller]
fn asks(step: &Step, line: &str, expect: &str) {
    assert_eq!(asked(step, line), expect, "{line}");
}

/// Checks the operations written, or the reason why there are none.
#[track_caller]
fn writes(step: &Step, fields: &str, operations: &str, found: Found, expect: &str) {
    let line = format!("{fields} {operations}");
    let written = written(step, &line, found);
    let got = match (written.ended, written.text) {
        (Ended::Written, Some(text)) => {
            let text = String::from_utf8(text).expect("text");
            text.strip_prefix(fields).expect("the same position").trim().to_owned()
        }
        (Ended::Written, None) => "as it was".to_owned(),
        (Ended::Noted(note), Some(text)) => {
            let text = String::from_utf8(text).expect("text");
            format!("{} ({})", text.strip_prefix(fields).expect("the same position").trim(), note.english())
        }
        (Ended::Unchanged(reason), None) => reason.english(),
        (Ended::Failed(reason), None) => format!("failed: {}", reason.english()),
        other => panic!("{other:?}"),
    };
    assert_eq!(got, expect, "{line}");
}

#[test]
fn what_is_no_position_is_not_searched() {
    for step in [analyze(false), mate(3), target(None), cooks(), Step::Perft(Perft { depth: 2, write: true })]
    {
        asks(&step, "# a comment", "no record");
        asks(&step, "", "no record");
        asks(&step, "prose without a position", "no record");
        asks(&step, "8/8/8/8/8/8/8/8 w - - bm Kd2;", "failed: the position is illegal");
    }
}

/// V-7 to V-12.
#[test]
fn analyze_writes_what_was_found() {
    asks(&analyze(false), &format!("{ROOK} hmvc 7;"), "search, hmvc 7");
    let found = || searched(Score::Centipawns(-12), &["a1a2", "g8f8"]);
    writes(&analyze(false), ROOK, "", found(), "acd 7; acn 4321; acs 1; ce -12; pv Ra2 Kf8;");
    writes(
        &analyze(false),
        ROOK,
        "acd 1; acn 2; acs 3; bm Ra8#; ce 4; pm Kf1; pv Kf1; sm Kf1; zz 1;",
        found(),
        "acd 7; acn 4321; acs 1; bm Ra8#; ce -12; pm Ra2; pv Ra2 Kf8; sm Kf1; zz 1; \
         (sm is not the first move of pv)",
    );
    writes(&analyze(true), ROOK, "", found(), "acd 7; acn 4321; acs 1; ce -12; pm Ra2; pv Ra2 Kf8;");
    let wrong = searched(Score::Centipawns(0), &["e2e4"]);
    writes(&analyze(true), ROOK, "", wrong, "failed: the record changed during the analysis");
}

/// E-48, E-50.
#[test]
fn a_finished_game_has_an_empty_line() {
    let lost = searched(Score::Mated(0), &[]);
    writes(&analyze(true), MATED, "pm Kh7;", lost, "acd 7; acn 4321; acs 1; ce -32767; pv;");
    let drawn = searched(Score::Centipawns(0), &[]);
    writes(&analyze(true), STALEMATE, "", drawn, "acd 7; acn 4321; acs 1; ce 0; pv;");
}

#[test]
fn other_lines_go_where_they_are_wanted() {
    let limits = SearchLimits { nodes: Some(1), ..SearchLimits::default() };
    let step = |as_records| {
        let engine = EngineName::Epidote;
        Step::Analyze(Analyze { engine, limits, predicted_move: false, lines: 2, as_records })
    };
    let found = || match (searched(Score::Mate(1), &["a1a8"]), searched(Score::Centipawns(9), &["a1a2"])) {
        (Found::Search(best), Found::Search(other)) => {
            Found::Search(Searched { others: vec![other.best], ..best })
        }
        other => panic!("{other:?}"),
    };
    let best = "acd 7; acn 4321; acs 1; ce 32766; id \"m\"; pv Ra8#;";
    writes(&step(true), ROOK, "id \"m\";", found(), best);
    let line = format!("{ROOK} id \"m\";");
    let more = written(&step(true), &line, found()).more;
    let more: Vec<_> = more.iter().map(|line| String::from_utf8_lossy(line)).collect();
    let other = "acd 7; acn 4321; acs 1; ce 9; id \"m line 2\"; pv Ra2;";
    assert_eq!(more, [format!("{ROOK} {other}")]);
    assert!(written(&step(false), &line, found()).more.is_empty());
    writes(&step(false), ROOK, "", found(), "acd 7; acn 4321; acs 1; c1 \"+0.09 Ra2\"; ce 32766; pv Ra8#;");
}

/// Comments by somebody else are never overwritten; lines of an earlier analysis are.
#[test]
fn other_lines_go_into_free_registers() {
    let limits = SearchLimits { nodes: Some(1), ..SearchLimits::default() };
    let engine = EngineName::Epidote;
    let step = Step::Analyze(Analyze { engine, limits, predicted_move: false, lines: 3, as_records: false });
    let report = |score, line: &[&str]| match searched(score, line) {
        Found::Search(searched) => searched.best,
        other => panic!("{other:?}"),
    };
    let found = |count: usize| {
        let others =
            [report(Score::Centipawns(-20), &["a1a2", "g8f8"]), report(Score::Centipawns(-30), &["g1f1"])];
        let best = report(Score::Centipawns(5), &["a1b1"]);
        Found::Search(Searched { others: others[..count].to_vec(), ..best.into() })
    };
    let head = "acd 7; acn 4321; acs 1;";
    let foot = "ce 5; pv Rb1;";
    writes(
        &step,
        ROOK,
        "c1 \"old\"; c3 \"x\";",
        found(2),
        &format!("{head} c1 \"old\"; c2 \"-0.20 Ra2 Kf8\"; c3 \"x\"; c4 \"-0.30 Kf1\"; {foot}"),
    );
    writes(
        &step,
        ROOK,
        "c1 \"old\"; c2 \"+1.00 Ra3 Kf8\"; c4 \"#3 Ra4\";",
        found(1),
        &format!("{head} c1 \"old\"; c2 \"-0.20 Ra2 Kf8\"; {foot}"),
    );
    let full: Vec<String> = (1..=8).map(|number| format!("c{number} \"Ra2\";")).collect();
    let full = full.join(" ");
    writes(&step, ROOK, &full, found(2), "failed: the registers `c1` to `c9` hold other comments");
}

/// A search changes a `dm` only if it refutes it.
#[test]
fn a_mate_count_that_is_refuted_goes() {
    let head = "acd 7; acn 4321; acs 1;";
    for (before, score, expect) in [
        ("dm 3;", Score::Mate(1), "ce 32766; dm 1; pv Ra8#;"),
        ("dm 1;", Score::Mate(1), "ce 32766; dm 1; pv Ra8#;"),
        ("", Score::Mate(1), "ce 32766; pv Ra8#;"),
        ("dm 3;", Score::Mate(9), "dm 3; pv Ra8#;"),
        ("ce 12; dm 3;", Score::Centipawns(-417), "dm 3; pv Ra8#;"),
        ("ce -12; dm 3;", Score::Centipawns(0), "ce 0; dm 3; pv Ra8#;"),
        ("dm 3;", Score::Mate(5), "ce 32762; dm 3; pv Ra8#;"),
        ("", Score::Centipawns(-417), "ce -417; pv Ra8#;"),
        ("dm 900;", Score::Centipawns(-417), "ce -417; dm 900; pv Ra8#;"),
        ("dm 3;", Score::Centipawns(50), "ce 50; dm 3; pv Ra8#;"),
        ("dm 3;", Score::Mated(4), "ce -32763; pv Ra8#;"),
    ] {
        writes(&analyze(false), ROOK, before, searched(score, &["a1a8"]), &format!("{head} {expect}"));
    }
}

proptest! {
    /// Whatever a search finds, the check has nothing new to say about what was written.
    #[test]
    fn what_is_written_draws_no_finding(
        score in prop_oneof![
            (1..=383_u32).prop_map(|moves| Score::Mate(2 * moves - 1)),
            (1..=383_u32).prop_map(|moves| Score::Mated(2 * moves)),
            (-3_000..3_000).prop_map(Score::Centipawns),
        ],
        ce in prop::sample::select(vec!["", "ce 12;", "ce -500;", "ce 32758;", "ce -32761;"]),
        dm in prop::sample::select(vec!["", "dm 1;", "dm 3;", "dm 12;", "dm 383;"]),
        moves in prop::sample::select(vec!["", "pm Kf1;", "pv Kf1;", "pm Ra7; pv Ra7;"]),
    ) {
        let findings = |line: &[u8]| -> BTreeSet<&'static str> {
            check(&parse(line)).into_iter().map(|found| found.rule.code).collect()
        };
        let line = format!("{ROOK} {ce} {dm} {moves}");
        let written = written(&analyze(true), &line, searched(score, &["a1a7"]));
        let after = written.text.unwrap_or_else(|| line.clone().into_bytes());
        let new: Vec<_> = findings(&after).difference(&findings(line.as_bytes())).copied().collect();
        prop_assert!(new.is_empty(), "{new:?} in {} after {score:?}", String::from_utf8_lossy(&after));
    }
}

#[test]
fn a_search_says_what_is_solved_and_what_is_mate() {
    let verdict = |step: &Step, before: &str, score, line: &[&str]| {
        let written = written(step, &format!("{ROOK} {before}"), searched(score, line));
        (written.is_solved, written.is_mate)
    };
    let quiet = Score::Centipawns(5);
    for step in [analyze(false), target(None)] {
        assert_eq!(verdict(&step, "bm Ra8#;", Score::Mate(1), &["a1a8"]), (Some(true), true));
        assert_eq!(verdict(&step, "bm Ra8#;", quiet, &["a1a7"]), (Some(false), false));
        assert_eq!(verdict(&step, "am Ra7;", Score::Mated(4), &["a1a6"]), (Some(true), true));
    }
    assert_eq!(verdict(&analyze(false), "", quiet, &["a1a8"]), (None, false));
    // The side to move is mated already: nothing was found.
    let mated = written(&analyze(false), MATED, searched(Score::Mated(0), &[]));
    assert_eq!((mated.is_solved, mated.is_mate), (None, false));
    let proof = written(&mate(3), ROOK, proved(1, &["a1a8"], &["a1a8"]));
    assert_eq!((proof.is_solved, proof.is_mate), (None, true));
    assert!(!written(&mate(3), ROOK, unproved(MateVerdict::NoMate)).is_mate);
    // The line belongs to another position, so nothing was written.
    let failed = written(&mate(3), ROOK, proved(1, &["h1h8"], &["h1h8"]));
    assert!(failed.text.is_none() && !failed.is_mate);
}

/// V-13 to V-16.
#[test]
fn mate_writes_only_what_is_proved() {
    asks(&mate(3), ROOK, "prove 3 false");
    asks(&mate(3), &format!("{ROOK} dm 4;"), "prove 3 false");
    // As passes with 1, 2 and 3 moves: the first two look for a shorter mate than the record claims.
    asks(&mate(3), &format!("{ROOK} dm 3;"), "prove 2 false");
    asks(&mate(3), &format!("{ROOK} dm 1;"), "a mate as short is already there");
    for dm in ["x", "0", "-2"] {
        asks(&mate(3), &format!("{ROOK} dm {dm};"), "prove 3 false");
    }
    writes(&mate(3), ROOK, "dm 3;", unproved(MateVerdict::NoMate), "a mate as short is already there");
    writes(&mate(3), ROOK, "dm 4;", unproved(MateVerdict::NoMate), "no mate in up to 3 moves");
    let found = || proved(1, &["a1a8"], &["a1a8"]);
    writes(&mate(3), ROOK, "id \"m\";", found(), "dm 1; id \"m\"; pm Ra8#; pv Ra8#;");
    writes(&mate(3), ROOK, "dm 4; pm Kf1; pv Kf1;", found(), "dm 1; pm Ra8#; pv Ra8#;");
    // An old score is brought up to date.
    writes(&mate(3), ROOK, "ce -20; dm 4;", found(), "ce 32766; dm 1; pm Ra8#; pv Ra8#;");
    let single = Step::Mate(Mate { moves: 3, nodes: None, time_ms: None, single_pass: true, bounds: false });
    writes(&single, ROOK, "", found(), "dm 3; pm Ra8#; pv Ra8#;");
    asks(&single, &format!("{ROOK} dm 3;"), "a mate as short is already there");
    writes(&mate(3), ROOK, "", unproved(MateVerdict::NoMate), "no mate in up to 3 moves");
    let gave_up = |refuted| unproved(MateVerdict::GaveUp(refuted));
    writes(&mate(3), ROOK, "", gave_up(2), "limit reached; there is no mate in up to 2 moves");
    writes(&mate(3), ROOK, "", gave_up(0), "limit reached");
    // A mate that need not be the shortest is written only where that is wanted.
    let bound = || unproved(MateVerdict::AtMost { moves: 3, line: vec!["a1a8".to_owned()], refuted: 1 });
    writes(
        &mate(3),
        ROOK,
        "",
        bound(),
        "mate in at most 3 moves; the shortest is not known, but there is none in 1",
    );
    let all = Step::Mate(Mate { moves: 3, nodes: None, time_ms: None, single_pass: false, bounds: true });
    writes(&all, ROOK, "ce 5;", bound(), "ce 32762; dm 3; pm Ra8#; pv Ra8#;");
    let single = Step::Mate(Mate { moves: 4, nodes: None, time_ms: None, single_pass: true, bounds: false });
    writes(&single, ROOK, "", bound(), "dm 4; pm Ra8#; pv Ra8#;");
}

/// V-18 to V-20.
#[test]
fn target_has_bm_and_am_in_view() {
    asks(&target(None), ROOK, "neither bm nor am");
    asks(&target(None), &format!("{ROOK} am; bm;"), "neither bm nor am");
    asks(&target(None), &format!("{ROOK} bm Qd4;"), "bm or am cannot be read");
    asks(&target(None), &format!("{ROOK} bm Ra8#;"), "search for a1a8 a1a8 not ");
    asks(&target(None), &format!("{ROOK} am Kf1; bm;"), "search for  not g1f1 g1f1");
    asks(&target(None), &format!("{ROOK} bm #2; am Kf1;"), "search for #2 not g1f1 g1f1");
    asks(&target(None), &format!("{ROOK} bm #2 Ra2;"), "search for a1a2 a1a2 not ");
    let found = || searched(Score::Centipawns(5), &["a1a2", "g8f8"]);
    writes(&target(None), ROOK, "bm #2;", found(), "acn 4321; acs 1; bm #2; ce 5; pm Ra2; pv Ra2 Kf8;");
    for (score, solves) in [(Score::Mate(1), true), (Score::Mate(5), false)] {
        let found = searched(score, &["a1a8"]);
        assert_eq!(written(&target(None), &format!("{ROOK} bm #2;"), found).is_solved, Some(solves));
    }
    writes(
        &target(None),
        ROOK,
        "am Ra2; ce 7; id \"x\";",
        found(),
        "acn 4321; acs 1; am Ra2; ce 5; id \"x\"; pm Ra2; pv Ra2 Kf8;",
    );
    for (target_of, solves) in [("bm Ra2;", true), ("am Ra2;", false)] {
        assert_eq!(written(&target(None), &format!("{ROOK} {target_of}"), found()).is_solved, Some(solves));
    }
    // No move can be played, so there is no pm.
    writes(&target(None), MATED, "am; pm Kh7;", searched(Score::Mated(0), &[]), "acn 4321; acs 1; am; pv;");
}

#[test]
fn cooks_are_told() {
    asks(&cooks(), ROOK, "no mate in dm, bm or ce");
    asks(&cooks(), &format!("{ROOK} dm 4;"), "its mate is longer");
    asks(&cooks(), &format!("{ROOK} dm 2;"), "prove 2 true");
    asks(&cooks(), &format!("{ROOK} bm #1;"), "prove 1 true");
    let found = || proved(1, &["a1a8"], &["a1a8"]);
    writes(&cooks(), ROOK, "bm Ra8#; dm 1;", found(), "no second solution");
    writes(&cooks(), ROOK, "bm Kf1; dm 1;", found(), "bm Kf1; c9 \"also Ra8#; no mate in 1 by Kf1\"; dm 1;");
    // What somebody else wrote is kept; what the verb wrote is replaced.
    let remark = "also Ra8#; no mate in 1 by Kf1";
    writes(
        &cooks(),
        ROOK,
        "bm Kf1; c8 \"10\"; c9 \"by A. Author\"; dm 1;",
        found(),
        &format!("bm Kf1; c7 \"{remark}\"; c8 \"10\"; c9 \"by A. Author\"; dm 1;"),
    );
    writes(
        &cooks(),
        ROOK,
        "bm Kf1; c9 \"2 solutions: x\"; dm 1;",
        found(),
        &format!("bm Kf1; c9 \"{remark}\"; dm 1;"),
    );
    writes(&cooks(), ROOK, "dm 1;", unproved(MateVerdict::NoMate), "c9 \"no mate in as many moves\"; dm 1;");
    writes(&cooks(), ROOK, "dm 1;", unproved(MateVerdict::GaveUp(0)), "limit reached");
}

#[test]
fn counts_are_compared_and_written() {
    let (check, fill) = (Perft { depth: 2, write: false }, Perft { depth: 2, write: true });
    let (check, fill) = (Step::Perft(check), Step::Perft(fill));
    asks(&check, ROOK, "no counts");
    asks(&fill, ROOK, "perft 2");
    asks(&check, &format!("{ROOK} D1 5;"), "perft 2");
    let counts = || Found::Perft(vec![5, 25]);
    writes(&check, ROOK, "D1 5; D2 25; D3 1;", counts(), "counts are right");
    writes(&check, ROOK, "D5 1;", counts(), "counts of greater depths only");
    writes(&fill, ROOK, "D5 1;", counts(), "counts of greater depths only");
    writes(&check, ROOK, "D1 5; D2 24;", counts(), "failed: depth 2: 25 positions, not 24");
    writes(&fill, ROOK, "", counts(), "D1 5; D2 25;");
    writes(&fill, ROOK, "D1 5;", counts(), "counts are right");
}
