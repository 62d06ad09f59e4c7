//! The book of an event: its openings, read from their file.

use std::fmt;
use std::path::Path;

use crate::cli::located::{At, Located as _};
use crate::epd::game::Game;
use crate::event::config::{EventConfig, OpeningFormat};
use crate::event::openings::{Openings, Order};
use crate::source::{self, ReadError};

/// Why the openings of an event cannot be read, with the name of their file.
#[derive(Debug)]
pub(super) enum BookError {
    /// The file cannot be read.
    Unreadable(At<ReadError>),
    /// It is a folder.
    Folder(String),
    /// It can be read only once, but an event that is resumed reads it again.
    Pipe(String),
    /// There is no opening in it.
    Empty(String),
    /// It has changed since the event was begun.
    Changed(String),
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => error.fmt(f),
            Self::Folder(file) => write!(f, "{file}: it is a folder"),
            Self::Pipe(file) => write!(f, "{file}: openings come from an ordinary file, not from a pipe"),
            Self::Empty(file) => write!(f, "{file}: it contains no opening"),
            Self::Changed(file) => {
                write!(f, "{file}: it has changed since the event was begun; put the openings back to go on")
            }
        }
    }
}

impl std::error::Error for BookError {}

/// The openings of an event.
pub(super) struct Book {
    /// In the order in which they are played.
    pub(super) openings: Openings,
    /// Size and checksum of the text they were read from, for the journal; `None` if there is no file.
    pub(super) seal: Option<String>,
}

impl Book {
    /// Reads the openings that an event asks for.
    ///
    /// # Errors
    /// The file cannot be read, or contains no opening.
    pub(super) fn read(config: &EventConfig) -> Result<Self, BookError> {
        let Some(wanted) = &config.openings else {
            // Without a book games of Chess960 are drawn by lot.
            let random = Order::Random { seed: config.seed };
            let openings =
                if config.chess960 { Openings::chess960().ordered(random, 1) } else { Openings::default() };
            return Ok(Self { openings, seal: None });
        };
        let file = &wanted.file;
        let path = Path::new(file);
        match path.metadata() {
            Ok(found) if found.is_dir() => return Err(BookError::Folder(file.clone())),
            Ok(found) if !found.is_file() => return Err(BookError::Pipe(file.clone())),
            Err(_) if file == "-" => return Err(BookError::Pipe(file.clone())),
            // Reading says why there is nothing to read.
            Ok(_) | Err(_) => {}
        }
        let ending = if wanted.format == Some(OpeningFormat::Pgn) { "pgn" } else { "epd" };
        let text = source::read(path, ending).at(file).map_err(BookError::Unreadable)?;
        let game = if config.chess960 { Game::Chess960 } else { Game::Chess };
        let openings = match wanted.format.unwrap_or_else(|| OpeningFormat::of_text(&text)) {
            OpeningFormat::Epd => Openings::from_epd(&text, game),
            OpeningFormat::Pgn => Openings::from_pgn(&text, wanted.plies, game),
        };
        for skipped in &openings.skipped {
            crate::cli::complain(&format!("{file}, {}: {}", skipped.number, skipped.why));
        }
        if openings.is_empty() {
            return Err(BookError::Empty(file.clone()));
        }
        let mut sum = flate2::Crc::new();
        sum.update(&text);
        let seal = format!("{} {:08x}", text.len(), sum.sum());
        Ok(Self { openings: openings.ordered(wanted.order, wanted.start), seal: Some(seal) })
    }

    /// Makes sure that a resumed event has the openings that it began with.
    ///
    /// # Errors
    /// The file has changed since.
    pub(super) fn check_seal(&self, known: Option<&str>, config: &EventConfig) -> Result<(), BookError> {
        match (known, &self.seal, &config.openings) {
            (Some(known), Some(seal), Some(wanted)) if known != seal => {
                Err(BookError::Changed(wanted.file.clone()))
            }
            _ => Ok(()),
        }
    }
}
