//! Finished records, written in their order: they are printed as soon as possible, or written into a file
//! that is replaced at its end.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use super::journal::Printer;
use super::records::{Done, Kept};
use super::summing::RunSum;
use crate::cli::args::RewriteOptions;
use crate::cli::crew::{Sink, Taken};
use crate::cli::in_place::InPlace;
use crate::cli::input::{Block, Origin, end_like};
use crate::cli::joined::Joined;
use crate::cli::output::Stamp;
use crate::cli::progress::Progress;
use crate::cli::{Session, Status, complain};
use crate::text::encoding::BYTE_ORDER_MARK;

/// The destination of records.
pub(super) struct Writing<'a> {
    session: &'a Session,
    options: &'a RewriteOptions,
    pub(super) sum: RunSum<'a>,
    kept: Option<&'a Mutex<Kept>>,
    progress: &'a Progress,
    pub(super) out: Joined<'a>,
    current: Option<Current>,
}

/// The current file.
struct Current {
    origin: Arc<Origin>,
    target: Option<InPlace>,
    printer: Printer,
    changed: usize,
    /// The last line end, for records inserted after a line without one.
    last_end: &'static [u8],
}

impl<'a> Writing<'a> {
    pub(super) fn new(
        session: &'a Session,
        options: &'a RewriteOptions,
        sum: RunSum<'a>,
        kept: Option<&'a Mutex<Kept>>,
        progress: &'a Progress,
        out: Joined<'a>,
    ) -> Self {
        Self { session, options, sum, kept, progress, out, current: None }
    }

    /// Records in the journal that the file is about to be replaced.
    fn note_replaced(&self, current: &Current) {
        if let (Some(kept), Some(path)) = (self.kept, &current.origin.path) {
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(file) = kept.file_of(path) {
                kept.journal.replaced(file, current.printer.print());
            }
        }
    }
}

impl Sink<Done> for Writing<'_> {
    fn begin(&mut self, origin: &Arc<Origin>, has_mark: bool) -> io::Result<Taken> {
        let target = if self.options.in_place { InPlace::begin(origin, has_mark) } else { Ok(None) };
        let target = match target {
            Ok(target) => target,
            Err(status) => {
                self.sum.keeps_journal = true;
                return Ok(Taken::No(status));
            }
        };
        self.out.begin(has_mark && !self.options.check);
        let mut printer = Printer::default();
        if has_mark {
            printer.add(BYTE_ORDER_MARK);
        }
        self.sum.begin(&origin.name, &origin.profile.conventions);
        let origin = Arc::clone(origin);
        self.current = Some(Current { origin, target, printer, changed: 0, last_end: b"\n" });
        Ok(Taken::Yes)
    }

    fn take(&mut self, part: Done) -> io::Result<()> {
        let Some(current) = &mut self.current else { return Ok(()) };
        if !part.end.is_empty() {
            current.last_end = end_like(&part.end);
        }
        self.sum.add(&current.origin.name, &part);
        self.progress.note(self.sum.note());
        let Done { mut text, end, finished, .. } = part;
        let mut is_changed = false;
        if let Some(finished) = finished {
            is_changed =
                finished.text.as_ref().is_some_and(|new| *new != text) || !finished.behind.is_empty();
            text = finished.text.unwrap_or(text);
            for line in finished.behind {
                text.extend_from_slice(current.last_end);
                text.extend_from_slice(&line);
            }
        }
        text.extend_from_slice(&end);
        current.changed += usize::from(is_changed);
        current.printer.add(&text);
        if let Some(target) = &mut current.target {
            target.take(&text, usize::from(is_changed));
        } else if !self.options.check {
            self.out.write_line(&text, &end)?;
        }
        self.out.pass(1);
        Ok(())
    }

    fn skip(&mut self, block: &Block) -> io::Result<()> {
        let last_end =
            block.lines().filter(|line| !line.end.is_empty()).last().map(|line| end_like(line.end));
        if let (Some(current), Some(last_end)) = (&mut self.current, last_end) {
            current.last_end = last_end;
        }
        self.out.write(block.bytes())?;
        self.out.pass(block.line_count());
        Ok(())
    }

    fn rest(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn end(&mut self, is_whole: bool) -> io::Result<Status> {
        let Some(mut current) = self.current.take() else { return Ok(Status::Clean) };
        // The records come first, then the report on them.
        self.out.flush()?;
        self.sum.end(self.session, &current.origin.name);
        let name = &current.origin.name;
        if self.options.check {
            if current.changed == 0 {
                return Ok(Status::Clean);
            }
            self.out.write(self.session.would_change(name, current.changed).as_bytes())?;
            return Ok(Status::Findings);
        }
        let Some(target) = current.target.take() else {
            self.out.write(b"")?;
            self.out.end()?;
            return Ok(Status::Clean);
        };
        if current.origin.path.as_deref().and_then(Stamp::of) != current.origin.stamp {
            complain(&format!(
                "{name}: it was changed during the run and is left as it is; the results are used once it has its old \
                 lines again"
            ));
            self.sum.keeps_journal = true;
            return Ok(Status::Trouble);
        }
        if is_whole && current.changed > 0 {
            self.note_replaced(&current);
        }
        let status = target.end(is_whole);
        // What is not in the file is in the journal alone.
        self.sum.keeps_journal |= status != Status::Clean;
        Ok(status)
    }
}
