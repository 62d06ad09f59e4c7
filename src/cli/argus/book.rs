//! The book of an event: its openings, read from their file.

use std::path::Path;

use crate::event::config::{EventConfig, OpeningFormat};
use crate::event::openings::{Openings, Order};
use crate::source;

/// The openings of an event.
pub(super) struct Book {
    pub(super) openings: Openings,
    /// Size and checksum of the text they were read from, for the journal; `None` if there is no file.
    pub(super) seal: Option<String>,
}

impl Book {
    /// Reads the openings that an event asks for.
    ///
    /// # Errors
    /// The file cannot be read, or contains no opening.
    pub(super) fn read(config: &EventConfig) -> Result<Self, String> {
        let Some(wanted) = &config.openings else {
            // Without a book games of Chess960 are drawn by lot.
            let random = Order::Random { seed: config.seed };
            let openings =
                if config.chess960 { Openings::chess960().ordered(random, 1) } else { Openings::default() };
            return Ok(Self { openings, seal: None });
        };
        let file = &wanted.file;
        let path = Path::new(file);
        let is_ordinary = |found: std::fs::Metadata| found.is_file();
        if path.metadata().is_ok_and(|found| found.is_dir()) {
            return Err(format!("{file}: it is a folder"));
        }
        if file == "-" || !path.metadata().map_or(true, is_ordinary) {
            // An event that is resumed reads it again.
            return Err(format!("{file}: openings come from an ordinary file, not from a pipe"));
        }
        let text = source::read(path).map_err(|reason| format!("{file}: {reason}"))?;
        let openings = match wanted.format.unwrap_or_else(|| OpeningFormat::of_text(&text)) {
            OpeningFormat::Epd => Openings::from_epd(&text),
            OpeningFormat::Pgn => Openings::from_pgn(&text, wanted.plies),
        };
        for skipped in &openings.skipped {
            super::super::complain(&format!("{file}, {}: {}", skipped.number, skipped.why));
        }
        if openings.is_empty() {
            return Err(format!("{file}: it contains no opening"));
        }
        let mut sum = flate2::Crc::new();
        sum.update(&text);
        let seal = format!("{} {:08x}", text.len(), sum.sum());
        Ok(Self { openings: openings.ordered(wanted.order, wanted.start), seal: Some(seal) })
    }

    /// Makes sure that an event goes on with the openings with which it was begun.
    ///
    /// # Errors
    /// The file has changed since.
    pub(super) fn check_seal(&self, known: Option<&str>, config: &EventConfig) -> Result<(), String> {
        match (known, &self.seal, &config.openings) {
            (Some(known), Some(seal), Some(wanted)) if known != seal => Err(format!(
                "{}: it has changed since the event was begun; put the openings back to go on",
                wanted.file
            )),
            _ => Ok(()),
        }
    }
}
