//! An engine, as it was asked for.

use super::value_error::ValueError;
use super::words::{ConfigError, Group, Syntax};
use crate::time_control::{TimeControl, read_seconds};

/// What an engine speaks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// UCI, which most engines speak.
    #[default]
    Uci,
    /// The protocol of xboard, version 2.
    Xboard,
    /// EPD records, as the 1995 text has them (§8).
    Epd,
    /// A human, who reads lines and types moves.
    Human,
}

/// When an engine is restarted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Restart {
    /// When it says that it cannot play a second game.
    #[default]
    Auto,
    /// Before each game.
    On,
    /// Never, while it is well.
    Off,
}

/// An engine, as it was asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EngineConfig {
    /// What it is called in tables and games.
    pub name: String,
    /// The program; empty for a client that comes through `fifo` or the network.
    pub command: String,
    /// The words after the command, each an argument of the program.
    pub arguments: Vec<String>,
    /// The folder in which it runs.
    pub directory: Option<String>,
    /// What it speaks.
    pub protocol: Protocol,
    /// Lines sent before all others.
    pub init: Vec<String>,
    /// The file for what it writes to standard error.
    pub stderr: Option<String>,
    /// Named pipes: `BASE.pc0` from the client, `BASE.pc1` to it.
    pub fifo: Option<String>,
    /// The clock.
    pub time: TimeControl,
    /// By how many milliseconds it may be late; `None` if nothing is said about it.
    pub margin: Option<u64>,
    /// The greatest depth to search, in plies.
    pub depth: Option<u32>,
    /// The most nodes to search.
    pub nodes: Option<u64>,
    /// Whether it thinks on the time of its opponent.
    pub ponder: bool,
    /// Whether its scores are those of White.
    pub white_scores: bool,
    /// Whether it is sent `debug on`.
    pub debug: bool,
    /// When it is restarted.
    pub restart: Restart,
    /// The times to start and to answer, as a percentage of the usual ones.
    pub patience: u32,
    /// Milliseconds that a move may take where no clock limits it; `None` for a minute.
    pub move_patience: Option<u64>,
    /// Most memory in MiB.
    pub memory: Option<u64>,
    /// Options and their values, in order. A button has no value.
    pub options: Vec<(String, Option<String>)>,
}

/// The options about time so far, to find contradictions.
#[derive(Debug, Default)]
pub(super) struct TimeOptions {
    tc: bool,
    st: bool,
}

const NOT_HERE: &[(&str, &str)] = &[
    ("conf", "engines.json is not supported: give cmd=, proto= and the options"),
    ("book", "a book per engine is not supported: use -openings"),
    ("bookdepth", "a book per engine is not supported: use -openings"),
];

impl EngineConfig {
    /// Takes in the words of `-engine` or `-each`.
    pub(super) fn take(
        &mut self,
        group: &Group,
        place: &str,
        syntax: Syntax,
        seen: &mut TimeOptions,
        notes: &mut Vec<String>,
    ) -> Result<(), ConfigError> {
        for (key, value) in group.pairs() {
            let at = || format!("{place} {key}");
            if let Some((_, why)) = NOT_HERE.iter().find(|(name, _)| *name == key) {
                return Err(ConfigError::new(at(), *why));
            }
            let flag = || match value {
                None | Some("true") => Ok(true),
                Some("false") => Ok(false),
                Some(other) => {
                    Err(ConfigError::new(at(), ValueError::unknown(other, "true or false").to_string()))
                }
            };
            match key {
                "ponder" => self.ponder = flag()?,
                "whitepov" => self.white_scores = flag()?,
                "trust" => {
                    let note = "trust has no effect: the referee checks every result that is claimed";
                    if flag()? && !notes.iter().any(|known| known == note) {
                        notes.push(note.to_owned());
                    }
                }
                "debug" => self.debug = flag()?,
                _ => {
                    let Some(value) = value else {
                        return Err(ConfigError::new(at(), "a value is missing: write NAME=VALUE"));
                    };
                    self.set(key, value, syntax, seen)
                        .map_err(|error| ConfigError::new(at(), error.to_string()))?;
                }
            }
        }
        Ok(())
    }

