//! A task over many lines of a file, in batches: all workers share them, and the answers are taken in order.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use futures_channel::oneshot;
use wasm_bindgen_futures::spawn_local;

use crate::app::analysis::AnalysisState;
use crate::app::documents::Documents;
use crate::browser::page;
use crate::document::RecordId;
use crate::document::workspace::DocumentId;
use crate::language::Text;
use crate::pool::Answer;
use crate::protocol::{Lines, Outcome, Task};

/// Most lines of a batch, which take some tens of milliseconds.
const BATCH: usize = 4_000;

/// Most answers in each lane that wait for a slow earlier batch.
const WAITING: usize = 4;

/// Makes the task of a batch from its index in the list and its lines.
type MakeTask = Box<dyn Fn(usize, Lines) -> Task>;

/// Takes the answer for a batch.
type Take = Box<dyn FnMut(Batch<'_>, Result<Outcome, Text>)>;

/// The parts of the page that sweeps need: the lines, and the workers for long work.
#[derive(Debug, Clone, Copy)]
pub struct Sweeps {
    /// The open files.
    pub(super) documents: &'static Documents,
    /// The workers, and the run to which a sweep may belong.
    pub(super) analysis: &'static AnalysisState,
}

impl Sweeps {
    /// Sweeps over these files.
    pub(super) fn new(documents: &'static Documents, analysis: &'static AnalysisState) -> Self {
        Self { documents, analysis }
    }
}

/// A batch of lines in a sweep.
#[derive(Debug, Clone, Copy)]
pub struct Batch<'a> {
    /// The index of the first one in the list, from 0.
    pub first: usize,
    /// The lines.
    pub ids: &'a [RecordId],
    /// Their texts when they were sent to a worker.
    pub lines: &'a Lines,
}

/// Called with the number of lines done.
#[derive(Clone)]
struct Tell(Rc<dyn Fn(usize)>);

impl std::fmt::Debug for Tell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tell")
    }
}

/// A sweep in progress. A clone names the same sweep.
#[derive(Debug, Clone, Default)]
pub struct Sweep {
    stopped: Rc<Cell<bool>>,
    is_run: bool,
    tell: Option<Tell>,
}

/// The shared state of the lanes of a sweep.
struct Course {
    document: DocumentId,
    ids: Vec<RecordId>,
    next: Cell<usize>,
    width: usize,
    lanes: Cell<usize>,
    /// Answers that wait for earlier batches.
    waiting: RefCell<Vec<Answered>>,
    taken: Cell<usize>,
    make: MakeTask,
    take: RefCell<Take>,
    end: Cell<Option<oneshot::Sender<()>>>,
}

/// The answer for a batch, with the indices of its beginning and end in the list.
struct Answered {
    first: usize,
    end: usize,
    lines: Lines,
    outcome: Result<Outcome, Text>,
}

impl Sweep {
    /// The sweep of a run. Its batches end at once when the run is stopped.
    pub fn of_run() -> Self {
        Self { is_run: true, ..Self::default() }
    }

    /// A sweep that calls `tell` with the number of lines done, batch by batch.
    pub fn telling(tell: impl Fn(usize) + 'static) -> Self {
        Self { tell: Some(Tell(Rc::new(tell))), ..Self::default() }
    }

    /// Counts finished lines.
    pub(super) fn count(&self, state: &'static Sweeps, lines: usize) {
        if self.is_run {
            state.analysis.count(lines, 0);
        }
        if let Some(tell) = &self.tell {
            (tell.0)(lines);
        }
    }

    /// Whether the sweep was asked to stop.
    pub fn is_stopped(&self) -> bool {
        self.stopped.get()
    }

    /// Stops the sweep. Answers that were taken stay, and no more are taken. Batches are short, so that the
    /// ones in progress end by themselves and no worker has to be ended.
    pub fn stop(&self) {
        self.stopped.set(true);
    }

    /// Works through the lines. It returns when all answers were taken or the sweep was stopped.
    pub async fn run(
        &self,
        state: &'static Sweeps,
        document: DocumentId,
        ids: Vec<RecordId>,
        make: MakeTask,
        take: Take,
    ) {
        // There is one lane more than there are workers: it loads its lines while they are busy.
        let width = state.analysis.jobs().width() + 1;
        let (end, ended) = oneshot::channel();
        let course = Rc::new(Course {
            document,
            ids,
            next: Cell::new(0),
            width,
            lanes: Cell::new(width),
            waiting: RefCell::default(),
            taken: Cell::new(0),
            make,
            take: RefCell::new(take),
            end: Cell::new(Some(end)),
        });
        for _ in 0..width {
            let (sweep, course) = (self.clone(), Rc::clone(&course));
            spawn_local(async move {
                while sweep.step(state, &course).await {
                    page::breathe().await;
                }
                course.lanes.set(course.lanes.get() - 1);
                if course.lanes.get() == 0
                    && let Some(end) = course.end.take()
                {
                    // The receiver may be gone.
                    let _ = end.send(());
                }
            });
        }
        // A dropped sender is an end too.
        let _ = ended.await;
    }

    /// Does one batch and returns whether there was one left.
    async fn step(&self, state: &'static Sweeps, course: &Course) -> bool {
        // The batch that the others wait for has a lane already.
        while course.waiting.borrow().len() >= WAITING * course.width && !self.is_stopped() {
            page::breathe().await;
        }
        let from = course.next.get();
        if self.is_stopped() || from >= course.ids.len() {
            return false;
        }
        let end = state.documents.batch_end(course.document, &course.ids, from, BATCH);
        course.next.set(end);
        let mut lines = Lines::default();
        let outcome = self.ask(state, course, from, &course.ids[from..end], &mut lines).await;
        course.waiting.borrow_mut().push(Answered { first: from, end, lines, outcome });
        while !self.is_stopped() {
            let first = course.taken.get();
            let next = {
                let mut waiting = course.waiting.borrow_mut();
                let at = waiting.iter().position(|answered| answered.first == first);
                at.map(|at| waiting.swap_remove(at))
            };
            let Some(answered) = next else { return true };
            course.taken.set(answered.end);
            let batch = Batch { first, ids: &course.ids[first..answered.end], lines: &answered.lines };
            (course.take.borrow_mut())(batch, answered.outcome);
        }
        false
    }

    async fn ask(
        &self,
        state: &'static Sweeps,
        course: &Course,
        first: usize,
        ids: &[RecordId],
        lines: &mut Lines,
    ) -> Result<Outcome, Text> {
        *lines = state.documents.texts(course.document, ids).await?;
        let handed = state.analysis.jobs().submit((course.make)(first, lines.clone()), |_| ());
        if self.is_run {
            state.analysis.add_job(handed.job);
        }
        let answer = handed.end.await.unwrap_or(Answer::Cancelled);
        state.analysis.remove_job(handed.job);
        match answer {
            Answer::Done(outcome) => Ok(outcome),
            Answer::Failed(reason) => Err(reason),
            Answer::Cancelled | Answer::Progress(_) => Err("why.stopped".into()),
        }
    }
}
