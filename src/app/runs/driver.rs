//! Carries out the actions of a run's state machine: reads lines, sends work to engines, and several times a
//! second writes results and shows progress.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;

use crate::app::analysis::{Lane, WholeRun};
use crate::app::driven_run::RunDriver;
use crate::app::runs::{DONE, Runs};
use crate::browser::page;
use crate::document::workspace::DocumentId;
use crate::document::{Document, RecordId};
use crate::language::Text;
use crate::logic::live::Live;
use crate::pool::Answer;
use crate::protocol::{Outcome, Progress, Task};
use crate::run::{
    Action, End, Errand, Event, Finished, LaneId, LaneView, Left, Run, Scope, width_of, write_all,
};
use crate::verb::Step;
use leptos::prelude::*;

/// Milliseconds between two updates with finished and new work. Each update redraws the page.
const BEAT_MS: u32 = 100;

/// Milliseconds after which a worker begins no more of the records in its task.
const BUDGET_MS: u32 = 100;

impl Runs {
    /// Runs a step that needs an engine over records of a file; returns whether it has begun.
    pub(in crate::app) fn run_step(
        &'static self,
        document: DocumentId,
        ids: Vec<RecordId>,
        mut errand: Errand,
        title: Text,
        is_single: bool,
    ) -> bool {
        if !self.can_search() {
            return false;
        }
        let Some(serial) = self.begin_run(document, title.clone(), ids.len()) else { return false };
        errand.step = errand.step.begun(page::now_seconds().into());
        let lines =
            self.documents.workspace.with_untracked(|w| w.get(document).map(|open| open.document.len()));
        let scope = Scope::of(ids.len(), lines.unwrap_or_default(), is_single);
        if scope != Scope::One {
            let some = (scope == Scope::Some).then(|| ids.clone());
            let bytes = errand.to_bytes();
            self.documents.update_document(document, |document| document.begin_run(serial, bytes, some));
        }
        self.drive(document, serial, errand.step, title, scope, ids);
        true
    }

    /// Resumes the run in the active file that is paused or that an earlier page left.
    pub fn resume_run(&'static self) {
        if self.analysis.run.with_untracked(Option::is_some) {
            self.tell_run(Event::Resume);
            return;
        }
        let found = self.documents.with_active(|open| Some((open.id, Left::of(&open.document)?)));
        let Some((document, left)) = found.flatten().filter(|_| self.can_search()) else { return };
        let label = left.errand.title();
        let total = left.done + left.records.len();
        if self.go_on_with_run(document, label.clone(), [left.done, left.changed], total) {
            self.analysis.tally.update(|tally| tally.is_of_rest = left.done > 0);
            self.resumed.with_value(|resumed| {
                if let Some(resumed) = resumed {
                    resumed(document, left.all, &left.errand);
                }
            });
            self.drive(document, left.serial, left.errand.step, label, left.scope, left.records);
        }
    }

    /// Discards the run that an earlier page left in the active file. Its changes stay.
    pub fn forget_run(&'static self) {
        self.documents.update_active(|open| open.document.end_run());
    }

    /// Pauses the run: searches in progress finish, and no others begin.
    pub fn pause_run(&'static self) {
        self.tell_run(Event::Pause);
    }

    /// Pauses the run in progress, or resumes one that is paused or was left by an earlier page.
    pub fn pause_or_resume(&'static self) {
        let is_running = self
            .analysis
            .driver
            .with_value(|driver| driver.as_ref().is_some_and(|driver| !driver.is_paused()));
        if is_running { self.pause_run() } else { self.resume_run() }
    }

    fn can_search(&'static self) -> bool {
        let can = page::has_simd();
        if !can {
            self.notices.problem("toast.no-simd");
        }
        can
    }

    fn tell_run(&'static self, event: Event) {
        if let Some(driver) = self.analysis.driver.get_value() {
            self.hear_of_run(&driver, event);
        }
    }

