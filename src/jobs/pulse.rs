//! Asks the clock now and then during work that has no use for the time: the clock of a worker tells the page
//! that the worker is alive, and the page replaces one that is silent for long.

use std::cell::Cell;

use crate::search::Clock;

/// The clock is asked at one in this many beats.
const BEATS: u32 = 1 << 14;

/// Asks the clock at some of its beats.
pub(super) struct Pulse<'a> {
    clock: &'a dyn Clock,
    left: Cell<u32>,
}

impl<'a> Pulse<'a> {
    pub(super) fn new(clock: &'a dyn Clock) -> Self {
        Self { clock, left: Cell::new(BEATS) }
    }

    /// Counts a small piece of work, of less than a tenth of a millisecond.
    pub(super) fn beat(&self) {
        self.left.set(self.left.get() - 1);
        if self.left.get() == 0 {
            self.left.set(BEATS);
            self.clock.now_ms();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};
    use std::rc::Rc;

    use super::BEATS;
    use crate::epd::conventions::Conventions;
    use crate::jobs::{Analyst, Clerk, Engine, Hear, Hunt, Work};
    use crate::protocol::{Lines, Task};
    use crate::search::Clock;
    use crate::verb::{EngineName, EngineTask, SearchLimits};

    /// Counts how often it is asked.
    #[derive(Default)]
    struct Counting(Cell<u32>);

    impl Clock for Counting {
        fn now_ms(&self) -> f64 {
            self.0.set(self.0.get() + 1);
            0.0
        }
    }

    struct Nobody;

    impl Engine for Nobody {
        fn search(&mut self, _: Hunt, _: &dyn Clock, _: Hear) {}
    }

    /// How often the clock is asked during a task.
    fn asked(mut work: impl Work, task: Task) -> u32 {
        let clock = Rc::new(Counting::default());
        let has_ended = Rc::new(RefCell::new(0));
        let ends = Rc::clone(&has_ended);
        work.begin(task, Rc::clone(&clock) as Rc<dyn Clock>, Box::new(move |_| *ends.borrow_mut() += 1));
        assert!(*has_ended.borrow() > 0);
        clock.0.get()
    }

    #[test]
    fn work_on_a_whole_file_asks_the_clock() {
        let count = 8 * BEATS;
        let keys: Lines = (0..count).map(|at| at.wrapping_mul(2_654_435_761).to_be_bytes()).collect();
        assert!(asked(Clerk, Task::Sort { keys, descending: false }) >= 8);
        assert_eq!(asked(Clerk, Task::Shuffle { count: count + 1, seed: 1 }), 8);
        let keys = (1..=u64::from(count)).collect();
        assert_eq!(asked(Clerk, Task::Group { keys, keep_last: false }), 8);
        let lines: Lines = (0..=BEATS).map(|_| b"8/8 w - - bm e4;").collect();
        assert_eq!(
            asked(Clerk, Task::Merge { groups: vec![BEATS + 1], lines, conventions: Conventions::default() }),
            1
        );
    }

    #[test]
    fn engines_ask_the_clock_without_limits_of_time() {
        let engine = |task| asked(Analyst::new(Box::new(Nobody)), Task::Engine(task));
        let search = |nodes| EngineTask::Search {
            engine: EngineName::Epidote,
            fields: crate::chess::START.to_owned(),
            halfmove_clock: 0,
            limits: SearchLimits { nodes: Some(nodes), ..SearchLimits::default() },
            lines: 1,
            target: None,
            continues: false,
            team: None,
        };
        // Two thousand nodes are far less than a second on any machine.
        assert!(engine(search(200_000)) >= 50);
        let prove = |nodes| EngineTask::Prove {
            fields: crate::chess::START.to_owned(),
            halfmove_clock: 0,
            moves: 9,
            nodes: Some(nodes),
            time_ms: None,
            all_keys: false,
        };
        assert!(engine(prove(200_000)) >= 40);
        assert!(engine(EngineTask::Perft { fields: crate::chess::START.to_owned(), depth: 5 }) >= 20);
    }
}
