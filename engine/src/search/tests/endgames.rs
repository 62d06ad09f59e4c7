//! Searches with tables of endgames. The tables here are made up: what matters is what the search makes of them.

use super::{Report, Ticking, go, nodes};
use crate::chess::pieces::Pieces;
use crate::chess::score::Score;
use crate::search::{Endgames, Fifty, Known, Limits, Outcome, Question, Searcher};
use std::sync::Arc;

/// Tables of three pieces with the same outcome for every position: White wins, draws or loses, in this number of plies.
#[derive(Debug)]
struct Made {
    outcome: Outcome,
    plies: i32,
}

impl Made {
    fn knows(pieces: &Pieces) -> bool {
        pieces.colors.iter().map(|squares| squares.count_ones()).sum::<u32>() <= 3
    }
}

impl Endgames for Made {
    fn most_pieces(&self) -> u32 {
        3
    }

    fn outcome(&self, pieces: &Pieces) -> Option<Outcome> {
        Self::knows(pieces).then_some(match (self.outcome, pieces.is_white_to_move) {
            (outcome, true) => outcome,
            (Outcome::Win, false) => Outcome::Loss,
            (Outcome::Loss, false) => Outcome::Win,
            (Outcome::Draw, false) => Outcome::Draw,
        })
    }

    fn distance(&self, pieces: &Pieces) -> Option<i32> {
        let sign = match self.outcome(pieces)? {
            Outcome::Win => 1,
            Outcome::Draw => 0,
            Outcome::Loss => -1,
        };
        Some(sign * self.plies)
    }
}

fn search(tables: Made, fields: &str, halfmove_clock: u32, lines: usize) -> Vec<Report> {
    let mut searcher = Searcher::new(4);
    searcher.take_endgames(Some(Arc::new(tables)));
    let question = Question { halfmove_clock, lines, ..Question::new(fields) };
    let mut reports = Vec::new();
    let limits = Limits { depth: Some(4), ..Limits::default() };
    let last =
        searcher.go(&question, &limits, &Ticking::default(), &mut |report| reports.push(report.clone()));
    let (last, shown) = (last.unwrap(), reports.iter().rfind(|report| report.line == 1).unwrap());
    assert_eq!((&last.pv, last.score), (&shown.pv, shown.score));
    // The last of each line.
    (1..=lines).filter_map(|line| reports.iter().rfind(|report| report.line == line).cloned()).collect()
}

/// Black's rook can be taken, which leaves a rook that the tables know.
const TAKES: &str = "8/8/8/8/3k4/8/1K6/R6r w - -";

#[test]
fn a_capture_is_looked_up() {
    let found = |outcome| search(Made { outcome, plies: 9 }, TAKES, 0, 1).remove(0);
    let won = found(Outcome::Win);
    assert_eq!(won.pv[0].to_string(), "a1h1");
    assert_eq!(won.score, Score::Centipawns(19_999));
    assert!(won.endgame_hits > 0);
    // Nobody takes a rook in order to lose.
    let lost = found(Outcome::Loss);
    assert_ne!(lost.pv[0].to_string(), "a1h1");
    assert_eq!(go(TAKES, Limits { depth: Some(4), ..Limits::default() }).endgame_hits, 0, "without tables");
}

#[track_caller]
fn check(outcome: Outcome, plies: i32, clock: u32, expect: i32) {
    let report = search(Made { outcome, plies }, "8/8/8/3k4/8/8/1K6/R7 w - -", clock, 1).remove(0);
    assert_eq!(report.score, Score::Centipawns(expect), "{outcome:?} {plies} {clock}");
}

#[test]
fn the_root_is_worth_what_the_tables_say() {
    check(Outcome::Win, 20, 0, 20_000);
    check(Outcome::Loss, 20, 0, -20_000);
    check(Outcome::Draw, 0, 0, 0);
    // The fifty-move rule comes first.
    check(Outcome::Win, 20, 78, 20_000);
    check(Outcome::Win, 20, 79, 0);
    check(Outcome::Win, 101, 0, 0);
    check(Outcome::Loss, 20, 79, 0);
}

#[test]
fn a_mate_is_still_a_mate() {
    let report =
        search(Made { outcome: Outcome::Win, plies: 1 }, "k7/8/1K6/8/8/8/8/7R w - -", 0, 1).remove(0);
    assert_eq!((report.score, report.pv.len()), (Score::Mate(1), 1));
    // A capture that mates is no longer looked up.
    let report =
        search(Made { outcome: Outcome::Loss, plies: 1 }, "k6n/8/1K6/8/8/8/8/7R w - -", 0, 1).remove(0);
    assert_eq!((report.score, report.pv[0].to_string()), (Score::Mate(1), "h1h8".to_owned()));
}

/// A pawn that is promoted or lost: moves of all ranks.
#[derive(Debug)]
struct OnlyQueens;

impl Endgames for OnlyQueens {
    fn most_pieces(&self) -> u32 {
        3
    }

    fn outcome(&self, pieces: &Pieces) -> Option<Outcome> {
        let is_queen = pieces.kinds[4] != 0;
        Some(match (is_queen, pieces.is_white_to_move) {
            (false, _) => Outcome::Draw,
            (true, true) => Outcome::Win,
            (true, false) => Outcome::Loss,
        })
    }

    fn distance(&self, _: &Pieces) -> Option<i32> {
        Some(0)
    }
}

