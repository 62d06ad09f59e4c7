//! The referee's own time: from when the bytes of a move are read until the lines that follow from it are
//! sent.

use std::fmt;

use crate::referee::board::Us;

/// Parts of a doubling into which times are sorted.
const PARTS: u64 = 16;

/// How often each time was taken, in steps of about 6 %.
#[derive(Debug, Clone, Default)]
pub(super) struct Latency {
    counts: Vec<u64>,
    most: Us,
}

/// The step of a time: exact below [`PARTS`], then a fixed number of steps for each doubling.
fn step(us: Us) -> usize {
    if us < PARTS {
        return usize::try_from(us).unwrap_or(0);
    }
    let doubling = u64::from(us.ilog2() - PARTS.ilog2());
    usize::try_from(PARTS * doubling + (us >> doubling)).unwrap_or(usize::MAX)
}

/// The longest time of a step.
fn longest(step: usize) -> Us {
    let step = step as u64;
    if step < PARTS {
        return step;
    }
    let doubling = step / PARTS - 1;
    ((PARTS + step % PARTS + 1) << doubling) - 1
}

impl Latency {
    pub(super) fn add(&mut self, us: Us) {
        let step = step(us);
        if self.counts.len() <= step {
            self.counts.resize(step + 1, 0);
        }
        self.counts[step] += 1;
        self.most = self.most.max(us);
    }

    /// The time within which this many thousandths of all moves were done.
    fn within(&self, thousandths: u64) -> Us {
        let all: u64 = self.counts.iter().sum();
        let mut seen = 0;
        for (step, count) in self.counts.iter().enumerate() {
            seen += count;
            if seen * 1000 >= all * thousandths {
                return longest(step).min(self.most);
            }
        }
        self.most
    }
}

/// Microseconds as milliseconds.
struct Milliseconds(Us);

impl fmt::Display for Milliseconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:03} ms", self.0 / 1000, self.0 % 1000)
    }
}

impl fmt::Display for Latency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves: u64 = self.counts.iter().sum();
        let [half, most, all] = [self.within(500), self.within(990), self.most].map(Milliseconds);
        write!(
            f,
            "The referee's own time for {moves} moves: median {half}, 99 % within {most}, longest {all}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_sorted() {
        for us in (0..5000).chain([1_000_000, u64::from(u32::MAX)]) {
            let step = step(us);
            assert!(
                longest(step) >= us && longest(step) <= us + us / PARTS,
                "{us}: {step} {}",
                longest(step)
            );
            assert!(step == 0 || longest(step - 1) < us, "{us}");
        }
    }

    #[test]
    fn what_is_told() {
        let mut latency = Latency::default();
        (1..=1000).for_each(|us| latency.add(us));
        assert_eq!(
            latency.to_string(),
            "The referee's own time for 1000 moves: median 0.511 ms, 99 % within 0.991 ms, longest 1.000 ms"
        );
        assert!(Latency::default().to_string().contains("0 moves: median 0.000 ms"));
    }
}
