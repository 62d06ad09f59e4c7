//! The report on solved records of the active file, or a comparison of all open files. Workers grade the
//! records and write the report; the page only shows it.

mod links;

use std::collections::HashMap;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::analysis::{AnalysisState, WholeRun};
use crate::app::documents::Documents;
use crate::app::files::giving::give_text;
use crate::app::language::Language;
use crate::app::list::List;
use crate::app::notices::Notices;
use crate::app::records::Records;
use crate::app::runs::Runs;
use crate::app::sweep::{Sweep, Sweeps};
use crate::browser::page;
use crate::document::RecordId;
use crate::document::workspace::DocumentId;
use crate::language::Text;
use crate::logic::graded::without_empty_columns;
use crate::protocol::{GradedRun, Lines, Outcome, ReportFormat, Task};
use crate::report::View;
use crate::verb::EngineName;

/// The signals of the report.
#[derive(Debug, Clone, Copy)]
pub struct Reports {
    /// Whether it is shown.
    pub is_open: RwSignal<bool>,
    /// Whether it was closed by one of its links, and not left.
    is_left_by_link: StoredValue<bool>,
    /// Whether the page hears that the browser comes back to it.
    is_heard: StoredValue<bool>,
    /// The report as a fragment of HTML.
    pub html: RwSignal<String>,
    /// The files of the runs in the report.
    pub of: RwSignal<Vec<DocumentId>>,
    /// Comparisons that were not made, after which the boxes of files are as they were.
    pub refused: RwSignal<usize>,
    /// The records of each run with the numbers that their lines had, in rising order.
    lines: StoredValue<RunLines>,
    /// Counts what was asked for: an answer to an earlier question comes too late.
    asked: StoredValue<usize>,
    /// The opcode that names the groups.
    by: StoredValue<Option<String>>,
    graded: StoredValue<Vec<GradedRun>>,
    /// What the files were when they were graded.
    revisions: StoredValue<Vec<Option<u64>>>,
    /// The table that is sorted, the column, and whether the greatest comes first.
    sorted: StoredValue<Option<(usize, usize, bool)>>,
    documents: &'static Documents,
    list: &'static List,
    records: &'static Records,
    runs: &'static Runs,
    analysis: &'static AnalysisState,
    sweeps: &'static Sweeps,
    language: Language,
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
    pub(super) language: Language,
    pub(super) notices: Notices,
}

/// The records of each run with the numbers that their lines had when it was graded, in rising order.
type RunLines = Vec<Vec<(u32, RecordId)>>;

/// The grades of files, and the lines of their records.
type Graded = (Vec<GradedRun>, RunLines);

impl Reports {
    /// Starts without a report.
    pub(super) fn new(parts: ReportParts) -> Self {
        let ReportParts { documents, list, records, runs, analysis, sweeps, language, notices } = parts;
        Self {
            is_open: RwSignal::new(false),
            is_left_by_link: StoredValue::new(false),
            is_heard: StoredValue::new(false),
            html: RwSignal::new(String::new()),
            of: RwSignal::new(Vec::new()),
            refused: RwSignal::new(0),
            lines: StoredValue::new(Vec::new()),
            asked: StoredValue::new(0),
            by: StoredValue::new(None),
            sorted: StoredValue::new(None),
            graded: StoredValue::new(Vec::new()),
            revisions: StoredValue::new(Vec::new()),
            documents,
            list,
            records,
            runs,
            analysis,
            sweeps,
            language,
            notices,
        }
    }

    /// Makes a report and shows it. Other files are compared with the active one.
    pub(super) fn make_report(&'static self, by: Option<String>, all_files: bool) {
        let Some(front) = self.documents.with_active(|open| open.id) else { return };
        let mut documents = vec![front];
        if all_files {
            documents.extend(self.others_of(front).into_iter().map(|(id, _)| id));
        }
        self.make_report_of(documents, by);
    }

    /// The open files with their names, without this one.
    fn others_of(&'static self, front: DocumentId) -> Vec<(DocumentId, String)> {
        self.documents.workspace.with_untracked(|workspace| {
            let others = workspace.open_documents().iter().filter(|open| open.id != front);
            others.map(|open| (open.id, open.document.name.clone())).collect()
        })
    }

    /// The files that the report could be compared with.
    pub fn comparable(&'static self) -> Vec<(DocumentId, String)> {
        self.of.with(|of| of.first().map_or_else(Vec::new, |&front| self.others_of(front)))
    }

