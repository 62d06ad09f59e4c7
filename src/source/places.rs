//! The places that names stand for: files, patterns, folders and standard input.

use std::collections::HashSet;
use std::fs::Metadata;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::ReadError;
use crate::archive::has_ending;

/// A name that cannot be read, and why.
#[derive(Debug)]
pub struct Unreadable {
    /// Its path or pattern, as the user gave it.
    pub name: String,
    /// Why.
    pub reason: ReadError,
}

/// A place to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// Standard input.
    Standard,
    /// A file, or a device or pipe in its place; or a file of an archive, as messages name it: `archive.zip/file.epd`.
    File(PathBuf),
}

impl Place {
    /// The file that is read: the archive for a file of one. `None` for standard input.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::Standard => None,
            Self::File(path) => Some(archive_of(path).unwrap_or(path)),
        }
    }

    /// The size of the file in bytes; `None` for what gives its bytes only once, such as a pipe.
    pub fn size(&self) -> Option<u64> {
        self.file()?.metadata().ok().filter(Metadata::is_file).map(|known| known.len())
    }
}

/// The file that a path goes through, where only a folder can be, if that is why there is nothing.
fn archive_of(path: &Path) -> Option<&Path> {
    let reason = path.metadata().err()?;
    let above = || path.ancestors().skip(1).find(|above| above.is_file());
    (reason.kind() == ErrorKind::NotADirectory).then(above).flatten()
}

/// The places with these names: standard input if there are none, and for `-`. Folders give their files that
/// end with `ending`, packed or not; patterns give the files that match. With `once`, a file that is named
/// again is left out, since it would be written twice.
pub fn places(names: &[PathBuf], ending: &str, once: bool) -> (Vec<Place>, Vec<Unreadable>) {
    let mut places = Vec::new();
    let mut unreadable = Vec::new();
    if names.is_empty() {
        places.push(Place::Standard);
    }
    for name in names {
        if name.as_os_str() == "-" {
            places.push(Place::Standard);
            continue;
        }
        for path in expand(name, &mut unreadable) {
            if !path.is_dir() {
                places.push(Place::File(path));
                continue;
            }
            let before = unreadable.len();
            let found = files_below(&path, ending, &mut unreadable);
            if found.is_empty() && unreadable.len() == before {
                let reason = ReadError::NoFiles(ending.to_owned());
                unreadable.push(Unreadable { name: path.display().to_string(), reason });
            }
            places.extend(found.into_iter().map(Place::File));
        }
    }
    let mut known = HashSet::new();
    places.retain(|place| match place {
        Place::File(path) if once => known.insert(path.canonicalize().unwrap_or_else(|_| path.clone())),
        Place::File(_) => true,
        // It can be read only once.
        Place::Standard => known.insert(PathBuf::from("-")),
    });
    (places, unreadable)
}

/// The total size of these places on the disk in bytes, for showing progress; `None` if any of them is not
/// known.
pub fn size_of(places: &[Place]) -> Option<u64> {
    places.iter().map(Place::size).sum()
}

/// The files that match a pattern, in order; folders below it that cannot be read are added to `unreadable`. A name that
/// exists or that matches nothing gives itself: shells have already expanded patterns, and a missing file must be
/// reported by its name.
fn expand(file: &Path, unreadable: &mut Vec<Unreadable>) -> Vec<PathBuf> {
    let pattern = file.to_string_lossy();
    if file.exists() || !pattern.contains(['*', '?', '[']) {
        return vec![file.to_owned()];
    }
    let before = unreadable.len();
    let mut found = Vec::new();
    for path in glob::glob(&pattern).into_iter().flatten() {
        match path {
            Ok(path) => found.push(path),
            Err(error) => unreadable.push(Unreadable {
                name: error.path().display().to_string(),
                reason: io::Error::from(error).into(),
            }),
        }
    }
    if found.is_empty() && unreadable.len() == before { vec![file.to_owned()] } else { found }
}

/// The files below a folder whose names have this ending, in the order of their names, and the folders that cannot be read.
/// Links to folders are not followed, since they may form a circle.
fn files_below(folder: &Path, ending: &str, unreadable: &mut Vec<Unreadable>) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = std::fs::read_dir(folder).and_then(Iterator::collect::<std::io::Result<Vec<_>>>);
    let mut paths: Vec<PathBuf> = match entries {
        Ok(entries) => entries.into_iter().map(|entry| entry.path()).collect(),
        Err(error) => {
            unreadable.push(Unreadable { name: folder.display().to_string(), reason: error.into() });
            return found;
        }
    };
    paths.sort();
    for path in paths {
        let is_link = path.is_symlink();
        if path.is_dir() && !is_link {
            found.extend(files_below(&path, ending, unreadable));
        } else if path.is_file() && has_ending(&path, ending) {
            found.push(path);
        }
    }
    found
}
