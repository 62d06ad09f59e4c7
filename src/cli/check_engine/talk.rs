//! A dialogue with a program that is checked.

use std::io;

use super::fault::Fault;
use crate::cli::carrier::{Arrival, ProgramSpec, Solo};
use crate::cli::located::At;
use crate::referee::board::Us;
use crate::referee::chess_rules::ChessRules;
use crate::referee::rules::Rules as _;
use crate::referee::words::At as Place;

/// Bytes of lines that are kept while one is waited for; then only the last line is.
const MOST_HEARD: usize = 16 << 20;

/// The program, and what is known of it.
pub(super) struct Talk {
    program: Solo,
    ended: Option<String>,
    /// The lines in which the program introduced itself, which later steps need.
    pub(super) introduction: Vec<String>,
}

impl Talk {
    pub(super) fn start(spec: &ProgramSpec) -> Result<Self, At<io::Error>> {
        Ok(Self { program: Solo::start(spec)?, ended: None, introduction: Vec::new() })
    }

    /// How the program ended, if it did.
    pub(super) fn ended(&self) -> Option<&str> {
        self.ended.as_deref()
    }

    pub(super) fn send(&mut self, line: &str) {
        self.program.send(line);
    }

    pub(super) fn now(&self) -> Us {
        self.program.now()
    }

    /// The lines up to the one looked for; an error if it does not come within `ms` milliseconds.
    pub(super) fn until(
        &mut self,
        ms: u64,
        what: &str,
        is_it: impl Fn(&str) -> bool,
    ) -> Result<Vec<String>, Fault> {
        let lines = self.hear(ms, &is_it)?;
        match lines.last() {
            Some(last) if is_it(last) => Ok(lines),
            _ => Err(match self.ended() {
                Some(how) => Fault::EndedBefore { how: how.to_owned(), what: what.to_owned() },
                None => Fault::Late { what: what.to_owned(), ms },
            }),
        }
    }

    /// Checks that within `ms` milliseconds a line does not come and the program does not end.
    pub(super) fn never(&mut self, ms: u64, what: &str, is_it: impl Fn(&str) -> bool) -> Result<(), Fault> {
        let lines = self.hear(ms, &is_it)?;
        match lines.last() {
            Some(last) if is_it(last) => Err(Fault::Spoke { what: what.to_owned(), line: last.clone() }),
            _ => self.ended().map_or(Ok(()), |how| Err(Fault::Ended(how.to_owned()))),
        }
    }

    /// Lets time go by, whatever the program says.
    pub(super) fn wait(&mut self, ms: u64) -> Result<(), Fault> {
        self.never(ms, "", |_| false)
    }

    /// Waits for the end of the program.
    pub(super) fn until_end(&mut self, ms: u64) -> Result<Option<String>, Fault> {
        let _ = self.hear(ms, &|_| false)?;
        match self.ended() {
            Some("exit status: 0") => Ok(None),
            Some(how) => Ok(Some(format!("it ended with {how}"))),
            None => Err(Fault::Stayed(ms)),
        }
    }

    fn hear(&mut self, ms: u64, is_last: &dyn Fn(&str) -> bool) -> io::Result<Vec<String>> {
        let until = self.program.now() + ms * 1000;
        let mut lines: Vec<String> = Vec::new();
        let mut room = MOST_HEARD;
        while self.ended.is_none() && self.program.now() < until {
            match self.program.next(until)? {
                Some(Arrival::Line(line)) => {
                    let line = String::from_utf8_lossy(&line).trim_end_matches('\r').to_owned();
                    let is_it = is_last(&line);
                    room = room.saturating_sub(line.len() + 1);
                    match lines.last_mut().filter(|_| room == 0) {
                        Some(last) => *last = line,
                        None => lines.push(line),
                    }
                    if is_it {
                        return Ok(lines);
                    }
                }
                Some(Arrival::Closed(how)) => self.ended = Some(how),
                Some(Arrival::Error(_) | Arrival::Connected(_)) | None => {}
            }
        }
        Ok(lines)
    }
}

/// A position after some moves.
pub(super) fn position(fields: &str, moves: &[&str]) -> Result<ChessRules, Fault> {
    let mut here = ChessRules::set_up(&Place::new(fields))?;
    for text in moves {
        let m = here.read(text)?;
        here.play(m);
    }
    Ok(here)
}
