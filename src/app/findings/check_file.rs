//! Checks all records of a file and collects the lines for each rule.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::documents::Documents;
use crate::app::notices::Notices;
use crate::app::sweep::{Batch, Sweep, Sweeps};
use crate::app::workers::Workers;
use crate::document::workspace::DocumentId;
use crate::document::{Changed, RecordId};
use crate::epd::conventions::Conventions;
use crate::language::Text;
use crate::logic::file_check::{FileCheck, OLD};
use crate::protocol::{Outcome, Repeats, RuleLines, Task};

/// Most lines that are checked again when it changes how they are read.
const AT_ONCE: usize = 50_000;

/// The check of the active file.
#[derive(Debug, Clone, Copy)]
pub struct CheckState {
    /// The result; `None` before the first check.
    pub found: RwSignal<Option<FileCheck>>,
    /// Whether the panel with the result is folded; a new check unfolds it.
    pub is_folded: RwSignal<bool>,
    sweep: StoredValue<Sweep, LocalStorage>,
    is_following: StoredValue<bool>,
    documents: &'static Documents,
    sweeps: &'static Sweeps,
    workers: Workers,
    notices: Notices,
}

impl CheckState {
    /// Starts without a result.
    pub fn new(
        documents: &'static Documents,
        sweeps: &'static Sweeps,
        workers: Workers,
        notices: Notices,
    ) -> Self {
        Self {
            found: RwSignal::new(None),
            is_folded: RwSignal::new(false),
            sweep: StoredValue::new_local(Sweep::default()),
            is_following: StoredValue::new(false),
            documents,
            sweeps,
            workers,
            notices,
        }
    }
}

impl CheckState {
    fn update(&'static self, change: impl FnOnce(&mut FileCheck)) {
        self.found.update(|found| {
            if let Some(found) = found {
                change(found);
            }
        });
    }
}

impl CheckState {
    /// Checks all records of the active file, and shows the result.
    pub fn check_file(&'static self) {
        self.is_folded.set(false);
        self.check_all();
    }

    fn check_all(&'static self) {
        if self.documents.is_reading() {
            return;
        }
        self.sweep.with_value(Sweep::stop);
        let Some((document, revision)) =
            self.documents.with_active(|open| (open.id, open.document.revision()))
        else {
            return;
        };
        // Lines that change from now on are checked again automatically.
        self.documents.workspace.update_untracked(|workspace| {
            if let Some(open) = workspace.get_mut(document) {
                open.document.take_changes();
            }
        });
        let sweep = Sweep::telling(move |lines| self.update(|found| found.count_done(lines)));
        self.sweep.set_value(sweep.clone());
        let ids = self.documents.all_ids();
        let found = Vec::new();
        self.found.set(Some(FileCheck {
            document,
            revision,
            has_followed: false,
            lines: ids.len(),
            percent: 0,
            done: 0,
            found,
        }));
        spawn_local(async move {
            let checked = self.check_lines(&sweep, document, ids).await;
            if let Err(reason) = checked
                && self.is_check_of(document)
            {
                self.stop_check();
                self.notices.failed("toast.check-failed", &reason);
            }
            if !sweep.is_stopped() {
                self.update(|found| {
                    found.sort();
                    found.percent = 100;
                });
                self.follow_changes();
            }
        });
    }

