//! Any engine as an EPD client: `epidote client --engine … --connect HOST:PORT`.

use std::io;
use std::net::{TcpStream, ToSocketAddrs as _};
use std::time::Duration;

use super::error::ClientError;
use super::settings;
use crate::cli::carrier::{Arrival, Carrier, ProgramSpec, SerialPort, Stamped, Warden};
use crate::cli::located::Located as _;
use crate::event::config::EngineConfig;
use crate::referee::ConnId;
use crate::referee::board::Us;
use crate::referee::wire::{read_directive, write_request};
use crate::referee::words::{At, Directive, Refcom, Refreq, Request};
use crate::seat::{Out, Seat, no_option};

/// Microseconds between two attempts to reach a referee.
const RETRY_US: Us = 100_000;

/// How long another machine may take to answer.
const CONNECT: Duration = Duration::from_secs(2);

/// Where a referee is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Line {
    /// At an address.
    Address(String),
    /// At the other end of a serial line.
    Serial(SerialPort),
    /// Behind a pair of pipes, seen from the client: it writes `BASE.pc0` and reads `BASE.pc1`.
    Pipes(String),
}

/// What a client is asked for besides its engine.
#[derive(Debug, Clone, Default)]
pub(super) struct Asked {
    /// Where to look for a referee: the first one that answers is taken.
    pub(super) lines: Vec<Line>,
    /// Milliseconds to wait for a referee that is not there yet, or was lost.
    pub(super) reconnect_ms: u64,
    /// Most memory of the program in MiB.
    pub(super) memory_mib: Option<u64>,
}

/// A client at work: the line to the referee, the program, and the seat between them.
#[expect(clippy::struct_excessive_bools, reason = "each is a thing that happened, or did not")]
struct Between<'a> {
    engine: &'a EngineConfig,
    asked: &'a Asked,
    spec: ProgramSpec,
    carrier: Carrier,
    seat: Box<dyn Seat>,
    program: ConnId,
    /// The present program has introduced itself.
    is_ready: bool,
    referee: Option<ConnId>,
    /// The program has signed on with the present referee.
    is_signed_on: bool,
    /// Until when a referee is looked for.
    patience: Us,
    has_failed: bool,
    is_over: bool,
}

/// Plays until the referee goes.
///
/// # Errors
/// What cannot be started or reached.
pub(super) fn play(engine: &EngineConfig, asked: &Asked) -> Result<(), ClientError> {
    let mut carrier = Carrier::new(crate::cli::now(), 0, Warden::start().ok())?;
    let mut spec = settings::program(engine);
    spec.memory_mib = spec.memory_mib.or(asked.memory_mib);
    let program = carrier.start(&spec).at(&engine.command)?;
    let mut between = Between {
        engine,
        asked,
        spec,
        carrier,
        seat: settings::seat_alone(engine),
        program,
        is_ready: false,
        referee: None,
        is_signed_on: false,
        patience: asked.reconnect_ms.saturating_mul(1000),
        has_failed: false,
        is_over: false,
    };
    let played = between.play();
    between.carrier.end(between.program, 1000);
    let until = between.carrier.now() + 1_000_000;
    while between.carrier.is_ending() && between.carrier.now() < until {
        between.carrier.wait(Some(until))?;
    }
    played?;
    if between.has_failed { Err(ClientError::ProgramFailed) } else { Ok(()) }
}

