//! Several threads on one position.
//!
//! Each thread searches the position by itself, with a history of its own, and all share the table of positions: what one
//! has found, the others need not search. They differ by chance alone, as each finds other things in the table, so the
//! answer is no longer the same each time. The first thread keeps the limits and reports; the others stop when it does.
//!
//! A program in the browser has one thread for each worker, and one worker for each position.

use super::worker::Company;
use super::{Clock, Endgames, Limits, Question, Report, SearchError, Searcher};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

/// The most threads of a team.
pub const MOST_THREADS: usize = 256;

/// Engines that search together.
#[derive(Debug)]
pub struct Team {
    leader: Searcher,
    /// They are made when they are first needed.
    helpers: Vec<Searcher>,
    threads: usize,
}

/// The clock of a helper: it runs until the leader has its answer.
struct UntilStopped<'a>(&'a AtomicBool);

impl Clock for UntilStopped<'_> {
    fn now_ms(&self) -> f64 {
        if self.0.load(Ordering::Relaxed) { f64::INFINITY } else { 0.0 }
    }
}

impl Team {
    /// One thread with a table of this size; see [`Searcher::new`].
    pub fn new(table_mib: usize) -> Self {
        Self { leader: Searcher::new(table_mib), helpers: Vec::new(), threads: 1 }
    }

    /// Searches with this many threads from now on, 1 to [`MOST_THREADS`].
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.clamp(1, MOST_THREADS);
        self.helpers.clear();
    }

    /// As [`Searcher::set`].
    pub fn set(&mut self, name: &str, value: i32) -> bool {
        self.helpers.clear();
        self.leader.set(name, value)
    }

    /// As [`Searcher::take_net`].
    #[must_use]
    pub fn take_net(&mut self, bytes: &[u8]) -> bool {
        self.helpers.clear();
        self.leader.take_net(bytes)
    }

    /// As [`Searcher::take_endgames`].
    pub fn take_endgames(&mut self, tables: Option<Arc<dyn Endgames>>) {
        self.helpers.clear();
        self.leader.take_endgames(tables);
    }

    /// As [`Searcher::resize`].
    pub fn resize(&mut self, table_mib: usize) {
        self.helpers.clear();
        self.leader.resize(table_mib);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.helpers.clear();
        self.leader.clear();
    }

    /// As [`Searcher::go_on`]. With several threads the nodes are those of all; where processors are busy with other
    /// work, there may be up to twice as many as the limit says.
    ///
    /// # Errors
    ///
    /// As [`Searcher::go`].
    pub fn go_on(
        &mut self,
        question: &Question<'_>,
        limits: &Limits,
        clock: &dyn Clock,
        on_report: &mut dyn FnMut(&Report),
    ) -> Result<Report, SearchError> {
        // A program in the browser cannot start threads, and need not have the code for it.
        if self.threads == 1 || cfg!(target_family = "wasm") {
            return self.leader.go_on(question, limits, clock, on_report);
        }
        while self.helpers.len() + 1 < self.threads {
            self.helpers.push(self.leader.helper());
        }
        let (nodes, is_over) = (AtomicU64::new(0), AtomicBool::new(false));
        // They have no limit but that of all nodes.
        let of_helpers = Limits { nodes: limits.nodes, ..Limits::default() };
        thread::scope(|scope| {
            let mut threads = Vec::with_capacity(self.helpers.len());
            for helper in &mut self.helpers {
                let (nodes, is_over, limits) = (&nodes, &is_over, &of_helpers);
                let help = move || {
                    let on_report = &mut |_: &Report| ControlFlow::Continue(());
                    // The leader answers, also where the position is none of chess.
                    let _ = helper.search(
                        question,
                        limits,
                        &UntilStopped(is_over),
                        Company::Led(nodes),
                        on_report,
                    );
                };
                // If the system has no more threads, fewer search.
                threads.extend(thread::Builder::new().spawn_scoped(scope, help));
            }
            let end = End(&is_over);
            let found = self.leader.search(question, limits, clock, Company::Leads(&nodes), &mut |report| {
                on_report(report);
                ControlFlow::Continue(())
            });
            drop(end);
            for thread in threads {
                // One that failed has said so, and the answer is that of the leader.
                let _ = thread.join();
            }
            found
        })
    }
}

