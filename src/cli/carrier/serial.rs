//! Serial lines (§8, §3.2): two programs on two ports, with nothing else between them and the referee.

use std::fmt;
use std::io;
use std::os::fd::OwnedFd;
use std::str::FromStr;

use crate::cli::located::Located as _;
use rustix::fs::{Mode, OFlags};
use rustix::termios::{ControlModes, OptionalActions};

/// Bits per second if none are given.
const USUAL_BAUD: u32 = 9600;

/// A serial port, as `/dev/ttyS0,9600`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::cli) struct SerialPort {
    path: String,
    baud: u32,
}

/// What is wrong with the name of a serial port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::cli) enum PortError {
    /// What follows the comma is not a number of bits a second.
    Baud {
        /// The whole name.
        text: String,
        /// What follows the comma.
        baud: String,
    },
    /// It has no path.
    NoPath(String),
}

impl fmt::Display for PortError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Baud { text, baud } => write!(f, "{text}: {baud:?} is not a number of bits a second"),
            Self::NoPath(text) => write!(f, "{text:?} is not a serial port: write PATH,BAUD"),
        }
    }
}

impl FromStr for SerialPort {
    type Err = PortError;

    fn from_str(text: &str) -> Result<Self, PortError> {
        let (path, baud) = match text.rsplit_once(',') {
            Some((path, baud)) => {
                let number = baud.parse().ok().filter(|&baud| baud > 0);
                let wrong = || PortError::Baud { text: text.to_owned(), baud: baud.to_owned() };
                (path, number.ok_or_else(wrong)?)
            }
            None => (text, USUAL_BAUD),
        };
        if path.is_empty() {
            return Err(PortError::NoPath(text.to_owned()));
        }
        Ok(Self { path: path.to_owned(), baud })
    }
}

impl fmt::Display for SerialPort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.path, self.baud)
    }
}

/// Both ends of a serial line: eight bits, no parity, one stop bit, no flow control, every byte as it is.
pub(in crate::cli) fn open_serial(port: &SerialPort) -> io::Result<(OwnedFd, OwnedFd)> {
    let open = || -> io::Result<OwnedFd> {
        // Without waiting for a carrier, and without making it the terminal of this program.
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let line = rustix::fs::open(port.path.as_str(), flags, Mode::empty())?;
        let mut settings = rustix::termios::tcgetattr(&line)?;
        settings.make_raw();
        settings.control_modes |= ControlModes::CREAD | ControlModes::CLOCAL;
        settings.control_modes &= !(ControlModes::CSTOPB | ControlModes::CRTSCTS);
        settings.set_speed(port.baud)?;
        rustix::termios::tcsetattr(&line, OptionalActions::Now, &settings)?;
        Ok(line)
    };
    let line = open().at(&port.path)?;
    Ok((line.try_clone()?, line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports_are_read() {
        let check = |text: &str, expect: Result<&str, &str>| {
            let read = text.parse::<SerialPort>().map(|port| port.to_string());
            let read = read.map_err(|error| error.to_string());
            assert_eq!(read.as_deref().map_err(String::as_str), expect, "{text}");
        };
        check("/dev/ttyS0,115200", Ok("/dev/ttyS0,115200"));
        check("/dev/ttyS0", Ok("/dev/ttyS0,9600"));
        check("/dev/a,b,300", Ok("/dev/a,b,300"));
        check("/dev/ttyS0,fast", Err("/dev/ttyS0,fast: \"fast\" is not a number of bits a second"));
        check("/dev/ttyS0,0", Err("/dev/ttyS0,0: \"0\" is not a number of bits a second"));
        check(",9600", Err("\",9600\" is not a serial port: write PATH,BAUD"));
        check("", Err("\"\" is not a serial port: write PATH,BAUD"));
        let nowhere = SerialPort { path: "/dev/no-such-port".to_owned(), baud: 9600 };
        let error = open_serial(&nowhere).expect_err("no port").to_string();
        assert!(error.starts_with("/dev/no-such-port: No such file"), "{error}");
        let no_port = SerialPort { path: "/dev/null".to_owned(), baud: 9600 };
        let error = open_serial(&no_port).expect_err("no port").to_string();
        assert!(error.starts_with("/dev/null: "), "{error}");
    }
}