    fn drive(
        &'static self,
        document: DocumentId,
        serial: u64,
        step: Step,
        label: Text,
        scope: Scope,
        ids: Vec<RecordId>,
    ) {
        let of_file = |last: &Vec<WholeRun>| last.iter().find(|last| last.document == document)?.serial;
        let earlier = self.analysis.last.with_value(of_file);
        // What is known of the last run over the file is out of date.
        let is_other = |last: &WholeRun| last.document != document;
        match (scope, ids.first()) {
            (Scope::One, Some(id)) => self.analysis.last.update_value(|last| {
                for last in last.iter_mut().filter(|last| last.document == document) {
                    last.solutions.retain(|(known, _)| known != id);
                    last.times.retain(|(known, _)| known != id);
                    last.claims.retain(|(known, _)| known != id);
                }
            }),
            _ => self.analysis.last.update_value(|last| last.retain(is_other)),
        }
        let one = ids.first().copied().filter(|_| scope == Scope::One);
        let width = width_of(&step, self.analysis.jobs().width());
        let (machine, actions) = Run::begin(scope, ids, width);
        let added = self
            .documents
            .workspace
            .with_untracked(|w| w.get(document).map_or(0, |open| open.document.lines_added()));
        let driver = Rc::new(RunDriver {
            document,
            serial,
            earlier,
            added,
            step,
            label,
            // Swedish writes times as `2026-01-31 12:00:00`, which every language understands.
            date: page::local_time(page::now_date(), "sv"),
            jobs: RefCell::new(vec![None; machine.width()]),
            machine: RefCell::new(machine),
            one,
            has_changed: Cell::new(false),
            has_ended: Cell::new(false),
            solutions: RefCell::default(),
            times: RefCell::default(),
            claims: RefCell::default(),
        });
        self.analysis.driver.set_value(Some(Rc::clone(&driver)));
        self.analysis.on_stop.set_value(Some(Rc::new(move || self.tell_run(Event::Stop))));
        self.perform_for_run(&driver, actions);
        spawn_local(async move {
            while !driver.has_ended.get() {
                gloo_timers::future::TimeoutFuture::new(BEAT_MS).await;
                self.beat(&driver);
            }
            self.end_driver(&driver);
        });
    }

    fn hear_of_run(&'static self, driver: &Rc<RunDriver>, event: Event) {
        let actions = driver.machine.borrow_mut().handle(event);
        self.analysis.set_paused(driver.is_paused());
        self.perform_for_run(driver, actions);
    }

