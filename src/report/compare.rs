//! Runs of one suite side by side: who solved what, and whether the difference can be chance.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::report::{Entry, Run};

/// How records of two runs are matched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// By `id`: every record of both has one, no two have the same, and some are in both.
    Id,
    /// By the four fields; of records with the same fields the first of one run belongs to the first of the other, and
    /// so on.
    Fields,
}

/// Two runs side by side.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// How records were matched.
    pub by: Key,
    /// The indices of matching records in the first and in the second run, in the order of the first.
    pub pairs: Vec<(usize, usize)>,
    /// The numbers of records that only the first run has, and only the second.
    pub alone: (usize, usize),
    /// Pairs solved by both.
    pub both: Vec<usize>,
    /// Pairs solved only by the first run: lost solves.
    pub lost: Vec<usize>,
    /// Pairs solved only by the second run: new solves.
    pub new: Vec<usize>,
    /// Pairs solved by neither.
    pub neither: Vec<usize>,
    /// How many more pairs of a hundred the second run solves, with the ends of the 95 % interval.
    pub difference: (f64, f64, f64),
    /// The chance of a difference as large between programs of the same strength: a two-sided sign test over
    /// the pairs that only one has solved.
    pub p: f64,
    /// Nodes of the second run for each node of the first, over the pairs that both solved.
    pub nodes: Option<Ratio>,
    /// The same for time.
    pub time: Option<Ratio>,
}

/// What one run needed for each unit that another needed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ratio {
    /// The sum of the second run divided by that of the first.
    pub ratio: f64,
    /// Whether only what was needed to find the solutions is counted, because both runs know it, and not the whole
    /// searches.
    pub is_to_solution: bool,
}

/// Compares two runs.
pub fn compare(first: &Run, second: &Run) -> Comparison {
    let by = if has_names(first) && has_names(second) && have_common_names(first, second) {
        Key::Id
    } else {
        Key::Fields
    };
    let key = |entry: &'_ Entry| match by {
        Key::Id => entry.id.clone(),
        Key::Fields => entry.fields.clone(),
    };
    let mut places: HashMap<String, VecDeque<usize>> = HashMap::new();
    for (at, entry) in second.entries.iter().enumerate() {
        places.entry(key(entry)).or_default().push_back(at);
    }
    // Each record is matched once.
    let matched = |(at, entry): (usize, &Entry)| Some((at, places.get_mut(&key(entry))?.pop_front()?));
    let pairs: Vec<(usize, usize)> = first.entries.iter().enumerate().filter_map(matched).collect();
    let pick = |a: bool, b: bool| -> Vec<usize> {
        let is_meant = |&at: &usize| {
            let (one, other) = pairs[at];
            first.entries[one].solved == a && second.entries[other].solved == b
        };
        (0..pairs.len()).filter(is_meant).collect()
    };
    let (both, lost, new, neither) =
        (pick(true, true), pick(true, false), pick(false, true), pick(false, false));
    let ratio = |value: fn(&Entry) -> Option<u64>| {
        let sums = both.iter().try_fold((0, 0), |(a, b): (u64, u64), &at| {
            let (one, other) = pairs[at];
            Some((
                a.saturating_add(value(&first.entries[one])?),
                b.saturating_add(value(&second.entries[other])?),
            ))
        });
        sums.filter(|&(a, b)| a > 0 && b > 0).map(|(a, b)| quotient(b, a))
    };
    // The same quantity on both sides.
    let to_solution = |value| ratio(value).map(|ratio| Ratio { ratio, is_to_solution: true });
    let whole = |value| ratio(value).map(|ratio| Ratio { ratio, is_to_solution: false });
    Comparison {
        by,
        alone: (first.entries.len() - pairs.len(), second.entries.len() - pairs.len()),
        difference: difference(lost.len(), new.len(), pairs.len()),
        p: sign_test(lost.len(), new.len()),
        nodes: to_solution(|entry| entry.solution.map(|found| found.nodes))
            .or_else(|| whole(|entry| entry.acn)),
        time: to_solution(|entry| entry.solution.map(|found| found.time_ms))
            .or_else(|| whole(|entry| entry.time_ms))
            .or_else(|| whole(|entry| entry.acs)),
        pairs,
        both,
        lost,
        new,
        neither,
    }
}

fn have_common_names(first: &Run, second: &Run) -> bool {
    let known: HashSet<&str> = first.entries.iter().map(|entry| entry.id.as_str()).collect();
    second.entries.iter().any(|entry| known.contains(entry.id.as_str()))
}

fn has_names(run: &Run) -> bool {
    let mut names: Vec<&str> = run.entries.iter().map(|entry| entry.id.as_str()).collect();
    names.sort_unstable();
    names.iter().all(|name| !name.is_empty()) && names.windows(2).all(|two| two[0] != two[1])
}

#[expect(clippy::cast_precision_loss, reason = "shown with a few digits")]
fn quotient(part: u64, whole: u64) -> f64 {
    part as f64 / whole as f64
}

/// The difference of paired proportions in percent, with its 95 % interval: Wald's with half a record more in each of
/// the four cells (Agresti and Min 2005), which does not shrink to a point where all pairs are alike.
#[expect(clippy::cast_precision_loss, reason = "counts of records")]
fn difference(lost: usize, new: usize, pairs: usize) -> (f64, f64, f64) {
    if pairs == 0 {
        return (0.0, -100.0, 100.0);
    }
    let (n, lost, new) = (pairs as f64, lost as f64, new as f64);
    let more = n + 2.0;
    let middle = (new - lost) / more;
    let error = (lost + new + 1.0 - (new - lost).powi(2) / more).max(0.0).sqrt() / more;
    let reach = 1.959_964 * error;
    (100.0 * (new - lost) / n, 100.0 * (middle - reach).max(-1.0), 100.0 * (middle + reach).min(1.0))
}

/// The two-sided exact sign test: the probability of a split at least as uneven if both sides are equally
/// likely.
///
/// ```
/// use epidote::report::compare::sign_test;
/// assert!((sign_test(1, 9) - 0.021_484).abs() < 1e-6);
/// assert_eq!(sign_test(0, 0), 1.0);
/// assert_eq!(sign_test(5, 5), 1.0);
/// ```
#[expect(clippy::cast_precision_loss, reason = "counts of records")]
pub fn sign_test(lost: usize, new: usize) -> f64 {
    let (less, all) = (lost.min(new), lost + new);
    // Logarithms, because the powers of two leave the range of floats at a thousand records.
    let mut term = -(all as f64) * std::f64::consts::LN_2;
    let mut sum = 0.0;
    for k in 0..=less {
        sum += term.exp();
        term += ((all - k) as f64).ln() - ((k + 1) as f64).ln();
    }
    (2.0 * sum).min(1.0)
}