impl Between<'_> {
    fn play(&mut self) -> Result<(), ClientError> {
        self.look_for_referee()?;
        self.open_seat();
        while !self.is_over {
            if self.referee.is_some() {
                self.wait(None)?;
            } else {
                self.look_for_referee()?;
            }
        }
        Ok(())
    }

    /// Takes in what happens next; waits until this time at most, if there is one.
    fn wait(&mut self, until: Option<Us>) -> io::Result<()> {
        let until = self.seat.wakeup().into_iter().chain(until).min();
        for stamped in self.carrier.wait(until)? {
            self.take(stamped);
        }
        let mut out = Vec::new();
        self.seat.tick(self.carrier.now(), &mut out);
        self.act(out);
        Ok(())
    }

    fn take(&mut self, Stamped { at, conn, arrival }: Stamped) {
        match arrival {
            Arrival::Line(line) if conn == self.program => {
                let mut out = Vec::new();
                self.seat.hear(&line, at, &mut out);
                self.act(out);
            }
            Arrival::Line(line) if Some(conn) == self.referee => self.hear(&line, at),
            Arrival::Closed(how) if conn == self.program => self.replace(&how),
            Arrival::Closed(_) if Some(conn) == self.referee => self.lost_referee(),
            _ => {}
        }
    }

    fn open_seat(&mut self) {
        let mut out = Vec::new();
        self.seat.open(self.carrier.now(), &mut out);
        self.act(out);
    }

    /// Tries all places in turn until one answers, the time is up, or the program is gone.
    fn look_for_referee(&mut self) -> Result<(), ClientError> {
        while !self.is_over {
            let mut why = ClientError::NoReferee;
            for line in &self.asked.lines {
                match connect(&mut self.carrier, line) {
                    Ok(conn) => {
                        (self.referee, self.is_signed_on) = (Some(conn), false);
                        if self.is_ready {
                            self.sign_on();
                        }
                        return Ok(());
                    }
                    Err(error) => why = error,
                }
            }
            if self.carrier.now() >= self.patience {
                return Err(why);
            }
            // What the program does in the meantime counts.
            let retry = self.carrier.now() + RETRY_US;
            while !self.is_over && self.carrier.now() < retry {
                self.wait(Some(retry))?;
            }
        }
        Ok(())
    }

    /// The line to the referee is cut without a farewell: another referee may be there soon.
    fn lost_referee(&mut self) {
        self.referee = None;
        if self.asked.reconnect_ms == 0 {
            self.is_over = true;
            return;
        }
        // What the program is still thinking about is ignored; the next referee sends the game again.
        let mut out = Vec::new();
        let reset = Directive::new(Refcom::Reset, At::new(crate::chess::START));
        self.seat.tell(&reset, self.carrier.now(), &mut out);
        self.act(out);
        self.patience = self.carrier.now().saturating_add(self.asked.reconnect_ms.saturating_mul(1000));
    }

    /// A program that replaces another one is signed on already.
    fn sign_on(&mut self) {
        if std::mem::replace(&mut self.is_signed_on, true) {
            return;
        }
        let request = Request::new(Refreq::SignOn, At::new(crate::chess::START));
        self.request(&Request { remark: Some(self.engine.name.clone()), ..request });
    }

    fn request(&mut self, request: &Request) {
        if let Some(referee) = self.referee {
            self.carrier.send(referee, &write_request(request));
        }
    }

    fn hear(&mut self, line: &[u8], at: Us) {
        if line.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        match read_directive(line) {
            Ok(directive) => {
                let mut out = Vec::new();
                self.seat.tell(&directive, at, &mut out);
                self.act(out);
                self.is_over |= directive.refcom == Refcom::Disconnect;
            }
            Err(why) => {
                crate::cli::complain(&format!(
                    "the referee sent something that is not a valid record: {why}"
                ));
            }
        }
    }

    fn act(&mut self, out: Vec<Out>) {
        for out in out {
            match out {
                Out::Say(line) => self.carrier.send(self.program, &line),
                Out::Request(request) if request.refreq == Refreq::SignOn => {
                    self.is_ready = true;
                    self.sign_on();
                }
                Out::Request(request) => self.request(&request),
                // This loses the game, but the next one may go well.
                Out::Nonsense(why) => self.fault(&why),
                Out::Stalled(why) => self.replace(&why),
                Out::Renew => self.start_anew(1000),
                Out::Note(text) => self.complain(&text),
                Out::NoOption(name) => self.complain(&no_option(&name)),
                Out::Begun | Out::Bye => {}
            }
        }
    }

    /// Reports something that needs a human (§8.2.1).
    fn fault(&mut self, why: &str) {
        let fault = Request::new(Refreq::Fault, At::new(crate::chess::START));
        self.request(&Request { remark: Some(why.to_owned()), ..fault });
        self.complain(why);
    }

    fn complain(&self, what: &str) {
        crate::cli::complain(&format!("{}: {what}", self.engine.name));
    }

    /// The program is gone, or does not answer: its game is lost, and a new program plays the next one. If it
    /// has not even introduced itself, or is itself a replacement, the client gives up.
    fn replace(&mut self, why: &str) {
        self.fault(why);
        if self.is_ready {
            self.start_anew(0);
        } else {
            self.leave();
        }
    }

    /// Replaces this program by a new one.
    fn start_anew(&mut self, after_ms: u64) {
        self.carrier.end(self.program, after_ms);
        match self.carrier.start(&self.spec) {
            Ok(program) => {
                (self.program, self.is_ready) = (program, false);
                self.seat = settings::seat_alone(self.engine);
                self.open_seat();
            }
            Err(error) => {
                self.fault(&format!("it cannot be started again: {error}"));
                self.leave();
            }
        }
    }

    fn leave(&mut self) {
        self.request(&Request::new(Refreq::SignOff, At::new(crate::chess::START)));
        (self.is_over, self.has_failed) = (true, true);
    }
}

fn connect(carrier: &mut Carrier, line: &Line) -> Result<ConnId, ClientError> {
    Ok(match line {
        Line::Address(address) => {
            let mut last = Err(ClientError::NoHost(address.clone()));
            for target in address.to_socket_addrs().at(address)? {
                last = Ok(TcpStream::connect_timeout(&target, CONNECT).at(address));
                if matches!(last, Ok(Ok(_))) {
                    break;
                }
            }
            let stream = last??;
            stream.set_nodelay(true)?;
            carrier.adopt(stream.try_clone()?.into(), stream.into())?
        }
        Line::Serial(port) => {
            let (input, output) = crate::cli::carrier::open_serial(port)?;
            carrier.adopt(input, output)?
        }
        Line::Pipes(base) => {
            let (to_referee, from_referee) = crate::cli::carrier::open_pipes(base)?;
            carrier.adopt(from_referee, to_referee)?
        }
    })
}