    fn perform_for_run(&'static self, driver: &Rc<RunDriver>, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::Read(lane, ids) => self.read_for_run(driver, lane, ids),
                Action::Work(lane, lines) => {
                    let conventions = self.documents.conventions_of(driver.document);
                    let task =
                        Task::Step { step: driver.step.clone(), conventions, lines, budget_ms: BUDGET_MS };
                    self.work_for_run(driver, lane, task);
                }
                Action::Write(lane, asked, found) => {
                    let conventions = self.documents.conventions_of(driver.document);
                    let task = Task::Write { step: driver.step.clone(), conventions, line: asked, found };
                    self.work_for_run(driver, lane, task);
                }
                Action::Cancel(lane) => {
                    let job = driver.jobs.borrow().get(lane).copied().flatten();
                    if let Some(job) = job {
                        self.analysis.jobs().cancel(job);
                    }
                }
                Action::TellPaused(reason) => self.notices.failed("toast.paused", reason),
                Action::End => driver.has_ended.set(true),
            }
        }
    }

    fn read_for_run(&'static self, driver: &Rc<RunDriver>, lane: LaneId, ids: Vec<RecordId>) {
        let driver = Rc::clone(driver);
        spawn_local(async move {
            let document = driver.document;
            let event = match self.documents.ensure(document, ids.clone()).await {
                Ok(()) => {
                    let read = |&id: &RecordId| {
                        Some((self.documents.text_of(document, id)?, self.documents.is_edited(document, id)))
                    };
                    Event::Lines(lane, ids.iter().map(read).collect())
                }
                Err(error) => Event::Unread(lane, error.into()),
            };
            self.hear_of_run(&driver, event);
        });
    }

    fn work_for_run(&'static self, driver: &Rc<RunDriver>, lane: LaneId, task: Task) {
        let hears = Rc::clone(driver);
        let handed = self.analysis.jobs().submit(task, move |progress| {
            // Progress never causes an action.
            let _ = hears.machine.borrow_mut().handle(Event::Progress(lane, progress));
        });
        driver.jobs.borrow_mut()[lane] = Some(handed.job);
        let driver = Rc::clone(driver);
        spawn_local(async move {
            let end = match handed.end.await.unwrap_or(Answer::Cancelled) {
                Answer::Done(Outcome::Written(written)) => {
                    self.hear_of_run(&driver, Event::Progress(lane, Progress::Written(0, written)));
                    End::Done
                }
                Answer::Done(Outcome::Finished) => End::Done,
                Answer::Done(_) | Answer::Progress(_) => End::Failed("why.engine-otherwise".into()),
                Answer::Failed(reason) => End::Failed(reason),
                Answer::Cancelled => End::Cancelled,
            };
            driver.jobs.borrow_mut()[lane] = None;
            self.hear_of_run(&driver, Event::Ended(lane, end));
        });
    }

    /// Writes finished records, and shows progress.
    fn beat(&'static self, driver: &RunDriver) {
        let mut finished = driver.machine.borrow_mut().take_finished();
        if !finished.is_empty() {
            let is_noted = driver.one.is_none();
            let mut changed = 0;
            self.documents.update_document(driver.document, |document| {
                changed = write_all(&mut finished, document, &driver.label, driver.serial, is_noted);
            });
            driver.has_changed.set(driver.has_changed.get() || changed > 0);
            let mut ends = Vec::with_capacity(finished.len());
            for Finished { id, mut written, .. } in finished {
                if let Some(solution) = written.solution {
                    driver.solutions.borrow_mut().push((id, solution));
                }
                if let Some(time) = written.time_ms {
                    driver.times.borrow_mut().push((id, time));
                }
                if !written.claims.is_empty() {
                    driver.claims.borrow_mut().push((id, std::mem::take(&mut written.claims)));
                }
                ends.push((id, written));
            }
            self.analysis.count_ends(ends, changed);
        }
        let seen = driver.machine.borrow_mut().take_seen();
        if let Some(seen) = seen {
            let game = self.documents.game_of(driver.document);
            let shown = seen.iter().map(|seen| {
                let of = seen.of.map(|id| (driver.document, id));
                let live = Live::of(of, seen.words.as_ref(), seen.report.as_ref(), (&seen.line, game));
                (self.lane_of(driver, seen), live)
            });
            self.analysis.show(shown.collect());
        }
    }

    fn lane_of(&'static self, driver: &RunDriver, seen: &LaneView) -> Option<Lane> {
        let id = seen.record?;
        Some((id, self.documents.line_number(driver.document, id)))
    }

    fn end_driver(&'static self, driver: &RunDriver) {
        self.beat(driver);
        self.added.with_value(|added| {
            if let Some(added) = added {
                added(driver.document, driver.added);
            }
        });
        self.analysis.lanes.set(Vec::new());
        self.analysis.driver.set_value(None);
        self.analysis.on_stop.set_value(None);
        let (scope, width) = {
            let machine = driver.machine.borrow();
            (machine.scope(), machine.width())
        };
        if scope == Scope::One {
            return self.finish_record(driver.document, driver.one);
        }
        self.documents.update_document(driver.document, Document::end_run);
        if scope == Scope::Whole && !self.analysis.is_stopping() {
            let last = WholeRun {
                document: driver.document,
                serial: driver.has_changed.get().then_some(driver.serial).or(driver.earlier),
                step: driver.step.clone(),
                date: driver.date.clone(),
                workers: u32::try_from(width).unwrap_or(0),
                solutions: driver.solutions.take(),
                times: driver.times.take(),
                claims: driver.claims.take(),
            };
            self.analysis.last.update_value(|known| known.push(last));
        }
        self.finish_run(DONE);
    }
}
