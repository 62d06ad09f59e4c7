//! The proof of mates on real files: how many are proved, and how long it takes.
//!
//! `cargo bench --bench mates -- FILE MOST_MOVES MS` takes the records of a file with `bm #N` or `dm N` for
//! `N` up to `MOST_MOVES`, and gives each `MS` milliseconds.

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::cast_precision_loss,
    missing_docs,
    reason = "a program that measures"
)]

use std::collections::BTreeMap;
use std::time::Instant;

use epidote::mate::{Aim, MateLimits, Prover, Verdict};
use epidote::search::{Clock, Question};

struct Wall(Instant);

impl Clock for Wall {
    fn now_ms(&self) -> f64 {
        self.0.elapsed().as_secs_f64() * 1000.0
    }
}

/// The number after `dm ` or `bm #`; negative if the side to move is mated.
fn claimed(line: &str) -> Option<i32> {
    let at = ["bm #", "dm "].into_iter().find_map(|word| Some(line.find(word)? + word.len()))?;
    line[at..].split(';').next()?.trim().parse().ok()
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let (Some(path), most, ms) = (
        words.first(),
        words.get(1).and_then(|word| word.parse().ok()).unwrap_or(5),
        words.get(2).and_then(|word| word.parse().ok()).unwrap_or(5_000),
    ) else {
        println!("NOT RUN: give a file of mates");
        return;
    };
    let Ok(bytes) = std::fs::read(path) else {
        println!("NOT RUN: {path} cannot be read");
        return;
    };
    let clock = Wall(Instant::now());
    let mut prover = Prover::new(64);
    let limits = MateLimits { time_ms: Some(ms), ..MateLimits::default() };
    // For each length: records, proved, times; and what differs from the file.
    let mut table: BTreeMap<i32, (usize, usize, Vec<f64>, usize)> = BTreeMap::new();
    let (mut nodes, start) = (0, clock.now_ms());
    for line in String::from_utf8_lossy(&bytes).lines() {
        let Some(claim) = claimed(line).filter(|moves| moves.abs() <= most) else { continue };
        let (moves, aim) = (claim.unsigned_abs(), if claim > 0 { Aim::Mate } else { Aim::Mated });
        let fields: Vec<&str> = line.split(' ').take(4).collect();
        let fields = fields.join(" ");
        let before = clock.now_ms();
        let proof = prover.prove(&Question::new(&fields), aim, moves, &limits, &clock, &mut |_| ());
        let took = clock.now_ms() - before;
        let row = table.entry(claim).or_default();
        row.0 += 1;
        match proof {
            Ok(proof) => {
                nodes += proof.nodes;
                match proof.verdict {
                    Verdict::Mate(mate) if mate.moves == moves => row.1 += 1,
                    Verdict::Mate(mate) => println!("#{}, not #{moves}: {line}", mate.moves),
                    Verdict::NoMate => println!("no mate in {moves}: {line}"),
                    Verdict::AtMost { mate, refuted } => {
                        row.3 += 1;
                        println!("at most {}, not in {refuted}, #{moves}: {line}", mate.moves);
                    }
                    Verdict::GaveUp { .. } => println!("gave up after {took:.0} ms: {line}"),
                }
            }
            Err(error) => println!("{error}: {line}"),
        }
        row.2.push(took);
    }
    println!(
        "| mate in | records | proved | bounded | median ms | p90 ms | most ms |\n|---|---|---|---|---|---|---|"
    );
    for (moves, (count, proved, mut times, bounded)) in table {
        times.sort_by(f64::total_cmp);
        let at = |share: usize| times[(times.len() - 1) * share / 100];
        println!(
            "| {moves} | {count} | {proved} | {bounded} | {:.1} | {:.1} | {:.1} |",
            at(50),
            at(90),
            at(100)
        );
    }
    let seconds = (clock.now_ms() - start) / 1000.0;
    println!("{seconds:.1} s, {:.1} million moves made in a second", nodes as f64 / seconds / 1e6);
}
