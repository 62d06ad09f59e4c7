//! Stockfish, in a nested worker that is loaded when it is first needed.
//!
//! The page does not know about it: ending this worker ends the nested one too.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Reflect, Uint8Array};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{ErrorEvent, MessageEvent, ReadableStreamDefaultReader, Response, Worker};

use super::{PerformanceClock, WorkClock, scope};
use crate::jobs::{Engine, Hear, Heard, Hunt};
use crate::js::JsError;
use crate::language::Text;
use crate::protocol::Progress;
use crate::search::Clock;
use crate::uci::client::{Action, Client, Event, Search};
use crate::verb::Report;

/// Its script, which loads the program of the same name from the same folder.
const SCRIPT: &str = "engines/stockfish-19-lite-single.js";
const PROGRAM: &str = "engines/stockfish-19-lite-single.wasm";

/// Size of the program in bytes, to show how much of it is loaded. The length that a server gives may be that
/// of a compressed file.
const PROGRAM_BYTES: u32 = 1_787_571;

/// Milliseconds between two looks at the clock.
const TICK_MS: i32 = 1_000;

/// The engine. It is started for the first search and kept for further ones.
#[derive(Clone)]
pub struct Stockfish(Rc<RefCell<Inner>>);

struct Inner {
    client: Client,
    link: Link,
    /// Lines to send when it is loaded.
    unsent: Vec<String>,
    tell: Option<Hear>,
    starts: u32,
    is_ticking: bool,
}

/// The nested worker.
enum Link {
    Off,
    /// The number of the start, so that an abandoned start does not disturb the next one.
    Loading(u32),
    On(Running),
}

struct Running {
    worker: Worker,
    /// Kept for as long as it is needed.
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(ErrorEvent)>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

impl std::fmt::Debug for Stockfish {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stockfish").finish_non_exhaustive()
    }
}

impl Default for Stockfish {
    fn default() -> Self {
        Self::new()
    }
}

impl Stockfish {
    /// An engine that is not started yet.
    pub fn new() -> Self {
        Self(Rc::new(RefCell::new(Inner {
            client: Client::new("Stockfish"),
            link: Link::Off,
            unsent: Vec::new(),
            tell: None,
            starts: 0,
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
            Action::End => {
                let mut inner = self.0.borrow_mut();
                inner.link = Link::Off;
                inner.unsent.clear();
            }
            Action::Found(report) => self.tell(Heard::Progress(Progress::Found(Report::from(&report)))),
            Action::Done(report) => self.end(Ok(Report::from(&report))),
            Action::Failed(reason) => self.end(Err(reason)),
        }
    }

    fn tell(&self, news: Heard) {
        let heard = self.0.borrow_mut().tell.as_mut().map(|tell| tell(news));
        if heard.is_some_and(|heard| heard.is_break()) {
            self.handle(Event::Enough);
        }
    }

    fn end(&self, result: Result<Report, Text>) {
        let tell = self.0.borrow_mut().tell.take();
        if let Some(mut tell) = tell {
            // The search has ended, so the answer does not matter.
            let _ = tell(Heard::End(result));
        }
    }

    fn say(&self, line: String) {
        let mut inner = self.0.borrow_mut();
        match &inner.link {
            // A worker that takes no more messages reports that by an error.
            Link::On(running) => drop(running.worker.post_message(&JsValue::from_str(&line))),
            Link::Loading(_) => inner.unsent.push(line),
            Link::Off => {}
        }
    }

    fn start(&self) {
        let start = {
            let mut inner = self.0.borrow_mut();
            inner.starts += 1;
            inner.link = Link::Loading(inner.starts);
            inner.starts
        };
        self.tick_on();
        let this = self.clone();
        spawn_local(async move {
            let loaded = this.load(start).await;
            if !this.is_start(start) {
                return;
            }
            match loaded.and_then(|()| this.run()) {
                Ok(running) => {
                    let unsent = {
                        let mut inner = this.0.borrow_mut();
                        inner.link = Link::On(running);
                        std::mem::take(&mut inner.unsent)
                    };
                    for line in unsent {
                        this.say(line);
                    }
                }
                Err(error) => this.handle(Event::Broke(&error.into())),
            }
        });
    }

    fn is_start(&self, start: u32) -> bool {
        matches!(self.0.borrow().link, Link::Loading(now) if now == start)
    }

    /// Loads the program, so that the browser has it when the script asks for it, and reports the progress.
    async fn load(&self, start: u32) -> Result<(), JsError> {
        let Some(scope) = scope() else { return Err(JsError("there is no worker".to_owned().into())) };
        let response: Response = JsFuture::from(scope.fetch_with_str(PROGRAM)).await?.unchecked_into();
        if !response.ok() {
            return Err(JsError("why.no-stockfish".into()));
        }
        let Some(body) = response.body() else { return Ok(()) };
        let reader: ReadableStreamDefaultReader = body.get_reader().unchecked_into();
        let (mut bytes, mut told) = (0, None);
        loop {
            let part = JsFuture::from(reader.read()).await?;
            if Reflect::get(&part, &"done".into())?.is_truthy() || !self.is_start(start) {
                return Ok(());
            }
            bytes += Reflect::get(&part, &"value".into())?.unchecked_into::<Uint8Array>().length();
            let percent = u8::try_from(u64::from(bytes) * 100 / u64::from(PROGRAM_BYTES)).unwrap_or(100);
            if told != Some(percent) {
                told = Some(percent);
                self.tell(Heard::Progress(Progress::Loading(percent.min(100))));
            }
        }
    }

    /// Starts the worker.
    fn run(&self) -> Result<Running, JsError> {
        let worker = Worker::new(SCRIPT)?;
        let this = self.clone();
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(line) = event.data().as_string() {
                this.handle(Event::Line(&line));
            }
        });
        let this = self.clone();
        let on_error = Closure::<dyn FnMut(ErrorEvent)>::new(move |event: ErrorEvent| {
            event.prevent_default();
            this.handle(Event::Broke(&event.message().into()));
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Ok(Running { worker, _on_message: on_message, _on_error: on_error })
    }

    fn tick(&self) {
        // This worker waits for Stockfish, which may be silent for a while; whether for too long, the client
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
}

impl Engine for Stockfish {
    fn search(&mut self, hunt: Hunt, _: &dyn Clock, hear: Hear) {
        self.0.borrow_mut().tell = Some(hear);
        let Hunt { position, limits, lines, continues } = hunt;
        let (fields, halfmove_clock) = (position.fields, position.halfmove_clock);
        self.handle(Event::Ask(Search { fields, halfmove_clock, limits: limits.into(), lines, continues }));
    }
    fn stop(&mut self) {
        let this = self.clone();
        spawn_local(async move { this.handle(Event::Stop) });
    }
}
