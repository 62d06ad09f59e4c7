//! A run: a step that needs an engine, done to the records of a file, as a state machine without a browser.
//!
//! Events come in and actions go out, as in [`crate::pool`]. A run has lanes, one for each engine that works
//! at the same time. A lane takes some of the records that are left, has their lines read, and has the step
//! done with them. When a run is paused, stopped, or lost with the page, only the records under way have to
//! be done again.

mod errand;
mod finished;
mod lane;
mod left;
mod rewrite;
mod scope;
mod series;

use std::collections::VecDeque;

use crate::document::RecordId;
use crate::language::{Text, say};
use crate::protocol::{Lines, Progress};
use crate::verb::{Ended, Found};

pub use errand::Errand;
pub use finished::{Finished, Tally, write_all};
pub use lane::{LaneView, width_of};
pub use left::Left;
pub use rewrite::Rewritten;
pub use scope::Scope;
pub use series::{Next, Series};

use lane::{Batch, Lane, State};

/// Most records that a lane takes at once.
const MOST_TAKEN: usize = 256;

/// Engine failures in a row after which a run is paused, since they are not caused by the records.
const MOST_BREAKDOWNS: u32 = 3;

/// The number of a lane, from 0.
pub type LaneId = usize;

/// What happened.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// The lines that a lane asked for, in the order asked, and whether each differs from the file; `None` for a record
    /// that is gone.
    Lines(LaneId, Vec<Option<(Vec<u8>, bool)>>),
    /// The lines that a lane asked for could not be read.
    Unread(LaneId, Text),
    /// The work of a lane made progress.
    Progress(LaneId, Progress),
    /// The work of a lane ended.
    Ended(LaneId, End),
    /// Begin no further record for now.
    Pause,
    /// Begin records again.
    Resume,
    /// End the run, keeping what is done.
    Stop,
}

/// How the work of a lane ended.
#[derive(Debug, Clone, PartialEq)]
pub enum End {
    /// The worker returned. Records that it did not finish are done later.
    Done,
    /// The engine failed.
    Failed(Text),
    /// The work was cancelled.
    Cancelled,
}

/// What is to be done.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Read the lines of these records for a lane.
    Read(LaneId, Vec<RecordId>),
    /// Do the step with these lines in a lane.
    Work(LaneId, Lines),
    /// Write what a search has found so far into a line.
    Write(LaneId, Vec<u8>, Found),
    /// Cancel the work of a lane.
    Cancel(LaneId),
    /// Inform the user that the run was paused, and why.
    TellPaused(Text),
    /// The run has ended.
    End,
}

/// The state of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Records are begun.
    Going,
    /// No further record is begun for now.
    Paused,
    /// The user stopped the run.
    Stopping,
    /// All lanes have ended.
    Over,
}

/// A run in progress.
#[derive(Debug)]
pub struct Run {
    scope: Scope,
    left: VecDeque<RecordId>,
    lanes: Vec<Lane>,
    finished: Vec<Finished>,
    phase: Phase,
    /// Engine failures since the last finished record.
    breakdowns: u32,
    has_news: bool,
}

impl Run {
    /// A run over records with a number of lanes, at least 1. The actions returned begin it.
    pub fn begin(scope: Scope, records: Vec<RecordId>, lanes: usize) -> (Self, Vec<Action>) {
        let lane = || Lane { state: State::Idle, appetite: 1, seen: LaneView::default() };
        let mut run = Self {
            scope,
            left: records.into(),
            lanes: std::iter::repeat_with(lane).take(lanes.max(1)).collect(),
            finished: Vec::new(),
            phase: Phase::Going,
            breakdowns: 0,
            has_news: true,
        };
        let mut actions = Vec::new();
        for lane in 0..run.lanes.len() {
            run.go_on(lane, &mut actions);
        }
        run.end(&mut actions);
        (run, actions)
    }

    /// The records that the run works on.
    pub fn scope(&self) -> Scope {
        self.scope
    }

    /// Whether no further record is begun for now.
    pub fn is_paused(&self) -> bool {
        self.phase == Phase::Paused
    }

    /// Number of lanes.
    pub fn width(&self) -> usize {
        self.lanes.len()
    }

    /// Takes the records finished since the last call.
    pub fn take_finished(&mut self) -> Vec<Finished> {
        std::mem::take(&mut self.finished)
    }

    /// What each lane is working on, if anything has changed since the last call.
    pub fn take_seen(&mut self) -> Option<Vec<LaneView>> {
        std::mem::take(&mut self.has_news).then(|| self.lanes.iter().map(|lane| lane.seen.clone()).collect())
    }

