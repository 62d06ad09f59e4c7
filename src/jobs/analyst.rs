//! The tasks of the workers that search and prove, and write reports on what was found.

use std::ops::ControlFlow;

use crate::jobs::watch::Watch;
use crate::jobs::{News, Tell, Work, grades};
use crate::mate::{Aim, MateLimits, Prover};
use crate::protocol::{EngineTask, Found, Goal, Outcome, Progress, Report, Searched, Task, decode};
use crate::recipe::{EngineName, Limits};
use crate::search::{Clock, Question, Searcher, perft};
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

/// What an engine is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hunt {
    /// The position.
    pub position: Position,
    /// When to stop.
    pub limits: Limits,
    /// How many best lines are wanted, at least 1.
    pub lines: u32,
    /// Whether what the last search found out is used.
    pub goes_on: bool,
}

/// News of a search.
#[derive(Debug, Clone, PartialEq)]
pub enum Heard {
    /// It got further.
    Progress(Progress),
    /// Its end: the best line, or why there is none, in words for the user.
    End(Result<Report, String>),
}

/// Hears of a search: of progress any number of times, and of the end once. Breaks off when it has heard
/// enough: the engine then stops at the end of the iteration, or as soon as it can.
pub type Hear = Box<dyn FnMut(Heard) -> ControlFlow<()>>;

/// An engine. It searches one position at a time.
pub trait Engine {
    /// Begins a search. Its end is told before this returns or later.
    fn search(&mut self, hunt: Hunt, clock: &dyn Clock, hear: Hear);
}

/// The engine of this project. A search starts from clear tables, so that a result does not depend on what
/// was searched before; but for one that goes on.
#[derive(Debug, Default)]
struct Own {
    searcher: Option<Searcher>,
}

impl Engine for Own {
    fn search(&mut self, hunt: Hunt, clock: &dyn Clock, mut hear: Hear) {
        let searcher = self.searcher.get_or_insert_with(|| Searcher::new(TABLE_MIB));
        if !hunt.goes_on {
            searcher.clear();
        }
        let lines = hunt.lines as usize;
        let question = Question { lines, ..hunt.position.question() };
        let found = searcher.go_until(&question, &hunt.limits.into(), clock, &mut |report| {
            hear(Heard::Progress(Progress::Found(report.into())))
        });
        // The search is over.
        let _ = hear(Heard::End(found.map(|best| Report::from(&best)).map_err(|error| error.to_string())));
    }
}

