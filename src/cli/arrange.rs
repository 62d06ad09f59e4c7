//! Verbs that arrange lines: sorting, shuffling, removing duplicate positions and merging files.

use std::collections::HashSet;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::cli::args::{DedupeOptions, MergeOptions, RewriteOptions, Showing, ShuffleOptions, SortOptions};
use crate::cli::in_place::{InPlace, InPlaceError};
use crate::cli::input::{Blocks, Opener, Origin, Packed, Place, Source, Unreadable, named, size_of};
use crate::cli::joined::Joined;
use crate::cli::output::target_of;
use crate::cli::progress::{Count, Progress, Unit};
use crate::cli::report_file::write_made;
use crate::cli::settings::{Profile, Profiles};
use crate::cli::{Session, Status, complain, tell_unreadable};
use crate::document::{Document, RecordId, permuted};
use crate::epd::conventions::Conventions;
use crate::epd::verbs::sort_key::SortBy;
use crate::jobs::order;
use crate::language::{args, say};
use crate::protocol::{Lines, Merged, Same};

/// Lines that a thread takes at once.
const CHUNK: usize = 4_096;

/// What a verb did with a file: the number of lines that were moved, removed or changed.
type Arranged = usize;

pub(super) fn sort(session: &Session, options: &SortOptions, out: &mut dyn Write) -> io::Result<Status> {
    arrange(session, &options.rewrite, out, &|document, profile, work| {
        let by = SortBy::named(&options.by, profile.conventions.clone());
        let keys = work.of_each(document, |line| by.key(line));
        let ids = document.all_ids();
        let head = document.head_of(ids.iter().copied());
        let keys: Lines = keys[head..].iter().collect();
        permute(document, &ids[head..], &order::sorted(&keys, options.descending, || ()))
    })
}

pub(super) fn shuffle(
    session: &Session,
    options: &ShuffleOptions,
    out: &mut dyn Write,
) -> io::Result<Status> {
    arrange(session, &options.rewrite, out, &|document, _, work| {
        work.count.add(work.bytes / 2);
        let ids = document.all_ids();
        let ids = &ids[document.head_of(ids.iter().copied())..];
        let count = u32::try_from(ids.len()).unwrap_or(u32::MAX);
        permute(document, ids, &order::shuffled(count, options.seed, || ()))
    })
}

pub(super) fn dedupe(session: &Session, options: &DedupeOptions, out: &mut dyn Write) -> io::Result<Status> {
    let same: Same = options.same.into();
    arrange(session, &options.rewrite, out, &|document, profile, work| {
        let keys = work.of_each(document, |line| order::key(same, profile.conventions.game, line));
        let groups = order::groups(&keys, options.keep_last, || ());
        let ids = document.all_ids();
        let mut gone = permuted(&ids, &order::others(&groups));
        let mut edits = Vec::new();
        if options.merge {
            let left;
            (edits, left) = merged(document, &ids, &groups, &profile.conventions);
            if !left.is_empty() {
                gone.retain(|id| !left.contains(id));
                session.say(&say("cli.unmerged", args![&document.name, left.len()]));
            }
        }
        document.drop_lines(&gone, edits, "");
        gone.len()
    })
}

/// New texts for the first line of each group, with the operations that only its other lines have, and those of the other
/// lines that have something which cannot be added.
fn merged(
    document: &Document,
    ids: &[RecordId],
    groups: &[Vec<u32>],
    conventions: &Conventions,
) -> (Vec<(RecordId, Vec<u8>)>, HashSet<RecordId>) {
    let (mut edits, mut all_left) = (Vec::new(), HashSet::new());
    for group in groups {
        let of_group = permuted(ids, group);
        let lines: Lines = of_group.iter().filter_map(|&id| document.text(id)).collect();
        let count = u32::try_from(lines.len()).unwrap_or(u32::MAX);
        let Merged { edits: changed, left } = order::merged(&[count], &lines, conventions, || ());
        let id = |at: u32| of_group.get(at as usize).copied();
        edits.extend(changed.into_iter().filter_map(|(at, text)| Some((id(at)?, text))));
        all_left.extend(left.into_iter().filter_map(id));
    }
    (edits, all_left)
}

