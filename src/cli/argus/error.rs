//! Why an event cannot be played, and what is wrong with what was asked for.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::PathBuf;

use super::book::BookError;
use super::director::Trouble;
use super::misfit::Misfit;
use super::replica::ObserveError;
use crate::cli::carrier::{AddressError, NoProgram, PortError};
use crate::cli::located::At;
use crate::event::config::ConfigError;
use crate::event::lease::Lease;
use crate::event::schedule::PlanError;
use crate::source::ReadError;
use crate::tablebases::TablesError;

/// Why an event cannot be begun, resumed or ended.
#[derive(Debug)]
pub(super) enum ArgusError {
    /// What is wrong with the options.
    Asked(AskedError),
    /// No event is given.
    NoEvent,
    /// The file of the event cannot be read.
    File(At<ReadError>),
    /// The file of the event is wrong.
    Config(At<ConfigError>),
    /// The event on the command line is wrong.
    Arguments(ConfigError),
    /// The words of the event cannot be kept in the journal.
    Words(serde_json::Error),
    /// There is a journal with this name already.
    Exists(String),
    /// A file is named for two things.
    Twice(PathBuf),
    /// A file cannot be read or written.
    Io(At<io::Error>),
    /// The settings in the journal cannot be read.
    Settings {
        /// The journal.
        name: String,
        /// What is wrong with them.
        error: Box<dyn Error>,
    },
    /// The journal has no settings.
    NoSettings(String),
    /// The journal belongs to another event.
    Misfit(Misfit),
    /// The event of another machine cannot be followed.
    Observe(ObserveError),
    /// The schedule cannot be made.
    Plan(PlanError),
    /// The program of an engine cannot be started.
    Program(At<NoProgram>),
    /// The openings cannot be read.
    Book(BookError),
    /// The endgame tables cannot be used.
    Tables(TablesError),
    /// The file of games cannot be written.
    Pgn(io::Error),
    /// The files at the end cannot be written.
    Records(io::Error),
    /// The system cannot do it.
    System(io::Error),
    /// The event could not go on.
    Trouble(Trouble),
}

impl fmt::Display for ArgusError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Asked(error) => error.fmt(f),
            Self::NoEvent => {
                f.write_str("argus needs an event: a file, or options such as --engine (see --help)")
            }
            Self::File(error) => error.fmt(f),
            Self::Config(error) => error.fmt(f),
            Self::Arguments(error) => error.fmt(f),
            Self::Words(error) => error.fmt(f),
            Self::Exists(path) => {
                write!(f, "{path} exists; resume with `epidote argus resume {path}`, or name another file")
            }
            Self::Twice(path) => {
                write!(f, "{}: it is named for two things; each needs a file of its own", path.display())
            }
            Self::Io(error) => error.fmt(f),
            Self::Settings { name, error } => {
                write!(f, "{name}: the settings of the event cannot be read: {error}")
            }
            Self::NoSettings(name) => write!(f, "{name}: the journal ends before the settings of the event"),
            Self::Misfit(error) => error.fmt(f),
            Self::Observe(error) => error.fmt(f),
            Self::Plan(error) => error.fmt(f),
            Self::Program(error) => error.fmt(f),
            Self::Book(error) => error.fmt(f),
            Self::Tables(error) => write!(f, "-tb: {error}"),
            Self::Pgn(error) => write!(f, "the PGN file cannot be written: {error}"),
            Self::Records(error) => write!(f, "the records cannot be written: {error}"),
            Self::System(error) => error.fmt(f),
            Self::Trouble(trouble) => trouble.fmt(f),
        }
    }
}

impl From<AskedError> for ArgusError {
    fn from(error: AskedError) -> Self {
        Self::Asked(error)
    }
}

impl From<At<ReadError>> for ArgusError {
    fn from(error: At<ReadError>) -> Self {
        Self::File(error)
    }
}

impl From<At<ConfigError>> for ArgusError {
    fn from(error: At<ConfigError>) -> Self {
        Self::Config(error)
    }
}

