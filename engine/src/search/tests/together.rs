//! Programs that search together, here as threads that have nothing in common but the memory that they share.

use super::Ticking;
use crate::search::bench::POSITIONS;
use crate::search::{Limits, Part, Question, Report, Searcher, Shared, Together};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU32, AtomicU64};
use std::thread;

#[derive(Debug)]
struct Memory {
    words: Vec<[AtomicU64; 8]>,
    nodes: AtomicU64,
    /// The number of the last search that is over.
    over: AtomicU32,
}

impl Memory {
    fn new() -> Arc<Self> {
        let words = (0..1 << 12).map(|_| Default::default()).collect();
        Arc::new(Self { words, nodes: AtomicU64::new(0), over: AtomicU32::new(0) })
    }
}

impl Shared for Memory {
    fn buckets(&self) -> usize {
        self.words.len()
    }

    fn read(&self, bucket: usize) -> [u64; 8] {
        std::array::from_fn(|word| self.words[bucket][word].load(Relaxed))
    }

    fn write(&self, bucket: usize, slot: usize, words: [u64; 2]) {
        self.words[bucket][2 * slot].store(words[0], Relaxed);
        self.words[bucket][2 * slot + 1].store(words[1], Relaxed);
    }

    fn is_over(&self, number: u32) -> bool {
        self.over.load(Relaxed) >= number
    }

    fn nodes_of_helpers(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    fn tell_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
    }
}

/// One of the programs searches until the search is over.
fn part(searcher: &mut Searcher, together: &Together<'_>, position: &str, depth: u32) -> Report {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let on_report = &mut |_: &Report| ControlFlow::Continue(());
    searcher.go_together(together, &Question::new(position), &limits, &Ticking::default(), on_report).unwrap()
}

/// What the first of them says, with the help of the others.
fn lead(
    searchers: &mut [Searcher],
    memory: &Arc<Memory>,
    position: &str,
    number: u32,
    generation: u16,
) -> Report {
    let (leader, helpers) = searchers.split_first_mut().unwrap();
    let shared: Arc<dyn Shared> = Arc::<Memory>::clone(memory);
    let of = |part| Together { memory: &shared, number, generation, part };
    thread::scope(|scope| {
        for helper in helpers {
            let helps = of(Part::Helps);
            scope.spawn(move || part(helper, &helps, position, 1));
        }
        let found = part(leader, &of(Part::Leads), position, 9);
        memory.over.store(number, Relaxed);
        found
    })
}

#[test]
fn helpers_count_and_stop_and_leave_the_own_table_alone() {
    let memory = Memory::new();
    let mut searchers = [Searcher::new(1), Searcher::new(1), Searcher::new(1)];
    let limits = Limits { depth: Some(9), ..Limits::default() };
    let question = Question::new(POSITIONS[2]);
    let alone = |searcher: &mut Searcher| {
        searcher.go(&question, &limits, &Ticking::default(), &mut |_| {}).unwrap().nodes
    };
    let before = alone(&mut searchers[0]);
    // A search that goes on, and another one.
    for (number, generation) in [(1, 1), (2, 1), (3, 2)] {
        let found = lead(&mut searchers, &memory, POSITIONS[2], number, generation);
        assert_eq!((found.depth, found.pv.is_empty()), (9, false));
        assert!(found.nodes >= memory.nodes_of_helpers() / 2);
    }
    assert!(memory.nodes_of_helpers() > 0, "a limit of depth is none of theirs");
    assert_eq!(alone(&mut searchers[0]), before);
}

#[test]
fn a_helper_that_comes_late_does_nothing() {
    let memory = Memory::new();
    memory.over.store(7, Relaxed);
    let shared: Arc<dyn Shared> = Arc::<Memory>::clone(&memory);
    // Later searches are over, too.
    let helps = Together { memory: &shared, number: 5, generation: 1, part: Part::Helps };
    let found = part(&mut Searcher::new(0), &helps, POSITIONS[2], 1);
    assert!(found.nodes < 100_000, "{} nodes", found.nodes);
}

/// One position says little: with what is known, another move may come to the front and be looked at for long.
#[test]
fn one_that_follows_uses_what_another_has_left() {
    let (mut first, mut again, mut halved) = (0, 0, 0);
    for position in POSITIONS {
        let memory = Memory::new();
        let nodes =
            |number, generation| lead(&mut [Searcher::new(0)], &memory, position, number, generation).nodes;
        let (begun, followed) = (nodes(1, 1), nodes(2, 1));
        assert_eq!(nodes(3, 2), begun, "{position}");
        first += begun;
        again += followed;
        halved += usize::from(followed < begun / 2);
    }
    assert!(again < first, "{again} of {first}");
    assert!(halved > POSITIONS.len() / 2, "{halved} of {}", POSITIONS.len());
}
