//! The tasks of the workers that search and prove.

use crate::jobs::{News, Tell, Work};
use crate::mate::{Aim, MateLimits, Prover};
use crate::protocol::{EngineName, Limits, Outcome, Progress, Report, Task};
use crate::search::{Clock, Question, Searcher};
use crate::uci::{Host, Session};

/// Size of the transposition table in MiB.
const TABLE_MIB: usize = 16;

/// Size of the table of proofs in MiB.
const PROOFS_MIB: usize = 32;

/// What is to be searched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// The four fields.
    pub fields: String,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u32,
}

impl Position {
    fn question(&self) -> Question<'_> {
        Question { halfmove_clock: self.halfmove_clock, ..Question::new(&self.fields) }
    }
}

/// An engine. It searches one position at a time.
pub trait Engine {
    /// Begins a search. `tell` hears of progress any number of times and of the end once, before this
    /// returns or later.
    fn search(&mut self, position: Position, limits: Limits, clock: &dyn Clock, tell: Tell);
}

/// The engine of this project. Every search starts from clear tables, so that a result does not depend
/// on what was searched before.
#[derive(Debug, Default)]
struct Own {
    searcher: Option<Searcher>,
}

impl Engine for Own {
    fn search(&mut self, position: Position, limits: Limits, clock: &dyn Clock, mut tell: Tell) {
        let searcher = self.searcher.get_or_insert_with(|| Searcher::new(TABLE_MIB));
        let found = searcher.go(&position.question(), &limits.into(), clock, &mut |report| {
            tell(News::Progress(Progress::Found(report.into())));
        });
        let found = found.map(|report| Outcome::Search(Report::from(&report)));
        tell(News::End(found.map_err(|error| error.to_string())));
    }
}

/// A worker that searches: its engines with their tables, kept from task to task.
pub struct Analyst {
    own: Own,
    stockfish: Box<dyn Engine>,
    prover: Option<Prover>,
    session: Option<Session>,
}

impl std::fmt::Debug for Analyst {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Analyst").finish_non_exhaustive()
    }
}

impl Analyst {
    /// A worker with this second engine.
    pub fn new(stockfish: Box<dyn Engine>) -> Self {
        Self { own: Own::default(), stockfish, prover: None, session: None }
    }

    fn prove(
        &mut self,
        position: &Position,
        moves: u32,
        clock: &dyn Clock,
        tell: &mut dyn FnMut(News),
    ) -> Result<Outcome, String> {
        let prover = self.prover.get_or_insert_with(|| Prover::new(PROOFS_MIB));
        let limits = MateLimits::default();
        let proof = prover.prove(&position.question(), Aim::Mate, moves, &limits, clock, &mut |refuted| {
            tell(News::Progress(Progress::Refuted(refuted)));
        });
        proof.map(|proof| Outcome::Proof(proof.verdict.into())).map_err(|error| error.to_string())
    }
}

impl Work for Analyst {
    fn begin(&mut self, task: Task, clock: &dyn Clock, mut tell: Tell) {
        match task {
            Task::Search { engine, fields, halfmove_clock, limits } => {
                let engine: &mut dyn Engine = match engine {
                    EngineName::Epidote => &mut self.own,
                    EngineName::Stockfish => self.stockfish.as_mut(),
                };
                engine.search(Position { fields, halfmove_clock }, limits, clock, tell);
            }
            Task::Prove { fields, halfmove_clock, moves } => {
                let position = Position { fields, halfmove_clock };
                let proof = self.prove(&position, moves, clock, &mut tell);
                tell(News::End(proof));
            }
            _ => tell(News::End(Err("this worker only searches".to_owned()))),
        }
    }

    /// Speaks UCI: the worker is an engine for any page.
    fn hear(&mut self, line: &str, host: &dyn Host) {
        // A worker cannot end itself: `quit` is left to whoever made it.
        let _ = self.session.get_or_insert_default().hear(line, host);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use super::*;
    use crate::protocol::{Score, Verdict};

    struct Stopped;

    impl Clock for Stopped {
        fn now_ms(&self) -> f64 {
            0.0
        }
    }

    /// A second engine that says that it was asked.
    struct Other;

    impl Engine for Other {
        fn search(&mut self, position: Position, _: Limits, _: &dyn Clock, mut tell: Tell) {
            tell(News::End(Err(format!("the other engine has {}", position.fields))));
        }
    }

    const ROOK: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";

    /// What is told of a task, the end last.
    fn told(task: Task) -> Vec<News> {
        let heard = Rc::new(RefCell::new(Vec::new()));
        let hear = Rc::clone(&heard);
        let tell = Box::new(move |news| hear.borrow_mut().push(news));
        Analyst::new(Box::new(Other)).begin(task, &Stopped, tell);
        heard.take()
    }

    fn search(engine: EngineName, fields: &str) -> Vec<News> {
        let limits = Limits { nodes: Some(10_000), ..Limits::default() };
        told(Task::Search { engine, fields: fields.to_owned(), halfmove_clock: 0, limits })
    }

    #[test]
    fn searches() {
        let told = search(EngineName::Epidote, ROOK);
        let Some(News::End(Ok(Outcome::Search(report)))) = told.last() else { panic!("{told:?}") };
        assert_eq!(report.line, ["a1a8"]);
        assert_eq!(report.score, Score::Mate(1));
        assert!(told.len() > 1 && report.nodes <= 10_000);
    }

    #[test]
    fn hands_a_search_to_the_other_engine() {
        let expect = News::End(Err(format!("the other engine has {ROOK}")));
        assert_eq!(search(EngineName::Stockfish, ROOK), [expect]);
    }

    #[test]
    fn proves() {
        let corner = "k7/8/2K5/8/8/8/8/7R w - -";
        let prove = |moves| told(Task::Prove { fields: corner.into(), halfmove_clock: 0, moves });
        let refuted = News::Progress(Progress::Refuted(1));
        let mate = Verdict::Mate(2, ["c6b6", "a8b8", "h1h8"].map(str::to_owned).to_vec());
        assert_eq!(prove(3), [refuted.clone(), News::End(Ok(Outcome::Proof(mate)))]);
        assert_eq!(prove(1), [refuted, News::End(Ok(Outcome::Proof(Verdict::NoMate)))]);
    }

    #[test]
    fn a_position_that_cannot_be_searched_fails_in_words() {
        let told = search(EngineName::Epidote, "8/8/8/8/8/8/8/8 w - -");
        assert!(matches!(&told[..], [News::End(Err(_))]), "{told:?}");
    }
}
