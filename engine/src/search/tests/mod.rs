//! Tests of the engine as a whole; those of its parts are next to them.
//!
//! All positions here were made up for these tests. Mates are checked by a
//! plain search through all moves that shares nothing with the engine.

mod endgames;
mod limits;
mod mates;
mod playing;
mod positions;
pub(super) mod random;
mod rules;
mod together;

use super::position::{Position, written};
use super::{Clock, Limits, PvMove, Question, Report, SearchError, Searcher};
use crate::chess::score::Score;
use cozy_chess::{Board, GameStatus, Move};
use std::cell::Cell;

/// A clock that advances by a millisecond each time it is read.
#[derive(Default)]
pub(crate) struct Ticking(Cell<f64>);

impl Clock for Ticking {
    fn now_ms(&self) -> f64 {
        self.0.set(self.0.get() + 1.0);
        self.0.get()
    }
}

fn nodes(limit: u64) -> Limits {
    Limits { nodes: Some(limit), ..Limits::default() }
}

fn try_go(fields: &str, halfmove_clock: u32, limits: Limits) -> Result<Report, SearchError> {
    let question = Question { halfmove_clock, ..Question::new(fields) };
    Searcher::new(4).go(&question, &limits, &Ticking::default(), &mut |_| {})
}

fn go(fields: &str, limits: Limits) -> Report {
    try_go(fields, 0, limits).unwrap()
}

/// The first move of the best line as text.
fn best(report: &Report) -> String {
    report.pv[0].to_string()
}

/// The legal move that is written like this.
fn find(board: &Board, shown: PvMove, chess960: bool) -> Option<Move> {
    let mut found = None;
    board.generate_moves(|moves| {
        found = moves.into_iter().find(|&mv| written(board, mv, chess960) == shown);
        found.is_some()
    });
    found
}

/// Plays the line out: all moves must be legal, and a mate must end it.
fn check_line(fields: &str, halfmove_clock: u32, report: &Report) {
    let Position { mut board, chess960 } = Position::parse(fields, halfmove_clock).unwrap();
    for &shown in &report.pv {
        let mv = find(&board, shown, chess960).unwrap_or_else(|| panic!("{fields}: {shown} is not legal"));
        board.play(mv);
    }
    if let Score::Mate(plies) | Score::Mated(plies) = report.score {
        assert_eq!(report.pv.len(), plies as usize, "{fields}: {report:?}");
        assert!(is_mate(&board), "{fields}: {report:?}");
    } else {
        let start = Position::parse(fields, halfmove_clock).unwrap().board;
        assert_eq!(report.pv.is_empty(), !start.generate_moves(|_| true));
    }
}

fn is_mate(board: &Board) -> bool {
    board.status() == GameStatus::Won
}
