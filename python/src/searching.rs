//! Verbs on one record, with an engine for each thread.

use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use epidote::epd::conventions::Conventions;
use epidote::jobs::Performer;
use epidote::library::{self, Grading, Outcome, RecordError, Search, StepFault};
use epidote::protocol::Progress;
use epidote::search::Clock;
use epidote::tablebases::{Tables, TablesError};
use epidote::verb::{Moment, Step, Written};
use pyo3::prelude::*;

use crate::EpidoteError;
use crate::failure::Failure;
use crate::record::{Record, bytes_of, raised};

/// How often a search asks whether Python was interrupted, and tells how far it is, in milliseconds.
const PATIENCE: f64 = 100.0;

/// The time since a thread began; infinite once Python was interrupted, which ends any search.
struct Wall {
    start: Instant,
    asked: RefCell<(f64, Option<PyErr>)>,
    /// Called with how far the search is.
    tell: RefCell<Option<Py<PyAny>>>,
    found: Cell<Found>,
}

/// How far a search is.
#[derive(Debug, Clone, Copy, Default)]
struct Found {
    /// Plies of an analysis, or moves in which there is no mate.
    depth: u32,
    nodes: u64,
}

impl Wall {
    fn begin() -> Self {
        let (asked, tell, found) = (RefCell::new((0.0, None)), RefCell::new(None), Cell::default());
        Self { start: now(), asked, tell, found }
    }

    fn hear(&self, progress: &Progress) {
        self.found.set(match progress {
            Progress::Found(report) => Found { depth: report.depth, nodes: report.nodes },
            Progress::Refuted(moves) => Found { depth: *moves, ..self.found.get() },
            _ => self.found.get(),
        });
    }

    /// Hears Python's signals, and tells it how far the search is.
    fn tell(&self) -> PyResult<()> {
        Python::attach(|py| {
            py.check_signals()?;
            let Found { depth, nodes } = self.found.get();
            match &*self.tell.borrow() {
                Some(tell) => tell.call1(py, (depth, nodes)).map(drop),
                None => Ok(()),
            }
        })
    }
}

impl Clock for Wall {
    fn now_ms(&self) -> f64 {
        let now = self.start.elapsed().as_secs_f64() * 1000.0;
        let mut asked = self.asked.borrow_mut();
        if asked.1.is_none() && now - asked.0 > PATIENCE {
            asked.0 = now;
            asked.1 = self.tell().err();
        }
        if asked.1.is_some() { f64::INFINITY } else { now }
    }
}

#[expect(clippy::disallowed_methods, reason = "Python runs where there is a clock")]
fn now() -> Instant {
    Instant::now()
}

thread_local! {
    static PERFORMER: RefCell<(Performer, Rc<Wall>)> = RefCell::new((
        Performer::new(None),
        Rc::new(Wall::begin()),
    ));
}

thread_local! {
    /// The folders of the tables of endgames that the engine of this thread looks into.
    static LOOKED_INTO: RefCell<Vec<PathBuf>> = const { RefCell::new(Vec::new()) };
}

/// The tables that were opened last, for all threads, with their folders.
static OPENED: Mutex<Option<(Vec<PathBuf>, Tables)>> = Mutex::new(None);

/// The tables of some folders. They are opened once.
fn tables(folders: &[PathBuf]) -> PyResult<Tables> {
    if folders.is_empty() {
        return Ok(Tables::default());
    }
    // A thread that panicked has not left them half changed.
    let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, tables)) = opened.as_ref().filter(|(known, _)| known == folders) {
        return Ok(tables.clone());
    }
    let tables = Tables::open(folders).map_err(|error| match error {
        TablesError::Unread(name, error) => Failure::of_file(&name, error).into(),
        error => EpidoteError::new_err(error.to_string()),
    })?;
    *opened = Some((folders.to_vec(), tables.clone()));
    Ok(tables)
}

/// Makes the engine of this thread look into the tables of these folders, and of no others.
fn look_into(folders: Vec<PathBuf>, performer: &mut Performer) -> PyResult<()> {
    // However a folder is written, and wherever the program has gone since, it is the same one.
    let folders: Vec<PathBuf> =
        folders.into_iter().map(|folder| folder.canonicalize().unwrap_or(folder)).collect();
    LOOKED_INTO.with_borrow_mut(|known| {
        if *known != folders {
            performer.take_endgames(tables(&folders)?.endgames());
            *known = folders;
        }
        Ok(())
    })
}

/// Searches of which the wall hears how far they are.
struct Watched<'a>(&'a mut Performer, &'a Rc<Wall>);

impl Search for Watched<'_> {
    fn search(&mut self, step: &Step, line: &[u8], clock: Rc<dyn Clock>) -> Written {
        let wall = Rc::clone(self.1);
        self.0.perform_told(step, &Conventions::default(), line, clock, move |progress| wall.hear(progress))
    }
}

/// Does a step with a line: the line after it, records to insert after it, and how it ended. `at` is when the run
/// began, in seconds since 1970. A search looks endgames up in the tables of some folders. `tell` is called several
/// times a second with the depth and the nodes of a search, or with the number of moves in which there is no mate.
#[pyfunction]
#[pyo3(signature = (line, step, number, at=None, tablebases=None, tell=None))]
pub(crate) fn run_step(
    py: Python<'_>,
    line: &Bound<'_, PyAny>,
    step: &str,
    number: u32,
    at: Option<u64>,
    tablebases: Option<Vec<PathBuf>>,
    tell: Option<Py<PyAny>>,
) -> PyResult<(Vec<u8>, Vec<Vec<u8>>, String)> {
    let place = line.cast::<Record>().ok().and_then(|record| record.get().number());
    let line = bytes_of(line)?.into_owned();
    let at = at.map(Moment::from);
    let done = py.detach(|| {
        PERFORMER.with(|performer| {
            // A search asks for signals, and what handles one may want to search.
            let (performer, wall) = &mut *performer.try_borrow_mut().ok()?;
            if let Err(error) = look_into(tablebases.unwrap_or_default(), performer) {
                return Some((Err(error), None));
            }
            wall.tell.replace(tell);
            wall.found.take();
            let clock = Rc::clone(wall) as Rc<dyn Clock>;
            let outcome = library::run_step(&mut Watched(performer, wall), clock, step, &line, number, at);
            wall.tell.take();
            let outcome = outcome.map_err(|StepFault { reason, paragraph }| {
                raised(RecordError { line: place, reason, paragraph })
            });
            Some((outcome, wall.asked.borrow_mut().1.take()))
        })
    });
    let busy = || EpidoteError::new_err("a search is in progress in this thread");
    let (outcome, interrupt) = done.ok_or_else(busy)?;
    // The result of a search that was broken off does not meet the limits asked for.
    if let Some(interrupt) = interrupt {
        return Err(interrupt);
    }
    let Outcome { line, more, ended } = outcome?;
    Ok((line, more, ended))
}

/// Which lines are solved, as the JSON of a report. `lines` gives them in parts, each with its number.
#[pyfunction]
#[pyo3(signature = (lines, name, by=None))]
pub(crate) fn grade(lines: &Bound<'_, PyAny>, name: &str, by: Option<&str>) -> PyResult<String> {
    let mut grading = Grading::new(name, by);
    for part in lines.try_iter()? {
        let part: Vec<(u32, Vec<u8>)> = part?.extract()?;
        lines.py().detach(|| part.iter().for_each(|(number, line)| grading.add(*number, line)));
    }
    Ok(lines.py().detach(|| grading.into_json()))
}
