//! Why a file cannot be opened.

use crate::archive::ZipError;
use crate::js::JsError;
use crate::language::{Text, args, say};

/// Why a file cannot be opened.
#[derive(Debug)]
pub(crate) enum ReadFailure {
    /// The browser cannot read it.
    Browser(JsError),
    /// Its archive is damaged, or packed in an unsupported way.
    Archive(ZipError),
    /// The worker that reads it failed, for this reason.
    Worker(Text),
    /// It has more lines than can be numbered.
    ManyLines,
    /// It unpacks to too much.
    LargePacked,
    /// Its archive has no file of records, games or data.
    NothingInside,
    /// Its bytes are not those that were packed.
    Damaged,
    /// Its games have no such position.
    NoPosition,
    /// Its table has only a header.
    NoRows,
    /// None of its rows can be read; the line of the first one, and why.
    NoRow(u32, Text),
}

impl From<JsError> for ReadFailure {
    fn from(error: JsError) -> Self {
        Self::Browser(error)
    }
}

impl From<ZipError> for ReadFailure {
    fn from(error: ZipError) -> Self {
        Self::Archive(error)
    }
}

impl From<ReadFailure> for Text {
    fn from(failure: ReadFailure) -> Self {
        let key = match failure {
            ReadFailure::Browser(error) => return error.0,
            ReadFailure::Archive(error) => return error.text(),
            ReadFailure::Worker(reason) => return reason,
            ReadFailure::NoRow(line, reason) => return say("why.no-row", args![line, reason]),
            ReadFailure::ManyLines => "why.many-lines",
            ReadFailure::LargePacked => "why.large-packed",
            ReadFailure::NothingInside => "why.nothing-in-it",
            ReadFailure::Damaged => "why.damaged",
            ReadFailure::NoPosition => "why.no-position",
            ReadFailure::NoRows => "why.no-rows",
        };
        key.into()
    }
}