fn permute(document: &mut Document, ids: &[RecordId], order: &[u32]) -> Arranged {
    let new = permuted(ids, order);
    let moved = new.iter().zip(ids).filter(|(new, old)| new != old).count();
    document.permute(&new, "");
    moved
}

/// Threads for work on the lines of a file, and a count of bytes. The work counts for one half of the bytes of
/// the file on the disk; the other half is counted when it is written.
struct Work {
    workers: usize,
    count: Arc<Count>,
    /// The size of the file, as it is on the disk.
    bytes: u64,
}

impl Work {
    /// The results for all lines, in order.
    fn of_each<T: Send>(&self, document: &Document, f: impl Fn(&[u8]) -> T + Sync) -> Vec<T> {
        let ids = document.all_ids();
        let next = AtomicUsize::new(0);
        let chunks = ids.chunks(CHUNK).count();
        let part = |lines: usize| self.bytes / 2 * lines as u64 / ids.len().max(1) as u64;
        let work = || {
            let mut done = Vec::new();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                if at >= chunks {
                    return done;
                }
                let chunk = &ids[at * CHUNK..ids.len().min((at + 1) * CHUNK)];
                let of_chunk: Vec<T> =
                    chunk.iter().map(|&id| f(&document.text(id).unwrap_or_default())).collect();
                let before = at * CHUNK;
                self.count.add(part(before + chunk.len()) - part(before));
                done.push((at, of_chunk));
            }
        };
        let mut all: Vec<(usize, Vec<T>)> = thread::scope(|scope| {
            let threads: Vec<_> = (0..self.workers.min(chunks)).map(|_| scope.spawn(work)).collect();
            let parts = threads
                .into_iter()
                .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            parts.flatten().collect()
        });
        all.sort_by_key(|&(at, _)| at);
        all.into_iter().flat_map(|(_, of_chunk)| of_chunk).collect()
    }
}

/// Arranges the lines of each file separately, and writes them where the options say.
fn arrange(
    session: &Session,
    options: &RewriteOptions,
    out: &mut dyn Write,
    verb: &dyn Fn(&mut Document, &Profile, &Work) -> Arranged,
) -> io::Result<Status> {
    let (places, unreadable) = options.input.places("epd", options.in_place);
    let mut status = tell_unreadable(&unreadable);
    let mut opener = Opener::new(Profiles::new(&options.reading));
    let mut joined = Joined::new(out);
    let mut work = Work { workers: options.pace.workers(), count: Arc::default(), bytes: 0 };
    let prints = !options.in_place && !options.check;
    let total = size_of(&places);
    let _progress =
        Progress::new(options.pace.showing.progress, Unit::Bytes, Arc::clone(&work.count), total, prints);
    let mut read_before = 0;
    for place in places {
        for source in opener.open(&place) {
            let (origin, mut document) = match source.and_then(read) {
                Ok(read) => read,
                Err(unreadable) => {
                    complain(&unreadable.to_string());
                    status = Status::Trouble;
                    continue;
                }
            };
            let read = opener.count.all();
            work.bytes = read - std::mem::replace(&mut read_before, read);
            let count = document.len();
            let changed = verb(&mut document, &origin.profile, &work);
            let written = write(session, options, &origin, &document, changed, &mut joined)?;
            status = status.and(written);
            // What could not be written is as it was.
            let changed = if written == Status::Trouble { 0 } else { changed };
            work.count.add(work.bytes - work.bytes / 2);
            let key = if options.check { "cli.would-arrange" } else { "cli.arranged" };
            session.say(&say(key, args![&origin.name, changed, count]));
        }
    }
    joined.finish()?;
    Ok(status)
}

fn read(source: Source) -> Result<(Arc<Origin>, Document), Unreadable> {
    let name = source.origin.name.clone();
    named(&name, source.document())
}

