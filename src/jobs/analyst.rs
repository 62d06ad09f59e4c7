//! The tasks of the workers that search and prove, and that write reports on the results.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use crate::epd::game::by_rook_files;
use crate::jobs::engine::{Engine, Hears};
use crate::jobs::engines::Engines;
use crate::jobs::step::{StepRun, respelled};
use crate::jobs::{News, Tell, Work, grades};
use crate::protocol::{Outcome, Task};
use crate::search::{Clock, Shared};
#[cfg(feature = "tablebases")]
use crate::tablebases::{HandedTable, Tables};
use crate::uci::{Host, Session};
use crate::verb::Record;

/// A worker that searches. It keeps its engines and their tables from task to task.
#[derive(Debug)]
pub struct Analyst {
    engines: Rc<RefCell<Engines>>,
    session: Option<Session>,
}

impl Analyst {
    /// A worker with this as its second engine.
    pub fn new(stockfish: Box<dyn Engine>) -> Self {
        Self { engines: Rc::new(RefCell::new(Engines::new(stockfish))), session: None }
    }

    /// The same, with this engine as the native one; without it the second engine is.
    #[must_use]
    pub fn with_native(self, native: Box<dyn Engine>) -> Self {
        self.engines.borrow_mut().set_native(native);
        self
    }
}

impl Work for Analyst {
    fn begin(&mut self, task: Task, clock: Rc<dyn Clock>, mut tell: Tell) {
        match task {
            Task::Engine(task) => {
                let tell = Rc::new(RefCell::new(tell));
                let end = Rc::clone(&tell);
                let hears = Hears {
                    progress: Box::new(move |progress| (tell.borrow_mut())(News::Progress(progress))),
                    end: Box::new(move |found| (end.borrow_mut())(News::End(found.map(Outcome::Found)))),
                };
                self.engines.borrow_mut().answer(task, clock.as_ref(), hears);
            }
            Task::Step { step, conventions, lines, budget_ms } => {
                StepRun::begin(step, (conventions, lines), budget_ms, &self.engines, clock, tell);
            }
            Task::Write { step, conventions, line, found } => {
                let spelled = by_rook_files(conventions.game, &line);
                let written = match Record::read(spelled.as_deref().unwrap_or(&line)) {
                    Ok(record) => step.write(&record, found),
                    Err(ended) => ended.into(),
                };
                let written = match &spelled {
                    Some(spelled) => respelled(written, spelled, &line),
                    None => written,
                };
                tell(News::End(Ok(Outcome::Written(Box::new(written)))));
            }
            Task::Report { runs, format, texts } => tell(News::End(grades::report(runs, format, &texts))),
            Task::Bar { runs, bar } => tell(News::End(grades::bar(runs, bar))),
            _ => tell(News::End(Err("why.other-worker".into()))),
        }
    }

    fn stop(&mut self) {
        self.engines.borrow_mut().stop();
    }

    #[cfg(feature = "tablebases")]
    fn take_tables(&mut self, files: Vec<Box<dyn HandedTable>>) {
        self.engines.borrow_mut().take_endgames(Tables::of(files).endgames());
    }

    fn take_memory(&mut self, memory: Arc<dyn Shared>) {
        self.engines.borrow_mut().take_memory(memory);
    }

