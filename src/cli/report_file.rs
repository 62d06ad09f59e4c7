//! Reports that are written into files.

use std::path::Path;

use super::output::replace;
use super::{Session, Status, complain};
use crate::language::say;

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
