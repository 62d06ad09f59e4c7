//! For tests of verbs that search: positions, what engines find, and checks of what is asked and what is written.

use crate::chess::score::Score;
use crate::epd::conventions::Conventions;
use crate::verb::{
    Ask, Ended, EngineTask, FORMS, Found, FoundLine, Goal, MateVerdict, Proved, Record, Searched, Step,
    Written,
};

/// A rook that can mate on the back rank, but does not have to.
pub(super) const ROOK: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";
pub(super) const MATED: &str = "7k/6Q1/6K1/8/8/8/8/8 b - -";
pub(super) const STALEMATE: &str = "7k/5Q2/6K1/8/8/8/8/8 b - -";

pub(super) fn searched(score: Score, line: &[&str]) -> Found {
    let line = line.iter().map(|&m| m.to_owned()).collect();
    let report = FoundLine { rank: 1, depth: 7, selective_depth: 9, score, line, nodes: 4321, time_ms: 1999 };
    Found::Search(Searched::from(report))
}

pub(super) fn proved(moves: u32, line: &[&str], keys: &[&str]) -> Found {
    let owned = |moves: &[&str]| moves.iter().map(|&m| m.to_owned()).collect();
    Found::Proof(Proved {
        verdict: MateVerdict::Mate(moves, owned(line)),
        keys: owned(keys),
        nodes: 9,
        time_ms: 1,
    })
}

pub(super) fn unproved(verdict: MateVerdict) -> Found {
    Found::Proof(Proved { verdict, keys: Vec::new(), nodes: 9, time_ms: 1 })
}

pub(super) fn written(step: &Step, line: &str, found: Found) -> Written {
    step.write(&Record::read(line.as_bytes()).expect("a record"), found)
}

/// A summary of what is asked about a line.
pub(super) fn asked(step: &Step, line: &str) -> String {
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
pub(super) fn asks(step: &Step, line: &str, expect: &str) {
    assert_eq!(asked(step, line), expect, "{line}");
}

/// Checks the operations written, or the reason why there are none.
#[track_caller]
pub(super) fn writes(step: &Step, fields: &str, operations: &str, found: Found, expect: &str) {
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

/// Checks the line that a verb without an engine makes of the line with number 7; `None` if it stays.
#[track_caller]
pub(super) fn rewrites(step: impl Into<Step>, line: &str, expect: Option<&str>) {
    let step: Step = step.into();
    let new = step.rewrite(line.as_bytes(), 7, &Conventions::default());
    assert_eq!(new.as_deref().map(String::from_utf8_lossy).as_deref(), expect, "{line}");
}

/// Checks the step as which the form of a verb is read, in JSON, or the reason in English why it is refused.
#[track_caller]
pub(super) fn fills(name: &str, texts: &[&str], expect: &str) {
    let form = FORMS.iter().find(|form| form.name == name).expect("a verb");
    let texts: Vec<String> = texts.iter().map(|&text| text.to_owned()).collect();
    let got = form.fill(&texts).map_or_else(|error| error.text().english(), |step| step.to_json());
    assert_eq!(got, expect, "{texts:?}");
}

/// Checks that a search says whether it solves the record, and whether it found a mate.
#[track_caller]
pub(super) fn tells_solutions(step: &Step) {
    for (asked, score, line, expect) in [
        ("bm Ra8#;", Score::Mate(1), "a1a8", (Some(true), true)),
        ("bm Ra8#;", Score::Centipawns(5), "a1a7", (Some(false), false)),
        ("am Ra7;", Score::Mated(4), "a1a6", (Some(true), true)),
    ] {
        let written = written(step, &format!("{ROOK} {asked}"), searched(score, &[line]));
        assert_eq!((written.is_solved, written.is_mate), expect, "{asked} {line}");
    }
}