#[test]
fn lines_are_listed_by_what_tables_know() {
    let fields = "8/4P3/8/8/8/2k5/8/K7 w - -";
    let mut searcher = Searcher::new(4);
    searcher.take_endgames(Some(Arc::new(OnlyQueens)));
    let mut reports = Vec::new();
    let question = Question { lines: 4, ..Question::new(fields) };
    searcher
        .go(&question, &nodes(3_000), &Ticking::default(), &mut |report| reports.push(report.clone()))
        .unwrap();
    let last = |line| reports.iter().rfind(|report| report.line == line).unwrap();
    assert_eq!(last(1).pv[0].to_string(), "e7e8q");
    assert!(matches!(last(1).score, Score::Centipawns(20_000) | Score::Mate(_)), "{:?}", last(1).score);
    let mut first: Vec<String> = (1..=4).map(|line| last(line).pv[0].to_string()).collect();
    for line in 2..=4 {
        assert_eq!(last(line).score, Score::Centipawns(0));
    }
    first.sort();
    first.dedup();
    assert_eq!(first.len(), 4, "no move twice");
    // Afterwards without tables.
    searcher.take_endgames(None);
    let report = searcher.go(&question, &nodes(3_000), &Ticking::default(), &mut |_| {}).unwrap();
    assert_eq!(report.endgame_hits, 0);
}

#[test]
fn a_mate_behind_a_capture_is_found() {
    // The rook takes the other one, and then mates on the eighth rank.
    let fields = "k7/7r/1K6/8/8/8/8/7R w - -";
    let report = search(Made { outcome: Outcome::Win, plies: 9 }, fields, 0, 1).remove(0);
    assert_eq!((report.score, report.pv[0].to_string()), (Score::Mate(3), "h1h7".to_owned()));
    let mut searcher = Searcher::new(4);
    searcher.take_endgames(Some(Arc::new(Made { outcome: Outcome::Win, plies: 9 })));
    let limits = Limits { mate: Some(2), ..Limits::default() };
    let found = searcher.go(&Question::new(fields), &limits, &Ticking::default(), &mut |_| {}).unwrap();
    assert_eq!(found.score, Score::Mate(3), "it ends");
}

/// Tables that call everything a draw, without distances.
#[derive(Debug)]
struct Drawn;

impl Endgames for Drawn {
    fn most_pieces(&self) -> u32 {
        4
    }

    fn outcome(&self, _: &Pieces) -> Option<Outcome> {
        Some(Outcome::Draw)
    }

    fn distance(&self, _: &Pieces) -> Option<i32> {
        None
    }
}

#[test]
fn a_capture_that_gives_check_is_looked_up_too() {
    // The rook takes the knight and gives check, which the tables call a draw.
    let fields = "k2n4/8/8/8/8/8/1p6/1K1R4 w - -";
    let mut searcher = Searcher::new(4);
    searcher.take_endgames(Some(Arc::new(Drawn)));
    let question = Question { only: &["d1d8"], ..Question::new(fields) };
    let limits = Limits { depth: Some(5), ..Limits::default() };
    let report = searcher.go(&question, &limits, &Ticking::default(), &mut |_| {}).unwrap();
    assert_eq!(report.score, Score::Centipawns(0));
}

#[test]
fn castling_rights_are_in_no_table() {
    let report =
        search(Made { outcome: Outcome::Draw, plies: 0 }, "8/8/8/3k4/8/8/8/4K2R w K -", 0, 1).remove(0);
    assert_ne!(report.score, Score::Centipawns(0));
}

#[test]
fn what_the_tables_know_is_told_for_people() {
    let known = |outcome, plies, clock, fields| {
        let mut searcher = Searcher::new(0);
        assert_eq!(searcher.known(&Question::new(fields)), None, "without tables");
        searcher.take_endgames(Some(Arc::new(Made { outcome, plies })));
        searcher.known(&Question { halfmove_clock: clock, ..Question::new(fields) })
    };
    let rook = "8/8/8/3k4/8/8/1K6/R7 w - -";
    for (outcome, plies, clock, fifty) in [
        (Outcome::Win, 20, 0, Fifty::InTime),
        (Outcome::Win, 20, 79, Fifty::InTime),
        (Outcome::Win, 20, 80, Fifty::Unsure),
        (Outcome::Win, 101, 0, Fifty::Unsure),
        (Outcome::Win, 102, 0, Fifty::TooLate),
        (Outcome::Loss, 20, 0, Fifty::InTime),
        (Outcome::Loss, 20, 90, Fifty::TooLate),
    ] {
        let expect = Known { outcome, plies: u32::try_from(plies).ok(), fifty };
        assert_eq!(known(outcome, plies, clock, rook), Some(expect), "{outcome:?} {plies} {clock}");
    }
    let draw = Known { outcome: Outcome::Draw, plies: None, fifty: Fifty::InTime };
    assert_eq!(known(Outcome::Draw, 0, 99, rook), Some(draw));
    // Too many pieces, castling rights, mated, and no position.
    for fields in [TAKES, "8/8/8/3k4/8/8/8/4K2R w K -", "k7/1Q6/1K6/8/8/8/8/8 b - -", "8/8 w - -"] {
        assert_eq!(known(Outcome::Win, 20, 0, fields), None, "{fields}");
    }
}
