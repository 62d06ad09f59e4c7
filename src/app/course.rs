//! A run with an engine while it goes on: what is left, what its lanes are at, and what is finished. Several
//! times a second what is finished is written, and what is new is shown; each time draws the page anew.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use crate::app::analysis::{Lane, Live};
use crate::app::state::AppState;
use crate::browser::page;
use crate::chess::Chess;
use crate::chess::score::Score;
use crate::document::workspace::DocumentId;
use crate::document::{Document, MergeKey, RecordId};
use crate::epd::verbs::analyze::line_in_san;
use crate::protocol::{Ended, Lines, Report, Solution, Written};

/// Milliseconds between two looks at what is finished and new.
const BEAT_MS: u32 = 100;

/// What the lanes of a run share.
pub(super) struct Course {
    pub(super) document: DocumentId,
    pub(super) serial: u64,
    pub(super) step: String,
    /// The label of its step of undo.
    label: String,
    /// Number of lanes.
    pub(super) width: usize,
    /// Breakdowns of the engine since it last found something.
    pub(super) breakdowns: Cell<usize>,
    /// Whether it has written anything.
    pub(super) has_changed: Cell<bool>,
    pub(super) scope: Scope,
    /// The record, if it is about one.
    pub(super) one: Option<RecordId>,
    /// When it began.
    pub(super) date: String,
    pub(super) left: RefCell<VecDeque<RecordId>>,
    /// Lanes and records being written that are not at their end.
    pub(super) open: Cell<usize>,
    /// When records were solved.
    pub(super) solutions: RefCell<Vec<(RecordId, Solution)>>,
    /// Whether counts of positions are right.
    pub(super) claims: RefCell<Vec<(RecordId, Vec<u8>)>>,
    seen: RefCell<Vec<Seen>>,
    has_news: Cell<bool>,
    finished: RefCell<Vec<Finished>>,
}

/// What a run goes over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// One record, shown while it is searched and written even when it is stopped.
    One,
    /// Some records.
    Some,
    /// The whole file.
    Whole,
}

impl Scope {
    pub(super) fn of(is_whole: bool) -> Self {
        if is_whole { Self::Whole } else { Self::Some }
    }
}

/// What a lane is at.
#[derive(Default)]
pub(super) struct Seen {
    /// The record.
    pub(super) at: Option<Lane>,
    pub(super) position: Option<Chess>,
    /// The last report of the search.
    pub(super) report: Option<Report>,
    /// What is said in the place of a report.
    pub(super) words: String,
}

impl Seen {
    fn live(&self) -> Option<Live> {
        let Some(report) = self.report.as_ref().filter(|_| self.words.is_empty()) else {
            return (!self.words.is_empty()).then(|| Live::words(self.words.clone()));
        };
        let line = self.position.as_ref().and_then(|position| line_in_san(position, &report.line));
        Some(Live {
            depth: report.depth,
            score: Score::from(report.score).to_string(),
            line: line.unwrap_or_default().join(" "),
            nodes: report.nodes,
            time_ms: report.time_ms,
        })
    }
}

/// A record that is done.
struct Finished {
    id: RecordId,
    ended: Ended,
    is_solved: Option<bool>,
    solution: Option<Solution>,
    claims: Vec<u8>,
    /// What stood there, what is to stand there, and what comes behind it.
    change: Option<(Vec<u8>, Vec<u8>, Lines)>,
}

impl Course {
    pub(super) fn new(
        document: DocumentId,
        serial: u64,
        step: String,
        label: &str,
        scope: Scope,
        ids: Vec<RecordId>,
        width: usize,
    ) -> Self {
        let mut seen = Vec::new();
        seen.resize_with(width, Seen::default);
        Self {
            document,
            serial,
            step,
            label: label.to_owned(),
            width,
            breakdowns: Cell::new(0),
            has_changed: Cell::new(false),
            scope,
            one: ids.first().copied().filter(|_| scope == Scope::One),
            date: page::local_time(page::now_date()),
            left: RefCell::new(VecDeque::from(ids)),
            open: Cell::new(width),
            solutions: RefCell::default(),
            claims: RefCell::default(),
            seen: RefCell::new(seen),
            has_news: Cell::new(false),
            finished: RefCell::default(),
        }
    }

    /// Notes what a lane is at.
    pub(super) fn see(&self, lane: usize, change: impl FnOnce(&mut Seen)) {
        if let Some(seen) = self.seen.borrow_mut().get_mut(lane) {
            change(seen);
        }
        self.has_news.set(true);
    }

    /// The last report of a lane's search.
    pub(super) fn last_report(&self, lane: usize) -> Option<Report> {
        self.seen.borrow().get(lane)?.report.clone()
    }

    /// A record stays as it is.
    pub(super) fn finish(&self, id: RecordId, ended: Ended) {
        let (claims, change) = (Vec::new(), None);
        let finished = Finished { id, ended, is_solved: None, solution: None, claims, change };
        self.finished.borrow_mut().push(finished);
    }

    /// A record with this text is done.
    pub(super) fn finish_with(
        &self,
        id: RecordId,
        line: Vec<u8>,
        written: Written,
        solution: Option<Solution>,
    ) {
        let Written { ended, text, more, is_solved, claims } = written;
        let is_changed = text.is_some() || !more.is_empty();
        let change = is_changed.then(|| (line.clone(), text.unwrap_or(line), more));
        self.finished.borrow_mut().push(Finished { id, ended, is_solved, solution, claims, change });
    }

    /// Writes a record; gives whether it did.
    fn write(&self, document: &mut Document, finished: &mut Finished) -> bool {
        let id = finished.id;
        let change = finished.change.take();
        // What was typed meanwhile is the user's.
        if let Some((before, ..)) = &change
            && (document.position_of(id).is_none() || document.text(id).as_deref() != Some(&before[..]))
        {
            finished.ended = Ended::Failed("why.changed".to_owned());
            finished.is_solved = None;
            return false;
        }
        if let Some(solution) = finished.solution {
            self.solutions.borrow_mut().push((id, solution));
        }
        if !finished.claims.is_empty() {
            self.claims.borrow_mut().push((id, std::mem::take(&mut finished.claims)));
        }
        let Some((_, text, more)) = change else {
            if self.scope != Scope::One {
                document.run_did(id);
            }
            return false;
        };
        let more = more.iter().map(<[u8]>::to_vec).collect();
        document.extend_line(id, text, more, &self.label, Some(MergeKey::Run(self.serial)));
        self.has_changed.set(true);
        true
    }
}

impl AppState {
    /// Writes and shows again and again until the run is at its end.
    pub(super) async fn keep_up(self, course: &Course) {
        while course.open.get() > 0 {
            gloo_timers::future::TimeoutFuture::new(BEAT_MS).await;
            self.beat(course);
        }
    }

    /// Writes what is finished, and shows what is new.
    pub(super) fn beat(self, course: &Course) {
        let mut finished = course.finished.take();
        if !finished.is_empty() {
            let mut changed = 0;
            self.documents.update_document(course.document, |document| {
                changed = finished.iter_mut().map(|done| usize::from(course.write(document, done))).sum();
            });
            let ends =
                finished.into_iter().map(|Finished { id, ended, is_solved, .. }| (id, ended, is_solved));
            self.analysis.count_ends(ends.collect(), changed);
        }
        if course.has_news.replace(false) {
            let seen = course.seen.borrow();
            self.analysis.show(seen.iter().map(|seen| (seen.at, seen.live())).collect());
        }
    }
}
