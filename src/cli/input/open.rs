//! Opens the places of a run, each with its settings.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::{Origin, Place, Source, Unread, Unreadable, named};
use crate::cli::output::Stamp;
use crate::cli::progress::{Count, write_above};
use crate::cli::settings::{Profile, Profiles};
use crate::language::{args, say};
use crate::source::{self, ReadError, ReadTable, STANDARD_INPUT, Text};

/// Opens places, and finds the settings of each.
pub(in crate::cli) struct Opener {
    /// Bytes read from the disk, before they are unpacked.
    pub(in crate::cli) count: Arc<Count>,
    profiles: Profiles,
    /// The contents of standard input and pipes that were read in advance, so that they can be read again.
    held: Vec<(Place, Arc<[u8]>)>,
    /// What reads files of Parquet, if they are read.
    tables: Option<ReadTable>,
    /// The ending of the files of an archive that are read.
    ending: &'static str,
}

impl Opener {
    pub(in crate::cli) fn new(profiles: Profiles) -> Self {
        Self { count: Arc::default(), profiles, held: Vec::new(), tables: None, ending: "epd" }
    }

    /// An opener that reads files of Parquet too, as tables, and of an archive the files that end with `ending`.
    pub(in crate::cli) fn with_tables(mut self, tables: ReadTable, ending: &'static str) -> Self {
        (self.tables, self.ending) = (Some(tables), ending);
        self
    }

    /// Another opener for the same places, whose bytes are not counted.
    pub(in crate::cli) fn again(&self) -> Self {
        let (profiles, held) = (self.profiles.clone(), self.held.clone());
        Self { count: Arc::default(), profiles, held, tables: self.tables, ending: self.ending }
    }

    /// Reads now all that gives its bytes only once, such as standard input and pipes, so that each place can
    /// be opened twice.
    ///
    /// # Errors
    /// A place that exists cannot be read to its end.
    pub(in crate::cli) fn hold(&mut self, places: &[Place]) -> io::Result<()> {
        for place in places {
            let mut bytes = Vec::new();
            match place {
                Place::Standard => io::stdin().lock().read_to_end(&mut bytes)?,
                Place::File(path) if place.size().is_none() && path.exists() => {
                    let read = File::open(path).and_then(|mut file| file.read_to_end(&mut bytes));
                    read.map_err(|error| io::Error::other(format!("{}: {error}", path.display())))?
                }
                Place::File(_) => continue,
            };
            self.held.push((place.clone(), bytes.into()));
        }
        Ok(())
    }

    /// The sources of a place: one, or one for each file of an archive. A file of an archive can be named itself, as
    /// messages name it: `archive.zip/file.epd`.
    pub(in crate::cli) fn open(&mut self, place: &Place) -> Vec<Result<Source, Unreadable>> {
        if let (Place::File(path), Some(archive)) = (place, place.file())
            && archive != path
        {
            let (name, all) = (path.display().to_string(), archive.display().to_string());
            let mut sources = self.open(&Place::File(archive.to_owned()));
            sources.retain(|source| match source {
                Ok(source) => Path::new(&source.origin.name) == path,
                Err(unreadable) => Path::new(unreadable.place()) == path || unreadable.place() == all,
            });
            if sources.is_empty() {
                sources.push(named(&name, Err(ReadError::NotInside)));
            }
            return sources;
        }
        let (name, path) = match place {
            Place::Standard => (STANDARD_INPUT.to_owned(), None),
            Place::File(path) => (path.display().to_string(), Some(path.as_path())),
        };
        let profile = self.profiles.of(path).map_err(Unread::from);
        let all = profile.and_then(|profile| self.sources(&name, place, &profile));
        named(&name, all).unwrap_or_else(|unreadable| vec![Err(unreadable)])
    }

    fn sources(
        &self,
        name: &str,
        place: &Place,
        profile: &Arc<Profile>,
    ) -> Result<Vec<Result<Source, Unreadable>>, Unread> {
        let stamp = match place {
            Place::File(path) => Stamp::of(path),
            Place::Standard => None,
        };
        let kept = self.held.iter().find(|(known, _)| known == place);
        let raw: Box<dyn Read + Send> = match (kept, place) {
            (Some((_, bytes)), _) => Box::new(Cursor::new(Arc::clone(bytes))),
            (None, Place::File(path)) => Box::new(source::file(path)?),
            (None, Place::Standard) => Box::new(io::stdin()),
        };
        let path = match place {
            Place::Standard => None,
            Place::File(path) => Some(path.as_path()),
        };
        // An archive can be opened by its name only if it can be read again.
        let again = path.filter(|_| place.size().is_some());
        let count = self.count.counter();
        let opened = source::open_with_tables(name, again, self.ending, raw, count, self.tables)?;
        if opened.others > 0 && is_first_message(name) {
            let others = say("cli.others-left-out", args![name, opened.others]).english();
            write_above(&format!("epidote: {others}"));
        }
        let source = |text: Text| {
            if text.was_utf16 && is_first_message(&text.name) {
                write_above(&format!("epidote: {}: read as UTF-16", text.name));
            }
            let Text { name, packed, reader, .. } = text;
            let (path, stamp, profile) = (path.map(Path::to_owned), stamp.clone(), Arc::clone(profile));
            Source { origin: Arc::new(Origin { name, path, stamp, packed, profile }), reader }
        };
        Ok(opened.texts.into_iter().map(|text| Ok(source(text?))).collect())
    }
}

/// Whether this is the first message about this source.
fn is_first_message(name: &str) -> bool {
    static NAMES: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    NAMES.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned())
}
