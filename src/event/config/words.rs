//! The two ways in: arguments and a file. Both become the same groups of words.

use std::fmt;

use super::other_programs::FASTCHESS;

/// What a configuration could not be made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigError {
    /// Where: an option, and which of several.
    pub place: String,
    /// What is wrong, and what to do.
    pub why: String,
}

impl ConfigError {
    pub(super) fn new(place: impl Into<String>, why: impl Into<String>) -> Self {
        Self { place: place.into(), why: why.into() }
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.why)
    }
}

impl std::error::Error for ConfigError {}

/// An option with its words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Group {
    /// The name without dashes.
    pub(super) name: String,
    /// What follows it.
    pub(super) words: Vec<String>,
    /// A file says `false`: what can be switched is off, and any other option is as if it were not there.
    pub(super) is_off: bool,
}

impl Group {
    fn new(name: String, words: Vec<String>) -> Self {
        Self { name, words, is_off: false }
    }

    /// `NAME=VALUE`, or a word alone.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        self.words.iter().map(|word| match word.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (word.as_str(), None),
        })
    }

    pub(super) fn error(&self, why: impl Into<String>) -> ConfigError {
        ConfigError::new(format!("-{}", self.name), why)
    }
}

/// Whose command line it is: they have different defaults.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Syntax {
    /// Two dashes before `engine`, or a file.
    Own,
    /// One dash.
    Cutechess,
    /// One dash, and something that cutechess-cli has not.
    Fastchess,
}

fn is_option(word: &str) -> bool {
    let name = word.strip_prefix("--").or_else(|| word.strip_prefix('-')).unwrap_or_default();
    name.starts_with(|first: char| first.is_ascii_alphabetic())
}

/// Takes arguments apart.
pub(super) fn of_arguments(arguments: &[String]) -> Result<(Syntax, Vec<Group>), ConfigError> {
    let mut groups: Vec<Group> = Vec::new();
    // An option of this program in a command line of another one changes nothing else in it.
    let is_own = arguments.iter().any(|word| is_option(word) && word.starts_with("--"))
        && !arguments.iter().any(|word| word == "-engine");
    let mut syntax = if is_own { Syntax::Own } else { Syntax::Cutechess };
    for word in arguments {
        if is_option(word) {
            groups.push(Group::new(word.trim_start_matches('-').to_owned(), Vec::new()));
        } else {
            let Some(last) = groups.last_mut() else {
                return Err(ConfigError::new(word, "not an option: options start with a dash"));
            };
            last.words.push(word.clone());
        }
    }
    let is_fastchess = |group: &Group| {
        let has = |names: &[&str]| group.pairs().any(|(name, _)| names.contains(&name));
        match group.name.as_str() {
            "pgnout" | "epdout" => has(&["file"]),
            "tournament" => has(&["roundrobin"]),
            "sprt" => has(&["model"]),
            "engine" | "each" => has(&["args", "plies"]),
            name => FASTCHESS.contains(&name),
        }
    };
    if syntax == Syntax::Cutechess && groups.iter().any(is_fastchess) {
        syntax = Syntax::Fastchess;
    }
    Ok((syntax, groups))
}

/// Takes a file apart: `name = value` is an option, a table is an option with `NAME=VALUE`, and an array
/// of tables is the option several times.
pub(super) fn of_toml(text: &str) -> Result<Vec<Group>, ConfigError> {
    let table: toml::Table =
        text.parse().map_err(|error: toml::de::Error| ConfigError::new("event.toml", error.to_string()))?;
    let mut groups = Vec::new();
    for (name, value) in table {
        match value {
            toml::Value::Table(inner) => {
                let words = words_of(&name, inner)?;
                groups.push(Group::new(name, words));
            }
            toml::Value::Array(items) if items.iter().any(toml::Value::is_table) => {
                for item in items {
                    let toml::Value::Table(inner) = item else {
                        return Err(ConfigError::new(name, "either all of these must be tables, or none"));
                    };
                    groups.push(Group::new(name.clone(), words_of(&name, inner)?));
                }
            }
            toml::Value::Boolean(is_on) => {
                groups.push(Group { is_off: !is_on, ..Group::new(name, Vec::new()) });
            }
            toml::Value::Array(items) => {
                let words = items.iter().map(|item| plain(&name, item)).collect::<Result<_, _>>()?;
                groups.push(Group::new(name, words));
            }
            value => {
                let word = plain(&name, &value)?;
                groups.push(Group::new(name, vec![word]));
            }
        }
    }
    Ok(groups)
}

fn words_of(place: &str, table: toml::Table) -> Result<Vec<String>, ConfigError> {
    let mut words = Vec::new();
    for (name, value) in table {
        let place = format!("{place}.{name}");
        match value {
            toml::Value::Table(options) => {
                for (option, value) in options {
                    words.push(format!("{name}.{option}={}", plain(&place, &value)?));
                }
            }
            toml::Value::Array(items) => {
                for item in items {
                    words.push(format!("{name}={}", plain(&place, &item)?));
                }
            }
            value => words.push(format!("{name}={}", plain(&place, &value)?)),
        }
    }
    Ok(words)
}

fn plain(place: &str, value: &toml::Value) -> Result<String, ConfigError> {
    match value {
        toml::Value::String(text) => Ok(text.clone()),
        toml::Value::Integer(number) => Ok(number.to_string()),
        toml::Value::Float(number) => Ok(number.to_string()),
        toml::Value::Boolean(flag) => Ok(flag.to_string()),
        toml::Value::Datetime(date) => Ok(date.to_string()),
        toml::Value::Array(_) | toml::Value::Table(_) => {
            Err(ConfigError::new(place, "must be a string, a number, true or false"))
        }
    }
}
