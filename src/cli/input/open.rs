//! Opens the places of a run, each with its settings.

use std::collections::BTreeSet;
use std::io::{self, Cursor, Read};
use std::path::Path;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError};

use super::{Origin, Place, Source, Unreadable};
use crate::cli::progress::write_above;
use crate::cli::settings::{Profile, Profiles};
use crate::source::{self, STANDARD_INPUT, Text};

/// Opens places, and finds the settings of each.
pub(in crate::cli) struct Opener {
    /// Bytes read from the disk, before they are unpacked.
    pub(in crate::cli) count: Arc<AtomicU64>,
    profiles: Profiles,
    /// The content of standard input, if it was read in advance so that it can be read again.
    held: Option<Arc<[u8]>>,
}

impl Opener {
    pub(in crate::cli) fn new(profiles: Profiles) -> Self {
        Self { count: Arc::default(), profiles, held: None }
    }

    /// Another opener for the same places, whose bytes are not counted.
    pub(in crate::cli) fn again(&self) -> Self {
        Self { count: Arc::default(), profiles: self.profiles.clone(), held: self.held.clone() }
    }

    /// Reads all of standard input now, so that it can be opened several times.
    pub(in crate::cli) fn hold(&mut self) -> io::Result<()> {
        if self.held.is_none() {
            let mut bytes = Vec::new();
            io::stdin().lock().read_to_end(&mut bytes)?;
            self.held = Some(bytes.into());
        }
        Ok(())
    }

    /// The sources of a place: one, or one for each file of an archive.
    pub(in crate::cli) fn open(&mut self, place: &Place) -> Vec<Result<Source, Unreadable>> {
        let (name, path) = match place {
            Place::Standard => (STANDARD_INPUT.to_owned(), None),
            Place::File(path) => (path.display().to_string(), Some(path.as_path())),
        };
        let all = self.profiles.of(path).and_then(|profile| self.sources(&name, path, &profile));
        all.unwrap_or_else(|reason| vec![Err(Unreadable { name, reason })])
    }

    fn sources(
        &self,
        name: &str,
        path: Option<&Path>,
        profile: &Arc<Profile>,
    ) -> Result<Vec<Result<Source, Unreadable>>, String> {
        let raw: Box<dyn Read + Send> = match (path, &self.held) {
            (Some(path), _) => Box::new(source::file(path)?),
            (None, Some(held)) => Box::new(Cursor::new(Arc::clone(held))),
            (None, None) => Box::new(io::stdin()),
        };
        let texts = source::open(name, path, raw, &self.count)?;
        let source = |text: Text| {
            if text.was_utf16 && told(&text.name) {
                write_above(&format!("epidote: {}: read as UTF-16", text.name));
            }
            let Text { name, packed, reader, .. } = text;
            let path = path.map(Path::to_owned);
            Source { origin: Arc::new(Origin { name, path, packed, profile: Arc::clone(profile) }), reader }
        };
        Ok(texts.into_iter().map(|text| text.map(source)).collect())
    }
}

/// Whether this is the first message about this source.
fn told(name: &str) -> bool {
    static NAMES: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    NAMES.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned())
}
