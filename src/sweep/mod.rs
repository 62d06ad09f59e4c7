//! A sweep: work over many lines in batches, as a state machine without a browser.
//!
//! Lanes ask for the next batch, work on it at the same time as others, and report the answer. Answers are taken
//! in the order of the batches, whatever the order in which they come.

use std::collections::BTreeMap;
use std::ops::Range;

/// What a lane does next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// Begin the batch whose first line has this index.
    Batch(usize),
    /// Wait: too many answers wait for a slow earlier batch, which another lane works on.
    Wait,
    /// Nothing is left, or the sweep was stopped.
    End,
}

/// A sweep over lines with answers of one type.
#[derive(Debug)]
pub struct Sweep<A> {
    lines: usize,
    most_waiting: usize,
    /// The first line of the next batch.
    next: usize,
    /// The first line whose answer was not taken yet.
    taken: usize,
    /// Answers that wait for earlier batches: their ends and the answers, by their first lines.
    waiting: BTreeMap<usize, (usize, A)>,
    is_stopped: bool,
}

impl<A> Sweep<A> {
    /// A sweep over a number of lines. No batch is begun while `most_waiting` answers wait.
    pub fn new(lines: usize, most_waiting: usize) -> Self {
        Self { lines, most_waiting, next: 0, taken: 0, waiting: BTreeMap::new(), is_stopped: false }
    }

    /// What a lane without a batch does next.
    pub fn next(&self) -> Next {
        if self.is_stopped || self.next >= self.lines {
            Next::End
        } else if self.waiting.len() >= self.most_waiting {
            Next::Wait
        } else {
            Next::Batch(self.next)
        }
    }

    /// Begins the next batch, up to `end`, and returns its lines. It has at least one line, if any is left.
    pub fn begin(&mut self, end: usize) -> Range<usize> {
        let first = self.next;
        self.next = end.clamp((first + 1).min(self.lines), self.lines);
        first..self.next
    }

    /// Notes the answer for a batch that was begun.
    pub fn answered(&mut self, batch: Range<usize>, answer: A) {
        if !batch.is_empty() {
            self.waiting.insert(batch.start, (batch.end, answer));
        }
    }

    /// The next answer in order, with its lines, if it is there. None is taken after a stop.
    pub fn take(&mut self) -> Option<(Range<usize>, A)> {
        if self.is_stopped {
            return None;
        }
        let first = self.taken;
        let (end, answer) = self.waiting.remove(&first)?;
        self.taken = end;
        Some((first..end, answer))
    }

    /// Begins no more batches and takes no more answers.
    pub fn stop(&mut self) {
        self.is_stopped = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn answers_are_taken_in_order() {
        let mut sweep = Sweep::new(10, 4);
        let first = sweep.begin(3);
        let second = sweep.begin(6);
        sweep.answered(second, "second");
        assert_eq!(sweep.take(), None);
        sweep.answered(first, "first");
        assert_eq!(sweep.take(), Some((0..3, "first")));
        assert_eq!(sweep.take(), Some((3..6, "second")));
        assert_eq!((sweep.take(), sweep.next()), (None, Next::Batch(6)));
    }

    #[test]
    fn lanes_wait_for_a_slow_batch() {
        let mut sweep = Sweep::new(100, 2);
        let slow = sweep.begin(1);
        for end in [2, 3] {
            let batch = sweep.begin(end);
            sweep.answered(batch, ());
        }
        assert_eq!((sweep.next(), sweep.take()), (Next::Wait, None));
        sweep.answered(slow, ());
        assert_eq!(std::iter::from_fn(|| sweep.take()).count(), 3);
        assert_eq!(sweep.next(), Next::Batch(3));
    }

    #[test]
    fn no_lines_and_a_stop_are_ends() {
        assert_eq!(Sweep::<()>::new(0, 1).next(), Next::End);
        assert_eq!(Sweep::<()>::new(0, 1).begin(5), 0..0);
        let mut sweep = Sweep::new(5, 9);
        let batch = sweep.begin(0);
        assert_eq!(batch, 0..1, "a batch has a line");
        sweep.answered(batch, ());
        sweep.stop();
        assert_eq!((sweep.next(), sweep.take()), (Next::End, None));
    }

    proptest! {
        #[test]
        fn every_line_is_taken_once_and_in_order(
            lines in 0..200_usize,
            lanes in 1..6_usize,
            most_waiting in 1..8_usize,
            choices in proptest::collection::vec((0..6_usize, 1..30_usize), 0..400),
            stop_at in proptest::option::of(0..200_usize),
        ) {
            let mut sweep = Sweep::new(lines, most_waiting);
            let mut busy: Vec<Option<Range<usize>>> = vec![None; lanes];
            let mut taken = 0;
            // At the end each lane is asked again and again, until all are done.
            let rest = (0..2 * lines * lanes + 2 * lanes).map(|at| (at, 7));
            for (at, (lane, size)) in choices.into_iter().chain(rest).enumerate() {
                if stop_at == Some(at) {
                    sweep.stop();
                }
                let lane = lane % lanes;
                match (busy[lane].take(), sweep.next()) {
                    (Some(batch), _) => sweep.answered(batch.clone(), batch),
                    (None, Next::Batch(first)) => busy[lane] = Some(sweep.begin(first + size)),
                    (None, Next::Wait) => prop_assert!(busy.iter().flatten().any(|batch| batch.start == taken)),
                    (None, Next::End) => {}
                }
                while let Some((batch, answer)) = sweep.take() {
                    prop_assert_eq!((batch.start, &batch), (taken, &answer));
                    prop_assert!(stop_at.is_none_or(|stop| at < stop));
                    taken = batch.end;
                }
                prop_assert!(sweep.waiting.len() < most_waiting + lanes);
            }
            prop_assert!(taken == lines || stop_at.is_some(), "{taken} of {lines}");
        }
    }
}
