//! Checking all records of a file: how many lines each rule has something to say about.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::state::AppState;
use crate::app::sweep::{Batch, Sweep};
use crate::document::workspace::DocumentId;
use crate::protocol::{Outcome, RuleName, Task};
use crate::text::sort::sort_by_key;

/// What was found in a file so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileCheck {
    /// The file.
    pub document: DocumentId,
    /// The revision of the file when the check began.
    pub revision: u64,
    /// Lines checked.
    pub done: usize,
    /// Lines in all.
    pub total: usize,
    /// The rules that found something, and the lines each found it in.
    counts: Vec<(RuleName, u32)>,
}

impl FileCheck {
    /// Lines that a rule found something in.
    pub fn count(&self, code: &str) -> u32 {
        self.counts.iter().find(|(rule, _)| rule.code == code).map_or(0, |(_, count)| *count)
    }

    /// The rules that found something: the gravest first, then those that found most.
    pub fn rules(&self) -> Vec<RuleName> {
        let mut found: Vec<&(RuleName, u32)> = self.counts.iter().collect();
        sort_by_key(&mut found, |(rule, count)| std::cmp::Reverse((rule.severity, *count)));
        found.into_iter().map(|(rule, _)| rule.clone()).collect()
    }

    /// Number of rules that found something.
    pub fn kinds(&self) -> usize {
        self.counts.len()
    }

    fn add(&mut self, rule: RuleName, count: u32) {
        match self.counts.iter_mut().find(|(known, _)| *known == rule) {
            Some((_, sum)) => *sum += count,
            None => self.counts.push((rule, count)),
        }
    }
}

/// The check of the file in front.
#[derive(Debug, Clone, Copy)]
pub struct CheckState {
    /// What was found; `None` before the first check.
    pub found: RwSignal<Option<FileCheck>>,
    sweep: StoredValue<Sweep, LocalStorage>,
}

impl Default for CheckState {
    fn default() -> Self {
        Self { found: RwSignal::new(None), sweep: StoredValue::new_local(Sweep::default()) }
    }
}

impl AppState {
    /// Checks all records of the file in front.
    pub fn check_file(self) {
        if self.is_reading() {
            return;
        }
        self.check.sweep.with_value(Sweep::stop);
        let Some((document, revision)) = self.with_active(|open| (open.id, open.document.revision())) else {
            return;
        };
        let sweep = Sweep::default();
        self.check.sweep.set_value(sweep.clone());
        let ids = self.all_ids();
        let counts = Vec::new();
        self.check.found.set(Some(FileCheck { document, revision, done: 0, total: ids.len(), counts }));
        let dialect = self.dialect_of_messages();
        let end = sweep.clone();
        let take = move |batch: Batch<'_>, outcome: Result<Outcome, String>| match outcome {
            Ok(Outcome::Check(counts)) => self.check.found.update(|found| {
                if let Some(found) = found {
                    found.done += batch.ids.len();
                    for (rule, count) in counts {
                        found.add(rule, count);
                    }
                }
            }),
            Ok(_) => {}
            Err(reason) => {
                end.stop();
                self.toasts.problem(format!("Not all records could be checked: {reason}."));
            }
        };
        spawn_local(async move {
            let make = move |_, lines| Task::Check { dialect, lines };
            sweep.run(self, document, ids, Box::new(make), Box::new(take)).await;
        });
    }

    /// Stops the check; what was found so far stays.
    pub fn stop_check(self) {
        self.check.sweep.with_value(Sweep::stop);
        self.check.found.update(|found| {
            if let Some(found) = found {
                found.total = found.done;
            }
        });
    }
}
