//! The referee as a command: `epidote argus`.

mod asked;
mod book;
mod client;
mod director;
mod journal;
mod screen;
mod settings;
mod standby;
mod syzygy;

use std::error::Error;
use std::fs;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use asked::Asked;
use book::Book;
use director::Director;
pub(super) use director::PastMove;
pub(super) use journal::{Entry, entries};
use journal::{Journal, last_time};
use screen::print;
pub(super) use standby::LEAVE;

use crate::cli::carrier::{Carrier, Warden};
use crate::cli::interrupts::{hear_interrupts, is_stopped};
use crate::event::config::{EventConfig, Parsed};
use crate::event::openings::Openings;
use crate::referee::board::Us;
use crate::source;

/// Runs `epidote argus`.
pub(super) fn run(words: &[String]) -> ExitCode {
    match start(words) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(why) => {
            super::complain(&why);
            ExitCode::from(2)
        }
    }
}

/// Runs `epidote client`: one engine, and where its referee is.
pub(super) fn run_client(words: &[String]) -> ExitCode {
    match start_client(words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            super::complain(&why);
            ExitCode::from(2)
        }
    }
}

fn start_client(words: &[String]) -> Result<(), String> {
    let (engine, wanted) = asked::read_client(words)?;
    client::play(&engine, &wanted)
}

/// Starts or resumes an event; tells whether it was played to its end.
fn start(words: &[String]) -> Result<bool, String> {
    if let [first, path, rest @ ..] = words
        && matches!(first.as_str(), "resume" | "standby")
    {
        let asked = Asked { is_heir: first == "standby", ..Asked::of_resumed(rest)? };
        if asked.is_heir {
            standby::wait_for_event(Path::new(path));
        }
        return resume(Path::new(path), &asked);
    }
    let asked = Asked::read(words)?;
    let (parsed, word, said) = match asked.words.as_slice() {
        [] => return Err("argus needs an event: a file, or options such as --engine (see --help)".to_owned()),
        [path] if !path.starts_with('-') => {
            let text = source::text(Path::new(path)).map_err(|reason| format!("{path}: {reason}"))?;
            let parsed = Parsed::from_toml(&text).map_err(|error| format!("{path}: {error}"))?;
            (parsed, "toml", serde_json::to_string(&text))
        }
        words => {
            let parsed = Parsed::from_arguments(words).map_err(|error| error.to_string())?;
            (parsed, "arguments", serde_json::to_string(words))
        }
    };
    let said = said.map_err(|error| error.to_string())?;
    let date = today();
    let config = parsed.config;
    parsed.notes.iter().for_each(|note| super::complain(note));
    // From here on an interrupt ends games in good order, and no file in the middle.
    hear_interrupts();
    let book = Book::read(&config)?;
    let mut director = direct(config, &asked, book.openings, date, 0)?;
    let bound = listen(&mut director, &asked)?;
    let path = director.config.journal.clone();
    if let Some(path) = &path {
        let mut journal = create_journal(path, &director.date)?;
        journal.line(0, word, said);
        if let Some(seal) = book.seal {
            journal.line(0, "book", seal);
        }
        director.journal = Some(journal);
    }
    if let Err(why) = director.begin_records() {
        // So the next try can begin one. It goes before its lock does, so that no heir finds it.
        path.map(fs::remove_file);
        return Err(why);
    }
    play(director, &asked, &bound)
}

/// Begins a journal, up to what the event was asked for.
fn create_journal(path: &str, date: &str) -> Result<Journal, String> {
    let created = Journal::create(Path::new(path), date);
    let mut journal = created.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            format!("{path} exists; resume with `epidote argus resume {path}`, or name another file")
        }
        _ => format!("{path}: {error}"),
    })?;
    journal.line(0, "clock", unix_now());
    Ok(journal)
}

