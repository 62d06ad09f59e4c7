//! The problems of the selected record, and their severity for records in the list. The rules run in one
//! separate worker, so that a search in progress delays nothing.

pub mod check_file;
pub mod fix_menu;
pub mod problems;

use std::sync::Arc;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::documents::Documents;
use crate::app::workers::Workers;
use crate::document::RecordId;
use crate::document::workspace::DocumentId;
use crate::epd::conventions::Conventions;
use crate::language::Text;
use crate::logic::findings::{Findings, Verdict};
use crate::logic::row_checks::RowChecks;
use crate::protocol::{Outcome, Task};

/// The checks of the records on the screen.
#[derive(Debug, Clone, Copy)]
pub struct CheckDesk {
    /// The findings of the selected record. After a change the old findings stay until the new ones arrive;
    /// after another record was selected there are none.
    pub found: RwSignal<Option<Findings>>,
    /// Why records cannot be checked.
    pub failed: RwSignal<Option<Text>>,
    is_checking: StoredValue<bool>,
    rows: StoredValue<RowChecks<RwSignal<Verdict>>>,
    is_asking_verdicts: StoredValue<bool>,
    then: StoredValue<Vec<Box<dyn FnOnce()>>, LocalStorage>,
    documents: &'static Documents,
    workers: Workers,
}

impl CheckDesk {
    /// Starts without findings.
    pub fn new(documents: &'static Documents, workers: Workers) -> Self {
        Self {
            found: RwSignal::new(None),
            failed: RwSignal::new(None),
            is_checking: StoredValue::new(false),
            rows: StoredValue::new(RowChecks::default()),
            is_asking_verdicts: StoredValue::new(false),
            then: StoredValue::new_local(Vec::new()),
            documents,
            workers,
        }
    }
}

/// A record that is to be checked.
struct Unchecked {
    of: (DocumentId, RecordId),
    text: Arc<[u8]>,
    conventions: Conventions,
}

impl CheckDesk {
    /// Checks the selected record whenever it changes. Call once, in the root component.
    pub fn keep_checking(&'static self) {
        Effect::new(move || {
            self.documents.record.track();
            let of = self
                .documents
                .workspace
                .with(|w| w.active().and_then(|open| Some((open.id, open.selected?))));
            if self.found.with_untracked(|found| found.as_ref().map(|found| found.of) != of) {
                self.found.set(None);
            }
            self.check_record();
        });
    }

    /// The findings of the selected record, if they are up to date.
    pub(crate) fn findings_now(&'static self) -> Option<Findings> {
        let of = self.documents.selection()?;
        self.found.with_untracked(|found| {
            let found = found.as_ref()?;
            self.documents
                .record
                .with_untracked(|record| found.is_of(of, record.as_ref()?).then(|| found.clone()))
        })
    }

    /// The selected record, if it has to be checked.
    fn unchecked(&'static self) -> Option<Unchecked> {
        let of = self.documents.selection()?;
        if self.findings_now().is_some() {
            return None;
        }
        self.documents.record.with_untracked(|record| {
            let record = record.as_ref()?;
            let (text, conventions) = (Arc::clone(&record.text), record.conventions.clone());
            Some(Unchecked { of, text, conventions })
        })
    }

    /// Runs one check at a time. A change in the meantime is checked afterwards, but only the newest text.
    /// The waiting commands follow, each with the findings after the previous one.
    fn check_record(&'static self) {
        if self.is_checking.get_value() {
            return;
        }
        self.is_checking.set_value(true);
        spawn_local(async move {
            loop {
                self.check_newest().await;
                let next = |then: &mut Vec<_>| (!then.is_empty()).then(|| then.remove(0));
                let Some(command) = self.then.try_update_value(next).flatten() else { break };
                command();
            }
            self.is_checking.set_value(false);
        });
    }

    async fn check_newest(&'static self) {
        while let Some(Unchecked { of, text, conventions }) = self.unchecked() {
            let task = Task::Findings { conventions: conventions.clone(), line: text.to_vec() };
            match self.workers.ask_desk(task).await {
                Ok(Outcome::Findings(list)) => {
                    self.failed.set(None);
                    if self.documents.selection() == Some(of) {
                        self.found.set(Some(Findings { of, text, conventions, list }));
                    }
                }
                Ok(_) => break,
                Err(reason) => {
                    self.failed.set(Some(reason));
                    break;
                }
            }
        }
    }

    /// Runs a command as soon as the findings of the selected record are up to date, so that keys pressed in
    /// quick succession see the right findings.
    pub(crate) fn when_checked(&'static self, command: impl FnOnce() + 'static) {
        self.then.update_value(|then| then.push(Box::new(command)));
        self.check_record();
    }

    /// Checks the line that a row of the list shows, and sets its verdict to the result; `None` for nothing that can
    /// be checked.
    pub fn ask_verdict(&'static self, line: Option<Arc<[u8]>>, verdict: RwSignal<Verdict>) {
        self.rows.update_value(|rows| rows.show(verdict, line));
        if self.is_asking_verdicts.get_value() {
            return;
        }
        self.is_asking_verdicts.set_value(true);
        spawn_local(async move {
            loop {
                let lines = self.rows.try_update_value(RowChecks::take).unwrap_or_default();
                if lines.is_empty() {
                    break;
                }
                let conventions = self.documents.conventions.get_untracked();
                let task = Task::Verdicts { conventions, lines: lines.iter().collect() };
                let Ok(Outcome::Verdicts(verdicts)) = self.workers.ask_desk(task).await else { break };
                let answered = self.rows.try_update_value(|rows| rows.answered(verdicts)).unwrap_or_default();
                for (verdict, found) in answered {
                    // The list may be gone, with the rows.
                    if !verdict.is_disposed() {
                        verdict.set(Verdict::Checked(found));
                    }
                }
            }
            self.is_asking_verdicts.set_value(false);
        });
    }
}
