//! `split`: the lines of each file in several files.

use std::ffi::OsStr;
use std::fmt;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cli::args::SplitOptions;
use crate::cli::arrange::each_line;
use crate::cli::input::{Line, Origin, Packed};
use crate::cli::located::{At, Located as _};
use crate::cli::{Session, Status, complain, tell_unreadable};
use crate::epd::LineKind;
use crate::epd::parts::{Parts, Place};
use crate::language::say;

/// Splits each file into several: `suite-1.epd`, `suite-2.epd` and so on.
pub(super) fn run(session: &Session, options: &SplitOptions) -> io::Result<Status> {
    let size = usize::try_from(options.size).unwrap_or(usize::MAX);
    let mut splitting = Splitting {
        options,
        size,
        part: None,
        places: Parts::of(size),
        waiting: Vec::new(),
        parts: 0,
        of: None,
        files: 0,
        failed: None,
    };
    let (places, unreadable) = options.input.places("epd", false);
    let status = tell_unreadable(&unreadable);
    let status = each_line(places, status, &options.showing, false, |origin, line| {
        splitting.take(origin, line);
        Ok(())
    })?;
    splitting.close();
    session.say(&say("cli.split", [splitting.files]));
    match splitting.failed {
        None => Ok(status),
        Some(reason) => {
            complain(&reason.to_string());
            Ok(Status::Trouble)
        }
    }
}

struct Splitting<'a> {
    options: &'a SplitOptions,
    size: usize,
    part: Option<(PathBuf, io::BufWriter<File>)>,
    places: Parts,
    /// Lines that belong to the next part, if there is one.
    waiting: Vec<u8>,
    /// Parts of the source so far.
    parts: usize,
    of: Option<Arc<Origin>>,
    files: usize,
    /// Why writing has stopped.
    failed: Option<At<PartError>>,
}

/// Why a part cannot be written.
#[derive(Debug)]
struct PartError(io::Error);

impl fmt::Display for PartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.kind() {
            io::ErrorKind::AlreadyExists => f.write_str("the file exists and is not overwritten"),
            _ => self.0.fmt(f),
        }
    }
}

impl Splitting<'_> {
    fn take(&mut self, origin: &Arc<Origin>, line: Line<'_>) {
        if self.of.as_ref().is_none_or(|of| !Arc::ptr_eq(of, origin)) {
            self.close();
            self.of = Some(Arc::clone(origin));
            self.parts = 0;
        }
        if self.failed.is_some() {
            return;
        }
        match self.places.place(LineKind::of(line.text)) {
            Place::Here => {}
            Place::Waits => {
                self.waiting.extend_from_slice(line.text);
                self.waiting.extend_from_slice(line.end);
                return;
            }
            Place::Next => self.flush(),
        }
        let waiting = std::mem::take(&mut self.waiting);
        if let Err(reason) = self.write(origin, &[&waiting, line.text, line.end]) {
            self.failed = Some(reason);
        }
    }

    fn write(&mut self, origin: &Origin, texts: &[&[u8]]) -> Result<(), At<PartError>> {
        if self.part.is_none() {
            self.parts += 1;
            let path = part_path(origin, self.options.into.as_deref(), self.parts);
            let file = File::create_new(&path).map_err(PartError).at(path.display())?;
            self.files += 1;
            self.part = Some((path, io::BufWriter::new(file)));
        }
        let Some((path, part)) = &mut self.part else { return Ok(()) };
        texts.iter().try_for_each(|text| part.write_all(text)).map_err(PartError).at(path.display())
    }

    /// Ends the last part of a file.
    fn close(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        if let Some((path, part)) = &mut self.part
            && let Err(error) = part.write_all(&waiting).map_err(PartError).at(path.display())
        {
            self.failed = Some(error);
        }
        self.places = Parts::of(self.size);
        self.flush();
    }

    /// Ends a part.
    fn flush(&mut self) {
        if let Some((path, mut part)) = self.part.take()
            && let Err(error) = part.flush().map_err(PartError).at(path.display())
        {
            self.failed = Some(error);
        }
    }
}

/// The path of a part: in a folder, or beside the file; or in the current folder, if it is no ordinary file, such
/// as a pipe of a shell.
fn part_path(origin: &Origin, folder: Option<&Path>, part: usize) -> PathBuf {
    let beside = match &origin.path {
        Some(path) if path.is_file() => path.clone(),
        Some(path) => path.file_name().unwrap_or_default().into(),
        None => PathBuf::from("stdin.epd"),
    };
    // A file in an archive has its own name.
    let inside = origin.name.rsplit('/').next().filter(|_| origin.packed == Some(Packed::Zip));
    let known = inside.map_or(beside.clone(), |name| beside.with_file_name(name));
    let mut stem = known.file_stem().unwrap_or_default().to_owned();
    let mut ending = known.extension().map(OsStr::to_owned);
    // The name of a compressed file ends with the kind of compression.
    let packing = match origin.packed {
        Some(Packed::Gzip) => Some("gz"),
        Some(Packed::Zstd) => Some("zst"),
        // A file of an archive may be packed itself.
        Some(Packed::Zip) => {
            ["gz", "zst"].into_iter().find(|&packing| ending.as_deref() == Some(OsStr::new(packing)))
        }
        Some(Packed::Utf16 | Packed::Parquet) | None => None,
    };
    if packing.is_some_and(|packing| ending.as_deref() == Some(OsStr::new(packing))) {
        let inner = PathBuf::from(&stem);
        ending = inner.extension().map(OsStr::to_owned);
        inner.file_stem().unwrap_or_default().clone_into(&mut stem);
    }
    let mut name = stem;
    name.push(format!("-{part}."));
    name.push(ending.as_deref().unwrap_or(OsStr::new("epd")));
    match folder {
        Some(folder) => folder.join(name),
        None => known.with_file_name(name),
    }
}
