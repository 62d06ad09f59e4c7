//! Why the page cannot be served, and why an engine cannot be named or reached.

use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::cli::carrier::{AddressError, PortError, SerialPort};
use crate::cli::located::At;
use crate::event::config::ValueError;

/// Why the page cannot be served.
#[derive(Debug)]
pub(super) enum ServeError {
    /// Two engines have this name.
    Twice(String),
    /// The address to listen at cannot be read.
    Address(AddressError),
    /// Other machines could reach this address, and that was not allowed.
    Remote(String),
    /// The folder has no built page.
    NoPage(PathBuf),
    /// No random token can be made.
    NoToken(io::Error),
    /// The address is taken.
    InUse(io::Error),
    /// The system cannot do it.
    Io(io::Error),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Twice(name) => write!(f, "{name} is the name of two engines"),
            Self::Address(error) => error.fmt(f),
            Self::Remote(listen) => {
                write!(f, "--listen {listen}: other machines can reach it; if they may, add --allow-remote")
            }
            Self::NoPage(folder) => write!(
                f,
                "{}: there is no built page; run `make build` in the sources of Epidote, and name the folder `dist` \
                 there with --page",
                folder.display()
            ),
            Self::NoToken(error) => write!(f, "no random token: {error}"),
            Self::InUse(error) => write!(f, "{error}; choose another port with --listen"),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl From<io::Error> for ServeError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<AddressError> for ServeError {
    fn from(error: AddressError) -> Self {
        Self::Address(error)
    }
}

/// What is wrong with an engine that is to be served.
#[derive(Debug)]
pub(in crate::cli) enum NamedError {
    /// There is no `=`.
    NoEquals,
    /// There is nothing before `=`.
    NoName,
    /// The name has more bytes than this.
    Long(usize),
    /// The name has a slash or a control character.
    Characters,
    /// The command line cannot be read.
    Command(ValueError),
    /// The command line is empty.
    NoProgram,
    /// It is not a host and a port.
    Address(String),
    /// It is not a serial port.
    Port(PortError),
}

impl fmt::Display for NamedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoEquals => f.write_str("write a name, `=`, and what it stands for"),
            Self::NoName => f.write_str("the name is missing before `=`"),
            Self::Long(most) => write!(f, "a name has at most {most} bytes"),
            Self::Characters => f.write_str("a name has no slash and no control character"),
            Self::Command(error) => error.fmt(f),
            Self::NoProgram => f.write_str("no program is named"),
            Self::Address(text) => write!(f, "{text:?} is not HOST:PORT"),
            Self::Port(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NamedError {}

/// Why an engine cannot be started or reached.
#[derive(Debug)]
pub(super) enum LineError {
    /// The program cannot be started, or the address not reached.
    Far(At<io::Error>),
    /// The address does not answer.
    NoAnswer(String),
    /// Another page uses the port.
    InUse(SerialPort),
    /// The system cannot do it.
    Io(io::Error),
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Far(error) => error.fmt(f),
            Self::NoAnswer(address) => write!(f, "{address}: no answer"),
            Self::InUse(port) => write!(f, "{port}: another page uses it"),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl From<At<io::Error>> for LineError {
    fn from(error: At<io::Error>) -> Self {
        Self::Far(error)
    }
}

impl From<io::Error> for LineError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
