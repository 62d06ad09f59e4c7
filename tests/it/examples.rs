//! The examples that the page offers: their chess is correct.

use std::collections::BTreeSet;
use std::fs;

use epidote::chess::{CastlingMode, Chess, EnPassantMode, Position as _};
use epidote::epd::lint::check;
use epidote::epd::moves::moves_of;
use epidote::epd::position::{PositionReading, fields_of};
use epidote::epd::{LineKind, Parse, parse};
use epidote::mate::{Aim, MateLimits, Prover, Verdict};
use epidote::search::{Clock, Limits, Question, Searcher};

struct NoClock;

impl Clock for NoClock {
    fn now_ms(&self) -> f64 {
        0.0
    }
}

/// The moves of an opcode in coordinates.
fn moves(parsed: &Parse<'_>, position: &Chess, opcode: &str) -> BTreeSet<String> {
    let Some(operation) = parsed.operation(opcode) else { return BTreeSet::new() };
    let mode = CastlingMode::detect(&position.to_setup(EnPassantMode::Legal));
    moves_of(parsed, position, operation)
        .iter()
        .map(|read| read.played().expect("a legal move").to_uci(mode).to_string())
        .collect()
}

/// Checks that `dm` is the shortest mate and that `bm` has every move with an equally short one. Without
/// `dm`, `bm` must be what a search to some depth plays.
fn check_record(line: &str) {
    let parsed = parse(line.as_bytes());
    let position = PositionReading::read(&parsed).chess.expect("a legal position");
    let best = moves(&parsed, &position, "bm");
    let fields = fields_of(&position);
    let question = Question::new(&fields);
    if let Some(mate_in) = parsed.integer("dm") {
        let limits = MateLimits { all_keys: true, ..MateLimits::default() };
        let proof = Prover::new(16).prove(&question, Aim::Mate, 8, &limits, &NoClock, &mut |_| ()).unwrap();
        let Verdict::Mate(mate) = proof.verdict else { panic!("{line}: no mate") };
        assert_eq!(i64::from(mate.moves), mate_in, "{line}");
        let keys: BTreeSet<String> = mate.keys.iter().map(ToString::to_string).collect();
        assert!(best.is_empty() || best == keys, "{line}: {keys:?} mate");
    } else if best.len() == 1 {
        let limits = Limits { nodes: Some(50_000), ..Limits::default() };
        let report = Searcher::new(4).go(&question, &limits, &NoClock, &mut |_| {}).unwrap();
        assert_eq!(report.pv.first().map(ToString::to_string), best.first().cloned(), "{line}");
    }
}

#[test]
fn what_the_examples_say_is_true() {
    let mut names = Vec::new();
    for entry in fs::read_dir("static/examples").unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).unwrap();
        for line in text.lines() {
            let mut found = check(&parse(line.as_bytes()));
            // Examples explain themselves in comments, which give infos.
            found.retain(|found| found.rule.code != "I116");
            let has_mistake = line.contains("mistakes.") || line.contains("tour.3");
            assert_eq!(!found.is_empty(), has_mistake, "{name}: {line}: {found:?}");
            if parse(line.as_bytes()).kind == LineKind::Record && !has_mistake {
                check_record(line);
            }
        }
        names.push(name);
    }
    names.sort();
    assert_eq!(
        names,
        ["example-mistakes.epd", "example-opcodes.epd", "example-tactics.epd", "example-tour.epd"]
    );
}
