//! Steps on the records of files, in several threads: the records come out in their order, and what is not
//! changed as it was.

use std::cell::RefCell;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::{Wall, now};
use crate::cli::args::Crew;
use crate::cli::input::Opened;
use crate::cli::output::replace;
use crate::cli::rewrite::{Edit, write_changed};
use crate::cli::{Status, complain};
use crate::document::RecordId;
use crate::jobs::{Analyst, Engine, Hear, Heard, Hunt, News, Work as _, ask, rewrite_of, rewritten, write};
use crate::protocol::{Ask, Ended, Outcome, Reasons, Solution, Task, Written, decode};
use crate::recipe::{EngineName, Step};
use crate::report::grade::grade;
use crate::report::{Provenance, Report, Run};
use crate::search::Clock;

/// In the place of the second engine, which only the page has.
struct Absent;

impl Engine for Absent {
    fn search(&mut self, _: Hunt, _: &dyn Clock, mut hear: Hear) {
        let reason = "this engine is in the page only".to_owned();
        let _: ControlFlow<()> = hear(Heard::End(Err(reason)));
    }
}

/// The end of a task, which comes at once.
fn answer(analyst: &mut Analyst, task: Task, clock: &dyn Clock) -> Result<Outcome, String> {
    let end = Rc::new(RefCell::new(Err("there was no answer".to_owned())));
    let hear = Rc::clone(&end);
    let tell = Box::new(move |news| {
        if let News::End(result) = news {
            *hear.borrow_mut() = result;
        }
    });
    analyst.begin(task, clock, tell);
    end.replace(Err(String::new()))
}

/// A record after a step, and since when the search held its solution.
struct Done {
    written: Written,
    solution: Option<Solution>,
}

impl Done {
    fn of(ended: Ended) -> Self {
        Self { written: ended.into(), solution: None }
    }
}

fn search(analyst: &mut Analyst, clock: &dyn Clock, step: &Step, line: &[u8]) -> Done {
    let task = match ask(step, line) {
        Ask::Nothing(ended) => return Done::of(ended),
        Ask::Engine(task) => Task::Engine(task),
    };
    match answer(analyst, task, clock) {
        Ok(Outcome::Found { bytes, solution, .. }) => match decode(&bytes) {
            Ok(found) => Done { written: write(step, line, found), solution },
            Err(error) => Done::of(Ended::Failed(error.to_string())),
        },
        Ok(_) => Done::of(Ended::Failed("the engine answered otherwise than asked".to_owned())),
        Err(reason) => Done::of(Ended::Failed(reason)),
    }
}

/// What a step makes of each line, in order.
fn in_threads(lines: &[Vec<u8>], workers: usize, step: &Step) -> Vec<Done> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut analyst = Analyst::new(Box::new(Absent));
        let clock = Wall(now());
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(line) = lines.get(at) else { return done };
            done.push((at, search(&mut analyst, &clock, step, line)));
        }
    };
    let all: Vec<(usize, Done)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        // A thread that panicked has said so; its records are missing, and told below.
        threads.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect()
    });
    let broken = || Done::of(Ended::Failed("its search broke down".to_owned()));
    let mut done: Vec<Done> = lines.iter().map(|_| broken()).collect();
    for (at, result) in all {
        done[at] = result;
    }
    done
}

fn without_engine(lines: &[Vec<u8>], step: &Step) -> Vec<Done> {
    let rewrite = rewrite_of(step);
    let new = |(line, number): (&Vec<u8>, u32)| {
        let text = rewritten(step, rewrite.as_ref(), line, number);
        let ended = if text.is_some() { Ended::Written } else { Ended::NoRecord };
        Done { written: Written { text, ..ended.into() }, solution: None }
    };
    lines.iter().zip(1..).map(new).collect()
}

/// Whether a step can be done here.
fn check(step: &Step) -> Result<(), String> {
    step.check()?;
    match step.engine() {
        Some(EngineName::Stockfish) => {
            Err("Stockfish is in the page only; the engine here is “epidote”".to_owned())
        }
        Some(EngineName::Epidote) | None => Ok(()),
    }
}

