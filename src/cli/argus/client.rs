//! Any engine as an EPD client: `epidote client --engine … --connect HOST:PORT`.

use std::net::TcpStream;

use super::carrier::{Arrival, Carrier, Warden};
use super::settings;
use crate::event::config::EngineConfig;
use crate::referee::ConnId;
use crate::referee::wire::{read_directive, write_request};
use crate::referee::words::{Refcom, Refreq, Request};
use crate::seat::{Out, Seat};

/// Where the referee is.
pub(crate) enum Line {
    /// At an address.
    Address(String),
    /// Behind a pair of pipes, seen from the client: it writes `BASE.pc0` and reads `BASE.pc1`.
    Pipes(String),
}

/// What stands between the referee and the program.
struct Between {
    carrier: Carrier,
    seat: Box<dyn Seat>,
    referee: ConnId,
    program: ConnId,
    name: String,
    is_over: bool,
    has_failed: bool,
}

/// Plays until the referee goes.
///
/// # Errors
/// What cannot be started or reached, in words.
pub(crate) fn play(engine: &EngineConfig, line: &Line, memory_mib: Option<u64>) -> Result<(), String> {
    let text = |error: std::io::Error| error.to_string();
    let mut carrier = Carrier::new(crate::cli::now(), Warden::start().ok()).map_err(text)?;
    let mut spec = settings::program(engine);
    spec.memory_mib = memory_mib;
    let program = carrier.start(&spec).map_err(|error| format!("{}: {error}", engine.command))?;
    let referee = match line {
        Line::Address(address) => {
            let stream = TcpStream::connect(address).map_err(|error| format!("{address}: {error}"))?;
            stream.set_nodelay(true).map_err(text)?;
            carrier.adopt(stream.try_clone().map_err(text)?.into(), stream.into()).map_err(text)?
        }
        Line::Pipes(base) => {
            let (to_referee, from_referee) = super::carrier::open_pipes(base).map_err(text)?;
            carrier.adopt(from_referee, to_referee).map_err(text)?
        }
    };
    let mut between = Between {
        carrier,
        seat: settings::seat_alone(engine),
        referee,
        program,
        name: engine.name.clone(),
        is_over: false,
        has_failed: false,
    };
    between.play().map_err(text)?;
    if between.has_failed { Err("the program failed".to_owned()) } else { Ok(()) }
}

impl Between {
    fn play(&mut self) -> std::io::Result<()> {
        let mut out = Vec::new();
        self.seat.open(self.carrier.now(), &mut out);
        self.act(out);
        while !self.is_over {
            for stamped in self.carrier.wait(self.seat.wakeup())? {
                let mut out = Vec::new();
                match stamped.arrival {
                    Arrival::Line(line) if stamped.conn == self.program => {
                        self.seat.hear(&line, stamped.at, &mut out);
                    }
                    Arrival::Line(line) => self.hear(&line, stamped.at, &mut out),
                    Arrival::Closed(how) if stamped.conn == self.program => self.fail(&how),
                    Arrival::Closed(_) => self.is_over = true,
                    Arrival::Error(_) | Arrival::Connected(_) => {}
                }
                self.act(out);
            }
            let mut out = Vec::new();
            self.seat.tick(self.carrier.now(), &mut out);
            self.act(out);
        }
        self.carrier.end(self.program, 1000);
        let until = self.carrier.now() + 1_000_000;
        while self.carrier.is_ending() && self.carrier.now() < until {
            self.carrier.wait(Some(until))?;
        }
        Ok(())
    }

    fn hear(&mut self, line: &[u8], at: u64, out: &mut Vec<Out>) {
        if line.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        match read_directive(line) {
            Ok(directive) => {
                self.seat.tell(&directive, at, out);
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
                Out::Request(mut request) => {
                    if request.refreq == Refreq::SignOn {
                        request.remark = Some(self.name.clone());
                    }
                    self.carrier.send(self.referee, &write_request(&request));
                }
                Out::Nonsense(why) | Out::Stalled(why) => self.fail(&why),
                Out::Renew => self.fail("it plays only one game"),
                Out::Note(text) => crate::cli::complain(&text),
                Out::Begun | Out::Bye => {}
            }
        }
    }

    /// The program cannot go on: a human is needed (§8.2.1), and the client leaves.
    fn fail(&mut self, why: &str) {
        let at = crate::referee::words::At::new(crate::chess::START);
        let fault = Request { remark: Some(why.to_owned()), ..Request::new(Refreq::Fault, at.clone()) };
        self.carrier.send(self.referee, &write_request(&fault));
        self.carrier.send(self.referee, &write_request(&Request::new(Refreq::SignOff, at)));
        crate::cli::complain(&format!("{}: {why}", self.name));
        (self.is_over, self.has_failed) = (true, true);
    }
}
