//! The likeliest distributions of results under a hypothesis, and how likely they make what was seen.
//!
//! What is looked for is the distribution `q` nearest to the shares `p` that were seen, with a given
//! mean, or a given mean in standard deviations. By Lagrange `q = p / (1 + T f)`, with `f` what the
//! hypothesis says must be 0 in the mean.

use super::counts::Shares;

/// Most rounds of the search for a distribution whose deviation is not known beforehand.
const ROUNDS: usize = 100;

/// A change of a share that is none.
const NO_CHANGE: f64 = 1e-9;

/// The likeliest shares with a mean score.
pub(super) fn with_score(seen: &Shares, score: f64) -> Vec<f64> {
    let zero: Vec<f64> = seen.shares.iter().map(|(value, _)| value - score).collect();
    nearest(seen, &zero)
}

/// The likeliest shares whose mean lies `deviations` standard deviations above one half. They are found for
/// all that a test may ask ([`super::sprt::MOST_NORMALIZED`]); further out the rounds may lead elsewhere.
pub(super) fn with_deviations(seen: &Shares, deviations: f64) -> Vec<f64> {
    let values = || seen.shares.iter().map(|&(value, _)| value);
    let even = 1.0 / values().map(|_| 1.0).sum::<f64>();
    let mut shares: Vec<f64> = values().map(|_| even).collect();
    for _ in 0..ROUNDS {
        let mean: f64 = values().zip(&shares).map(|(value, share)| value * share).sum();
        let variance: f64 = values().zip(&shares).map(|(value, share)| share * (value - mean).powi(2)).sum();
        let deviation = variance.sqrt();
        let zero: Vec<f64> = values()
            .map(|value| {
                let off = (value - mean) / deviation;
                value - 0.5 - deviations * deviation * (1.0 + off * off) / 2.0
            })
            .collect();
        let next = nearest(seen, &zero);
        let change = next.iter().zip(&shares).map(|(one, other)| (one - other).abs()).fold(0.0, f64::max);
        shares = next;
        if change < NO_CHANGE {
            break;
        }
    }
    shares
}

/// The shares nearest to what was seen for which `zero` is 0 in the mean.
fn nearest(seen: &Shares, zero: &[f64]) -> Vec<f64> {
    let sum = |t: f64| -> f64 {
        seen.shares.iter().zip(zero).map(|((_, share), zero)| share * zero / (1.0 + t * zero)).sum()
    };
    let (least, most) = zero.iter().fold((0.0_f64, 0.0_f64), |(a, b), &zero| (a.min(zero), b.max(zero)));
    // The sum falls from end to end of this interval.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut t = 0.0;
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        t = middle;
        if sum(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    seen.shares.iter().zip(zero).map(|((_, share), zero)| share / (1.0 + t * zero)).collect()
}

/// The logarithm of how much likelier the first shares make what was seen than the other ones.
pub(super) fn log_ratio(seen: &Shares, first: &[f64], other: &[f64]) -> f64 {
    let terms = seen.shares.iter().zip(first.iter().zip(other));
    seen.total * terms.map(|((_, share), (first, other))| share * (first / other).ln()).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::statistics::rating::NORMALIZED;
    use crate::event::statistics::sprt::MOST_NORMALIZED;
    use crate::event::statistics::{Counts, score_of_elo};
    use proptest::prelude::*;

    #[track_caller]
    fn check(shares: &[f64], expect: &[f64], within: f64) {
        assert_eq!(shares.len(), expect.len());
        let near = shares.iter().zip(expect).all(|(share, expect)| (share - expect).abs() <= within);
        assert!(near, "{shares:?}, not {expect:?}");
    }

    #[test]
    fn worked_examples() {
        // The factors of Lagrange are given: 0.67037972 for 0 Elo, 0.55230594 for 10 Elo.
        let seen = Counts::Pairs([34, 54, 63, 64, 75]).shares(1e-3);
        for (elo, factor) in [(0.0, 0.670_379_72), (10.0, 0.552_305_94)] {
            let score = score_of_elo(elo);
            let by_hand: Vec<f64> =
                seen.shares.iter().map(|(value, share)| share / (1.0 + factor * (value - score))).collect();
            check(&with_score(&seen, score), &by_hand, 1e-8);
        }
        let seen = Counts::Pairs([169, 13235, 36487, 13589, 200]).shares(1e-3);
        let deviations = 2.0 / NORMALIZED * 2_f64.sqrt();
        check(
            &with_deviations(&seen, deviations),
            &[0.002_667, 0.208_359, 0.572_978, 0.212_870, 0.003_125],
            5e-7,
        );
    }

    proptest! {
        #[test]
        fn what_is_found_has_what_was_asked(counts in proptest::array::uniform5(0_u64..500), elo in -200.0_f64..200.0) {
            prop_assume!(counts.iter().sum::<u64>() > 0);
            let seen = Counts::Pairs(counts).shares(1e-3);
            let score = score_of_elo(elo);
            let found = with_score(&seen, score);
            let mean: f64 = seen.shares.iter().zip(&found).map(|((value, _), share)| value * share).sum();
            prop_assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{:?}", found);
            prop_assert!((mean - score).abs() < 1e-6, "{} {}", mean, score);
        }

        #[test]
        fn what_is_found_lies_as_far_out_as_was_asked(
            counts in proptest::array::uniform5(prop_oneof![Just(0_u64), 0_u64..5, 0_u64..50_000]),
            elo in -MOST_NORMALIZED..=MOST_NORMALIZED,
        ) {
            prop_assume!(counts.iter().sum::<u64>() > 0);
            let seen = Counts::Pairs(counts).shares(1e-3);
            let deviations = elo / NORMALIZED * 2_f64.sqrt();
            let found = with_deviations(&seen, deviations);
            let of = |value: fn(f64, f64) -> f64, mean: f64| -> f64 {
                seen.shares.iter().zip(&found).map(|((at, _), share)| share * value(*at, mean)).sum()
            };
            let mean = of(|at, _| at, 0.0);
            let deviation = of(|at, mean| (at - mean).powi(2), mean).sqrt();
            prop_assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{:?}", found);
            prop_assert!((mean - 0.5 - deviations * deviation).abs() < 1e-6, "{} {}", mean, deviation);
        }
    }
}