fn write(
    session: &Session,
    options: &RewriteOptions,
    origin: &Arc<Origin>,
    document: &Document,
    changed: usize,
    joined: &mut Joined<'_>,
) -> io::Result<Status> {
    if options.check {
        if changed > 0 {
            joined.write(session.would_change(&origin.name, changed).as_bytes())?;
            return Ok(Status::Findings);
        }
        return Ok(Status::Clean);
    }
    let bytes = document.to_bytes().unwrap_or_default();
    let has_mark = document.index().body_start() > 0;
    if options.in_place {
        match InPlace::begin(origin, false) {
            Err(status) => return Ok(status),
            Ok(Some(mut file)) => {
                file.take(&bytes, changed);
                return Ok(file.end(true));
            }
            Ok(None) => {}
        }
    }
    joined.begin(has_mark);
    joined.write(&bytes[if has_mark { 3 } else { 0 }..])?;
    joined.end()?;
    Ok(Status::Clean)
}

/// Prints the lines of all files with the line ends of the first file.
pub(super) fn merge(session: &Session, options: &MergeOptions, out: &mut dyn Write) -> io::Result<Status> {
    let (places, unreadable) = options.input.places("epd", false);
    let status = tell_unreadable(&unreadable);
    let Some(path) = options.output.file() else { return merge_into(session, options, places, status, out) };
    let target = target_of(path);
    let is_target = |place: &Place| place.file().is_some_and(|read| target_of(read) == target);
    let refused = places.iter().find(|place| is_target(place)).and_then(|place| {
        // A folder may have it from an earlier merge, with all lines of the others.
        let is_named = options.input.files.iter().any(|named| target_of(named) == target);
        let found =
            || "it is one of the files of a folder: remove it, name it, or write elsewhere".to_owned();
        packed_as(place).map(|packed| InPlaceError::Packed(packed).to_string()).or((!is_named).then(found))
    });
    if let Some(reason) = refused {
        complain(&format!("{}: {reason}", path.display()));
        return Ok(Status::Trouble);
    }
    Ok(write_made(path, |file| merge_into(session, options, places, status, file)))
}

/// How a place is packed.
fn packed_as(place: &Place) -> Option<Packed> {
    let first = Opener::new(Profiles::isolated()).open(place).into_iter().next()?;
    first.ok()?.origin.packed
}

fn merge_into(
    session: &Session,
    options: &MergeOptions,
    places: Vec<Place>,
    status: Status,
    out: &mut dyn Write,
) -> io::Result<Status> {
    let mut count = 0_usize;
    let mut line_end: Option<Vec<u8>> = None;
    let prints = options.output.file().is_none();
    let status = each_line(places, status, &options.showing, prints, |_, line| {
        let usual = || crate::cli::input::end_like(line.end).to_vec();
        let end = line_end.get_or_insert_with(usual);
        count += 1;
        out.write_all(line.text)?;
        out.write_all(end)
    })?;
    out.flush()?;
    // A file stays as it is then.
    if prints || status != Status::Trouble {
        session.say(&say("cli.exported", [count]));
    }
    Ok(status)
}

/// Calls `f` with every line of every source. `prints` says whether it prints them. The status is at least `status`.
pub(super) fn each_line(
    places: Vec<Place>,
    mut status: Status,
    showing: &Showing,
    prints: bool,
    mut f: impl FnMut(&Arc<Origin>, crate::cli::input::Line<'_>) -> io::Result<()>,
) -> io::Result<Status> {
    // Lines stay as they are, whatever the settings of their files.
    let mut opener = Opener::new(Profiles::isolated());
    let total = size_of(&places);
    let _progress = Progress::new(showing.progress, Unit::Bytes, Arc::clone(&opener.count), total, prints);
    for place in places {
        for source in opener.open(&place) {
            let Source { origin, reader } = match source {
                Ok(source) => source,
                Err(bad) => {
                    status = tell_unreadable(&[bad]);
                    continue;
                }
            };
            let mut blocks = Blocks::new(reader);
            let mut read = blocks.take_mark().map(|_| None);
            loop {
                read = read.and_then(|_| blocks.next_block());
                match &read {
                    Ok(Some(block)) => block.lines().try_for_each(|line| f(&origin, line))?,
                    Ok(None) => break,
                    Err(error) => {
                        complain(&format!("{}: {error}", origin.name));
                        status = Status::Trouble;
                        read = Ok(None);
                    }
                }
            }
        }
    }
    Ok(status)
}
