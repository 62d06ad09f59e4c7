//! How often each result came up.

/// Results of games, or of pairs of games from one opening with colours reversed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Counts {
    /// Losses, draws and wins.
    Games([u64; 3]),
    /// Pairs that made 0, ½, 1, 1½ and 2 points.
    Pairs([u64; 5]),
}

impl Counts {
    /// The counts, the worst result first.
    pub fn as_slice(&self) -> &[u64] {
        match self {
            Self::Games(counts) => counts,
            Self::Pairs(counts) => counts,
        }
    }

    /// How many games they tell of.
    pub fn games(&self) -> u64 {
        let units: u64 = self.as_slice().iter().sum();
        match self {
            Self::Games(_) => units,
            Self::Pairs(_) => 2 * units,
        }
    }

    /// The same, seen by the other player.
    #[must_use]
    pub fn of_other_side(mut self) -> Self {
        match &mut self {
            Self::Games(counts) => counts.reverse(),
            Self::Pairs(counts) => counts.reverse(),
        }
        self
    }

    /// Score and how often, of each result. The score is between 0 and 1.
    pub(super) fn shares(&self, least: f64) -> Shares {
        let counts = self.as_slice();
        let number = |count: u64| if count == 0 { least } else { to_f64(count) };
        let total: f64 = counts.iter().map(|&count| number(count)).sum();
        let best = to_f64(counts.len() as u64 - 1);
        let share = |(at, &count): (u64, &u64)| (to_f64(at) / best, number(count) / total);
        Shares { total, shares: (0..).zip(counts).map(share).collect() }
    }

    /// Games of a unit that is counted.
    pub(super) fn games_of_unit(&self) -> f64 {
        match self {
            Self::Games(_) => 1.0,
            Self::Pairs(_) => 2.0,
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "no event has 2^53 games")]
pub(super) fn to_f64(number: u64) -> f64 {
    number as f64
}

/// A distribution of scores.
pub(super) struct Shares {
    /// Units counted.
    pub(super) total: f64,
    /// Score and share of each result.
    pub(super) shares: Vec<(f64, f64)>,
}

impl Shares {
    pub(super) fn mean(&self) -> f64 {
        self.shares.iter().map(|(score, share)| score * share).sum()
    }

    pub(super) fn variance(&self) -> f64 {
        let mean = self.mean();
        self.shares.iter().map(|(score, share)| share * (score - mean) * (score - mean)).sum()
    }
}