    /// Makes the report again with this file, or without it.
    pub fn compare_with(&'static self, document: DocumentId, is_wanted: bool) {
        let mut documents = self.of.get_untracked();
        documents.retain(|&known| known != document);
        if is_wanted {
            documents.push(document);
        }
        self.make_report_of(documents, self.by.get_value());
    }

    /// The states of files; `None` for one that is closed.
    fn revisions_of(&'static self, documents: &[DocumentId]) -> Vec<Option<u64>> {
        self.documents.workspace.with_untracked(|workspace| {
            documents.iter().map(|&id| Some(workspace.get(id)?.document.revision())).collect()
        })
    }

    /// The number of the next question.
    fn next_question(&'static self) -> usize {
        self.asked.update_value(|asked| *asked += 1);
        self.asked.get_value()
    }

    fn make_report_of(&'static self, documents: Vec<DocumentId>, by: Option<String>) {
        let Some(&front) = documents.first() else { return };
        let lines = |document: &DocumentId| {
            self.documents
                .workspace
                .with_untracked(|w| w.get(*document).map_or(0, |open| open.document.len()))
        };
        let total = documents.iter().map(lines).sum();
        // If the user closes the report in the meantime, the comparison is dropped.
        let is_again = self.is_open.get_untracked();
        if !self.runs.begin_reading(front, "run.grading".into(), total) {
            self.refused.update(|count| *count += 1);
            return;
        }
        let question = self.next_question();
        let revisions = self.revisions_of(&documents);
        spawn_local(async move {
            let made = self.graded_and_written(&documents, by.clone()).await;
            if is_again && !self.is_open.get_untracked() {
                return;
            }
            match made {
                Ok(Some((runs, lines, html))) if self.asked.get_value() == question => {
                    self.of.set(documents);
                    self.revisions.set_value(revisions);
                    self.by.set_value(by);
                    self.sorted.set_value(None);
                    self.graded.set_value(runs);
                    self.lines.set_value(lines);
                    self.html.set(html);
                    if !is_again {
                        self.is_open.set(true);
                    }
                    return;
                }
                Ok(_) => {}
                Err(reason) => self.notices.failed("toast.report-failed", &reason),
            }
            self.refused.update(|count| *count += 1);
        });
    }

    /// The grades of files, the lines of their records, and the report; `None` if the user stopped it.
    async fn graded_and_written(
        &'static self,
        documents: &[DocumentId],
        by: Option<String>,
    ) -> Result<Option<(Vec<GradedRun>, RunLines, String)>, Text> {
        let made = self.grade_files(documents, by).await;
        let is_stopped = self.analysis.is_stopping();
        self.analysis.run.set(None);
        if is_stopped {
            self.notices.note("toast.stopped");
            return Ok(None);
        }
        let Some((runs, lines)) = made? else { return Ok(None) };
        let format = ReportFormat::Fragment(View::default());
        let task = Task::Report { runs: runs.clone(), format, texts: self.language.part("report.") };
        match self.analysis.jobs().ask(task).await? {
            Outcome::Report(html) => Ok(Some((runs, lines, html))),
            _ => Ok(None),
        }
    }

    /// A report on the first of these records as a table with a row for each; `None` if the sweep was stopped.
    pub(super) async fn sample(
        &'static self,
        sweep: &Sweep,
        document: DocumentId,
        mut ids: Vec<RecordId>,
        by: Option<String>,
        most: usize,
    ) -> Result<Option<String>, Text> {
        ids.truncate(most);
        let numbers = self
            .documents
            .workspace
            .with_untracked(|w| w.get(document).map(|open| open.document.numbers_of(&ids)));
        let numbers = numbers.ok_or("why.closed")?;
        let Some(parts) = self.grades(sweep, document, ids, numbers, by).await? else { return Ok(None) };
        let runs = vec![GradedRun { parts, ..GradedRun::default() }];
        let task = Task::Report { runs, format: ReportFormat::Csv, texts: self.language.part("report.") };
        match self.analysis.jobs().ask(task).await? {
            Outcome::Report(table) => Ok(Some(without_empty_columns(&table))),
            _ => Ok(None),
        }
    }

