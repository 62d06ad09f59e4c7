//! `merge-shards`: what shards have printed, put together. Everything is checked before anything is written.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Read, Write};
use std::sync::Arc;

use super::args::{Input, MergeShardsOptions};
use super::input::{Opener, Place, Source, size_of};
use super::located::At;
use super::output::replace;
use super::progress::{Progress, Unit};
use super::report_file::can_be_written;
use super::settings::Profiles;
use super::shard::{PartSum, Shard, Trailer};
use super::{Session, Status, complain, tell_unreadable};
use crate::language::{args, say};

/// Why a file is not taken.
#[derive(Debug)]
enum ShardError {
    /// It does not end as the output of a shard.
    NotOne,
    /// Its bytes are not those that were written; their number, and the number that was written.
    Damaged { bytes: u64, written: u64 },
    /// It is one of another number of shards than this other file.
    Count { shard: Shard, other: String, of: usize },
    /// It was made from other lines than this other file.
    Input(String),
    /// It was made in another way than this other file.
    Task(String),
    /// This other file is the same shard with other results.
    Twice { shard: Shard, other: String },
}

impl fmt::Display for ShardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotOne => {
                f.write_str("not the output of a run with `--shard`, or cut off before its last line")
            }
            Self::Damaged { bytes, written } if bytes == written => {
                f.write_str("damaged: its bytes are not those that were written")
            }
            Self::Damaged { bytes, written } => {
                write!(f, "damaged: {bytes} bytes, and {written} were written")
            }
            Self::Count { shard, other, of } => write!(f, "shard {shard}, and {other} is one of {of}"),
            Self::Input(other) => write!(f, "of other lines than {other}"),
            Self::Task(other) => {
                write!(f, "made with other options, settings or another version than {other}")
            }
            Self::Twice { shard, other } => write!(f, "shard {shard}, as {other}, with other results"),
        }
    }
}

/// A part that was checked.
struct Found {
    name: String,
    place: Place,
    /// Its number among the sources of its place.
    source: usize,
    trailer: Trailer,
}

pub(super) fn run(
    session: &Session,
    options: &MergeShardsOptions,
    out: &mut dyn Write,
) -> io::Result<Status> {
    let input = Input { files: options.files.clone() };
    let (places, unreadable) = input.places("epd", true);
    let mut status = tell_unreadable(&unreadable);
    if options.output.file().is_some_and(|path| !can_be_written(path, &places)) {
        return Ok(Status::Trouble);
    }
    let mut opener = Opener::new(Profiles::default());
    opener.hold(&places)?;
    // Each is read twice: to check it, and to print it.
    let total = size_of(&places).map(|bytes| 2 * bytes);
    let progress = Progress::new(
        options.showing.progress,
        Unit::Bytes,
        Arc::clone(&opener.count),
        total,
        options.output.file().is_none(),
    );
    let mut parts = BTreeMap::new();
    for place in &places {
        for (source, opened) in opener.open(place).into_iter().enumerate() {
            let found = opened.and_then(|opened| {
                let name = opened.origin.name.clone();
                let trailer = checked(opened).map_err(|error| At::new(name.clone(), error.into()))?;
                Ok((name, trailer))
            });
            let (name, trailer) = match found {
                Ok(found) => found,
                Err(error) => {
                    status = tell_unreadable(&[error]);
                    continue;
                }
            };
            let fits = trailer.map_err(|error| (name.clone(), error)).and_then(|trailer| {
                let found = Found { name, place: place.clone(), source, trailer };
                enter(&mut parts, found)
            });
            if let Err((name, error)) = fits {
                complain(&format!("{name}: {error}"));
                status = Status::Trouble;
            }
        }
    }
    let missing = missing(&parts);
    if !missing.is_empty() {
        complain(&format!("missing: {}", missing.join(", ")));
    }
    if status == Status::Trouble || !missing.is_empty() {
        complain("nothing was put together");
        return Ok(Status::Trouble);
    }
    let parts: Vec<Found> = parts.into_values().collect();
    for Found { name, trailer: Trailer { failed, .. }, .. } in
        parts.iter().filter(|part| part.trailer.failed > 0)
    {
        complain(&say("cli.part-failed", args![name.clone(), *failed]).english());
        status = Status::Trouble;
    }
    let mut copy = |out: &mut dyn Write| parts.iter().try_for_each(|part| copied(&mut opener, part, out));
    let written = match options.output.file() {
        None => copy(out),
        Some(path) => replace(path, copy),
    };
    drop(progress);
    match (written, options.output.file()) {
        (Ok(()), _) => {
            session.say(&say("cli.merged", [parts.len()]));
            // One machine that cannot search a record ends with the same status.
            Ok(status)
        }
        (Err(error), None) => Err(error),
        (Err(error), Some(path)) => {
            complain(&format!("{}: {error}", path.display()));
            Ok(Status::Trouble)
        }
    }
}

