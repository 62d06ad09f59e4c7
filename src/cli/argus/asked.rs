//! What is asked for on the command lines of a referee and of a client, besides the event itself.

use std::net::SocketAddr;

use super::client;
use super::director::Extras;
use super::error::AskedError;
use crate::cli::carrier::addresses;
use crate::event::config::{EngineConfig, Parsed};
use crate::event::lease::Lease;

/// What the referee is asked for.
#[derive(Debug, Clone, Default)]
pub(super) struct Asked {
    pub(super) extras: Extras,
    /// Where it listens for clients, with all addresses of a name.
    pub(super) listen: Vec<SocketAddr>,
    /// Where an observer may follow, and how long the two rely on each other.
    pub(super) observers: Vec<SocketAddr>,
    pub(super) lease_ms: Option<u64>,
    /// The referee to follow: its address as written, and what it stands for.
    pub(super) observe: Option<(String, Vec<SocketAddr>)>,
    /// The number of this referee, which has taken over from one on another machine.
    pub(super) term: Option<u64>,
    /// This referee takes the place of another one, which may still be leaving.
    pub(super) is_heir: bool,
    /// What the event is, for the journal: its words, or a file.
    pub(super) words: Vec<String>,
}

impl Asked {
    /// Takes our own options out of the words of a command line.
    ///
    /// # Errors
    /// A value is missing, or makes no sense.
    pub(super) fn read(words: &[String]) -> Result<Self, AskedError> {
        let mut asked = Self::default();
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            let mut value = || rest.next().ok_or_else(|| needs_value(word));
            match word.as_str() {
                "--sync" => match value()?.as_str() {
                    "move" => asked.extras.syncs_moves = true,
                    "game" => asked.extras.syncs_moves = false,
                    other => return Err(AskedError::Sync(other.to_owned())),
                },
                "--listen" => asked.listen = addresses(word, value()?)?,
                "--observers" => asked.observers = addresses(word, value()?)?,
                "--lease" => asked.lease_ms = Some(number(word, value()?)?),
                "--observe" => {
                    let address = value()?;
                    asked.observe = Some((address.clone(), addresses(word, address)?));
                }
                "--serial" => asked.extras.serial.push(value()?.parse()?),
                "--silence" => asked.extras.silence_ms = Some(number(word, value()?)?),
                "--grace" => asked.extras.grace_ms = number(word, value()?)?,
                "--memory" => asked.extras.memory_mib = Some(memory(word, value()?)?),
                "--supervise" => asked.extras.is_supervised = true,
                "--latency" => asked.extras.tells_latency = true,
                "--quiet" | "-q" => asked.extras.is_quiet = true,
                // The referee speaks English, and without colours.
                "--color" | "--language" => drop(value()?),
                _ => asked.words.push(word.clone()),
            }
        }
        if asked.lease_ms.is_some_and(|ms| asked.observers.is_empty() || ms < Lease::SHORTEST_MS) {
            return Err(AskedError::Lease);
        }
        Ok(asked)
    }

    /// How long a referee and its observer rely on each other.
    pub(super) fn lease(&self) -> Lease {
        Lease::of_ms(self.lease_ms.unwrap_or(Lease::DEFAULT_MS))
    }

    /// The same for a command line that resumes an event.
    ///
    /// # Errors
    /// As [`Self::read`]; or there are other options, which would be ignored.
    pub(super) fn of_resumed(words: &[String]) -> Result<Self, AskedError> {
        let asked = Self::read(words)?;
        match asked.words.first() {
            None => Ok(asked),
            Some(word) => Err(AskedError::Resumed(word.clone())),
        }
    }
}

fn number(word: &str, text: &str) -> Result<u64, AskedError> {
    text.parse().map_err(|_| AskedError::NoNumber { option: word.to_owned(), value: text.to_owned() })
}

/// Mebibytes, of which a program needs some.
fn memory(word: &str, text: &str) -> Result<u64, AskedError> {
    match number(word, text)? {
        0 => Err(AskedError::Zero(word.to_owned())),
        mib => Ok(mib),
    }
}

fn needs_value(word: &str) -> AskedError {
    AskedError::NoValue(word.to_owned())
}

