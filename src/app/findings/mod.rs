//! What is wrong with the selected record, and how bad it is with those of the list. The rules are
//! in the workers: one worker of its own answers, so that a search that goes on delays nothing.

pub mod check_file;
pub mod fix_menu;
pub mod problems;

use std::sync::Arc;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::state::AppState;
use crate::document::RecordId;
use crate::document::workspace::DocumentId;
use crate::epd::LineKind;
use crate::epd::dialect::Dialect;
use crate::epd::lint::{Applicability, Fix, Severity};
use crate::language::Text;
use crate::protocol::{self, Outcome, Task};
use crate::text::edit::{Indel, TextEdit};
use crate::text::span::Span;
use crate::view::RecordView;

/// Rows that wait for their verdict; those that waited longest were scrolled away.
const MOST_WAITING: usize = 200;

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The code of the rule.
    pub code: String,
    /// Its name.
    pub name: String,
    /// How bad it is.
    pub severity: Severity,
    /// Where it shows.
    pub span: Span,
    /// What was found.
    pub message: Text,
    /// The paragraph of the 1995 text that is broken.
    pub paragraph: String,
    /// The repairs on offer, the best first.
    pub fixes: Vec<Fix>,
}

impl Finding {
    /// Why it matters.
    pub fn why(&self) -> Text {
        Text::of_key(format!("{}.why", self.code))
    }
}

/// The findings of a record.
#[derive(Debug, Clone, PartialEq)]
pub struct Findings {
    of: (DocumentId, RecordId),
    text: Arc<[u8]>,
    dialect: Dialect,
    /// In the order of the text.
    pub list: Vec<Finding>,
}

impl Findings {
    /// The text that they are of.
    pub(crate) fn text(&self) -> Arc<[u8]> {
        Arc::clone(&self.text)
    }

    /// How bad the worst one is.
    pub fn worst(&self) -> Option<Severity> {
        self.list.iter().map(|found| found.severity).max()
    }

    /// The places and their severities.
    pub fn marks(&self) -> Vec<(Span, Severity)> {
        self.list.iter().map(|found| (found.span, found.severity)).collect()
    }

    /// Those that lie in a part of the line.
    pub fn inside(&self, part: Span) -> impl Iterator<Item = &Finding> {
        self.list.iter().filter(move |found| part.start <= found.span.start && found.span.end <= part.end)
    }
}

/// What is known of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing yet.
    Unchecked,
    /// How bad the worst finding is.
    Checked(Option<Severity>),
}

impl Verdict {
    /// How bad the worst finding is, if one is known.
    pub fn severity(self) -> Option<Severity> {
        match self {
            Self::Unchecked => None,
            Self::Checked(worst) => worst,
        }
    }
}

/// A line of the list that waits for its verdict.
type Row = (Arc<[u8]>, RwSignal<Verdict>);

/// The checks of the records that are seen.
#[derive(Debug, Clone, Copy)]
pub struct CheckDesk {
    /// The findings of the selected record: those of its text before the last change until the new
    /// ones have come, none while another record is checked.
    pub found: RwSignal<Option<Findings>>,
    /// Why records cannot be checked.
    pub failed: RwSignal<Option<Text>>,
    is_checking: StoredValue<bool>,
    waiting: StoredValue<Vec<Row>>,
    is_judging: StoredValue<bool>,
    then: StoredValue<Vec<Box<dyn FnOnce()>>, LocalStorage>,
}

impl Default for CheckDesk {
    fn default() -> Self {
        Self {
            found: RwSignal::new(None),
            failed: RwSignal::new(None),
            is_checking: StoredValue::new(false),
            waiting: StoredValue::new(Vec::new()),
            is_judging: StoredValue::new(false),
            then: StoredValue::new_local(Vec::new()),
        }
    }
}

/// A record whose findings are wanted.
struct Unchecked {
    of: (DocumentId, RecordId),
    text: Arc<[u8]>,
    dialect: Dialect,
    is_record: bool,
}

impl AppState {
    /// Has the selected record checked whenever it changes. Call once, in the root component.
    pub fn keep_checking(self) {
        Effect::new(move || {
            self.documents.record.track();
            let of = self
                .documents
                .workspace
                .with(|w| w.active().and_then(|open| Some((open.id, open.selected?))));
            if self.desk.found.with_untracked(|found| found.as_ref().map(|found| found.of) != of) {
                self.desk.found.set(None);
            }
            self.check_record();
        });
    }

    /// The findings of the selected record as it is now.
    pub(crate) fn findings_now(self) -> Option<Findings> {
        let of = self.documents.selection()?;
        let is_of = |found: &Findings, record: &RecordView| {
            found.of == of && found.text == record.text && found.dialect == record.dialect
        };
        self.desk.found.with_untracked(|found| {
            let found = found.as_ref()?;
            self.documents
                .record
                .with_untracked(|record| is_of(found, record.as_ref()?).then(|| found.clone()))
        })
    }

