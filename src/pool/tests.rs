//! The pool with scripted workers.

use super::*;
use crate::protocol::{Lines, Making};
use crate::verb::{EngineName, EngineTask, SearchLimits};

fn boom() -> Text {
    "boom".to_owned().into()
}

fn task() -> Task {
    Task::Evaluations { lines: Lines::default() }
}

fn ready(worker: WorkerId) -> Event {
    Event::Message(worker, FromWorker::Ready { protocol: VERSION, build: BUILD.into() })
}

fn done(worker: WorkerId, job: JobId) -> Event {
    Event::Message(worker, FromWorker::Done { job, outcome: Outcome::Rewrite(Vec::new()) })
}

const FIRST: WorkerId = WorkerId(1);
const SECOND: WorkerId = WorkerId(2);

fn answer(actions: &[Action]) -> Option<&Answer> {
    actions.iter().find_map(|action| match action {
        Action::Tell(_, answer) => Some(answer),
        _ => None,
    })
}

#[test]
fn a_job_waits_for_the_ready_of_its_worker() {
    let mut pool = Pool::new(2);
    let (job, actions) = pool.submit(task());
    assert_eq!(actions, [Action::Start(FIRST)]);
    assert_eq!(pool.handle(ready(FIRST)), [Action::Send(FIRST, ToWorker::Run { job, task: task() })]);
    assert!(matches!(answer(&pool.handle(done(FIRST, job))), Some(Answer::Done(_))));
}

#[test]
fn no_more_workers_than_allowed_and_idle_ones_first() {
    let mut pool = Pool::new(2);
    let jobs: Vec<JobId> = (0..3).map(|_| pool.submit(task()).0).collect();
    pool.handle(ready(FIRST));
    pool.handle(ready(SECOND));
    let actions = pool.handle(done(SECOND, jobs[1]));
    assert!(actions.contains(&Action::Send(SECOND, ToWorker::Run { job: jobs[2], task: task() })));
}

#[test]
fn a_crash_is_tried_once_more_then_told() {
    let mut pool = Pool::new(1);
    let (job, _) = pool.submit(task());
    pool.handle(ready(FIRST));
    let actions = pool.handle(Event::Crashed(FIRST, boom()));
    assert_eq!(actions, [Action::End(FIRST), Action::Start(SECOND)]);
    pool.handle(ready(SECOND));
    let actions = pool.handle(Event::Crashed(SECOND, boom()));
    let text = say("why.crashed", [boom()]);
    assert_eq!(actions, [Action::End(SECOND), Action::Tell(job, Answer::Failed(text))]);
    let (_, actions) = pool.submit(task());
    assert_eq!(actions, [Action::Start(WorkerId(3))]);
}

#[test]
fn a_file_half_read_is_not_begun_again() {
    let of = |number| Task::Import { number, making: Making::Text };
    for (task, again) in [(Task::LookInto, true), (of(0), true), (of(1), false)] {
        let mut pool = Pool::new(1);
        let (job, _) = pool.submit(task);
        pool.handle(ready(FIRST));
        // A file may be on a slow disk.
        assert_eq!(ticks(&mut pool, BUSY_TICKS * 2), []);
        let actions = pool.handle(Event::Crashed(FIRST, boom()));
        let failed = Action::Tell(job, Answer::Failed(say("why.crashed", [boom()])));
        assert_eq!(actions[1..], [if again { Action::Start(SECOND) } else { failed }]);
    }
}

#[test]
fn cancel_ends_the_worker_and_the_next_job_gets_a_new_one() {
    let mut pool = Pool::new(1);
    let (job, _) = pool.submit(task());
    let (waiting, _) = pool.submit(task());
    pool.handle(ready(FIRST));
    let actions = pool.cancel(job);
    assert_eq!(actions, [Action::End(FIRST), Action::Tell(job, Answer::Cancelled), Action::Start(SECOND)]);
    assert_eq!(pool.handle(done(FIRST, job)), [], "a late answer of an ended worker is dropped");
    assert_eq!(pool.cancel(waiting), [Action::Tell(waiting, Answer::Cancelled)]);
    assert_eq!(pool.cancel(waiting), []);
}

