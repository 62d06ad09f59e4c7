//! Checking all records of a file: which lines each rule has something to say about.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::state::AppState;
use crate::app::sweep::{Batch, Sweep};
use crate::document::workspace::DocumentId;
use crate::document::{Changed, LineSet, RecordId};
use crate::epd::dialect::Dialect;
use crate::language::Text;
use crate::protocol::{Outcome, Repeats, RuleName, Task};

/// The sweeps of a check: what repeats, and then the rules.
const SWEEPS: usize = 2;

/// No revision of a file.
const OLD: u64 = u64::MAX;

/// Whether a rule speaks of what stands in other lines too.
fn is_of_file(rule: &str) -> bool {
    matches!(rule, "I216" | "I439")
}

/// What was found in a file so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileCheck {
    /// The file.
    pub document: DocumentId,
    /// The revision of the file that it speaks of, or `OLD`.
    revision: u64,
    /// Whether lines were checked again since the whole file was.
    has_followed: bool,
    /// Lines of the file when the check began.
    pub lines: usize,
    /// Hundredths of the work that are done; 100 also when it was stopped.
    pub percent: usize,
    /// Lines looked at in all sweeps together.
    done: usize,
    /// The rules that found something, and the lines in which each did, sorted.
    found: Vec<(RuleName, Vec<RecordId>)>,
}

impl FileCheck {
    /// Lines that a rule found something in.
    pub fn count(&self, code: &str) -> usize {
        self.found.iter().find(|(rule, _)| rule.code == code).map_or(0, |(_, lines)| lines.len())
    }

    /// The rules that found something: the gravest first, then those that found most.
    pub fn rules(&self) -> Vec<RuleName> {
        let mut found: Vec<&(RuleName, Vec<RecordId>)> =
            self.found.iter().filter(|(_, lines)| !lines.is_empty()).collect();
        found.sort_by_key(|(rule, lines)| std::cmp::Reverse((rule.severity, lines.len())));
        found.into_iter().map(|(rule, _)| rule.clone()).collect()
    }

    /// Whether what the rule found is as of the check, and lines changed since: what repeats is worked
    /// out with the whole file only.
    pub fn is_as_of_check(&self, code: &str) -> bool {
        self.has_followed && is_of_file(code)
    }

    /// Whether it does not speak of the whole file as it is now, and does not follow it any more.
    pub fn is_old(&self) -> bool {
        self.revision == OLD
    }

    fn count_done(&mut self, lines: usize) {
        self.done += lines;
        // All of it only when the last sweep has ended.
        self.percent = (self.done * 100 / (SWEEPS * self.lines).max(1)).min(99);
    }

    /// Takes in findings: for each rule the places of lines among these.
    fn add(&mut self, ids: &[RecordId], found: Vec<(RuleName, Vec<u32>)>) {
        for (rule, places) in found {
            let lines = places.into_iter().filter_map(|at| ids.get(at as usize).copied());
            self.lines_mut(rule).extend(lines);
        }
    }

    fn lines_mut(&mut self, rule: RuleName) -> &mut Vec<RecordId> {
        let at = self.found.iter().position(|(known, _)| *known == rule).unwrap_or_else(|| {
            self.found.push((rule, Vec::new()));
            self.found.len() - 1
        });
        &mut self.found[at].1
    }

    /// Puts the findings of these lines, of which some are still `there`, in the place of earlier ones.
    /// That something repeats is a finding of the file and worked out with all of it only: until the
    /// next check it stays with the lines that are there.
    fn replace(&mut self, ids: &[RecordId], there: &[RecordId], found: Vec<(RuleName, Vec<u32>)>) {
        for (rule, lines) in &mut self.found {
            let is_gone = |id: &RecordId| !is_of_file(&rule.code) || there.binary_search(id).is_err();
            let gone: Vec<RecordId> =
                ids.iter().copied().filter(|id| is_gone(id) && lines.binary_search(id).is_ok()).collect();
            if !gone.is_empty() {
                let gone = LineSet::of(&gone);
                lines.retain(|&id| !gone.has(id));
            }
        }
        for (rule, places) in found {
            // Few lines among very many: each finds its place, and nothing is sorted anew.
            let lines = self.lines_mut(rule);
            for id in places.into_iter().filter_map(|at| there.get(at as usize)) {
                if let Err(at) = lines.binary_search(id) {
                    lines.insert(at, *id);
                }
            }
        }
    }

    fn sort(&mut self) {
        self.found.iter_mut().filter(|(_, lines)| !lines.is_sorted()).for_each(|(_, lines)| lines.sort());
    }
}

/// The check of the file in front.
#[derive(Debug, Clone, Copy)]
pub struct CheckState {
    /// What was found; `None` before the first check.
    pub found: RwSignal<Option<FileCheck>>,
    sweep: StoredValue<Sweep, LocalStorage>,
    is_following: StoredValue<bool>,
}

impl Default for CheckState {
    fn default() -> Self {
        Self {
            found: RwSignal::new(None),
            sweep: StoredValue::new_local(Sweep::default()),
            is_following: StoredValue::new(false),
        }
    }
}

