//! Tuning numbers by games (simultaneous perturbation stochastic approximation).
//!
//! Each round draws for every number whether it is raised or lowered by a small step, plays the setting
//! against its opposite, and moves all numbers a little towards the winner. Most of what a round says is
//! chance; over thousands of rounds that cancels out. Steps shrink as the rounds go on, as Spall describes.

use crate::random::Random;

/// How fast steps shrink, and how fast changes do: the usual exponents.
const STEP_DECAY: f64 = 0.101;
const CHANGE_DECAY: f64 = 0.602;
/// The part of all rounds at whose end the changes have begun to shrink.
const DELAY: f64 = 0.1;
/// How far a number moves for each game won in the last round, in steps.
const LAST_CHANGE: f64 = 0.004;

/// A number that is tuned.
#[derive(Debug, Clone, PartialEq)]
pub struct Knob {
    /// Its name.
    pub name: String,
    /// Where it is now; whole numbers are only played.
    pub value: f64,
    /// The smallest and the greatest value.
    pub range: (f64, f64),
    /// The step of the last round.
    pub step: f64,
}

/// Where the tuning stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Spsa {
    /// The numbers.
    pub knobs: Vec<Knob>,
    /// Rounds played.
    pub round: u64,
    /// Rounds to play.
    pub rounds: u64,
    /// The seed.
    pub seed: u64,
}

/// The two settings of a round, and what each number was changed by.
#[derive(Debug, Clone, PartialEq)]
pub struct Round {
    /// The number of the round.
    pub number: u64,
    /// The values of the two.
    pub settings: [Vec<i32>; 2],
    /// +1 or -1 for each number: how the first one differs.
    signs: Vec<f64>,
}

impl Spsa {
    /// What a round plays. It depends on the seed, the number of the round, and where the numbers are.
    pub fn round(&self, number: u64) -> Round {
        let mut random = Random::new(self.seed.wrapping_mul(0x9e37_79b9).wrapping_add(number));
        let signs: Vec<f64> =
            self.knobs.iter().map(|_| if random.below(2) == 0 { 1.0 } else { -1.0 }).collect();
        let setting = |turn: f64, random: &mut Random| {
            self.knobs
                .iter()
                .zip(&signs)
                .map(|(knob, sign)| {
                    let value = knob.value + turn * sign * knob.step * self.growth(number);
                    // Between two whole numbers chance decides, so that small steps count too.
                    let rounded = (value + f64::from(random.unit())).floor();
                    rounded.clamp(knob.range.0, knob.range.1) as i32
                })
                .collect()
        };
        let settings = [setting(1.0, &mut random), setting(-1.0, &mut random)];
        Round { number, settings, signs }
    }

    /// Takes in the half points of the first setting in a pair of games, 0 to 4.
    pub fn learn(&mut self, round: &Round, points: u8) {
        let delay = DELAY * self.rounds as f64;
        let growth = ((self.rounds as f64 + delay) / (round.number as f64 + 1.0 + delay)).powf(CHANGE_DECAY);
        // Wins less losses.
        let won = f64::from(points) - 2.0;
        let change = LAST_CHANGE * growth / self.growth(round.number) * won;
        for (knob, sign) in self.knobs.iter_mut().zip(&round.signs) {
            knob.value = (knob.value + change * sign * knob.step).clamp(knob.range.0, knob.range.1);
        }
    }

    /// How much greater a step is than in the last round.
    fn growth(&self, number: u64) -> f64 {
        (self.rounds.max(1) as f64 / (number as f64 + 1.0)).powf(STEP_DECAY)
    }

    /// The state as text: a line for the rounds, and one for each number.
    pub fn to_text(&self) -> String {
        let mut text = format!("seed {} round {} of {}\n", self.seed, self.round, self.rounds);
        for Knob { name, value, range: (least, most), step } in &self.knobs {
            text += &format!("{name} {value} in {least} {most} step {step}\n");
        }
        text
    }

    /// Reads the state; `None` if it is none.
    pub fn read(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let head: Vec<&str> = lines.next()?.split(' ').collect();
        let &["seed", seed, "round", round, "of", rounds] = &head[..] else { return None };
        let knobs = lines.map(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            let &[name, value, "in", least, most, "step", step] = &words[..] else { return None };
            let range = (least.parse().ok()?, most.parse().ok()?);
            Some(Knob { name: name.to_owned(), value: value.parse().ok()?, range, step: step.parse().ok()? })
        });
        Some(Self {
            knobs: knobs.collect::<Option<_>>()?,
            round: round.parse().ok()?,
            rounds: rounds.parse().ok()?,
            seed: seed.parse().ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(rounds: u64) -> Spsa {
        let knob = |name: &str, value| Knob { name: name.to_owned(), value, range: (0.0, 200.0), step: 10.0 };
        Spsa { knobs: vec![knob("one", 40.0), knob("two", 150.0)], round: 0, rounds, seed: 3 }
    }

    #[test]
    fn numbers_move_to_where_games_are_won() {
        // Whoever is nearer to 120 and 60 is more likely to win.
        let mut spsa = start(4_000);
        let mut random = Random::new(9);
        for number in 0..4_000 {
            let round = spsa.round(number);
            let far = |setting: &[i32]| (setting[0] - 120).abs() + (setting[1] - 60).abs();
            let edge = f64::from(far(&round.settings[1]) - far(&round.settings[0])) / 400.0;
            let wins = (0..4).filter(|_| f64::from(random.unit()) < 0.5 + edge).count();
            spsa.learn(&round, wins as u8);
        }
        let values: Vec<f64> = spsa.knobs.iter().map(|knob| knob.value).collect();
        assert!((75.0..140.0).contains(&values[0]) && (40.0..120.0).contains(&values[1]), "{values:?}");
    }

    #[test]
    fn what_is_written_is_read() {
        let mut spsa = start(100);
        spsa.learn(&spsa.round(0), 3);
        spsa.round = 1;
        let read = Spsa::read(&spsa.to_text()).unwrap();
        assert_eq!(read, spsa, "nothing is rounded: a run that is gone on with is the same run");
        assert_eq!(read.round(7).signs, spsa.round(7).signs);
        assert!(Spsa::read("").is_none() && Spsa::read("seed 1 round 2 of 3\none 4\n").is_none());
    }
}
