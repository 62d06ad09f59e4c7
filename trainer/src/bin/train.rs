//! Trains the weights of the evaluation on positions from games.
//!
//! Usage: `train [--threats] SEED HIDDEN EPOCHS SCALE RATE FROM OUT FILE…`. `HIDDEN` is the number of hidden units for
//! each side (64, 96, 128, 192, 256, 384 or 512). The scores in the files are centipawns, and `SCALE` of them
//! multiply the odds of winning by e. The learning rate begins at `RATE`, in millionths. `FROM` is a net to
//! continue from, with at most as many units; `-` begins with random weights. A `FILE` may also be a folder
//! of `selfplay`: all pieces in it, in order. With `--threats` only the weights of threats learn, before the biases
//! settle. The same seed and files give the same net, on one or two threads.

#![forbid(unsafe_code)]

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;

use epidote_trainer::features::Seen;
use epidote_trainer::lesson::{Lesson, Spread, chance, games, lessons};
use epidote_trainer::net::{Layout, MOST, MOST_SEEN, Net, Work};
use epidote_trainer::pieces;
use epidote_trainer::random::Random;
use epidote_trainer::sample::{SIZE, Sample};

/// Positions for each step.
const BATCH: usize = 16_384;
/// One game in this many is held back to test the net. Whole games are held back, because positions beside a
/// single one in its game would reveal too much about it.
const HELD_BACK: usize = 50;
/// Scores beyond this, in centipawns, teach nothing, because the game is decided.
const MOST_SCORE: i16 = 2_500;
const LAST_RATE: f32 = 0.000_01;
/// Positions for each of the last rounds, in which the biases settle, …
const SETTLING: usize = 8_000_000;
/// … and the rates of these rounds.
const SETTLING_RATES: [f32; 2] = [0.000_1, 0.000_01];

struct Task {
    train: Vec<Lesson>,
    test: Vec<Lesson>,
    seed: u64,
    epochs: usize,
    rate: f32,
    /// Whether only the weights of threats learn.
    only_threats: bool,
    /// A net to continue from.
    from: Option<Vec<u8>>,
}

fn main() -> ExitCode {
    let (flags, words): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|word| word == "--threats");
    let only_threats = !flags.is_empty();
    let numbers: Vec<u32> = words.iter().take(5).filter_map(|word| word.parse().ok()).collect();
    let (&[seed, hidden, epochs, scale, rate], [_, _, _, _, _, from, out, files @ ..]) =
        (&numbers[..], &words[..])
    else {
        eprintln!("usage: train [--threats] SEED HIDDEN EPOCHS SCALE RATE FROM OUT FILE...");
        return ExitCode::from(2);
    };
    match read(files, scale as f32, from, seed.into()) {
        Ok((train, test, from)) => {
            println!("{} positions to learn from, {} held back", train.len(), test.len());
            let (epochs, rate) = (epochs as usize, rate as f32 / 1e6);
            run(hidden, Task { train, test, seed: seed.into(), epochs, rate, only_threats, from }, out)
        }
        Err(error) => {
            eprintln!("train: {error}");
            ExitCode::FAILURE
        }
    }
}

type Read = (Vec<Lesson>, Vec<Lesson>, Option<Vec<u8>>);

/// The files that are named, and the pieces of the folders that are.
fn paths(words: &[String]) -> Result<Vec<PathBuf>, String> {
    let mut paths = Vec::new();
    for word in words {
        let path = PathBuf::from(word);
        if path.is_dir() {
            let pieces = pieces::files(&path).map_err(|error| format!("{word}: {error}"))?;
            paths.extend(pieces.into_iter().map(|(_, path)| path));
        } else {
            paths.push(path);
        }
    }
    Ok(paths)
}

