//! Which worker does which job: a state machine that needs no browser.
//!
//! Events come in and actions go out. Workers are started when there is work for them. A worker that crashes
//! is replaced and its job tried once more. A job that is cancelled takes its worker with it: our search cannot
//! be interrupted from outside, but a worker can be ended at once, and a new one is ready in some tens of
//! milliseconds (see the decision record on stopping a search). Where a worker waits for Stockfish it is told
//! to stop instead, so that Stockfish stays loaded.
//!
//! A worker that hangs does not crash, so the pool also watches for silence: a worker that says nothing for
//! some seconds, while it works or while it starts, is treated as one that crashed. Silence is counted in
//! ticks of the page and not by the clock, so that a computer that slept, or a page that was busy itself, does
//! not end workers that had no chance to be heard.

use std::collections::{BTreeMap, VecDeque};

use crate::language::{Text, say};
use crate::protocol::{BUILD, FromWorker, JobId, Outcome, Progress, Task, ToWorker, VERSION};

/// The number of a worker, unique during the life of a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WorkerId(pub u32);

/// What happened.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// A message from a worker.
    Message(WorkerId, FromWorker),
    /// A worker died, or could not be started.
    Crashed(WorkerId, Text),
    /// A second passed. Wanted while [`Pool::is_watching`].
    Tick,
}

/// What is to be done.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Start a worker.
    Start(WorkerId),
    /// Send it a message.
    Send(WorkerId, ToWorker),
    /// End it.
    End(WorkerId),
    /// Inform whoever asked for the job.
    Tell(JobId, Answer),
    /// Inform the user that a silent worker was replaced and its job is tried again.
    TellReplaced(Text),
}

/// News of a job: `Progress` any number of times, and one of the others once.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// The job made progress.
    Progress(Progress),
    /// The job is finished.
    Done(Outcome),
    /// The job cannot be done.
    Failed(Text),
    /// The job was cancelled.
    Cancelled,
}

/// Number of times a job is tried when its worker crashes.
const TRIES: u32 = 2;

/// Ticks after which a worker that says nothing while it works is replaced. Workers say something every two
/// seconds.
const BUSY_TICKS: u32 = 10;

/// Ticks that a worker may take to start, or to read from a file: both may come over a slow network.
const STARTING_TICKS: u32 = 60;

#[derive(Debug)]
struct Job {
    id: JobId,
    task: Task,
    tries: u32,
}

#[derive(Debug)]
enum Slot {
    Starting(Option<Job>),
    Idle,
    Busy(Job),
    /// Its job was cancelled; it was asked to stop, and has not answered yet.
    Stopping(JobId),
}

/// The workers and the jobs.
#[derive(Debug)]
pub struct Pool {
    most: usize,
    slots: BTreeMap<WorkerId, Slot>,
    /// Ticks since a worker began or was last heard.
    silence: BTreeMap<WorkerId, u32>,
    queue: VecDeque<Job>,
    next_worker: u32,
    next_job: u64,
    /// Set when workers turn out to be of another version. Nothing is started then.
    refused: Option<Text>,
}

impl Pool {
    /// A pool of at most `most` workers (at least one). None is started before there is work.
    pub fn new(most: usize) -> Self {
        Self {
            most: most.max(1),
            slots: BTreeMap::new(),
            silence: BTreeMap::new(),
            queue: VecDeque::new(),
            next_worker: 0,
            next_job: 0,
            refused: None,
        }
    }

    /// Number of workers that may work at the same time.
    pub fn size(&self) -> usize {
        self.most
    }

    /// Takes a job.
    pub fn submit(&mut self, task: Task) -> (JobId, Vec<Action>) {
        self.next_job += 1;
        let id = JobId(self.next_job);
        if let Some(reason) = &self.refused {
            return (id, vec![Action::Tell(id, Answer::Failed(reason.clone()))]);
        }
        self.queue.push_back(Job { id, task, tries: 0 });
        (id, self.assign())
    }