    /// Handles an event. Messages from a lane that has ended are ignored.
    pub fn handle(&mut self, event: Event) -> Vec<Action> {
        let mut actions = Vec::new();
        match event {
            Event::Lines(lane, lines) => self.read(lane, lines, &mut actions),
            Event::Unread(lane, reason) => self.unread(lane, reason, &mut actions),
            Event::Progress(lane, progress) => self.progress(lane, progress),
            Event::Ended(lane, end) => self.ended(lane, end, &mut actions),
            Event::Pause if self.phase == Phase::Going => self.phase = Phase::Paused,
            Event::Pause => {}
            Event::Resume => {
                if self.is_paused() {
                    self.phase = Phase::Going;
                }
                self.breakdowns = 0;
                for lane in 0..self.lanes.len() {
                    if matches!(self.lanes[lane].state, State::Idle) {
                        self.go_on(lane, &mut actions);
                    }
                }
            }
            Event::Stop => self.stop(&mut actions),
        }
        self.end(&mut actions);
        actions
    }

    fn stop(&mut self, actions: &mut Vec<Action>) {
        if matches!(self.phase, Phase::Stopping | Phase::Over) {
            return;
        }
        self.phase = Phase::Stopping;
        for (at, lane) in self.lanes.iter_mut().enumerate() {
            match lane.state {
                State::Idle | State::Reading(_) => lane.state = State::Ended,
                State::Working(_) => actions.push(Action::Cancel(at)),
                State::Ended => {}
            }
        }
    }

    /// Lets a lane take records, wait, or end.
    fn go_on(&mut self, lane: LaneId, actions: &mut Vec<Action>) {
        self.has_news = true;
        let width = self.lanes.len();
        let this = &mut self.lanes[lane];
        this.seen.record = None;
        // Fewer towards the end, so that no lane holds records that another lane has time for.
        let share = (self.left.len() / (4 * width)).clamp(1, MOST_TAKEN);
        let count = this.appetite.min(share).min(self.left.len());
        this.state = if self.phase == Phase::Stopping || count == 0 {
            State::Ended
        } else if self.phase == Phase::Paused {
            State::Idle
        } else {
            let ids: Vec<RecordId> = self.left.drain(..count).collect();
            actions.push(Action::Read(lane, ids.clone()));
            State::Reading(ids)
        };
    }

    fn give_back(&mut self, ids: impl DoubleEndedIterator<Item = RecordId>) {
        for id in ids.rev() {
            self.left.push_front(id);
        }
    }

    fn read(&mut self, lane: LaneId, lines: Vec<Option<(Vec<u8>, bool)>>, actions: &mut Vec<Action>) {
        let Some(ids) = self.take_reading(lane) else { return };
        if self.is_paused() {
            self.give_back(ids.into_iter());
            return self.go_on(lane, actions);
        }
        let mut batch = Batch::default();
        for (id, line) in ids.into_iter().zip(lines) {
            match line {
                Some((text, is_edited)) => {
                    batch.ids.push(id);
                    batch.lines.push(&text);
                    batch.were_edited.push(is_edited);
                    batch.is_done.push(false);
                }
                None => self.fail(id, "why.removed".into()),
            }
        }
        if batch.ids.is_empty() {
            return self.go_on(lane, actions);
        }
        actions.push(Action::Work(lane, batch.lines.clone()));
        self.lanes[lane].state = State::Working(batch);
        self.look(lane);
    }

    fn unread(&mut self, lane: LaneId, reason: Text, actions: &mut Vec<Action>) {
        let Some(ids) = self.take_reading(lane) else { return };
        if self.scope == Scope::One {
            for id in ids {
                self.fail(id, reason.clone());
            }
        } else {
            self.give_back(ids.into_iter());
            self.pause(reason, actions);
        }
        self.go_on(lane, actions);
    }

    /// The records whose lines a lane waits for; `None` if it waits for none, as after its end.
    fn take_reading(&mut self, lane: LaneId) -> Option<Vec<RecordId>> {
        let state = &mut self.lanes.get_mut(lane)?.state;
        match std::mem::replace(state, State::Idle) {
            State::Reading(ids) => Some(ids),
            other => {
                *state = other;
                None
            }
        }
    }

