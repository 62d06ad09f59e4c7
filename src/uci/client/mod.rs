//! The other side of the dialogue: this program asks, and an engine that speaks UCI answers.
//!
//! A state machine without any process or worker. Events come in and actions go out: the caller starts the
//! engine, carries lines, and supplies the time.
//!
//! An engine is not trusted. If it crashes, it is started again and asked once more. If it falls silent, it
//! is asked now and then whether it is still there, since it must answer `isready` at once even while it
//! searches; if it does not answer, it is ended. If it keeps searching past its limit, it is told to stop,
//! and is ended if it does not. Moves that cannot be played are not believed. A position
//! that the engine could not read is not sent: positions are checked first. A position without a legal move
//! is answered here, because some engines never answer those.

use crate::language::{Arg, Text, args, say};
use crate::search::{Asked, Question, Report};
use crate::uci::heard::{self, Heard};

mod patience;
mod question;

use patience::is_beyond;
pub use question::Search;
use question::go;

/// Size of the engine's table in MiB.
const TABLE_MIB: u32 = 16;

/// Number of times a question is asked if the engine crashes.
const TRIES: u32 = 2;

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event<'a> {
    /// A search is wanted. There is one at a time: a search in progress is given up for it.
    Ask(Search),
    /// Enough was found, so the search should end as soon as it can.
    Enough,
    /// The answer is no longer wanted. The question is still answered, as soon as possible.
    Stop,
    /// The engine sent a line.
    Line(&'a str),
    /// Time passed.
    Tick,
    /// The engine died, or could not be started.
    Broke(&'a Text),
}

/// What is to be done.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Start the engine.
    Start,
    /// Send it a line.
    Say(String),
    /// End it. Whatever it sends after that is ignored.
    End,
    /// Report progress of the search.
    Found(Report),
    /// Report the end of the search.
    Done(Report),
    /// Report that the search failed, and why.
    Failed(Text),
}

/// The dialogue with one engine.
#[derive(Debug)]
pub struct Client {
    name: String,
    /// Options that are set at the start, after those of its own.
    options: Vec<(String, String)>,
    /// The options that the engine has.
    known: Vec<String>,
    stage: Stage,
    question: Option<Asking>,
    /// When the engine last sent something.
    heard_ms: f64,
    /// Whether it was asked if it is still there.
    is_called: bool,
    /// When the search began.
    began_ms: f64,
    /// When it was told to stop the present search.
    told_ms: Option<f64>,
    /// The rules of castling that it was last given.
    is_chess960: bool,
    /// The number of lines that it was last given.
    lines: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// There is no engine running.
    Off,
    /// It has not introduced itself yet.
    Starting,
    /// It is preparing for the question.
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
    /// Whether the answer is no longer wanted.
    is_stopped: bool,
}

impl Client {
    /// A dialogue with an engine of this name, which is started when the first question comes.
    pub fn new(name: &str) -> Self {
        Self::with_options(name, Vec::new())
    }

    /// The same, with options of the engine. A button has no value.
    pub fn with_options(name: &str, options: Vec<(String, String)>) -> Self {
        Self {
            name: name.to_owned(),
            options,
            known: Vec::new(),
            stage: Stage::Off,
            question: None,
            heard_ms: 0.0,
            is_called: false,
            began_ms: 0.0,
            told_ms: None,
            is_chess960: false,
            lines: 1,
        }
    }

    /// Handles an event.
    pub fn handle(&mut self, event: Event<'_>, now_ms: f64) -> Vec<Action> {
        match event {
            Event::Ask(search) => self.ask(search, now_ms),
            Event::Enough if self.stage == Stage::Searching => self.tell_to_stop(now_ms),
            Event::Enough => Vec::new(),
            Event::Stop => self.stop(now_ms),
            Event::Line(line) => {
                self.heard_ms = now_ms;
                self.is_called = false;
                let mut actions = self.hear(line, now_ms);
                actions.extend(self.watch(now_ms));
                actions
            }
            Event::Tick => {
                let mut actions = self.tick(now_ms);
                actions.extend(self.watch(now_ms));
                actions
            }
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
            // Its remaining lines on the last question could be taken for an answer to this one.
            self.stage = Stage::Off;
            actions.push(Action::End);
        }
        self.question = Some(Asking { search, asked, last: None, tries: 1, is_stopped: false });
        actions.extend(self.go_on(now_ms));
        actions
    }

