//! Plays games of an engine against itself and writes positions from them.
//!
//! Usage: `selfplay FOLDER SEED NODES THREADS MILLIONS [ENGINE]`. Each move is searched with `NODES` nodes,
//! until the folder has that many million positions. It can be ended at any moment, also by force: the same
//! command goes on where it was. Without `ENGINE`, this engine plays; else the program of that name, which
//! speaks UCI.

#![forbid(unsafe_code)]

use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::thread;
use std::time::SystemTime;

use epidote_trainer::game::play;
use epidote_trainer::pieces::{GAMES, Pieces};
use epidote_trainer::player::{Other, Own, Player};

/// What is to be played.
struct Task {
    seed: u64,
    nodes: u64,
    threads: u64,
    /// Positions that suffice.
    enough: u64,
    pieces: Mutex<Pieces>,
    began: SystemTime,
    /// Positions that were there at the beginning.
    before: u64,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Vec<u64> = words.iter().skip(1).take(4).filter_map(|word| word.parse().ok()).collect();
    let (Some(folder), &[seed, nodes, threads, millions]) = (words.first(), &numbers[..]) else {
        eprintln!("usage: selfplay FOLDER SEED NODES THREADS MILLIONS [ENGINE]");
        return ExitCode::from(2);
    };
    let asked = Asked { folder: Path::new(folder), seed, nodes, threads, millions };
    let done = match words.get(5) {
        Some(program) => asked.run(|| Other::start(program)),
        None => asked.run(|| Ok(Own::new())),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("selfplay: {folder}: {error}");
            ExitCode::FAILURE
        }
    }
}

struct Asked<'a> {
    folder: &'a Path,
    seed: u64,
    nodes: u64,
    threads: u64,
    millions: u64,
}

impl Asked<'_> {
    fn run<P: Player>(&self, player: impl Fn() -> io::Result<P> + Sync) -> io::Result<()> {
        let name = player()?.name();
        let settings =
            format!("seed {}\nnodes {}\ngames in a piece {GAMES}\nplayer {name}\n", self.seed, self.nodes);
        let pieces = Pieces::open(self.folder, &settings)?;
        let before = pieces.positions();
        println!("{settings}{before} positions are there");
        let task = Task {
            seed: self.seed,
            nodes: self.nodes,
            threads: self.threads.max(1),
            enough: self.millions.saturating_mul(1_000_000),
            pieces: Mutex::new(pieces),
            began: SystemTime::now(),
            before,
        };
        thread::scope(|scope| {
            let start = || scope.spawn(|| task.fill(&mut player()?));
            let threads: Vec<_> = (0..task.threads).map(|_| start()).collect();
            threads.into_iter().try_for_each(|thread| {
                thread.join().unwrap_or_else(|_| Err(io::Error::other("a thread broke off")))
            })
        })
    }
}

impl Task {
    /// Plays piece after piece.
    fn fill(&self, player: &mut impl Player) -> io::Result<()> {
        let broken = || io::Error::other("another thread broke off");
        loop {
            let number = {
                let mut pieces = self.pieces.lock().map_err(|_| broken())?;
                if pieces.positions() >= self.enough {
                    return Ok(());
                }
                pieces.take()
            };
            let mut samples = Vec::new();
            for game in number * GAMES..(number + 1) * GAMES {
                samples.extend(play(
                    player,
                    self.nodes,
                    self.seed.wrapping_mul(1_000_003).wrapping_add(game),
                )?);
            }
            let mut pieces = self.pieces.lock().map_err(|_| broken())?;
            pieces.put(number, &samples)?;
            let all = pieces.positions();
            let hours = self.began.elapsed().unwrap_or_default().as_secs_f64() / 3600.0;
            println!(
                "piece {number}: {} positions, {all} in all, {:.1} million an hour",
                samples.len(),
                (all - self.before) as f64 / 1e6 / hours
            );
        }
    }
}
