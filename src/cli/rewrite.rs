//! `normalize`, `repair` and `tenths`: files with every line that changes changed, and every other byte as
//! it was.

use std::io::{self, Write};

use crate::cli::args::RewriteOptions;
use crate::cli::input::Opened;
use crate::cli::output::replace;
use crate::cli::{Status, complain};
use crate::document::{Document, RecordId};
use crate::verb::Step;

pub(super) fn run(options: &RewriteOptions, step: &Step, out: &mut dyn Write) -> io::Result<Status> {
    options.input.for_each(|opened| {
        let source = &opened.document;
        let changed = |(id, number)| Some(Edit::of(id, step.rewrite(&source.text(id)?, number)?));
        let edits = source.ids().zip(1..).filter_map(changed).collect();
        write_changed(options, opened, edits, out)
    })
}

/// A line that changes.
pub(super) struct Edit {
    /// The line.
    pub(super) id: RecordId,
    /// Its new text.
    pub(super) text: Vec<u8>,
    /// Lines that come behind it.
    pub(super) behind: Vec<Vec<u8>>,
}

impl Edit {
    /// A new text, and no line behind it.
    pub(super) fn of(id: RecordId, text: Vec<u8>) -> Self {
        Self { id, text, behind: Vec::new() }
    }
}

/// Writes a file with some lines changed: to where the options say.
pub(super) fn write_changed(
    options: &RewriteOptions,
    opened: &Opened,
    edits: Vec<Edit>,
    out: &mut dyn Write,
) -> io::Result<Status> {
    let changed = edits.len();
    if options.check {
        if changed > 0 {
            writeln!(out, "{}: {changed} lines would change", opened.document.name)?;
            return Ok(Status::Findings);
        }
        return Ok(Status::Clean);
    }
    let bytes = bytes_with(&opened.document, edits);
    match (&opened.path, options.in_place) {
        (Some(_), true) if changed == 0 => Ok(Status::Clean),
        (Some(path), true) => Ok(match replace(path, |file| file.write_all(&bytes)) {
            Ok(()) => Status::Clean,
            Err(error) => {
                complain(&format!("{}: {error}; the file is as it was", path.display()));
                Status::Trouble
            }
        }),
        (None, _) | (Some(_), false) => out.write_all(&bytes).map(|()| Status::Clean),
    }
}

/// The file with some lines changed.
fn bytes_with(source: &Document, edits: Vec<Edit>) -> Vec<u8> {
    let original = source.to_bytes().unwrap_or_default();
    if edits.is_empty() {
        return original;
    }
    let mut document = Document::from_bytes("", original);
    // The lines behind one go with its text: nobody looks at the records of this document any more.
    let end = document.index().line_end().bytes();
    let with_behind = |Edit { id, mut text, behind }: Edit| {
        for line in behind {
            text.extend_from_slice(end);
            text.extend_from_slice(&line);
        }
        (id, text)
    };
    document.set_lines(edits.into_iter().map(with_behind).collect(), "", None);
    document.to_bytes().unwrap_or_default()
}
