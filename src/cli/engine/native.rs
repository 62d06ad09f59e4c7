//! Any engine on the command line: `--engine CMD`, for verbs that search.
//!
//! Each thread has a program of its own, which is started for its first record, kept for all, and ended with
//! the run.

mod uci;
mod xboard;

use std::cell::RefCell;
use std::fmt;
use std::io;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::OnceLock;

use super::error::EngineError;
use super::threads::Wall;
use crate::chess::START;
use crate::cli::args::{NativeOptions, ProtocolName};
use crate::cli::carrier::{Arrival, ProgramSpec, Solo};
use crate::cli::complain;
use crate::cli::interrupts::is_stopped;
use crate::cli::located::At;
use crate::cli::now;
use crate::event::config::split_command;
use crate::jobs::{Engine, Hear, Heard, Hunt, Position};
use crate::language::{Catalog, Text, args, say};
use crate::referee::board::Us;
use crate::search::Clock;
use crate::verb::{FoundLine, SearchLimits};

/// The engine that was asked for. It is set once, before any thread searches.
static WANTED: OnceLock<Wanted> = OnceLock::new();

/// Microseconds between two checks whether the user has stopped the run, or the program is silent.
const LOOK_US: Us = 200_000;

/// An engine as it was asked for.
#[derive(Debug)]
struct Wanted {
    /// The command line, as it was written.
    name: String,
    spec: ProgramSpec,
    protocol: ProtocolName,
    options: Vec<(String, String)>,
    /// The language for reporting that a program has exited.
    catalog: &'static Catalog,
}

/// Takes the engine from the options of the command line; returns whether there is one. It will search with this limit
/// by nodes.
///
/// # Errors
/// What is wrong with them.
pub(super) fn want(
    options: &NativeOptions,
    nodes: Option<u64>,
    catalog: &'static Catalog,
) -> Result<bool, EngineError> {
    let Some(name) = &options.engine else { return Ok(false) };
    if options.proto == ProtocolName::Xboard && nodes.is_some() {
        return Err(EngineError::Nodes);
    }
    let mut words = split_command(name).map_err(EngineError::Command)?.into_iter();
    let command = words.next().ok_or(EngineError::NoProgram)?;
    let set = |text: &String| {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let is_named = !name.trim().is_empty();
        is_named.then(|| (name.to_owned(), value.to_owned())).ok_or_else(|| EngineError::NoName(text.clone()))
    };
    let wanted = Wanted {
        name: name.clone(),
        spec: ProgramSpec::of(&command, words.collect()),
        protocol: options.proto,
        options: options.options.iter().map(set).collect::<Result<_, _>>()?,
        catalog,
    };
    wanted.spec.check().map_err(EngineError::Absent)?;
    // A second call in a process comes from a test with the same engine.
    let _ = WANTED.set(wanted);
    try_out()?;
    Ok(true)
}

/// Milliseconds that the engine searches to show that it can.
const TRIAL_MS: u64 = 1_000;

/// Lets the engine search for a moment. One that does not speak this protocol, does not have an option, or ends on its
/// value would fail on each record of the run.
fn try_out() -> Result<(), EngineError> {
    let Some(mut engine) = engine_that(false) else { return Ok(()) };
    let failed = Rc::new(RefCell::new(None));
    let hears = Rc::clone(&failed);
    let hear = Box::new(move |heard| {
        if let Heard::End(Err(why)) = heard {
            *hears.borrow_mut() = Some(why);
        }
        ControlFlow::Continue(())
    });
    let position = Position { fields: START.to_owned(), halfmove_clock: 0 };
    let limits = SearchLimits { depth: Some(1), time_ms: Some(TRIAL_MS), ..SearchLimits::default() };
    let hunt = Hunt { position, limits, lines: 1, continues: false, team: None };
    engine.search(hunt, &Wall(now()), hear);
    drop(engine);
    // What else may fail here need not fail with the limits of the run.
    let fails_always = |why: &Text| {
        matches!(
            why.key(),
            Some(
                "engine.no-option"
                    | "engine.crashed"
                    | "engine.not-started"
                    | "engine.no-start"
                    | "engine.deaf"
            )
        )
    };
    let why = failed.take().filter(fails_always);
    why.map_or(Ok(()), |why| Err(EngineError::Useless(why)))
}

/// What identifies the engine, for reports and journals: its command line with protocol and options.
pub(super) fn source() -> Option<String> {
    let Wanted { name, options, protocol, .. } = WANTED.get()?;
    let protocol = if *protocol == ProtocolName::Xboard { " (xboard)" } else { "" };
    let options = options.iter().map(|(name, value)| format!(" {name}={value}"));
    Some(format!("{name}{protocol}{}", options.collect::<String>()))
}

/// The engine of this thread; `None` if none was asked for.
pub(super) fn engine() -> Option<Box<dyn Engine>> {
    engine_that(true)
}

/// An engine that tells, or does not, when its program is gone and another one is asked.
fn engine_that(tells: bool) -> Option<Box<dyn Engine>> {
    let wanted = WANTED.get()?;
    let program =
        Program { spec: wanted.spec.clone(), running: None, teller: tells.then_some(wanted.catalog) };
    Some(match wanted.protocol {
        ProtocolName::Uci => Box::new(uci::Uci::new(wanted, program)),
        ProtocolName::Xboard => Box::new(xboard::Xboard::new(wanted, program)),
    })
}

/// The program of an engine, started or not.
struct Program {
    spec: ProgramSpec,
    running: Option<Solo>,
    /// The language for reporting that another one has been started in its place; `None` during the trial.
    teller: Option<&'static Catalog>,
}

/// What a program did.
enum Done {
    Line(String),
    Ended(String),
}

impl Program {
    fn start(&mut self) -> Result<(), At<io::Error>> {
        self.running = Some(Solo::start(&self.spec)?);
        Ok(())
    }

    /// Tells that it is gone, as this says, and that another one is asked about the same record.
    fn tell_asked_again(&self, gone: Text) {
        if let Some(catalog) = self.teller {
            complain(&catalog.render(&say("cli.asked-again", [gone])));
        }
    }

    fn say(&mut self, line: &str) {
        if let Some(running) = &mut self.running {
            running.send(line);
        }
    }

    fn end(&mut self) {
        self.running = None;
    }

    fn now(&self) -> Us {
        self.running.as_ref().map_or(0, Solo::now)
    }

    /// What the program does within a moment, if anything.
    fn next(&mut self) -> Option<Done> {
        let running = self.running.as_mut()?;
        match running.next(running.now() + LOOK_US) {
            Ok(Some(Arrival::Line(line))) => {
                Some(Done::Line(String::from_utf8_lossy(&line).trim().to_owned()))
            }
            Ok(Some(Arrival::Closed(how))) => Some(Done::Ended(how)),
            Err(error) => Some(Done::Ended(error.to_string())),
            Ok(Some(Arrival::Error(_) | Arrival::Connected(_)) | None) => None,
        }
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program").field("spec", &self.spec).finish_non_exhaustive()
    }
}

/// Reports the end of a search.
fn tell_end(hear: &mut Hear, end: Result<FoundLine, Text>) {
    // The search has ended, so the answer does not matter.
    let _ = hear(Heard::End(end));
}

/// The reason if the user stopped a search: its record is not written.
fn stopped(clock: &dyn Clock) -> bool {
    is_stopped() || clock.now_ms().is_infinite()
}
