//! The pool with real workers, and its jobs as futures.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use futures_channel::oneshot;
use gloo_timers::future::TimeoutFuture;
use wasm_bindgen_futures::spawn_local;

use crate::app::notices::Notices;
use crate::browser::files::Given;
use crate::browser::worker_link::{Links, Program};
use crate::language::Text;
use crate::pool::{Action, Answer, Event, Pool};
use crate::protocol::{JobId, Outcome, Progress, Task};

/// Milliseconds between two ticks of a pool that watches its workers.
const TICK_MS: u32 = 1_000;

struct Listener {
    progress: Box<dyn Fn(Progress)>,
    end: oneshot::Sender<Answer>,
}

struct Inner {
    pool: Pool,
    links: Links,
    listeners: BTreeMap<JobId, Listener>,
    notices: Notices,
    is_ticking: bool,
}

/// Workers of the page that run one program. A clone names the same workers.
#[derive(Clone)]
pub struct Jobs {
    program: Program,
    inner: Rc<RefCell<Inner>>,
}

impl std::fmt::Debug for Jobs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Jobs").finish_non_exhaustive()
    }
}

/// A job of the page, as a handle to cancel it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Job {
    program: Program,
    id: JobId,
}

/// A submitted job.
#[derive(Debug)]
pub struct Handed {
    /// Identifies it.
    pub job: Job,
    /// Receives the answer when the job ends.
    pub end: oneshot::Receiver<Answer>,
}

impl Handed {
    /// What comes of it.
    ///
    /// # Errors
    /// The worker failed, or was stopped.
    pub(crate) async fn outcome(self) -> Result<Outcome, Text> {
        match self.end.await {
            Ok(Answer::Done(outcome)) => Ok(outcome),
            Ok(Answer::Failed(reason)) => Err(reason),
            _ => Err("why.stopped".into()),
        }
    }
}

impl Jobs {
    /// A pool of at most `width` workers for this program. None is started before there is work.
    /// Workers that had to be replaced are reported.
    pub fn new(program: Program, width: usize, notices: Notices) -> Self {
        Self::with_file(program, width, None, notices)
    }

    /// One worker that reads a file in another format. It ends when no clone is left.
    pub(crate) fn of_file(given: &Given, notices: Notices) -> Self {
        Self::with_file(Program::Importer, 1, Some(given), notices)
    }

    fn with_file(program: Program, width: usize, given: Option<&Given>, notices: Notices) -> Self {
        let file = given.map(|given| given.file.clone());
        let inner = Rc::new_cyclic(|weak: &std::rc::Weak<RefCell<Inner>>| {
            let weak = weak.clone();
            let tell = Rc::new(move |event: Event| {
                if let Some(inner) = weak.upgrade() {
                    let actions = inner.borrow_mut().pool.handle(event);
                    perform(&inner, actions);
                }
            });
            RefCell::new(Inner {
                pool: Pool::new(width),
                links: Links::new(program, file, tell),
                listeners: BTreeMap::new(),
                notices,
                is_ticking: false,
            })
        });
        Self { program, inner }
    }

    /// Number of jobs that can run at the same time.
    pub fn width(&self) -> usize {
        self.inner.borrow().pool.size()
    }

    /// Submits a task. `progress` is called with its progress.
    pub fn submit(&self, task: Task, progress: impl Fn(Progress) + 'static) -> Handed {
        let (end, receiver) = oneshot::channel();
        let (job, actions) = {
            let mut inner = self.inner.borrow_mut();
            let (job, actions) = inner.pool.submit(task);
            inner.listeners.insert(job, Listener { progress: Box::new(progress), end });
            (job, actions)
        };
        perform(&self.inner, actions);
        Handed { job: Job { program: self.program, id: job }, end: receiver }
    }

    /// The outcome of a task.
    ///
    /// # Errors
    /// The worker failed, or was stopped.
    pub async fn ask(&self, task: Task) -> Result<Outcome, Text> {
        self.submit(task, |_| ()).outcome().await
    }

    /// Cancels a job, which ends with `Cancelled` at once.
    pub fn cancel(&self, job: Job) {
        let actions = self.inner.borrow_mut().pool.cancel(job.id);
        perform(&self.inner, actions);
    }

