//! Sums over records.

use crate::report::Entry;

/// What a set of records took. A sum is given only if every record of the run has the value: a sum over some
/// of them means nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effort {
    /// The number of records.
    pub records: u64,
    /// Sum of `acd`, plies.
    pub acd: Option<u64>,
    /// Sum of `acn`, nodes.
    pub acn: Option<u64>,
    /// Sum of `acs`, seconds.
    pub acs: Option<u64>,
    /// Sum of the times that the run has noted, milliseconds.
    pub time_ms: Option<u64>,
}

impl Effort {
    fn of<'e>(entries: impl Iterator<Item = &'e Entry> + Clone, all: &[Entry]) -> Self {
        let sum = |value: fn(&Entry) -> Option<u64>| {
            let is_complete = all.iter().all(|entry| value(entry).is_some());
            is_complete.then(|| entries.clone().filter_map(value).fold(0, u64::saturating_add))
        };
        Self {
            records: entries.clone().count() as u64,
            acd: sum(|entry| entry.acd),
            acn: sum(|entry| entry.acn),
            acs: sum(|entry| entry.acs),
            time_ms: sum(|entry| entry.time_ms),
        }
    }

    /// Nodes in a second, if nodes and time are known and not 0: by the milliseconds of the run, else by `acs`.
    pub fn nodes_per_second(&self) -> Option<f64> {
        match self.time_ms {
            Some(time) => ratio(self.acn?.saturating_mul(1000), time),
            None => ratio(self.acn?, self.acs?),
        }
    }

    /// A sum divided by the number of records.
    pub fn mean(&self, sum: Option<u64>) -> Option<f64> {
        ratio(sum?, self.records)
    }
}

#[expect(clippy::cast_precision_loss, reason = "shown with a few digits")]
fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// The results of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Summary {
    /// All records.
    pub all: Effort,
    /// The solved records.
    pub solved: Effort,
    /// The missed records.
    pub missed: Effort,
    /// The points and the most there are, over the records that give points.
    pub points: Option<(u64, u64)>,
}

impl Summary {
    /// Adds up records.
    pub fn of(entries: &[Entry]) -> Self {
        let points = entries.iter().filter_map(|entry| entry.points);
        let (got, most) =
            points.fold((0, 0), |(got, most), (g, m)| (got + u64::from(g), most + u64::from(m)));
        Self {
            all: Effort::of(entries.iter(), entries),
            solved: Effort::of(entries.iter().filter(|entry| entry.solved), entries),
            missed: Effort::of(entries.iter().filter(|entry| !entry.solved), entries),
            points: (most > 0).then_some((got, most)),
        }
    }

    /// The share of solved records, 0 to 1; `None` without records.
    pub fn rate(&self) -> Option<f64> {
        ratio(self.solved.records, self.all.records)
    }
}

/// The 95 % interval of Wilson for `part` of `whole`, both ends 0 to 1.
///
/// ```
/// let (low, high) = epidote::report::wilson(8, 10);
/// assert!((low - 0.490).abs() < 0.001 && (high - 0.943).abs() < 0.001);
/// ```
#[expect(clippy::cast_precision_loss, reason = "shown with a few digits")]
pub fn wilson(part: u64, whole: u64) -> (f64, f64) {
    if whole == 0 {
        return (0.0, 1.0);
    }
    let (n, p, z) = (whole as f64, part as f64 / whole as f64, 1.959_964);
    let middle = p + z * z / (2.0 * n);
    let reach = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    (((middle - reach) / scale).max(0.0), ((middle + reach) / scale).min(1.0))
}