/// Hears of a search, and tells in the end what was seen on the way: the other lines, and since when it
/// held the solution.
fn listener(mut tell: Tell, goal: Option<Goal>) -> Hear {
    let mut watch = goal.map(Watch::new);
    let mut others: Vec<Report> = Vec::new();
    let mut is_enough = false;
    Box::new(move |news| {
        match news {
            Heard::Progress(progress) => {
                match (&progress, &mut watch) {
                    (Progress::Found(report), _) if report.rank > 1 => {
                        others.retain(|known| known.rank != report.rank);
                        others.push(report.clone());
                    }
                    (Progress::Found(report), Some(watch)) => is_enough = watch.hear(report),
                    _ => {}
                }
                tell(News::Progress(progress));
            }
            Heard::End(Ok(best)) => {
                let mut searched = Searched::from(best);
                if let Some(watch) = &mut watch {
                    watch.hear(&searched.best);
                    searched.solution = watch.solution();
                }
                searched.others = in_order(std::mem::take(&mut others), &searched);
                tell(News::End(Ok(Found::Search(searched).into())));
            }
            Heard::End(Err(reason)) => tell(News::End(Err(reason))),
        }
        if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
}

/// The other lines by rank, without one that begins as the best does: that was last heard of in an
/// iteration that was not finished.
fn in_order(mut others: Vec<Report>, searched: &Searched) -> Vec<Report> {
    others.retain(|other| other.line.first() != searched.best.line.first());
    others.sort_by_key(|other| other.rank);
    others
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
        limits: &MateLimits,
        clock: &dyn Clock,
        tell: &mut dyn FnMut(News),
    ) -> Result<Outcome, String> {
        let prover = self.prover.get_or_insert_with(|| Prover::new(PROOFS_MIB));
        let proof = prover.prove(&position.question(), Aim::Mate, moves, limits, clock, &mut |refuted| {
            tell(News::Progress(Progress::Refuted(refuted)));
        });
        proof.map(|proof| Found::Proof(proof.into()).into()).map_err(|error| error.to_string())
    }
}

impl Work for Analyst {
    fn begin(&mut self, task: Task, clock: &dyn Clock, mut tell: Tell) {
        let bytes = match task {
            Task::Engine(bytes) => bytes,
            Task::Report { runs, format } => return tell(News::End(grades::report(runs, &format))),
            _ => return tell(News::End(Err("why.no-records-here".to_owned()))),
        };
        match decode(&bytes) {
            Err(error) => tell(News::End(Err(error.to_string()))),
            Ok(EngineTask::Search { engine, fields, halfmove_clock, limits, lines, target, goes_on }) => {
                let engine: &mut dyn Engine = match engine {
                    EngineName::Epidote => &mut self.own,
                    EngineName::Stockfish => self.stockfish.as_mut(),
                };
                let position = Position { fields, halfmove_clock };
                let hunt = Hunt { position, limits, lines: lines.max(1), goes_on };
                engine.search(hunt, clock, listener(tell, target));
            }
            Ok(EngineTask::Prove { fields, halfmove_clock, moves, nodes, time_ms, all_keys }) => {
                let position = Position { fields, halfmove_clock };
                let limits = MateLimits { nodes, time_ms, all_keys };
                let proof = self.prove(&position, moves, &limits, clock, &mut tell);
                tell(News::End(proof));
            }
            Ok(EngineTask::Perft { fields, depth }) => {
                let question = Question::new(&fields);
                let counts: Result<Vec<u64>, _> =
                    (1..=depth).map(|depth| perft::perft(&question, depth)).collect();
                let found = counts.map(|counts| Found::Perft(counts).into());
                tell(News::End(found.map_err(|error| error.to_string())));
            }
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
    use crate::protocol::{Proof, Score, Verdict, encode};
    use crate::recipe::StopRule;

    struct Stopped;

    impl Clock for Stopped {
        fn now_ms(&self) -> f64 {
            0.0
        }
    }

    /// A second engine that says that it was asked.
    struct Other;

    impl Engine for Other {
        fn search(&mut self, hunt: Hunt, _: &dyn Clock, mut hear: Hear) {
            let _ = hear(Heard::End(Err(format!("the other engine has {}", hunt.position.fields))));
        }
    }

    const ROOK: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";

    /// What is told of a task, the end last.
    fn told(task: &EngineTask) -> Vec<News> {
        let heard = Rc::new(RefCell::new(Vec::new()));
        let hear = Rc::clone(&heard);
        let tell = Box::new(move |news| hear.borrow_mut().push(news));
        Analyst::new(Box::new(Other)).begin(Task::Engine(encode(task).expect("bytes")), &Stopped, tell);
        heard.take()
    }

    fn search(engine: EngineName, fields: &str) -> Vec<News> {
        let limits = Limits { nodes: Some(10_000), ..Limits::default() };
        told(&task(engine, fields, limits))
    }

    fn task(engine: EngineName, fields: &str, limits: Limits) -> EngineTask {
        EngineTask::Search {
            engine,
            fields: fields.to_owned(),
            halfmove_clock: 0,
            limits,
            lines: 1,
            target: None,
            goes_on: false,
        }
    }

    /// The end of a search.
    fn searched(told: &[News]) -> Searched {
        match found(told) {
            Found::Search(searched) => searched,
            other => panic!("{other:?}"),
        }
    }

    /// What was found in the end.
    fn found(told: &[News]) -> Found {
        match told.last() {
            Some(News::End(Ok(Outcome::Found { bytes, .. }))) => decode(bytes).expect("what was found"),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn searches() {
        let told = search(EngineName::Epidote, ROOK);
        let report = searched(&told).best;
        assert_eq!(report.line, ["a1a8"]);
        assert_eq!(report.score, Score::Mate(1));
        assert!(told.len() > 1 && report.nodes <= 10_000);
    }

    #[test]
    fn a_search_that_goes_on_uses_what_the_last_one_found() {
        let mut analyst = Analyst::new(Box::new(Other));
        let mut nodes_of = |goes_on| {
            let heard = Rc::new(RefCell::new(Vec::new()));
            let hear = Rc::clone(&heard);
            let limits = Limits { depth: Some(7), ..Limits::default() };
            let EngineTask::Search { engine, fields, halfmove_clock, limits, lines, target, .. } =
                task(EngineName::Epidote, crate::chess::START, limits)
            else {
                panic!()
            };
            let task = EngineTask::Search { engine, fields, halfmove_clock, limits, lines, target, goes_on };
            let bytes = encode(&task).expect("bytes");
            analyst.begin(Task::Engine(bytes), &Stopped, Box::new(move |news| hear.borrow_mut().push(news)));
            searched(&heard.take()).best.nodes
        };
        let (first, again, on) = (nodes_of(false), nodes_of(false), nodes_of(true));
        assert_eq!(first, again);
        assert!(on < first / 2, "{on} of {first}");
    }

    #[test]
    fn hands_a_search_to_the_other_engine() {
        let expect = News::End(Err(format!("the other engine has {ROOK}")));
        assert_eq!(search(EngineName::Stockfish, ROOK), [expect]);
    }

    #[test]
    fn several_lines_come_in_their_order() {
        let limits = Limits { depth: Some(5), ..Limits::default() };
        let EngineTask::Search { engine, fields, halfmove_clock, limits, .. } =
            task(EngineName::Epidote, crate::chess::START, limits)
        else {
            panic!()
        };
        let lines = 3;
        let found = searched(&told(&EngineTask::Search {
            engine,
            fields,
            halfmove_clock,
            limits,
            lines,
            target: None,
            goes_on: false,
        }));
        assert_eq!(found.others.iter().map(|other| other.rank).collect::<Vec<_>>(), [2, 3]);
        let mut firsts: Vec<&String> =
            [&found.best].into_iter().chain(&found.others).filter_map(|report| report.line.first()).collect();
        firsts.dedup();
        assert_eq!(firsts.len(), 3, "{firsts:?}");
    }

    #[test]
    fn a_solution_is_seen_and_ends_the_search() {
        let goal = |stop| {
            let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
            let EngineTask::Search { engine, fields, halfmove_clock, limits, lines, .. } =
                task(EngineName::Epidote, crate::chess::START, limits)
            else {
                panic!()
            };
            let avoid = vec!["a2a3".to_owned()];
            let target = Some(Goal { best: vec![], avoid, stop });
            let task =
                EngineTask::Search { engine, fields, halfmove_clock, limits, lines, target, goes_on: false };
            searched(&told(&task))
        };
        let stopped = goal(Some(StopRule::Arasan { plies: 3 }));
        let solution = stopped.solution.expect("a solution");
        assert_eq!((solution.depth, stopped.best.depth), (1, 4));
        assert!(stopped.best.nodes < 1_000_000);
        let full = goal(None);
        assert_eq!((full.solution, full.best.nodes), (Some(solution), 1_000_000));
    }

    #[test]
    fn proves() {
        let corner = "k7/8/2K5/8/8/8/8/7R w - -";
        let prove = |moves, all_keys| {
            let fields = corner.to_owned();
            let task =
                EngineTask::Prove { fields, halfmove_clock: 0, moves, nodes: None, time_ms: None, all_keys };
            let mut told = told(&task);
            let Found::Proof(proof) = found(&told) else { panic!("{told:?}") };
            told.pop();
            (told, proof)
        };
        let refuted = vec![News::Progress(Progress::Refuted(1))];
        let (told, Proof { verdict, keys, .. }) = prove(3, false);
        let mate = Verdict::Mate(2, ["c6b6", "a8b8", "h1h8"].map(str::to_owned).to_vec());
        assert_eq!((told, verdict, keys), (refuted.clone(), mate, vec!["c6b6".to_owned()]));
        let (told, proof) = prove(1, false);
        assert_eq!((told, proof.verdict), (refuted, Verdict::NoMate));
        // The king goes to c7 as well.
        assert_eq!(prove(2, true).1.keys.len(), 2);
    }

    #[test]
    fn counts() {
        let task = EngineTask::Perft { fields: crate::chess::START.to_owned(), depth: 3 };
        assert_eq!(found(&told(&task)), Found::Perft(vec![20, 400, 8_902]));
    }

    #[test]
    fn a_position_that_cannot_be_searched_fails_in_words() {
        let told = search(EngineName::Epidote, "8/8/8/8/8/8/8/8 w - -");
        assert!(matches!(&told[..], [News::End(Err(_))]), "{told:?}");
    }
}
