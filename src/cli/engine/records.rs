//! Steps on the records of files: the records come out in their order, and what is not changed as it was.

use std::io::{self, Write};

use super::threads::{hear_interrupts, in_threads, is_stopped};
use crate::cli::args::Crew;
use crate::cli::output::replace;
use crate::cli::rewrite::{Edit, write_changed};
use crate::cli::{Status, complain};
use crate::document::{Document, RecordId};
use crate::language::Text;
use crate::report::grade::{Grade, grade};
use crate::report::{Provenance, Report, Run, Solution};
use crate::verb::{Ended, EngineName, Reasons, Step, Written};

/// Whether a step can be done here.
fn check(step: &Step) -> Result<(), String> {
    step.check_work().map_err(|error| error.to_string())?;
    match step.engine() {
        Some(EngineName::Stockfish) => {
            Err("Stockfish is in the page only; the engine here is “epidote”".to_owned())
        }
        Some(EngineName::Epidote) | None => Ok(()),
    }
}

/// Does steps with all records of the files, one step after the other. An interrupt leaves what is done.
pub(super) fn run(crew: &Crew, steps: &[Step], out: &mut dyn Write) -> io::Result<Status> {
    for step in steps {
        if let Err(reason) = check(step) {
            complain(&format!("{}: {reason}", step.name()));
            return Ok(Status::Trouble);
        }
    }
    hear_interrupts();
    let mut failed = Status::Clean;
    let mut runs = Vec::new();
    let status = crew.rewrite.input.for_each(|opened| {
        let mut work = Work::of(&opened.document);
        for step in steps {
            failed = failed.and(work.run(step, crew));
        }
        if crew.report.is_some() && !is_stopped() {
            runs.push(work.graded(steps, crew.workers));
        }
        write_changed(&crew.rewrite, opened, work.edits(), out)
    })?;
    if let Some(path) = &crew.report {
        // It would name this run for records that were not searched.
        if is_stopped() {
            complain(&format!("{}: no report, for the run was stopped", path.display()));
            return Ok(Status::Trouble);
        }
        let text = Report::new(runs).to_json();
        replace(path, |file| file.write_all(text.as_bytes()))?;
    }
    Ok(status.and(failed))
}

/// The records of a file while steps are done with them.
struct Work<'a> {
    document: &'a Document,
    ids: Vec<RecordId>,
    lines: Vec<Vec<u8>>,
    is_changed: Vec<bool>,
    /// Records that come behind these; what follows is not done with them.
    behind: Vec<Vec<Vec<u8>>>,
    solutions: Vec<Option<Solution>>,
    /// Places of lines with the depths of their claims on counts of positions, and whether they are right.
    claims: Vec<(usize, u32, bool)>,
}

impl<'a> Work<'a> {
    fn of(document: &'a Document) -> Self {
        let ids: Vec<RecordId> = document.all_ids();
        let lines: Vec<Vec<u8>> =
            ids.iter().map(|&id| document.text(id).unwrap_or_default().into_owned()).collect();
        let count = lines.len();
        Self {
            document,
            ids,
            lines,
            is_changed: vec![false; count],
            behind: vec![Vec::new(); count],
            solutions: vec![None; count],
            claims: Vec::new(),
        }
    }

    /// Does a step, unless the user wants no more.
    fn run(&mut self, step: &Step, crew: &Crew) -> Status {
        if is_stopped() {
            return Status::Trouble;
        }
        let done = if step.is_searched() {
            in_threads(&self.lines, crew.workers, step, crew.progress)
        } else {
            without_engine(&self.lines, step)
        };
        let mut counts = Reasons::default();
        let mut status = Status::Clean;
        for (at, done) in done.into_iter().enumerate() {
            let Some(done) = done else {
                status = Status::Trouble;
                counts.add("cli.not-done".into());
                continue;
            };
            status = status.and(self.take(at, done, &mut counts));
        }
        let stopped = if is_stopped() { "stopped: " } else { "" };
        let words: Vec<String> = counts.texts().map(|reason| reason.english()).collect();
        complain(&format!("{}: {}: {stopped}{}", self.document.name, step.name(), words.join(", ")));
        status
    }

