//! Long work over records: the limit of a search, and the progress of a run.

use std::rc::Rc;

use leptos::prelude::*;

use crate::app::driven_run::RunDriver;
use crate::app::jobs::{Crew, Job};
use crate::app::notices::Notices;
use crate::browser::page;
use crate::document::RecordId;
use crate::document::workspace::DocumentId;
use crate::headless::decimal::whole;
use crate::language::{Text, say};
use crate::logic::live::Live;
use crate::logic::search_settings::{LimitKind, SearchSettings};
use crate::report::Solution;
use crate::run::Tally;
use crate::verb::{Claims, EngineName, Step, Written};

/// The work of one worker: the record, and the number of its line, from 1.
pub type Lane = (RecordId, usize);

/// A finished run with an engine over a whole file, for a report on it.
#[derive(Debug, Clone)]
pub(super) struct WholeRun {
    pub(super) document: DocumentId,
    /// The serial number that merges its changes, if it made any.
    pub(super) serial: Option<u64>,
    pub(super) step: Step,
    /// When the run began.
    pub(super) date: String,
    /// The number of records searched at the same time.
    pub(super) workers: u32,
    /// When each record was solved.
    pub(super) solutions: Vec<(RecordId, Solution)>,
    /// How long each record was searched, in milliseconds.
    pub(super) times: Vec<(RecordId, u64)>,
    /// Whether the counts of positions in each record are right.
    pub(super) claims: Vec<(RecordId, Claims)>,
}

/// A run in progress.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// The file that it works on.
    pub document: DocumentId,
    /// What the run does, for the progress bar.
    pub title: Text,
    /// The number of records finished.
    pub done: usize,
    /// How many of them were finished before it was resumed, by an earlier page.
    pub before: usize,
    /// The number of records in all.
    pub total: usize,
    /// The number of records changed.
    pub changed: usize,
    /// Whether the user asked to stop it.
    pub stopping: bool,
    /// Whether it is paused: no new record is begun.
    pub is_paused: bool,
    /// When it began, by the clock of the page.
    pub since_ms: f64,
}

/// How often the count of finished records is shown.
const SHOWN_EVERY_MS: u32 = 50;

/// The signals of long work.
#[derive(Debug, Clone, Copy)]
pub struct AnalysisState {
    /// The engine that searches.
    pub engine: RwSignal<EngineName>,
    /// The name of the native engine that searches if that is chosen; empty if the server of the page has none.
    pub native: RwSignal<String>,
    /// The kind of limit of a search.
    pub kind: RwSignal<LimitKind>,
    /// The number entered beside the kind of limit: nodes, plies or milliseconds.
    pub limit: RwSignal<u64>,
    /// Whether `pm` is written too.
    pub predicted_move: RwSignal<bool>,
    /// The run in progress.
    pub run: RwSignal<Option<Run>>,
    /// The latest report of the search.
    pub live: RwSignal<Option<Live>>,
    /// The work of each worker.
    pub lanes: RwSignal<Vec<Option<Lane>>>,
    /// The latest report of each worker's search, in words.
    pub lane_words: RwSignal<Vec<Text>>,
    /// The tally of this run, or of the last one.
    pub tally: RwSignal<Tally>,
    /// The file that the tally is about.
    pub tallied: RwSignal<Option<DocumentId>>,
    /// Of each file the last run with an engine over all of it that came to its end.
    pub(super) last: StoredValue<Vec<WholeRun>>,
    pub(super) driver: StoredValue<Option<Rc<RunDriver>>, LocalStorage>,
    /// Stops the run of the driver.
    pub(super) on_stop: StoredValue<Option<Rc<dyn Fn()>>, LocalStorage>,
    jobs: StoredValue<Option<Crew>, LocalStorage>,
    running: StoredValue<Vec<Job>>,
    /// Whether the count of finished records will be shown soon.
    will_show: StoredValue<bool>,
    serial: StoredValue<u64>,
    notices: Notices,
}

impl AnalysisState {
    /// Makes the signals. No worker is started.
    pub(super) fn new(settings: &SearchSettings, notices: Notices) -> Self {
        Self {
            engine: RwSignal::new(settings.engine),
            native: RwSignal::new(String::new()),
            kind: RwSignal::new(settings.kind),
            limit: RwSignal::new(settings.limit),
            predicted_move: RwSignal::new(settings.predicted_move),
            run: RwSignal::new(None),
            live: RwSignal::new(None),
            lanes: RwSignal::new(Vec::new()),
            lane_words: RwSignal::new(Vec::new()),
            tally: RwSignal::new(Tally::default()),
            tallied: RwSignal::new(None),
            last: StoredValue::new(Vec::new()),
            driver: StoredValue::new_local(None),
            on_stop: StoredValue::new_local(None),
            jobs: StoredValue::new_local(None),
            running: StoredValue::new(Vec::new()),
            will_show: StoredValue::new(false),
            serial: StoredValue::new(0),
            notices,
        }
    }

    /// The name of an engine, as it is shown.
    pub fn name_of(self, engine: EngineName) -> Text {
        match engine {
            EngineName::Native => say("engine.native", [self.native.get()]),
            engine => Text::Plain(engine.title().to_owned()),
        }
    }

