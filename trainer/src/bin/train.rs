//! Learns the weights of the evaluation from positions of games.
//!
//! Usage: `train SEED HIDDEN EPOCHS SCALE OUT FILE…`. `HIDDEN` numbers sum up what a side sees (a multiple
//! of 8). Scores of the files are centipawns of which `SCALE` multiply the odds to win by e; 0 finds the
//! number that fits best to how the games ended. The same seed and files give the same net, on one or
//! two threads.

#![forbid(unsafe_code)]

use std::process::ExitCode;
use std::thread;

use epidote_trainer::features::Seen;
use epidote_trainer::net::{Layout, MOST, Net, Work};
use epidote_trainer::random::Random;
use epidote_trainer::sample::{SIZE, Sample};

/// Positions between two steps.
const BATCH: usize = 16_384;
/// How much the score counts, beside the end of the game.
const SCORE_SHARE: f32 = 0.75;
/// One position in so many is kept to see how well the others teach.
const HELD_BACK: usize = 50;
const FIRST_RATE: f32 = 0.001;
const LAST_RATE: f32 = 0.000_01;

struct Task {
    train: Vec<Sample>,
    test: Vec<Sample>,
    scale: f32,
    seed: u64,
    epochs: usize,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Vec<usize> = words.iter().take(4).filter_map(|word| word.parse().ok()).collect();
    let (&[seed, hidden, epochs, scale], [_, _, _, _, out, files @ ..]) = (&numbers[..], &words[..]) else {
        eprintln!("usage: train SEED HIDDEN EPOCHS SCALE OUT FILE...");
        return ExitCode::from(2);
    };
    let mut samples = Vec::new();
    for path in files {
        match std::fs::read(path) {
            Ok(bytes) => {
                let read = bytes.as_chunks::<SIZE>().0.iter().map(Sample::from_bytes);
                samples.extend(read.filter(|sample| sample.score.abs() < 2_500));
            }
            Err(error) => {
                eprintln!("train: {path}: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    let mut random = Random::new(seed as u64);
    for at in (1..samples.len()).rev() {
        samples.swap(at, random.below(at + 1));
    }
    let test = samples.split_off(samples.len() - samples.len() / HELD_BACK);
    let scale = if scale == 0 { best_scale(&test) } else { scale as f32 };
    println!("{} positions to learn from, {} held back, scale {scale}", samples.len(), test.len());
    let task = Task { train: samples, test, scale, seed: seed as u64, epochs };
    let bytes = match hidden {
        32 => learn::<32>(task),
        64 => learn::<64>(task),
        96 => learn::<96>(task),
        128 => learn::<128>(task),
        192 => learn::<192>(task),
        256 => learn::<256>(task),
        _ => {
            eprintln!("train: HIDDEN is 32, 64, 96, 128, 192 or 256");
            return ExitCode::from(2);
        }
    };
    match std::fs::write(out, bytes) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("train: {out}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The scale by which scores tell best how games end.
fn best_scale(samples: &[Sample]) -> f32 {
    let error = |scale: f32| -> f64 {
        let square = |sample: &Sample| {
            let wrong = chance(f32::from(sample.score) / scale) - f32::from(sample.result) / 2.0;
            f64::from(wrong * wrong)
        };
        samples.iter().map(square).sum()
    };
    let scales = (50..800).step_by(10).map(|scale| scale as f32);
    scales.min_by(|&a, &b| error(a).total_cmp(&error(b))).unwrap_or(300.0)
}

/// The chance to win of the logarithm of the odds.
fn chance(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

fn target(sample: &Sample, scale: f32) -> f32 {
    let by_score = chance(f32::from(sample.score) / scale);
    SCORE_SHARE * by_score + (1.0 - SCORE_SHARE) * f32::from(sample.result) / 2.0
}

fn learn<const H: usize>(mut task: Task) -> Vec<u8> {
    let mut net = Net::<H>::new(task.seed);
    let len = net.all.len();
    let (mut mean, mut spread) = (vec![0.0_f32; len], vec![0.0_f32; len]);
    let mut gradients = [vec![0.0_f32; len], vec![0.0_f32; len]];
    let mut random = Random::new(task.seed ^ 0x5eed);
    let mut step = 0;
    for epoch in 0..task.epochs {
        for at in (1..task.train.len()).rev() {
            task.train.swap(at, random.below(at + 1));
        }
        let done = epoch as f32 / task.epochs.max(2).saturating_sub(1) as f32;
        let rate = FIRST_RATE * (LAST_RATE / FIRST_RATE).powf(done);
        let (mut sum, mut count) = (0.0, 0);
        for batch in task.train.chunks(BATCH) {
            // Always two halves, whatever runs them: the order of additions is part of the result.
            let (left, right) = batch.split_at(batch.len() / 2);
            let [of_left, of_right] = &mut gradients;
            let (net_now, scale) = (&net, task.scale);
            sum += thread::scope(|scope| {
                let other = scope.spawn(move || pass(net_now, right, scale, of_right));
                pass(net_now, left, scale, of_left) + other.join().unwrap_or(f64::NAN)
            });
            count += batch.len();
            step += 1;
            let correct = [1.0 - 0.9_f32.powi(step), 1.0 - 0.999_f32.powi(step)];
            for at in 0..len {
                let slope = (gradients[0][at] + gradients[1][at]) / batch.len() as f32;
                mean[at] = 0.9 * mean[at] + 0.1 * slope;
                spread[at] = 0.999 * spread[at] + 0.001 * slope * slope;
                let move_by = rate * (mean[at] / correct[0]) / ((spread[at] / correct[1]).sqrt() + 1e-8);
                net.all[at] -= move_by;
            }
            for weight in &mut net.all[Layout::<H>::OUT..Layout::<H>::OUT_SUMS] {
                *weight = weight.clamp(-MOST, MOST);
            }
            for weight in &mut net.all[..Layout::<H>::SUMS] {
                *weight = weight.clamp(-2.0, 2.0);
            }
        }
        let held_back = test(&net, &task.test, task.scale);
        println!(
            "epoch {:3} rate {rate:.6} error {:.6} held back {held_back:.6}",
            epoch + 1,
            sum / count as f64
        );
    }
    net.to_bytes()
}

/// Adds up the gradient of some positions; gives the sum of the squared errors.
fn pass<const H: usize>(net: &Net<H>, samples: &[Sample], scale: f32, gradient: &mut [f32]) -> f64 {
    gradient.fill(0.0);
    let (mut seen, mut work, mut sum) = (Seen::default(), Work::default(), 0.0);
    for sample in samples {
        seen.look(sample);
        let thought = chance(net.forward(&seen, &mut work));
        let wrong = thought - target(sample, scale);
        sum += f64::from(wrong * wrong);
        net.backward(&seen, &work, 2.0 * wrong * thought * (1.0 - thought), gradient);
    }
    sum
}

/// The mean squared error.
fn test<const H: usize>(net: &Net<H>, samples: &[Sample], scale: f32) -> f64 {
    let (mut seen, mut work) = (Seen::default(), Work::default());
    let square = |sample: &Sample| {
        seen.look(sample);
        let wrong = chance(net.forward(&seen, &mut work)) - target(sample, scale);
        f64::from(wrong * wrong)
    };
    samples.iter().map(square).sum::<f64>() / samples.len().max(1) as f64
}