    /// Cancels a job. It is answered with `Cancelled` at once, whatever it was doing.
    pub fn cancel(&mut self, id: JobId) -> Vec<Action> {
        if let Some(at) = self.queue.iter().position(|job| job.id == id) {
            self.queue.remove(at);
            return vec![Action::Tell(id, Answer::Cancelled)];
        }
        let holder = self.slots.iter().find_map(|(&worker, slot)| match slot {
            Slot::Busy(job) | Slot::Starting(Some(job)) if job.id == id => Some(worker),
            Slot::Busy(_) | Slot::Starting(_) | Slot::Idle | Slot::Stopping(_) => None,
        });
        let Some(worker) = holder else { return Vec::new() };
        let (slot, action) = match self.slots.remove(&worker) {
            Some(Slot::Starting(_)) => (Some(Slot::Starting(None)), None),
            Some(Slot::Busy(job)) if job.task.is_stopped_by_message() => {
                (Some(Slot::Stopping(id)), Some(Action::Send(worker, ToWorker::Stop)))
            }
            _ => (None, Some(Action::End(worker))),
        };
        self.slots.extend(slot.map(|slot| (worker, slot)));
        let mut actions: Vec<Action> = action.into_iter().collect();
        actions.push(Action::Tell(id, Answer::Cancelled));
        actions.extend(self.assign());
        actions
    }

    /// Ends the workers that have no job, with what they have loaded.
    pub fn release(&mut self) -> Vec<Action> {
        let is_free = |slot: &Slot| matches!(slot, Slot::Idle | Slot::Stopping(_) | Slot::Starting(None));
        let free = self.slots.extract_if(.., |_, slot| is_free(slot)).map(|(worker, _)| Action::End(worker));
        let mut actions: Vec<Action> = free.collect();
        actions.extend(self.assign());
        actions
    }

    /// Whether a worker is starting or at work, so that ticks are wanted.
    pub fn is_watching(&self) -> bool {
        self.slots.values().any(|slot| !matches!(slot, Slot::Idle))
    }

    /// Handles an event.
    pub fn handle(&mut self, event: Event) -> Vec<Action> {
        if let Event::Message(worker, _) = &event {
            self.silence.remove(worker);
        }
        match event {
            Event::Tick => self.tick(),
            Event::Message(_, FromWorker::Alive) => Vec::new(),
            Event::Message(worker, FromWorker::Ready { protocol, build }) => {
                self.ready(worker, protocol, &build)
            }
            Event::Message(worker, FromWorker::Progress { job, progress }) => match self.slots.get(&worker) {
                Some(Slot::Busy(running)) if running.id == job => {
                    vec![Action::Tell(job, Answer::Progress(progress))]
                }
                _ => Vec::new(),
            },
            Event::Message(worker, FromWorker::Done { job, outcome }) => {
                self.finish(worker, job, Answer::Done(outcome))
            }
            Event::Message(worker, FromWorker::Failed { job, reason }) => {
                self.finish(worker, job, Answer::Failed(reason))
            }
            Event::Message(worker, FromWorker::Crashed { reason }) | Event::Crashed(worker, reason) => {
                self.replace(worker, say("why.crashed", [reason]), None)
            }
        }
    }

    /// Counts a second of silence for each worker that should say something.
    fn tick(&mut self) -> Vec<Action> {
        self.silence.retain(|worker, _| self.slots.contains_key(worker));
        let mut silent = Vec::new();
        for (&worker, slot) in &self.slots {
            let (patience, reason, again) = match slot {
                Slot::Idle => continue,
                Slot::Starting(_) => (STARTING_TICKS, "why.not-started", "toast.not-started"),
                Slot::Busy(job) if job.task.waits_for_file() => {
                    (STARTING_TICKS, "why.silent", "toast.silent")
                }
                Slot::Busy(_) | Slot::Stopping(_) => (BUSY_TICKS, "why.silent", "toast.silent"),
            };
            let ticks = self.silence.entry(worker).or_default();
            *ticks += 1;
            if *ticks >= patience {
                silent.push((worker, say(reason, [patience]), again));
            }
        }
        let replace = |(worker, reason, again)| self.replace(worker, reason, Some(again));
        silent.into_iter().flat_map(replace).collect()
    }

