//! One connection: bytes in and out, without ever waiting.

use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;

use mio::unix::pipe::{Receiver, Sender};

use super::lines::Lines;
use super::process::Program;

/// Bytes read from one program before it is the turn of others.
const TURN: usize = 64 * 1024;

/// Bytes read at once: few, since most reads give one line.
const PIECE: usize = 4 * 1024;

/// The most bytes that may wait for a program to read them.
const MOST_WAITING: usize = 16 * 1024 * 1024;

/// What arrived.
#[derive(Debug)]
pub(in crate::cli) enum Arrival {
    /// A client connected, from this address.
    Connected(String),
    /// A line, without its line feed.
    Line(Vec<u8>),
    /// A line on standard error.
    Error(String),
    /// The connection is closed, in this way.
    Closed(String),
}

/// One connection.
#[expect(clippy::struct_excessive_bools, reason = "each is a thing that happened, or did not")]
pub(super) struct Link {
    pub(super) input: Receiver,
    pub(super) output: Sender,
    pub(super) errors: Option<Receiver>,
    pub(super) program: Option<Program>,
    lines: Lines,
    error_lines: Lines,
    waiting: Vec<u8>,
    /// Whether there may be something to read.
    has_input: bool,
    has_errors: bool,
    /// The other side has closed its end: the rest has to be read.
    is_closing: bool,
    is_open: bool,
    is_broken: bool,
}

impl Link {
    pub(super) fn new(
        input: OwnedFd,
        output: OwnedFd,
        errors: Option<OwnedFd>,
        program: Option<Program>,
    ) -> io::Result<Self> {
        let (input, output) = (Receiver::from(input), Sender::from(output));
        input.set_nonblocking(true)?;
        output.set_nonblocking(true)?;
        let errors = errors.map(Receiver::from);
        if let Some(errors) = &errors {
            errors.set_nonblocking(true)?;
        }
        Ok(Self {
            input,
            output,
            errors,
            program,
            lines: Lines::default(),
            error_lines: Lines::default(),
            waiting: Vec::new(),
            has_input: true,
            has_errors: true,
            is_closing: false,
            is_open: true,
            is_broken: false,
        })
    }

    /// Whether more may arrive.
    pub(super) fn is_open(&self) -> bool {
        self.is_open
    }

    /// Whether nothing can be sent any more.
    pub(super) fn is_broken(&self) -> bool {
        self.is_broken
    }

    /// Whether it is not reading what it is sent.
    pub(super) fn is_deaf(&self) -> bool {
        self.waiting.len() > MOST_WAITING
    }

    /// Something can be read; and whether nothing comes after it.
    pub(super) fn wake_input(&mut self, is_closing: bool) {
        self.has_input = true;
        self.is_closing |= is_closing;
    }

    /// The same, on standard error.
    pub(super) fn wake_errors(&mut self) {
        self.has_errors = true;
    }

    /// Adds a line, which goes with the next [`Link::flush`].
    pub(super) fn send(&mut self, line: &str) {
        self.waiting.extend_from_slice(line.as_bytes());
        self.waiting.push(b'\n');
        self.is_broken |= self.is_deaf();
    }

    /// Sends as much as is possible now.
    pub(super) fn flush(&mut self) {
        let mut sent = 0;
        while sent < self.waiting.len() {
            match self.output.write(&self.waiting[sent..]) {
                Ok(0) => break,
                Ok(count) => sent += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                // It is gone. This is reported after its last lines, when its output ends.
                Err(_) => {
                    self.waiting.clear();
                    return;
                }
            }
        }
        self.waiting.drain(..sent);
    }

    /// Reads what is there, up to a limit; returns whether there may be more.
    pub(super) fn read(&mut self, out: &mut Vec<Arrival>) -> bool {
        let (mut lines, mut rest) = (Vec::new(), None);
        let has_more = if self.is_open && self.has_input {
            read_some(&mut self.input, &mut self.lines, &mut lines, self.is_closing)
        } else {
            Some(false)
        };
        self.has_input = has_more == Some(true);
        if has_more.is_none() {
            self.is_open = false;
            rest = self.lines.rest();
            // A person may end with half a line; an answer that a program did not end may be half a move.
            if self.program.is_none() {
                lines.extend(rest.take());
            }
        }
        out.extend(lines.drain(..).map(Arrival::Line));
        if let Some(rest) = rest {
            out.push(Arrival::Error(format!("cut off: {}", String::from_utf8_lossy(&rest))));
        }
        let mut has_more_errors = Some(false);
        if let Some(errors) = self.errors.as_mut().filter(|_| self.has_errors) {
            has_more_errors = read_some(errors, &mut self.error_lines, &mut lines, true);
            self.has_errors = has_more_errors == Some(true);
            if has_more_errors.is_none() {
                self.errors = None;
            }
            for line in lines {
                let text = String::from_utf8_lossy(&line).trim_end().to_owned();
                out.push(Arrival::Error(text));
            }
        }
        has_more == Some(true) || has_more_errors == Some(true)
    }
}

/// Reads for one turn: whether there may be more, `None` at the end. If less arrives than was asked for, that
/// is all for now; the system reports when there is more, unless it has reported the end.
fn read_some(
    input: &mut Receiver,
    lines: &mut Lines,
    out: &mut Vec<Vec<u8>>,
    is_to_end: bool,
) -> Option<bool> {
    let mut buffer = [0; PIECE];
    let mut sum = 0;
    while sum < TURN {
        match input.read(&mut buffer) {
            Ok(0) => return None,
            Ok(count) => {
                sum += count;
                lines.feed(&buffer[..count], out);
                if count < buffer.len() && !is_to_end {
                    return Some(false);
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Some(false),
            Err(_) => return None,
        }
    }
    Some(true)
}
