//! The results of a run, for the user at the end of each file, and for a report.

use super::records::Done;
use super::threads::FinishedRecord;
use super::{native, tablebases};
use crate::cli::{Session, Status, complain, is_record};
use crate::epd::conventions::Conventions;
use crate::epd::lint::Signs;
use crate::language::{Text, say};
use crate::report::grade::{Grade, grade_as};
use crate::report::{Provenance, Run};
use crate::verb::{Ended, EngineName, Reasons, Step};

/// The totals of a run.
pub(super) struct RunSum<'a> {
    steps: &'a [Step],
    workers: usize,
    /// Whether a report is asked for.
    is_reported: bool,
    /// The runs of the files so far.
    pub(super) runs: Vec<Run>,
    run: Run,
    /// The conventions of the file.
    conventions: Conventions,
    /// What its comments say about them.
    signs: Signs,
    reasons: Vec<Reasons>,
    /// The number of the next line in the file as it is written.
    next: u32,
    /// Number of solved records, and number of records for which that is known.
    solved: (usize, usize),
    /// Whether a record failed.
    pub(super) status: Status,
    /// Records of which a step failed.
    pub(super) failed: usize,
    /// Whether the user stopped the run before all records were done.
    pub(super) is_unfinished: bool,
    /// Whether the results are not in any file yet.
    pub(super) keeps_journal: bool,
}

impl<'a> RunSum<'a> {
    pub(super) fn new(steps: &'a [Step], workers: usize, is_reported: bool) -> Self {
        Self {
            steps,
            workers,
            is_reported,
            runs: Vec::new(),
            run: Run::default(),
            conventions: Conventions::default(),
            signs: Signs::default(),
            reasons: Vec::new(),
            next: 1,
            solved: (0, 0),
            status: Status::Clean,
            failed: 0,
            is_unfinished: false,
            keeps_journal: false,
        }
    }

    /// Begins a file.
    pub(super) fn begin(&mut self, name: &str, conventions: &Conventions) {
        self.conventions = conventions.clone();
        self.signs = Signs::default();
        self.reasons = vec![Reasons::default(); self.steps.len()];
        self.next = 1;
        self.run = Run { name: name.to_owned(), provenance: self.provenance(), ..Run::default() };
    }

    fn provenance(&self) -> Provenance {
        let source = |step: &Step| {
            let (engine, limit) = step.source()?;
            let is_native = step.engine() == Some(EngineName::Native);
            // The others look nothing up.
            let looks_up = matches!(step, Step::Analyze(_) | Step::Target(_));
            let engine = match (is_native, tablebases::source().filter(|_| looks_up)) {
                (true, _) => native::source().unwrap_or(engine),
                (false, Some(tables)) => format!("{engine}, {tables}"),
                (false, None) => engine,
            };
            Some((engine, limit.english()))
        };
        let sources = self.steps.iter().filter_map(source);
        let (engines, limits): (Vec<String>, Vec<String>) = sources.unzip();
        Provenance {
            engine: engines.into_iter().next().unwrap_or_default(),
            limit: limits.join(", then "),
            workers: u32::try_from(self.workers).unwrap_or(0),
            date: date(),
            machine: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        }
    }

    /// Adds a line of a file.
    pub(super) fn add(&mut self, name: &str, part: &Done) {
        let Some(finished) = &part.finished else {
            if is_record(&part.text) {
                for reasons in &mut self.reasons {
                    reasons.add("cli.not-done".into());
                }
                self.is_unfinished = true;
                self.status = Status::Trouble;
            }
            self.next += 1;
            return;
        };
        self.failed += usize::from(finished.ends.iter().any(|(ended, _)| matches!(ended, Ended::Failed(_))));
        for ((ended, is_solved), reasons) in finished.ends.iter().zip(&mut self.reasons) {
            match ended {
                Ended::NoRecord => {}
                Ended::Written => reasons.add("cli.written".into()),
                Ended::Noted(note) => {
                    reasons.add("cli.written".into());
                    reasons.add(note.clone());
                }
                Ended::Unchanged(reason) => reasons.add(reason.clone()),
                Ended::Failed(reason) => {
                    let reason = reason.english();
                    complain(&format!("{name}:{}: {reason}; not changed", part.number));
                    reasons.add("cli.failed".into());
                    self.status = Status::Trouble;
                }
            }
            if let Some(solved) = is_solved {
                reasons.add(Text::from(if *solved { "cli.solved" } else { "cli.missed" }));
            }
        }
        // A record counts once, whatever was done with it: as the last step left it.
        if let Some(solved) = finished.ends.iter().rev().find_map(|(_, is_solved)| *is_solved) {
            self.solved.0 += usize::from(solved);
            self.solved.1 += 1;
        }
        if self.is_reported {
            self.report(part, finished);
        }
        let lines = u32::try_from(1 + finished.behind.len()).unwrap_or(u32::MAX);
        self.next = self.next.saturating_add(lines);
    }

    fn report(&mut self, part: &Done, finished: &FinishedRecord) {
        let line = finished.text.as_deref().unwrap_or(&part.text);
        let conventions = self.conventions.clone().with_variant(self.signs.see(&part.text));
        let mut graded = grade_as(&conventions, self.next, line, None);
        if let Grade::Counted(entry) = &mut graded {
            entry.solution = finished.solution.filter(|_| entry.solved);
            entry.time_ms = finished.time_ms;
        }
        self.run.add(self.next, graded);
        for &(depth, is_right) in &finished.claims {
            self.run.add_claim(self.next, depth, is_right);
        }
    }

    /// The note beside the progress.
    pub(super) fn note(&self) -> String {
        match self.solved {
            (_, 0) => String::new(),
            (solved, graded) => format!(", {solved} of {graded} solved"),
        }
    }

    /// Ends the file and reports the results of its records.
    pub(super) fn end(&mut self, session: &Session, name: &str) {
        for (step, reasons) in self.steps.iter().zip(&self.reasons) {
            let words: Vec<String> = reasons.texts().map(|reason| session.catalog.render(&reason)).collect();
            let key = if self.is_unfinished { "cli.stopped" } else { "cli.step" };
            let args = [name.to_owned(), step.name().to_owned(), words.join(", ")];
            if self.is_unfinished || !words.is_empty() {
                session.say(&say(key, args));
            }
        }
        if self.is_reported {
            self.runs.push(std::mem::take(&mut self.run));
        }
    }
}

/// Today, as `2026-01-31`, in universal time.
fn date() -> String {
    time::OffsetDateTime::now_utc().date().to_string()
}