#[test]
fn a_worker_of_another_build_is_refused() {
    let mut pool = Pool::new(1);
    let (job, _) = pool.submit(task());
    let actions =
        pool.handle(Event::Message(FIRST, FromWorker::Ready { protocol: VERSION + 1, build: BUILD.into() }));
    assert!(actions.contains(&Action::End(FIRST)));
    assert!(matches!(answer(&actions), Some(Answer::Failed(_))));
    assert!(matches!(answer(&pool.submit(task()).1), Some(Answer::Failed(_))));
    let _ = job;
}

fn alive(worker: WorkerId) -> Event {
    Event::Message(worker, FromWorker::Alive)
}

/// The actions of this many ticks.
fn ticks(pool: &mut Pool, count: u32) -> Vec<Action> {
    (0..count).flat_map(|_| pool.handle(Event::Tick)).collect()
}

/// A pool of one worker that is at work.
fn busy() -> (Pool, JobId) {
    let mut pool = Pool::new(1);
    let (job, _) = pool.submit(task());
    pool.handle(ready(FIRST));
    (pool, job)
}

#[test]
fn a_silent_worker_is_replaced_and_its_job_tried_once_more() {
    let (mut pool, job) = busy();
    assert_eq!(ticks(&mut pool, BUSY_TICKS - 1), []);
    let again = Action::TellReplaced("toast.silent".into());
    assert_eq!(pool.handle(Event::Tick), [Action::End(FIRST), again, Action::Start(SECOND)]);
    assert_eq!(pool.handle(alive(FIRST)), [], "a late word of an ended worker is dropped");
    pool.handle(ready(SECOND));
    assert_eq!(ticks(&mut pool, BUSY_TICKS - 1), []);
    let failed = Answer::Failed(say("why.silent", [BUSY_TICKS]));
    assert_eq!(pool.handle(Event::Tick), [Action::End(SECOND), Action::Tell(job, failed)]);
    assert!(!pool.is_watching());
    assert_eq!(pool.submit(task()).1, [Action::Start(WorkerId(3))]);
}

#[test]
fn a_worker_that_says_anything_is_left_alone() {
    let (mut pool, job) = busy();
    let progress = FromWorker::Progress { job, progress: Progress::Refuted(1) };
    for word in [FromWorker::Alive, progress] {
        assert_eq!(ticks(&mut pool, BUSY_TICKS - 1), []);
        pool.handle(Event::Message(FIRST, word));
    }
    assert_eq!(ticks(&mut pool, BUSY_TICKS - 1), []);
    assert!(pool.is_watching());
    pool.handle(done(FIRST, job));
    // The silence before the end of a job is not held against the next one, and an idle worker may be silent.
    assert!(!pool.is_watching());
    assert_eq!(ticks(&mut pool, 2 * STARTING_TICKS), []);
    pool.submit(task());
    assert_eq!(ticks(&mut pool, BUSY_TICKS - 1), []);
    assert_eq!(pool.handle(Event::Tick)[0], Action::End(FIRST));
}

#[test]
fn a_worker_has_longer_to_start() {
    let mut pool = Pool::new(1);
    let (job, _) = pool.submit(task());
    assert_eq!(ticks(&mut pool, STARTING_TICKS - 1), []);
    let again = Action::TellReplaced("toast.not-started".into());
    assert_eq!(pool.handle(Event::Tick), [Action::End(FIRST), again, Action::Start(SECOND)]);
    assert_eq!(ticks(&mut pool, STARTING_TICKS - 1), []);
    let failed = Answer::Failed(say("why.not-started", [STARTING_TICKS]));
    assert_eq!(pool.handle(Event::Tick), [Action::End(SECOND), Action::Tell(job, failed)]);
}

#[test]
fn the_time_to_start_does_not_count_as_silence_at_work() {
    let mut pool = Pool::new(1);
    pool.submit(task());
    assert_eq!(ticks(&mut pool, STARTING_TICKS - 1), []);
    pool.handle(ready(FIRST));
    assert_eq!(ticks(&mut pool, BUSY_TICKS - 1), []);
}

