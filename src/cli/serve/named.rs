//! What the page may reach: engines by their names, each a program, an address or a serial port.

use super::error::NamedError;
use crate::cli::carrier::{NoProgram, ProgramSpec, SerialPort};
use crate::event::config::split_command;

/// The most bytes of a name, since it is shown in a list.
const MOST_NAME: usize = 60;

/// Where the lines of an engine come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Far {
    /// A program that is started for each connection.
    Program(ProgramSpec),
    /// A host and a port, to which each connection connects.
    Peer(String),
    /// A serial port, for one connection at a time.
    Serial(SerialPort),
}

impl Far {
    /// Whether a program can be started, as far as that can be known in advance.
    pub(super) fn check(&self) -> Result<(), NoProgram> {
        match self {
            Self::Program(program) => program.check(),
            Self::Peer(_) | Self::Serial(_) => Ok(()),
        }
    }

    /// What it is, for the page.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Program(_) => "program",
            Self::Peer(_) => "peer",
            Self::Serial(_) => "serial",
        }
    }
}

/// An engine with its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::cli) struct Named {
    pub(super) name: String,
    pub(super) far: Far,
}

impl Named {
    /// Reads a program, as `NAME=CMD`.
    pub(in crate::cli) fn program(text: &str) -> Result<Self, NamedError> {
        let (name, command) = parts(text)?;
        let mut words = split_command(command).map_err(NamedError::Command)?.into_iter();
        let command = words.next().ok_or(NamedError::NoProgram)?;
        Ok(Self { name, far: Far::Program(ProgramSpec::of(&command, words.collect())) })
    }

    /// Reads an address, as `NAME=HOST:PORT`.
    pub(in crate::cli) fn peer(text: &str) -> Result<Self, NamedError> {
        let (name, address) = parts(text)?;
        let is_address = address
            .rsplit_once(':')
            .is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok_and(|port| port > 0));
        if !is_address {
            return Err(NamedError::Address(address.to_owned()));
        }
        Ok(Self { name, far: Far::Peer(address.to_owned()) })
    }

    /// Reads a serial port, as `NAME=PORT,BAUD`.
    pub(in crate::cli) fn serial(text: &str) -> Result<Self, NamedError> {
        let (name, port) = parts(text)?;
        Ok(Self { name, far: Far::Serial(port.parse().map_err(NamedError::Port)?) })
    }
}

/// The name, and what comes after it.
fn parts(text: &str) -> Result<(String, &str), NamedError> {
    let (name, rest) = text.split_once('=').ok_or(NamedError::NoEquals)?;
    let name = name.trim();
    if name.is_empty() {
        return Err(NamedError::NoName);
    }
    if name.len() > MOST_NAME {
        return Err(NamedError::Long(MOST_NAME));
    }
    if name.chars().any(|c| c.is_control() || c == '/') {
        return Err(NamedError::Characters);
    }
    Ok((name.to_owned(), rest))
}

/// The first name that two engines share.
pub(super) fn twice(all: &[Named]) -> Option<&str> {
    let is_known = |at: usize| all[..at].iter().any(|other| other.name == all[at].name);
    (0..all.len()).find(|&at| is_known(at)).map(|at| all[at].name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    type Read = fn(&str) -> Result<Named, NamedError>;

    #[test]
    fn names_are_read() {
        let check = |read: Read, text: &str, expect: Result<(&str, &str), &str>| {
            let read = read(text).map_err(|error| error.to_string());
            let read = read.as_ref().map(|named| (named.name.as_str(), named.far.kind()));
            assert_eq!(read.map_err(String::as_str), expect, "{text}");
        };
        check(Named::program, "a=sh -c 'exit 3'", Ok(("a", "program")));
        check(Named::program, " My engine =x=y", Ok(("My engine", "program")));
        check(Named::program, "a", Err("write a name, `=`, and what it stands for"));
        check(Named::program, "=sh", Err("the name is missing before `=`"));
        check(Named::program, "a=", Err("no program is named"));
        check(Named::program, "a='sh", Err("a quote is not closed"));
        check(Named::program, "../x=sh", Err("a name has no slash and no control character"));
        check(Named::program, "a\nb=sh", Err("a name has no slash and no control character"));
        check(
            Named::program,
            &format!("{}=sh", "x".repeat(MOST_NAME + 1)),
            Err("a name has at most 60 bytes"),
        );
        check(Named::peer, "a=localhost:5020", Ok(("a", "peer")));
        check(Named::peer, "a=[::1]:5020", Ok(("a", "peer")));
        check(Named::peer, "a=localhost", Err("\"localhost\" is not HOST:PORT"));
        check(Named::peer, "a=:5020", Err("\":5020\" is not HOST:PORT"));
        check(Named::peer, "a=localhost:0", Err("\"localhost:0\" is not HOST:PORT"));
        check(Named::serial, "a=/dev/ttyS0,9600", Ok(("a", "serial")));
        check(
            Named::serial,
            "a=/dev/ttyS0,fast",
            Err("/dev/ttyS0,fast: \"fast\" is not a number of bits a second"),
        );
    }

    #[test]
    fn a_name_stands_for_one_engine() {
        let all = |texts: &[&str]| -> Vec<Named> {
            texts.iter().map(|text| Named::program(text).expect("an engine")).collect()
        };
        assert_eq!(twice(&all(&[])), None);
        assert_eq!(twice(&all(&["a=x", "b=x"])), None);
        assert_eq!(twice(&all(&["a=x", "b=x", "a =y"])), Some("a"));
    }
}
