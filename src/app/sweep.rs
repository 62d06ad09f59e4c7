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
use crate::logic::batches::{Batches, Next};
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
    /// Which of them differed from the file then.
    pub edited: &'a [bool],
}

/// Lines as they were sent to a worker.
#[derive(Default)]
struct Sent {
    lines: Lines,
    edited: Vec<bool>,
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

/// A sweep over some lines of a file, as its lanes share it.
struct Work {
    document: DocumentId,
    ids: Vec<RecordId>,
    batches: RefCell<Batches<(Sent, Result<Outcome, Text>)>>,
    /// Lanes that have not ended.
    lanes: Cell<usize>,
    make: MakeTask,
    take: RefCell<Take>,
    end: Cell<Option<oneshot::Sender<()>>>,
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
        let work = Rc::new(Work {
            document,
            batches: RefCell::new(Batches::new(ids.len(), WAITING * width)),
            ids,
            lanes: Cell::new(width),
            make,
            take: RefCell::new(take),
            end: Cell::new(Some(end)),
        });
        for _ in 0..width {
            let (sweep, work) = (self.clone(), Rc::clone(&work));
            spawn_local(async move {
                while sweep.step(state, &work).await {
                    page::breathe().await;
                }
                work.lanes.set(work.lanes.get() - 1);
                if work.lanes.get() == 0
                    && let Some(end) = work.end.take()
                {
                    // The receiver may be gone.
                    let _ = end.send(());
                }
            });
        }
        // A dropped sender is an end too.
        let _ = ended.await;
    }

    /// Goes one step in a lane, and returns whether there may be another.
    async fn step(&self, state: &'static Sweeps, work: &Work) -> bool {
        if self.is_stopped() {
            work.batches.borrow_mut().stop();
        }
        let next = work.batches.borrow().next();
        let from = match next {
            Next::Batch(from) => from,
            Next::Wait => return true,
            Next::End => return false,
        };
        let end = state.documents.batch_end(work.document, &work.ids, from, BATCH);
        let batch = work.batches.borrow_mut().begin(end);
        let mut sent = Sent::default();
        let outcome = self.ask(state, work, from, &work.ids[batch.clone()], &mut sent).await;
        work.batches.borrow_mut().answered(batch, (sent, outcome));
        while !self.is_stopped() {
            let answer = work.batches.borrow_mut().take();
            let Some((batch, (Sent { lines, edited }, outcome))) = answer else { break };
            let batch = Batch { first: batch.start, ids: &work.ids[batch], lines: &lines, edited: &edited };
            (work.take.borrow_mut())(batch, outcome);
        }
        true
    }

    async fn ask(
        &self,
        state: &'static Sweeps,
        work: &Work,
        first: usize,
        ids: &[RecordId],
        sent: &mut Sent,
    ) -> Result<Outcome, Text> {
        (sent.lines, sent.edited) = state.documents.texts_and_edits(work.document, ids).await?;
        let handed = state.analysis.jobs().submit((work.make)(first, sent.lines.clone()), |_| ());
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
