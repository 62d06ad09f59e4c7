//! Does a step that needs an engine with lines, one after another. The page and the command line both use it,
//! so that they write the same files.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;

use crate::epd::conventions::Conventions;
use crate::epd::game::{Game, by_rook_files, with_own_rights};
use crate::epd::lint::other_game;
use crate::epd::position::PositionReading;
use crate::epd::{Parse, parse};
use crate::jobs::engine::Hears;
use crate::jobs::engines::Engines;
use crate::jobs::{News, Tell};
use crate::language::Text;
use crate::protocol::{Foreseen, Lines, Outcome, Progress};
use crate::search::Clock;
use crate::verb::{Ask, Ended, Found, Record, Step, WithoutLine, Written};

/// The lines of a task, and how far the work on them has come.
///
/// Our engine answers before the call returns, Stockfish later. Either way the next line begins where the
/// last one ended, without recursion.
pub(super) struct StepRun {
    step: Step,
    /// How the lines are read.
    conventions: Conventions,
    /// The lines, with castling rights that verbs understand.
    lines: Lines,
    /// The lines as they are in the file, where that is something else.
    own: HashMap<usize, Vec<u8>>,
    engines: Rc<RefCell<Engines>>,
    clock: Rc<dyn Clock>,
    tell: RefCell<Tell>,
    /// The time by the clock after which no further line is begun.
    end_ms: f64,
    next: Cell<usize>,
    /// The record, from when the call that asked the engine has returned until the answer comes.
    waits: RefCell<Option<WithoutLine>>,
    /// The answer, if it comes before that call returns.
    answer: RefCell<Option<Result<Found, Text>>>,
}

impl fmt::Debug for StepRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StepRun").field("step", &self.step).field("next", &self.next).finish_non_exhaustive()
    }
}

impl StepRun {
    /// Begins with the first line.
    pub(super) fn begin(
        step: Step,
        (conventions, lines): (Conventions, Lines),
        budget_ms: u32,
        engines: &Rc<RefCell<Engines>>,
        clock: Rc<dyn Clock>,
        mut tell: Tell,
    ) {
        if let Err(error) = step.check() {
            return tell(News::End(Err(error.text())));
        }
        let end_ms = clock.now_ms() + f64::from(budget_ms);
        let (lines, own) = spelled(conventions.game, lines);
        let run = Self {
            step,
            conventions,
            lines,
            own,
            engines: Rc::clone(engines),
            clock,
            tell: RefCell::new(tell),
            end_ms,
            next: Cell::new(0),
            waits: RefCell::new(None),
            answer: RefCell::new(None),
        };
        Rc::new(run).go_on();
    }

    /// Works on lines until an engine does not answer at once, until none is left, or until the time is up.
    fn go_on(self: Rc<Self>) {
        while let Some(line) = self.lines.get(self.next.get()) {
            if self.next.get() > 0 && self.clock.now_ms() >= self.end_ms {
                break;
            }
            let written = match read(&self.step, &self.conventions, line) {
                Err(ended) => ended.into(),
                Ok(record) => match self.step.ask(&record) {
                    Ask::Nothing(ended) => ended.into(),
                    Ask::Engine(task) => {
                        let hears = self.hears();
                        self.engines.borrow_mut().answer(task, self.clock.as_ref(), hears);
                        match self.answer.take() {
                            Some(Ok(found)) => self.written(&record, found),
                            Some(Err(reason)) => return self.tell(News::End(Err(reason))),
                            None => {
                                self.waits.replace(Some(record.without_line()));
                                return;
                            }
                        }
                    }
                },
            };
            self.end_line(written);
        }
        self.tell(News::End(Ok(Outcome::Finished)));
    }

    fn hears(self: &Rc<Self>) -> Hears {
        let (progress, end) = (Rc::clone(self), Rc::clone(self));
        Hears {
            progress: Box::new(move |news| progress.tell(News::Progress(news))),
            end: Box::new(move |found| {
                let waits = end.waits.take();
                match waits {
                    Some(record) => Rc::clone(&end).answered(record, found),
                    None => {
                        end.answer.replace(Some(found));
                    }
                }
            }),
        }
    }

