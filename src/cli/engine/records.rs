//! The engine on the records of files, in several threads: the records come out in their order, and what
//! is not searched as it was.

use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::cli::args::RewriteOptions;
use crate::cli::rewrite::write_changed;
use crate::cli::{Status, complain};
use crate::document::RecordId;
use crate::view::{SearchPosition, Searchable};

/// What was done to a record.
#[derive(Debug)]
pub(super) enum Done {
    /// This is what it reads now.
    Changed(Vec<u8>),
    /// It stays as it is, for a reason that is counted.
    Same(&'static str),
    /// It stays as it is because this went wrong.
    Failed(String),
}

/// What a thread does to records, one after the other.
pub(super) trait Worker {
    /// Searches a record.
    fn search(&mut self, line: &[u8], position: &SearchPosition) -> Done;
}

/// What was done to each line, in order.
fn in_threads<W: Worker>(
    lines: &[(RecordId, Vec<u8>)],
    workers: usize,
    make: &(impl Fn() -> W + Sync),
) -> Vec<Done> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut worker = make();
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some((_, line)) = lines.get(at) else { return done };
            let result = match Searchable::of(line) {
                Searchable::NoRecord => Done::Same(""),
                Searchable::NoPosition => Done::Failed("it has no legal position".to_owned()),
                Searchable::Position(position) => worker.search(line, &position),
            };
            done.push((at, result));
        }
    };
    let mut all: Vec<(usize, Done)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        // A thread that panicked has said so; its records are missing, and told below.
        threads.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect()
    });
    all.sort_by_key(|(at, _)| *at);
    let mut done: Vec<Done> = Vec::with_capacity(lines.len());
    for (at, result) in all {
        done.resize_with(at, || Done::Failed("its search broke down".to_owned()));
        done.push(result);
    }
    done.resize_with(lines.len(), || Done::Failed("its search broke down".to_owned()));
    done
}

/// Has workers search all records of the files.
pub(super) fn run<W: Worker>(
    options: &RewriteOptions,
    workers: usize,
    make: impl Fn() -> W + Sync,
    out: &mut dyn Write,
) -> io::Result<Status> {
    let mut failed = Status::Clean;
    let status = options.input.for_each(|opened| {
        let document = &opened.document;
        let lines: Vec<(RecordId, Vec<u8>)> =
            document.ids().filter_map(|id| Some((id, document.text(id)?.into_owned()))).collect();
        let done = in_threads(&lines, workers, &make);
        let mut counts: Vec<(&str, usize)> = Vec::new();
        let mut edits = Vec::new();
        for (at, done) in done.into_iter().enumerate() {
            let reason = match done {
                Done::Changed(text) => {
                    edits.push((lines[at].0, text));
                    "written"
                }
                Done::Same(reason) => reason,
                Done::Failed(reason) => {
                    complain(&format!("{}:{}: {reason}; it stays as it is", document.name, at + 1));
                    failed = Status::Trouble;
                    "failed"
                }
            };
            match counts.iter_mut().find(|(known, _)| *known == reason) {
                Some((_, count)) => *count += 1,
                None if reason.is_empty() => {}
                None => counts.push((reason, 1)),
            }
        }
        let counts: Vec<String> = counts.iter().map(|(reason, count)| format!("{count} {reason}")).collect();
        complain(&format!("{}: {}", document.name, counts.join(", ")));
        write_changed(options, opened, edits, out)
    })?;
    Ok(status.and(failed))
}
