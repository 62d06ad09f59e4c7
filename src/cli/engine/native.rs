//! Any engine on the command line: `--engine CMD`, for verbs that search.
//!
//! Each thread has a program of its own, which is started for its first record, kept for all, and ended with
//! the run.

mod uci;
mod xboard;

use std::fmt;
use std::sync::OnceLock;

use crate::cli::args::{NativeOptions, ProtocolName};
use crate::cli::carrier::{Arrival, Carrier, ProgramSpec, Stamped, Warden};
use crate::cli::interrupts::is_stopped;
use crate::event::config::split_command;
use crate::jobs::{Engine, Hear, Heard, Hunt};
use crate::language::{Text, args, say};
use crate::referee::ConnId;
use crate::referee::board::Us;
use crate::search::Clock;
use crate::verb::Report;

/// The engine that was asked for. It is set once, before any thread searches.
static WANTED: OnceLock<Wanted> = OnceLock::new();

/// Microseconds between two looks at the user, and at a program that may be silent.
const LOOK_US: Us = 200_000;

/// An engine as it was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Wanted {
    /// The command line, as it was written.
    name: String,
    spec: ProgramSpec,
    protocol: ProtocolName,
    options: Vec<(String, String)>,
}

/// Takes in the options of the command line; returns whether there is an engine.
///
/// # Errors
/// What is wrong with them.
pub(super) fn want(options: &NativeOptions) -> Result<bool, String> {
    let Some(name) = &options.engine else { return Ok(false) };
    let mut words = split_command(name).map_err(|error| format!("--engine: {error}"))?.into_iter();
    let command = words.next().ok_or("--engine: no program is named")?;
    let set = |text: &String| {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let is_named = !name.trim().is_empty();
        is_named.then(|| (name.to_owned(), value.to_owned())).ok_or(format!("--option: {text:?} has no name"))
    };
    let wanted = Wanted {
        name: name.clone(),
        spec: ProgramSpec::of(&command, words.collect()),
        protocol: options.proto,
        options: options.options.iter().map(set).collect::<Result<_, _>>()?,
    };
    // The second call of a process is a test with the same engine.
    let _ = WANTED.set(wanted);
    Ok(true)
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
    let wanted = WANTED.get()?;
    Some(match wanted.protocol {
        ProtocolName::Uci => Box::new(uci::Uci::new(wanted)),
        ProtocolName::Xboard => Box::new(xboard::Xboard::new(wanted)),
    })
}

/// The program of an engine, and its lines.
struct Program {
    spec: ProgramSpec,
    carrier: Option<Carrier>,
    conn: Option<ConnId>,
}

/// What a program did.
enum Done {
    Said(String),
    Ended(String),
}

impl Program {
    fn new(spec: &ProgramSpec) -> Self {
        Self { spec: spec.clone(), carrier: None, conn: None }
    }

    fn start(&mut self) -> Result<(), String> {
        let text = |error: std::io::Error| error.to_string();
        if self.carrier.is_none() {
            self.carrier = Some(Carrier::new(crate::cli::now(), 0, Warden::start().ok()).map_err(text)?);
        }
        let Some(carrier) = &mut self.carrier else { return Ok(()) };
        let named = |error| format!("{}: {error}", self.spec.command.display());
        self.conn = Some(carrier.start(&self.spec).map_err(named)?);
        Ok(())
    }

    fn say(&mut self, line: &str) {
        if let (Some(carrier), Some(conn)) = (&mut self.carrier, self.conn) {
            carrier.send(conn, line);
        }
    }

    fn end(&mut self) {
        if let (Some(carrier), Some(conn)) = (&mut self.carrier, self.conn.take()) {
            carrier.end(conn, 0);
        }
    }

    fn now(&self) -> Us {
        self.carrier.as_ref().map_or(0, Carrier::now)
    }

    /// What the program did, waiting a moment for it.
    fn wait(&mut self) -> Vec<Done> {
        let (Some(carrier), Some(conn)) = (&mut self.carrier, self.conn) else { return Vec::new() };
        let until = carrier.now() + LOOK_US;
        let stamped = match carrier.wait(Some(until)) {
            Ok(stamped) => stamped,
            Err(error) => return vec![Done::Ended(error.to_string())],
        };
        let ours = stamped.into_iter().filter(|stamped| stamped.conn == conn);
        ours.filter_map(|Stamped { arrival, .. }| match arrival {
            Arrival::Line(line) => Some(Done::Said(String::from_utf8_lossy(&line).trim().to_owned())),
            Arrival::Closed(how) => Some(Done::Ended(how)),
            Arrival::Error(_) | Arrival::Connected(_) => None,
        })
        .collect()
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program").field("spec", &self.spec).finish_non_exhaustive()
    }
}

/// Tells the end of a search.
fn tell_end(hear: &mut Hear, end: Result<Report, Text>) {
    // The search has ended, so the answer does not matter.
    let _ = hear(Heard::End(end));
}

/// The reason of a search that the user stopped: its record is not written.
fn stopped(clock: &dyn Clock) -> bool {
    is_stopped() || clock.now_ms().is_infinite()
}
