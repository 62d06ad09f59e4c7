//! The messages between the page and its workers.
//!
//! Messages are closed enums, and each message about work has the number of its job. A worker sends `Ready`
//! first. It then answers every task exactly once, with `Done` or `Failed`, after any number of `Progress`.
//! While it works it sends something every few seconds, if only `Alive`, so that one that hangs is noticed.
//! The types sent are those of the core: page and workers are built together, and a worker of another build
//! is refused ([`VERSION`], [`BUILD`]).

mod finding;
mod import;
mod lines;
pub mod memory;
mod outcome;
mod packed;
mod task;

use serde::{Deserialize, Serialize};

use crate::language::Text;
use crate::verb::FINGERPRINT;

pub use crate::dataset::Column;
pub use crate::pgn::{Keep, Positions, Reading as GameReading};
pub use finding::{Finding, RuleLines, RuleName};
pub use import::{Contents, ImportCount, Imported, Making};
pub use lines::Lines;
pub use outcome::{BadQuery, Counts, Foreseen, Merged, Outcome, Progress};
pub use task::{GradedRun, Part, Repeats, ReportFormat, Same, Task, places_of_part};

/// The version of the messages. The number is increased whenever they change; a new verb, or another order of the
/// verbs, changes it by itself. The file names of workers are not hashed, so an old worker can meet a new page.
pub const VERSION: u32 = FINGERPRINT.wrapping_add(28);

/// The build both sides must share.
pub const BUILD: &str = env!("CARGO_PKG_VERSION");

/// The number of a job, unique during the life of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct JobId(pub u64);

/// From the page to a worker.
#[allow(clippy::large_enum_variant, reason = "a message is encoded where it is made, and never kept")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ToWorker {
    /// Do a task.
    Run {
        /// The number of the job that it begins.
        job: JobId,
        /// What to do.
        task: Task,
    },
    /// Stop the task in progress, if it still is. It is answered as soon as it has stopped. Only for tasks
    /// that a message reaches ([`Task::is_stopped_by_message`]).
    Stop,
    /// From now on searches by a native engine go to this one.
    Choose(Native),
}

/// An engine on the machine that serves the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Native {
    /// The name under which the server lists it.
    pub name: String,
    /// The address of its WebSocket, with the token.
    pub address: String,
}

/// From a worker to the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum FromWorker {
    /// The worker can take tasks. What was sent before is lost.
    Ready {
        /// [`VERSION`] of the worker.
        protocol: u32,
        /// [`BUILD`] of the worker.
        build: String,
    },
    /// A task made progress.
    Progress {
        /// The number of the job that it belongs to.
        job: JobId,
        /// How far it is.
        progress: Progress,
    },
    /// The worker is at work, and has nothing else to say.
    Alive,
    /// The job is finished.
    Done {
        /// The number of the job that is done.
        job: JobId,
        /// Its result.
        outcome: Outcome,
    },
    /// The job cannot be done; the worker keeps running.
    Failed {
        /// The number of the job that failed.
        job: JobId,
        /// Why, for the user.
        reason: Text,
    },
    /// The worker panicked and takes no more work.
    Crashed {
        /// The message of the panic.
        reason: Text,
    },
}

/// The bytes are not a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WireError;

impl std::fmt::Display for WireError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the message cannot be read")
    }
}

/// A message as bytes.
///
/// # Errors
/// Never with the types of this module, though the encoder's signature allows it.
pub fn encode<M: Serialize>(message: &M) -> Result<Vec<u8>, WireError> {
    postcard::to_allocvec(message).map_err(|_| WireError)
}

/// A message from bytes.
///
/// # Errors
/// The bytes are of another version or damaged.
pub fn decode<'a, M: Deserialize<'a>>(bytes: &'a [u8]) -> Result<M, WireError> {
    postcard::from_bytes(bytes).map_err(|_| WireError)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::score::Score;
    use crate::language::{args, say, word};
    use crate::verb::{FORMS, Found, FoundLine, Step};
    use proptest::prelude::*;

    #[test]
    fn messages_survive_the_wire() {
        let report = FoundLine {
            rank: 1,
            depth: 12,
            selective_depth: 20,
            score: Score::Mate(3),
            line: vec!["e2e4".into(), "e7e8q".into()],
            nodes: 1 << 40,
            time_ms: 5,
        };
        let messages = [
            FromWorker::Ready { protocol: VERSION, build: BUILD.into() },
            FromWorker::Progress { job: JobId(7), progress: Progress::Found(report.clone()) },
            FromWorker::Alive,
            FromWorker::Done { job: JobId(7), outcome: Outcome::Found(Found::Search(report.into())) },
            FromWorker::Done { job: JobId(8), outcome: Outcome::Rewrite(vec![(3, b"\xff\0".to_vec())]) },
            FromWorker::Failed {
                job: JobId(9),
                reason: say("why.crashed", args![3, word("why.closed"), "no"]),
            },
        ];
        for message in messages {
            let bytes = encode(&message).unwrap();
            assert_eq!(decode(&bytes), Ok(message));
        }
    }

    /// As the forms fill them, before a run has begun and after.
    #[test]
    fn steps_of_all_verbs_survive_the_wire() {
        for form in FORMS {
            let texts: Vec<String> = form.fields.iter().map(|field| field.initial.to_owned()).collect();
            let step = form.fill(&texts).unwrap();
            for step in [step.clone(), step.begun(1.into())] {
                assert_eq!(decode(&encode(&step).unwrap()), Ok(step.clone()), "{step:?}");
                assert_eq!(Step::from_json(&step.to_json()), Ok(step));
            }
        }
    }

    #[test]
    fn repeats_are_cut_at_batches() {
        let repeats = Repeats { positions: vec![1, 4, 5, 9], labels: vec![] };
        assert_eq!(repeats.part(4, 4).positions, [0, 1]);
        assert_eq!(places_of_part(&[1, 4, 5, 9], 5, 9), [0, 4]);
        assert!(repeats.part(6, 3).positions.is_empty() && repeats.part(4, 4).labels.is_empty());
    }

    proptest! {
        #[test]
        fn any_bytes_are_answered(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
            let _ = decode::<FromWorker>(&bytes);
            let _ = decode::<ToWorker>(&bytes);
        }
    }
}
