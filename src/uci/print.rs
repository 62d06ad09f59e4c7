//! The lines that the engine sends about its search.

use std::fmt::Write as _;

use crate::chess::score::Score;
use crate::mate::{Mate, Proof, Verdict};
use crate::search::Chances;
use crate::search::Report;

/// The line `info …` of a report; with the chances, if the material of the position is given.
pub(super) fn info(report: &Report, material: Option<u32>) -> String {
    let mut chances = String::new();
    if let Some(material) = material {
        let Chances { win, draw, loss } = Chances::of(report.score, material);
        chances = format!(" wdl {win} {draw} {loss}");
    }
    // Most searches have no tables.
    let hits = match report.endgame_hits {
        0 => String::new(),
        hits => format!(" tbhits {hits}"),
    };
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {}{chances} nodes {} nps {} time {}{hits} pv",
        report.depth,
        report.selective_depth,
        report.line,
        score(report.score),
        report.nodes,
        report.nodes * 1000 / report.time_ms.max(1),
        report.time_ms,
    );
    for mv in &report.pv {
        // Writing to a string cannot fail.
        let _ = write!(line, " {mv}");
    }
    line
}

/// The line `proof …`.
pub(super) fn proof(proof: &Proof) -> String {
    let effort = format!("nodes {} time {}", proof.nodes, proof.time_ms);
    match &proof.verdict {
        Verdict::Mate(mate) => format!("proof mate {} {effort} pv{}", mate.moves, moves_of(mate)),
        Verdict::AtMost { mate, refuted } => {
            format!("proof atmost {} refuted {refuted} {effort} pv{}", mate.moves, moves_of(mate))
        }
        Verdict::NoMate => format!("proof none {effort}"),
        Verdict::GaveUp { refuted } => format!("proof gaveup {refuted} {effort}"),
    }
}

/// The line of a mate, each move after a space.
fn moves_of(mate: &Mate) -> String {
    let mut line = String::new();
    for mv in &mate.line {
        // Writing to a string cannot fail.
        let _ = write!(line, " {mv}");
    }
    line
}

/// Nodes in a second.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a rate"
)]
pub(super) fn rate(nodes: u64, ms: f64) -> u64 {
    (nodes as f64 * 1000.0 / ms.max(1.0)) as u64
}

/// UCI counts mates in moves of the side that mates.
fn score(score: Score) -> String {
    match score {
        Score::Centipawns(value) => format!("cp {value}"),
        Score::Mate(plies) => format!("mate {}", plies.div_ceil(2)),
        Score::Mated(0) => "mate 0".to_owned(),
        Score::Mated(plies) => format!("mate -{}", plies.div_ceil(2)),
    }
}