/// Does steps with all records of the files, one step after the other.
pub(super) fn run(crew: &Crew, steps: &[Step], out: &mut dyn Write) -> io::Result<Status> {
    for step in steps {
        if let Err(reason) = check(step) {
            complain(&format!("{}: {reason}", step.name()));
            return Ok(Status::Trouble);
        }
    }
    let mut failed = Status::Clean;
    let mut runs = Vec::new();
    let status = crew.rewrite.input.for_each(|opened| {
        let document = &opened.document;
        let ids: Vec<RecordId> = document.ids().collect();
        let mut lines: Vec<Vec<u8>> =
            ids.iter().map(|&id| document.text(id).unwrap_or_default().into_owned()).collect();
        let mut solutions = vec![None; lines.len()];
        let mut is_changed = vec![false; lines.len()];
        // Records that come behind these; what follows is not done with them.
        let mut behind: Vec<Vec<Vec<u8>>> = vec![Vec::new(); lines.len()];
        for step in steps {
            let done = if step.is_searched() {
                in_threads(&lines, crew.workers, step)
            } else {
                without_engine(&lines, step)
            };
            let mut counts = Reasons::default();
            for (at, Done { written, solution }) in done.into_iter().enumerate() {
                match written.ended {
                    Ended::NoRecord => {}
                    Ended::Written => counts.add("written".to_owned()),
                    Ended::Same(reason) => counts.add(reason),
                    Ended::Failed(reason) => {
                        complain(&format!("{}:{}: {reason}; it stays as it is", document.name, at + 1));
                        counts.add("failed".to_owned());
                        failed = Status::Trouble;
                    }
                }
                if let Some(solved) = written.is_solved {
                    counts.add((if solved { "solved" } else { "missed" }).to_owned());
                }
                if let Some(text) = written.text {
                    lines[at] = text;
                    is_changed[at] = true;
                }
                is_changed[at] |= !written.more.is_empty();
                behind[at].splice(0..0, written.more.iter().map(<[u8]>::to_vec));
                solutions[at] = solution.or(solutions[at]);
            }
            complain(&format!(
                "{}: {}: {}",
                document.name,
                step.name(),
                counts.words().collect::<Vec<_>>().join(", ")
            ));
        }
        if crew.report.is_some() {
            runs.push(graded(opened, &lines, &solutions, steps, crew.workers));
        }
        let edits = ids.into_iter().zip(lines).zip(behind).zip(is_changed);
        let edits = edits.filter(|(_, is_changed)| *is_changed);
        let edits = edits.map(|(((id, text), behind), _)| Edit { id, text, behind }).collect();
        write_changed(&crew.rewrite, opened, edits, out)
    })?;
    if let Some(path) = &crew.report {
        let text = Report::new(runs).to_json();
        replace(path, |file| file.write_all(text.as_bytes()))?;
    }
    Ok(status.and(failed))
}

/// The run as a report has it.
fn graded(
    opened: &Opened,
    lines: &[Vec<u8>],
    solutions: &[Option<Solution>],
    steps: &[Step],
    workers: usize,
) -> Run {
    let sources = steps.iter().map(Step::source).filter(|(engine, _)| !engine.is_empty());
    let (engines, limits): (Vec<String>, Vec<String>) = sources.unzip();
    let provenance = Provenance {
        engine: engines.into_iter().next().unwrap_or_default(),
        limit: limits.join(", then "),
        workers: u32::try_from(workers).unwrap_or(0),
        date: date(),
        machine: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
    };
    let mut run = Run { name: opened.document.name.clone(), provenance, ..Run::default() };
    for (line, number) in lines.iter().zip(1..) {
        run.add(number, grade(number, line, None));
    }
    for entry in &mut run.entries {
        let found = solutions.get(entry.line as usize - 1).copied().flatten();
        entry.solution = found.filter(|_| entry.solved);
    }
    run
}

/// Today, as `2026-01-31`, in universal time.
fn date() -> String {
    time::OffsetDateTime::now_utc().date().to_string()
}