/// What a client is asked for: its engine, and the rest. What a referee decides is not asked of a client.
///
/// # Errors
/// A value is missing or makes no sense; an option is not one of a client; no way to a referee is given.
pub(super) fn read_client(words: &[String]) -> Result<(EngineConfig, client::Asked), AskedError> {
    let (mut wanted, mut own) = (client::Asked::default(), Vec::new());
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let mut value = || rest.next().ok_or_else(|| needs_value(word));
        match word.as_str() {
            "--connect" => wanted.lines.push(client::Line::Address(value()?.clone())),
            "--fifo" => wanted.lines.push(client::Line::Pipes(value()?.clone())),
            "--serial" => wanted.lines.push(client::Line::Serial(value()?.parse()?)),
            "--memory" => wanted.memory_mib = Some(memory(word, value()?)?),
            "--reconnect" => {
                let seconds = value()?;
                let ms = crate::text::clock::read_seconds(seconds);
                wanted.reconnect_ms = ms.ok_or_else(|| AskedError::Seconds(seconds.clone()))?;
            }
            // A client prints nothing, and speaks English.
            "--quiet" | "-q" => {}
            "--color" | "--language" => drop(value()?),
            "--engine" | "-engine" => own.push(word.clone()),
            other if other.starts_with('-') => return Err(AskedError::NotOfClient(other.to_owned())),
            _ => own.push(word.clone()),
        }
    }
    if wanted.lines.is_empty() {
        return Err(AskedError::NoWay);
    }
    if own.iter().filter(|word| word.starts_with('-')).count() != 1 {
        return Err(AskedError::OneEngine);
    }
    // An event needs two, and limits: the second one is never started, and the time is the referee's.
    own.extend(["--engine", "name=nobody", "proto=epd", "--each", "depth=1"].map(str::to_owned));
    let config = Parsed::from_arguments(&own).map_err(AskedError::Engine)?.config;
    let engine = config.engines.into_iter().next();
    engine.map(|engine| (engine, wanted)).ok_or(AskedError::OneEngine)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_ascii_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn options_of_the_referee() {
        let check = |text: &str, expect: Result<&[&str], &str>| {
            let read = Asked::read(&words(text)).map(|asked| asked.words).map_err(|error| error.to_string());
            let expect = expect.map(|words| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>());
            assert_eq!(read, expect.map_err(str::to_owned), "{text}");
        };
        check("--rounds 3 --quiet --grace 50 event.toml", Ok(&["--rounds", "3", "event.toml"]));
        check("--listen 127.0.0.1:0", Ok(&[]));
        check("-q --language ru --color never event.toml", Ok(&["event.toml"]));
        check("--memory 0 event.toml", Err("--memory needs a number above 0"));
        check("--listen localhost:8000", Ok(&[]));
        check("--listen 8000", Err("--listen needs HOST:PORT, not \"8000\""));
        check("--observers 8000", Err("--observers needs HOST:PORT, not \"8000\""));
        check("--observe", Err("--observe needs a value"));
        check("--observers localhost:0 --lease 500", Ok(&[]));
        let lease = "--lease needs at least 300 milliseconds, and --observers";
        check("--lease 500", Err(lease));
        check("--observers localhost:0 --lease 200", Err(lease));
        check("--listen localhost:http", Err("--listen needs HOST:PORT, not \"localhost:http\""));
        check("--listen", Err("--listen needs a value"));
        check("--grace soon", Err("--grace needs a number, not \"soon\""));
        check("--sync never", Err("--sync is `move` or `game`, not \"never\""));
    }

    #[test]
    fn options_of_a_client() {
        let check = |text: &str, expect: Result<&str, &str>| {
            let read = read_client(&words(text)).map(|(engine, _)| engine.command);
            let read = read.map_err(|error| error.to_string());
            assert_eq!(read, expect.map(str::to_owned).map_err(str::to_owned), "{text}");
        };
        check("--engine cmd=a --connect host:1 --reconnect 5 --memory 10", Ok("a"));
        check("-q --engine cmd=a --connect host:1 --quiet --language ru --color never", Ok("a"));
        check("--engine cmd=a arg=-x --serial /dev/ttyS0,9600", Ok("a"));
        check("--engine cmd=a", Err("a client needs --connect HOST:PORT, --fifo BASE or --serial PORT,BAUD"));
        check("--connect host:1", Err("a client needs exactly one --engine"));
        check("--engine cmd=a --engine cmd=b --fifo x", Err("a client needs exactly one --engine"));
        check("--engine cmd=a --fifo x --reconnect soon", Err("--reconnect needs seconds, not \"soon\""));
        for word in ["--listen", "--grace", "--silence", "--sync", "--supervise", "--latency", "-each"] {
            let text = format!("--engine cmd=a --fifo x {word} 1");
            check(&text, Err(&format!("{word} is not an option of a client")));
        }
    }
}
