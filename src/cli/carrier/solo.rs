//! A single program, whose lines are kept until they are read one by one.

use std::collections::VecDeque;
use std::io;

use super::{Arrival, Carrier, ProgramSpec, Stamped, Warden};
use crate::cli::located::{At, Located as _};
use crate::referee::ConnId;
use crate::referee::board::Us;

/// A program, with what it did and nobody has looked at yet.
pub(in crate::cli) struct Solo {
    carrier: Carrier,
    conn: ConnId,
    arrived: VecDeque<Arrival>,
}

impl Solo {
    /// Starts a program.
    ///
    /// # Errors
    /// It cannot be started.
    pub(in crate::cli) fn start(spec: &ProgramSpec) -> Result<Self, At<io::Error>> {
        let start = || -> io::Result<Self> {
            let mut carrier = Carrier::new(crate::cli::now(), 0, Warden::start().ok())?;
            let conn = carrier.start(spec)?;
            Ok(Self { carrier, conn, arrived: VecDeque::new() })
        };
        start().at(spec.command.display())
    }

    pub(in crate::cli) fn send(&mut self, line: &str) {
        self.carrier.send(self.conn, line);
    }

    pub(in crate::cli) fn now(&self) -> Us {
        self.carrier.now()
    }

    /// What it did next: a line, or its end. `None` if there is nothing yet. This may be returned early; a
    /// caller that wants to wait longer asks again.
    ///
    /// # Errors
    /// The system cannot wait for it.
    pub(in crate::cli) fn next(&mut self, until: Us) -> io::Result<Option<Arrival>> {
        if self.arrived.is_empty() {
            let stamped = self.carrier.wait(Some(until))?;
            let ours = stamped.into_iter().filter(|stamped| stamped.conn == self.conn);
            self.arrived.extend(ours.map(|Stamped { arrival, .. }| arrival));
        }
        Ok(self.arrived.pop_front())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a shell says with this script: its lines, what was on standard error, and how it ended.
    fn said_by(script: &str) -> Vec<String> {
        let words = ["-c", script].map(str::to_owned);
        let mut solo = Solo::start(&ProgramSpec::of("sh", words.to_vec())).unwrap();
        let mut output = Vec::new();
        while output.last().is_none_or(|last: &String| !last.starts_with("exit")) {
            let until = solo.now() + 1_000_000;
            match solo.next(until).unwrap() {
                Some(Arrival::Line(line)) => output.push(String::from_utf8(line).unwrap()),
                Some(Arrival::Error(text)) => output.push(format!("! {text}")),
                Some(Arrival::Closed(how)) => output.push(how),
                _ => {}
            }
        }
        output
    }

    #[test]
    fn lines_are_kept_until_they_are_read() {
        assert_eq!(said_by(r"printf 'one\ntwo\n'; exit 3"), ["one", "two", "exit status: 3"]);
    }

    #[test]
    fn what_a_program_did_not_end_is_no_line() {
        let said = said_by(r"printf 'one\nbestmove e7e8'; exit 3");
        assert_eq!(said, ["one", "! cut off: bestmove e7e8", "exit status: 3"]);
    }
}
