//! The task of the workers that search.

use crate::jobs::Work;
use crate::protocol::{Outcome, Report, Task};
use crate::search::{Clock, Question, Searcher};
use crate::uci::{Host, Session};

/// Size of the transposition table in MiB.
const TABLE_MIB: usize = 16;

/// A worker that searches: its tables, kept from task to task.
#[derive(Default)]
pub struct Engine {
    searcher: Option<Searcher>,
    session: Option<Session>,
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").finish_non_exhaustive()
    }
}

impl Work for Engine {
    /// Every search starts from clear tables, so that a result does not depend on what was searched
    /// before.
    fn run(
        &mut self,
        task: Task,
        clock: &dyn Clock,
        progress: &mut dyn FnMut(Report),
    ) -> Result<Outcome, String> {
        let Task::Search { fields, halfmove_clock, limits } = task else {
            return Err("this worker only searches".to_owned());
        };
        let searcher = self.searcher.get_or_insert_with(|| Searcher::new(TABLE_MIB));
        let question = Question { halfmove_clock, ..Question::new(&fields) };
        let report = searcher
            .go(&question, &limits.into(), clock, &mut |report| progress(report.into()))
            .map_err(|error| error.to_string())?;
        Ok(Outcome::Search(Report::from(&report)))
    }

    /// Speaks UCI: the worker is an engine for any page.
    fn hear(&mut self, line: &str, host: &dyn Host) {
        // A worker cannot end itself: `quit` is left to whoever made it.
        let _ = self.session.get_or_insert_default().hear(line, host);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Limits;

    struct Stopped;

    impl Clock for Stopped {
        fn now_ms(&self) -> f64 {
            0.0
        }
    }

    #[test]
    fn searches() {
        let task = Task::Search {
            fields: "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -".into(),
            halfmove_clock: 0,
            limits: Limits { nodes: Some(10_000), ..Limits::default() },
        };
        let mut reports = 0;
        let outcome = Engine::default().run(task, &Stopped, &mut |_| reports += 1);
        let Ok(Outcome::Search(report)) = outcome else { panic!("{outcome:?}") };
        assert_eq!(report.line, ["a1a8"]);
        assert_eq!(report.score, crate::protocol::Score::Mate(1));
        assert!(reports > 0 && report.nodes <= 10_000);
    }

    #[test]
    fn a_position_that_cannot_be_searched_fails_in_words() {
        let task = Task::Search {
            fields: "8/8/8/8/8/8/8/8 w - -".into(),
            halfmove_clock: 0,
            limits: Limits::default(),
        };
        assert!(Engine::default().run(task, &Stopped, &mut |_| ()).is_err());
    }
}
