//! Steps that need an engine, over records: what each record asks, an engine for it, and what is written.
//! Several records at a time, each finished one as it is when the run is stopped, paused or lost.

use std::collections::VecDeque;
use std::rc::Rc;

use futures_channel::oneshot::{Receiver, channel};
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::analysis::WholeRun;
use crate::app::course::{Course, Scope, Seen};
use crate::app::runs::DONE;
use crate::app::state::AppState;
use crate::browser::page;
use crate::document::workspace::DocumentId;
use crate::document::{Document, RecordId};
use crate::epd::parse;
use crate::epd::position::PositionReading;
use crate::language::say;
use crate::pool::Answer;
use crate::protocol::{Ask, Ended, Found, Outcome, Progress, Solution, Task, encode};

/// Milliseconds of work on the page before it may paint.
const BREATH_MS: f64 = 8.0;

/// Milliseconds between two looks whether a pause is over.
const PAUSE_MS: u32 = 100;

/// Most records whose questions are asked for at once.
const MOST_ASKED: usize = 512;

/// Breakdowns of the engine after which a run is paused.
const MOST_BREAKDOWNS: usize = 3;

/// A record, its text, and what it asks.
type Asked = (RecordId, Vec<u8>, Ask);

/// What became of a search.
enum Searched {
    /// Nothing, for the user wants no more.
    Stopped,
    /// There is nothing to write.
    Ended(Ended),
    /// The engine broke down, for this reason.
    Broken(String),
    /// This was found, and since when the search held the solution.
    Found(Vec<u8>, Option<Solution>),
}

impl AppState {
    /// Does a step that needs an engine with records of a file; gives whether it has begun.
    pub(super) fn run_step(
        self,
        document: DocumentId,
        ids: Vec<RecordId>,
        step: String,
        title: &str,
        is_single: bool,
    ) -> bool {
        if !self.can_search() {
            return false;
        }
        let Some(serial) = self.begin_run(document, title, ids.len()) else { return false };
        let len =
            self.documents.workspace.with_untracked(|w| w.get(document).map(|open| open.document.len()));
        let is_whole = len == Some(ids.len());
        if !is_single {
            let scope = (!is_whole).then(|| ids.clone());
            let bytes = step.clone().into_bytes();
            self.documents.update_document(document, |document| document.begin_run(serial, bytes, scope));
        }
        let scope = if is_single { Scope::One } else { Scope::of(is_whole) };
        let width = self.analysis.width(&step);
        self.start(Course::new(document, serial, step, title, scope, ids, width));
        true
    }

    /// Goes on with the run that an earlier page, or a pause, left in the file in front.
    pub fn resume_run(self) {
        if self.analysis.run.with_untracked(Option::is_some) {
            self.analysis.set_paused(false);
            return;
        }
        let found = self.documents.with_active(|open| {
            let run = open.document.pending_run()?;
            let step = String::from_utf8(run.step.clone()).ok()?;
            Some((open.id, run.serial, step, Scope::of(run.scope.is_none()), open.document.left_of_run()))
        });
        let Some((document, serial, step, scope, left)) = found.flatten().filter(|_| self.can_search())
        else {
            return;
        };
        if self.go_on_with_run(document, "run.going-on", left.len()) {
            let width = self.analysis.width(&step);
            self.start(Course::new(document, serial, step, "tool.analyze", scope, left, width));
        }
    }

    /// Gives up the run that an earlier page left in the file in front; what it wrote stays.
    pub fn forget_run(self) {
        self.documents.update_active(|open| open.document.end_run());
    }

    /// Lets the records that are searched come to their end, and no others begin.
    pub fn pause_run(self) {
        self.analysis.set_paused(true);
    }

    /// Pauses the run, or goes on with one that is paused or was left by an earlier page.
    pub fn pause_or_resume(self) {
        let is_running = self.analysis.course.with_value(Option::is_some) && !self.analysis.is_paused();
        if is_running { self.pause_run() } else { self.resume_run() }
    }

    fn start(self, course: Course) {
        // What is known of the last run over the file is true no more.
        let is_other = |last: &WholeRun| last.document != course.document;
        match (course.scope, course.left.borrow().front()) {
            (Scope::One, Some(id)) => self.analysis.last.update_value(|last| {
                if let Some(last) = last {
                    last.solutions.retain(|(known, _)| known != id);
                    last.claims.retain(|(known, _)| known != id);
                }
            }),
            _ => self.analysis.last.update_value(|last| *last = last.take().filter(is_other)),
        }
        let course = Rc::new(course);
        self.analysis.course.set_value(Some(Rc::clone(&course)));
        for lane in 0..course.width {
            let course = Rc::clone(&course);
            spawn_local(async move {
                self.run_lane(&course, lane).await;
                course.see(lane, |seen| seen.at = None);
                self.end_part(&course);
            });
        }
        spawn_local(async move { self.keep_up(&course).await });
    }

