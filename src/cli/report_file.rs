//! Reports that are written into files.

use std::io::{self, Write};
use std::path::Path;

use super::input::Place;
use super::output::{Replacing, can_replace, replace, target_of};
use super::{Session, Status, complain};
use crate::language::say;

/// Whether this file can be written: it is none of those that are read here, whose records it would replace, and its
/// folder is there. The user reads why not before any work is done.
pub(super) fn can_be_written(path: &Path, places: &[Place]) -> bool {
    let target = target_of(path);
    let is_read = places.iter().filter_map(Place::file).any(|read| target_of(read) == target);
    let result = if is_read && target.is_file() {
        Err(io::Error::other("its records are read here, and would be replaced"))
    } else {
        can_replace(path)
    };
    result.inspect_err(|error| complain(&format!("{}: {error}", path.display()))).is_ok()
}

/// Whether this file is another one than the settings or the recipe that are read here. The user reads that it is not.
pub(super) fn is_apart(path: &Path, settings: &Path) -> bool {
    let target = target_of(path);
    let is_same = target_of(settings) == target && target.is_file();
    if is_same {
        complain(&format!("{}: it says what is to be done here, and would be replaced", path.display()));
    }
    !is_same
}

/// Replaces a file by what `write` makes of others. It stays as it is if not all of these could be read. The user has read why
/// it was not written.
pub(super) fn write_made(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<Status>) -> Status {
    let made = || {
        let mut replacing = Replacing::new(path)?;
        let status = write(&mut replacing)?;
        if status == Status::Trouble && replacing.is_ordinary() {
            return Err(io::Error::other("it stays as it is, because not everything could be read"));
        }
        replacing.finish()?;
        Ok(status)
    };
    made().unwrap_or_else(|error: io::Error| {
        complain(&format!("{}: {error}", path.display()));
        Status::Trouble
    })
}

/// Replaces a file by a report, and says so. The status is `status`, or trouble if the file cannot be written.
pub(super) fn write_report(session: &Session, path: &Path, text: &str, status: Status) -> Status {
    match replace(path, |file| file.write_all(text.as_bytes())) {
        Ok(()) => {
            session.say(&say("cli.report", [path.display().to_string()]));
            status
        }
        Err(error) => {
            complain(&format!("{}: {error}", path.display()));
            Status::Trouble
        }
    }
}