    pub(super) fn jobs(self) -> Crew {
        if let Some(jobs) = self.jobs.get_value() {
            return jobs;
        }
        let jobs = Crew::new(page::worker_count(), self.notices);
        self.jobs.set_value(Some(jobs.clone()));
        jobs
    }

    /// A number that no run had, not even a run of an earlier page, because journals contain those numbers.
    pub(super) fn next_serial(self) -> u64 {
        let now = u64::try_from(whole(page::now_date())).unwrap_or(0);
        let serial = now.max(self.serial.get_value() + 1);
        self.serial.set_value(serial);
        serial
    }

    /// Begins a run and returns whether it did: it does not if there is one in progress. An earlier page may have
    /// finished and changed some of its records, whose numbers these are.
    pub(super) fn begin(
        self,
        document: DocumentId,
        title: Text,
        [before, changed]: [usize; 2],
        total: usize,
    ) -> bool {
        if self.run.with_untracked(Option::is_some) {
            return false;
        }
        self.live.set(None);
        self.run.set(Some(Run {
            document,
            title,
            done: before,
            before,
            total,
            changed,
            stopping: false,
            is_paused: false,
            since_ms: page::now_ms(),
        }));
        true
    }

    /// Shows the work of the workers and the reports of their searches.
    pub(super) fn show(self, lanes: Vec<(Option<Lane>, Option<Live>)>) {
        if self.lanes.with_untracked(|known| !known.iter().eq(lanes.iter().map(|(at, _)| at))) {
            self.lanes.set(lanes.iter().map(|(at, _)| *at).collect());
        }
        let words = |(_, live): &(_, Option<Live>)| {
            live.as_ref().map_or_else(|| String::new().into(), Live::in_words)
        };
        self.lane_words.set(lanes.iter().map(words).collect());
        // The report of a worker that is busy comes before that of one that has finished.
        let at_work = lanes.iter().position(|(at, live)| at.is_some() && live.is_some());
        let shown = lanes.into_iter().skip(at_work.unwrap_or(0)).find_map(|(_, live)| live);
        if shown.is_some() {
            self.live.set(shown);
        }
    }

    /// Counts finished records, and those of them that changed.
    pub(super) fn count_ends(self, ends: Vec<(RecordId, Written)>, changed: usize) {
        let done = ends.len();
        self.tally.update(|tally| {
            for (id, written) in ends {
                tally.count(id, written);
            }
        });
        self.count(done, changed);
    }

    /// Forgets the results of runs over a file that is closed.
    pub(super) fn forget_runs_of(self, document: DocumentId) {
        self.last.update_value(|last| last.retain(|run| run.document != document));
        if self.tallied.get_untracked() == Some(document) {
            self.tally.set(Tally::default());
        }
    }

    pub(super) fn set_paused(self, is_paused: bool) {
        self.run.update(|run| {
            if let Some(run) = run {
                run.is_paused = is_paused;
            }
        });
    }

    /// Whether the run works on this record just now. A view that asks follows the answer.
    #[inline(never)]
    pub fn is_in_work(self, document: DocumentId, id: RecordId) -> bool {
        self.lanes.with(|lanes| lanes.iter().flatten().any(|&(other, _)| other == id))
            && self.run.with(|run| run.as_ref().is_some_and(|run| run.document == document))
    }

    pub(super) fn is_stopping(self) -> bool {
        self.run.with_untracked(|run| run.as_ref().is_none_or(|run| run.stopping))
    }

    /// Counts finished records. Batches of some milliseconds are shown together.
    pub(super) fn count(self, done: usize, changed: usize) {
        self.run.update_untracked(|run| {
            if let Some(run) = run {
                run.done += done;
                run.changed += changed;
            }
        });
        if !self.will_show.get_value() {
            self.will_show.set_value(true);
            page::later(SHOWN_EVERY_MS, move || {
                self.will_show.set_value(false);
                self.run.notify();
            });
        }
    }

    /// Remembers a running job, so that it can be stopped.
    pub(super) fn add_job(self, job: Job) {
        self.running.update_value(|running| running.push(job));
    }

    /// Forgets a finished job.
    pub(super) fn remove_job(self, job: Job) {
        self.running.update_value(|running| running.retain(|&other| other != job));
    }

    /// Whether a run works on this file.
    pub(super) fn is_running_for(self, document: DocumentId) -> bool {
        self.run.with_untracked(|run| run.as_ref().is_some_and(|run| run.document == document))
    }

    /// Stops the run if it works on this file.
    pub(super) fn stop_for(self, document: DocumentId) {
        if self.is_running_for(document) {
            self.stop();
        }
    }

    /// Stops the run. Finished records stay as they are.
    pub fn stop(self) {
        self.run.update(|run| {
            if let Some(run) = run {
                run.stopping = true;
            }
        });
        if let Some(stop) = self.on_stop.get_value() {
            stop();
        }
        let running = self.running.get_value();
        let jobs = self.jobs();
        for job in running {
            jobs.cancel(job);
        }
    }
}
