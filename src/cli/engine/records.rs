//! Steps on the records of files. The records come out in their order, each as soon as possible, and
//! unchanged lines come out as they were.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::error::{JournalError, StepError};
use super::journal::{Journal, Plan};
use super::known::{Known, done_in, take};
use super::summing::RunSum;
use super::threads::{FinishedRecord, work_on};
use super::writing::Writing;
use super::{native, tablebases};
use crate::cli::args::{Crew as CrewOptions, EachLine};
use crate::cli::crew::{self, Crew, Order, Piece, Verb};
use crate::cli::in_place::InPlaceError;
use crate::cli::input::{Blocks, Line, Opener, Place, Source, size_of};
use crate::cli::interrupts::{hear_interrupts, is_stopped};
use crate::cli::joined::Joined;
use crate::cli::output::{Replacing, target_of};
use crate::cli::progress::{Count, Progress, Unit};
use crate::cli::report_file::{can_be_written, is_apart, write_report};
use crate::cli::settings::Profiles;
use crate::cli::shard::{Part, Sharding, depends_on_its_run};
use crate::cli::{Session, Status, complain, is_record, moment, tell_unreadable};
use crate::language::say;
use crate::report::Report;
use crate::verb::{EngineName, Moment, Step};

/// Checks that a step can be done here.
fn check(step: &Step) -> Result<(), StepError> {
    step.check_work().map_err(StepError::Setting)?;
    match step.engine() {
        Some(EngineName::Stockfish) => Err(StepError::Stockfish),
        Some(EngineName::Native) if native::source().is_none() => Err(StepError::NoEngine),
        Some(EngineName::Epidote | EngineName::Native) | None => Ok(()),
    }
}

/// A line with its result; `None` when the user stopped the run before.
pub(super) struct Done {
    pub(super) number: usize,
    pub(super) text: Vec<u8>,
    pub(super) end: Vec<u8>,
    pub(super) finished: Option<FinishedRecord>,
}

/// Steps with lines, some of which were done by a run before.
struct Working {
    steps: Vec<Step>,
    /// What is known of the lines of each source, and the journal.
    kept: Option<Mutex<Kept>>,
    count: Arc<Count>,
}

/// The saved state of a run that writes files in place.
pub(super) struct Kept {
    /// When the run began, which may be before the program did.
    began: Moment,
    pub(super) journal: Journal,
    pub(super) known: Vec<Known>,
    /// The names of the files, as given.
    pub(super) names: Vec<PathBuf>,
}

impl Kept {
    /// The index of a file among those of the run, by its name.
    pub(super) fn file_of(&self, path: &Path) -> Option<usize> {
        self.names.iter().position(|name| name == path)
    }
}

impl Verb for Working {
    type Part = Done;
    type State = ();

    fn work(&self, mut piece: Piece, _: &Order<()>) -> Done {
        let Some(line) = piece.block.lines().next() else {
            return Done { number: 0, text: Vec::new(), end: Vec::new(), finished: None };
        };
        let lock = |kept: &'_ Mutex<Kept>, look: &mut dyn FnMut(&mut Kept)| {
            look(&mut kept.lock().unwrap_or_else(PoisonError::into_inner));
        };
        let (mut file, mut finished) = (None, None);
        if let Some(kept) = &self.kept {
            lock(kept, &mut |kept| {
                file = piece.origin.path.as_deref().and_then(|path| kept.file_of(path));
                finished = file.and_then(|file| take(&mut kept.known[file], line.number, line.text));
            });
        }
        let is_known = finished.is_some();
        if !is_known {
            let conventions = piece.origin.profile.with_variant(piece.signs.see(line.text));
            finished = work_on(&self.steps, &conventions, line.text, line.number);
            if let (Some(kept), Some(file), Some(finished)) = (&self.kept, file, &finished)
                && finished.is_record()
            {
                lock(kept, &mut |kept| kept.journal.done(file, line.number, line.text, finished));
            }
        }
        if finished.is_some() && is_record(line.text) {
            let add = if is_known { Count::add_known } else { Count::add };
            add(&self.count, 1);
        }
        Done { number: line.number, text: line.text.to_vec(), end: line.end.to_vec(), finished }
    }
}

