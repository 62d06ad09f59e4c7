//! The referee as a command: `epidote argus`.

mod asked;
mod book;
mod client;
mod director;
mod error;
mod journal;
mod misfit;
mod replica;
mod screen;
mod settings;
mod standby;

use std::collections::HashSet;
use std::error::Error;
use std::fs;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use asked::Asked;
use book::Book;
use director::Director;
pub(super) use director::PastMove;
use error::{ArgusError, AskedError, ClientError};
pub(super) use journal::SEED;
pub(super) use journal::{Entry, entries};
use journal::{Journal, last_time};
use replica::{Followed, Primary};
use screen::print;
pub(super) use standby::LEAVE;
use standby::TERM;

use crate::cli::carrier::{Carrier, Warden};
use crate::cli::interrupts::{hear_interrupts, is_stopped};
use crate::cli::located::Located as _;
use crate::cli::output::{is_folder, target_of};
use crate::event::config::{EventConfig, Parsed};
use crate::event::openings::Openings;
use crate::referee::board::Us;
use crate::source;

/// Runs `epidote argus`; `is_quiet` says that `--quiet` stood before the verb.
pub(super) fn run(words: &[String], is_quiet: bool) -> ExitCode {
    let quiet = is_quiet.then(|| "--quiet".to_owned());
    let words: Vec<String> = words.iter().cloned().chain(quiet).collect();
    match start(&words) {
        Ok(_) if screen::has_failed() => {
            super::complain("not all could be printed on standard output");
            ExitCode::from(2)
        }
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(why) => {
            super::complain(&why.to_string());
            ExitCode::from(2)
        }
    }
}

/// Runs `epidote client`: one engine, and where its referee is.
pub(super) fn run_client(words: &[String]) -> ExitCode {
    match start_client(words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            super::complain(&why.to_string());
            ExitCode::from(2)
        }
    }
}

fn start_client(words: &[String]) -> Result<(), ClientError> {
    let (engine, wanted) = asked::read_client(words).map_err(ClientError::Asked)?;
    client::play(&engine, &wanted)
}

/// Starts or resumes an event; returns whether it was played to its end.
fn start(words: &[String]) -> Result<bool, ArgusError> {
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
    if let Some((address, addresses)) = &asked.observe {
        return observe(address, addresses, &asked);
    }
    let (parsed, word, as_json) = match asked.words.as_slice() {
        [] => return Err(ArgusError::NoEvent),
        [path] if !path.starts_with('-') => {
            let text = source::text(Path::new(path)).at(path)?;
            let parsed = Parsed::from_toml(&text).at(path)?;
            (parsed, "toml", serde_json::to_string(&text))
        }
        words => {
            let parsed = Parsed::from_arguments(words).map_err(ArgusError::Arguments)?;
            (parsed, "arguments", serde_json::to_string(words))
        }
    };
    let as_json = as_json.map_err(ArgusError::Words)?;
    let date = today();
    let mut config = parsed.config;
    parsed.notes.iter().for_each(|note| super::complain(note));
    let seed = parsed.needs_seed.then(settings::any_seed);
    if let Some(seed) = seed {
        config.draw_by(seed);
        print(&format!("Drawn by lot; srand {seed} draws the same again"));
    }
    let toml = asked.words.first().filter(|_| word == "toml");
    files_apart(&config, toml.map(Path::new))?;
    // From here on an interrupt ends games in good order, and no file is left half written.
    hear_interrupts();
    let book = Book::read(&config).map_err(ArgusError::Book)?;
    let mut director = direct(config, &asked, book.openings, date, 0)?;
    let bound = listen(&mut director, &asked)?;
    let path = director.config.journal.clone();
    if path.is_none() && !asked.observers.is_empty() {
        return Err(AskedError::NoJournal.into());
    }
    if let Some(path) = &path {
        let mut journal = create_journal(path, &director.date)?;
        journal.line(0, word, as_json);
        if let Some(seed) = seed {
            journal.line(0, SEED, seed);
        }
        if let Some(seal) = book.seal {
            journal.line(0, "book", seal);
        }
        director.journal = Some(journal);
    }
    let begun = director.begin_records();
    if let Err(why) =
        begun.and_then(|()| be_observed(&mut director, &asked, path.as_deref().map(Path::new), 1))
    {
        // So the next try can begin one. It goes before its lock does, so that no heir finds it.
        path.map(fs::remove_file);
        return Err(why);
    }
    play(director, &asked, &bound)
}

