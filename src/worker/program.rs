//! An engine that speaks UCI behind this worker: Stockfish in a nested worker, or a program over a WebSocket.
//!
//! The page does not know how it is reached: ending this worker ends what it holds.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::JsCast as _;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen_futures::spawn_local;

use super::{PerformanceClock, WorkClock, scope};
use crate::jobs::{Engine, Hear, Heard, Hunt};
use crate::language::Text;
use crate::protocol::Progress;
use crate::search::Clock;
use crate::uci::client::{Action, Client, Event, Search};
use crate::verb::FoundLine;

/// Milliseconds between two looks at the clock.
const TICK_MS: i32 = 1_000;

/// The number of a start, so that what is left of an abandoned one does not disturb the next one.
pub(super) type Start = u32;

/// How an engine is reached.
pub(super) trait Reach {
    /// The name of the engine, for messages, and what it is now: another engine has another address.
    fn who(&self) -> (String, String);

    /// Begins to start it or to connect. Events report when the line is open or broken.
    fn begin(&self, program: &Program, start: Start);
}

/// A line to an engine. Dropping it ends the engine.
pub(super) trait Line {
    /// Sends a line. An event reports what can no longer be sent.
    fn say(&self, line: &str);
}

/// The engine. It is started for the first search and kept for further ones.
#[derive(Clone)]
pub struct Program(Rc<RefCell<Inner>>);

struct Inner {
    reach: Rc<dyn Reach>,
    address: String,
    client: Client,
    line: Option<Box<dyn Line>>,
    /// Whether the line takes words.
    is_open: bool,
    /// Lines to send when it does.
    unsent: Vec<String>,
    tell: Option<Hear>,
    start: Start,
    is_ticking: bool,
}

impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Program").finish_non_exhaustive()
    }
}

impl Program {
    /// An engine that is not started yet.
    pub(super) fn new(reach: impl Reach + 'static) -> Self {
        let (name, address) = reach.who();
        Self(Rc::new(RefCell::new(Inner {
            reach: Rc::new(reach),
            address,
            client: Client::new(&name),
            line: None,
            is_open: false,
            unsent: Vec::new(),
            tell: None,
            start: 0,
            is_ticking: false,
        })))
    }

    fn handle(&self, event: Event<'_>) {
        let actions = self.0.borrow_mut().client.handle(event, PerformanceClock::new().now_ms());
        for action in actions {
            self.perform(action);
        }
    }

    fn perform(&self, action: Action) {
        match action {
            Action::Start => self.start(),
            Action::Say(line) => self.say(line),
            Action::End => self.let_go(),
            Action::Found(report) => self.tell(Heard::Progress(Progress::Found(FoundLine::from(&report)))),
            Action::Done(report) => self.end(Ok(FoundLine::from(&report))),
            Action::Failed(reason) => self.end(Err(reason)),
        }
    }

    /// Ends the engine, and forgets the start in progress.
    fn let_go(&self) {
        let line = {
            let mut inner = self.0.borrow_mut();
            inner.start += 1;
            inner.is_open = false;
            inner.unsent.clear();
            inner.line.take()
        };
        drop(line);
    }

    /// Reports news of the search in progress.
    pub(super) fn tell(&self, news: Heard) {
        let heard = self.0.borrow_mut().tell.as_mut().map(|tell| tell(news));
        if heard.is_some_and(|heard| heard.is_break()) {
            self.handle(Event::Enough);
        }
    }

    fn end(&self, result: Result<FoundLine, Text>) {
        let tell = self.0.borrow_mut().tell.take();
        if let Some(mut tell) = tell {
            // The search has ended, so the answer does not matter.
            let _ = tell(Heard::End(result));
        }
    }

    fn say(&self, line: String) {
        let mut inner = self.0.borrow_mut();
        match &inner.line {
            Some(open) if inner.is_open => open.say(&line),
            _ => inner.unsent.push(line),
        }
    }

    fn start(&self) {
        let (reach, start) = {
            let mut inner = self.0.borrow_mut();
            inner.start += 1;
            (Rc::clone(&inner.reach), inner.start)
        };
        self.tick_on();
        reach.begin(self, start);
    }

    /// Whether this start is still wanted.
    pub(super) fn is_wanted(&self, start: Start) -> bool {
        self.0.borrow().start == start
    }

    /// Takes the line of a start, and keeps it for as long as the engine is needed.
    pub(super) fn take(&self, start: Start, line: Box<dyn Line>) {
        if self.is_wanted(start) {
            self.0.borrow_mut().line = Some(line);
        }
    }

    /// The line of a start takes words now.
    pub(super) fn open(&self, start: Start) {
        if !self.is_wanted(start) {
            return;
        }
        let unsent = {
            let mut inner = self.0.borrow_mut();
            inner.is_open = true;
            std::mem::take(&mut inner.unsent)
        };
        for line in unsent {
            self.say(line);
        }
    }

    /// The engine wrote a line.
    pub(super) fn hear(&self, start: Start, line: &str) {
        if self.is_wanted(start) {
            self.handle(Event::Line(line));
        }
    }

    /// The engine is gone, or could not be started.
    pub(super) fn broke(&self, start: Start, why: &Text) {
        if self.is_wanted(start) {
            self.handle(Event::Broke(why));
        }
    }

    fn tick(&self) {
        // This worker waits for the engine, which may be silent for a while; whether for too long, the client
        // decides.
        if self.0.borrow().tell.is_some() {
            WorkClock(PerformanceClock::new()).now_ms();
        }
        self.handle(Event::Tick);
    }

    /// Checks the clock from now on, until this worker ends.
    fn tick_on(&self) {
        if std::mem::replace(&mut self.0.borrow_mut().is_ticking, true) {
            return;
        }
        let this = self.clone();
        let tick = Closure::<dyn FnMut()>::new(move || this.tick());
        if let Some(scope) = scope() {
            // Without a timer, the user has to end a silent engine.
            let _ = scope.set_interval_with_callback_and_timeout_and_arguments_0(
                tick.as_ref().unchecked_ref(),
                TICK_MS,
            );
        }
        tick.forget();
    }

    /// Another engine takes the place of the one that was asked last, if the user chose another one.
    fn renew(&self) {
        let (name, address) = self.0.borrow().reach.who();
        if self.0.borrow().address != address {
            self.let_go();
            let mut inner = self.0.borrow_mut();
            inner.client = Client::new(&name);
            inner.address = address;
        }
    }
}

impl Engine for Program {
    fn search(&mut self, hunt: Hunt, _: &dyn Clock, hear: Hear) {
        self.renew();
        self.0.borrow_mut().tell = Some(hear);
        let Hunt { position, limits, lines, continues, team: _ } = hunt;
        let (fields, halfmove_clock) = (position.fields, position.halfmove_clock);
        self.handle(Event::Ask(Search { fields, halfmove_clock, limits: limits.into(), lines, continues }));
    }

    fn stop(&mut self) {
        let this = self.clone();
        spawn_local(async move { this.handle(Event::Stop) });
    }
}