/// Does steps with all records of the files. After an interrupt, finished work is kept.
pub(super) fn run(
    session: &Session,
    options: &CrewOptions,
    steps: &[Step],
    out: &mut dyn Write,
) -> io::Result<Status> {
    for step in steps {
        if let Err(reason) = check(step) {
            complain(&format!("{}: {reason}", step.name()));
            return Ok(Status::Trouble);
        }
    }
    let EachLine { rewrite, shard } = &options.lines;
    if shard.is_some() && steps.iter().any(depends_on_its_run) {
        return Ok(Status::Trouble);
    }
    // A shard reads all of its input first. Until that is done, the first interrupt ends it.
    if shard.is_none() {
        hear_interrupts();
    }
    let in_place = rewrite.in_place;
    let (mut places, unreadable) = rewrite.input.places("epd", in_place);
    let mut status = tell_unreadable(&unreadable);
    let is_printed = options.report.as_deref() == Some(Path::new("-"));
    if is_printed && !in_place {
        complain("--report -: the records are printed there already; name a file, or use --in-place");
        return Ok(Status::Trouble);
    }
    if let Some(path) = options.report.as_ref().filter(|_| !is_printed)
        && !(can_be_written(path, &places)
            && rewrite.reading.config.as_ref().is_none_or(|settings| is_apart(path, settings)))
    {
        return Ok(Status::Trouble);
    }
    let kept = if in_place {
        match keep(&mut places, steps, options) {
            Ok((kept, of_files)) => {
                status = status.and(of_files);
                kept.map(Mutex::new)
            }
            Err(reason) => {
                complain(&reason.to_string());
                return Ok(Status::Trouble);
            }
        }
    } else {
        None
    };
    if let Some(kept) = &kept {
        let kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        let count: usize = kept.known.iter().map(done_in).sum();
        if options.resume {
            session.say(&say("cli.resumed", [count]));
        }
    }
    let began =
        kept.as_ref().map_or_else(moment, |kept| kept.lock().unwrap_or_else(PoisonError::into_inner).began);
    let dated: Vec<Step> = steps.iter().map(|step| step.clone().begun(began)).collect();
    let count = Arc::new(Count::default());
    let prints = !in_place && !rewrite.check;
    let mut opener = Opener::new(Profiles::new(&rewrite.reading));
    let sharding = Sharding::begin(*shard, &mut opener, &places, &task(steps))?;
    let part = sharding.as_ref().map(Sharding::part);
    let total = records_in(&places, part.as_ref());
    hear_interrupts();
    let pace = &rewrite.pace;
    let progress = Progress::new(pace.showing.progress, Unit::Records, Arc::clone(&count), total, prints);
    let workers = pace.workers();
    let working = Working { steps: dated, kept, count };
    let sum = RunSum::new(steps, workers, options.report.is_some());
    let joined = Joined::of_part(&mut *out, part.clone());
    let mut writing = Writing::new(session, rewrite, sum, working.kept.as_ref(), &progress, joined);
    let crew = Crew { is_one_by_one: true, is_stopped, part, ..Crew::of(workers) };
    let mut done = crew::run(opener, places, crew, &working, &mut writing)?;
    writing.out.finish()?;
    if let Some(sharding) = sharding {
        let is_whole = done == Status::Clean && status == Status::Clean && !writing.sum.is_unfinished;
        done = done.and(sharding.end(&mut writing.out, is_whole, writing.sum.failed)?);
    }
    let RunSum { runs, keeps_journal, is_unfinished, status: failed, .. } = writing.sum;
    drop(progress);
    status = status.and(done).and(failed);
    if let Some(kept) = working.kept {
        status = status.and(end_journal(kept, is_unfinished, keeps_journal));
    }
    let Some(path) = &options.report else { return Ok(status) };
    // It would credit this run with records that were not searched.
    if is_unfinished {
        complain(&format!("{}: no report, because the run was stopped", path.display()));
        return Ok(Status::Trouble);
    }
    if runs.is_empty() && status == Status::Trouble {
        complain(&format!("{}: no report, because nothing could be read", path.display()));
        return Ok(status);
    }
    let text = Report::new(runs).to_json();
    if is_printed {
        out.write_all(text.as_bytes())?;
        out.flush()?;
        return Ok(status);
    }
    Ok(write_report(session, path, &text, status))
}

