//! Scores and ratings with their errors.

use std::fmt;

use super::Counts;
use super::counts::to_f64;

/// The standard deviations that hold 95 %.
const Z95: f64 = 1.959_963_984_540_054;

/// Elo of one standard deviation of a game: 800 / ln 10.
pub(super) const NORMALIZED: f64 = 800.0 / std::f64::consts::LN_10;

/// The rating difference that makes a score between 0 and 1 expected; infinite at both ends.
pub fn elo_of_score(score: f64) -> f64 {
    // No negative zero for an even score.
    0.0 - 400.0 * (1.0 / score - 1.0).log10()
}

/// The score that a rating difference makes expected.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// A rating difference.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Elo {
    /// A value with the error of 95 %.
    About {
        /// The likeliest value.
        value: f64,
        /// Half of the width of the interval.
        error: f64,
    },
    /// All was won: more than this, with 97.5 %.
    MoreThan(f64),
    /// All was lost: less than this, with 97.5 %.
    LessThan(f64),
}

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::About { value, error } => write!(f, "{value:+.1} +/- {error:.1}"),
            Self::MoreThan(value) => write!(f, "> {value:+.1}"),
            Self::LessThan(value) => write!(f, "< {value:+.1}"),
        }
    }
}

/// What the counts say of the strength of the first player.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// The mean score of a game, 0 to 1.
    pub score: f64,
    /// The variance of the score of a unit (a game, or the mean of a pair).
    pub variance: f64,
    /// The standard error of the score.
    pub standard_error: f64,
    /// The rating difference.
    pub elo: Elo,
    /// Normalised Elo; `None` when all results are the same.
    pub normalized: Option<Elo>,
    /// Likelihood of superiority, 0 to 1.
    pub los: f64,
    /// Share of draws; of pairs: of those that made one point.
    pub draw_ratio: f64,
    /// Of pairs: those with more than a point by those with less; infinite when there are none with less.
    pub pairs_ratio: Option<f64>,
}

impl Counts {
    /// What the counts say; `None` without any.
    pub fn rating(&self) -> Option<Rating> {
        let counts = self.as_slice();
        if counts.iter().all(|&count| count == 0) {
            return None;
        }
        let shares = self.shares(0.0);
        let (score, variance) = (shares.mean(), shares.variance());
        let standard_error = (variance / shares.total).sqrt();
        // The chance of the last result was at least this, had it come up always with 2.5 %.
        let bound = 0.025_f64.powf(1.0 / shares.total);
        let is_all = |count: Option<&u64>| count.is_some_and(|&count| to_f64(count) >= shares.total);
        let elo = if is_all(counts.last()) {
            Elo::MoreThan(elo_of_score(bound))
        } else if is_all(counts.first()) {
            Elo::LessThan(elo_of_score(1.0 - bound))
        } else {
            let at = |deviations: f64| elo_of_score((score + deviations * standard_error).clamp(0.0, 1.0));
            // Results that are all alike say nothing about how much they vary.
            let error = if variance > 0.0 { (at(Z95) - at(-Z95)) / 2.0 } else { f64::INFINITY };
            Elo::About { value: at(0.0), error }
        };
        let deviation = (self.games_of_unit() * variance).sqrt();
        let normalized = (variance > 0.0).then(|| Elo::About {
            value: NORMALIZED * (score - 0.5) / deviation,
            error: NORMALIZED * Z95 * standard_error / deviation,
        });
        let los = match (standard_error > 0.0, score.total_cmp(&0.5)) {
            (true, _) => normal((score - 0.5) / standard_error),
            (false, std::cmp::Ordering::Less) => 0.0,
            (false, std::cmp::Ordering::Equal) => 0.5,
            (false, std::cmp::Ordering::Greater) => 1.0,
        };
        let draw_ratio = to_f64(counts[counts.len() / 2]) / shares.total;
        let pairs_ratio = match self {
            Self::Games(_) => None,
            Self::Pairs([a, b, _, d, e]) => {
                Some(to_f64(d + e) / to_f64(a + b)).filter(|ratio| !ratio.is_nan())
            }
        };
        Some(Rating { score, variance, standard_error, elo, normalized, los, draw_ratio, pairs_ratio })
    }
}

impl Counts {
    /// Likelihood of superiority as cutechess has it: by the games that were decided alone. `None` without
    /// any; of games only.
    pub fn los_of_decided(&self) -> Option<f64> {
        let Self::Games([losses, _, wins]) = *self else { return None };
        (losses + wins > 0).then(|| normal((to_f64(wins) - to_f64(losses)) / to_f64(wins + losses).sqrt()))
    }
}