    fn ready(&mut self, worker: WorkerId, protocol: u32, build: &str) -> Vec<Action> {
        if protocol != VERSION || build != BUILD {
            return self.refuse("why.other-build");
        }
        let Some(slot) = self.slots.get_mut(&worker) else { return Vec::new() };
        let Slot::Starting(job) = slot else { return Vec::new() };
        if let Some(job) = job.take() {
            let message = ToWorker::Run { job: job.id, task: job.task.clone() };
            *slot = Slot::Busy(job);
            vec![Action::Send(worker, message)]
        } else {
            *slot = Slot::Idle;
            self.assign()
        }
    }

    /// Ends everything and answers every job.
    fn refuse(&mut self, reason: &'static str) -> Vec<Action> {
        let reason = Text::from(reason);
        self.refused = Some(reason.clone());
        let mut actions = Vec::new();
        let mut jobs: Vec<JobId> = self.queue.drain(..).map(|job| job.id).collect();
        for (worker, slot) in std::mem::take(&mut self.slots) {
            actions.push(Action::End(worker));
            match slot {
                Slot::Busy(job) | Slot::Starting(Some(job)) => jobs.push(job.id),
                Slot::Starting(None) | Slot::Idle | Slot::Stopping(_) => {}
            }
        }
        actions.extend(jobs.into_iter().map(|job| Action::Tell(job, Answer::Failed(reason.clone()))));
        actions
    }

    fn finish(&mut self, worker: WorkerId, job: JobId, answer: Answer) -> Vec<Action> {
        let mut actions = match self.slots.get(&worker) {
            Some(Slot::Busy(running)) if running.id == job => vec![Action::Tell(job, answer)],
            // It was answered when it was cancelled.
            Some(Slot::Stopping(id)) if *id == job => Vec::new(),
            _ => return Vec::new(),
        };
        self.slots.insert(worker, Slot::Idle);
        actions.extend(self.assign());
        actions
    }

    /// Ends a worker and tries its job once more, and shows the user these words, if there are any. If it was
    /// tried before, it fails for this reason.
    fn replace(&mut self, worker: WorkerId, reason: Text, again: Option<&'static str>) -> Vec<Action> {
        let Some(slot) = self.slots.remove(&worker) else { return Vec::new() };
        let mut actions = vec![Action::End(worker)];
        if let Slot::Busy(mut job) | Slot::Starting(Some(mut job)) = slot {
            job.tries += 1;
            if job.tries < TRIES && job.task.can_be_repeated() {
                self.queue.push_front(job);
                actions.extend(again.map(|words| Action::TellReplaced(words.into())));
            } else {
                actions.push(Action::Tell(job.id, Answer::Failed(reason)));
            }
        }
        actions.extend(self.assign());
        actions
    }

    /// Gives waiting jobs to idle workers, then to new ones.
    fn assign(&mut self) -> Vec<Action> {
        let mut actions = Vec::new();
        while let Some(job) = self.queue.pop_front() {
            let idle =
                self.slots.iter().filter(|(_, slot)| matches!(slot, Slot::Idle)).map(|(&id, _)| id).min();
            if let Some(worker) = idle {
                actions.push(Action::Send(worker, ToWorker::Run { job: job.id, task: job.task.clone() }));
                self.slots.insert(worker, Slot::Busy(job));
                continue;
            }
            let starting = self
                .slots
                .iter_mut()
                .find(|(_, slot)| matches!(slot, Slot::Starting(None)))
                .map(|(_, slot)| slot);
            if let Some(slot) = starting {
                *slot = Slot::Starting(Some(job));
                continue;
            }
            if self.slots.len() >= self.most {
                self.queue.push_front(job);
                break;
            }
            self.next_worker += 1;
            let worker = WorkerId(self.next_worker);
            self.slots.insert(worker, Slot::Starting(Some(job)));
            actions.push(Action::Start(worker));
        }
        actions
    }
}

#[cfg(test)]
mod tests;