impl CheckState {
    fn update(self, change: impl FnOnce(&mut FileCheck)) {
        self.found.update(|found| {
            if let Some(found) = found {
                change(found);
            }
        });
    }
}

impl AppState {
    /// Checks all records of the file in front.
    pub fn check_file(self) {
        if self.documents.is_reading() {
            return;
        }
        self.check.sweep.with_value(Sweep::stop);
        let Some((document, revision)) =
            self.documents.with_active(|open| (open.id, open.document.revision()))
        else {
            return;
        };
        // What changes from now on is checked again by itself.
        self.documents.workspace.update_untracked(|workspace| {
            if let Some(open) = workspace.get_mut(document) {
                open.document.take_changes();
            }
        });
        let sweep = Sweep::telling(move |lines| self.check.update(|found| found.count_done(lines)));
        self.check.sweep.set_value(sweep.clone());
        let ids = self.documents.all_ids();
        let found = Vec::new();
        self.check.found.set(Some(FileCheck {
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
                self.check.update(|found| {
                    found.sort();
                    found.percent = 100;
                });
                self.follow_changes();
            }
        });
    }

    async fn check_lines(self, sweep: &Sweep, document: DocumentId, ids: Vec<RecordId>) -> Result<(), Text> {
        let repeats = self.repeats(sweep, document, &ids, true).await?;
        let dialect = self.documents.dialect.get_untracked();
        let (end, failed) = (sweep.clone(), RwSignal::new(None));
        let take = move |batch: Batch<'_>, outcome: Result<Outcome, Text>| match outcome {
            Ok(Outcome::Check(found)) => {
                end.count(self, batch.ids.len());
                self.check.update(|check| check.add(batch.ids, found));
            }
            Ok(_) => {}
            Err(reason) => {
                end.stop();
                failed.set(Some(reason));
            }
        };
        let make = move |first, lines: crate::protocol::Lines| {
            let repeats = repeats.part(first, lines.len());
            Task::Check { dialect, lines, repeats }
        };
        sweep.run(self, document, ids, Box::new(make), Box::new(take)).await;
        failed.get_untracked().map_or(Ok(()), Err)
    }

    /// What was found is not what is there now.
    pub(crate) fn outdate_check(self) {
        self.check.update(|found| found.revision = OLD);
    }

    /// Stops the check; what was found so far stays.
    pub fn stop_check(self) {
        self.check.sweep.with_value(Sweep::stop);
        self.check.update(|found| {
            found.sort();
            found.percent = 100;
            found.revision = OLD;
        });
    }

    fn is_check_of(self, document: DocumentId) -> bool {
        self.check
            .found
            .with_untracked(|found| found.as_ref().is_some_and(|found| found.document == document))
    }

    /// Stops and forgets the check of a file that is closed.
    pub(crate) fn forget_check(self, document: DocumentId) {
        if self.is_check_of(document) {
            self.check.sweep.with_value(Sweep::stop);
            self.check.found.set(None);
        }
    }

    /// Checks the lines that changed since the check of the file, whenever some did; what was found by the
    /// other dialect is old. Call once, in the root component.
    pub fn keep_file_checked(self) {
        Effect::new(move |before: Option<Dialect>| {
            let dialect = self.documents.dialect.get();
            if before.is_some_and(|before| before != dialect) {
                self.outdate_check();
            }
            dialect
        });
        Effect::new(move || {
            self.documents.workspace.track();
            self.follow_changes();
        });
    }

    fn follow_changes(self) {
        let checked = self.check.found.with_untracked(|found| {
            let whole = found.as_ref().filter(|found| found.percent == 100 && !found.is_old());
            whole.map(|found| (found.document, found.revision))
        });
        let Some((document, revision)) = checked.filter(|_| !self.check.is_following.get_value()) else {
            return;
        };
        let changed = self.documents.workspace.try_update_untracked(|workspace| {
            let document = &mut workspace.get_mut(document)?.document;
            let is_new = document.revision() != revision;
            is_new.then(|| (document.take_changes(), document.revision()))
        });
        let Some(Some((Changed::Lines(ids), revision))) = changed else {
            // So many that the file is to be checked again: the summary says that it changed.
            if let Some(Some((Changed::Many, _))) = changed {
                self.outdate_check();
            }
            return;
        };
        let before = checked.map_or(OLD, |(_, revision)| revision);
        self.check.is_following.set_value(true);
        spawn_local(async move {
            let found = self.check_again(document, &ids).await;
            self.check.update(|check| {
                // Not into a check that was begun meanwhile.
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
            self.check.is_following.set_value(false);
            self.follow_changes();
        });
    }

    /// The findings of those of the lines that are there.
    async fn check_again(
        self,
        document: DocumentId,
        ids: &[RecordId],
    ) -> Result<(Vec<RecordId>, Vec<(RuleName, Vec<u32>)>), Text> {
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
            dialect: self.documents.dialect.get_untracked(),
            lines,
            repeats: Repeats::default(),
        };
        match self.workers.ask_desk(task).await? {
            Outcome::Check(found) => Ok((there, found)),
            _ => Ok((there, Vec::new())),
        }
    }
}