    /// Handles an answer that comes after the call.
    fn answered(self: Rc<Self>, record: WithoutLine, found: Result<Found, Text>) {
        let found = match found {
            Ok(found) => found,
            Err(reason) => return self.tell(News::End(Err(reason))),
        };
        if let Some(line) = self.lines.get(self.next.get()) {
            let written = self.written(&record.with_line(line), found);
            self.end_line(written);
        }
        self.go_on();
    }

    fn written(&self, record: &Record<'_>, found: Found) -> Written {
        if let Some(words) = found.words() {
            self.tell(News::Progress(Progress::Message(words)));
        }
        self.step.write(record, found)
    }

    fn end_line(&self, written: Written) {
        let at = self.next.get();
        self.next.set(at + 1);
        let written = match (self.own.get(&at), self.lines.get(at)) {
            (Some(own), Some(spelled)) => respelled(written, spelled, own),
            _ => written,
        };
        // No message holds that many lines.
        let at = u32::try_from(at).unwrap_or(u32::MAX);
        self.tell(News::Progress(Progress::Written(at, Box::new(written))));
    }

    fn tell(&self, news: News) {
        (self.tell.borrow_mut())(news);
    }
}

/// The lines with castling rights that verbs understand, and those that were others before, by their places.
fn spelled(game: Game, lines: Lines) -> (Lines, HashMap<usize, Vec<u8>>) {
    if game == Game::Chess {
        return (lines, HashMap::new());
    }
    let mut own = HashMap::new();
    let mut out = Lines::default();
    for (at, line) in lines.iter().enumerate() {
        match by_rook_files(game, line) {
            Some(spelled) => {
                own.insert(at, line.to_vec());
                out.push(&spelled);
            }
            None => out.push(line),
        }
    }
    (out, own)
}

/// A result with the castling rights as the line has them.
pub(super) fn respelled(mut written: Written, spelled: &[u8], own: &[u8]) -> Written {
    if let Some(text) = &mut written.text {
        *text = with_own_rights(text, spelled, own);
    }
    written
}

/// How a step ends that would judge a record by the rules of chess, where it is one of another game.
pub fn of_other_game(step: &Step, conventions: &Conventions, parsed: &Parse<'_>) -> Option<Ended> {
    if !step.is_of_chess() {
        return None;
    }
    let key = other_game(parsed, &PositionReading::read_as(parsed, conventions.game), conventions)?;
    Some(if step.is_searched() { Ended::Failed(key.into()) } else { Ended::Unchanged(key.into()) })
}

/// A record for a step that asks an engine.
fn read<'a>(step: &Step, conventions: &Conventions, line: &'a [u8]) -> Result<Record<'a>, Ended> {
    let parsed = parse(line);
    of_other_game(step, conventions, &parsed).map_or_else(|| Record::of(parsed), Err)
}

/// The line after a step that needs no engine, if it changes.
pub fn rewritten(step: &Step, conventions: &Conventions, line: &[u8], number: u32) -> Option<Vec<u8>> {
    match by_rook_files(conventions.game, line) {
        None => step.rewrite(line, number, conventions),
        Some(spelled) => {
            let new = step.rewrite(&spelled, number, conventions)?;
            Some(with_own_rights(&new, &spelled, line)).filter(|new| new != line)
        }
    }
}

