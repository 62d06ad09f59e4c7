//! The batches of a sweep over many lines: which one a lane begins, and answers in order.
//!
//! Lanes ask for the next batch, work on it at the same time as others, and report the answer. Answers are taken
//! in the order of the batches, whatever the order in which they come.

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

/// The batches of a sweep, with answers of one type.
#[derive(Debug)]
pub struct Batches<A> {
    /// Number of lines of the sweep.
    lines: usize,
    /// Number of waiting answers from which on no batch is begun.
    most_waiting: usize,
    /// The first line of the next batch.
    next: usize,
    /// The first line whose answer was not taken yet.
    taken: usize,
    /// Answers that wait for earlier batches, in no order.
    waiting: Vec<(Range<usize>, A)>,
    is_stopped: bool,
}

impl<A> Batches<A> {
    /// The batches of this number of lines. No batch is begun while `most_waiting` answers wait.
    pub fn new(lines: usize, most_waiting: usize) -> Self {
        Self { lines, most_waiting, next: 0, taken: 0, waiting: Vec::new(), is_stopped: false }
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
            self.waiting.push((batch, answer));
        }
    }

    /// The next answer in order, with its lines, if it is there. None is taken after a stop.
    pub fn take(&mut self) -> Option<(Range<usize>, A)> {
        if self.is_stopped {
            return None;
        }
        let at = self.waiting.iter().position(|(batch, _)| batch.start == self.taken)?;
        let (batch, answer) = self.waiting.swap_remove(at);
        self.taken = batch.end;
        Some((batch, answer))
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
        let mut batches = Batches::new(10, 4);
        let first = batches.begin(3);
        let second = batches.begin(6);
        batches.answered(second, "second");
        assert_eq!(batches.take(), None);
        batches.answered(first, "first");
        assert_eq!(batches.take(), Some((0..3, "first")));
        assert_eq!(batches.take(), Some((3..6, "second")));
        assert_eq!((batches.take(), batches.next()), (None, Next::Batch(6)));
    }

    #[test]
    fn lanes_wait_for_a_slow_batch() {
        let mut batches = Batches::new(100, 2);
        let slow = batches.begin(1);
        for end in [2, 3] {
            let batch = batches.begin(end);
            batches.answered(batch, ());
        }
        assert_eq!((batches.next(), batches.take()), (Next::Wait, None));
        batches.answered(slow, ());
        assert_eq!(std::iter::from_fn(|| batches.take()).count(), 3);
        assert_eq!(batches.next(), Next::Batch(3));
    }

    #[test]
    fn no_lines_and_a_stop_are_ends() {
        assert_eq!(Batches::<()>::new(0, 1).next(), Next::End);
        assert_eq!(Batches::<()>::new(0, 1).begin(5), 0..0);
        let mut batches = Batches::new(5, 9);
        let batch = batches.begin(0);
        assert_eq!(batch, 0..1, "a batch has a line");
        batches.answered(batch, ());
        batches.stop();
        assert_eq!((batches.next(), batches.take()), (Next::End, None));
        batches.stop();
        assert_eq!((batches.next(), batches.take()), (Next::End, None), "stopped twice");
    }

    #[test]
    fn a_stop_leaves_what_was_taken_and_ends_the_wait() {
        let mut batches = Batches::new(9, 1);
        let (first, second, slow) = (batches.begin(2), batches.begin(4), batches.begin(6));
        batches.answered(first, 'a');
        assert_eq!(batches.take(), Some((0..2, 'a')));
        batches.answered(slow, 'c');
        assert_eq!(batches.next(), Next::Wait);
        batches.stop();
        assert_eq!(batches.next(), Next::End);
        batches.answered(second, 'b');
        assert_eq!(batches.take(), None);
    }

    #[test]
    fn the_last_batch_ends_with_the_lines() {
        let mut batches = Batches::<()>::new(5, 9);
        assert_eq!(batches.begin(4), 0..4);
        assert_eq!(batches.begin(1000), 4..5);
        assert_eq!((batches.next(), batches.begin(1000)), (Next::End, 5..5));
        batches.answered(5..5, ());
        assert_eq!(batches.take(), None, "an empty batch has no answer");
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
            let mut batches = Batches::new(lines, most_waiting);
            let mut busy: Vec<Option<Range<usize>>> = vec![None; lanes];
            let mut taken = 0;
            // At the end every lane goes on until nothing is left.
            let rest = (0..2 * lines * lanes + 2 * lanes).map(|at| (at, 7));
            for (at, (lane, size)) in choices.into_iter().chain(rest).enumerate() {
                if stop_at == Some(at) {
                    batches.stop();
                }
                let lane = lane % lanes;
                match (busy[lane].take(), batches.next()) {
                    (Some(batch), _) => batches.answered(batch.clone(), batch),
                    (None, Next::Batch(first)) => busy[lane] = Some(batches.begin(first + size)),
                    (None, Next::Wait) => prop_assert!(busy.iter().flatten().any(|batch| batch.start == taken)),
                    (None, Next::End) => {}
                }
                while let Some((batch, answer)) = batches.take() {
                    prop_assert_eq!((batch.start, &batch), (taken, &answer));
                    prop_assert!(stop_at.is_none_or(|stop| at < stop));
                    taken = batch.end;
                }
                prop_assert!(batches.waiting.len() < most_waiting + lanes);
            }
            prop_assert!(taken == lines || stop_at.is_some(), "{taken} of {lines}");
        }
    }
}
