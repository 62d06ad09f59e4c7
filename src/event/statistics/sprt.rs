//! The sequential test of two hypotheses about the strength of a player.

use std::fmt;

use super::counts::to_f64;
use super::likelihood::{log_ratio, with_deviations, with_score};
use super::rating::NORMALIZED;
use super::{Counts, score_of_elo};

/// The count of a result that never came up, so that no hypothesis is ruled out by it alone.
const LEAST_COUNT: f64 = 1e-3;

/// The greatest normalised Elo of a hypothesis. The first few games show a difference like that; what makes
/// the counts likeliest under a greater one cannot always be found.
pub(super) const MOST_NORMALIZED: f64 = 200.0;

/// In what the hypotheses are given.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum SprtModel {
    /// Normalised Elo.
    #[default]
    Normalized,
    /// Elo.
    Logistic,
    /// BayesElo, with the share of draws that was seen; pairs are taken apart for it, so it is asked
    /// with games.
    Bayesian,
}

/// A test: is the difference rather the first or the other?
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: SprtModel,
}

/// What a test says so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Decision {
    /// More games are needed.
    Open,
    /// The difference is rather `elo0`.
    AcceptH0,
    /// The difference is rather `elo1`.
    AcceptH1,
}

/// Why a test can decide nothing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SprtError {
    /// `elo0` is not less than `elo1`.
    Order(f64, f64),
    /// A hypothesis is further from 0 than [`MOST_NORMALIZED`].
    Far(f64),
    /// `alpha` and `beta` must be more than 0 and less than 1 together.
    Errors(f64, f64),
}

impl fmt::Display for SprtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Order(elo0, elo1) => write!(f, "elo0 is {elo0} and elo1 is {elo1}: elo0 must be less"),
            Self::Far(elo) => {
                write!(
                    f,
                    "{elo} is no hypothesis in normalised Elo: from -{MOST_NORMALIZED} to {MOST_NORMALIZED}"
                )
            }
            Self::Errors(alpha, beta) => {
                write!(
                    f,
                    "alpha is {alpha} and beta is {beta}: each must be more than 0, and both less than 1 together"
                )
            }
        }
    }
}

impl std::error::Error for SprtError {}

impl Sprt {
    /// A test of `elo0` against `elo1`, which is wrong with a chance of `alpha` where it accepts H1, and
    /// of `beta` where it accepts H0.
    ///
    /// # Errors
    /// Says which numbers make no test.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: SprtModel) -> Result<Self, SprtError> {
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            return Err(SprtError::Order(elo0, elo1));
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::Errors(alpha, beta));
        }
        let is_far = |elo: &f64| model == SprtModel::Normalized && elo.abs() > MOST_NORMALIZED;
        if let Some(elo) = [elo0, elo1].into_iter().find(is_far) {
            return Err(SprtError::Far(elo));
        }
        Ok(Self { elo0, elo1, alpha, beta, model })
    }

    /// The log likelihood ratios at which H0 and H1 are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log likelihood ratio of the counts; 0 without any. The Bayesian model needs games: for pairs
    /// it gives 0.
    pub fn llr(&self, counts: &Counts) -> f64 {
        if counts.games() == 0 {
            return 0.0;
        }
        let seen = counts.shares(LEAST_COUNT);
        let scores = match self.model {
            SprtModel::Normalized => {
                let of = |elo: f64| with_deviations(&seen, elo / NORMALIZED * counts.games_of_unit().sqrt());
                return log_ratio(&seen, &of(self.elo1), &of(self.elo0));
            }
            SprtModel::Logistic => [self.elo0, self.elo1].map(score_of_elo),
            SprtModel::Bayesian => {
                let Counts::Games(games) = counts else { return 0.0 };
                [self.elo0, self.elo1].map(|elo| bayes_score(*games, elo))
            }
        };
        let [h0, h1] = scores.map(|score| with_score(&seen, score));
        log_ratio(&seen, &h1, &h0)
    }

    /// What the counts decide.
    pub fn decide(&self, counts: &Counts) -> Decision {
        let (llr, (low, high)) = (self.llr(counts), self.bounds());
        if llr >= high {
            Decision::AcceptH1
        } else if llr <= low {
            Decision::AcceptH0
        } else {
            Decision::Open
        }
    }

    /// In what the hypotheses are given.
    pub fn model(&self) -> SprtModel {
        self.model
    }

    /// The differences of the two hypotheses.
    pub fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }
}