    /// The grades of records with their lines, part by part; `None` if the sweep was stopped.
    async fn grades(
        &'static self,
        sweep: &Sweep,
        document: DocumentId,
        ids: Vec<RecordId>,
        numbers: Vec<u32>,
        by: Option<String>,
    ) -> Result<Option<Vec<serde_bytes::ByteBuf>>, Text> {
        let conventions =
            self.documents.workspace.with_untracked(|w| Some(w.get(document)?.document.conventions()));
        let conventions = conventions.ok_or("why.closed")?;
        let make = Box::new(move |from: usize, lines: Lines| Task::Grade {
            conventions: conventions.clone(),
            numbers: numbers.get(from..from + lines.len()).unwrap_or_default().to_vec(),
            lines,
            by: by.clone(),
        });
        let outcomes = self.sweeps.collect(sweep, document, ids, make).await?;
        let grades = |outcome| match outcome {
            Outcome::Grades(bytes) => Some(bytes.into()),
            _ => None,
        };
        Ok(outcomes.map(|outcomes| outcomes.into_iter().filter_map(grades).collect()))
    }

    async fn grade_files(
        &'static self,
        documents: &[DocumentId],
        by: Option<String>,
    ) -> Result<Option<Graded>, Text> {
        let (mut runs, mut all) = (Vec::new(), Vec::new());
        for &document in documents {
            let found = self.documents.workspace.with_untracked(|workspace| {
                let file = &workspace.get(document)?.document;
                // Of the active file only what is picked, or else listed.
                let is_front = workspace.active().is_some_and(|open| open.id == document);
                let ids = if is_front { self.list.chosen_ids() } else { file.all_ids() };
                let numbers = file.numbers_of(&ids);
                // A run that was undone says nothing about the present contents.
                let of_file =
                    |last: &Vec<WholeRun>| last.iter().find(|last| last.document == document).cloned();
                let last = self.analysis.last.with_value(of_file);
                let last = last.filter(|last| last.serial.is_none_or(|serial| file.has_run(serial)));
                Some((file.name.clone(), ids, numbers, last))
            });
            let (name, ids, numbers, last) = found.ok_or("why.closed")?;
            let mut of: Vec<(u32, RecordId)> = numbers.iter().copied().zip(ids.iter().copied()).collect();
            of.sort_unstable();
            let number_of: HashMap<RecordId, u32> = match &last {
                None => HashMap::new(),
                Some(_) => of.iter().map(|&(number, id)| (id, number)).collect(),
            };
            let Some(parts) = self.grades(&Sweep::of_run(), document, ids, numbers, by.clone()).await? else {
                return Ok(None);
            };
            runs.push(match last {
                None => GradedRun { name, parts, ..GradedRun::default() },
                Some(WholeRun { step, date, workers, solutions, times, claims, .. }) => {
                    let (engine, limit) = step.source().map_or_else(Default::default, |(engine, limit)| {
                        (engine, (self.language.say_now(&limit), limit.english()))
                    });
                    let engine = match step.engine() {
                        Some(EngineName::Native) => self.analysis.native.get_untracked(),
                        _ => engine,
                    };
                    // Only what is known of records in the report.
                    let solutions = by_line(&number_of, solutions);
                    let times = by_line(&number_of, times);
                    let mut claims = by_line(&number_of, claims);
                    claims.sort_by_key(|(line, _)| *line);
                    let machine = page::machine();
                    GradedRun { name, engine, limit, date, machine, workers, parts, solutions, times, claims }
                }
            });
            all.push(of);
        }
        Ok(Some((runs, all)))
    }

    /// Saves the report that is shown, as a file with this ending.
    pub fn save_report(&'static self, format: ReportFormat, ending: &'static str) {
        let name =
            self.graded.with_value(|runs| runs.first().map_or_else(String::new, |run| run.name.clone()));
        spawn_local(async move {
            let Some(text) = self.rewritten(format).await else { return };
            let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
            give_text(self.notices, &format!("{stem}-report.{ending}"), &text);
        });
    }

    /// Asks for the report in another way.
    async fn rewritten(&'static self, format: ReportFormat) -> Option<String> {
        let texts = self.language.part("report.");
        match self.ask(Task::Report { runs: self.graded.get_value(), format, texts }).await? {
            Outcome::Report(text) => Some(text),
            _ => None,
        }
    }

    /// Asks a worker; the user is told if it cannot answer.
    async fn ask(&'static self, task: Task) -> Option<Outcome> {
        let answer = self.analysis.jobs().ask(task).await;
        answer.inspect_err(|reason| self.notices.failed("toast.report-unwritten", reason)).ok()
    }
}

/// Facts about records, keyed by line number.
fn by_line<T>(
    number_of: &HashMap<RecordId, u32>,
    known: impl IntoIterator<Item = (RecordId, T)>,
) -> Vec<(u32, T)> {
    known.into_iter().filter_map(|(id, what)| Some((*number_of.get(&id)?, what))).collect()
}
