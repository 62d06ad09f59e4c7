//! The workers of the page, started when there is work for them.

use leptos::prelude::*;

use crate::app::jobs::Jobs;
use crate::browser::worker_link::Program;
use crate::language::Text;
use crate::pool::Answer;
use crate::protocol::{Outcome, Task};

/// The workers of the page.
#[derive(Debug, Clone, Copy)]
pub struct Workers {
    desk: StoredValue<Option<Jobs>, LocalStorage>,
}

impl Default for Workers {
    fn default() -> Self {
        Self { desk: StoredValue::new_local(None) }
    }
}

impl Workers {
    /// What the worker for short tasks answers, whatever the others do.
    ///
    /// # Errors
    /// Why there is no answer: the worker failed, or was stopped.
    pub async fn ask_desk(self, task: Task) -> Result<Outcome, Text> {
        let jobs = self.desk.get_value().unwrap_or_else(|| {
            let jobs = Jobs::new(Program::Clerk, 1);
            self.desk.set_value(Some(jobs.clone()));
            jobs
        });
        match jobs.submit(task, |_| ()).end.await {
            Ok(Answer::Done(outcome)) => Ok(outcome),
            Ok(Answer::Failed(reason)) => Err(reason),
            _ => Err("why.stopped".into()),
        }
    }
}