/// Stops the helpers when the leader has its answer, or fails.
struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::bench::POSITIONS;
    use std::time::Instant;

    struct Wall(Instant);

    impl Clock for Wall {
        fn now_ms(&self) -> f64 {
            self.0.elapsed().as_secs_f64() * 1000.0
        }
    }

    #[expect(clippy::disallowed_methods, reason = "a test runs where there is a clock")]
    fn wall() -> Wall {
        Wall(Instant::now())
    }

    fn go(team: &mut Team, fields: &str, limits: Limits) -> (Report, Vec<Report>) {
        let mut reports = Vec::new();
        let question = Question { lines: 2, ..Question::new(fields) };
        let found = team.go_on(&question, &limits, &wall(), &mut |report| reports.push(report.clone()));
        (found.unwrap(), reports)
    }

    #[test]
    fn one_thread_is_an_engine_alone() {
        let limits = Limits { nodes: Some(5_000), ..Limits::default() };
        let mut team = Team::new(2);
        team.set_threads(3);
        team.set_threads(0);
        let (found, _) = go(&mut team, POSITIONS[0], limits);
        let question = Question { lines: 2, ..Question::new(POSITIONS[0]) };
        let alone = Searcher::new(2).go(&question, &limits, &wall(), &mut |_| {}).unwrap();
        assert_eq!((found.pv, found.score, found.nodes), (alone.pv, alone.score, alone.nodes));
    }

    #[test]
    fn several_threads_keep_the_limits_and_count_all_nodes() {
        let mut team = Team::new(2);
        team.set_threads(4);
        for fields in &POSITIONS[..4] {
            // Twice in a row, then from the beginning.
            for _ in 0..2 {
                let (found, reports) = go(&mut team, fields, Limits { depth: Some(9), ..Limits::default() });
                assert_eq!((found.depth, found.pv.is_empty()), (9, false), "{fields}");
                assert!(reports.iter().zip(&reports[1..]).all(|(a, b)| a.nodes <= b.nodes));
            }
            team.clear();
            let (found, _) = go(&mut team, fields, Limits { nodes: Some(100_000), ..Limits::default() });
            assert!((90_000..=210_000).contains(&found.nodes), "{} nodes", found.nodes);
        }
        let (found, _) =
            go(&mut team, "k7/8/1K6/8/8/8/8/7R w - -", Limits { depth: Some(5), ..Limits::default() });
        assert_eq!(found.pv[0].to_string(), "h1h8");
        // No legal move: nobody searches.
        let (found, reports) = go(&mut team, "k7/8/1Q6/8/8/8/8/7K b - -", Limits::default());
        assert!(found.pv.is_empty() && reports.is_empty());
        let question = Question::new("no position");
        assert!(team.go_on(&question, &Limits::default(), &wall(), &mut |_| {}).is_err());
    }

    #[test]
    fn settings_reach_all_threads() {
        let mut team = Team::new(1);
        team.set_threads(3);
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        go(&mut team, POSITIONS[1], limits);
        assert_eq!(team.helpers.len(), 2);
        assert!(!team.take_net(b"no net") && !team.set("no such number", 1));
        assert!(team.set("first_margin", 33));
        team.resize(2);
        team.take_endgames(None);
        go(&mut team, POSITIONS[1], limits);
        for helper in &team.helpers {
            assert!(Arc::ptr_eq(&helper.memory.table, &team.leader.memory.table));
            assert_eq!(helper.memory.tuning, team.leader.memory.tuning);
        }
        assert_eq!(team.helpers.len(), 2);
        team.set_threads(1);
        assert!(team.helpers.is_empty());
    }

    #[test]
    #[should_panic(expected = "the listener fails")]
    fn helpers_end_when_the_leader_fails() {
        let mut team = Team::new(1);
        team.set_threads(2);
        let question = Question::new(POSITIONS[0]);
        let _ = team.go_on(&question, &Limits::default(), &wall(), &mut |_| panic!("the listener fails"));
    }
}
