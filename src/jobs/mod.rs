//! What workers do with tasks. It needs no browser, so that it runs in native tests.
//!
//! There are three kinds of workers, with a program each: those that search, those that read and write records,
//! and those that make records of files in other formats. The page loads the second kind with the first file,
//! and the others when they are needed.

mod analyst;
mod clerk;
mod count;
mod engine;
mod engines;
mod evaluations;
mod find;
mod grades;
#[cfg(feature = "zstd")]
mod importer;
#[cfg(feature = "zstd")]
mod intake;
pub mod order;
mod performer;
mod pulse;
mod registers;
mod step;
#[cfg(test)]
mod testing;
mod verdicts;
mod watch;

use std::io::Read;
use std::rc::Rc;
use std::sync::Arc;

use crate::language::Text;
use crate::protocol::{Outcome, Progress, Task};
use crate::search::{Clock, Shared};
#[cfg(feature = "tablebases")]
use crate::tablebases::HandedTable;
use crate::uci::Host;

pub use analyst::Analyst;
pub use clerk::Clerk;
pub use engine::{Engine, Hear, Heard, Hunt, Position};
#[cfg(feature = "zstd")]
pub use importer::Importer;
pub use performer::Performer;
pub use step::{of_other_game, rewritten};

/// News of a task.
#[derive(Debug, Clone, PartialEq)]
pub enum News {
    /// The task made progress.
    Progress(Progress),
    /// The task is done, or it cannot be done, for a reason in words for the user.
    End(Result<Outcome, Text>),
}

/// Hears the news of a task: progress any number of times, and the end once.
pub type Tell = Box<dyn FnMut(News)>;

/// The work of a kind of worker.
pub trait Work {
    /// Begins a task. The end is reported before this returns or, if something has to be waited for, later.
    fn begin(&mut self, task: Task, clock: Rc<dyn Clock>, tell: Tell);

    /// Stops the task in progress, if there is one and it waits for something. The end is reported as usual.
    fn stop(&mut self) {}

    /// Takes a file of the page, if the worker reads such files.
    fn take(&mut self, file: Box<dyn Read>) {
        drop(file);
    }

    /// Takes tables of endgames in place of those it had, if the worker looks into such.
    #[cfg(feature = "tablebases")]
    fn take_tables(&mut self, files: Vec<Box<dyn HandedTable>>) {
        drop(files);
    }

    /// Takes memory that several workers share, if the worker searches together with others.
    fn take_memory(&mut self, memory: Arc<dyn Shared>) {
        drop(memory);
    }

    /// Handles a line of text from a program other than the page, if the worker speaks with such programs.
    fn hear(&mut self, line: &str, host: &dyn Host) {
        let _ = (line, host);
    }
}

/// The place as a smaller number; lines of more than 4 GiB cannot be sent.
fn place(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