    async fn check_lines(
        &'static self,
        sweep: &Sweep,
        document: DocumentId,
        ids: Vec<RecordId>,
    ) -> Result<(), Text> {
        // The user may look at another file meanwhile.
        let conventions = self.documents.conventions_of(document);
        let repeats = self.sweeps.repeats(sweep, document, &ids, true).await?;
        let (end, failed) = (sweep.clone(), RwSignal::new(None));
        let take = move |batch: Batch<'_>, outcome: Result<Outcome, Text>| match outcome {
            Ok(Outcome::Check(found)) => {
                end.count(self.sweeps, batch.ids.len());
                self.update(|check| check.add(batch.ids, found));
            }
            Ok(_) => {}
            Err(reason) => {
                end.stop();
                failed.set(Some(reason));
            }
        };
        let make = move |first, lines: crate::protocol::Lines| {
            let repeats = repeats.part(first, lines.len());
            Task::Check { conventions: conventions.clone(), lines, repeats }
        };
        sweep.run(self.sweeps, document, ids, Box::new(make), Box::new(take)).await;
        failed.get_untracked().map_or(Ok(()), Err)
    }

    /// The number of kinds of problems in the active file, if it was checked and the result is not out of date. A view that
    /// asks follows the answer.
    pub fn kinds(&'static self) -> Option<usize> {
        let front = self.documents.workspace.with(|w| w.active().map(|open| open.id))?;
        self.found.with(|found| {
            let found = found.as_ref().filter(|found| found.document == front)?;
            (found.percent == 100 && !found.is_old()).then(|| found.rules().len())
        })
    }

    /// Marks the result as out of date.
    pub(crate) fn outdate_check(&'static self) {
        self.update(|found| found.revision = OLD);
    }

    /// Stops the check. Findings so far stay.
    pub fn stop_check(&'static self) {
        self.sweep.with_value(Sweep::stop);
        self.update(|found| {
            found.sort();
            found.percent = 100;
            found.revision = OLD;
        });
    }

    fn is_check_of(&'static self, document: DocumentId) -> bool {
        self.found.with_untracked(|found| found.as_ref().is_some_and(|found| found.document == document))
    }

    /// Stops the check of a closed file and forgets it.
    pub(crate) fn forget_check(&'static self, document: DocumentId) {
        if self.is_check_of(document) {
            self.sweep.with_value(Sweep::stop);
            self.found.set(None);
        }
    }

    /// Checks lines again when they change after the check of the file. A change of how records are read makes the
    /// result out of date, and a file that is not long is checked again. Call once, in the root component.
    pub fn keep_file_checked(&'static self) {
        Effect::new(move |before: Option<(Option<DocumentId>, Conventions)>| {
            let front = self.documents.workspace.with(|w| w.active().map(|open| open.id));
            let now = (front, self.documents.conventions.get());
            let is_changed = before.is_some_and(|before| before.0 == now.0 && before.1 != now.1);
            if is_changed && front.is_some_and(|front| self.is_check_of(front)) {
                self.outdate_check();
                // What takes a moment is not left to the user.
                let lines = self.found.with_untracked(|found| found.as_ref().map_or(0, |found| found.lines));
                if lines <= AT_ONCE {
                    self.check_all();
                }
            }
            now
        });
        Effect::new(move || {
            self.documents.workspace.track();
            self.follow_changes();
        });
    }

    fn follow_changes(&'static self) {
        let checked = self.found.with_untracked(|found| {
            let whole = found.as_ref().filter(|found| found.percent == 100 && !found.is_old());
            whole.map(|found| (found.document, found.revision))
        });
        let Some((document, revision)) = checked.filter(|_| !self.is_following.get_value()) else {
            return;
        };
        let changed = self.documents.workspace.try_update_untracked(|workspace| {
            let document = &mut workspace.get_mut(document)?.document;
            let is_new = document.revision() != revision;
            is_new.then(|| (document.take_changes(), document.revision()))
        });
        let Some(Some((Changed::Lines(ids), revision))) = changed else {
            // There are too many changes to follow. The summary says that the file changed.
            if let Some(Some((Changed::Many, _))) = changed {
                self.outdate_check();
            }
            return;
        };
        let before = checked.map_or(OLD, |(_, revision)| revision);
        self.is_following.set_value(true);
        spawn_local(async move {
            let found = self.check_again(document, &ids).await;
            self.update(|check| {
                // A check that began in the meantime must not get these findings.
                if check.document == document && check.revision == before && check.percent == 100 {
                    match found {
                        Ok((there, found)) => {
                            check.replace(&ids, &there, found);
                            check.revision = revision;
                            check.has_followed = true;
                        }
                        Err(_) => check.revision = OLD,
                    }
                }
            });
            self.is_following.set_value(false);
            self.follow_changes();
        });
    }

    /// The ids of those lines that still exist, and their findings.
    async fn check_again(
        &'static self,
        document: DocumentId,
        ids: &[RecordId],
    ) -> Result<(Vec<RecordId>, Vec<RuleLines>), Text> {
        let mut there = ids.to_vec();
        there.sort();
        there.dedup();
        self.documents.workspace.with_untracked(|workspace| {
            if let Some(open) = workspace.get(document) {
                there.retain(|&id| open.document.position_of(id).is_some());
            }
        });
        let lines = self.documents.texts(document, &there).await?;
        let task = Task::Check {
            conventions: self.documents.conventions_of(document),
            lines,
            repeats: Repeats::default(),
        };
        match self.workers.ask_desk(task).await? {
            Outcome::Check(found) => Ok((there, found)),
            _ => Ok((there, Vec::new())),
        }
    }
}
