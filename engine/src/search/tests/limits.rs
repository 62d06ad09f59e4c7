//! Limits are kept, and the same question gets the same answer.

use super::*;
use crate::search::bench::{POSITIONS, signature};

#[test]
fn the_node_limit_is_exact() {
    for fields in POSITIONS {
        for limit in [0, 1, 2, 3, 10, 33, 100, 1024, 5000] {
            let report = go(fields, nodes(limit));
            assert!(report.nodes <= limit);
            if !matches!(report.score, Score::Mate(_) | Score::Mated(_)) {
                assert_eq!(report.nodes, limit, "{fields}");
            }
            check_line(fields, 0, &report);
        }
    }
}

#[test]
fn the_same_every_time() {
    let mut searcher = Searcher::new(2);
    let run = |searcher: &mut Searcher, fields: &str| {
        let mut reports = Vec::new();
        let limits = nodes(20_000);
        let last = searcher
            .go(&Question::new(fields), &limits, &Ticking::default(), &mut |report| {
                reports.push(report.clone());
            })
            .unwrap();
        reports.push(last);
        reports
    };
    let first: Vec<_> = POSITIONS.iter().map(|fields| run(&mut searcher, fields)).collect();
    for (fields, before) in POSITIONS.iter().zip(&first).rev() {
        assert_eq!(&run(&mut searcher, fields), before);
        assert_eq!(&run(&mut Searcher::new(2), fields), before);
    }
}

#[test]
fn the_first_ply_is_always_finished_in_spite_of_the_clock() {
    let limits = Limits { time_ms: Some(0), ..Limits::default() };
    for fields in POSITIONS {
        let report = go(fields, limits);
        assert_eq!(report.depth, 1);
        check_line(fields, 0, &report);
    }
}

#[test]
fn even_a_board_full_of_queens_is_left_in_time() {
    let limits = Limits { time_ms: Some(0), ..Limits::default() };
    let fields = "k1q1q1q1/1q1q1q1q/q1q1q1q1/1q1q1q1q/Q1Q1Q1Q1/1Q1Q1Q1Q/Q1Q1Q1Q1/1Q1Q1Q1K w - -";
    let report = go(fields, limits);
    assert!(report.nodes < 70_000);
    check_line(fields, 0, &report);
}

#[test]
fn a_clock_that_says_stop_stops() {
    struct Broken(f64, Cell<u32>);
    impl Clock for Broken {
        fn now_ms(&self) -> f64 {
            self.1.set(self.1.get() + 1);
            if self.1.get() > 20 { self.0 } else { 0.0 }
        }
    }
    for end in [f64::INFINITY, f64::NAN, 1e300] {
        let limits = Limits { time_ms: Some(1000), ..Limits::default() };
        let clock = Broken(end, Cell::new(0));
        let report = Searcher::new(1).go(&Question::new(POSITIONS[1]), &limits, &clock, &mut |_| {}).unwrap();
        assert!(report.nodes < 100_000);
        check_line(POSITIONS[1], 0, &report);
    }
}

#[test]
fn reports_get_deeper_and_count_up() {
    let mut reports: Vec<Report> = Vec::new();
    let limits = Limits { depth: Some(8), ..Limits::default() };
    let clock = Ticking::default();
    let last = Searcher::new(1)
        .go(&Question::new(POSITIONS[3]), &limits, &clock, &mut |report| reports.push(report.clone()))
        .unwrap();
    assert!(reports.windows(2).all(|two| two[0].depth <= two[1].depth && two[0].nodes <= two[1].nodes));
    assert!((1..=8).all(|depth| reports.iter().any(|report| report.depth == depth)));
    assert_eq!(last.depth, 8);
    assert!(last.selective_depth >= 8);
    for report in &reports {
        check_line(POSITIONS[3], 0, report);
    }
}

#[test]
fn depth_limits() {
    for depth in [0, 1] {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        assert_eq!(go(POSITIONS[0], limits).depth, 1);
    }
    let limits = Limits { depth: Some(u32::MAX), nodes: Some(3000), ..Limits::default() };
    assert_eq!(go(POSITIONS[0], limits).nodes, 3000);
}

/// If the search is changed on purpose, so is this number.
#[test]
fn the_signature() {
    assert_eq!(signature(8, &mut || {}), 91_200);
}
