//! Carries lines between the room and whatever plays: processes, sockets, pipes.
//!
//! One thread waits for all of them. Each line is stamped when its bytes are read. Nobody is read for so long
//! that others have to wait, and nobody who does not read holds up others.

mod lines;
mod link;
mod listening;
mod process;
mod program_file;
mod serial;
mod solo;

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::net::SocketAddr;
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use mio::net::TcpListener;
use mio::{Events, Interest, Poll, Token, Waker};

pub(super) use lines::Lines;
pub(super) use link::Arrival;
use link::Link;
pub(super) use listening::{AddressError, addresses, bind};
pub(super) use process::{Program, ProgramSpec, Warden, open_pipes, open_terminal};
pub(super) use program_file::NoProgram;
pub(super) use serial::{PortError, SerialPort, open_serial};
pub(super) use solo::Solo;

use crate::referee::ConnId;
use crate::referee::board::Us;

/// Kinds of tokens of one connection.
const KINDS: usize = 4;
const INPUT: usize = 0;
const OUTPUT: usize = 1;
const ERRORS: usize = 2;

/// The token of all listening sockets.
const LISTENER: Token = Token(usize::MAX - 1);

/// The token of other threads that end a wait.
const WAKER: Token = Token(usize::MAX - 2);

/// Milliseconds between two looks at programs that are ending.
const ENDING_MS: u64 = 2;

/// Something that was read, and when.
#[derive(Debug)]
pub(super) struct Stamped {
    pub(super) at: Us,
    pub(super) conn: ConnId,
    pub(super) arrival: Arrival,
}

/// All connections.
pub(super) struct Carrier {
    poll: Poll,
    events: Events,
    links: BTreeMap<ConnId, Link>,
    /// Connections with more to read.
    ready: BTreeSet<ConnId>,
    /// Connections with lines still to be sent.
    unsent: Vec<ConnId>,
    /// Programs whose end is awaited.
    ending: BTreeMap<ConnId, Ending>,
    listeners: Vec<TcpListener>,
    warden: Option<Warden>,
    next: u32,
    start: Instant,
    /// The time at the start.
    began: Us,
}

/// A program that is to end.
struct Ending {
    program: Program,
    /// When it is killed.
    until: Us,
    /// Whether its end still has to be reported.
    is_told: bool,
}

impl Carrier {
    /// Nothing is connected yet. At `start`, the clock shows `began`.
    pub(super) fn new(start: Instant, began: Us, warden: Option<Warden>) -> io::Result<Self> {
        Ok(Self {
            poll: Poll::new()?,
            events: Events::with_capacity(1024),
            links: BTreeMap::new(),
            ready: BTreeSet::new(),
            unsent: Vec::new(),
            ending: BTreeMap::new(),
            listeners: Vec::new(),
            warden,
            next: 0,
            start,
            began,
        })
    }

    /// Microseconds since the event began.
    pub(super) fn now(&self) -> Us {
        let since = u64::try_from(self.start.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.began.saturating_add(since)
    }

    /// Something with which another thread ends a wait. Only one can be made.
    pub(super) fn waker(&self) -> io::Result<Waker> {
        Waker::new(self.poll.registry(), WAKER)
    }

    fn number(&mut self) -> ConnId {
        self.next += 1;
        ConnId(self.next)
    }

    /// Starts a program.
    pub(super) fn start(&mut self, spec: &ProgramSpec) -> io::Result<ConnId> {
        let (program, input, output, errors) = Program::start(spec)?;
        if let Some(warden) = &mut self.warden {
            warden.watch(program.group());
        }
        let conn = self.number();
        let link = Link::new(input, output, Some(errors), Some(program))?;
        self.register(conn, link)?;
        Ok(conn)
    }

    /// Adds a channel by its two ends.
    pub(super) fn adopt(&mut self, input: OwnedFd, output: OwnedFd) -> io::Result<ConnId> {
        let conn = self.number();
        let link = Link::new(input, output, None, None)?;
        self.register(conn, link)?;
        Ok(conn)
    }

    fn register(&mut self, conn: ConnId, mut link: Link) -> io::Result<()> {
        let registry = self.poll.registry();
        registry.register(&mut link.input, token(conn, INPUT), Interest::READABLE)?;
        registry.register(&mut link.output, token(conn, OUTPUT), Interest::WRITABLE)?;
        if let Some(errors) = &mut link.errors {
            registry.register(errors, token(conn, ERRORS), Interest::READABLE)?;
        }
        self.links.insert(conn, link);
        self.ready.insert(conn);
        Ok(())
    }

    /// Listens for clients at these addresses; returns those it got, with their ports.
    ///
    /// # Errors
    /// One of them is taken, or none is available.
    pub(super) fn listen(&mut self, addresses: &[SocketAddr]) -> io::Result<Vec<SocketAddr>> {
        self.listeners = listening::bind(addresses)?;
        for listener in &mut self.listeners {
            self.poll.registry().register(listener, LISTENER, Interest::READABLE)?;
        }
        self.listeners.iter().map(TcpListener::local_addr).collect()
    }

    /// Sends a line with the next [`Carrier::flush`], or the next wait. What cannot be sent then has to wait;
    /// a program that reads nothing is given up.
    pub(super) fn send(&mut self, conn: ConnId, line: &str) {
        if let Some(link) = self.links.get_mut(&conn) {
            link.send(line);
            self.unsent.push(conn);
            if link.is_broken() {
                self.ready.insert(conn);
            }
        }
    }

    /// Sends all lines: those of a connection together, so that its program wakes up once.
    pub(super) fn flush(&mut self) {
        for conn in std::mem::take(&mut self.unsent) {
            if let Some(link) = self.links.get_mut(&conn) {
                link.flush();
            }
        }
    }

    /// Ends a program, after `after_ms` milliseconds if it has not exited by itself; closes a channel.
    pub(super) fn end(&mut self, conn: ConnId, after_ms: u64) {
        let Some(mut link) = self.links.remove(&conn) else { return };
        self.ready.remove(&conn);
        link.flush();
        if let Some(program) = link.program.take() {
            let until = self.now() + after_ms * 1000;
            // Its input is closed now, which ends most programs.
            self.ending.insert(conn, Ending { program, until, is_told: true });
        }
    }

    /// Whether programs are still ending.
    pub(super) fn is_ending(&self) -> bool {
        !self.ending.is_empty()
    }

    /// Waits until something arrives, at most until that moment; gives what arrived, oldest first.
    pub(super) fn wait(&mut self, until: Option<Us>) -> io::Result<Vec<Stamped>> {
        self.flush();
        let now = self.now();
        let mut most = until.map(|until| Duration::from_micros(until.saturating_sub(now)));
        if !self.ending.is_empty() {
            let soon = Duration::from_millis(ENDING_MS);
            most = Some(most.map_or(soon, |most| most.min(soon)));
        }
        if !self.ready.is_empty() {
            most = Some(Duration::ZERO);
        }
        match self.poll.poll(&mut self.events, most) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            other => other?,
        }
        let mut out = Vec::new();
        let mut is_called = false;
        for event in &self.events {
            if event.token() == LISTENER {
                is_called = true;
                continue;
            }
            if event.token() == WAKER {
                continue;
            }
            let (conn, kind) =
                (ConnId(u32::try_from(event.token().0 / KINDS).unwrap_or(0)), event.token().0 % KINDS);
            match kind {
                OUTPUT => {
                    if let Some(link) = self.links.get_mut(&conn) {
                        link.flush();
                    }
                }
                _ => {
                    if let Some(link) = self.links.get_mut(&conn) {
                        match kind {
                            ERRORS => link.wake_errors(),
                            _ => link.wake_input(event.is_read_closed()),
                        }
                        self.ready.insert(conn);
                    }
                }
            }
        }
        if is_called {
            self.accept(&mut out)?;
        }
        for conn in std::mem::take(&mut self.ready) {
            self.read(conn, &mut out);
        }
        self.reap(&mut out);
        Ok(out)
    }