#[test]
fn a_worker_that_starts_for_a_cancelled_job_is_ended_without_a_word() {
    let mut pool = Pool::new(1);
    let (job, _) = pool.submit(task());
    assert_eq!(pool.cancel(job), [Action::Tell(job, Answer::Cancelled)]);
    assert_eq!(ticks(&mut pool, STARTING_TICKS), [Action::End(FIRST)]);
    assert!(!pool.is_watching());
}

#[test]
fn each_worker_is_judged_by_its_own_silence() {
    let mut pool = Pool::new(2);
    pool.submit(task());
    pool.submit(task());
    pool.handle(ready(FIRST));
    ticks(&mut pool, 4);
    pool.handle(ready(SECOND));
    let at = |pool: &mut Pool, count| {
        ticks(pool, count).into_iter().filter(|action| matches!(action, Action::End(_))).collect::<Vec<_>>()
    };
    assert_eq!(at(&mut pool, BUSY_TICKS - 4), [Action::End(FIRST)]);
    assert_eq!(at(&mut pool, 3), []);
    assert_eq!(at(&mut pool, 1), [Action::End(SECOND)]);
}

/// A task in which a message reaches the worker.
fn long_task() -> Task {
    Task::Engine(EngineTask::Search {
        engine: EngineName::Stockfish,
        fields: String::new(),
        halfmove_clock: 0,
        limits: SearchLimits::default(),
        lines: 1,
        target: None,
        continues: false,
        team: None,
    })
}

/// A pool of one worker that was asked to stop, and a job that waits for it.
fn stopping() -> (Pool, JobId, JobId) {
    let mut pool = Pool::new(1);
    let (job, _) = pool.submit(long_task());
    pool.handle(ready(FIRST));
    let expect = [Action::Send(FIRST, ToWorker::Stop), Action::Tell(job, Answer::Cancelled)];
    assert_eq!(pool.cancel(job), expect);
    assert_eq!(pool.cancel(job), [], "it is answered once");
    let (next, actions) = pool.submit(long_task());
    assert_eq!(actions, []);
    (pool, job, next)
}

#[test]
fn a_worker_that_hears_messages_is_told_to_stop_and_kept() {
    for end in
        [done, |worker, job| Event::Message(worker, FromWorker::Failed { job, reason: "why.stopped".into() })]
    {
        let (mut pool, job, next) = stopping();
        let late = FromWorker::Progress { job, progress: Progress::Loading(3) };
        assert_eq!(pool.handle(Event::Message(FIRST, late)), []);
        let run = ToWorker::Run { job: next, task: long_task() };
        assert_eq!(pool.handle(end(FIRST, job)), [Action::Send(FIRST, run)]);
        assert!(matches!(answer(&pool.handle(done(FIRST, next))), Some(Answer::Done(_))));
    }
}

#[test]
fn a_worker_that_does_not_stop_is_replaced() {
    let (mut pool, _, next) = stopping();
    assert_eq!(ticks(&mut pool, BUSY_TICKS), [Action::End(FIRST), Action::Start(SECOND)]);
    let run = ToWorker::Run { job: next, task: long_task() };
    assert_eq!(pool.handle(ready(SECOND)), [Action::Send(SECOND, run)]);
    let (mut pool, ..) = stopping();
    assert_eq!(pool.handle(Event::Crashed(FIRST, boom())), [Action::End(FIRST), Action::Start(SECOND)]);
}

#[test]
fn workers_without_a_job_are_released() {
    let mut pool = Pool::new(3);
    let jobs: Vec<JobId> = (0..3).map(|_| pool.submit(long_task()).0).collect();
    pool.handle(ready(FIRST));
    pool.handle(ready(SECOND));
    pool.handle(done(FIRST, jobs[0]));
    pool.cancel(jobs[1]);
    // The third one is starting, and has a job.
    assert_eq!(pool.release(), [Action::End(FIRST), Action::End(SECOND)]);
    pool.cancel(jobs[2]);
    assert_eq!(pool.release(), [Action::End(WorkerId(3))]);
    assert!(!pool.is_watching());
    let (mut pool, _, _) = stopping();
    assert_eq!(pool.release(), [Action::End(FIRST), Action::Start(SECOND)], "a job that waits is begun");
}
