//! Opens a place: a plain file, a packed one, each file of an archive, or standard input.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::sync::{Arc, Mutex, PoisonError};

use super::unpack::{self, is_gzip, is_zip, utf16};
use super::{Counted, Origin, Place, STANDARD_INPUT, Source, Unreadable};
use crate::cli::progress::{Count, write_above};
use crate::cli::settings::{Profile, Profiles};

/// How a text is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) enum Packed {
    Gzip,
    Zip,
    Utf16,
}

impl Packed {
    /// The words that follow "it is".
    pub(in crate::cli) fn words(self) -> &'static str {
        match self {
            Self::Gzip => "packed with gzip",
            Self::Zip => "in a zip archive",
            Self::Utf16 => "UTF-16",
        }
    }
}

/// Opens places, and finds the settings of each.
pub(in crate::cli) struct Opener {
    /// Bytes read from the disk, before they are unpacked.
    pub(in crate::cli) count: Arc<Count>,
    profiles: Profiles,
    /// The contents of standard input and pipes that were read in advance, so that they can be read again.
    held: Vec<(Place, Arc<[u8]>)>,
}

impl Opener {
    pub(in crate::cli) fn new(profiles: Profiles) -> Self {
        Self { count: Arc::default(), profiles, held: Vec::new() }
    }

    /// Another opener for the same places, whose bytes are not counted.
    pub(in crate::cli) fn again(&self) -> Self {
        Self { count: Arc::default(), profiles: self.profiles.clone(), held: self.held.clone() }
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
                    File::open(path)?.read_to_end(&mut bytes)?
                }
                Place::File(_) => continue,
            };
            self.held.push((place.clone(), bytes.into()));
        }
        Ok(())
    }

    /// The sources of a place: one, or one for each file of an archive.
    pub(in crate::cli) fn open(&mut self, place: &Place) -> Vec<Result<Source, Unreadable>> {
        let (name, path) = match place {
            Place::Standard => (STANDARD_INPUT.to_owned(), None),
            Place::File(path) => (path.display().to_string(), Some(path.as_path())),
        };
        let all = self.profiles.of(path).and_then(|profile| self.sources(&name, place, &profile));
        all.unwrap_or_else(|reason| vec![Err(Unreadable { name, reason })])
    }

    fn sources(
        &self,
        name: &str,
        place: &Place,
        profile: &Arc<Profile>,
    ) -> Result<Vec<Result<Source, Unreadable>>, String> {
        let kept = self.held.iter().find(|(known, _)| known == place);
        let raw: Box<dyn Read + Send> = match (kept, place) {
            (Some((_, bytes)), _) => Box::new(Cursor::new(Arc::clone(bytes))),
            (None, Place::File(path)) => Box::new(File::open(path).map_err(|error| said(&error))?),
            (None, Place::Standard) => Box::new(io::stdin()),
        };
        let mut reader = BufReader::with_capacity(64 * 1024, Counted::new(raw, Arc::clone(&self.count)));
        let head = reader.fill_buf().map_err(|error| said(&error))?;
        let origin = |name: String, packed| {
            let path = match place {
                Place::Standard => None,
                Place::File(path) => Some(path.clone()),
            };
            Arc::new(Origin { name, path, packed, profile: Arc::clone(profile) })
        };
        if is_zip(head) {
            let members = match place {
                Place::File(path) if place.size().is_some() => unpack::members_of_file(path, &self.count),
                Place::File(_) | Place::Standard => unpack::members_of_bytes(reader),
            }?;
            let source = |(member, reader): (String, _)| {
                let name = format!("{name}/{member}");
                let reader: Result<Box<dyn Read + Send>, String> = reader;
                match reader.and_then(|reader| utf16(reader).map_err(|error| said(&error))) {
                    Ok((reader, _)) => Ok(Source { origin: origin(name, Some(Packed::Zip)), reader }),
                    Err(reason) => Err(Unreadable { name, reason }),
                }
            };
            return Ok(members.into_iter().map(source).collect());
        }
        let gzipped = is_gzip(head);
        let plain: Box<dyn Read + Send> =
            if gzipped { Box::new(flate2::bufread::MultiGzDecoder::new(reader)) } else { Box::new(reader) };
        let (reader, is_wide) = utf16(plain).map_err(|error| said(&error))?;
        if is_wide && told(name) {
            write_above(&format!("epidote: {name}: read as UTF-16"));
        }
        let packed = match (gzipped, is_wide) {
            (true, _) => Some(Packed::Gzip),
            (_, true) => Some(Packed::Utf16),
            _ => None,
        };
        Ok(vec![Ok(Source { origin: origin(name.to_owned(), packed), reader })])
    }
}

/// Whether this is the first message about this source.
fn told(name: &str) -> bool {
    static NAMES: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    NAMES.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned())
}

/// A read error in words, with advice for common ones.
fn said(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}
