//! Writes openings for games between programs: positions after some random moves in which neither side is
//! much ahead.
//!
//! Usage: `openings SEED COUNT`. The records are written to standard output; the same seed gives the same
//! ones. Each opening is to be played twice, with colours reversed.

#![forbid(unsafe_code)]

use std::collections::HashSet;
use std::io::{self, BufWriter, Write as _};
use std::process::ExitCode;

use epidote_trainer::game::{four_fields, opening};
use epidote_trainer::player::{Own, Place, Player as _};
use epidote_trainer::random::Random;

/// Nodes for judging an opening.
const NODES: u64 = 5_000;
/// How far one side may be ahead, in the search's own centipawns.
const MOST_UNEVEN: i32 = 80;

fn main() -> ExitCode {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let &[seed, count] = &numbers[..] else {
        eprintln!("usage: openings SEED COUNT");
        return ExitCode::from(2);
    };
    match write(seed, count) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("openings: {error}");
            ExitCode::FAILURE
        }
    }
}

fn write(seed: u64, count: u64) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    let (mut random, mut own, mut seen) = (Random::new(seed), Own::new(), HashSet::new());
    while (seen.len() as u64) < count {
        let Some(board) = opening(&mut random, 0) else { continue };
        let place = Place { fields: four_fields(&board), clock: 0, played: Vec::new() };
        own.begin()?;
        let is_even = own.think(&place, NODES)?.is_some_and(|answer| answer.score.abs() <= MOST_UNEVEN);
        // As in chess, castling rights are written by the side.
        let fen = board.to_string();
        let fields = fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
        if is_even && board.checkers().is_empty() && seen.insert(fields.clone()) {
            writeln!(out, "{fields}")?;
        }
    }
    out.flush()
}