    /// Takes over what became of a record.
    fn take(&mut self, at: usize, written: Written, counts: &mut Reasons) -> Status {
        let mut status = Status::Clean;
        match written.ended {
            Ended::NoRecord => {}
            Ended::Written => counts.add("cli.written".into()),
            Ended::Noted(note) => {
                counts.add("cli.written".into());
                counts.add(note);
            }
            Ended::Unchanged(reason) => counts.add(reason),
            Ended::Failed(reason) => {
                let reason = reason.english();
                complain(&format!("{}:{}: {reason}; it stays as it is", self.document.name, at + 1));
                counts.add("cli.failed".into());
                status = Status::Trouble;
            }
        }
        if let Some(solved) = written.is_solved {
            counts.add(Text::from(if solved { "cli.solved" } else { "cli.missed" }));
        }
        self.is_changed[at] |= written.text.is_some() || !written.more.is_empty();
        if let Some(text) = written.text {
            self.lines[at] = text;
        }
        self.behind[at].splice(0..0, written.more);
        self.solutions[at] = written.solution.or(self.solutions[at]);
        self.claims.extend(written.claims.into_iter().map(|(depth, is_right)| (at, depth, is_right)));
        status
    }

    /// The run as a report has it.
    fn graded(&self, steps: &[Step], workers: usize) -> Run {
        let source = |step: &Step| {
            let (engine, limit) = step.source()?;
            Some((engine, limit.english()))
        };
        let sources = steps.iter().filter_map(source);
        let (engines, limits): (Vec<String>, Vec<String>) = sources.unzip();
        let provenance = Provenance {
            engine: engines.into_iter().next().unwrap_or_default(),
            limit: limits.join(", then "),
            workers: u32::try_from(workers).unwrap_or(0),
            date: date(),
            machine: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        };
        let mut run = Run { name: self.document.name.clone(), provenance, ..Run::default() };
        let numbers = self.numbers();
        for ((line, &number), found) in self.lines.iter().zip(&numbers).zip(&self.solutions) {
            let mut graded = grade(number, line, None);
            if let Grade::Counted(entry) = &mut graded {
                entry.solution = found.filter(|_| entry.solved);
            }
            run.add(number, graded);
        }
        for &(at, depth, is_right) in &self.claims {
            run.add_claim(numbers.get(at).copied().unwrap_or(u32::MAX), depth, is_right);
        }
        run
    }

    /// The number of each line in the file as it is written, with the lines that come between.
    fn numbers(&self) -> Vec<u32> {
        let mut next = 1;
        let mut numbers = Vec::with_capacity(self.lines.len());
        for behind in &self.behind {
            numbers.push(u32::try_from(next).unwrap_or(u32::MAX));
            next += 1 + behind.len();
        }
        numbers
    }

    /// The lines that change.
    fn edits(self) -> Vec<Edit> {
        let texts = self.ids.into_iter().zip(self.lines).zip(self.behind).zip(self.is_changed);
        let changed = texts.filter(|(_, is_changed)| *is_changed);
        changed.map(|(((id, text), behind), _)| Edit { id, text, behind }).collect()
    }
}

fn without_engine(lines: &[Vec<u8>], step: &Step) -> Vec<Option<Written>> {
    let new = |(line, number): (&Vec<u8>, u32)| {
        Some(step.rewrite(line, number).map_or_else(|| Ended::NoRecord.into(), Written::text))
    };
    lines.iter().zip(1..).map(new).collect()
}

/// Today, as `2026-01-31`, in universal time.
fn date() -> String {
    time::OffsetDateTime::now_utc().date().to_string()
}
