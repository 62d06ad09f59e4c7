//! The inputs of a run: its places with the settings of each, one source after another.

mod open;
mod unreadable;

use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;

pub(super) use crate::source::{Block, Blocks, Line, Packed, Place, end_like, size_of};
pub(super) use open::Opener;
pub(super) use unreadable::{Unread, Unreadable, named};

use crate::cli::args::Input;
use crate::cli::output::Stamp;
use crate::cli::settings::Profile;
use crate::document::Document;
use crate::source;

/// The origin of lines.
#[derive(Debug)]
pub(super) struct Origin {
    /// Its name in messages.
    pub(super) name: String,
    /// The file; `None` for standard input.
    pub(super) path: Option<PathBuf>,
    /// What the file was just before it was opened.
    pub(super) stamp: Option<Stamp>,
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

impl Input {
    /// The places named by the arguments: standard input if there are none, and for `-`. Folders give their
    /// files that end with `ending`, patterns the files that match. With `once`, a file that is named again
    /// is left out, since it would be written twice.
    pub(super) fn places(&self, ending: &str, once: bool) -> (Vec<Place>, Vec<Unreadable>) {
        let (places, unreadable) = source::places(&self.files, ending, once);
        (places, unreadable.into_iter().map(Unreadable::from).collect())
    }
}
