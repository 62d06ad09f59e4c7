//! Long work over records: how a search is limited, and how far a run is.

use leptos::prelude::*;

use crate::app::jobs::{Crew, Job};
use crate::browser::page;
use crate::document::workspace::DocumentId;
use crate::protocol::{EngineName, Limits};

/// By what a search is limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitKind {
    /// Nodes.
    Nodes,
    /// Plies.
    Depth,
    /// Milliseconds.
    Time,
    /// Moves of a mate, which is proved.
    Mate,
}

impl LimitKind {
    /// All, in the order of the list.
    pub const ALL: [Self; 4] = [Self::Nodes, Self::Depth, Self::Time, Self::Mate];

    /// The word in the list.
    pub fn label(self) -> &'static str {
        match self {
            Self::Nodes => "nodes",
            Self::Depth => "depth (plies)",
            Self::Time => "time (ms)",
            Self::Mate => "proof of mate (moves)",
        }
    }

    /// The value for a choice that was not used yet.
    pub fn usual(self) -> u64 {
        match self {
            Self::Nodes => 200_000,
            Self::Depth => 10,
            Self::Time => 1_000,
            Self::Mate => 4,
        }
    }

    /// The limits of a search; none for a proof.
    pub fn limits(self, value: u64) -> Limits {
        let value = value.max(1);
        match self {
            Self::Mate => Limits::default(),
            Self::Nodes => Limits { nodes: Some(value), ..Limits::default() },
            Self::Depth => {
                Limits { depth: Some(u32::try_from(value).unwrap_or(99).min(99)), ..Limits::default() }
            }
            Self::Time => Limits { time_ms: Some(value), ..Limits::default() },
        }
    }
}

/// What a search says while it goes on.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Live {
    /// Plies.
    pub depth: u32,
    /// The score, as `+0.34` or `#3`.
    pub score: String,
    /// The line in SAN.
    pub line: String,
    /// Nodes.
    pub nodes: u64,
    /// Milliseconds.
    pub time_ms: u64,
}

/// A run that goes on.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// For telling runs apart.
    pub serial: u64,
    /// The file it goes over.
    pub document: DocumentId,
    /// What it does.
    pub title: String,
    /// Records finished.
    pub done: usize,
    /// Records in all.
    pub total: usize,
    /// Records that changed.
    pub changed: usize,
    /// Records that could not be done.
    pub failed: usize,
    /// Whether the user asked to stop it.
    pub stopping: bool,
}

/// Most workers with Stockfish at a time: each takes more than 100 MB of memory.
const MOST_STOCKFISH: usize = 4;

/// The signals of long work.
#[derive(Debug, Clone, Copy)]
pub struct AnalysisState {
    /// Whether Stockfish searches.
    pub is_stockfish: RwSignal<bool>,
    /// By what a search is limited.
    pub kind: RwSignal<LimitKind>,
    /// The limit.
    pub limit: RwSignal<u64>,
    /// Whether `pm` is written too.
    pub predicted_move: RwSignal<bool>,
    /// The run that goes on.
    pub run: RwSignal<Option<Run>>,
    /// What the search says.
    pub live: RwSignal<Option<Live>>,
    jobs: StoredValue<Option<Crew>, LocalStorage>,
    running: StoredValue<Vec<Job>>,
    serial: StoredValue<u64>,
}

impl Default for AnalysisState {
    fn default() -> Self {
        Self::new()
    }
}

impl AnalysisState {
    /// Makes the signals; no worker is started.
    pub fn new() -> Self {
        Self {
            is_stockfish: RwSignal::new(false),
            kind: RwSignal::new(LimitKind::Nodes),
            limit: RwSignal::new(LimitKind::Nodes.usual()),
            predicted_move: RwSignal::new(false),
            run: RwSignal::new(None),
            live: RwSignal::new(None),
            jobs: StoredValue::new_local(None),
            running: StoredValue::new(Vec::new()),
            serial: StoredValue::new(0),
        }
    }

    pub(super) fn jobs(self) -> Crew {
        if let Some(jobs) = self.jobs.get_value() {
            return jobs;
        }
        let jobs = Crew::new(page::worker_count());
        self.jobs.set_value(Some(jobs.clone()));
        jobs
    }

    /// Who searches.
    pub(super) fn engine(self) -> EngineName {
        if self.is_stockfish.get_untracked() { EngineName::Stockfish } else { EngineName::Epidote }
    }

    /// Records that are searched at the same time.
    pub(super) fn width(self) -> usize {
        let width = self.jobs().width();
        if self.is_stockfish.get_untracked() { width.min(MOST_STOCKFISH) } else { width }
    }

    pub(super) fn begin(self, document: DocumentId, title: &str, total: usize) -> Option<u64> {
        if self.run.with_untracked(Option::is_some) {
            return None;
        }
        self.serial.update_value(|serial| *serial += 1);
        let serial = self.serial.get_value();
        let title = title.to_owned();
        self.live.set(None);
        self.run.set(Some(Run {
            serial,
            document,
            title,
            done: 0,
            total,
            changed: 0,
            failed: 0,
            stopping: false,
        }));
        Some(serial)
    }

    pub(super) fn is_stopping(self) -> bool {
        self.run.with_untracked(|run| run.as_ref().is_none_or(|run| run.stopping))
    }

    pub(super) fn count(self, done: usize, changed: usize, failed: usize) {
        self.run.update(|run| {
            if let Some(run) = run {
                run.done += done;
                run.changed += changed;
                run.failed += failed;
            }
        });
    }

    /// Remembers a job that runs, so that it can be stopped.
    pub(super) fn add_job(self, job: Job) {
        self.running.update_value(|running| running.push(job));
    }

    /// Forgets a job that ended.
    pub(super) fn remove_job(self, job: Job) {
        self.running.update_value(|running| running.retain(|&other| other != job));
    }

    /// Stops the run if it goes over this file.
    pub(super) fn stop_for(self, document: DocumentId) {
        if self.run.with_untracked(|run| run.as_ref().is_some_and(|run| run.document == document)) {
            self.stop();
        }
    }

    /// Stops the run: finished records stay as they are now.
    pub fn stop(self) {
        self.run.update(|run| {
            if let Some(run) = run {
                run.stopping = true;
            }
        });
        let running = self.running.get_value();
        let jobs = self.jobs();
        for job in running {
            jobs.cancel(job);
        }
    }
}
