//! The worker of the page for short tasks, which is started when there is work for it.

use leptos::prelude::*;

use crate::app::jobs::Jobs;
use crate::app::notices::Notices;
use crate::browser::worker_link::Program;
use crate::language::Text;
use crate::protocol::{Outcome, Task};

/// The worker for short tasks.
#[derive(Debug, Clone, Copy)]
pub struct Workers {
    desk: StoredValue<Option<Jobs>, LocalStorage>,
    notices: Notices,
}

impl Workers {
    /// No worker is started.
    pub(super) fn new(notices: Notices) -> Self {
        Self { desk: StoredValue::new_local(None), notices }
    }

    /// The answer of the worker for short tasks, which does not wait for other workers.
    ///
    /// # Errors
    /// The worker failed, or was stopped.
    pub async fn ask_desk(self, task: Task) -> Result<Outcome, Text> {
        let jobs = self.desk.get_value().unwrap_or_else(|| {
            let jobs = Jobs::new(Program::Clerk, 1, self.notices);
            self.desk.set_value(Some(jobs.clone()));
            jobs
        });
        jobs.ask(task).await
    }
}
