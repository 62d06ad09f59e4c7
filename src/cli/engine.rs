//! What the engine does without a file.

use std::io::{self, Write};
use std::time::Instant;

use super::Status;
use super::args::{BenchOptions, PerftOptions};
use crate::search::{Question, bench, perft};

/// The start of a game.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

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