/// Where a file is or will be, whatever it is called.
fn place_of(path: &Path) -> PathBuf {
    let target = target_of(path);
    let folder = match target.parent() {
        Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
        Some(folder) => folder,
        None => return target,
    };
    let name = target.file_name().unwrap_or_default();
    folder.canonicalize().map_or_else(|_| target.clone(), |folder| folder.join(name))
}

/// Refuses an event that would write a file which it reads, or writes in another way, too.
fn files_apart(config: &EventConfig, toml: Option<&Path>) -> Result<(), ArgusError> {
    let of_games = config.pgn.iter().flat_map(|pgn| {
        ["", ".live", ".faults"].map(|ending| PathBuf::from(format!("{}{ending}", pgn.file)))
    });
    let others = [&config.epd, &config.json, &config.journal].into_iter().flatten().map(PathBuf::from);
    let written: Vec<PathBuf> = of_games.chain(others).map(|path| place_of(&path)).collect();
    let read = config.openings.iter().map(|openings| PathBuf::from(&openings.file));
    // Several engines may share one.
    let read =
        read.chain(config.engines.iter().filter_map(|engine| engine.stderr.as_ref().map(PathBuf::from)));
    let mut known: HashSet<PathBuf> =
        read.chain(toml.map(Path::to_owned)).map(|path| place_of(&path)).collect();
    // Devices take whatever comes.
    let is_file = |path: &Path| fs::metadata(path).map_or(true, |known| known.is_file());
    match written.into_iter().find(|path| is_file(path) && !known.insert(path.clone())) {
        Some(path) => Err(ArgusError::Twice(path)),
        None => Ok(()),
    }
}

/// Begins a journal, up to what the event was asked for.
fn create_journal(path: &str, date: &str) -> Result<Journal, ArgusError> {
    let mut journal = match Journal::create(Path::new(path), date) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            if Path::new(path).is_dir() {
                Err(is_folder()).at(path)?;
            }
            return Err(ArgusError::Exists(path.to_owned()));
        }
        created => created.at(path)?,
    };
    journal.line(0, "clock", unix_now());
    Ok(journal)
}

/// Follows the event of a referee on another machine, and goes on with it when that one is gone.
fn observe(address: &str, addresses: &[SocketAddr], asked: &Asked) -> Result<bool, ArgusError> {
    let [option, path] = asked.words.as_slice() else { return Err(AskedError::Observe.into()) };
    if !matches!(option.as_str(), "--journal" | "-journal") {
        return Err(AskedError::Observe.into());
    }
    hear_interrupts();
    match replica::observe(address, addresses, Path::new(path)).map_err(ArgusError::Observe)? {
        Followed::TakesOver(term) => {
            let asked = Asked { is_heir: true, term: Some(term), ..asked.clone() };
            resume(Path::new(path), &asked)
        }
        Followed::Left(is_over) => {
            print(if is_over { "The event is over." } else { "The event was stopped in good order." });
            Ok(is_over)
        }
        Followed::Stopped => Ok(false),
    }
}

/// Lets an observer follow, if that is asked for, from now on.
fn be_observed(
    director: &mut Director,
    asked: &Asked,
    path: Option<&Path>,
    term: u64,
) -> Result<(), ArgusError> {
    let Some(path) = path.filter(|_| !asked.observers.is_empty()) else { return Ok(()) };
    let lease = (term, asked.lease());
    let primary = Primary::listen(&asked.observers, path.to_owned(), lease, director.waker());
    let primary = primary.map_err(ArgusError::System)?;
    for address in primary.addresses() {
        print(&format!("An observer can follow at {address}"));
    }
    director.primary = Some(primary);
    Ok(())
}

