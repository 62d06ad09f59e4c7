//! Engines: the one of this project, and any other that answers in the same way.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::language::Text;
use crate::protocol::Progress;
use crate::search::{Clock, Endgames, Question, Searcher};
use crate::verb::{Found, FoundLine, SearchLimits};

/// Size of the transposition table in MiB.
const TABLE_MIB: usize = 16;

/// A position to search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// The four fields.
    pub fields: String,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u32,
}

impl Position {
    pub(super) fn question(&self) -> Question<'_> {
        Question { halfmove_clock: self.halfmove_clock, ..Question::new(&self.fields) }
    }
}

/// A task for an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hunt {
    /// The four fields and the clock of draws from which the search begins.
    pub position: Position,
    /// When to stop.
    pub limits: SearchLimits,
    /// How many best lines are wanted, at least 1.
    pub lines: u32,
    /// Whether the results of the last search are reused.
    pub continues: bool,
}

/// News from a search.
#[derive(Debug, Clone, PartialEq)]
pub enum Heard {
    /// The search made progress.
    Progress(Progress),
    /// The search ended, with the best line, or with a reason why there is none, in words for the user.
    End(Result<FoundLine, Text>),
}

/// Hears the news of a search: progress any number of times, and the end once. It breaks when it has heard
/// enough; the engine then stops at the end of the iteration, or as soon as it can.
pub type Hear = Box<dyn FnMut(Heard) -> ControlFlow<()>>;

/// An engine. It searches one position at a time.
pub trait Engine {
    /// Begins a search. The end is reported before this returns, or later.
    fn search(&mut self, hunt: Hunt, clock: &dyn Clock, hear: Hear);

    /// Ends the search as soon as possible, if this engine answers later and has not answered yet. The end is
    /// reported as usual, but not before this returns.
    fn stop(&mut self) {}
}

/// The engine of this project. Unless a search continues the last one, it starts from clear tables, so that
/// its result does not depend on what was searched before.
#[derive(Debug, Default)]
pub(super) struct Own {
    searcher: Option<Searcher>,
}

impl Own {
    fn searcher(&mut self) -> &mut Searcher {
        self.searcher.get_or_insert_with(|| Searcher::new(TABLE_MIB))
    }

    /// Looks positions up in these tables from now on, or in none.
    pub(super) fn take_endgames(&mut self, tables: Option<Arc<dyn Endgames>>) {
        if tables.is_some() || self.searcher.is_some() {
            self.searcher().take_endgames(tables);
        }
    }
}

impl Engine for Own {
    fn search(&mut self, hunt: Hunt, clock: &dyn Clock, mut hear: Hear) {
        let searcher = self.searcher();
        if !hunt.continues {
            searcher.clear();
        }
        let lines = hunt.lines as usize;
        let question = Question { lines, ..hunt.position.question() };
        let found = searcher.go_until(&question, &hunt.limits.into(), clock, &mut |report| {
            hear(Heard::Progress(Progress::Found(report.into())))
        });
        // The search has ended, so the answer does not matter.
        let _ = hear(Heard::End(
            found.map(|best| FoundLine::from(&best)).map_err(|error| error.to_string().into()),
        ));
    }
}

/// Hears the news of a task for an engine: progress any number of times, and the end once.
pub(super) struct Hears {
    pub(super) progress: Box<dyn FnMut(Progress)>,
    pub(super) end: Box<dyn FnMut(Result<Found, Text>)>,
}