    /// Speaks UCI, so that the worker can serve any page as an engine.
    fn hear(&mut self, line: &str, host: &dyn Host) {
        // A worker cannot end itself, so `quit` is left to its creator.
        let _ = self.session.get_or_insert_default().hear(line, host);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::score::Score;
    use crate::jobs::testing::Stopped;
    use crate::jobs::{Hear, Heard, Hunt};
    use crate::protocol::Progress;
    use crate::verb::{
        EngineName, EngineTask, Found, Goal, InTeam, MateVerdict, Proved, SearchLimits, Searched, StopRule,
    };

    /// A second engine that reports that it was asked.
    struct Other(&'static str);

    impl Engine for Other {
        fn search(&mut self, hunt: Hunt, _: &dyn Clock, mut hear: Hear) {
            let _ = hear(Heard::End(Err(format!("{} has {}", self.0, hunt.position.fields).into())));
        }
    }

    const ROOK: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";

    /// The news of a task, the end last.
    fn news_of(task: &EngineTask) -> Vec<News> {
        let heard = Rc::new(RefCell::new(Vec::new()));
        let hear = Rc::clone(&heard);
        let tell = Box::new(move |news| hear.borrow_mut().push(news));
        Analyst::new(Box::new(Other("the other engine"))).begin(
            Task::Engine(task.clone()),
            Rc::new(Stopped),
            tell,
        );
        heard.take()
    }

    fn search(engine: EngineName, fields: &str) -> Vec<News> {
        let limits = SearchLimits { nodes: Some(10_000), ..SearchLimits::default() };
        news_of(&task(engine, fields, limits))
    }

    fn task(engine: EngineName, fields: &str, limits: SearchLimits) -> EngineTask {
        EngineTask::Search {
            engine,
            fields: fields.to_owned(),
            halfmove_clock: 0,
            limits,
            lines: 1,
            target: None,
            continues: false,
            team: None,
        }
    }

    /// The result of a search.
    fn searched(news: &[News]) -> Searched {
        match found(news) {
            Found::Search(searched) => searched,
            other => panic!("{other:?}"),
        }
    }

    /// The final result.
    fn found(news: &[News]) -> Found {
        match news.last() {
            Some(News::End(Ok(Outcome::Found(found)))) => found.clone(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn searches() {
        let news = search(EngineName::Epidote, ROOK);
        let report = searched(&news).best;
        assert_eq!(report.line, ["a1a8"]);
        assert_eq!(report.score, Score::Mate(1));
        assert!(news.len() > 1 && report.nodes <= 10_000);
    }

    #[test]
    fn the_last_report_has_the_numbers_of_the_end() {
        let news = search(EngineName::Epidote, crate::chess::START);
        let best = searched(&news).best;
        assert_eq!(best.nodes, 10_000);
        let reports: Vec<&News> =
            news.iter().filter(|news| matches!(news, News::Progress(Progress::Found(_)))).collect();
        assert_eq!(reports.last(), Some(&&News::Progress(Progress::Found(best))));
    }

    #[test]
    fn a_search_that_continues_uses_what_the_last_one_found() {
        let mut analyst = Analyst::new(Box::new(Other("the other engine")));
        let mut nodes_of = |continues| {
            let heard = Rc::new(RefCell::new(Vec::new()));
            let hear = Rc::clone(&heard);
            let limits = SearchLimits { depth: Some(7), ..SearchLimits::default() };
            let mut task = task(EngineName::Epidote, crate::chess::START, limits);
            if let EngineTask::Search { continues: place, .. } = &mut task {
                *place = continues;
            }
            analyst.begin(
                Task::Engine(task),
                Rc::new(Stopped),
                Box::new(move |news| hear.borrow_mut().push(news)),
            );
            searched(&heard.take()).best.nodes
        };
        let (first, again, on) = (nodes_of(false), nodes_of(false), nodes_of(true));
        assert_eq!(first, again);
        assert!(on < first / 2, "{on} of {first}");
    }

    /// Memory for one search that is over when it was asked for some times, after a hundred thousand positions.
    #[derive(Debug, Default)]
    struct Over(std::sync::Mutex<[u64; 8]>, std::sync::atomic::AtomicU32);

    impl Shared for Over {
        fn buckets(&self) -> usize {
            1
        }

        fn read(&self, _: usize) -> [u64; 8] {
            *self.0.lock().unwrap()
        }

        fn write(&self, _: usize, slot: usize, words: [u64; 2]) {
            self.0.lock().unwrap()[2 * slot..][..2].copy_from_slice(&words);
        }

        fn is_over(&self, _: u32) -> bool {
            self.1.fetch_add(1, std::sync::atomic::Ordering::Relaxed) > 100
        }

        fn nodes_of_helpers(&self) -> u64 {
            1_000_000
        }

        fn tell_nodes(&self, _: u64) {}
    }

    #[test]
    fn one_leads_and_others_help_until_the_search_is_over() {
        let searched_as = |team: Option<InTeam>, memory: Option<Arc<dyn Shared>>| {
            let heard = Rc::new(RefCell::new(Vec::new()));
            let hear = Rc::clone(&heard);
            let limits = SearchLimits { depth: Some(3), ..SearchLimits::default() };
            let alone = task(EngineName::Epidote, crate::chess::START, limits);
            let asked = match team {
                Some(team) => alone.in_team(team),
                None => alone,
            };
            let mut analyst = Analyst::new(Box::new(Other("the other engine")));
            if let Some(memory) = memory {
                analyst.take_memory(memory);
            }
            let tell = Box::new(move |news| hear.borrow_mut().push(news));
            analyst.begin(Task::Engine(asked), Rc::new(Stopped), tell);
            searched(&heard.take()).best
        };
        let memory = || Some(Arc::new(Over::default()) as Arc<dyn Shared>);
        let team = |helps| Some(InTeam { number: 1, generation: 1, helps });
        let alone = searched_as(None, memory());
        assert!(alone.depth == 3 && alone.nodes < 100_000, "memory alone changes nothing");
        // A worker that has no memory searches alone.
        assert_eq!(searched_as(team(false), None), alone);
        // The positions of those who help count, and so does the limit of depth.
        let led = searched_as(team(false), memory());
        assert!(led.depth == 3 && led.nodes > 1_000_000, "{led:?}");
        // One that helps has no limit but the end of the search.
        assert!(searched_as(team(true), memory()).depth > 3);
    }

    #[test]
    fn hands_a_search_to_the_other_engines() {
        let check = |analyst: Analyst, engine, expect: &str| {
            let heard = Rc::new(RefCell::new(Vec::new()));
            let hear = Rc::clone(&heard);
            let tell = Box::new(move |news| hear.borrow_mut().push(news));
            let limits = SearchLimits { nodes: Some(10_000), ..SearchLimits::default() };
            let mut analyst = analyst;
            analyst.begin(Task::Engine(task(engine, ROOK, limits)), Rc::new(Stopped), tell);
            assert_eq!(heard.take(), [News::End(Err(format!("{expect} has {ROOK}").into()))], "{engine:?}");
        };
        let alone = || Analyst::new(Box::new(Other("the other engine")));
        let both = || alone().with_native(Box::new(Other("the native one")));
        check(alone(), EngineName::Stockfish, "the other engine");
        check(alone(), EngineName::Native, "the other engine");
        check(both(), EngineName::Stockfish, "the other engine");
        check(both(), EngineName::Native, "the native one");
    }

    #[test]
    fn several_lines_come_in_their_order() {
        let limits = SearchLimits { depth: Some(5), ..SearchLimits::default() };
        let EngineTask::Search { engine, fields, halfmove_clock, limits, .. } =
            task(EngineName::Epidote, crate::chess::START, limits)
        else {
            panic!()
        };
        let lines = 3;
        let found = searched(&news_of(&EngineTask::Search {
            engine,
            fields,
            halfmove_clock,
            limits,
            lines,
            target: None,
            continues: false,
            team: None,
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
            let limits = SearchLimits { nodes: Some(1_000_000), ..SearchLimits::default() };
            let avoid = vec!["a2a3".to_owned()];
            let mut task = task(EngineName::Epidote, crate::chess::START, limits);
            if let EngineTask::Search { target, .. } = &mut task {
                *target = Some(Goal { best: vec![], mate: None, avoid, stop });
            }
            searched(&news_of(&task))
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
            let mut news = news_of(&task);
            let Found::Proof(proof) = found(&news) else { panic!("{news:?}") };
            news.pop();
            (news, proof)
        };
        let refuted = vec![News::Progress(Progress::Refuted(1))];
        let (news, Proved { verdict, keys, .. }) = prove(3, false);
        let mate = MateVerdict::Mate(2, ["c6b6", "a8b8", "h1h8"].map(str::to_owned).to_vec());
        assert_eq!((news, verdict, keys), (refuted.clone(), mate, vec!["c6b6".to_owned()]));
        let (news, proof) = prove(1, false);
        assert_eq!((news, proof.verdict), (refuted, MateVerdict::NoMate));
        // The king can also go to c7.
        assert_eq!(prove(2, true).1.keys.len(), 2);
    }

    #[test]
    fn counts() {
        let task = EngineTask::Perft { fields: crate::chess::START.to_owned(), depth: 3 };
        assert_eq!(found(&news_of(&task)), Found::Perft(vec![20, 400, 8_902]));
    }

    #[test]
    fn a_position_that_cannot_be_searched_fails_in_words() {
        let news = search(EngineName::Epidote, "8/8/8/8/8/8/8/8 w - -");
        assert!(matches!(&news[..], [News::End(Err(_))]), "{news:?}");
    }
}
