//! Steps that need an engine, over records: what each record asks, an engine for it, and what is written.
//! Several records at a time, each finished one as it is when the run is stopped, paused or lost.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::analysis::{Live, WholeRun};
use crate::app::state::AppState;
use crate::browser::page;
use crate::document::workspace::DocumentId;
use crate::document::{Document, MergeKey, RecordId};
use crate::epd::parse;
use crate::epd::position::PositionReading;
use crate::epd::verbs::analyze::line_in_san;
use crate::pool::Answer;
use crate::protocol::{Ask, Ended, Found, Outcome, Progress, Report, Searched, Solution, Task, encode};

/// Milliseconds of work on the page before it may paint.
const BREATH_MS: f64 = 8.0;

/// Milliseconds after which it is noted which records were done and stay as they are: each note draws the
/// page anew, and what is not noted is done once more after a crash.
const NOTE_MS: f64 = 200.0;

/// Milliseconds between two looks whether a pause is over.
const PAUSE_MS: u32 = 100;

/// Most records whose questions are asked for at once.
const MOST_ASKED: usize = 512;

/// A record, its text, and what it asks.
type Asked = (RecordId, Vec<u8>, Ask);

/// What the lanes of a run share.
pub(super) struct Course {
    document: DocumentId,
    serial: u64,
    step: String,
    scope: Scope,
    /// When it began.
    date: String,
    left: RefCell<VecDeque<RecordId>>,
    lanes: Cell<usize>,
    /// When records were solved.
    solutions: RefCell<Vec<(RecordId, Solution)>>,
    /// Whether counts of positions are right.
    claims: RefCell<Vec<(RecordId, Vec<u8>)>>,
}

/// What a run goes over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// One record, shown while it is searched and written even when it is stopped.
    One,
    /// Some records.
    Some,
    /// The whole file.
    Whole,
}

impl Scope {
    fn of(is_whole: bool) -> Self {
        if is_whole { Self::Whole } else { Self::Some }
    }
}

/// How one record ended.
struct End {
    ended: Ended,
    is_changed: bool,
    is_solved: Option<bool>,
}

impl End {
    fn failed(reason: impl Into<String>) -> Self {
        Self { ended: Ended::Failed(reason.into()), is_changed: false, is_solved: None }
    }
}

impl AppState {
    /// Does a step that needs an engine with records of a file.
    pub(super) fn run_step(
        self,
        document: DocumentId,
        ids: Vec<RecordId>,
        step: String,
        title: &str,
        is_single: bool,
    ) {
        if !self.can_search() {
            return;
        }
        let Some(serial) = self.begin_run(document, title, ids.len()) else { return };
        let is_whole = self.with_active(|open| open.document.len()) == Some(ids.len());
        if !is_single {
            let scope = (!is_whole).then(|| ids.clone());
            let bytes = step.clone().into_bytes();
            self.update_document(document, |document| document.begin_run(serial, bytes, scope));
        }
        self.start(document, serial, step, if is_single { Scope::One } else { Scope::of(is_whole) }, ids);
    }

    /// Goes on with the run that an earlier page, or a pause, left in the file in front.
    pub fn resume_run(self) {
        if self.analysis.run.with_untracked(Option::is_some) {
            self.analysis.set_paused(false);
            return;
        }
        let found = self.with_active(|open| {
            let run = open.document.pending_run()?;
            let step = String::from_utf8(run.step.clone()).ok()?;
            Some((open.id, run.serial, step, Scope::of(run.scope.is_none()), open.document.left_of_run()))
        });
        let Some((document, serial, step, scope, left)) = found.flatten().filter(|_| self.can_search())
        else {
            return;
        };
        if self.go_on_with_run(document, serial, "Going on with the run", left.len()).is_some() {
            self.start(document, serial, step, scope, left);
        }
    }

