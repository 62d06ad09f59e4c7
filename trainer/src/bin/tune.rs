//! Tunes numbers of the search by games of the engine against itself.
//!
//! Usage: `tune FILE SEED NODES THREADS ROUNDS NAME=STEP…` begins, and `tune FILE NODES THREADS` goes on:
//! `FILE` has all that is known after each sixteenth round, so the program can be ended at any moment. A round
//! is two games from one opening, with colours reversed, each move searched with `NODES` nodes. `STEP` is by
//! how much a number differs from its value in the last rounds: as much as a game can feel, a tenth of the
//! range if in doubt.

#![forbid(unsafe_code)]

use std::fs;
use std::io;
use std::process::ExitCode;
use std::thread;

use epidote::search::PARAMETERS;
use epidote_trainer::game::duel;
use epidote_trainer::player::Own;
use epidote_trainer::spsa::{Knob, Spsa};

/// Rounds that are played before the numbers move. The same on any number of threads.
const BATCH: u64 = 16;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("tune: {why}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[String]) -> Result<(), String> {
    const USAGE: &str = "usage: tune FILE SEED NODES THREADS ROUNDS NAME=STEP... or tune FILE NODES THREADS";
    let number = |at: usize| words.get(at).and_then(|word| word.parse::<u64>().ok()).ok_or(USAGE);
    let path = words.first().ok_or(USAGE)?;
    let (mut spsa, nodes, threads) = if words.len() == 3 {
        let text = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
        (Spsa::read(&text).ok_or_else(|| format!("{path} is no state of a tuning"))?, number(1)?, number(2)?)
    } else {
        if fs::exists(path).unwrap_or(true) {
            return Err(format!("{path} is there already; name no numbers to go on with it"));
        }
        let knobs =
            words[5.min(words.len())..].iter().map(|word| knob(word)).collect::<Result<Vec<_>, _>>()?;
        if knobs.is_empty() {
            return Err(USAGE.to_owned());
        }
        (Spsa { knobs, round: 0, rounds: number(4)?, seed: number(1)? }, number(2)?, number(3)?)
    };
    while spsa.round < spsa.rounds {
        batch(&mut spsa, nodes, threads.max(1)).map_err(|error| error.to_string())?;
        let part = format!("{path}.part");
        fs::write(&part, spsa.to_text())
            .and_then(|()| fs::rename(&part, path))
            .map_err(|error| format!("{path}: {error}"))?;
        if spsa.round.is_multiple_of(BATCH * 16) {
            println!("{}", spsa.to_text());
        }
    }
    println!("{}", spsa.to_text());
    Ok(())
}

/// A number by its name and step.
fn knob(word: &str) -> Result<Knob, String> {
    let (name, step) = word.split_once('=').ok_or_else(|| format!("{word} is not NAME=STEP"))?;
    let parameter = PARAMETERS.iter().find(|parameter| parameter.name == name);
    let parameter = parameter.ok_or_else(|| format!("there is no number {name:?}"))?;
    let step: f64 = step.parse().map_err(|_| format!("{word}: the step is no number"))?;
    if !(step > 0.0 && step.is_finite()) {
        return Err(format!("{word}: the step must be above 0"));
    }
    Ok(Knob {
        name: name.to_owned(),
        value: parameter.default.into(),
        range: (parameter.least.into(), parameter.most.into()),
        step,
    })
}

/// Plays some rounds with the numbers as they are, and takes in what they say, in order.
fn batch(spsa: &mut Spsa, nodes: u64, threads: u64) -> io::Result<()> {
    let rounds: Vec<_> =
        (spsa.round..(spsa.round + BATCH).min(spsa.rounds)).map(|at| spsa.round(at)).collect();
    let names: Vec<&str> = spsa.knobs.iter().map(|knob| knob.name.as_str()).collect();
    let seed = spsa.seed.wrapping_mul(7_368_787);
    let mut points = vec![None; rounds.len()];
    let share = rounds.len().div_ceil(usize::try_from(threads).unwrap_or(1));
    thread::scope(|scope| {
        let parts = rounds.chunks(share).zip(points.chunks_mut(share));
        let threads: Vec<_> = parts
            .map(|(rounds, points)| {
                let names = &names;
                scope.spawn(move || -> io::Result<()> {
                    let mut players = [Own::new(), Own::new()];
                    for (round, points) in rounds.iter().zip(points) {
                        for (player, setting) in players.iter_mut().zip(&round.settings) {
                            for (name, &value) in names.iter().zip(setting) {
                                player.set(name, value);
                            }
                        }
                        let [one, other] = &mut players;
                        *points = duel([one, other], nodes, seed.wrapping_add(round.number))?;
                    }
                    Ok(())
                })
            })
            .collect();
        threads.into_iter().try_for_each(|thread| {
            thread.join().unwrap_or_else(|_| Err(io::Error::other("a thread broke off")))
        })
    })?;
    for (round, points) in rounds.iter().zip(points) {
        // An opening that is no start of a game says nothing.
        spsa.learn(round, points.unwrap_or(2));
    }
    spsa.round += rounds.len() as u64;
    Ok(())
}