/// What a step would do with a line.
pub(super) fn foresee(step: &Step, conventions: &Conventions, line: &[u8], number: u32) -> Foreseen {
    if !step.is_searched() {
        return match rewritten(step, conventions, line, number) {
            Some(line) => Foreseen::Line(line),
            None => {
                Foreseen::Nothing(of_other_game(step, conventions, &parse(line)).unwrap_or(Ended::NoRecord))
            }
        };
    }
    let spelled = by_rook_files(conventions.game, line);
    match read(step, conventions, spelled.as_deref().unwrap_or(line)).map(|record| step.ask(&record)) {
        Ok(Ask::Engine(_)) => Foreseen::Search,
        Ok(Ask::Nothing(ended)) | Err(ended) => Foreseen::Nothing(ended),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::score::Score;
    use crate::epd::PARSED;
    use crate::jobs::testing::{Stopped, lines};
    use crate::jobs::{Engine, Hear, Heard, Hunt};
    use crate::verb::{Analyze, EngineName, FoundLine, SearchLimits};

    type Asked = Rc<RefCell<Vec<Hear>>>;

    /// An engine that answers when it is told to, as one in another program does.
    struct Later(Asked);

    impl Engine for Later {
        fn search(&mut self, _: Hunt, _: &dyn Clock, hear: Hear) {
            self.0.borrow_mut().push(hear);
        }
    }

    /// Begins a step with the lines for tests; what it tells, and what the engine was asked.
    fn begun() -> (Rc<RefCell<Vec<News>>>, Asked) {
        let (heard, asked) = (Rc::new(RefCell::new(Vec::new())), Asked::default());
        let engines = Rc::new(RefCell::new(Engines::new(Box::new(Later(Rc::clone(&asked))))));
        let limits = SearchLimits { nodes: Some(1), ..SearchLimits::default() };
        let engine = EngineName::Stockfish;
        let step = Analyze::new(engine, limits).into();
        let hear = Rc::clone(&heard);
        let tell = Box::new(move |news| hear.borrow_mut().push(news));
        let conventions = Conventions::default();
        StepRun::begin(step, (conventions, lines()), u32::MAX, &engines, Rc::new(Stopped), tell);
        (heard, asked)
    }

    /// The engine answers what it was asked last.
    fn answer(asked: &Asked, found: Result<&str, &str>) {
        let mut hear = asked.borrow_mut().pop().expect("a question");
        let found = found.map_err(|reason| Text::Plain(reason.to_owned())).map(|line| FoundLine {
            rank: 1,
            depth: 1,
            selective_depth: 1,
            score: Score::Centipawns(3),
            line: vec![line.to_owned()],
            nodes: 1,
            time_ms: 0,
        });
        let _ = hear(Heard::End(found));
    }

    /// What was told: the lines that ended, by their places, and the end.
    fn told(heard: &RefCell<Vec<News>>) -> Vec<String> {
        let words = |news: News| match news {
            News::Progress(Progress::Written(at, written)) => Some(match (written.ended, written.text) {
                (Ended::Written, Some(text)) => format!("{at}: {}", String::from_utf8_lossy(&text)),
                (ended, _) => format!("{at}: {ended:?}"),
            }),
            News::Progress(_) => None,
            News::End(end) => Some(format!("{end:?}")),
        };
        heard.take().into_iter().filter_map(words).collect()
    }

    const FIRST: &str = "0: 4k3/8/8/8/8/8/8/4K3 w - - acd 1; acn 1; acs 0; ce 3; id \"a\"; pv Kd2;";

    #[test]
    fn answers_may_come_later() {
        let (heard, asked) = begun();
        assert!(told(&heard).is_empty());
        answer(&asked, Ok("e1d2"));
        assert_eq!(told(&heard), [FIRST, "1: NoRecord"]);
        answer(&asked, Ok("e1d2"));
        assert_eq!(
            told(&heard),
            ["2: 4k3/8/8/8/8/8/8/4K3 w - -  acd 1; acn 1; acs 0; bm Kd2; bm Kd9; ce 3; pv Kd2;"]
        );
        answer(&asked, Ok("e8d7"));
        assert_eq!(
            told(&heard),
            ["3: 4k3/8/8/8/8/8/8/4K3 b - -  acd 1; acn 1; acs 0; ce 3; id \"b\"; pv Kd7;", "Ok(Finished)"]
        );
        assert!(asked.borrow().is_empty());
    }

    #[test]
    fn an_engine_that_fails_later_ends_the_work() {
        let (heard, asked) = begun();
        answer(&asked, Ok("e1d2"));
        answer(&asked, Err("gone"));
        assert_eq!(told(&heard), [FIRST, "1: NoRecord", "Err(Plain(\"gone\"))"]);
        assert!(asked.borrow().is_empty(), "no further line is begun");
    }

    #[test]
    fn a_later_answer_finds_its_record_parsed() {
        let (_, asked) = begun();
        let before = PARSED.get();
        answer(&asked, Ok("e1d2"));
        // The comment and the next record; not the record that was answered.
        assert_eq!(PARSED.get() - before, 2);
    }
}