/// Takes a part in, if it is of the run of the others.
fn enter(parts: &mut BTreeMap<usize, Found>, found: Found) -> Result<(), (String, ShardError)> {
    let Trailer { shard, input, task, bytes, sum, .. } = found.trailer;
    if let Some(first) = parts.values().next() {
        let other = first.name.clone();
        let error = if first.trailer.shard.of != shard.of {
            Some(ShardError::Count { shard, other, of: first.trailer.shard.of })
        } else if first.trailer.input != input {
            Some(ShardError::Input(other))
        } else if first.trailer.task != task {
            Some(ShardError::Task(other))
        } else {
            None
        };
        if let Some(error) = error {
            return Err((found.name, error));
        }
    }
    if let Some(same) = parts.get(&shard.number) {
        // A job that was run twice may leave the same part twice.
        if (same.trailer.bytes, same.trailer.sum) == (bytes, sum) {
            return Ok(());
        }
        return Err((found.name, ShardError::Twice { shard, other: same.name.clone() }));
    }
    parts.insert(shard.number, found);
    Ok(())
}

/// The shards that are not there; several in a row are one entry.
fn missing(parts: &BTreeMap<usize, Found>) -> Vec<String> {
    let Some(of) = parts.values().next().map(|part| part.trailer.shard.of) else { return Vec::new() };
    let mut rows: Vec<(usize, usize)> = Vec::new();
    for number in (1..=of).filter(|number| !parts.contains_key(number)) {
        match rows.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => rows.push((number, number)),
        }
    }
    let words = |(first, last): (usize, usize)| {
        if first == last {
            format!("shard {first}/{of}")
        } else {
            format!("shards {first}/{of} to {last}/{of}")
        }
    };
    rows.into_iter().map(words).collect()
}

/// Reads a part to its end, and compares it with what it says of itself.
fn checked(mut source: Source) -> io::Result<Result<Trailer, ShardError>> {
    let mut sums = Sums::default();
    io::copy(&mut source.reader, &mut sums)?;
    Ok(sums.end())
}

/// The sum of all bytes but the last ones, which are kept.
#[derive(Default)]
struct Sums {
    sum: PartSum,
    end: Vec<u8>,
}

impl Write for Sums {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.end.extend_from_slice(bytes);
        let behind = self.end.len().saturating_sub(Trailer::MOST_BYTES);
        self.sum.add(&self.end[..behind]);
        self.end.drain(..behind);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Sums {
    fn end(mut self) -> Result<Trailer, ShardError> {
        let (at, trailer) = Trailer::at_end(&self.end).ok_or(ShardError::NotOne)?;
        let there = self.sum.bytes + at as u64;
        // A last line without a line end has got one before the trailer.
        let rest = trailer.bytes.checked_sub(self.sum.bytes).and_then(|rest| usize::try_from(rest).ok());
        let of_part = rest.filter(|&rest| rest == at || rest + 1 == at).map(|rest| &self.end[..rest]);
        let damaged = |bytes| ShardError::Damaged { bytes, written: trailer.bytes };
        self.sum.add(of_part.ok_or_else(|| damaged(there))?);
        if self.sum.sealed(&trailer) == trailer.sum { Ok(trailer) } else { Err(damaged(trailer.bytes)) }
    }
}

/// Copies a part without its last line.
fn copied(opener: &mut Opener, part: &Found, out: &mut dyn Write) -> io::Result<()> {
    let source = opener.open(&part.place).into_iter().nth(part.source);
    let Some(Ok(Source { reader, .. })) = source else {
        return Err(io::Error::other(format!("{}: it can no longer be read", part.name)));
    };
    let copied = io::copy(&mut reader.take(part.trailer.bytes), out)?;
    if copied < part.trailer.bytes {
        return Err(io::Error::other(format!("{}: it has become shorter in the meantime", part.name)));
    }
    Ok(())
}