/// Goes on with the event of a journal.
fn resume(path: &Path, asked: &Asked) -> Result<bool, String> {
    let name = path.display();
    let (mut journal, text) =
        Journal::resume(path, asked.is_heir).map_err(|error| format!("{name}: {error}"))?;
    if let Some(is_over) = standby::left(&text).filter(|_| asked.is_heir) {
        print(if is_over { "The event is over." } else { "The event was stopped in good order." });
        return Ok(is_over);
    }
    let (mut config, mut date, mut began, mut seal) = (None, today(), None, None);
    for entry in entries(&text) {
        match entry.word {
            "#" => date = last_word(entry.rest),
            "clock" => began = entry.rest.parse::<u64>().ok(),
            "book" => seal = Some(entry.rest),
            "toml" | "arguments" => {
                let read = read_settings(&entry)
                    .map_err(|why| format!("{name}: the settings of the event cannot be read: {why}"))?;
                config = Some(read.config);
            }
            _ => {}
        }
    }
    let config =
        config.ok_or_else(|| format!("{name}: the journal ends before the settings of the event"))?;
    hear_interrupts();
    let book = Book::read(&config)?;
    book.check_seal(seal, &config)?;
    // Time went on meanwhile, and never goes back, whatever the clock of the machine says.
    let since = began.map_or(0, |began| unix_now().saturating_sub(began));
    let now = since.max(last_time(&text));
    journal.line(now, "note", format_args!("resumed on {}", today()));
    let mut director = direct(config, asked, book.openings, date, now)?;
    director.journal = Some(journal);
    director.remember(entries(&text))?;
    director.resume_pgn().map_err(|error| format!("the PGN file cannot be written: {error}"))?;
    let bound = listen(&mut director, asked)?;
    play(director, asked, &bound)
}

/// What an event was asked for, from its journal.
pub(super) fn read_settings(entry: &Entry<'_>) -> Result<Parsed, Box<dyn Error>> {
    Ok(if entry.word == "toml" {
        Parsed::from_toml(&serde_json::from_str::<String>(entry.rest)?)?
    } else {
        Parsed::from_arguments(&serde_json::from_str::<Vec<String>>(entry.rest)?)?
    })
}

/// The last word of a text.
fn last_word(text: &str) -> String {
    text.split(' ').next_back().unwrap_or_default().to_owned()
}

fn direct(
    config: EventConfig,
    asked: &Asked,
    openings: Openings,
    date: String,
    now: Us,
) -> Result<Director, String> {
    let has_programs = config.engines.iter().any(|engine| !engine.command.is_empty());
    let warden = if has_programs { Warden::start().ok() } else { None };
    let carrier = Carrier::new(super::now(), now, warden).map_err(|error| error.to_string())?;
    Director::new(config, asked.extras.clone(), carrier, openings, date)
}

fn play(mut director: Director, asked: &Asked, bound: &[SocketAddr]) -> Result<bool, String> {
    for address in bound {
        print(&format!("Listening at {address}"));
    }
    director.run(&is_stopped);
    let written = director.write_records().map_err(|error| format!("the records cannot be written: {error}"));
    let left = if director.is_over() { "over" } else { "early" };
    let now = director.carrier.now();
    if let Some(journal) = &mut director.journal {
        journal.line(now, standby::LEAVE, left);
    }
    if director.config.engines.len() == 2 {
        print(&director.state());
    }
    print(&director.table());
    if asked.extras.tells_latency {
        print(&director.latency());
    }
    if director.schedule.has_stopped_early() {
        print("The event ended early: nobody can be paired for another round.");
    }
    if let Some(trouble) = &director.trouble {
        return Err(trouble.clone());
    }
    written?;
    let is_over = director.is_over();
    if let (false, Some(path)) = (is_over, &director.config.journal) {
        print(&format!("Interrupted; resume with `epidote argus resume {path}`"));
    }
    Ok(is_over)
}

/// Listens for clients. An heir tries again for a moment, because the addresses of a referee that is gone may still be
/// taken.
fn listen(director: &mut Director, asked: &Asked) -> Result<Vec<SocketAddr>, String> {
    let until = super::now() + Duration::from_secs(5);
    while !is_stopped() {
        match director.carrier.listen(&asked.listen) {
            Err(error)
                if asked.is_heir && error.kind() == io::ErrorKind::AddrInUse && super::now() < until =>
            {
                std::thread::sleep(Duration::from_millis(20));
            }
            bound => return bound.map_err(|error| error.to_string()),
        }
    }
    // Nothing is played any more.
    Ok(Vec::new())
}

/// Microseconds since 1970.
fn unix_now() -> u64 {
    u64::try_from(time::OffsetDateTime::now_utc().unix_timestamp_nanos() / 1000).unwrap_or(0)
}

/// The date, as PGN writes it.
fn today() -> String {
    let now = time::OffsetDateTime::now_utc();
    format!("{:04}.{:02}.{:02}", now.year(), u8::from(now.month()), now.day())
}

/// Runs the process that ends programs which a referee leaves behind.
pub(super) fn watch_over() {
    Warden::watch_over();
}