/// The share of a normal distribution below this number of standard deviations.
fn normal(deviations: f64) -> f64 {
    libm::erfc(-deviations / std::f64::consts::SQRT_2) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values to the last digit that is given.
    #[track_caller]
    fn check(counts: Counts, expect: &[(&str, f64, f64)]) {
        let rating = counts.rating().expect("a rating");
        let parts = |elo: Elo| match elo {
            Elo::About { value, error } => [value, error],
            Elo::MoreThan(value) | Elo::LessThan(value) => [value, f64::NAN],
        };
        let normalized = rating.normalized.map_or([f64::NAN; 2], parts);
        for &(name, value, digit) in expect {
            let got = match name {
                "score" => rating.score,
                "variance" => rating.variance,
                "standard error" => rating.standard_error,
                "elo" => parts(rating.elo)[0],
                "elo error" => parts(rating.elo)[1],
                "normalized" => normalized[0],
                "normalized error" => normalized[1],
                "los" => 100.0 * rating.los,
                "draw ratio" => 100.0 * rating.draw_ratio,
                "pairs ratio" => rating.pairs_ratio.unwrap_or(f64::NAN),
                _ => panic!("{name}"),
            };
            assert!(
                (got - value).abs() <= digit / 2.0 * 1.000_001,
                "{name} of {counts:?}: {got}, not {value}"
            );
        }
    }

    #[test]
    fn superiority_without_draws() {
        let los = |games| Counts::Games(games).los_of_decided();
        let all = los([96, 111, 136]).expect("games");
        assert!((100.0 * all - 99.5682).abs() < 5e-5, "{all}");
        assert_eq!((los([0, 5, 0]), los([3, 1, 3])), (None, Some(0.5)));
        assert_eq!(Counts::Pairs([1; 5]).los_of_decided(), None);
    }

    #[test]
    fn worked_examples() {
        check(
            Counts::Games([96, 111, 136]),
            &[
                ("score", 0.558_309_0, 1e-7),
                ("variance", 0.165_696_3, 1e-7),
                ("standard error", 0.021_979_1, 1e-7),
                ("elo", 40.7025, 1e-4),
                ("elo error", 30.4272, 1e-4),
                ("normalized", 49.7684, 1e-4),
                ("normalized error", 36.7685, 1e-4),
                ("los", 99.6010, 1e-4),
            ],
        );
        check(
            Counts::Pairs([34, 54, 63, 64, 75]),
            &[
                ("score", 0.579_310_3, 1e-7),
                ("variance", 0.113_106_4, 1e-7),
                ("standard error", 0.019_749_0, 1e-7),
                ("elo", 55.5798, 1e-4),
                ("elo error", 27.6534, 1e-4),
                ("normalized", 57.9356, 1e-4),
                ("normalized error", 28.2754, 1e-4),
                ("los", 99.9970, 1e-4),
                ("draw ratio", 21.724, 1e-3),
                ("pairs ratio", 1.5795, 1e-4),
            ],
        );
        check(
            Counts::Pairs([169, 13235, 36487, 13589, 200]),
            &[("normalized", 2.4076, 1e-4), ("normalized error", 1.9081, 1e-4)],
        );
    }

    #[test]
    fn one_sided_results_give_bounds() {
        let shown = |counts: Counts| {
            let rating = counts.rating().expect("a rating");
            let normalized = rating.normalized.map_or("-".to_owned(), |elo| elo.to_string());
            format!("{}, {normalized}, {:.3}", rating.elo, rating.los)
        };
        assert_eq!(Counts::Games([0; 3]).rating(), None);
        assert_eq!(shown(Counts::Games([0, 0, 10])), "> +140.2, -, 1.000");
        assert_eq!(shown(Counts::Pairs([5, 0, 0, 0, 0])), "< +15.2, -, 0.000");
        assert_eq!(shown(Counts::Games([0, 7, 0])), "+0.0 +/- inf, -, 0.500");
        assert_eq!(shown(Counts::Games([1, 0, 1])), "+0.0 +/- inf, +0.0 +/- 481.5, 0.500");
    }

    #[test]
    fn scores_and_ratings_are_each_other() {
        for elo in [-800.0, -35.5, 0.0, 1.0, 400.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
        assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-15);
    }
}
