//! What is wrong with settings.

use std::fmt;
use std::io;

use crate::cli::located::At;
use crate::cli::rules::NoRule;
use crate::source::ReadError;

/// Why the settings of a file cannot be found.
#[derive(Debug)]
pub(in crate::cli) enum SettingsError {
    /// The working folder, from which paths begin, cannot be read.
    Folder(io::Error),
    /// A file of settings is wrong.
    File(At<ConfigError>),
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(error) => error.fmt(f),
            Self::File(error) => error.fmt(f),
        }
    }
}

impl From<At<ConfigError>> for SettingsError {
    fn from(error: At<ConfigError>) -> Self {
        Self::File(error)
    }
}

/// What is wrong with a file of settings.
#[derive(Debug)]
pub(in crate::cli) enum ConfigError {
    /// It cannot be read.
    Unread(ReadError),
    /// The working folder, from which paths begin, cannot be read.
    Folder(io::Error),
    /// It is not TOML, or has other keys.
    Toml(toml::de::Error),
    /// It names a rule that does not exist.
    Rule(NoRule),
    /// It has a pattern that cannot be read.
    Pattern {
        /// The pattern.
        text: String,
        /// What is wrong with it.
        error: glob::PatternError,
    },
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unread(error) => error.fmt(f),
            Self::Folder(error) => error.fmt(f),
            // It shows the line, and ends with a line end.
            Self::Toml(error) => f.write_str(error.to_string().trim_end()),
            Self::Rule(error) => error.fmt(f),
            Self::Pattern { text, error } => write!(f, "`{text}` is not a file pattern: {error}"),
        }
    }
}

impl From<ReadError> for ConfigError {
    fn from(error: ReadError) -> Self {
        Self::Unread(error)
    }
}

impl From<toml::de::Error> for ConfigError {
    fn from(error: toml::de::Error) -> Self {
        Self::Toml(error)
    }
}

impl From<NoRule> for ConfigError {
    fn from(error: NoRule) -> Self {
        Self::Rule(error)
    }
}