/// The lessons from files, shuffled, those held back, and the net to begin with.
fn read(files: &[String], scale: f32, from: &str, seed: u64) -> Result<Read, String> {
    let bytes = |path: &Path| std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
    let samples = |path: &Path| -> Result<Vec<Sample>, String> {
        Ok(bytes(path)?.as_chunks::<SIZE>().0.iter().map(Sample::from_bytes).collect())
    };
    let paths = paths(files)?;
    let mut spread = Spread::default();
    for path in &paths {
        spread.count(&samples(path)?);
    }
    let opinions = spread.opinions();
    let (mut train, mut test, mut number) = (Vec::new(), Vec::new(), 0);
    for path in paths {
        for game in games(&samples(&path)?) {
            let kept = if number % HELD_BACK == 0 { &mut test } else { &mut train };
            kept.extend(
                lessons(game, &opinions, scale).filter(|lesson| lesson.sample.score.abs() < MOST_SCORE),
            );
            number += 1;
        }
    }
    let mut random = Random::new(seed);
    shuffle(&mut train, &mut random);
    Ok((train, test, if from == "-" { None } else { Some(bytes(Path::new(from))?) }))
}

fn shuffle(lessons: &mut [Lesson], random: &mut Random) {
    for at in (1..lessons.len()).rev() {
        lessons.swap(at, random.below(at + 1));
    }
}

fn run(hidden: u32, task: Task, out: &str) -> ExitCode {
    let bytes = match hidden {
        64 => learn::<64>(task),
        96 => learn::<96>(task),
        128 => learn::<128>(task),
        192 => learn::<192>(task),
        256 => learn::<256>(task),
        384 => learn::<384>(task),
        512 => learn::<512>(task),
        _ => Err("HIDDEN is 64, 96, 128, 192, 256, 384 or 512".to_owned()),
    };
    let written =
        bytes.and_then(|bytes| std::fs::write(out, bytes).map_err(|error| format!("{out}: {error}")));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("train: {error}");
            ExitCode::FAILURE
        }
    }
}

fn learn<const H: usize>(mut task: Task) -> Result<Vec<u8>, String> {
    let mut net = Net::<H>::new(task.seed);
    if let Some(from) = &task.from
        && !net.take_over(from)
    {
        return Err(format!("FROM is no net of at most {H} numbers"));
    }
    let mut random = Random::new(task.seed ^ 0x5eed);
    let mut learner = Learner::of(net);
    let tell = |name: String, rate: f32, error: f64, learner: &mut Learner<H>| {
        let held_back = test(learner.rounded(), &task.test);
        println!("{name} rate {rate:.6} error {error:.6} held back {held_back:.6}");
    };
    for epoch in 0..task.epochs {
        shuffle(&mut task.train, &mut random);
        let done = epoch as f32 / task.epochs.max(2).saturating_sub(1) as f32;
        let rate = task.rate * (LAST_RATE / task.rate).powf(done);
        let places = if task.only_threats { Layout::<H>::THREATS } else { 0 }..Layout::<H>::LEN;
        let error = learner.learn(&task.train, rate, std::slice::from_ref(&places));
        tell(format!("epoch {:3}", epoch + 1), rate, error, &mut learner);
    }
    // In the end weights are rounded one way or the other by chance. What this adds to all outputs is taken back by the
    // numbers that are precise in the file.
    let mut learner = Learner::of(learner.rounded().clone());
    let precise = [Layout::<H>::SUMS..Layout::<H>::OUT, Layout::<H>::OUT_SUMS..Layout::<H>::THREATS];
    for (part, rate) in task.train.chunks(SETTLING).zip(SETTLING_RATES) {
        let error = learner.learn(part, rate, &precise);
        tell("settling ".to_owned(), rate, error, &mut learner);
    }
    Ok(learner.rounded().to_bytes())
}

/// A net that learns, by Adam.
struct Learner<const H: usize> {
    net: Net<H>,
    /// What the engine has are whole numbers, so the errors to learn from are those of whole numbers.
    rounded: Net<H>,
    mean: Vec<f32>,
    spread: Vec<f32>,
    gradients: [Vec<f32>; 2],
    step: i32,
}