    fn set(
        &mut self,
        key: &str,
        value: &str,
        syntax: Syntax,
        seen: &mut TimeOptions,
    ) -> Result<(), ValueError> {
        match key {
            "name" if value.contains(char::is_control) => return Err(ValueError::ControlCharacter),
            "name" => value.clone_into(&mut self.name),
            "cmd" => value.clone_into(&mut self.command),
            "dir" => self.directory = Some(value.to_owned()),
            "arg" => self.arguments.push(value.to_owned()),
            "args" => self.arguments.extend(split_command(value)?),
            "initstr" => self.init.extend(value.replace("\\n", "\n").lines().map(str::to_owned)),
            "stderr" => self.stderr = Some(value.to_owned()),
            "fifo" => self.fifo = Some(value.to_owned()),
            "proto" => {
                self.protocol = match value {
                    "uci" => Protocol::Uci,
                    "xboard" | "cecp" if syntax != Syntax::Fastchess || value == "xboard" => Protocol::Xboard,
                    "epd" => Protocol::Epd,
                    "human" => Protocol::Human,
                    other => return Err(ValueError::unknown(other, "uci, xboard, epd or human")),
                };
            }
            "tc" => {
                seen.tc = true;
                self.time = TimeControl::read(value)?;
            }
            "st" => {
                seen.st = true;
                self.time = TimeControl::read_per_move(value)?;
            }
            "timemargin" => self.margin = Some(number(value)?),
            "depth" | "plies" => self.depth = Some(positive(value)?),
            "nodes" => self.nodes = Some(positive(value)?),
            "memory" => self.memory = Some(positive(value)?),
            "patience" => {
                let ms = read_seconds(value)?;
                self.move_patience = Some(ms).filter(|&ms| ms > 0);
                if self.move_patience.is_none() {
                    return Err(ValueError::NotPositive);
                }
            }
            "restart" => {
                self.restart = match value {
                    "auto" => Restart::Auto,
                    "on" => Restart::On,
                    "off" => Restart::Off,
                    other => return Err(ValueError::unknown(other, "auto, on or off")),
                };
            }
            "tscale" => {
                let patience = read_seconds(value)? / 10;
                self.patience = u32::try_from(patience)
                    .ok()
                    .filter(|scale| (20..=12_000).contains(scale))
                    .ok_or(ValueError::OutOfRange("0.2 to 120"))?;
            }
            _ => match key.strip_prefix("option.") {
                Some("") => return Err(ValueError::UnnamedOption),
                Some(option) => {
                    // The last option wins.
                    self.options.retain(|(name, _)| name != option);
                    self.options.push((option.to_owned(), Some(value.to_owned())));
                }
                None => return Err(ValueError::UnknownKey),
            },
        }
        Ok(())
    }

    /// What is still missing or wrong when all words are taken in.
    pub(super) fn check(&mut self, place: &str, seen: &TimeOptions) -> Result<(), ConfigError> {
        let needs_program = !matches!(self.protocol, Protocol::Epd | Protocol::Human);
        if self.command.is_empty() && self.fifo.is_none() && needs_program {
            return Err(ConfigError::new(place, "no program: write cmd=PROGRAM"));
        }
        if seen.tc && seen.st {
            return Err(ConfigError::new(place, "give either tc= or st=, not both"));
        }
        if self.time == TimeControl::Infinite && self.depth.is_none() && self.nodes.is_none() {
            return Err(ConfigError::new(place, "no limit: write tc=, st=, depth= or nodes="));
        }
        let has_time = self.time != TimeControl::Infinite || self.depth.is_some();
        if self.protocol == Protocol::Xboard && !has_time {
            let why = "the xboard protocol has no limit by nodes: write tc=, st= or depth=";
            return Err(ConfigError::new(place, why));
        }
        if self.name.is_empty() && self.protocol == Protocol::Human {
            "Human".clone_into(&mut self.name);
        }
        if self.name.is_empty() {
            let program = self.command.rsplit(['/', '\\']).next().unwrap_or_default();
            let program = program.strip_suffix(".exe").unwrap_or(program);
            let base = self.fifo.as_deref().and_then(|fifo| fifo.rsplit('/').next()).unwrap_or("client");
            self.name = if program.is_empty() { base.to_owned() } else { program.to_owned() };
        }
        Ok(())
    }
}

/// Splits a text into words like a shell: at blanks, except within quotes.
///
/// # Errors
/// A quote is not closed.
pub fn split_command(text: &str) -> Result<Vec<String>, ValueError> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in text.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    if quote.is_some() { Err(ValueError::OpenQuote) } else { Ok(words) }
}

pub(super) fn number<T: std::str::FromStr>(value: &str) -> Result<T, ValueError> {
    value.parse().map_err(|_| ValueError::InvalidNumber(value.to_owned()))
}

pub(super) fn positive<T: std::str::FromStr + PartialOrd + Default>(value: &str) -> Result<T, ValueError> {
    number(value).and_then(
        |number: T| {
            if number > T::default() { Ok(number) } else { Err(ValueError::NotPositive) }
        },
    )
}
