//! What workers do with tasks: no browser in here, so that it runs in native tests.
//!
//! There are two kinds of workers, each with a program of its own: those that search, and those that
//! read and write records. The page loads the second kind with the first file, and the first kind
//! only when something is analysed.

mod clerk;
mod count;
mod engine;
mod find;
mod games;
mod judge;
mod order;

use crate::epd::dialect::Dialect;
use crate::protocol::{self, Outcome, Report, Task};
use crate::search::Clock;
use crate::uci::Host;

pub use clerk::Clerk;
pub use engine::Engine;

/// What a kind of worker does.
pub trait Work {
    /// Does one task.
    ///
    /// # Errors
    /// A task that cannot be done, in words for the user.
    fn run(
        &mut self,
        task: Task,
        clock: &dyn Clock,
        progress: &mut dyn FnMut(Report),
    ) -> Result<Outcome, String>;

    /// Hears a line of text, if it speaks with programs that are not the page.
    fn hear(&mut self, line: &str, host: &dyn Host) {
        let _ = (line, host);
    }
}

fn dialect_of(dialect: protocol::Dialect) -> Dialect {
    match dialect {
        protocol::Dialect::Edwards => Dialect::Edwards,
        protocol::Dialect::Kvetka => Dialect::Kvetka,
    }
}
