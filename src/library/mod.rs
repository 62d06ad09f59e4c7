//! What the libraries for Python and JavaScript offer: a record in texts and numbers, and verbs on it. Each
//! library only gives this the shape of its language.

mod finding;
mod record;
mod step;

pub use finding::{Finding, OfferedFix};
pub use record::{Record, RecordError};
pub use step::{NoEngine, Outcome, Search, StepFault, grade, run_step};
