//! Engines: the one of this project, and any other that answers in the same way.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::language::{Text, args, say, word};
use crate::protocol::Progress;
use crate::search::{
    Clock, Endgames, Fifty, Known, Outcome, Part, Question, Report, Searcher, Shared, Together,
};
use crate::verb::{Found, FoundLine, InTeam, SearchLimits};

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

    fn is_white_to_move(&self) -> bool {
        self.fields.split_ascii_whitespace().nth(1) == Some("w")
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
    /// What the engine does, if several search the position. Engines that are not ours search alone.
    pub team: Option<InTeam>,
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
    /// Memory that it shares with others.
    shared: Option<Arc<dyn Shared>>,
}

impl Own {
    fn searcher(&mut self) -> &mut Searcher {
        self.searcher_with(TABLE_MIB)
    }

    /// The same; if it is made now, with a table of this size.
    fn searcher_with(&mut self, table_mib: usize) -> &mut Searcher {
        self.searcher.get_or_insert_with(|| Searcher::new(table_mib))
    }

    /// Searches together with others in this memory from now on, where a task says so.
    pub(super) fn take_memory(&mut self, memory: Arc<dyn Shared>) {
        self.shared = Some(memory);
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
        let shared = self.shared.clone();
        // One that helps has no use for a table of its own.
        let helps = shared.is_some() && hunt.team.is_some_and(|team| team.helps);
        let searcher = self.searcher_with(if helps { 0 } else { TABLE_MIB });
        if !hunt.continues {
            searcher.clear();
        }
        let lines = hunt.lines as usize;
        let question = Question { lines, ..hunt.position.question() };
        if let Some(known) = searcher.known(&question) {
            // It is on its way before the search begins, and ends nothing.
            let _ = hear(Heard::Progress(Progress::Message(told(known, hunt.position.is_white_to_move()))));
        }
        let limits = hunt.limits.into();
        let on_report = &mut |report: &Report| hear(Heard::Progress(Progress::Found(report.into())));
        let found = match (hunt.team, shared) {
            (Some(InTeam { number, generation, helps }), Some(memory)) => {
                let part = if helps { Part::Helps } else { Part::Leads };
                let together = Together { memory: &memory, number, generation, part };
                searcher.go_together(&together, &question, &limits, clock, on_report)
            }
            _ => searcher.go_until(&question, &limits, clock, on_report),
        };
        // The search has ended, so the answer does not matter.
        let _ = hear(Heard::End(
            found.map(|best| FoundLine::from(&best)).map_err(|error| error.to_string().into()),
        ));
    }
}

/// What tables of endgames know, in words.
fn told(Known { outcome, plies, fifty }: Known, is_white_to_move: bool) -> Text {
    let winner = match outcome {
        Outcome::Draw => return "endgame.draw".into(),
        Outcome::Win => is_white_to_move,
        Outcome::Loss => !is_white_to_move,
    };
    let winner = word(if winner { "side.white" } else { "side.black" });
    match (plies, fifty) {
        (Some(plies), Fifty::InTime) => say("endgame.win", args![winner, plies]),
        (Some(plies), Fifty::Unsure) => say("endgame.late", args![winner, plies]),
        (Some(plies), Fifty::TooLate) => say("endgame.too-late", args![winner, plies]),
        (None, _) => say("endgame.win.only", [winner]),
    }
}

/// Hears the news of a task for an engine: progress any number of times, and the end once.
pub(super) struct Hears {
    pub(super) progress: Box<dyn FnMut(Progress)>,
    pub(super) end: Box<dyn FnMut(Result<Found, Text>)>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Catalog;

    #[track_caller]
    fn check(outcome: Outcome, plies: Option<u32>, fifty: Fifty, white: &str, black: &str) {
        let say = |side| Catalog::english().render(&told(Known { outcome, plies, fifty }, side));
        assert_eq!((say(true).as_str(), say(false).as_str()), (white, black));
    }

    #[test]
    fn what_tables_know_is_told_by_colour() {
        let (win, loss) = ("Tables: White wins, DTZ 12", "Tables: Black wins, DTZ 12");
        check(Outcome::Win, Some(12), Fifty::InTime, win, loss);
        check(Outcome::Loss, Some(12), Fifty::InTime, loss, win);
        check(Outcome::Draw, None, Fifty::InTime, "Tables: draw", "Tables: draw");
        check(Outcome::Win, None, Fifty::InTime, "Tables: White wins", "Tables: Black wins");
        let late = "Tables: White wins, DTZ 1, unless the fifty-move rule ends the game first";
        check(Outcome::Win, Some(1), Fifty::Unsure, late, &late.replace("White", "Black"));
        let draw = "Tables: draw by the fifty-move rule (White wins without it, DTZ 120)";
        check(Outcome::Win, Some(120), Fifty::TooLate, draw, &draw.replace("White", "Black"));
    }
}