    fn accept(&mut self, out: &mut Vec<Stamped>) -> io::Result<()> {
        while let Some((stream, peer)) = listening::accept(&self.listeners)? {
            let conn = self.adopt(stream.try_clone()?.into(), stream.into())?;
            out.push(Stamped { at: self.now(), conn, arrival: Arrival::Connected(peer.to_string()) });
        }
        Ok(())
    }

    fn read(&mut self, conn: ConnId, out: &mut Vec<Stamped>) {
        let Some(link) = self.links.get_mut(&conn) else { return };
        let mut arrivals = Vec::new();
        let has_more = link.read(&mut arrivals);
        let at = self.now();
        out.extend(arrivals.into_iter().map(|arrival| Stamped { at, conn, arrival }));
        if has_more {
            self.ready.insert(conn);
            return;
        }
        let Some(link) = self.links.get_mut(&conn) else { return };
        if link.is_open() && !link.is_broken() {
            return;
        }
        let is_deaf = link.is_deaf();
        let Some(mut link) = self.links.remove(&conn) else { return };
        match link.program.take() {
            Some(program) if !is_deaf => {
                // How it ended will be known in a moment.
                self.ending.insert(conn, Ending { program, until: at + 50_000, is_told: false });
            }
            program => {
                if let Some(program) = program {
                    self.ending.insert(conn, Ending { program, until: at, is_told: true });
                }
                let how = if is_deaf { "it reads nothing" } else { "the connection was closed" };
                out.push(Stamped { at, conn, arrival: Arrival::Closed(how.to_owned()) });
            }
        }
    }

    /// Looks after programs that are ending.
    fn reap(&mut self, out: &mut Vec<Stamped>) {
        let now = self.now();
        let mut gone = Vec::new();
        for (&conn, ending) in &mut self.ending {
            let how = match ending.program.has_ended() {
                Some(how) => how,
                None if now >= ending.until => {
                    ending.program.kill();
                    if ending.is_told {
                        continue;
                    }
                    "it closed its output".to_owned()
                }
                None => continue,
            };
            if !std::mem::replace(&mut ending.is_told, true) {
                out.push(Stamped { at: now, conn, arrival: Arrival::Closed(how) });
            }
            if ending.program.has_ended().is_some() {
                gone.push(conn);
            }
        }
        for conn in gone {
            if let Some(mut ending) = self.ending.remove(&conn) {
                // Its children, if it had any.
                ending.program.kill();
                if let Some(warden) = &mut self.warden {
                    warden.forget(ending.program.group());
                }
            }
        }
    }

    /// Kills all running programs and waits until they have ended.
    pub(super) fn close(&mut self) {
        let conns: Vec<ConnId> = self.links.keys().copied().collect();
        for conn in conns {
            self.end(conn, 0);
        }
        for ending in self.ending.values_mut() {
            ending.program.kill();
            ending.program.wait();
        }
        self.ending.clear();
    }
}

impl Drop for Carrier {
    fn drop(&mut self) {
        self.close();
    }
}

fn token(conn: ConnId, kind: usize) -> Token {
    Token(conn.0 as usize * KINDS + kind)
}