/// Resumes the event of a journal.
fn resume(path: &Path, asked: &Asked) -> Result<bool, ArgusError> {
    let name = path.display();
    let (mut journal, text) = Journal::resume(path, asked.is_heir).at(&name)?;
    if let Some(is_over) = standby::left(&text).filter(|_| asked.is_heir && asked.term.is_none()) {
        print(if is_over { "The event is over." } else { "The event was stopped in good order." });
        return Ok(is_over);
    }
    if let Some(number) = journal::damaged(&text) {
        super::complain(&format!("{name}: line {number} is damaged; what it says is not known"));
    }
    let (mut config, mut date, mut began, mut seal, mut seed) = (None, today(), None, None, None);
    for entry in entries(&text) {
        match entry.word {
            "#" => date = last_word(entry.rest),
            "clock" => began = entry.rest.parse::<u64>().ok(),
            SEED => seed = entry.rest.parse::<u64>().ok(),
            "book" => seal = Some(entry.rest),
            "toml" | "arguments" => {
                let wrong = |error| ArgusError::Settings { name: name.to_string(), error };
                config = Some(read_settings(&entry).map_err(wrong)?.config);
            }
            _ => {}
        }
    }
    let mut config = config.ok_or_else(|| ArgusError::NoSettings(name.to_string()))?;
    if let Some(seed) = seed {
        config.draw_by(seed);
    }
    hear_interrupts();
    let book = Book::read(&config).map_err(ArgusError::Book)?;
    book.check_seal(seal, &config).map_err(ArgusError::Book)?;
    // Time went on in the meantime, and never goes back, whatever the clock of the machine says.
    let since = began.map_or(0, |began| unix_now().saturating_sub(began));
    let now = since.max(last_time(&text));
    journal.line(now, "note", format_args!("resumed on {}", today()));
    if let Some(term) = asked.term {
        journal.line(now, TERM, term);
    }
    let mut director = direct(config, asked, book.openings, date, now)?;
    director.journal = Some(journal);
    director.remember(entries(&text)).map_err(ArgusError::Misfit)?;
    if asked.term.is_some() {
        // What the file of games holds on this machine is not of this event.
        director.pgn_offset = None;
        director.positions_written.clear();
    }
    director.resume_pgn(asked.term.is_some()).map_err(ArgusError::Pgn)?;
    let bound = listen(&mut director, asked)?;
    be_observed(&mut director, asked, Some(path), asked.term.unwrap_or_else(|| standby::term(&text)))?;
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
) -> Result<Director, ArgusError> {
    let programs = || config.engines.iter().filter(|engine| !engine.command.is_empty());
    for engine in programs() {
        // A mistake in a command is reported before anything begins, so that it does not cost all games.
        settings::program(engine).check().at(&engine.name).map_err(ArgusError::Program)?;
    }
    let has_programs = programs().next().is_some();
    let warden = if has_programs { Warden::start().ok() } else { None };
    let carrier = Carrier::new(super::now(), now, warden).map_err(ArgusError::System)?;
    Director::new(config, asked.extras.clone(), carrier, openings, date)
}

fn play(mut director: Director, asked: &Asked, bound: &[SocketAddr]) -> Result<bool, ArgusError> {
    for address in bound {
        print(&format!("Listening at {address}"));
    }
    director.run(&is_stopped);
    let written = director.write_records().map_err(ArgusError::Records);
    let left = if director.is_over() { "over" } else { "early" };
    let now = director.carrier.now();
    if !director.is_deposed() {
        if let Some(journal) = &mut director.journal {
            journal.line(now, standby::LEAVE, left);
        }
        director.end_for_observer();
    }
    if director.config.engines.len() == 2 {
        print(&director.state());
    }
    print(&director.table());
    for line in director.winner() {
        print(&line);
    }
    if asked.extras.tells_latency {
        print(&director.latency());
    }
    if director.schedule.has_stopped_early() {
        print("The event ended early: nobody can be paired for another round.");
    }
    if let Some(trouble) = director.trouble.take() {
        return Err(ArgusError::Trouble(trouble));
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
fn listen(director: &mut Director, asked: &Asked) -> Result<Vec<SocketAddr>, ArgusError> {
    let until = super::now() + Duration::from_secs(5);
    while !is_stopped() {
        match director.carrier.listen(&asked.listen) {
            Err(error)
                if asked.is_heir && error.kind() == io::ErrorKind::AddrInUse && super::now() < until =>
            {
                std::thread::sleep(Duration::from_millis(20));
            }
            bound => return bound.map_err(ArgusError::System),
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
