//! `normalize`, `repair` and `tenths`: files with every line that changes changed, and every other byte as
//! it was.

use std::io::{self, Write};

use crate::cli::args::RewriteOptions;
use crate::cli::input::Opened;
use crate::cli::output::replace;
use crate::cli::{Status, complain};
use crate::document::Document;
use crate::epd::verbs::rewrite::Rewrite;

pub(super) fn run(options: &RewriteOptions, verb: &Rewrite, out: &mut dyn Write) -> io::Result<Status> {
    options.input.for_each(|opened| {
        let (bytes, changed) = rewritten(opened, verb);
        if options.check {
            if changed > 0 {
                writeln!(out, "{}: {changed} lines would change", opened.document.name)?;
                return Ok(Status::Findings);
            }
            return Ok(Status::Clean);
        }
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
    })
}

/// The file after the verb, and how many lines changed.
fn rewritten(opened: &Opened, verb: &Rewrite) -> (Vec<u8>, usize) {
    let source = &opened.document;
    let mut edits = Vec::new();
    for (id, number) in source.ids().zip(1..) {
        if let Some(new) = source.text(id).and_then(|line| verb.line(&line, number)) {
            edits.push((id, new));
        }
    }
    let count = edits.len();
    let original = source.to_bytes().unwrap_or_default();
    if count == 0 {
        return (original, 0);
    }
    let mut document = Document::from_bytes("", original);
    document.set_lines(edits, "", None);
    (document.to_bytes().unwrap_or_default(), count)
}
