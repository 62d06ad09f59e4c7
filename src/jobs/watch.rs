//! Watches a search for the solution of a record: since when it has the solution, and when to stop because of
//! it.

use crate::report::Solution;
use crate::verb::{FoundLine, Goal, StopRule};

/// Hears the reports of one search.
#[derive(Debug)]
pub(super) struct Watch {
    goal: Goal,
    /// Since when the best move has been right.
    solution: Option<Solution>,
    /// The best move, and the depth since which it has been best.
    best: Option<(String, u32)>,
    /// The depth at which a right move was first best.
    first: Option<u32>,
}

impl Watch {
    pub(super) fn new(goal: Goal) -> Self {
        Self { goal, solution: None, best: None, first: None }
    }

    /// Since when the search has had the solution, if it has it.
    pub(super) fn solution(&self) -> Option<Solution> {
        self.solution
    }

    /// Hears a report on the best line; returns whether the search may stop.
    pub(super) fn hear(&mut self, report: &FoundLine) -> bool {
        let Some(best) = report.line.first() else { return false };
        let goal = &self.goal;
        let depth = report.depth;
        if self.best.as_ref().is_none_or(|(known, _)| known != best) {
            self.best = Some((best.clone(), depth));
        }
        let is_best = match goal.mate {
            Some(asked) => mates_within(report, asked),
            None => goal.best.is_empty() || goal.best.contains(best),
        };
        let is_right = is_best && !goal.avoid.contains(best);
        if !is_right {
            self.solution = None;
            return false;
        }
        let now = Solution { depth, nodes: report.nodes, time_ms: report.time_ms };
        let since = self.solution.get_or_insert(now).depth;
        let first = *self.first.get_or_insert(depth);
        let same = self.best.as_ref().map_or(depth, |(_, since)| *since);
        match goal.stop {
            None => false,
            Some(StopRule::Arena { plies, depth: least }) => {
                depth >= least && depth.saturating_sub(since) + 1 >= plies
            }
            Some(StopRule::Polyglot { plies }) => depth.saturating_sub(same) >= plies,
            Some(StopRule::Arasan { plies }) => depth.saturating_sub(since) >= plies,
            Some(StopRule::Fritz { plies }) => depth.saturating_sub(first) >= plies,
        }
    }
}

/// Whether the side to move mates in at most `moves`.
fn mates_within(report: &FoundLine, moves: u32) -> bool {
    let found = report.score.mate_in_moves().and_then(|found| u32::try_from(found).ok());
    found.is_some_and(|found| found > 0 && found <= moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::score::Score;

    /// The depth at which a search with these best moves, one for each ply, stops; 0 for never.
    fn stops(stop: StopRule, moves: &str) -> u32 {
        let goal =
            Goal { best: vec!["a".to_owned(), "b".to_owned()], mate: None, avoid: vec![], stop: Some(stop) };
        let mut watch = Watch::new(goal);
        let reports = moves.chars().zip(1..).map(|(best, depth)| report(&best.to_string(), depth));
        reports.into_iter().find(|report| watch.hear(report)).map_or(0, |report| report.depth)
    }

    fn report(best: &str, depth: u32) -> FoundLine {
        let score = Score::Centipawns(0);
        let nodes = u64::from(depth) * 100;
        let line = vec![best.to_owned()];
        FoundLine { rank: 1, depth, selective_depth: depth, score, line, nodes, time_ms: 7 }
    }

    #[track_caller]
    fn check(stop: StopRule, moves: &str, depth: u32) {
        assert_eq!(stops(stop, moves), depth, "{stop:?} {moves}");
    }

    #[test]
    fn each_rule_stops_where_it_says() {
        let arena = |plies, depth| StopRule::Arena { plies, depth };
        check(arena(2, 1), "xaxbb", 5);
        check(arena(2, 1), "xaxab", 5);
        check(arena(1, 4), "aaaaa", 4);
        check(arena(3, 1), "aaxaa", 0);
        let polyglot = |plies| StopRule::Polyglot { plies };
        check(polyglot(2), "aabbb", 5);
        check(polyglot(2), "aaa", 3);
        check(polyglot(1), "xxx", 0);
        let arasan = |plies| StopRule::Arasan { plies };
        check(arasan(2), "aab", 3);
        check(arasan(2), "axaaa", 5);
        let fritz = |plies| StopRule::Fritz { plies };
        check(fritz(2), "axa", 3);
        check(fritz(2), "axxa", 4);
        check(fritz(2), "xxa", 0);
    }

    #[test]
    fn the_solution_counts_from_where_it_is_held() {
        let mut watch =
            Watch::new(Goal { best: vec![], mate: None, avoid: vec!["x".to_owned()], stop: None });
        let held = |watch: &Watch| watch.solution().map(|solution| (solution.depth, solution.nodes));
        watch.hear(&report("a", 1));
        assert_eq!(held(&watch), Some((1, 100)));
        watch.hear(&report("x", 2));
        assert_eq!(held(&watch), None);
        watch.hear(&report("b", 3));
        watch.hear(&report("a", 4));
        assert_eq!(held(&watch), Some((3, 300)));
    }

    #[test]
    fn a_mate_as_short_as_asked_is_the_solution_whatever_its_move() {
        let stop = Some(StopRule::Arasan { plies: 1 });
        let mut watch = Watch::new(Goal { best: vec![], mate: Some(4), avoid: vec![], stop });
        let mut hear = |depth, score| {
            let stops = watch.hear(&FoundLine { score, ..report("a", depth) });
            (watch.solution().map(|solution| solution.depth), stops)
        };
        assert_eq!(hear(1, Score::Centipawns(900)), (None, false));
        // A mate that the side to move suffers, and one in five moves, are not what is asked for.
        assert_eq!(hear(2, Score::Mated(2)), (None, false));
        assert_eq!(hear(3, Score::Mate(9)), (None, false));
        assert_eq!(hear(4, Score::Mate(7)), (Some(4), false));
        assert_eq!(hear(5, Score::Mate(5)), (Some(4), true));
    }
}
