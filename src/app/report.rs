//! The report on solved records of the active file, or a comparison of all open files. Workers grade the
//! records and write the report; the page only shows it.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::analysis::{AnalysisState, WholeRun};
use crate::app::documents::Documents;
use crate::app::files::giving::give_text;
use crate::app::list::List;
use crate::app::notices::Notices;
use crate::app::records::Records;
use crate::app::runs::Runs;
use crate::app::sweep::{Sweep, Sweeps};
use crate::browser::page;
use crate::document::RecordId;
use crate::document::workspace::DocumentId;
use crate::language::Text;
use crate::protocol::{GradedRun, Lines, Outcome, Task};
use crate::verb::EngineName;

/// The formats for saving a report, each with the extension of its file.
pub const FORMATS: [(&str, &str); 4] =
    [("html", "html"), ("markdown", "md"), ("csv", "csv"), ("json", "json")];

/// The signals of the report.
#[derive(Debug, Clone, Copy)]
pub struct Reports {
    /// Whether it is shown.
    pub is_open: RwSignal<bool>,
    /// The report as a fragment of HTML.
    pub html: RwSignal<String>,
    /// The files of the runs in the report.
    of: StoredValue<Vec<DocumentId>>,
    graded: StoredValue<Vec<GradedRun>>,
    documents: &'static Documents,
    list: &'static List,
    records: &'static Records,
    runs: &'static Runs,
    analysis: &'static AnalysisState,
    sweeps: &'static Sweeps,
    notices: Notices,
}

/// The parts that reports need.
#[derive(Debug, Clone, Copy)]
pub(super) struct ReportParts {
    pub(super) documents: &'static Documents,
    pub(super) list: &'static List,
    pub(super) records: &'static Records,
    pub(super) runs: &'static Runs,
    pub(super) analysis: &'static AnalysisState,
    pub(super) sweeps: &'static Sweeps,
    pub(super) notices: Notices,
}

impl Reports {
    /// Starts without a report.
    pub(super) fn new(parts: ReportParts) -> Self {
        let ReportParts { documents, list, records, runs, analysis, sweeps, notices } = parts;
        Self {
            is_open: RwSignal::new(false),
            html: RwSignal::new(String::new()),
            of: StoredValue::new(Vec::new()),
            graded: StoredValue::new(Vec::new()),
            documents,
            list,
            records,
            runs,
            analysis,
            sweeps,
            notices,
        }
    }

    /// Makes a report and shows it. Other files are compared with the active one.
    pub(super) fn make_report(&'static self, by: Option<String>, all_files: bool) {
        let Some(front) = self.documents.with_active(|open| open.id) else { return };
        let mut documents = vec![front];
        if all_files {
            self.documents.workspace.with_untracked(|workspace| {
                let others = workspace.open_documents().iter().map(|open| open.id);
                documents.extend(others.filter(|&other| other != front));
            });
        }
        let lines = |document: &DocumentId| {
            self.documents
                .workspace
                .with_untracked(|w| w.get(*document).map_or(0, |open| open.document.len()))
        };
        let total = documents.iter().map(lines).sum();
        if !self.runs.begin_reading(front, "run.grading".into(), total) {
            return;
        }
        spawn_local(async move {
            let made = self.grade_files(&documents, by).await;
            let stopped = self.analysis.is_stopping();
            self.analysis.run.set(None);
            let shown = match made {
                _ if stopped => return self.notices.note("toast.stopped"),
                Ok(Some(runs)) => {
                    let task = Task::Report { runs: runs.clone(), format: "fragment".to_owned() };
                    self.analysis.jobs().ask(task).await.map(|outcome| (runs, outcome))
                }
                Ok(None) => return,
                Err(reason) => Err(reason),
            };
            match shown {
                Ok((runs, Outcome::Report(html))) => {
                    self.of.set_value(documents);
                    self.graded.set_value(runs);
                    self.html.set(html);
                    self.is_open.set(true);
                }
                Ok(_) => {}
                Err(reason) => self.notices.failed("toast.report-failed", &reason),
            }
        });
    }