    fn stop(&mut self, now_ms: f64) -> Vec<Action> {
        match (self.stage, &mut self.question) {
            // Loading it may take long, and another question may come that waits for it too.
            (Stage::Starting, question @ Some(_)) => {
                *question = None;
                vec![Action::Failed("why.stopped".into())]
            }
            (Stage::Searching, Some(question)) if !question.is_stopped => {
                question.is_stopped = true;
                self.tell_to_stop(now_ms)
            }
            (_, Some(question)) => {
                question.is_stopped = true;
                Vec::new()
            }
            (_, None) => Vec::new(),
        }
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
                self.known.clear();
                vec![Action::Start, send("uci".to_owned())]
            }
            Stage::Idle => {
                self.stage = Stage::Preparing;
                self.heard_ms = now_ms;
                let mut actions = Vec::new();
                let is_chess960 = question.asked.is_chess960();
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
            (Stage::Starting, Heard::Option(name)) => {
                self.known.push(name.to_owned());
                Vec::new()
            }
            (Stage::Starting, Heard::Introduced) => self.introduced(now_ms),
            (Stage::Preparing, Heard::Ready) if self.question.as_ref().is_some_and(|it| it.is_stopped) => {
                self.stage = Stage::Idle;
                self.question = None;
                vec![Action::Failed("why.stopped".into())]
            }
            (Stage::Preparing, Heard::Ready) => {
                let Some(question) = &self.question else {
                    self.stage = Stage::Idle;
                    return Vec::new();
                };
                self.stage = Stage::Searching;
                (self.began_ms, self.told_ms) = (now_ms, None);
                let position = format!("position fen {}", question.asked.fen());
                vec![Action::Say(position), Action::Say(go(&question.search.limits))]
            }
            (Stage::Searching, Heard::Info(info)) => self.info(&info, now_ms),
            (Stage::Searching, Heard::Best(best, _)) => self.best(best),
            _ => Vec::new(),
        }
    }

    /// Sets its options. One that it does not have would be ignored, and its results taken for others.
    fn introduced(&mut self, now_ms: f64) -> Vec<Action> {
        let is_known = |name: &str| self.known.iter().any(|known| known.eq_ignore_ascii_case(name));
        if let Some((name, _)) = self.options.iter().find(|(name, _)| !is_known(name)) {
            let reason = self.failure("engine.no-option", name.as_str());
            return self.give_up(reason);
        }
        self.stage = Stage::Idle;
        let mut actions = vec![Action::Say(format!("setoption name Hash value {TABLE_MIB}"))];
        actions.extend(self.options.iter().map(|(name, value)| {
            let value = if value.is_empty() { String::new() } else { format!(" value {value}") };
            Action::Say(format!("setoption name {name}{value}"))
        }));
        actions.extend(self.go_on(now_ms));
        actions
    }

    fn info(&mut self, info: &heard::Info<'_>, now_ms: f64) -> Vec<Action> {
        let Some(question) = &mut self.question else { return Vec::new() };
        let is_enough = is_beyond(&question.search.limits, info);
        let mut actions = self.line(info);
        if is_enough && self.stage == Stage::Searching {
            actions.extend(self.tell_to_stop(now_ms));
        }
        actions
    }

    /// Takes over one of the best lines, if that is what the engine tells.
    fn line(&mut self, info: &heard::Info<'_>) -> Vec<Action> {
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
            endgame_hits: 0,
        };
        if report.line == 1 {
            question.last = Some(report.clone());
        }
        vec![Action::Found(report)]
    }

    fn best(&mut self, best: &str) -> Vec<Action> {
        self.stage = Stage::Idle;
        let Some(Asking { asked, last, .. }) = self.question.take() else { return Vec::new() };
        let played = asked.playable(&[best]);
        let Some((&mv, mut report)) = played.first().zip(last) else {
            // A limit stopped it before it had a line, or the move makes no sense.
            return vec![Action::Failed(self.failure("engine.no-line", best))];
        };
        if report.pv.first() != Some(&mv) {
            report.pv = played;
        }
        vec![Action::Done(report)]
    }

    fn broke(&mut self, reason: &Text, now_ms: f64) -> Vec<Action> {
        let has_run = self.stage != Stage::Starting;
        self.stage = Stage::Off;
        let mut actions = vec![Action::End];
        match &mut self.question {
            // An engine that cannot even be started will not do better next time.
            Some(question) if question.tries < TRIES && has_run && !question.is_stopped => {
                question.tries += 1;
                question.last = None;
                actions.extend(self.go_on(now_ms));
            }
            Some(_) => {
                self.question = None;
                let key = if has_run { "engine.crashed" } else { "engine.not-started" };
                actions.push(Action::Failed(self.failure(key, reason)));
            }
            None => {}
        }
        actions
    }

    /// What went wrong, for the user.
    fn failure(&self, key: &'static str, what: impl Into<Arg>) -> Text {
        say(key, args![self.name.as_str(), what.into()])
    }

    /// Ends the engine and gives up the question.
    fn give_up(&mut self, reason: Text) -> Vec<Action> {
        self.stage = Stage::Off;
        let mut actions = vec![Action::End];
        if self.question.take().is_some() {
            actions.push(Action::Failed(reason));
        }
        actions
    }
}

#[cfg(test)]
mod tests;