    /// The selected record, if its findings are not known.
    fn unchecked(self) -> Option<Unchecked> {
        let of = self.documents.selection()?;
        if self.findings_now().is_some() {
            return None;
        }
        self.documents.record.with_untracked(|record| {
            let record = record.as_ref()?;
            let (text, dialect) = (Arc::clone(&record.text), record.dialect);
            Some(Unchecked { of, text, dialect, is_record: record.kind == LineKind::Record })
        })
    }

    /// One check at a time: what is typed meanwhile is checked after it, the newest text only. Then
    /// the commands that waited, each with the findings of what the one before it has made.
    fn check_record(self) {
        if self.desk.is_checking.get_value() {
            return;
        }
        self.desk.is_checking.set_value(true);
        spawn_local(async move {
            loop {
                self.check_newest().await;
                let next = |then: &mut Vec<_>| (!then.is_empty()).then(|| then.remove(0));
                let Some(command) = self.desk.then.try_update_value(next).flatten() else { break };
                command();
            }
            self.desk.is_checking.set_value(false);
        });
    }

    async fn check_newest(self) {
        while let Some(Unchecked { of, text, dialect, is_record }) = self.unchecked() {
            let task =
                Task::Findings { dialect: self.documents.dialect.get_untracked(), line: text.to_vec() };
            let found =
                if is_record { self.workers.ask_desk(task).await } else { Ok(Outcome::Findings(Vec::new())) };
            match found {
                Ok(Outcome::Findings(list)) => {
                    self.desk.failed.set(None);
                    if self.documents.selection() == Some(of) {
                        let list = list.into_iter().map(finding).collect();
                        self.desk.found.set(Some(Findings { of, text, dialect, list }));
                    }
                }
                Ok(_) => break,
                Err(reason) => {
                    self.desk.failed.set(Some(reason));
                    break;
                }
            }
        }
    }

    /// Runs a command about the findings of the selected record once they are those of its text: a
    /// key that follows another one quickly does not miss them.
    pub(crate) fn when_checked(self, command: impl FnOnce() + 'static) {
        self.desk.then.update_value(|then| then.push(Box::new(command)));
        self.check_record();
    }

    /// Has a line of the list checked; `verdict` is set when it was.
    pub fn judge(self, line: Arc<[u8]>, verdict: RwSignal<Verdict>) {
        self.desk.waiting.update_value(|waiting| {
            waiting.push((line, verdict));
            let many = waiting.len().saturating_sub(MOST_WAITING);
            waiting.drain(..many);
        });
        if self.desk.is_judging.get_value() {
            return;
        }
        self.desk.is_judging.set_value(true);
        spawn_local(async move {
            loop {
                let mut rows = self.desk.waiting.try_update_value(std::mem::take).unwrap_or_default();
                rows.retain(|(_, verdict)| !verdict.is_disposed());
                if rows.is_empty() {
                    break;
                }
                let lines = rows.iter().map(|(line, _)| line).collect();
                let task = Task::Verdicts { dialect: self.documents.dialect.get_untracked(), lines };
                let Ok(Outcome::Verdicts(verdicts)) = self.workers.ask_desk(task).await else { break };
                for ((_, verdict), found) in rows.into_iter().zip(verdicts) {
                    // A row that was scrolled away has no signal any more.
                    verdict.set(Verdict::Checked(found));
                }
            }
            self.desk.is_judging.set_value(false);
        });
    }
}

fn finding(found: protocol::Finding) -> Finding {
    Finding {
        code: found.rule.code,
        name: found.rule.name,
        severity: found.rule.severity,
        span: span(found.start, found.end),
        message: found.message,
        paragraph: found.paragraph,
        fixes: found.fixes.into_iter().map(fix).collect(),
    }
}

fn fix(fix: protocol::Fix) -> Fix {
    let indel = |(start, end, insert)| Indel { delete: span(start, end), insert };
    Fix {
        title: fix.title,
        edit: TextEdit::from_indels(fix.edits.into_iter().map(indel).collect()),
        applicability: if fix.is_safe { Applicability::Safe } else { Applicability::Unsafe },
    }
}

/// The entry that names a severity.
pub fn severity_key(severity: Severity) -> &'static str {
    match severity {
        Severity::Info => "severity.info",
        Severity::Warning => "severity.warning",
        Severity::Error => "severity.error",
    }
}

fn span(start: u32, end: u32) -> Span {
    Span::new(start as usize, (end as usize).max(start as usize))
}
