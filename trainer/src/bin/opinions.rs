//! Asks another engine for its opinion of the positions of a folder.
//!
//! Usage: `opinions FOLDER OUT ENGINE [NODES]`. `FOLDER` is one of `selfplay`, `OUT` gets its pieces with the
//! scores of `ENGINE`, a program that speaks UCI, after `NODES` nodes (1: what it thinks at first sight). It
//! can be ended at any moment, also by force: the same command goes on where it was.

#![forbid(unsafe_code)]

use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::time::SystemTime;

use epidote_trainer::pieces::{self, Pieces};
use epidote_trainer::player::{Other, Player as _};
use epidote_trainer::sample::{SIZE, Sample};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let nodes = words.get(3).map_or(Ok(1), |word| word.parse());
    let ([folder, out, engine, ..], Ok(nodes)) = (&words[..], nodes) else {
        eprintln!("usage: opinions FOLDER OUT ENGINE [NODES]");
        return ExitCode::from(2);
    };
    match ask(Path::new(folder), Path::new(out), engine, nodes) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("opinions: {error}");
            ExitCode::FAILURE
        }
    }
}

fn ask(folder: &Path, out: &Path, program: &str, nodes: u64) -> io::Result<()> {
    let mut engine = Other::start(program)?;
    let of = std::fs::read_to_string(folder.join("settings.txt"))?;
    let settings = format!("{of}opinions of {} at {nodes} nodes\n", engine.name());
    let mut written = Pieces::open(out, &settings)?;
    println!("{settings}{} positions are there", written.positions());
    let (began, before) = (SystemTime::now(), written.positions());
    for (number, path) in pieces::files(folder)? {
        if written.has(number) {
            continue;
        }
        let bytes = std::fs::read(path)?;
        let mut samples: Vec<Sample> = bytes.as_chunks::<SIZE>().0.iter().map(Sample::from_bytes).collect();
        // The answers to a piece depend on nothing before it.
        engine.begin()?;
        let opinions = engine.opinions(&samples, nodes)?;
        for (sample, opinion) in samples.iter_mut().zip(opinions) {
            sample.opinion = opinion;
        }
        written.put(number, &samples)?;
        let hours = began.elapsed().unwrap_or_default().as_secs_f64() / 3600.0;
        println!(
            "piece {number}: {} in all, {:.1} million an hour",
            written.positions(),
            (written.positions() - before) as f64 / 1e6 / hours
        );
    }
    Ok(())
}
