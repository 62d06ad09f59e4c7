//! Reports that are written into files.

use std::io;
use std::path::Path;

use super::input::Place;
use super::output::{can_replace, replace, target_of};
use super::{Session, Status, complain};
use crate::language::say;

/// Whether this file can be written, told before any work: it is none of those that are read here, whose records it would
/// replace, and its folder is there. The user has read why not.
pub(super) fn can_be_written(path: &Path, places: &[Place]) -> bool {
    let target = target_of(path);
    let is_read = places.iter().any(|place| matches!(place, Place::File(read) if target_of(read) == target));
    let result = if is_read && target.is_file() {
        Err(io::Error::other("its records are read here, and would be replaced"))
    } else {
        can_replace(path)
    };
    result.inspect_err(|error| complain(&format!("{}: {error}", path.display()))).is_ok()
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
