//! The distribution of values: bins, with the solved and the missed records of each.

use crate::language::args;
use crate::report::Entry;
use crate::report::words::Words;

/// One bin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Bin {
    /// Its values, for people: `20 to 49`.
    pub(super) label: String,
    /// Solved records.
    pub(super) solved: u64,
    /// Missed records.
    pub(super) missed: u64,
    /// The lines of its records.
    pub(super) lines: Vec<u32>,
}

/// The distribution of one value over the records that have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Histogram {
    /// What is counted.
    pub(super) title: String,
    /// The bins in order, without empty ones at the ends.
    pub(super) bins: Vec<Bin>,
}

/// The bounds of the bins for scores, in centipawns. Beyond 32,000 they are mates (§6.7).
const SCORES: [i64; 14] = [-32_000, -1_000, -500, -200, -100, -50, -20, 20, 50, 100, 200, 500, 1_000, 32_001];

/// Each depth up to this has its own bin.
const MOST_DEPTHS: i64 = 30;

/// Histograms of the values that at least two records have.
pub(super) fn histograms(words: Words<'_>, entries: &[Entry]) -> Vec<Histogram> {
    let whole = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
    let histogram = |title: &'static str,
                     value: &dyn Fn(&Entry) -> Option<i64>,
                     bounds: fn(i64) -> Vec<i64>| {
        let of =
            |entry: &Entry| Some(Counted { value: value(entry)?, solved: entry.solved, line: entry.line });
        let values: Vec<Counted> = entries.iter().filter_map(of).collect();
        let most = values.iter().map(|counted| counted.value).max()?;
        (values.len() > 1)
            .then(|| Histogram { title: words.word(title), bins: bins(words, &values, &bounds(most)) })
    };
    let all = [
        histogram("report.chart.ms-to-solution", &|entry| entry.solution.map(|s| whole(s.time_ms)), decades),
        histogram("report.chart.nodes-to-solution", &|entry| entry.solution.map(|s| whole(s.nodes)), decades),
        histogram("report.chart.ce", &|entry| entry.ce, |_| SCORES.to_vec()),
        histogram("report.chart.acd", &|entry| entry.acd.map(whole), steps),
        histogram("report.chart.acn", &|entry| entry.acn.map(whole), decades),
        histogram("report.chart.acs", &|entry| entry.acs.map(whole), decades),
    ];
    all.into_iter().flatten().collect()
}

/// 1, 2, 5, 10, 20 … up to a value.
fn decades(most: i64) -> Vec<i64> {
    let mut bounds = vec![1];
    while let Some(&last) = bounds.last().filter(|&&last| last <= most && last < i64::MAX / 10) {
        let leading = last.to_string().starts_with('2');
        bounds.push(if leading { last / 2 * 5 } else { last * 2 });
    }
    bounds
}

/// Every number up to a value, at most [`MOST_DEPTHS`].
fn steps(most: i64) -> Vec<i64> {
    let step = usize::try_from(most / MOST_DEPTHS + 1).unwrap_or(1);
    (1..=most.min(1 << 20).saturating_add(1)).step_by(step).collect()
}

/// A value of a record.
#[derive(Debug, Clone, Copy)]
struct Counted {
    value: i64,
    solved: bool,
    line: u32,
}

/// Bin `i` holds the values from bound `i - 1` to below bound `i`.
fn bins(words: Words<'_>, values: &[Counted], bounds: &[i64]) -> Vec<Bin> {
    let empty = |at| Bin { label: label(words, bounds, at), solved: 0, missed: 0, lines: Vec::new() };
    let mut all: Vec<Bin> = (0..=bounds.len()).map(empty).collect();
    for counted in values {
        let bin = &mut all[bounds.partition_point(|bound| *bound <= counted.value)];
        *if counted.solved { &mut bin.solved } else { &mut bin.missed } += 1;
        bin.lines.push(counted.line);
    }
    let is_full = |bin: &Bin| !bin.lines.is_empty();
    let Some(first) = all.iter().position(is_full) else { return Vec::new() };
    let last = all.iter().rposition(is_full).unwrap_or(first);
    all.drain(first..=last).collect()
}

fn label(words: Words<'_>, bounds: &[i64], at: usize) -> String {
    let low = at.checked_sub(1).map(|before| bounds[before]);
    match (low, bounds.get(at)) {
        (Some(low), Some(&high)) if high == low + 1 => words.number(low),
        (Some(low), Some(&high)) => words.say("report.range", args![low, high - 1].into()),
        (Some(low), None) => words.say("report.and-more", args![low].into()),
        (None, Some(&high)) => words.say("report.below", args![high].into()),
        (None, None) => words.word("report.all"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Catalog;

    #[track_caller]
    fn check(values: &[i64], bounds: &[i64], expect: &str) {
        let counted = |(&value, line)| Counted { value, solved: value % 2 == 0, line };
        let values: Vec<Counted> = values.iter().zip(1..).map(counted).collect();
        let words = Words(Catalog::english());
        let shown: Vec<String> = bins(words, &values, bounds)
            .iter()
            .map(|bin| format!("{}: {}+{}", bin.label, bin.solved, bin.missed))
            .collect();
        assert_eq!(shown.join(", "), expect);
    }

    #[test]
    fn every_value_has_one_bin() {
        check(&[0, 1, 2, 3, 4, 4, 9], &[1, 2, 5], "below 1: 1+0, 1: 0+1, 2 to 4: 3+1, 5 and more: 0+1");
        check(&[3], &[1, 2, 5], "2 to 4: 0+1");
        check(&[-7, 7], &[0, 5], "below 0: 0+1, 0 to 4: 0+0, 5 and more: 0+1");
        check(&[], &[1], "");
    }

    #[test]
    fn bounds_reach_every_value() {
        assert_eq!(decades(30), [1, 2, 5, 10, 20, 50]);
        assert_eq!(decades(0), [1]);
        assert_eq!(*decades(i64::MAX).last().unwrap() % 1_000_000, 0);
        assert_eq!(steps(4), [1, 2, 3, 4, 5]);
        assert!(steps(i64::MAX).len() <= 1 << 20);
    }
}