impl<const H: usize> Learner<H> {
    fn of(net: Net<H>) -> Self {
        let zeros = vec![0.0_f32; net.all.len()];
        Self {
            rounded: net.clone(),
            net,
            mean: zeros.clone(),
            spread: zeros.clone(),
            gradients: [zeros.clone(), zeros],
            step: 0,
        }
    }

    /// The net in the whole numbers of its file.
    fn rounded(&mut self) -> &Net<H> {
        self.net.round_into(&mut self.rounded);
        &self.rounded
    }

    /// Learns from positions, in their order; only the weights at these places change. Returns the mean of the squared
    /// errors.
    fn learn(&mut self, lessons: &[Lesson], rate: f32, places: &[Range<usize>]) -> f64 {
        let mut sum = 0.0;
        for batch in lessons.chunks(BATCH) {
            // Always in two halves, however many threads there are: the order of additions affects the
            // result.
            let (left, right) = batch.split_at(batch.len() / 2);
            self.net.round_into(&mut self.rounded);
            let (net, [of_left, of_right]) = (&self.rounded, &mut self.gradients);
            sum += thread::scope(|scope| {
                let other = scope.spawn(move || pass(net, right, of_right));
                pass(net, left, of_left) + other.join().unwrap_or(f64::NAN)
            });
            self.step += 1;
            for place in places {
                self.follow(place.clone(), rate, batch.len());
            }
        }
        sum / lessons.len() as f64
    }

    /// Updates the weights in this range from their gradients, which are sums over `count` positions.
    fn follow(&mut self, places: Range<usize>, rate: f32, count: usize) {
        let Self { net, mean, spread, gradients, step, .. } = self;
        let correct = [1.0 - 0.9_f32.powi(*step), 1.0 - 0.999_f32.powi(*step)];
        for at in places {
            let slope = (gradients[0][at] + gradients[1][at]) / count as f32;
            mean[at] = 0.9 * mean[at] + 0.1 * slope;
            spread[at] = 0.999 * spread[at] + 0.001 * slope * slope;
            let move_by = rate * (mean[at] / correct[0]) / ((spread[at] / correct[1]).sqrt() + 1e-8);
            net.all[at] -= move_by;
        }
        for part in [Layout::<H>::OUT..Layout::<H>::OUT_SUMS, Layout::<H>::THREATS..Layout::<H>::LEN] {
            for weight in &mut net.all[part] {
                *weight = weight.clamp(-MOST, MOST);
            }
        }
        for weight in &mut net.all[..Layout::<H>::SUMS] {
            *weight = weight.clamp(-MOST_SEEN, MOST_SEEN);
        }
    }
}

/// Adds up the gradient for some positions; returns the sum of the squared errors.
fn pass<const H: usize>(net: &Net<H>, samples: &[Lesson], gradient: &mut [f32]) -> f64 {
    gradient.fill(0.0);
    let (mut seen, mut work, mut sum) = (Seen::default(), Work::default(), 0.0);
    for sample in samples {
        seen.look(&sample.sample);
        let thought = chance(net.forward(&seen, &mut work));
        let wrong = thought - sample.target;
        sum += f64::from(wrong * wrong);
        net.backward(&seen, &work, 2.0 * wrong * thought * (1.0 - thought), gradient);
    }
    sum
}

/// The mean squared error.
fn test<const H: usize>(net: &Net<H>, samples: &[Lesson]) -> f64 {
    let (mut seen, mut work) = (Seen::default(), Work::default());
    let square = |sample: &Lesson| {
        seen.look(&sample.sample);
        let wrong = chance(net.forward(&seen, &mut work)) - sample.target;
        f64::from(wrong * wrong)
    };
    samples.iter().map(square).sum::<f64>() / samples.len().max(1) as f64
}
