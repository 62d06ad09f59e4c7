//! `normalize`, `repair` and `tenths`: files with every line that changes changed, and every other byte as
//! it was.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use crate::cli::args::RewriteOptions;
use crate::cli::input::Opened;
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
            (Some(path), true) => Ok(match replace(path, &bytes) {
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

/// Replaces a file as a whole: a crash leaves the old one or the new one.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".epidote-tmp");
    let temporary = path.with_file_name(name);
    let write = || {
        let mut file = fs::File::create(&temporary)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::set_permissions(&temporary, fs::metadata(path)?.permissions())?;
        fs::rename(&temporary, path)
    };
    write().inspect_err(|_| {
        // What was begun is of no use; the error of the write is the one to tell.
        let _ = fs::remove_file(&temporary);
    })
}
