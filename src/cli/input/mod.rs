//! The inputs: files, patterns, folders, archives and standard input, one source after another.

mod blocks;
mod open;
mod unpack;

use std::collections::HashSet;
use std::fs::Metadata;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(super) use blocks::{Block, Blocks, Line, end_like};
pub(super) use open::{Opener, Packed};

use crate::cli::args::Input;
use crate::cli::progress::Count;
use crate::cli::settings::Profile;
use crate::document::Document;

/// The name of standard input in messages.
pub(super) const STANDARD_INPUT: &str = "<stdin>";

/// The origin of lines.
#[derive(Debug)]
pub(super) struct Origin {
    /// Its name in messages.
    pub(super) name: String,
    /// The file; `None` for standard input.
    pub(super) path: Option<PathBuf>,
    /// How its text is packed. A packed file is only read, never overwritten.
    pub(super) packed: Option<Packed>,
    /// How its lines are read and checked.
    pub(super) profile: Arc<Profile>,
}

/// A text to read.
pub(super) struct Source {
    /// Where it comes from.
    pub(super) origin: Arc<Origin>,
    /// Its bytes, unpacked.
    pub(super) reader: Box<dyn Read + Send>,
}

impl Source {
    /// The whole text, as a document in memory.
    pub(super) fn document(mut self) -> io::Result<(Arc<Origin>, Document)> {
        let mut bytes = Vec::new();
        self.reader.read_to_end(&mut bytes)?;
        Ok((Arc::clone(&self.origin), Document::from_bytes(self.origin.name.clone(), bytes)))
    }
}

/// A name that cannot be read, and why.
#[derive(Debug)]
pub(super) struct Unreadable {
    pub(super) name: String,
    pub(super) reason: String,
}

/// A place to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Place {
    /// Standard input.
    Standard,
    /// A file, or a device or pipe in its place.
    File(PathBuf),
}

impl Place {
    /// The size of the file in bytes; `None` for what gives its bytes only once, such as a pipe.
    pub(super) fn size(&self) -> Option<u64> {
        match self {
            Self::Standard => None,
            Self::File(path) => path.metadata().ok().filter(Metadata::is_file).map(|known| known.len()),
        }
    }
}

impl Input {
    /// The places named by the arguments: standard input if there are none, and for `-`. Folders give their
    /// files that end with `ending`, patterns the files that match. With `once`, a file that is named again
    /// is left out, since it would be written twice.
    pub(super) fn places(&self, ending: &str, once: bool) -> (Vec<Place>, Vec<Unreadable>) {
        let mut places = Vec::new();
        let mut unreadable = Vec::new();
        if self.files.is_empty() {
            places.push(Place::Standard);
        }
        for file in &self.files {
            if file.as_os_str() == "-" {
                places.push(Place::Standard);
                continue;
            }
            for path in expand(file) {
                if !path.is_dir() {
                    places.push(Place::File(path));
                    continue;
                }
                let found = files_below(&path, ending);
                if found.is_empty() {
                    let reason = format!("a folder without files whose names end with .{ending}");
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
}

/// The total size of these places on the disk in bytes, for showing progress; `None` if any of them is not
/// known.
pub(super) fn size_of(places: &[Place]) -> Option<u64> {
    places.iter().map(Place::size).sum()
}

/// The files that match a pattern, in order. A name that exists or that matches nothing gives itself: shells
/// have already expanded patterns, and a missing file must be reported by its name.
fn expand(file: &Path) -> Vec<PathBuf> {
    let pattern = file.to_string_lossy();
    if file.exists() || !pattern.contains(['*', '?', '[']) {
        return vec![file.to_owned()];
    }
    let found: Vec<PathBuf> =
        glob::glob(&pattern).map(|paths| paths.filter_map(Result::ok).collect()).unwrap_or_default();
    if found.is_empty() { vec![file.to_owned()] } else { found }
}

/// The files below a folder whose names have this ending, in the order of their names. Links to folders are
/// not followed, since they may form a circle.
fn files_below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let mut found = Vec::new();
    for path in paths {
        let is_link = path.is_symlink();
        if path.is_dir() && !is_link {
            found.extend(files_below(&path, ending));
        } else if path.is_file() && path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending)) {
            found.push(path);
        }
    }
    found
}

/// Counts the bytes that are read, before they are unpacked.
pub(super) struct Counted<R> {
    inner: R,
    count: Arc<Count>,
}

impl<R> Counted<R> {
    pub(super) fn new(inner: R, count: Arc<Count>) -> Self {
        Self { inner, count }
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.count.add(read as u64);
        Ok(read)
    }
}