    async fn grade_files(
        &'static self,
        documents: &[DocumentId],
        by: Option<String>,
    ) -> Result<Option<Vec<GradedRun>>, Text> {
        let mut runs = Vec::new();
        for &document in documents {
            let found = self.documents.workspace.with_untracked(|workspace| {
                let file = &workspace.get(document)?.document;
                // Of the active file only what is picked, or else listed.
                let is_front = workspace.active().is_some_and(|open| open.id == document);
                let ids = if is_front { self.list.chosen_ids() } else { file.all_ids() };
                let numbers = file.numbers_of(&ids);
                // A run that was undone says nothing about the present contents.
                let last = self.analysis.last.get_value().filter(|last| last.document == document);
                let last = last.filter(|last| last.serial.is_none_or(|serial| file.has_run(serial)));
                Some((file.name.clone(), ids, numbers, last))
            });
            let (name, ids, numbers, last) = found.ok_or("why.closed")?;
            let mut of = numbers.clone();
            of.sort_unstable();
            let by = by.clone();
            let make = Box::new(move |from: usize, lines: Lines| Task::Grade {
                numbers: numbers.get(from..from + lines.len()).unwrap_or_default().to_vec(),
                lines,
                by: by.clone(),
            });
            let Some(outcomes) = self.sweeps.collect(&Sweep::of_run(), document, ids, make).await? else {
                return Ok(None);
            };
            let parts = outcomes.into_iter().filter_map(|outcome| match outcome {
                Outcome::Grades(bytes) => Some(bytes.into()),
                _ => None,
            });
            let parts = parts.collect();
            runs.push(match last {
                None => GradedRun { name, parts, ..GradedRun::default() },
                Some(WholeRun { step, date, workers, solutions, claims, .. }) => {
                    // Reports are in English.
                    let source = step.source().map(|(engine, limit)| (engine, limit.english()));
                    let mut source = source.unwrap_or_default();
                    if step.engine() == Some(EngineName::Native) {
                        source.0 = self.analysis.native.get_untracked();
                    }
                    let solutions = self.by_line(document, solutions);
                    let mut claims = self.by_line(document, claims);
                    // Only the claims of records in the report, in their order.
                    claims.retain(|(line, _)| of.binary_search(line).is_ok());
                    claims.sort_by_key(|(line, _)| *line);
                    let machine = page::machine();
                    GradedRun { name, source, date, machine, workers, parts, solutions, claims }
                }
            });
        }
        Ok(Some(runs))
    }

    /// Facts about records, keyed by line number.
    fn by_line<T>(
        &'static self,
        document: DocumentId,
        known: impl IntoIterator<Item = (RecordId, T)>,
    ) -> Vec<(u32, T)> {
        let of_line = |(id, what)| {
            let position =
                self.documents.workspace.with_untracked(|w| w.get(document)?.document.position_of(id));
            Some((u32::try_from(position? + 1).ok()?, what))
        };
        known.into_iter().filter_map(of_line).collect()
    }

    /// Saves the report that is shown.
    pub fn save_report(&'static self, format: &'static str, ending: &'static str) {
        let runs = self.graded.get_value();
        let name = runs.first().map_or_else(String::new, |run| run.name.clone());
        spawn_local(async move {
            let text = match self.analysis.jobs().ask(Task::Report { runs, format: format.to_owned() }).await
            {
                Ok(Outcome::Report(text)) => text,
                Ok(_) => return,
                Err(reason) => {
                    self.notices.failed("toast.report-unwritten", &reason);
                    return;
                }
            };
            let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
            give_text(self.notices, &format!("{stem}-report.{ending}"), &text);
        });
    }

    /// Selects the record to which a link in the report points.
    pub fn follow_report(&'static self, event: &leptos::ev::MouseEvent) {
        let Some(address) = page::link_of(event) else { return };
        let Some((run, line)) = address.strip_prefix("#report-").and_then(|rest| rest.split_once('-')) else {
            return;
        };
        event.prevent_default();
        let (Ok(run), Ok(line)) = (run.parse::<usize>(), line.parse::<usize>()) else { return };
        let document = self.of.with_value(|documents| documents.get(run).copied());
        let Some(document) = document else { return };
        self.is_open.set(false);
        self.documents.workspace.update(|workspace| workspace.activate(document));
        self.records.select_position(line.saturating_sub(1));
    }
}
