//! Proofs of mate on real files, replayed with the rules of another library.
//!
//! The proof gives the moves of the attacker. Everything else is worked out here: all possible replies, and
//! that the last position is checkmate. Nothing else in the proof is relied on.

use std::collections::HashSet;
use std::fs;

use epidote::chess::notation::{MoveReading, read_and_play};
use epidote::chess::{CastlingMode, Chess, Position as _};
use epidote::epd::parse;
use epidote::epd::position::{PositionReading, fields_of};
use epidote::mate::{Aim, MateLimits, Prover, Verdict};
use epidote::search::{Clock, Question};

use crate::corpus;

struct NoClock;

impl Clock for NoClock {
    fn now_ms(&self) -> f64 {
        0.0
    }
}

/// Replays proofs.
struct Checker {
    prover: Prover,
    /// Positions in which the attacker was shown to mate in this number of moves.
    known: HashSet<(String, u32)>,
}

impl Checker {
    fn prove(&mut self, position: &Chess, moves: u32) -> Verdict {
        let fields = fields_of(position);
        let limits = MateLimits::default();
        let proof =
            self.prover.prove(&Question::new(&fields), Aim::Mate, moves, &limits, &NoClock, &mut |_| ());
        proof.unwrap().verdict
    }

    /// Checks that the side to move mates in at most this number of moves, whatever the other side plays.
    fn replay(&mut self, position: &Chess, moves: u32) {
        let place = (fields_of(position), moves);
        if self.known.contains(&place) {
            return;
        }
        let Verdict::Mate(mate) = self.prove(position, moves) else {
            panic!("{}: no mate in {moves}", place.0)
        };
        let key = mate.keys[0].to_string();
        let legal = position.legal_moves();
        let mode = CastlingMode::detect(&position.to_setup(epidote::chess::EnPassantMode::Legal));
        let played = legal.iter().find(|mv| mv.to_uci(mode).to_string() == key);
        let mut next = position.clone();
        next.play_unchecked(*played.unwrap_or_else(|| panic!("{}: {key} is not legal", place.0)));
        let replies = next.legal_moves();
        assert!(!replies.is_empty() || next.is_checkmate(), "{}: {key} is stalemate", place.0);
        for reply in replies {
            assert!(moves > 1, "{}: {key} is no mate", place.0);
            let mut after = next.clone();
            after.play_unchecked(reply);
            self.replay(&after, moves - 1);
        }
        self.known.insert(place);
    }
}

/// The number of moves of the mate that a record claims for the side to move.
fn claimed(line: &str) -> Option<u32> {
    let at = ["bm #", "dm "].into_iter().find_map(|word| Some(line.find(word)? + word.len()))?;
    line[at..].split(';').next()?.trim().parse().ok()
}

/// Replays the mates in a file up to a length, for one record in `step`, so that it takes only seconds.
fn check(name: &str, most: u32, step: usize) {
    let Some(path) = corpus::file(name) else { return };
    // Allows longer mates than a test has time for.
    let most = std::env::var("EPIDOTE_PROOFS").ok().and_then(|moves| moves.parse().ok()).unwrap_or(most);
    let bytes = fs::read(&path).unwrap();
    let mut checker = Checker { prover: Prover::new(64), known: HashSet::new() };
    let (mut replayed, mut positions) = (0, 0);
    for line in bytes.split(|&byte| byte == b'\n').step_by(step) {
        let text = String::from_utf8_lossy(line);
        let Some(moves) = claimed(&text).filter(|&moves| moves <= most) else { continue };
        let Some(position) = PositionReading::read(&parse(line)).chess else { continue };
        // The file may give a longer mate; the proof is of the shortest.
        let Verdict::Mate(mate) = checker.prove(&position, moves) else {
            panic!("{text}: no mate in {moves}")
        };
        checker.replay(&position, mate.moves);
        replayed += 1;
        positions += checker.known.len();
        checker.known.clear();
    }
    assert!(replayed > 20, "{replayed} proofs replayed in {name}");
    println!("{name}: {replayed} proofs up to {most} moves replayed, {positions} positions");
}

#[test]
fn mates_of_matetrack() {
    check("matetrack.epd", 4, 1);
}

#[test]
fn mates_in_one() {
    check("dm1_10000_plisco.epd", 1, 10);
}

#[test]
fn mates_in_three() {
    check("dm003_latin1_chesscore.epd", 3, 40);
}

/// The fields of a position, and those with the other side to move if that is legal.
fn either_side(position: &Chess) -> Vec<String> {
    let mut all = vec![fields_of(position)];
    if let Ok(other) = position.clone().swap_turn() {
        all.push(fields_of(&other));
    }
    all
}

/// A prover that is asked about every position of mating lines, with either side to move and either side to
/// be mated, answers like a new one, both forwards and backwards.
#[test]
fn the_order_of_questions_changes_no_answer() {
    let Some(path) = corpus::file("matetrack_pv.epd") else { return };
    let text = fs::read_to_string(&path).unwrap();
    let mut questions = Vec::new();
    for record in text.lines().step_by(40) {
        let Some((_, line)) = record.split_once("PV: ") else { continue };
        let Some(mut position) = PositionReading::read(&parse(record.as_bytes())).chess else { continue };
        let mut positions = vec![either_side(&position)];
        for mv in line.trim_end_matches(';').split(' ') {
            let reading = read_and_play(&mut position, mv.as_bytes());
            assert!(matches!(reading, MoveReading::Exact(_) | MoveReading::Loose { .. }), "{record}: {mv}");
            positions.push(either_side(&position));
        }
        // The end of the line, where proofs are short.
        questions.extend(positions.into_iter().rev().take(6).rev().flatten());
    }
    assert!(questions.len() > 500, "{} positions", questions.len());
    let (mut forward, mut backward) = (Prover::new(16), Prover::new(16));
    let ask = |prover: &mut Prover, fields: &str| {
        [(Aim::Mate, 2), (Aim::Mated, 1)].map(|(aim, moves)| {
            let limits = MateLimits::default();
            let proof = prover.prove(&Question::new(fields), aim, moves, &limits, &NoClock, &mut |_| ());
            match proof.unwrap().verdict {
                Verdict::Mate(mate) => Some(mate.moves),
                verdict => {
                    assert_eq!(verdict, Verdict::NoMate, "{fields}");
                    None
                }
            }
        })
    };
    let alone: Vec<_> = questions.iter().map(|fields| ask(&mut Prover::new(1), fields)).collect();
    for (fields, expect) in questions.iter().zip(&alone) {
        assert_eq!(ask(&mut forward, fields), *expect, "forward: {fields}");
    }
    for (fields, expect) in questions.iter().zip(&alone).rev() {
        assert_eq!(ask(&mut backward, fields), *expect, "backward: {fields}");
    }
    println!("one prover for {} positions of matetrack_pv.epd", questions.len());
}
