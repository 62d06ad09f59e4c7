//! What workers do with tasks: no browser in here, so that it runs in native tests.
//!
//! There are two kinds of workers, each with a program of its own: those that search, and those that
//! read and write records. The page loads the second kind with the first file, and the first kind
//! only when something is analysed.

mod analyst;
mod clerk;
mod count;
mod engine;
mod engines;
mod find;
mod games;
mod grades;
mod judge;
pub mod order;
mod registers;
mod standing;
mod step;
mod watch;

use std::rc::Rc;

use crate::language::Text;
use crate::protocol::{Outcome, Progress, Task};
use crate::search::Clock;
use crate::uci::Host;

pub use analyst::Analyst;
pub use clerk::Clerk;
pub use engine::{Engine, Hear, Heard, Hunt, Position};

/// News of a task.
#[derive(Debug, Clone, PartialEq)]
pub enum News {
    /// It got further.
    Progress(Progress),
    /// It is done, or cannot be, in words for the user.
    End(Result<Outcome, Text>),
}

/// Hears of a task: of progress any number of times, and of the end once.
pub type Tell = Box<dyn FnMut(News)>;

/// What a kind of worker does.
pub trait Work {
    /// Begins a task. Its end is told before this returns or, if others are waited for, later.
    fn begin(&mut self, task: Task, clock: Rc<dyn Clock>, tell: Tell);

    /// Hears a line of text, if it speaks with programs that are not the page.
    fn hear(&mut self, line: &str, host: &dyn Host) {
        let _ = (line, host);
    }
}
