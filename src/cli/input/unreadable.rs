//! Inputs that cannot be read.

use std::fmt;
use std::io;

use crate::cli::located::{At, Located as _};
use crate::cli::settings::SettingsError;
use crate::source::{self, ReadError};

/// An input that cannot be read, with its name.
pub(in crate::cli) type Unreadable = At<Unread>;

/// Why an input cannot be read.
#[derive(Debug)]
pub(in crate::cli) enum Unread {
    /// Its text cannot be read.
    Text(ReadError),
    /// Its settings cannot be read.
    Settings(Box<SettingsError>),
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(error) => error.fmt(f),
            Self::Settings(error) => error.fmt(f),
        }
    }
}

impl From<ReadError> for Unread {
    fn from(error: ReadError) -> Self {
        Self::Text(error)
    }
}

impl From<io::Error> for Unread {
    fn from(error: io::Error) -> Self {
        Self::Text(error.into())
    }
}

impl From<SettingsError> for Unread {
    fn from(error: SettingsError) -> Self {
        Self::Settings(Box::new(error))
    }
}

impl From<source::Unreadable> for Unreadable {
    fn from(unreadable: source::Unreadable) -> Self {
        Self::new(unreadable.name, unreadable.reason.into())
    }
}

/// Puts the name of an input before why it cannot be read.
pub(in crate::cli) fn named<T>(name: &str, read: Result<T, impl Into<Unread>>) -> Result<T, Unreadable> {
    read.map_err(Into::into).at(name)
}
