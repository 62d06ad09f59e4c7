//! Values of options.

use super::Armageddon;
use super::value_error::ValueError;
use super::words::{ConfigError, Group};
use crate::event::schedule::Format;
use crate::time_control::TimeControl;

/// The one word of an option.
pub(super) fn one(group: &Group) -> Result<&str, ConfigError> {
    match group.words.as_slice() {
        [word] => Ok(word),
        [] => Err(group.error("a value is missing")),
        [_, more, ..] => Err(group.error(format!("`{more}` is one value too many"))),
    }
}

/// Whether an option is on: it stands alone, or with `true` or `false`.
pub(super) fn flag(group: &Group) -> Result<bool, ConfigError> {
    match group.words.as_slice() {
        [] => Ok(!group.is_off),
        [word] if word == "true" => Ok(true),
        [word] if word == "false" => Ok(false),
        [word, ..] => Err(group.error(format!("`{word}`: this option takes no value"))),
    }
}

/// The values of some names; others are refused.
pub(super) fn values<'a, const N: usize>(
    group: &'a Group,
    names: [&str; N],
) -> Result<[Option<&'a str>; N], ConfigError> {
    let mut values = [None; N];
    for (name, value) in group.pairs() {
        let Some(at) = names.iter().position(|known| *known == name) else {
            return Err(group.error(format!("`{name}` is not known here; use {}", names.join(", "))));
        };
        match value {
            Some(_) if values[at].is_some() => {
                return Err(group.error(format!("{name}= is given twice; give it once")));
            }
            Some(value) => values[at] = Some(value),
            None => return Err(group.error(format!("{name} needs a value: {name}=…"))),
        }
    }
    Ok(values)
}

pub(super) fn read_or<T: std::str::FromStr>(
    group: &Group,
    name: &str,
    value: Option<&str>,
    default: Option<T>,
) -> Result<T, ConfigError> {
    match (value, default) {
        (Some(value), _) => {
            value.parse().map_err(|_| group.error(format!("{name}={value}: not a valid value")))
        }
        (None, Some(default)) => Ok(default),
        (None, None) => Err(group.error(format!("{name}= is missing"))),
    }
}

/// As [`read_or`], for a number of things of which there is one at least.
pub(super) fn count_or(
    group: &Group,
    name: &str,
    value: Option<&str>,
    default: Option<u32>,
) -> Result<u32, ConfigError> {
    let count = read_or(group, name, value, default)?;
    if count == 0 { Err(group.error(format!("{name}=0: at least 1 is needed"))) } else { Ok(count) }
}

pub(super) fn variant(name: &str) -> Result<bool, ValueError> {
    match name {
        "standard" => Ok(false),
        "fischerandom" | "chess960" => Ok(true),
        other => Err(ValueError::unknown(other, "standard or fischerandom")),
    }
}

pub(super) fn format(name: &str) -> Result<Format, ValueError> {
    match name {
        "round-robin" | "roundrobin" | "match" => Ok(Format::RoundRobin),
        "gauntlet" => Ok(Format::Gauntlet { seeds: 1 }),
        "knockout" => Ok(Format::Knockout),
        "pyramid" => Ok(Format::Pyramid),
        "swiss" => Ok(Format::Swiss),
        other => Err(ValueError::unknown(other, "match, round-robin, gauntlet, knockout, pyramid or swiss")),
    }
}

pub(super) fn armageddon(group: &Group) -> Result<Armageddon, ConfigError> {
    let [white, black] = values(group, ["white", "black"])?;
    let read = |name: &str, value: Option<&str>| {
        let text = value.ok_or_else(|| group.error(format!("{name}= is missing")))?;
        TimeControl::read(text).map_err(|why| group.error(format!("{name}: {why}")))
    };
    Ok(Armageddon { white: read("white", white)?, black: read("black", black)? })
}

/// The path of an option: alone, or as `file=`.
pub(super) fn file(group: &Group) -> Result<String, ConfigError> {
    match group.pairs().next() {
        Some(("file", Some(file))) => Ok(file.to_owned()),
        Some(_) => Ok(one(group)?.to_owned()),
        None => Err(group.error("which file?")),
    }
}