    /// A lane, or the writing of a record, came to its end; with the last one the run does.
    fn end_part(self, course: &Course) {
        course.open.set(course.open.get() - 1);
        if course.open.get() > 0 {
            return;
        }
        self.beat(course);
        self.analysis.lanes.set(Vec::new());
        self.analysis.course.set_value(None);
        if course.scope == Scope::One {
            return self.finish_record(course);
        }
        self.documents.update_document(course.document, Document::end_run);
        if course.scope == Scope::Whole && !self.analysis.is_stopping() {
            self.analysis.last.set_value(Some(WholeRun {
                document: course.document,
                serial: course.has_changed.get().then_some(course.serial),
                step: course.step.clone(),
                date: course.date.clone(),
                workers: u32::try_from(course.width).unwrap_or(0),
                solutions: course.solutions.take(),
                claims: course.claims.take(),
            }));
        }
        self.finish_run(DONE);
    }

    async fn run_lane(self, course: &Rc<Course>, lane: usize) {
        let mut asked: VecDeque<Asked> = VecDeque::new();
        let mut breath = page::now_ms();
        // While a record is written the next one is searched already, and no more than that.
        let mut writing = None;
        loop {
            // Lines that are not searched take no time of a worker; the page must paint.
            if page::now_ms() - breath > BREATH_MS {
                page::breathe().await;
                breath = page::now_ms();
            }
            while self.analysis.is_paused() && !self.analysis.is_stopping() {
                gloo_timers::future::TimeoutFuture::new(PAUSE_MS).await;
            }
            if self.analysis.is_stopping() {
                return;
            }
            let Some((id, text, ask)) = asked.pop_front() else {
                match self.ask_for_more(course).await {
                    Some(more) => asked = more,
                    None => return,
                }
                continue;
            };
            // A record that was edited since is asked again.
            if self.documents.text_of(course.document, id).is_some_and(|now| now != text) {
                course.left.borrow_mut().push_front(id);
                continue;
            }
            match self.search_one(course, lane, id, &text, ask).await {
                Searched::Stopped => return,
                Searched::Ended(ended) => course.finish(id, ended),
                Searched::Broken(reason) => self.hear_of_breakdown(course, id, reason),
                Searched::Found(found, solution) => {
                    course.breakdowns.set(0);
                    if let Some(writing) = writing.take() {
                        // It cannot be given up.
                        let _ = writing.await;
                    }
                    writing = Some(self.write(course, id, text, found, solution));
                }
            }
        }
    }

    /// The engine broke down over a record, twice. When that happens again and again it is not for the
    /// records: the run is paused, so that those that are left are not given up.
    fn hear_of_breakdown(self, course: &Course, id: RecordId, reason: String) {
        course.breakdowns.set(course.breakdowns.get() + 1);
        if course.breakdowns.get() >= MOST_BREAKDOWNS && course.scope != Scope::One {
            course.breakdowns.set(0);
            self.pause_for(&reason);
        }
        course.finish(id, Ended::Failed(reason));
    }

    /// Pauses the run because of what went wrong.
    fn pause_for(self, reason: &str) {
        if !self.analysis.is_paused() {
            self.analysis.set_paused(true);
            self.notices.failed("toast.paused", &reason);
        }
    }

    /// Asks what the next records need; `None` when none is left.
    async fn ask_for_more(self, course: &Course) -> Option<VecDeque<Asked>> {
        let ids: Vec<RecordId> = {
            let mut left = course.left.borrow_mut();
            // Few at the end, so that no lane keeps records that another has time for.
            let count = (left.len() / (4 * course.width)).clamp(1, MOST_ASKED).min(left.len());
            left.drain(..count).collect()
        };
        if ids.is_empty() {
            return None;
        }
        match self.ask_about(course, &ids).await {
            Ok(asked) => Some(asked),
            Err(reason) if course.scope == Scope::One => {
                for id in ids {
                    course.finish(id, Ended::Failed(reason.clone()));
                }
                None
            }
            // It is not for the records: they are asked again when the run goes on.
            Err(reason) => {
                for id in ids.into_iter().rev() {
                    course.left.borrow_mut().push_front(id);
                }
                self.pause_for(&reason);
                Some(VecDeque::new())
            }
        }
    }

