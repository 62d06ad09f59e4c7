//! The other side of the dialogue: this program asks, and an engine that speaks UCI answers.
//!
//! A state machine without any process or worker in it. Events come in, actions go out: somebody else
//! starts the engine, carries lines, and says what time it is.
//!
//! Nothing that an engine does is taken for granted. It may crash: it is started anew and asked once more.
//! It may fall silent: while it searches it must answer `isready` at once, so it is asked that now and
//! then, and ended when it does not. It may say nonsense: moves that cannot be played are not believed.
//! What it cannot read is not sent: a position is checked before, and one without a legal move answered
//! here, because some engines never answer those.

use std::fmt::Write as _;

use crate::language::{Arg, Text, args, say};
use crate::search::{Asked, Limits, Question, Report};
use crate::uci::heard::{self, Heard};

/// Milliseconds of silence after which an engine is asked whether it is there.
const SILENCE_MS: f64 = 3_000.0;

/// Milliseconds in which it must answer that.
const PATIENCE_MS: f64 = 10_000.0;

/// Milliseconds that an engine may take to introduce itself.
const START_MS: f64 = 60_000.0;

/// Nodes of `go mate`, which without a limit ends with a mate or never.
const MATE_NODES: u64 = 1_000_000;

/// Size of the engine's table in MiB.
const TABLE_MIB: u32 = 16;

/// How often a question is asked when the engine crashes.
const TRIES: u32 = 2;

/// What is asked of the engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// The four fields of the position.
    pub fields: String,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// When to stop.
    pub limits: Limits,
    /// How many best lines are wanted, at least 1.
    pub lines: u32,
    /// Whether what the last search found out is used.
    pub continues: bool,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event<'a> {
    /// A search is wanted. One at a time: a search that goes on is given up for it.
    Ask(Search),
    /// Enough was found: the search is to end as soon as it can.
    Enough,
    /// The engine said a line.
    Line(&'a str),
    /// Time went by.
    Tick,
    /// The engine died, or could not be started.
    Broke(&'a Text),
}

/// What is to be done.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Start the engine.
    Start,
    /// Say a line to it.
    Say(String),
    /// End it: nothing that it said is of interest any more.
    End,
    /// Tell that the search got further.
    Found(Report),
    /// Tell its end.
    Done(Report),
    /// Tell that it failed, and why.
    Failed(Text),
}

/// The dialogue with one engine.
#[derive(Debug)]
pub struct Client {
    name: &'static str,
    stage: Stage,
    question: Option<Asking>,
    /// When the engine was last heard.
    heard_ms: f64,
    /// It was asked whether it is there.
    is_called: bool,
    /// What it was told last of the rules of castling.
    is_chess960: bool,
    /// What it was told last of the number of lines.
    lines: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// There is no engine.
    Off,
    /// It has not introduced itself yet.
    Starting,
    /// It prepares for the question.
    Preparing,
    Searching,
    Idle,
}

/// A question that is not answered yet.
#[derive(Debug)]
struct Asking {
    search: Search,
    asked: Asked,
    last: Option<Report>,
    tries: u32,
}

impl Client {
    /// A dialogue with an engine of this name, which is not started before it is asked.
    pub fn new(name: &'static str) -> Self {
        Self {
            name,
            stage: Stage::Off,
            question: None,
            heard_ms: 0.0,
            is_called: false,
            is_chess960: false,
            lines: 1,
        }
    }

    /// Takes in what happened.
    pub fn handle(&mut self, event: Event<'_>, now_ms: f64) -> Vec<Action> {
        match event {
            Event::Ask(search) => self.ask(search, now_ms),
            Event::Enough if self.stage == Stage::Searching => vec![Action::Say("stop".to_owned())],
            Event::Enough => Vec::new(),
            Event::Line(line) => {
                self.heard_ms = now_ms;
                self.is_called = false;
                self.hear(line, now_ms)
            }
            Event::Tick => self.tick(now_ms),
            Event::Broke(reason) => self.broke(reason, now_ms),
        }
    }

    fn ask(&mut self, search: Search, now_ms: f64) -> Vec<Action> {
        let question = Question { halfmove_clock: search.halfmove_clock, ..Question::new(&search.fields) };
        let asked = match Asked::of(&question) {
            Ok(asked) => asked,
            Err(error) => return vec![Action::Failed(error.to_string().into())],
        };
        if let Some(report) = asked.ended() {
            return vec![Action::Done(report)];
        }
        let mut actions = Vec::new();
        if matches!(self.stage, Stage::Searching | Stage::Preparing) {
            // What it would still say of the last question could be taken for this one's.
            self.stage = Stage::Off;
            actions.push(Action::End);
        }
        self.question = Some(Asking { search, asked, last: None, tries: 1 });
        actions.extend(self.go_on(now_ms));
        actions
    }

    /// The next step towards an answer.
    fn go_on(&mut self, now_ms: f64) -> Vec<Action> {
        let Some(question) = &self.question else { return Vec::new() };
        let send = |line: String| Action::Say(line);
        match self.stage {
            Stage::Off => {
                self.stage = Stage::Starting;
                self.heard_ms = now_ms;
                self.is_called = false;
                self.is_chess960 = false;
                self.lines = 1;
                vec![Action::Start, send("uci".to_owned())]
            }
            Stage::Idle => {
                self.stage = Stage::Preparing;
                self.heard_ms = now_ms;
                let mut actions = Vec::new();
                let is_chess960 = question.asked.position.chess960;
                if is_chess960 != self.is_chess960 {
                    self.is_chess960 = is_chess960;
                    actions.push(send(format!("setoption name UCI_Chess960 value {is_chess960}")));
                }
                if question.search.lines != self.lines {
                    self.lines = question.search.lines;
                    actions.push(send(format!("setoption name MultiPV value {}", self.lines)));
                }
                if !question.search.continues {
                    actions.push(send("ucinewgame".to_owned()));
                }
                actions.push(send("isready".to_owned()));
                actions
            }
            Stage::Starting | Stage::Preparing | Stage::Searching => Vec::new(),
        }
    }

