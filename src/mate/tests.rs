//! Mates that were made up for these tests, and a checker that shares nothing with the prover.

use super::*;
use std::cell::Cell;

#[derive(Default)]
struct Ticking(Cell<f64>);

impl Clock for Ticking {
    fn now_ms(&self) -> f64 {
        self.0.set(self.0.get() + 1.0);
        self.0.get()
    }
}

fn prove(question: &Question<'_>, moves: u32, limits: MateLimits) -> Verdict {
    let proof = Prover::new(1).prove(question, moves, &limits, &Ticking::default(), &mut |_| ());
    proof.unwrap().verdict
}

fn mate(fields: &str, moves: u32) -> Option<u32> {
    match prove(&Question::new(fields), moves, MateLimits::default()) {
        Verdict::Mate(mate) => Some(mate.moves),
        Verdict::NoMate => None,
        Verdict::GaveUp { .. } => panic!("{fields}: gave up without a limit"),
    }
}

#[test]
fn x() {
    assert_eq!(mate("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -", 3), Some(1));
}