    async fn ask_about(self, course: &Course, ids: &[RecordId]) -> Result<VecDeque<Asked>, String> {
        self.documents.ensure(course.document, ids.to_vec()).await.map_err(|error| error.to_string())?;
        // A record that is gone has no text; what comes of it is told when it is its turn.
        let texts: Vec<Vec<u8>> =
            ids.iter().map(|&id| self.documents.text_of(course.document, id).unwrap_or_default()).collect();
        let task = Task::Ask { step: course.step.clone(), lines: texts.iter().collect() };
        match self.ask_worker(task).await? {
            Outcome::Ask(asks) => {
                let asked = ids.iter().zip(texts).zip(asks);
                Ok(asked.map(|((&id, text), ask)| (id, text, ask)).collect())
            }
            _ => Err("why.otherwise".to_owned()),
        }
    }

    /// Asks the engine about one record.
    async fn search_one(
        self,
        course: &Rc<Course>,
        lane: usize,
        id: RecordId,
        text: &[u8],
        ask: Ask,
    ) -> Searched {
        let task = match ask {
            Ask::Nothing(ended) => return Searched::Ended(ended),
            Ask::Engine(task) => Task::Engine(task),
        };
        let place =
            self.documents.workspace.with_untracked(|w| w.get(course.document)?.document.position_of(id));
        let Some(place) = place else {
            return Searched::Ended(Ended::Failed("why.removed".to_owned()));
        };
        let position = PositionReading::read(&parse(text)).chess;
        course.see(lane, |seen| *seen = Seen { at: Some((id, place + 1)), position, ..Seen::default() });
        let hears = Rc::clone(course);
        let handed = self.analysis.jobs().submit(task, move |progress| {
            hears.see(lane, |seen| match progress {
                Progress::Found(report) if report.rank > 1 => {}
                Progress::Found(report) => (seen.report, seen.words) = (Some(report), String::new()),
                Progress::Loading(percent) => seen.words = say("run.loading", [percent.to_string()]).into(),
                Progress::Refuted(moves) => seen.words = say("run.no-mate", [moves.to_string()]).into(),
            });
        });
        let job = handed.job;
        self.analysis.add_job(job);
        let answer = handed.end.await.unwrap_or(Answer::Cancelled);
        self.analysis.remove_job(job);
        match answer {
            Answer::Done(Outcome::Found { bytes, solution, words }) => {
                if !words.is_empty() {
                    course.see(lane, |seen| seen.words = words);
                }
                Searched::Found(bytes, solution)
            }
            Answer::Failed(reason) => Searched::Broken(reason),
            Answer::Cancelled => match course.last_report(lane).filter(|_| course.scope == Scope::One) {
                // What it found until then is written.
                Some(report) => {
                    Searched::Found(encode(&Found::Search(report.into())).unwrap_or_default(), None)
                }
                None => Searched::Stopped,
            },
            Answer::Done(_) | Answer::Progress(_) => Searched::Broken("why.engine-otherwise".to_owned()),
        }
    }

    /// Begins to write what was found into the record as it is now; its position must still be the one
    /// searched. What is given is told when that is done.
    fn write(
        self,
        course: &Rc<Course>,
        id: RecordId,
        asked: Vec<u8>,
        found: Vec<u8>,
        solution: Option<Solution>,
    ) -> Receiver<()> {
        let (done, wait) = channel();
        let course = Rc::clone(course);
        course.open.set(course.open.get() + 1);
        spawn_local(async move {
            if let Err(reason) = self.write_found(&course, id, &asked, found, solution).await {
                course.finish(id, Ended::Failed(reason));
            }
            // A lane that was stopped does not wait.
            let _ = done.send(());
            self.end_part(&course);
        });
        wait
    }

    async fn write_found(
        self,
        course: &Course,
        id: RecordId,
        asked: &[u8],
        found: Vec<u8>,
        solution: Option<Solution>,
    ) -> Result<(), String> {
        let line = self.documents.text_of(course.document, id).ok_or("why.removed")?;
        if !parse(asked).has_fields_of(&parse(&line)) {
            return Err("why.position-changed".to_owned());
        }
        let task = Task::Write { step: course.step.clone(), line: line.clone(), found };
        match self.ask_worker(task).await? {
            Outcome::Written(written) => course.finish_with(id, line, written, solution),
            _ => return Err("why.otherwise".to_owned()),
        }
        Ok(())
    }

    /// Whether the browser can run the engines; says so if not.
    fn can_search(self) -> bool {
        let can = page::has_simd();
        if !can {
            self.notices.problem("toast.no-simd");
        }
        can
    }
}
