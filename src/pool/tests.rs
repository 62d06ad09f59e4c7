//! The pool with scripted workers.

use super::*;
use crate::protocol::Lines;

fn boom() -> Text {
    "boom".to_owned().into()
}

fn task() -> Task {
    Task::Standings { lines: Lines::default() }
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
