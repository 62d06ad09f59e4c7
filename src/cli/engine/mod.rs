//! The engine on the command line: counting, and verbs that search.

mod records;

use std::io::{self, Write};
use std::time::Instant;

use super::Status;
use super::args::{AnalyzeOptions, BenchOptions, MateOptions, PerftOptions};
use crate::chess::START;
use crate::epd::verbs::analyze::{self, Analysis};
use crate::epd::verbs::mate_search;
use crate::mate::{Aim, MateLimits, Prover, Verdict};
use crate::search::{Clock, Limits, PvMove, Question, Searcher, bench, perft};
use crate::view::SearchPosition;
use records::{Done, Worker};

/// The command line has a clock, other than a page.
#[expect(clippy::disallowed_methods, reason = "this code never runs in a browser")]
pub(super) fn now() -> Instant {
    Instant::now()
}

/// Counts lines.
pub(super) fn perft(options: &PerftOptions, out: &mut dyn Write) -> io::Result<Status> {
    let fields = if options.fields.is_empty() { START.to_owned() } else { options.fields.join(" ") };
    let start = now();
    match perft::divide(&Question::new(&fields), options.depth) {
        Ok(parts) => {
            for (mv, nodes) in &parts {
                writeln!(out, "{mv} {nodes}")?;
            }
            let sum: u64 = if options.depth == 0 { 1 } else { parts.iter().map(|part| part.1).sum() };
            writeln!(out, "{sum} in {} ms", start.elapsed().as_millis())?;
            Ok(Status::Clean)
        }
        Err(error) => {
            super::complain(&error.to_string());
            Ok(Status::Trouble)
        }
    }
}

/// Searches the fixed positions.
pub(super) fn bench(options: &BenchOptions, out: &mut dyn Write) -> io::Result<Status> {
    let start = now();
    let nodes = bench::signature(options.depth);
    let ms = start.elapsed().as_millis().max(1);
    writeln!(out, "{nodes} nodes, {} nodes/s", u128::from(nodes) * 1000 / ms)?;
    Ok(Status::Clean)
}

/// The time since the program began.
struct Wall(Instant);

impl Clock for Wall {
    fn now_ms(&self) -> f64 {
        self.0.elapsed().as_secs_f64() * 1000.0
    }
}

fn question(position: &SearchPosition) -> Question<'_> {
    Question { halfmove_clock: position.halfmove_clock, ..Question::new(&position.fields) }
}

fn coordinates(line: &[PvMove]) -> Vec<String> {
    line.iter().map(ToString::to_string).collect()
}

/// Verb pfga.
pub(super) fn analyze(options: &AnalyzeOptions, out: &mut dyn Write) -> io::Result<Status> {
    let limits =
        Limits { nodes: options.nodes, depth: options.depth, time_ms: options.time, ..Limits::default() };
    if limits == Limits::default() {
        super::complain("say how far to search: --nodes, --depth or --time");
        return Ok(Status::Trouble);
    }
    let make = || Analyzer {
        searcher: Searcher::new(options.hash),
        limits,
        predicted_move: options.predicted_move,
        clock: Wall(now()),
    };
    records::run(&options.rewrite, options.workers, make, out)
}

struct Analyzer {
    searcher: Searcher,
    limits: Limits,
    predicted_move: bool,
    clock: Wall,
}

impl Worker for Analyzer {
    fn search(&mut self, line: &[u8], position: &SearchPosition) -> Done {
        let report = match self.searcher.go(&question(position), &self.limits, &self.clock, &mut |_| ()) {
            Ok(report) => report,
            Err(error) => return Done::Failed(error.to_string()),
        };
        let found = Analysis {
            score: report.score,
            line: coordinates(&report.pv),
            depth: report.depth,
            nodes: report.nodes,
            time_ms: report.time_ms,
        };
        match analyze::analyze(line, &found, self.predicted_move) {
            Ok(text) => Done::Changed(text),
            Err(error) => Done::Failed(error.to_string()),
        }
    }
}

/// Verb pfms.
pub(super) fn mate(options: &MateOptions, out: &mut dyn Write) -> io::Result<Status> {
    let limits = MateLimits { nodes: options.nodes, time_ms: options.time, all_keys: false };
    let make = || MateSearcher {
        prover: Prover::new(options.hash),
        moves: options.moves,
        limits,
        clock: Wall(now()),
    };
    records::run(&options.rewrite, options.workers, make, out)
}

struct MateSearcher {
    prover: Prover,
    moves: u32,
    limits: MateLimits,
    clock: Wall,
}

impl Worker for MateSearcher {
    fn search(&mut self, line: &[u8], position: &SearchPosition) -> Done {
        if !mate_search::is_wanted(line, self.moves) {
            return Done::Same("with a mate as short already");
        }
        let question = question(position);
        let proof =
            self.prover.prove(&question, Aim::Mate, self.moves, &self.limits, &self.clock, &mut |_| ());
        match proof.map(|proof| proof.verdict) {
            Ok(Verdict::Mate(mate)) => {
                match mate_search::write_mate(line, mate.moves, &coordinates(&mate.line)) {
                    Ok(text) => Done::Changed(text),
                    Err(error) => Done::Failed(error.to_string()),
                }
            }
            Ok(Verdict::NoMate) => Done::Same("without a mate in so many moves"),
            Ok(Verdict::GaveUp { .. }) => Done::Same("given up at the limit"),
            Err(error) => Done::Failed(error.to_string()),
        }
    }
}
