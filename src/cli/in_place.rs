//! A file into which its lines are written back, once they are all there.

use std::fmt;
use std::io::{self, Write as _};
use std::sync::Arc;

use crate::cli::input::{Origin, Packed};
use crate::cli::output::Replacing;
use crate::cli::{Status, complain};

/// Why a file cannot be written.
#[derive(Debug)]
pub(super) enum InPlaceError {
    /// It is packed in this way.
    Packed(Packed),
    /// The system cannot do it.
    Io(io::Error),
}

impl fmt::Display for InPlaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Packed(packed) => {
                write!(f, "it is {} and cannot be written in place; print its lines instead", packed.words())
            }
            Self::Io(error) => write!(f, "{error}; the file is left as it is"),
        }
    }
}

/// A file that is written if any line changes.
pub(super) struct InPlace {
    origin: Arc<Origin>,
    has_mark: bool,
    target: Replacing,
    /// Number of bytes before the first change.
    same: u64,
    changed: usize,
    failed: Option<io::Error>,
}

impl InPlace {
    /// Begins a file; `None` if it is not a file, like standard input.
    ///
    /// # Errors
    /// Trouble if it cannot be written: the user has read why.
    pub(super) fn begin(origin: &Arc<Origin>, has_mark: bool) -> Result<Option<Self>, Status> {
        Self::of(origin, has_mark).map_err(|error| {
            complain(&format!("{}: {error}", origin.name));
            Status::Trouble
        })
    }

    fn of(origin: &Arc<Origin>, has_mark: bool) -> Result<Option<Self>, InPlaceError> {
        let Some(path) = &origin.path else { return Ok(None) };
        if let Some(packed) = origin.packed {
            return Err(InPlaceError::Packed(packed));
        }
        let target = Replacing::of_file(path, origin.stamp.clone()).map_err(InPlaceError::Io)?;
        Ok(Some(Self { origin: Arc::clone(origin), has_mark, target, same: 0, changed: 0, failed: None }))
    }

    /// Takes the next lines, with the number of those that changed.
    pub(super) fn take(&mut self, lines: &[u8], changed: usize) {
        if self.failed.is_none() {
            self.failed = self.write(lines, changed).err();
        }
        self.changed += changed;
    }

    fn write(&mut self, lines: &[u8], changed: usize) -> io::Result<()> {
        if self.changed + changed == 0 {
            self.same += lines.len() as u64;
            return Ok(());
        }
        if self.changed == 0 {
            let mark = if self.has_mark { 3 } else { 0 };
            self.target.keep(mark + self.same)?;
        }
        self.target.write_all(lines)
    }

    /// The lines that change.
    pub(super) fn changed(&self) -> usize {
        self.changed
    }

    /// Ends the file. It stays as it is if it could not be read to its end, or if nothing changed.
    pub(super) fn end(self, is_whole: bool) -> Status {
        let written = match self.failed {
            Some(error) => Err(error.to_string()),
            None if !is_whole => Err("it cannot be read to its end".to_owned()),
            None if self.changed > 0 => self.target.finish().map_err(|error| error.to_string()),
            None => Ok(()),
        };
        match written {
            Ok(()) => Status::Clean,
            Err(reason) => {
                complain(&format!("{}: {reason}; the file is left as it is", self.origin.name));
                Status::Trouble
            }
        }
    }
}
