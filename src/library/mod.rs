//! What the libraries for Python and JavaScript offer: a record in texts and numbers, and verbs on it. Each
//! library only gives this the shape of its language.

mod export;
mod finding;
mod joining;
mod record;
mod record_error;
mod step;

pub use export::{Exporter, opcodes};
pub use finding::{Finding, OfferedFix};
pub use joining::Joining;
pub use record::Record;
pub use record_error::RecordError;
pub use step::{Grading, NoEngine, Outcome, Search, StepFault, run_step};