    /// Ends the workers that have no job, with what they have loaded.
    pub fn release(&self) {
        let actions = self.inner.borrow_mut().pool.release();
        perform(&self.inner, actions);
    }
}

/// The workers for long work: engines search, and clerks do the rest. A clone names the same workers.
#[derive(Debug, Clone)]
pub struct Crew {
    engines: Jobs,
    clerks: Jobs,
}

impl Crew {
    /// At most `width` workers of each kind. None is started before there is work.
    pub fn new(width: usize, notices: Notices) -> Self {
        let of = |program| Jobs::new(program, width, notices);
        Self { engines: of(Program::Engine), clerks: of(Program::Clerk) }
    }

    fn of(&self, program: Program) -> &Jobs {
        if program == Program::Engine { &self.engines } else { &self.clerks }
    }

    /// Number of jobs of a kind that can run at the same time.
    pub fn width(&self) -> usize {
        self.clerks.width()
    }

    /// The workers that do a task.
    fn of_task(&self, task: &Task) -> &Jobs {
        self.of(if task.is_for_engines() { Program::Engine } else { Program::Clerk })
    }

    /// Submits a task. `progress` is called with its progress.
    pub fn submit(&self, task: Task, progress: impl Fn(Progress) + 'static) -> Handed {
        self.of_task(&task).submit(task, progress)
    }

    /// As [`Jobs::ask`].
    ///
    /// # Errors
    /// The worker failed, or was stopped.
    pub async fn ask(&self, task: Task) -> Result<Outcome, Text> {
        self.of_task(&task).ask(task).await
    }

    /// Cancels a job, which ends with `Cancelled` at once.
    pub fn cancel(&self, job: Job) {
        self.of(job.program).cancel(job);
    }
}

/// Carries out the actions of the pool. A failure on the way is a new event for the pool.
fn perform(inner: &Rc<RefCell<Inner>>, actions: Vec<Action>) {
    let mut actions = std::collections::VecDeque::from(actions);
    while let Some(action) = actions.pop_front() {
        match action {
            Action::Start(worker) => {
                let started = inner.borrow_mut().links.start(worker);
                if let Err(error) = started {
                    actions.extend(inner.borrow_mut().pool.handle(Event::Crashed(worker, error.into())));
                }
            }
            Action::Send(worker, message) => {
                let sent = inner.borrow().links.send(worker, &message);
                if let Err(error) = sent {
                    actions.extend(inner.borrow_mut().pool.handle(Event::Crashed(worker, error.into())));
                }
            }
            Action::End(worker) => inner.borrow_mut().links.end(worker),
            Action::Tell(job, Answer::Progress(progress)) => {
                // The listener is taken out of the map while it runs, because it may submit or cancel jobs.
                let listener = inner.borrow_mut().listeners.remove(&job);
                if let Some(listener) = listener {
                    (listener.progress)(progress);
                    inner.borrow_mut().listeners.insert(job, listener);
                }
            }
            Action::Tell(job, answer) => {
                let listener = inner.borrow_mut().listeners.remove(&job);
                if let Some(listener) = listener {
                    // It is no error if the future of the job was dropped and nobody waits for the answer.
                    let _ = listener.end.send(answer);
                }
            }
            Action::TellReplaced(words) => {
                let notices = inner.borrow().notices;
                notices.problem(words);
            }
        }
    }
    watch(inner);
}

/// Ticks while a worker is starting or at work.
fn watch(inner: &Rc<RefCell<Inner>>) {
    {
        let mut inner = inner.borrow_mut();
        if !inner.pool.is_watching() || inner.is_ticking {
            return;
        }
        inner.is_ticking = true;
    }
    let weak = Rc::downgrade(inner);
    spawn_local(async move {
        loop {
            TimeoutFuture::new(TICK_MS).await;
            let Some(inner) = weak.upgrade() else { return };
            if !inner.borrow().pool.is_watching() {
                inner.borrow_mut().is_ticking = false;
                return;
            }
            let actions = inner.borrow_mut().pool.handle(Event::Tick);
            perform(&inner, actions);
        }
    });
}