    fn hear(&mut self, line: &str, now_ms: f64) -> Vec<Action> {
        let heard = heard::read(line);
        if let Heard::Critical(reason) = heard {
            let reason = self.failure("engine.refused", reason);
            return self.give_up(reason);
        }
        match (self.stage, heard) {
            (Stage::Starting, Heard::Introduced) => {
                self.stage = Stage::Idle;
                let mut actions = vec![Action::Say(format!("setoption name Hash value {TABLE_MIB}"))];
                actions.extend(self.go_on(now_ms));
                actions
            }
            (Stage::Preparing, Heard::Ready) => {
                let Some(question) = &self.question else {
                    self.stage = Stage::Idle;
                    return Vec::new();
                };
                self.stage = Stage::Searching;
                let position = format!("position fen {}", question.asked.fen());
                vec![Action::Say(position), Action::Say(go(&question.search.limits))]
            }
            (Stage::Searching, Heard::Info(info)) => self.info(&info),
            (Stage::Searching, Heard::Best(best, _)) => self.best(best),
            _ => Vec::new(),
        }
    }

    fn info(&mut self, info: &heard::Info<'_>) -> Vec<Action> {
        let Some(question) = &mut self.question else { return Vec::new() };
        let Some(score) = info.score.filter(|_| !info.pv.is_empty()) else { return Vec::new() };
        let pv = question.asked.playable(&info.pv);
        if pv.is_empty() {
            let reason = self.failure("engine.no-move", info.pv[0]);
            return self.give_up(reason);
        }
        let report = Report {
            line: info.rank,
            depth: info.depth,
            selective_depth: info.selective_depth,
            score,
            pv,
            nodes: info.nodes,
            time_ms: info.time_ms,
        };
        let is_late = question.search.limits.soft_ms.is_some_and(|soft| report.time_ms >= soft);
        if report.line == 1 {
            question.last = Some(report.clone());
        }
        let mut actions = vec![Action::Found(report)];
        if is_late {
            actions.push(Action::Say("stop".to_owned()));
        }
        actions
    }

    fn best(&mut self, best: &str) -> Vec<Action> {
        self.stage = Stage::Idle;
        let Some(Asking { asked, last, .. }) = self.question.take() else { return Vec::new() };
        let played = asked.playable(&[best]);
        let Some((&mv, mut report)) = played.first().zip(last) else {
            // Stopped by a limit before it had a line, or nonsense.
            return vec![Action::Failed(self.failure("engine.no-line", best))];
        };
        if report.pv.first() != Some(&mv) {
            report.pv = played;
        }
        vec![Action::Done(report)]
    }

    fn tick(&mut self, now_ms: f64) -> Vec<Action> {
        let silent_ms = now_ms - self.heard_ms;
        match self.stage {
            Stage::Starting if silent_ms >= START_MS => self.give_up(self.failure("engine.no-start", "")),
            Stage::Preparing | Stage::Searching if self.is_called => {
                if silent_ms < SILENCE_MS + PATIENCE_MS {
                    return Vec::new();
                }
                self.give_up(self.failure("engine.silent", ""))
            }
            Stage::Preparing | Stage::Searching if silent_ms >= SILENCE_MS => {
                self.is_called = true;
                vec![Action::Say("isready".to_owned())]
            }
            _ => Vec::new(),
        }
    }

    fn broke(&mut self, reason: &Text, now_ms: f64) -> Vec<Action> {
        let has_run = self.stage != Stage::Starting;
        self.stage = Stage::Off;
        let mut actions = vec![Action::End];
        match &mut self.question {
            // One that cannot even be started will not do better the next time.
            Some(question) if question.tries < TRIES && has_run => {
                question.tries += 1;
                question.last = None;
                actions.extend(self.go_on(now_ms));
            }
            Some(_) => {
                self.question = None;
                actions.push(Action::Failed(self.failure("engine.crashed", reason)));
            }
            None => {}
        }
        actions
    }

    /// What went wrong, for the user.
    fn failure(&self, key: &'static str, what: impl Into<Arg>) -> Text {
        say(key, args![self.name, what.into()])
    }

    /// Ends the engine and the question.
    fn give_up(&mut self, reason: Text) -> Vec<Action> {
        self.stage = Stage::Off;
        let mut actions = vec![Action::End];
        if self.question.take().is_some() {
            actions.push(Action::Failed(reason));
        }
        actions
    }
}

/// The words of the limits.
fn go(limits: &Limits) -> String {
    let mut line = "go".to_owned();
    let mut add = |word: &str, number: Option<u64>| {
        if let Some(number) = number {
            // Writing to a string cannot fail.
            let _ = write!(line, " {word} {number}");
        }
    };
    add("nodes", limits.nodes.or(limits.mate.map(|_| MATE_NODES)));
    add("depth", limits.depth.map(u64::from));
    add("mate", limits.mate.map(u64::from));
    add("movetime", limits.time_ms);
    if line == "go" {
        line.push_str(" infinite");
    }
    line
}

#[cfg(test)]
mod tests;