    /// Notes which record a lane is working on: its first unfinished one.
    fn look(&mut self, lane: LaneId) {
        let this = &mut self.lanes[lane];
        let State::Working(batch) = &this.state else { return };
        let at = batch.left().next();
        let record = at.map(|at| batch.ids[at]);
        if record.is_none() {
            this.seen.record = None;
        } else if this.seen.record != record {
            let text = at.and_then(|at| batch.lines.get(at)).unwrap_or_default().to_vec();
            this.seen = LaneView { record, of: record, line: text, ..LaneView::default() };
        }
        self.has_news = true;
    }

    fn progress(&mut self, lane: LaneId, progress: Progress) {
        let Some(this) = self.lanes.get_mut(lane) else { return };
        let State::Working(batch) = &mut this.state else { return };
        match progress {
            Progress::Written(at, written) => {
                let at = at as usize;
                // A job that is tried again repeats records that were already done.
                if batch.is_done.get(at).is_none_or(|&is_done| is_done) {
                    return;
                }
                batch.is_done[at] = true;
                let done = batch.finished(at, *written);
                self.breakdowns = 0;
                self.finished.push(done);
                self.look(lane);
            }
            Progress::Found(report) if report.rank > 1 => {}
            Progress::Found(report) => (this.seen.report, this.seen.words) = (Some(report), None),
            Progress::Loading(percent) => {
                this.seen.words = Some(say("run.loading", [u32::from(percent)]));
            }
            Progress::Refuted(moves) => {
                this.seen.words = Some(say("run.no-mate", [moves]));
            }
            Progress::Message(words) => this.seen.words = Some(words),
        }
        self.has_news = true;
    }

    fn ended(&mut self, lane: LaneId, end: End, actions: &mut Vec<Action>) {
        let Some(this) = self.lanes.get_mut(lane) else { return };
        if !matches!(this.state, State::Working(_)) {
            return;
        }
        let State::Working(mut batch) = std::mem::replace(&mut this.state, State::Idle) else { return };
        let done = batch.ids.len() - batch.left().count();
        this.appetite = (2 * done).clamp(1, MOST_TAKEN);
        match end {
            // A worker that returns without having done anything would be asked forever.
            End::Done if done == 0 => self.break_down("why.answered-otherwise".into(), &mut batch, actions),
            End::Done => {}
            End::Failed(reason) => self.break_down(reason, &mut batch, actions),
            End::Cancelled => {
                if let (Scope::One, Some(report)) = (self.scope, self.lanes[lane].seen.report.take()) {
                    let asked = batch.lines.get(0).unwrap_or_default().to_vec();
                    actions.push(Action::Write(lane, asked, Found::Search(report.into())));
                    self.lanes[lane].state = State::Working(batch);
                    return;
                }
            }
        }
        let left: Vec<RecordId> = batch.left().map(|at| batch.ids[at]).collect();
        self.give_back(left.into_iter());
        self.go_on(lane, actions);
    }

    /// The engine failed, even on the second try: gives up the record that it was working on.
    fn break_down(&mut self, reason: Text, batch: &mut Batch, actions: &mut Vec<Action>) {
        let first = batch.left().next();
        if let Some(at) = first {
            batch.is_done[at] = true;
            self.finished.push(batch.finished(at, Ended::Failed(reason.clone()).into()));
        }
        self.breakdowns += 1;
        if self.breakdowns >= MOST_BREAKDOWNS && self.scope != Scope::One && !self.left.is_empty() {
            self.pause(reason, actions);
        }
    }

    fn pause(&mut self, reason: Text, actions: &mut Vec<Action>) {
        if self.phase == Phase::Going {
            self.phase = Phase::Paused;
            actions.push(Action::TellPaused(reason));
        }
    }

    /// Gives up a record whose line is not known.
    fn fail(&mut self, id: RecordId, reason: Text) {
        let written = Ended::Failed(reason).into();
        self.finished.push(Finished { id, asked: Vec::new(), was_edited: false, written });
    }

    /// Ends the run, once, when all lanes have ended. Lanes that ended because nothing was left begin again
    /// if records were given back.
    fn end(&mut self, actions: &mut Vec<Action>) {
        if self.phase == Phase::Over {
            return;
        }
        if !self.left.is_empty() && self.phase != Phase::Stopping {
            for lane in 0..self.lanes.len() {
                if matches!(self.lanes[lane].state, State::Ended) {
                    self.go_on(lane, actions);
                }
            }
        }
        if self.lanes.iter().all(|lane| matches!(lane.state, State::Ended)) {
            self.phase = Phase::Over;
            actions.push(Action::End);
        }
    }
}

#[cfg(test)]
mod tests;