/// The score that BayesElo expects, with draws as often as they were seen.
fn bayes_score([losses, draws, wins]: [u64; 3], elo: f64) -> f64 {
    let number = |count: u64| if count == 0 { LEAST_COUNT } else { to_f64(count) };
    let total = number(losses) + number(draws) + number(wins);
    let (loss, win) = (number(losses) / total, number(wins) / total);
    let draw_elo = 200.0 * ((1.0 - loss) * (1.0 - win) / (loss * win)).log10();
    let chance = |elo: f64| 1.0 / (1.0 + 10_f64.powf((draw_elo - elo) / 400.0));
    (1.0 + chance(elo) - chance(-elo)) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sprt(elo0: f64, elo1: f64, model: SprtModel) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05, model).expect("a test")
    }

    #[track_caller]
    fn check(counts: Counts, (elo0, elo1): (f64, f64), model: SprtModel, llr: f64, within: f64) {
        let got = sprt(elo0, elo1, model).llr(&counts);
        assert!((got - llr).abs() <= within, "{counts:?} {model:?}: {got}, not {llr}");
    }

    #[test]
    fn worked_examples() {
        use SprtModel::{Bayesian, Logistic, Normalized};
        let games = Counts::Games([96, 111, 136]);
        check(games, (0.0, 10.0), Logistic, 1.493_72, 5e-6);
        check(games, (0.0, 10.0), Normalized, 1.258_04, 5e-6);
        let pairs = Counts::Pairs([34, 54, 63, 64, 75]);
        check(pairs, (0.0, 10.0), Logistic, 2.551_067, 1e-6);
        check(pairs, (0.0, 10.0), Normalized, 2.483_695, 1e-6);
        let published = Counts::Pairs([169, 13235, 36487, 13589, 200]);
        check(published, (0.0, 2.0), Normalized, 2.970_152, 1e-6);
        check(published, (0.0, 2.0), Normalized, 2.97, 5e-3);
        // The same games by three forms of the test.
        let games = Counts::Games([1351, 2942, 1477]);
        check(games, (0.0, 10.0), Logistic, 2.524, 5e-4);
        check(games, (0.0, 10.0), Bayesian, 2.806, 5e-4);
        // All won: no infinity.
        check(Counts::Games([0, 0, 4250]), (0.0, 10.0), Normalized, 120.55, 5e-3);
    }

    #[test]
    fn both_decisions_and_none() {
        let test = sprt(0.0, 10.0, SprtModel::Normalized);
        let (low, high) = test.bounds();
        assert!((high - 2.944_438_979).abs() < 1e-9 && (low + high).abs() < 1e-12);
        assert_eq!(test.decide(&Counts::Pairs([0; 5])), Decision::Open);
        assert_eq!(test.decide(&Counts::Pairs([34, 54, 63, 64, 75])), Decision::Open);
        assert_eq!(test.decide(&Counts::Pairs([68, 108, 126, 128, 150])), Decision::AcceptH1);
        assert_eq!(test.decide(&Counts::Pairs([150, 128, 126, 108, 68])), Decision::AcceptH0);
        check(Counts::Pairs([1; 5]), (0.0, 5.0), SprtModel::Bayesian, 0.0, 0.0);
        let uneven = Sprt::new(0.0, 5.0, 0.1, 0.2, SprtModel::Logistic).expect("a test").bounds();
        assert!((uneven.0 - (0.2_f64 / 0.9).ln()).abs() < 1e-12 && (uneven.1 - 8_f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn numbers_that_make_no_test() {
        let refused =
            |elo0, elo1, alpha, beta| Sprt::new(elo0, elo1, alpha, beta, SprtModel::Logistic).is_err();
        assert!(refused(5.0, 5.0, 0.05, 0.05));
        assert!(refused(f64::NAN, 5.0, 0.05, 0.05));
        assert!(refused(0.0, f64::INFINITY, 0.05, 0.05));
        assert!(refused(0.0, 5.0, 0.0, 0.05));
        assert!(refused(0.0, 5.0, 0.5, 0.5));
        assert!(refused(0.0, 5.0, 0.05, f64::NAN));
        let far = |elo0, elo1, model| Sprt::new(elo0, elo1, 0.05, 0.05, model).is_err();
        assert!(far(0.0, 200.5, SprtModel::Normalized) && far(-300.0, 0.0, SprtModel::Normalized));
        assert!(!far(-200.0, 200.0, SprtModel::Normalized) && !far(0.0, 400.0, SprtModel::Logistic));
    }

    proptest! {
        #[test]
        fn sides_are_symmetric_and_numbers_finite(
            counts in proptest::array::uniform5(0_u64..5_000), elo0 in -20.0_f64..20.0, width in 0.1_f64..20.0,
        ) {
            for model in [SprtModel::Normalized, SprtModel::Logistic] {
                let llr = sprt(elo0, elo0 + width, model).llr(&Counts::Pairs(counts));
                let other = sprt(-elo0 - width, -elo0, model).llr(&Counts::Pairs(counts).of_other_side());
                prop_assert!(llr.is_finite());
                prop_assert!((llr + other).abs() < 1e-6 * (1.0 + llr.abs()), "{} {}", llr, other);
            }
        }
    }
}