impl From<At<io::Error>> for ArgusError {
    fn from(error: At<io::Error>) -> Self {
        Self::Io(error)
    }
}

/// What is wrong with the options of a referee or a client.
#[derive(Debug)]
pub(super) enum AskedError {
    /// An option comes without its value.
    NoValue(String),
    /// A value is not a number.
    NoNumber {
        /// The option as it was written.
        option: String,
        /// What was written in place of a number.
        value: String,
    },
    /// There has to be some of what this option limits.
    Zero(String),
    /// The value of `--sync` is unknown.
    Sync(String),
    /// The value of `--reconnect` is not a number of seconds.
    Seconds(String),
    /// A lease is too short, or nobody may observe.
    Lease,
    /// One that follows an event has other options than the name of its journal.
    Observe,
    /// Nobody can observe an event without a journal.
    NoJournal,
    /// The address to listen at cannot be read.
    Address(AddressError),
    /// The serial port cannot be read.
    Port(PortError),
    /// An event that is resumed has its settings already.
    Resumed(String),
    /// An option that only a referee has.
    NotOfClient(String),
    /// A client without a way to its referee.
    NoWay,
    /// A client with no engine, or with several.
    OneEngine,
    /// What is wrong with the engine of a client.
    Engine(ConfigError),
}

impl fmt::Display for AskedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoValue(option) => write!(f, "{option} needs a value"),
            Self::NoNumber { option, value } => write!(f, "{option} needs a number, not {value:?}"),
            Self::Zero(option) => write!(f, "{option} needs a number above 0"),
            Self::Sync(value) => write!(f, "--sync is `move` or `game`, not {value:?}"),
            Self::Seconds(value) => write!(f, "--reconnect needs seconds, not {value:?}"),
            Self::Lease => {
                let least = Lease::SHORTEST_MS;
                write!(f, "--lease needs at least {least} milliseconds, and --observers")
            }
            Self::Observe => f.write_str(
                "--observe needs --journal FILE, and no settings of an event: those are in the journal",
            ),
            Self::NoJournal => {
                f.write_str("--observers needs --journal FILE: the journal is what they follow")
            }
            Self::Address(error) => error.fmt(f),
            Self::Port(error) => error.fmt(f),
            Self::Resumed(word) => {
                write!(f, "{word} cannot be given when an event is resumed: the journal has all settings")
            }
            Self::NotOfClient(option) => write!(f, "{option} is not an option of a client"),
            Self::NoWay => {
                f.write_str("a client needs --connect HOST:PORT, --fifo BASE or --serial PORT,BAUD")
            }
            Self::OneEngine => f.write_str("a client needs exactly one --engine"),
            Self::Engine(error) => error.fmt(f),
        }
    }
}

impl From<AddressError> for AskedError {
    fn from(error: AddressError) -> Self {
        Self::Address(error)
    }
}

impl From<PortError> for AskedError {
    fn from(error: PortError) -> Self {
        Self::Port(error)
    }
}

/// Why a client cannot play.
#[derive(Debug)]
pub(super) enum ClientError {
    /// What is wrong with its options.
    Asked(AskedError),
    /// No place is given where a referee may be.
    NoReferee,
    /// There is no such host.
    NoHost(String),
    /// The program cannot be started, or the referee not be reached.
    Far(At<io::Error>),
    /// The program ended or broke the protocol.
    ProgramFailed,
    /// The system cannot do it.
    System(io::Error),
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Asked(error) => error.fmt(f),
            Self::NoReferee => f.write_str("there is no referee to look for"),
            Self::NoHost(address) => write!(f, "{address}: no such host"),
            Self::Far(error) => error.fmt(f),
            Self::ProgramFailed => f.write_str("the program failed"),
            Self::System(error) => error.fmt(f),
        }
    }
}

impl From<At<io::Error>> for ClientError {
    fn from(error: At<io::Error>) -> Self {
        Self::Far(error)
    }
}

impl From<io::Error> for ClientError {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}