/// Begins the journal of files that are written in place, or continues it. Files that cannot be written at
/// all are reported and left out, since searching them would be in vain.
fn keep(
    places: &mut Vec<Place>,
    steps: &[Step],
    options: &CrewOptions,
) -> Result<(Option<Kept>, Status), JournalError> {
    let mut status = Status::Clean;
    let mut names = Vec::new();
    let mut conventions = Vec::new();
    let mut opener = Opener::new(Profiles::new(&options.lines.rewrite.reading));
    places.retain(|place| {
        let (Place::File(path), Some(file)) = (place, place.file()) else { return true };
        if let Err(error) = Replacing::of_file(file, None) {
            complain(&format!("{}: {}", path.display(), InPlaceError::Io(error)));
            status = Status::Trouble;
            return false;
        }
        match opener.open(place).into_iter().next() {
            // The error is reported when its turn comes.
            None | Some(Err(_)) => return true,
            Some(Ok(Source { origin, .. })) => {
                if let Some(packed) = origin.packed {
                    complain(&format!("{}: {}", origin.name, InPlaceError::Packed(packed)));
                    status = Status::Trouble;
                    return false;
                }
                conventions.push(origin.profile.conventions.clone());
            }
        }
        names.push(path.clone());
        true
    });
    // The files themselves, not links to them, so that a run is recognised from any folder.
    let files: Vec<PathBuf> = names.iter().map(|name| target_of(name)).collect();
    if files.is_empty() {
        return Ok((None, status));
    }
    let is_numbered = steps.iter().any(|step| matches!(step, Step::Set(set) if set.is_numbered()));
    let steps = steps.iter().map(Step::to_json).collect();
    let engine = engine();
    let build = format!("{}{engine}", env!("CARGO_PKG_VERSION"));
    let plan = Plan { build, steps, files, conventions, is_numbered };
    let (journal, began, known) = Journal::open(&plan, moment(), options.resume)?;
    Ok((Some(Kept { began, journal, known, names }), status))
}

/// The engine of this machine and the tables that were named, with a comma before each: others get other results.
fn engine() -> String {
    let named = [native::source(), tablebases::source()].into_iter().flatten();
    named.fold(String::new(), |all, source| all + ", " + &source)
}

/// What is done, in words that differ when it differs.
fn task(steps: &[Step]) -> String {
    let steps: Vec<String> = steps.iter().map(Step::to_json).collect();
    steps.join(", ") + &engine()
}

/// Removes the journal of a finished run; that of a stopped run is kept, and one that has results which are not in their
/// files.
fn end_journal(kept: Mutex<Kept>, is_unfinished: bool, is_needed: bool) -> Status {
    let Kept { journal, .. } = kept.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(reason) = &journal.failed {
        complain(&format!("{reason}; the journal is incomplete: a run that is killed starts again"));
    }
    if is_unfinished || is_needed {
        complain("continue with the same command and --resume");
        return Status::Trouble;
    }
    match journal.remove() {
        Ok(()) => Status::Clean,
        Err(error) => {
            complain(&format!("the journal cannot be removed: {error}"));
            Status::Trouble
        }
    }
}

/// Number of records in files, or in a part of their lines; `None` if any of them can be read only once.
fn records_in(places: &[Place], part: Option<&Part>) -> Option<u64> {
    size_of(places)?;
    let mut opener = Opener::new(Profiles::default());
    let mut count = 0;
    let mut at = 0;
    for place in places {
        for source in opener.open(place) {
            let Ok(Source { reader, .. }) = source else { continue };
            let mut blocks = Blocks::new(reader);
            if blocks.take_mark().is_err() {
                continue;
            }
            // Errors in a file are reported when its turn comes.
            while let Ok(Some(block)) = blocks.next_block() {
                let lines = block.lines().zip(at..);
                let is_counted = |(line, at): &(Line<'_>, usize)| {
                    part.is_none_or(|part| part.has(*at)) && is_record(line.text)
                };
                count += lines.filter(is_counted).count() as u64;
                at += block.line_count();
            }
        }
    }
    Some(count)
}