    /// Gives up the run that an earlier page left in the file in front; what it wrote stays.
    pub fn forget_run(self) {
        self.update_active(|open| open.document.end_run());
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

    fn start(self, document: DocumentId, serial: u64, step: String, scope: Scope, ids: Vec<RecordId>) {
        // What is known of the last run over the file is true no more.
        let is_other = |last: &WholeRun| last.document != document;
        match (scope, ids.first()) {
            (Scope::One, Some(id)) => self.analysis.last.update_value(|last| {
                if let Some(last) = last {
                    last.solutions.retain(|(known, _)| known != id);
                }
            }),
            _ => self.analysis.last.update_value(|last| *last = last.take().filter(is_other)),
        }
        let course = Rc::new(Course {
            document,
            serial,
            step,
            scope,
            date: page::local_time(page::now_date()),
            left: RefCell::new(VecDeque::from(ids)),
            lanes: Cell::new(0),
            solutions: RefCell::default(),
            claims: RefCell::default(),
        });
        self.analysis.course.set_value(Some(Rc::clone(&course)));
        self.spawn_lanes(&course);
    }

    fn spawn_lanes(self, course: &Rc<Course>) {
        course.lanes.set(self.analysis.width());
        for lane in 0..course.lanes.get() {
            let course = Rc::clone(course);
            spawn_local(async move {
                self.run_lane(&course, lane).await;
                self.analysis.show_lane(lane, None);
                course.lanes.set(course.lanes.get() - 1);
                if course.lanes.get() == 0 {
                    self.end_course(&course);
                }
            });
        }
    }

    fn end_course(self, course: &Course) {
        self.analysis.course.set_value(None);
        if course.scope == Scope::One {
            return self.finish_record();
        }
        self.update_document(course.document, Document::end_run);
        if course.scope == Scope::Whole && !self.analysis.is_stopping() {
            self.analysis.last.set_value(Some(WholeRun {
                document: course.document,
                step: course.step.clone(),
                date: course.date.clone(),
                workers: u32::try_from(self.analysis.width()).unwrap_or(0),
                solutions: course.solutions.take(),
                claims: course.claims.take(),
            }));
        }
        self.finish_run("done");
    }

    async fn run_lane(self, course: &Course, lane: usize) {
        let mut asked: VecDeque<Asked> = VecDeque::new();
        let mut unchanged = Vec::new();
        let (mut breath, mut noted) = (page::now_ms(), page::now_ms());
        loop {
            // Lines that are not searched take no time of a worker; the page must paint.
            if page::now_ms() - breath > BREATH_MS {
                page::breathe().await;
                breath = page::now_ms();
            }
            if page::now_ms() - noted > NOTE_MS {
                self.note_unchanged(course, &mut unchanged);
                noted = page::now_ms();
            }
            while self.analysis.is_paused() && !self.analysis.is_stopping() {
                self.note_unchanged(course, &mut unchanged);
                gloo_timers::future::TimeoutFuture::new(PAUSE_MS).await;
            }
            if self.analysis.is_stopping() {
                break;
            }
            let Some((id, text, ask)) = asked.pop_front() else {
                match self.ask_for_more(course).await {
                    Some(more) => asked = more,
                    None => break,
                }
                continue;
            };
            let Some(end) = self.do_one(course, lane, id, text, ask).await else { break };
            if !end.is_changed {
                unchanged.push(id);
            }
            self.analysis.count_end(id, end.ended, end.is_changed, end.is_solved);
        }
        self.note_unchanged(course, &mut unchanged);
    }

    /// Notes in the document which records are done and stay as they are.
    fn note_unchanged(self, course: &Course, unchanged: &mut Vec<RecordId>) {
        if course.scope == Scope::One || unchanged.is_empty() {
            return;
        }
        self.update_document(course.document, |document| {
            unchanged.drain(..).for_each(|id| document.run_did(id));
        });
    }

    /// Asks what the next records need; `None` when none is left.
    async fn ask_for_more(self, course: &Course) -> Option<VecDeque<Asked>> {
        let ids: Vec<RecordId> = {
            let mut left = course.left.borrow_mut();
            // Few at the end, so that no lane keeps records that another has time for.
            let count = (left.len() / (4 * self.analysis.width())).clamp(1, MOST_ASKED).min(left.len());
            left.drain(..count).collect()
        };
        if ids.is_empty() {
            return None;
        }
        let failed = |reason: String| {
            let fail = |&id: &RecordId| (id, Vec::new(), Ask::Nothing(Ended::Failed(reason.clone())));
            Some(ids.iter().map(fail).collect())
        };
        if let Err(error) = self.ensure(course.document, ids.clone()).await {
            return failed(error.to_string());
        }
        let texts: Vec<Vec<u8>> =
            ids.iter().map(|&id| self.text_of(course.document, id).unwrap_or_default()).collect();
        let task = Task::Ask { step: course.step.clone(), lines: texts.iter().collect() };
        match self.ask_worker(task).await {
            Ok(Outcome::Ask(asks)) => {
                let asked = ids.into_iter().zip(texts).zip(asks);
                Some(asked.map(|((id, text), ask)| (id, text, ask)).collect())
            }
            Ok(_) => failed("the worker answered otherwise than asked".to_owned()),
            Err(reason) => failed(reason),
        }
    }

    /// Does the step with one record; `None` when it was stopped before its end.
    async fn do_one(
        self,
        course: &Course,
        lane: usize,
        id: RecordId,
        text: Vec<u8>,
        ask: Ask,
    ) -> Option<End> {
        let task = match ask {
            Ask::Nothing(ended) => return Some(End { ended, is_changed: false, is_solved: None }),
            Ask::Engine(task) => Task::Engine(task),
        };
        let place = self.workspace.with_untracked(|w| w.get(course.document)?.document.position_of(id));
        let Some(place) = place else { return Some(End::failed("it was removed meanwhile")) };
        self.analysis.show_lane(lane, Some((id, place + 1)));
        let position = PositionReading::read(&parse(&text)).chess;
        let last = Rc::new(RefCell::new(None::<Report>));
        let keep = Rc::clone(&last);
        let handed = self.analysis.jobs().submit(task, move |progress| {
            let live = match progress {
                Progress::Found(report) => {
                    let live = live_of(position.as_ref(), &report);
                    *keep.borrow_mut() = Some(report);
                    live
                }
                Progress::Loading(percent) => Live::words(format!("Loading the engine: {percent} %")),
                Progress::Refuted(moves) => Live::words(format!("There is no mate in {moves}.")),
            };
            self.analysis.show_live(lane, live);
        });
        let job = handed.job;
        self.analysis.add_job(job);
        let answer = handed.end.await.unwrap_or(Answer::Cancelled);
        self.analysis.remove_job(job);
        let found = match answer {
            Answer::Done(Outcome::Found { bytes, solution, words }) => {
                if !words.is_empty() {
                    self.analysis.show_live(lane, Live::words(words));
                }
                if let Some(solution) = solution {
                    course.solutions.borrow_mut().push((id, solution));
                }
                bytes
            }
            Answer::Failed(reason) => return Some(End::failed(reason)),
            Answer::Cancelled => {
                let stopped = last.borrow_mut().take().filter(|_| course.scope == Scope::One)?;
                encode(&Found::Search(Searched::from(stopped))).unwrap_or_default()
            }
            Answer::Done(_) | Answer::Progress(_) => {
                return Some(End::failed("the engine answered otherwise than asked"));
            }
        };
        Some(self.write(course, id, &text, found).await)
    }

    /// Writes what was found into the record as it is now; its position must still be the one searched.
    async fn write(self, course: &Course, id: RecordId, asked: &[u8], found: Vec<u8>) -> End {
        let Some(text) = self.text_of(course.document, id) else {
            return End::failed("it was removed meanwhile");
        };
        if !parse(asked).has_fields_of(&parse(&text)) {
            return End::failed("its position changed meanwhile");
        }
        let task = Task::Write { step: course.step.clone(), line: text.clone(), found };
        let written = match self.ask_worker(task).await {
            Ok(Outcome::Written(written)) => written,
            Ok(_) => return End::failed("the worker answered otherwise than asked"),
            Err(reason) => return End::failed(reason),
        };
        if !written.claims.is_empty() {
            course.claims.borrow_mut().push((id, written.claims));
        }
        let is_changed = written.text.is_some() || !written.more.is_empty();
        if is_changed {
            // What was typed while it was written is the user's.
            if self.text_of(course.document, id).as_ref() != Some(&text) {
                return End::failed("it was changed meanwhile");
            }
            let merge = Some(MergeKey::Run(course.serial));
            let more = written.more.iter().map(<[u8]>::to_vec).collect();
            self.update_document(course.document, |document| {
                document.extend_line(id, written.text.unwrap_or(text), more, "Analyse", merge);
            });
        }
        End { ended: written.ended, is_changed, is_solved: written.is_solved }
    }

    /// Whether the browser can run the engines; says so if not.
    fn can_search(self) -> bool {
        let can = page::has_simd();
        if !can {
            self.toasts.problem(
                "This browser cannot search: it lacks SIMD for WebAssembly. Chrome has it since version 91, Firefox since 89, Safari since 16.4.",
            );
        }
        can
    }
}

fn live_of(position: Option<&crate::chess::Chess>, report: &Report) -> Live {
    let line = position.and_then(|position| line_in_san(position, &report.line));
    let score = crate::chess::score::Score::from(report.score).to_string();
    let (depth, nodes, time_ms) = (report.depth, report.nodes, report.time_ms);
    Live { depth, score, line: line.unwrap_or_default().join(" "), nodes, time_ms }
}
